//! One feature of a result, in words and numbers.

use super::alignment::Alignment;
use crate::model::named_enum;

/// One feature of a result (docs/api.md, "Match answers").
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub kind: FeatureKind,
    /// A plain sentence, and further short ones.
    pub explanation: String,
    /// Measured score, 0 to 1.
    pub score: f64,
    /// Effect applied to the result's score.
    pub weight: f64,
    /// The record's best matching name (name_match only).
    pub matched_name: Option<String>,
    /// Its alignment with the query's name (name_match only).
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
