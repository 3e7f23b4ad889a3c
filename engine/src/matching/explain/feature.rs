//! One feature of a result, in words and numbers.

use super::alignment::Alignment;
use crate::model::named_enum;

/// One feature of a result (docs/api.md, "Match answers").
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub kind: FeatureKind,
    /// A plain sentence, and further short ones. `None` with [`Explain::None`].
    pub explanation: Option<String>,
    /// Measured score, 0 to 1.
    pub score: f64,
    /// Effect applied to the result's score.
    pub weight: f64,
    /// The record's best matching name (name_match only). `None` with [`Explain::None`].
    pub matched_name: Option<String>,
    /// Its alignment with the query's name (name_match only, with [`Explain::Full`]).
    pub alignment: Option<Alignment>,
}

named_enum!(
    /// Parts of the features in an answer (docs/api.md, "Match").
    Explain {
        /// Scores, sentences and the matched words.
        Full = "full",
        /// Scores and sentences.
        Text = "text",
        /// Scores alone, which saves time.
        None = "none",
    }
);

named_enum!(
    /// The features of docs/api.md, "Features".
    FeatureKind {
        NameMatch = "name_match",
        /// Birth dates.
        DobMatch = "dob_match",
        CountryMatch = "country_match",
        /// IMO numbers.
        IdentifierMatch = "identifier_match",
        TypeMismatch = "type_mismatch",
    }
);
