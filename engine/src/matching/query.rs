//! A match query and its settings.

use super::explain::Explain;
use crate::limits;
use crate::model::{CountryCode, ImoNumber, PartialDate, Schema, named_enum};
use crate::query::QueryName;
use crate::scoring::effects::Facts;
use crate::scoring::party::Grouping;

/// One query, parsed and valid (docs/api.md, "Match queries"): at least one name or IMO number, at most
/// [`crate::limits::VALUES_PER_PROPERTY`] values of each property. Values of one property are
/// alternatives.
///
/// The default has no values and is for a party of any kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// Schema of the party.
    pub schema: Schema,
    pub names: Vec<QueryName>,
    pub birth_dates: Vec<PartialDate>,
    /// Nationalities, jurisdictions or flags.
    pub countries: Vec<CountryCode>,
    pub imos: Vec<ImoNumber>,
}

impl MatchQuery {
    /// A query by one name alone.
    #[must_use]
    pub fn by_name(schema: Schema, name: impl Into<QueryName>) -> Self {
        Self { schema, names: vec![name.into()], ..Self::default() }
    }

    /// Birth dates to compare: those given as such, else those found in the names.
    pub fn births(&self) -> impl Iterator<Item = PartialDate> + Clone + '_ {
        let told = self.names.iter().filter(|_| self.birth_dates.is_empty());
        let told = told.flat_map(QueryName::birth_dates);
        self.birth_dates.iter().chain(told).take(limits::VALUES_PER_PROPERTY).copied()
    }
}

named_enum!(
    /// Algorithm of the score (docs/api.md, "Match"; `best` is another word for the default).
    Algorithm {
        /// Name, birth date, country, type and IMO number.
        Standard = "standard",
        /// The name alone.
        NameOnly = "name-only",
    }
);

impl Algorithm {
    /// Facts to compare besides names, for a party of this schema.
    #[must_use]
    pub fn facts(self, query: &MatchQuery, schema: Schema) -> Facts {
        match self {
            Self::NameOnly => Facts::default(),
            Self::Standard => Facts {
                schema: Some(schema),
                birth_dates: query.births().collect(),
                countries: query.countries.clone(),
                imos: query.imos.clone(),
            },
        }
    }
}

/// Settings that apply to every query of a request. The default is that of the interface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchSettings {
    /// Results, [`crate::limits::RESULTS_MIN`] to [`crate::limits::RESULTS_MAX`].
    pub limit: usize,
    pub algorithm: Algorithm,
    /// Unit of results.
    pub group: Grouping,
    /// Score from which a result is a match, as answers show it, 0 to 1. The disjunctive stage runs if
    /// fewer than `limit` records of the conjunctive one reach it.
    pub threshold: f64,
    /// Least score of a result, as answers show it, 0 to 1; lower ones are not searched for.
    pub cutoff: f64,
    /// Parts of the features in the answer.
    pub explain: Explain,
}

impl Default for MatchSettings {
    fn default() -> Self {
        let (algorithm, group) = (Algorithm::Standard, Grouping::Record);
        let (limit, threshold) = (limits::RESULTS_DEFAULT as usize, limits::THRESHOLD_DEFAULT);
        Self { limit, algorithm, group, threshold, cutoff: 0.0, explain: Explain::Full }
    }
}
