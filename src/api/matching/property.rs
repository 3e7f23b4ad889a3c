//! The properties of a match query (docs/api.md, "Match queries"): their names and their readers.

use super::birth_date::{why_no_date, why_nobodys};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::check_length;
use crate::api::interface::{Shape, rules};
use crate::limits;
use tamis_engine::matching::{MatchQuery, QueryName};
use tamis_engine::model::{Day, ImoNumber, PartialDate, countries_asked};

/// A property of a query, declared once for its reader and the OpenAPI document.
pub(crate) struct Property {
    /// Name in answers and errors.
    pub(crate) name: &'static str,
    /// Every accepted name of the property.
    pub(crate) accepted: &'static [&'static str],
    /// Description in the OpenAPI document.
    pub(crate) says: &'static str,
    /// Schema of one value in the OpenAPI document.
    pub(crate) schema: fn() -> Shape,
    add: fn(&mut MatchQuery, &str, Day) -> Result<Added, ApiError>,
}

/// Numbers of values read so far for each property of a query.
#[derive(Debug, Default)]
pub(crate) struct ValueCounts {
    looked_at: [usize; PROPERTIES.len()],
    /// True for a property with a value beyond a limit.
    is_overfull: [bool; PROPERTIES.len()],
}

/// The limit that a value exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// There are already [`limits::VALUES_PER_PROPERTY`] different values.
    Different,
    /// [`limits::VALUES_LOOKED_AT_MAX`] values were already read.
    LookedAt,
}

/// Outcome of adding a value to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    /// The value is compared: it was added or was there already.
    Kept,
    /// The value is beyond a limit and was not read.
    Beyond(Beyond),
    /// The value is compared as this number, which differs from the text.
    ReadAs(ImoNumber),
    /// The value is not used, and the query runs without it, as it would only refine the result. Holds
    /// the reason, as the end of a sentence about the value.
    Unread(&'static str),
}

impl Property {
    /// Adds a value to a query asked on a day. Values beyond a limit are not read: a body may hold any
    /// number of them, and reading is nearly all of their cost.
    ///
    /// # Errors
    /// [`ApiError::BadValue`] for an unreadable name.
    pub(crate) fn read(
        &self,
        query: &mut MatchQuery,
        counts: &mut ValueCounts,
        text: &str,
        today: Day,
    ) -> Result<Added, ApiError> {
        let looked_at = &mut counts.looked_at[self.place()];
        if *looked_at == limits::VALUES_LOOKED_AT_MAX {
            return Ok(Added::Beyond(Beyond::LookedAt));
        }
        *looked_at += 1;
        (self.add)(query, text, today)
    }

    /// Index among all properties.
    fn place(&self) -> usize {
        PROPERTIES.iter().position(|own| own.name == self.name).unwrap_or_default()
    }
}

impl ValueCounts {
    /// True for the first value of a property that is beyond a limit.
    pub(super) fn is_first_beyond(&mut self, property: &Property) -> bool {
        !std::mem::replace(&mut self.is_overfull[property.place()], true)
    }
}

/// The properties of a query (docs/api.md, "Match queries").
pub(crate) const PROPERTIES: [Property; 4] = [
    Property {
        name: "name",
        accepted: &["name", "query"],
        says: "In any script, with at least one letter or digit; also `query`. Needed unless there is \
               an IMO number.",
        schema: rules::short_text,
        add: |query, text, _| add_name(query, text),
    },
    Property {
        name: "birthDate",
        accepted: &["birthDate", "dob"],
        says: "`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, compared at the coarser of both precisions; also \
               `dob`. What is no such date, or no living person's, has no effect and stands in \
               `ignored`.",
        schema: Shape::string,
        add: add_birth_date,
    },
    Property {
        name: "nationality",
        accepted: &["nationality", "country", "countries", "jurisdiction", "flag"],
        says: "A code of two or three letters or an English name; also `country`, `countries`, \
               `jurisdiction`, `flag`. `UK` and `EL` are read as `GB` and `GR`. What names no \
               country has no effect and stands in `ignored`.",
        schema: Shape::string,
        add: |query, text, _| add_country(query, text),
    },
    Property {
        name: "imoNumber",
        accepted: &["imoNumber", "imo"],
        says: "Seven digits, anything else is stripped; also `imo`. What is no such number has no \
               effect and stands in `ignored`, and a query without a name needs one that is.",
        schema: Shape::string,
        add: |query, text, _| add_imo(query, text),
    },
];

/// The property with this name or alias.
pub(crate) fn property_named(key: &str) -> Option<&'static Property> {
    known_name(key).map(|known| known.property)
}

/// An accepted name of a property.
pub(super) struct KnownName {
    pub(super) property: &'static Property,
    pub(super) name: &'static str,
    /// Index among all accepted names.
    pub(super) place: u32,
}

/// Looks up an accepted name.
pub(super) fn known_name(key: &str) -> Option<KnownName> {
    let names = |property: &'static Property| property.accepted.iter().map(move |n| (property, n));
    let known = PROPERTIES.iter().flat_map(names).zip(0..);
    let mut known = known.map(|((property, name), place)| KnownName { property, name, place });
    known.find(|known| known.name == key)
}

/// All accepted names of all properties.
pub(crate) fn property_names() -> impl Iterator<Item = &'static str> + Clone {
    PROPERTIES.iter().flat_map(|property| property.accepted.iter().copied())
}

/// A query with one name, for a party of any type.
pub(crate) fn name_query(name: &str) -> Result<MatchQuery, ApiError> {
    let mut query = MatchQuery::default();
    add_name(&mut query, name)?;
    Ok(query)
}

/// Adds a value unless it is already there or the limit of five is reached.
fn push<T: PartialEq>(values: &mut Vec<T>, value: T) -> Added {
    settled(values, |own| *own == value).unwrap_or_else(|| {
        values.push(value);
        Added::Kept
    })
}

/// Outcome for a value that is already there or for which there is no room; `None` for one to be added.
fn settled<T>(values: &[T], is_same: impl FnMut(&T) -> bool) -> Option<Added> {
    if values.iter().any(is_same) {
        return Some(Added::Kept);
    }
    let is_full = values.len() == limits::VALUES_PER_PROPERTY;
    is_full.then_some(Added::Beyond(Beyond::Different))
}

/// Rule for readable names, as the end of "it must be ...".
pub(crate) const READABLE: &str = "a name with at least one letter or digit";

fn add_name(query: &mut MatchQuery, name: &str) -> Result<Added, ApiError> {
    // The texts are compared rather than the parsed names: parsing is far more work.
    if let Some(added) = settled(&query.names, |own| own.text() == name) {
        return Ok(added);
    }
    check_length("name", name)?;
    let asked = read_name(name);
    // A name in another script whose letters were lost ("?????") would match nothing and count as
    // screened.
    if !asked.is_readable() {
        return Err(ApiError::bad_value("name", name, READABLE));
    }
    query.names.push(asked);
    Ok(Added::Kept)
}

fn read_name(name: &str) -> QueryName {
    #[cfg(test)]
    NAMES_READ.with(|read| read.set(read.get() + 1));
    QueryName::new(name)
}

#[cfg(test)]
thread_local! {
    /// Number of names parsed by this thread.
    static NAMES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts the names parsed while `work` runs.
#[cfg(test)]
pub(crate) fn names_read(work: impl FnOnce()) -> usize {
    let before = NAMES_READ.get();
    work();
    NAMES_READ.get() - before
}

fn add_birth_date(query: &mut MatchQuery, text: &str, today: Day) -> Result<Added, ApiError> {
    let Ok(date) = text.parse::<PartialDate>() else {
        return Ok(Added::Unread(why_no_date(text)));
    };
    Ok(match why_nobodys(date, today) {
        Some(why) => Added::Unread(why),
        None => push(&mut query.birth_dates, date),
    })
}

/// Adds the countries of a text; a few words name several.
pub(crate) fn add_country(query: &mut MatchQuery, text: &str) -> Result<Added, ApiError> {
    let added = countries_asked(text).into_iter().map(|code| push(&mut query.countries, code));
    Ok(added.last().unwrap_or(Added::Unread("names no country")))
}

fn add_imo(query: &mut MatchQuery, text: &str) -> Result<Added, ApiError> {
    if let Some(imo) = ImoNumber::parse(text) {
        return Ok(push(&mut query.imos, imo));
    }
    if let Some(imo) = whole_number(text).and_then(ImoNumber::parse) {
        return Ok(match push(&mut query.imos, imo) {
            Added::Kept => Added::ReadAs(imo),
            beyond => beyond,
        });
    }
    Ok(Added::Unread(match text.bytes().any(|byte| byte.is_ascii_digit()) {
        true => "is not an IMO number of seven digits",
        false => "has no digit",
    }))
}

/// The integer part of a number with a zero fraction: a spreadsheet may write 9074729 as `9074729.0`.
fn whole_number(text: &str) -> Option<&str> {
    let (whole, part) = text.rsplit_once('.')?;
    (!part.is_empty() && part.bytes().all(|digit| digit == b'0')).then_some(whole)
}

/// The error of a query without a name whose IMO number is unreadable.
pub(crate) fn no_imo(text: &str) -> ApiError {
    ApiError::bad_value("imoNumber", text, "an IMO number of seven digits")
}
