//! What is asked.

use crate::limits;
use crate::model::{CountryCode, ImoNumber, PartialDate, Schema, named_enum};
use crate::query::QueryName;
use crate::scoring::effects::Facts;
use crate::scoring::party::Grouping;

/// One query, parsed and valid (docs/api.md, "Match queries"): at least one name or IMO number, at
/// most [`crate::limits::VALUES_PER_PROPERTY`] values of each property. Values of one property are
/// alternatives.
///
/// The default is one without values, for a party of any kind: what parts are then added to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchQuery {
    /// What is described.
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

    /// The birth dates that count: those given as such, or else those that stand beside the names.
    pub fn births(&self) -> impl Iterator<Item = PartialDate> + Clone + '_ {
        let told = self.names.iter().filter(|_| self.birth_dates.is_empty());
        let told = told.flat_map(QueryName::birth_dates);
        self.birth_dates.iter().chain(told).take(limits::VALUES_PER_PROPERTY).copied()
    }
}

named_enum!(
    /// How the score is made (docs/api.md, "Match"; `best` is another word for the default).
    Algorithm {
        /// Name, birth date, country, type and IMO number.
        Standard = "standard",
        /// The name alone.
        NameOnly = "name-only",
    }
);

impl Algorithm {
    /// What is compared beside names, when the query is for a party of this schema.
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
    /// How the score is made.
    pub algorithm: Algorithm,
    /// What a result is.
    pub group: Grouping,
    /// Score from which a result is a match, as answers show it; 0 to 1. The second stage of gathering
    /// runs where fewer than `limit` of the first one's records reach it.
    pub threshold: f64,
    /// Results of a lower score, as answers show it, are not looked for; 0 to 1.
    pub cutoff: f64,
}

impl Default for MatchSettings {
    fn default() -> Self {
        let (algorithm, group) = (Algorithm::Standard, Grouping::Record);
        let (limit, threshold) = (limits::RESULTS_DEFAULT as usize, limits::THRESHOLD_DEFAULT);
        Self { limit, algorithm, group, threshold, cutoff: 0.0 }
    }
}
