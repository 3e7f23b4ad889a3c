//! One feature of a result: what it is, in words and in figures.

use super::alignment::Alignment;
use crate::model::named_enum;

/// One feature of a result (docs/api.md, "Match answers").
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub kind: FeatureKind,
    /// A plain sentence, and further short ones.
    pub explanation: String,
    /// What was measured, 0 to 1.
    pub score: f64,
    /// The effect actually applied to the score.
    pub weight: f64,
    /// The record's name that met the query best (name_match only).
    pub matched_name: Option<String>,
    /// Which of its words met which of the query's (name_match only).
    pub alignment: Option<Alignment>,
}

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
