//! Path and query parameters of a match request (docs/api.md, "Match").

use super::result::Showing;
use crate::api::http::declared::{Choice, Defaulted, Number, Parameter, Switch, Whole};
use crate::api::http::error::ApiError;
use crate::api::http::filters::{self, Filters};
use crate::api::http::ignored::Ignored;
use crate::api::http::parameters::Parameters;
use crate::api::interface::ShownParameter;
use crate::limits;
use tamis_engine::matching::{Algorithm, BoundFilter, Explain, Grouping, MatchSettings};
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::snapshot::Snapshot;

/// The validated parameters of one match request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settings {
    pub(in crate::api) limit: usize,
    pub(in crate::api) threshold: f64,
    pub(super) cutoff: f64,
    pub(crate) algorithm: Algorithm,
    pub(in crate::api) group: Grouping,
    pub(super) details: bool,
    pub(in crate::api) explain: Explain,
    pub(in crate::api) filters: Filters,
}

impl Settings {
    /// Reads and checks all parameters of a match.
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        Ok(Self {
            limit: LIMIT.read(parameters)?,
            threshold: THRESHOLD.read(parameters)?,
            cutoff: CUTOFF.read(parameters)?,
            algorithm: ALGORITHM.read(parameters)?,
            group: GROUP.read(parameters)?,
            details: DETAILS.given(parameters)?.unwrap_or(false),
            explain: EXPLAIN.read(parameters)?,
            filters: Filters::read(parameters)?,
        })
    }

    /// Minimum score of results, for a request of matches only or of all results.
    pub(crate) fn looked_for_from(&self, only_matches: bool) -> f64 {
        if only_matches { self.cutoff.max(self.threshold) } else { self.cutoff }
    }

    /// All parameters that decide an answer, sorted by name and encoded as in an address: those that were
    /// given, and the defaults of the others. Read again, they are these settings.
    pub(crate) fn decided(&self, given: &str, only_matches: bool) -> String {
        let cutoff = self.looked_for_from(only_matches);
        let own = [
            (LIMIT.name(), self.limit.to_string()),
            (THRESHOLD.name(), self.threshold.to_string()),
            (CUTOFF.name(), cutoff.to_string()),
            (ALGORITHM.name(), self.algorithm.as_str().to_owned()),
            (GROUP.name(), self.group.as_str().to_owned()),
            (DETAILS.name, self.details.to_string()),
            (EXPLAIN.name(), self.explain.as_str().to_owned()),
        ];
        let filters = form_urlencoded::parse(given.as_bytes())
            .filter(|(name, _)| filters::parameters().iter().any(|filter| filter.name == name))
            .map(|(name, value)| (name.into_owned(), value.into_owned()));
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
        let mut all: Vec<(String, String)> = own.chain(filters).collect();
        all.sort();
        form_urlencoded::Serializer::new(String::new()).extend_pairs(all).finish()
    }

    /// Time since which records must have been added or changed.
    pub(crate) fn changed_since(&self) -> Option<Timestamp> {
        self.filters.since()
    }

    /// Settings for showing results on a day.
    pub(in crate::api) fn showing(&self, today: Day) -> Showing {
        Showing { threshold: self.threshold, today, details: self.details }
    }

    /// Resolves the parameters for a snapshot and a day, and notes unknown registers.
    pub(in crate::api) fn bind<'s>(
        &mut self,
        collection: Collection,
        snapshot: &'s Snapshot,
        today: Day,
        ignored: &mut Ignored,
    ) -> (BoundFilter<'s>, MatchSettings) {
        let filter = self.filters.resolve(collection, snapshot, today);
        self.filters.note_unknown(snapshot.registers(), ignored);
        let Self { limit, algorithm, group, threshold, cutoff, explain, .. } = *self;
        let how = MatchSettings { limit, algorithm, group, threshold, cutoff, explain };
        (BoundFilter::new(snapshot, &filter), how)
    }

    /// The filter of [`Self::bind`] without further registers, by name, slug or short name.
    pub(in crate::api) fn bind_without<'s>(
        &self,
        registers: &[String],
        collection: Collection,
        snapshot: &'s Snapshot,
        today: Day,
    ) -> BoundFilter<'s> {
        let mut filter = self.filters.clone().resolve(collection, snapshot, today);
        filter.exclude.extend_from_slice(registers);
        BoundFilter::new(snapshot, &filter)
    }
}

/// `best` is the current default method (docs/api.md, "Match"). It is read as `standard`, and the
/// answer names the method that ran.
const ALGORITHM: Defaulted<Choice<Algorithm>> = Parameter::new(
    "algorithm",
    "How the score is computed; `best` means the default.",
    Choice {
        from_name: |name| match name {
            "best" => Some(Algorithm::Standard),
            name => Algorithm::from_name(name),
        },
        accepted: ALGORITHMS,
    },
)
.or(Algorithm::Standard);

const LIMIT: Defaulted<Whole> = Parameter::new(
    "limit",
    "Results per query.",
    Whole::between(limits::RESULTS_MIN as usize, limits::RESULTS_MAX as usize),
)
.or(limits::RESULTS_DEFAULT as usize);

const THRESHOLD: Defaulted<Number> = Parameter::new(
    "threshold",
    "Score from which a result is a match. Results below it are still returned.",
    Number { least: 0.0, most: 1.0 },
)
.or(limits::THRESHOLD_DEFAULT);

const CUTOFF: Defaulted<Number> = Parameter::new(
    "cutoff",
    "Results of a lower score are not looked for, which saves time, and not returned.",
    Number { least: 0.0, most: 1.0 },
)
.or(0.0);

const GROUP: Defaulted<Choice<Grouping>> = Parameter::new(
    "group",
    "What a result is: a record, or with `entity` a party: of each merged entity its best record, \
     with the others under `other_records`; `limit` then counts parties.",
    Choice { from_name: Grouping::from_name, accepted: Grouping::NAMES },
)
.or(Grouping::Record);

const DETAILS: Parameter<Switch> = Parameter::new(
    "details",
    "With `true`, each result holds its whole record under `record`: all birth dates, countries, \
     identifiers and addresses, and what else its list says.",
    Switch,
);

const EXPLAIN: Defaulted<Choice<Explain>> = Parameter::new(
    "explain",
    "Parts of the features in the answer: `full` has sentences and the matched words, `text` leaves out \
     the words, `none` leaves scores alone, which saves time.",
    Choice { from_name: Explain::from_name, accepted: Explain::NAMES },
)
.or(Explain::Full);

/// The parameters in the OpenAPI document.
pub(crate) fn parameters() -> Vec<ShownParameter> {
    let (limit, threshold, cutoff) = (LIMIT.shown(), THRESHOLD.shown(), CUTOFF.shown());
    let [algorithm, group] = [ALGORITHM.shown(), GROUP.shown()];
    let own = [limit, threshold, cutoff, algorithm, group, DETAILS.shown(), EXPLAIN.shown()];
    own.into_iter().chain(filters::parameters()).collect()
}

/// The methods and the alias of the default one.
const ALGORITHMS: &[&str] = &["standard", "name-only", "best"];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Settings, ApiError> {
        Settings::read(&Parameters::parse(Some(query)))
    }

    #[test]
    fn defaults_are_those_of_the_description() {
        let settings = read("unknown=1").expect("unknown parameters are ignored");
        assert_eq!((settings.limit, settings.threshold, settings.cutoff), (5, 0.75, 0.0));
        assert_eq!(settings.algorithm, Algorithm::Standard);
        assert_eq!((settings.group, settings.details), (Grouping::Record, false));
        assert_eq!(settings.explain, Explain::Full);
        assert_eq!(settings.filters, Filters::default());
        assert_eq!(serde_json::to_string(&settings.filters).expect("plain JSON"), "{}");
    }

    #[test]
    fn every_parameter_is_read() {
        let settings = read(
            "limit=50&threshold=1&algorithm=name-only&topics=sanction,role.pep&topics=sanction\
             &include_dataset=A&include_dataset=B&exclude_dataset=C&changed_since=2026-10-04\
             &listing=ended&group=entity&cutoff=0.5&details=1&explain=text",
        );
        let settings = settings.expect("all within their rules");
        assert_eq!((settings.limit, settings.threshold, settings.cutoff), (50, 1.0, 0.5));
        assert_eq!(settings.algorithm, Algorithm::NameOnly);
        assert_eq!((settings.group, settings.details), (Grouping::Entity, true));
        assert_eq!(settings.explain, Explain::Text);
        let filters = serde_json::to_string(&settings.filters).expect("plain JSON");
        let expected = r#"{"topics":["sanction","role.pep"],"include_dataset":["A","B"],"exclude_dataset":["C"],"changed_since":"2026-10-04","listing":"ended"}"#;
        assert_eq!(filters, expected);
    }

    #[test]
    fn best_is_the_default_method_and_is_named_by_what_runs() {
        let best = read("algorithm=best").expect("accepted");
        assert_eq!(best.algorithm.as_str(), "standard");
    }

    #[test]
    fn values_outside_their_rule_are_refused_by_name() {
        for (query, parameter) in [
            ("limit=0", "limit"),
            ("limit=51", "limit"),
            ("limit=-1", "limit"),
            ("limit=5.0", "limit"),
            ("limit=5&limit=6", "limit"),
            ("threshold=-0.1", "threshold"),
            ("threshold=1.01", "threshold"),
            ("threshold=NaN", "threshold"),
            ("threshold=high", "threshold"),
            ("cutoff=2", "cutoff"),
            ("cutoff=-0.01", "cutoff"),
            ("algorithm=BEST", "algorithm"),
            ("group=Entity", "group"),
            ("group=record&group=entity", "group"),
            ("details=yes", "details"),
            ("explain=false", "explain"),
            ("topics=Sanction", "topics"),
            ("changed_since=yesterday", "changed_since"),
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
    fn the_accepted_methods_are_those_of_the_matcher_and_best() {
        assert_eq!(ALGORITHMS.split_last(), Some((&"best", Algorithm::NAMES)));
    }
}
