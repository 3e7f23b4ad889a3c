//! Path and query parameters of a match request (api.md 4.1).

use serde::Serialize;

use crate::api::error::{ApiError, Given};
use crate::api::parameters::Parameters;
use crate::limits;
use crate::matching::{Algorithm, Filter};
use crate::model::{Collection, Timestamp, Topic};

/// The collection with this name.
pub(super) fn collection_named(name: &str) -> Result<Collection, ApiError> {
    Collection::from_name(name).ok_or_else(|| ApiError::UnknownCollection(Given::new(name)))
}

/// The parameters of one match request, each within its rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    pub(super) limit: usize,
    pub(super) threshold: f64,
    pub(super) algorithm: Algorithm,
    pub(super) filters: Filters,
}

/// The filters as they were given, for the answer's `filters`; what was not set is left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Filters {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) topics: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) include_dataset: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) exclude_dataset: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) changed_since: Option<String>,
}

impl Settings {
    /// Reads and checks every parameter that part 4.1 knows.
    pub(super) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let limit = parameters.read("limit", "a whole number from 1 to 50", |limit| {
            (limits::RESULTS_MIN..=limits::RESULTS_MAX).contains(limit)
        })?;
        let threshold =
            parameters.read("threshold", "a number from 0 to 1", |threshold: &f64| {
                (0.0..=1.0).contains(threshold)
            })?;
        Ok(Self {
            limit: limit.unwrap_or(limits::RESULTS_DEFAULT) as usize,
            // Adding zero turns "-0" into the zero that a reader expects in the answer.
            threshold: threshold.unwrap_or(limits::THRESHOLD_DEFAULT) + 0.0,
            algorithm: algorithm(parameters)?,
            filters: Filters {
                topics: topics(parameters)?,
                include_dataset: given(parameters, "include_dataset"),
                exclude_dataset: given(parameters, "exclude_dataset"),
                changed_since: changed_since(parameters)?,
            },
        })
    }
}

/// `best` means the current default method (api.md 4.1 and part 9), so it is read as `standard`,
/// and the answer names the method that ran.
fn algorithm(parameters: &Parameters) -> Result<Algorithm, ApiError> {
    match parameters.one("algorithm")? {
        None | Some("standard" | "best") => Ok(Algorithm::Standard),
        Some("name-only") => Ok(Algorithm::NameOnly),
        Some(other) => Err(ApiError::NotAccepted {
            parameter: "algorithm",
            given: Given::new(other),
            accepted: &["standard", "name-only", "best"],
        }),
    }
}

/// The name of a method as parameter and answer spell it.
pub(in crate::api) fn algorithm_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Standard => "standard",
        Algorithm::NameOnly => "name-only",
    }
}

fn topics(parameters: &Parameters) -> Result<Vec<&'static str>, ApiError> {
    let mut topics = Vec::new();
    for text in parameters.list("topics") {
        let topic = Topic::from_name(text).ok_or_else(|| ApiError::NotAccepted {
            parameter: "topics",
            given: Given::new(text),
            accepted: Topic::NAMES,
        })?;
        if !topics.contains(&topic.as_str()) {
            topics.push(topic.as_str());
        }
    }
    Ok(topics)
}

fn given(parameters: &Parameters, name: &'static str) -> Vec<String> {
    let values = parameters.all(name).map(str::trim);
    values.filter(|value| !value.is_empty()).map(str::to_owned).collect()
}

fn changed_since(parameters: &Parameters) -> Result<Option<String>, ApiError> {
    let Some(text) = parameters.one("changed_since")? else { return Ok(None) };
    let moment = [text.to_owned(), with_offset_sign(text)];
    let readable = moment.into_iter().find(|text| Timestamp::parse_iso(text).is_some());
    readable.map(Some).ok_or_else(|| ApiError::BadValue {
        parameter: "changed_since",
        given: Given::new(text),
        rule: "an ISO 8601 date or time, such as 2026-10-04 or 2026-10-04T08:00:00+00:00",
    })
}

/// A `+` in an address stands for a blank, so a time offset typed without escaping arrives with
/// a blank in its place: `2026-10-04T08:00:00 02:00`.
fn with_offset_sign(text: &str) -> String {
    match text.rsplit_once(' ') {
        Some((moment, offset)) => format!("{moment}+{offset}"),
        None => text.to_owned(),
    }
}

impl Filters {
    /// The filter for matching. Whether a value with a comma is one register or several can only
    /// be told by the names of the registers, which the snapshot has.
    pub(super) fn resolve(
        &mut self,
        collection: Collection,
        is_register: impl Fn(&str) -> bool,
    ) -> Filter {
        let split = |values: &[String]| -> Vec<String> {
            values.iter().flat_map(|value| split_registers(value, &is_register)).collect()
        };
        self.include_dataset = split(&self.include_dataset);
        self.exclude_dataset = split(&self.exclude_dataset);
        Filter {
            collection,
            topics: self.topics.iter().copied().filter_map(Topic::from_name).collect(),
            include: Some(self.include_dataset.clone()).filter(|names| !names.is_empty()),
            exclude: self.exclude_dataset.clone(),
            changed_since: self.changed_since.as_deref().and_then(Timestamp::parse_iso),
        }
    }
}

/// Splits a list of register names at its commas, where names may hold commas themselves: at
/// each point the longest run of pieces that is a register's exact name is taken as one.
fn split_registers(value: &str, is_register: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = Some(value);
    while let Some(list) = rest {
        let commas = list.match_indices(',').map(|(at, _)| at);
        let ends: Vec<usize> = commas.chain([list.len()]).collect();
        let known = ends.iter().rev().copied().find(|end| is_register(list[..*end].trim()));
        let end = known.unwrap_or(ends[0]);
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

    fn read(query: &str) -> Result<Settings, ApiError> {
        Settings::read(&Parameters::parse(Some(query)))
    }

    #[test]
    fn defaults_are_those_of_the_description() {
        let settings = read("unknown=1").expect("unknown parameters are ignored");
        assert_eq!((settings.limit, settings.threshold), (5, 0.75));
        assert_eq!(settings.algorithm, Algorithm::Standard);
        assert_eq!(settings.filters, Filters::default());
        assert_eq!(serde_json::to_string(&settings.filters).expect("plain JSON"), "{}");
    }

    #[test]
    fn every_parameter_is_read() {
        let settings = read(
            "limit=50&threshold=1&algorithm=name-only&topics=sanction,role.pep&topics=sanction\
             &include_dataset=A&include_dataset=B&exclude_dataset=C&changed_since=2026-10-04",
        );
        let settings = settings.expect("all within their rules");
        assert_eq!((settings.limit, settings.threshold), (50, 1.0));
        assert_eq!(settings.algorithm, Algorithm::NameOnly);
        let filters = serde_json::to_string(&settings.filters).expect("plain JSON");
        let expected = r#"{"topics":["sanction","role.pep"],"include_dataset":["A","B"],"exclude_dataset":["C"],"changed_since":"2026-10-04"}"#;
        assert_eq!(filters, expected);
    }

    #[test]
    fn best_is_the_default_method_and_is_named_by_what_runs() {
        let best = read("algorithm=best").expect("accepted");
        assert_eq!(algorithm_name(best.algorithm), "standard");
    }

    #[test]
    fn values_outside_their_rule_are_refused_by_name() {
        for (query, parameter) in [
            ("limit=0", "limit"),
            ("limit=51", "limit"),
            ("limit=-1", "limit"),
            ("limit=5.0", "limit"),
            ("limit=", "limit"),
            ("limit=5&limit=6", "limit"),
            ("threshold=-0.1", "threshold"),
            ("threshold=1.01", "threshold"),
            ("threshold=NaN", "threshold"),
            ("threshold=high", "threshold"),
            ("algorithm=BEST", "algorithm"),
            ("algorithm=", "algorithm"),
            ("topics=Sanction", "topics"),
            ("topics=sanction,crime", "topics"),
            ("changed_since=", "changed_since"),
            ("changed_since=yesterday", "changed_since"),
            ("changed_since=2026-13-01", "changed_since"),
        ] {
            let error = read(query).expect_err(query);
            assert_eq!(error.parameter(), Some(parameter), "{query}");
            assert_eq!(error.status(), 400, "{query}");
        }
    }

    #[test]
    fn the_rule_in_the_error_names_the_limits() {
        let rule = read("limit=51").expect_err("over the limit").to_string();
        let limits = format!("from {} to {}", limits::RESULTS_MIN, limits::RESULTS_MAX);
        assert!(rule.contains(&limits), "{rule}");
    }

    #[test]
    fn an_offset_without_escaping_is_understood() {
        for (query, expected) in [
            ("changed_since=2026-10-04T08:00:00+02:00", "2026-10-04T08:00:00+02:00"),
            ("changed_since=2026-10-04T08:00:00%2B02:00", "2026-10-04T08:00:00+02:00"),
            ("changed_since=2026-10-04T08:00:00Z", "2026-10-04T08:00:00Z"),
        ] {
            let settings = read(query).expect(query);
            assert_eq!(settings.filters.changed_since.as_deref(), Some(expected), "{query}");
        }
    }

    #[test]
    fn register_names_with_commas_are_found_whole() {
        let is_register = |name: &str| matches!(name, "Plain" | "Lists, Old and New" | "Old, A");
        for (value, expected) in [
            ("Plain", vec!["Plain"]),
            ("Lists, Old and New", vec!["Lists, Old and New"]),
            ("Plain,Lists, Old and New, Plain", vec!["Plain", "Lists, Old and New", "Plain"]),
            ("Unknown, Plain", vec!["Unknown", "Plain"]),
            ("Unknown, List", vec!["Unknown", "List"]),
            (",,", vec![]),
        ] {
            assert_eq!(split_registers(value, is_register), expected, "{value}");
        }
    }

    #[test]
    fn the_filter_holds_what_was_set() {
        let mut filters = read("topics=debarment&exclude_dataset=A,B").expect("valid").filters;
        let filter = filters.resolve(Collection::Crime, |_| false);
        assert_eq!(filter.collection, Collection::Crime);
        assert_eq!(filter.topics, [Topic::Debarment]);
        assert_eq!((filter.include, filter.exclude.len()), (None, 2));
        assert_eq!(filters.exclude_dataset, ["A", "B"], "the echo shows the names that applied");
    }
}
