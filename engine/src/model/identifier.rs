//! Numbers of documents and registrations.

use serde::{Deserialize, Serialize};

use super::CountryCode;

/// A number that identifies a party.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identifier {
    /// Kind in the publisher's words ("Passport", "National ID No.").
    #[serde(rename = "type")]
    pub kind: String,
    /// The number as published.
    pub value: String,
    /// The issuing country, when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<CountryCode>,
}
