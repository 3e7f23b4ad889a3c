//! The properties of a match query (docs/api.md, "Match queries"): their names and what reads their
//! values.

use super::birth_date::{why_no_date, why_nobodys};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::check_length;
use crate::api::interface::{Shape, rules};
use crate::limits;
use tamis_engine::matching::{MatchQuery, QueryName};
use tamis_engine::model::{Day, ImoNumber, PartialDate, countries_asked};

/// A property of a query, declared once: what reads it and what the document shows of it.
pub(crate) struct Property {
    /// Its name in answers and errors.
    pub(crate) name: &'static str,
    /// Every name that a caller may give it.
    pub(crate) accepted: &'static [&'static str],
    /// What it is, in the document.
    pub(crate) says: &'static str,
    /// The rule of one value, in the document.
    pub(crate) schema: fn() -> Shape,
    add: fn(&mut MatchQuery, &str, Day) -> Result<Added, ApiError>,
}

/// Counts of the values of each property that a query had so far.
#[derive(Debug, Default)]
pub(crate) struct ValueCounts {
    looked_at: [usize; PROPERTIES.len()],
    /// True for a property of which a value was beyond a limit.
    is_overfull: [bool; PROPERTIES.len()],
}

/// The limit that a value is beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// There are [`limits::VALUES_PER_PROPERTY`] others.
    Different,
    /// [`limits::VALUES_LOOKED_AT_MAX`] were looked at.
    LookedAt,
}

/// Whether a value is among those that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    /// It is, now or already before.
    Kept,
    /// It is not, and was not read.
    Beyond(Beyond),
    /// It is, as this number, which is not what was written.
    ReadAs(ImoNumber),
    /// It is not, and the query runs without it: a fact that only refines. Why, as the end of a
    /// sentence about the value.
    Unread(&'static str),
}

impl Property {
    /// Adds a value to a query that is asked on a day. What is beyond a limit is not read: a body may hold
    /// any number of values, and reading one is nearly all the work that it is.
    ///
    /// # Errors
    /// [`ApiError::BadValue`] for a name that cannot be read.
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

    /// Its place among all properties.
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

/// The properties that are read (docs/api.md, "Match queries").
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

/// A name that a caller may give a property.
pub(super) struct KnownName {
    pub(super) property: &'static Property,
    pub(super) name: &'static str,
    /// Its place among all such names.
    pub(super) place: u32,
}

/// The name of a property that this is.
pub(super) fn known_name(key: &str) -> Option<KnownName> {
    let names = |property: &'static Property| property.accepted.iter().map(move |n| (property, n));
    let known = PROPERTIES.iter().flat_map(names).zip(0..);
    let mut known = known.map(|((property, name), place)| KnownName { property, name, place });
    known.find(|known| known.name == key)
}

/// Every name by which a query may give a property.
pub(crate) fn property_names() -> impl Iterator<Item = &'static str> + Clone {
    PROPERTIES.iter().flat_map(|property| property.accepted.iter().copied())
}

/// A query of one name, for a party of any type.
pub(crate) fn name_query(name: &str) -> Result<MatchQuery, ApiError> {
    let mut query = MatchQuery::default();
    add_name(&mut query, name)?;
    Ok(query)
}

/// Adds a value unless it is there already or five others are.
fn push<T: PartialEq>(values: &mut Vec<T>, value: T) -> Added {
    settled(values, |own| *own == value).unwrap_or_else(|| {
        values.push(value);
        Added::Kept
    })
}

/// The outcome for a value that is among these already, or for which there is no room; `None` for one
/// that is to be added.
fn settled<T>(values: &[T], is_same: impl FnMut(&T) -> bool) -> Option<Added> {
    if values.iter().any(is_same) {
        return Some(Added::Kept);
    }
    let is_full = values.len() == limits::VALUES_PER_PROPERTY;
    is_full.then_some(Added::Beyond(Beyond::Different))
}

/// What a name must hold to be read at all, as the end of "it must be ...".
pub(crate) const READABLE: &str = "a name with at least one letter or digit";

fn add_name(query: &mut MatchQuery, name: &str) -> Result<Added, ApiError> {
    // The texts are compared, not what is read of them, which is far more work.
    if let Some(added) = settled(&query.names, |own| own.text() == name) {
        return Ok(added);
    }
    check_length("name", name)?;
    let asked = read_name(name);
    // What a name in another script becomes where its letters are lost ("?????") would find
    // nothing, and pass for a party that was screened.
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
    /// Number of names that this thread read.
    static NAMES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Number of names that are read while something is done.
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

/// Adds the countries that a text means, which are several for few words.
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

/// The whole part of a number whose other part is zero: a spreadsheet may write 9074729 as `9074729.0`.
fn whole_number(text: &str) -> Option<&str> {
    let (whole, part) = text.rsplit_once('.')?;
    (!part.is_empty() && part.bytes().all(|digit| digit == b'0')).then_some(whole)
}

/// The fault of a query without a name whose IMO number cannot be read.
pub(crate) fn no_imo(text: &str) -> ApiError {
    ApiError::bad_value("imoNumber", text, "an IMO number of seven digits")
}
