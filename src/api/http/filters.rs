//! The filter parameters shared by match and search: `topics`, `include_dataset`, `exclude_dataset`,
//! `changed_since` and `listing` (docs/api.md, "Match", "Search"). Also path parameters that name a
//! collection.

use ahash::AHashSet;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use serde::Serialize;

use super::declared::{Choice, Defaulted, Form, Parameter, Several};
use super::error::{ApiError, Given};
use super::ignored::Ignored;
use super::parameters::Parameters;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, ShownParameter, rules};
use tamis_engine::candidates::Filter;
use tamis_engine::model::{
    Collection, Day, ListingFilter, ListingState, Register, Timestamp, Topic,
};
use tamis_engine::snapshot::Snapshot;

/// Collection named by the path. Any other name is [`ApiError::UnknownCollection`], which lists the
/// existing ones.
pub(crate) struct PathCollection(pub(in crate::api) Collection);

impl<S: Send + Sync> FromRequestParts<S> for PathCollection {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // A name that is not UTF-8 cannot be repeated in the error.
        let name = Path::<String>::from_request_parts(parts, state).await;
        let name = name.map_or_else(|_| "?".to_owned(), |Path(name)| name);
        let collection = Collection::from_name(&name).map(Self);
        collection.ok_or_else(|| ApiError::UnknownCollection(Given::new(&name)))
    }
}

/// `topics` (docs/api.md, "Match", "Search").
pub(crate) const TOPICS: Several = Several {
    name: "topics",
    says: "Keeps records with one of these topics. Repeat it or separate values with commas.",
    items: || rules::one_of_separated(Topic::NAMES),
};

pub(crate) const INCLUDE_DATASET: Several = Several {
    name: "include_dataset",
    says: "Keeps records of these registers, each by its name, slug or short name. Repeat it or \
           separate names with commas; a name that no register has matches nothing.",
    items: rules::listed,
};

pub(crate) const EXCLUDE_DATASET: Several = Several {
    name: "exclude_dataset",
    says: "Leaves out records of these registers, each by its name, slug or short name.",
    items: rules::listed,
};

pub(crate) const CHANGED_SINCE: Parameter<Form<Moment>> = Parameter::new(
    "changed_since",
    "Keeps records that were added or changed on or after this ISO 8601 date or time; a time \
     without offset is UTC.",
    Form {
        read: moment,
        must_be: "an ISO 8601 date or time, such as 2026-10-04 or 2026-10-04T08:00:00+00:00",
        schema: rules::moment,
    },
);

pub(crate) const LISTING: Defaulted<Choice<ListingState>> = Parameter::new(
    "listing",
    "Keeps records by the date that their register gives for the end of the listing: `current` \
     those without one and those that are not over today (UTC), `ended` those that are.",
    Choice { from_name: ListingState::from_name, accepted: ListingState::NAMES },
)
.or(ListingState::All);

/// The five parameters for the OpenAPI document.
pub(crate) fn parameters() -> [ShownParameter; 5] {
    let [include, exclude] = [INCLUDE_DATASET, EXCLUDE_DATASET].map(|list| list.shown());
    [TOPICS.shown(), include, exclude, CHANGED_SINCE.shown(), LISTING.shown()]
}

answer! {
    /// The filters as given, for the answer's `filters`; filters that were not set are left out.
    #[derive(Debug, Clone, Default, PartialEq)]
    pub(crate) struct Filters as filters_fields {
        // Topics, each once.
        topics?: Vec<Topic> = rules::topics(),
        // Names of registers; only `resolve` splits them at commas.
        include_dataset?: Vec<String> = rules::texts(),
        exclude_dataset?: Vec<String> = rules::texts(),
        changed_since?: Option<Moment> = Shape::string(),
        listing?: Option<ListingState> = rules::listing(),
    }
}

/// A point in time that keeps the text it was given as.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Moment {
    text: String,
    #[serde(skip)]
    at: Timestamp,
}

impl Filters {
    /// Reads and checks the five parameters.
    ///
    /// # Errors
    /// For a value outside its rule.
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        Ok(Self {
            topics: topics(parameters)?,
            include_dataset: given(parameters, &INCLUDE_DATASET)?,
            exclude_dataset: given(parameters, &EXCLUDE_DATASET)?,
            changed_since: CHANGED_SINCE.given(parameters)?,
            listing: LISTING.given(parameters)?,
        })
    }

    /// The time given as `changed_since`.
    pub(crate) fn since(&self) -> Option<Timestamp> {
        self.changed_since.as_ref().map(|moment| moment.at)
    }

    /// The filter for this snapshot and day. Names of registers may hold commas, so a value with a
    /// comma can be split only with the register names of the snapshot.
    pub(crate) fn resolve(
        &mut self,
        collection: Collection,
        snapshot: &Snapshot,
        today: Day,
    ) -> Filter {
        let is_plain = self.include_dataset.is_empty() && self.exclude_dataset.is_empty();
        let registers = if is_plain { &[] } else { snapshot.registers() };
        let names = registers.iter().flat_map(|r| [&r.name, &r.slug, &r.short_name]);
        self.resolve_by(collection, &names.map(String::as_str).collect(), today)
    }

    /// Notes the unknown registers. [`Self::resolve`] must have split the names before.
    pub(crate) fn note_unknown(&self, registers: &[Register], ignored: &mut Ignored) {
        ignored.note_unknown(INCLUDE_DATASET.name, &self.include_dataset, registers);
        ignored.note_unknown(EXCLUDE_DATASET.name, &self.exclude_dataset, registers);
    }

    fn resolve_by(
        &mut self,
        collection: Collection,
        registers: &AHashSet<&str>,
        today: Day,
    ) -> Filter {
        let longest = registers.iter().map(|name| name.len()).max().unwrap_or(0);
        let split = |values: &[String]| -> Vec<String> {
            values.iter().flat_map(|value| split_registers(value, registers, longest)).collect()
        };
        self.include_dataset = split(&self.include_dataset);
        self.exclude_dataset = split(&self.exclude_dataset);
        Filter {
            collection,
            topics: self.topics.clone(),
            include: Some(self.include_dataset.clone()).filter(|names| !names.is_empty()),
            exclude: self.exclude_dataset.clone(),
            changed_since: self.since(),
            listing: ListingFilter::new(self.listing.unwrap_or(ListingState::All), today),
        }
    }
}

fn topics(parameters: &Parameters) -> Result<Vec<Topic>, ApiError> {
    let mut topics = Vec::new();
    for text in TOPICS.read(parameters)? {
        let topic = Topic::from_name(text)
            .ok_or_else(|| ApiError::not_accepted(TOPICS.name, text, Topic::NAMES))?;
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    Ok(topics)
}

/// The unsplit values of a list of registers: names may hold commas.
fn given(parameters: &Parameters, list: &Several) -> Result<Vec<String>, ApiError> {
    list.read(parameters)?;
    let values = parameters.all(list.name).map(str::trim);
    Ok(values.filter(|value| !value.is_empty()).map(str::to_owned).collect())
}

fn moment(given: &str) -> Option<Moment> {
    let readings = [given.to_owned(), with_offset_sign(given)].into_iter();
    let mut moments =
        readings.filter_map(|text| Timestamp::parse_iso(&text).map(|at| Moment { text, at }));
    moments.next()
}

/// Restores the `+` of a time offset. An unescaped `+` in an address decodes to a blank:
/// `2026-10-04T08:00:00 02:00`.
fn with_offset_sign(text: &str) -> String {
    match text.rsplit_once(' ') {
        Some((moment, offset)) => format!("{moment}+{offset}"),
        None => text.to_owned(),
    }
}

/// Splits a list of register names at its commas, although names may hold commas themselves. At each
/// position the longest run of pieces that is a register name is taken. Runs longer than the `longest`
/// name are not tried.
fn split_registers(value: &str, registers: &AHashSet<&str>, longest: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = Some(value);
    while let Some(list) = rest {
        let ends = list.match_indices(',').map(|(at, _)| at).chain([list.len()]);
        let runs = ends.map(|end| (end, list[..end].trim()));
        let short = runs.take_while(|(_, run)| run.len() <= longest);
        let known = short.filter(|(_, run)| registers.contains(run)).last();
        let end = known.map_or_else(|| list.find(',').unwrap_or(list.len()), |(end, _)| end);
        let name = list[..end].trim();
        if !name.is_empty() {
            names.push(name.to_owned());
        }
        rest = list.get(end + 1..);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Filters, ApiError> {
        Filters::read(&Parameters::parse(Some(query)))
    }

    #[test]
    fn values_outside_their_rule_are_refused_by_name() {
        for (query, parameter) in [
            ("topics=Sanction", "topics"),
            ("topics=sanction,crime", "topics"),
            ("topics=,", "topics"),
            ("topics=&topics=+,+,", "topics"),
            ("include_dataset=,,", "include_dataset"),
            ("exclude_dataset=+", "exclude_dataset"),
            ("changed_since=yesterday", "changed_since"),
            ("changed_since=2026-13-01", "changed_since"),
            ("listing=Current", "listing"),
            ("listing=current&listing=ended", "listing"),
        ] {
            let error = read(query).expect_err(query);
            assert_eq!(error.parameter(), Some(parameter), "{query}");
            assert_eq!(error.status(), 400, "{query}");
        }
    }

    #[test]
    fn an_offset_without_escaping_is_understood() {
        for (query, expected) in [
            ("changed_since=2026-10-04T08:00:00+02:00", "2026-10-04T08:00:00+02:00"),
            ("changed_since=2026-10-04T08:00:00%2B02:00", "2026-10-04T08:00:00+02:00"),
            ("changed_since=2026-10-04T08:00:00Z", "2026-10-04T08:00:00Z"),
        ] {
            let filters = read(query).expect(query);
            assert_eq!(filters.changed_since.expect(query).text, expected, "{query}");
        }
    }

    #[test]
    fn register_names_with_commas_are_found_whole() {
        let registers = ["Plain", "Lists, Old and New", "Old, A"].into_iter().collect();
        for (value, expected) in [
            ("Plain", vec!["Plain"]),
            ("Lists, Old and New", vec!["Lists, Old and New"]),
            ("Plain,Lists, Old and New, Plain", vec!["Plain", "Lists, Old and New", "Plain"]),
            ("Unknown, Plain", vec!["Unknown", "Plain"]),
            ("Unknown, List", vec!["Unknown", "List"]),
            (",,", vec![]),
        ] {
            assert_eq!(
                split_registers(value, &registers, "Lists, Old and New".len()),
                expected,
                "{value}"
            );
        }
    }

    #[test]
    fn the_filter_holds_what_was_set() {
        let mut filters = read("topics=debarment&exclude_dataset=A,B").expect("valid");
        let today = Day::of(Timestamp(1_791_100_800));
        let filter = filters.resolve_by(Collection::Crime, &AHashSet::new(), today);
        assert_eq!(filter.listing, ListingFilter::All);
        assert_eq!(filter.collection, Collection::Crime);
        assert_eq!(filter.topics, [Topic::Debarment]);
        assert_eq!((filter.include, filter.exclude.len()), (None, 2));
        assert_eq!(filters.exclude_dataset, ["A", "B"], "the echo shows the names that applied");
        let mut filters = read("listing=ended").expect("valid");
        let filter = filters.resolve_by(Collection::Default, &AHashSet::new(), today);
        assert_eq!(filter.listing, ListingFilter::Ended(today));
    }
}
