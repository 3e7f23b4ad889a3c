//! The facts of one record, as a reader takes them from its list and as the snapshot keeps them.

use serde::{Deserialize, Serialize};

use super::{Alias, CountryCode, EntityType, ImoNumber, PartialDate};

/// One register's entry for one party: what the publisher says, and nothing else.
///
/// Its register, published id and dates of loading are the snapshot's business.
///
/// It is written and read as JSON with the keys of `records.jsonl` where that has the fact. Empty
/// facts are left out, and an unknown key is refused. Ledgers hold records in this form for ever:
/// a key may be added, never renamed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The publisher's own reference for the entry, unique within the register
    /// (OFAC `ent_num`, UN reference number); see [`Self::is_reference_made`].
    #[serde(rename = "ref")]
    pub reference: String,
    /// Whether the reader made the reference from other fields because the publisher gives none.
    /// It tells the record from others and is not shown as the publisher's (decisions D2).
    #[serde(rename = "is_ref_made", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_reference_made: bool,
    /// Primary name as published.
    pub name: String,
    /// Other names in the publisher's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Alias>,
    /// What the party is; `None` when the list does not say.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<EntityType>,
    /// Birth dates in the publisher's order; several where the list offers alternatives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub birth_dates: Vec<PartialDate>,
    /// Places of birth as published.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub birth_places: Vec<String>,
    /// Nationalities, citizenships, jurisdiction or flag; the first is the one shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<CountryCode>,
    /// IMO number of a ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imo: Option<ImoNumber>,
    /// Programmes or regimes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programmes: Vec<String>,
    /// Date of listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_on: Option<PartialDate>,
    /// Date at which the listing ends or ended; none where it is open or permanent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_until: Option<PartialDate>,
    /// The publisher's status of the listing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The publisher's page for the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
    /// Gender as published, lower case (`male`, `female`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gender: Option<String>,
    /// Titles, positions and functions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// Addresses, one line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<String>,
    /// Passports, registration numbers and the like: shown, never scored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<Identifier>,
    /// Remarks that found no field of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// ISIN of a security the party issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isin: Option<String>,
    /// Stock ticker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticker: Option<String>,
}

/// A number that identifies a party.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identifier {
    /// What it is, in the publisher's words ("Passport", "National ID No.").
    #[serde(rename = "type")]
    pub kind: String,
    /// The number as published.
    pub value: String,
    /// The issuing country, when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<CountryCode>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = r#"{"ref":"17","is_ref_made":true,"name":"Ann Example","aliases":["Annie",{"name":"A. E.","quality":"weak"}],"type":"INDIVIDUAL","birth_dates":["1962","1964-02-29"],"birth_places":["Lima"],"countries":["PE","GB"],"imo":"0123456","programmes":["P1"],"listed_on":"2001-05","listed_until":"2030-01-01","status":"active","source_url":"https://example.org/17","gender":"female","positions":["Clerk"],"addresses":["1 Street"],"identifiers":[{"type":"Passport","value":"A1","country":"PE"},{"type":"Tax number","value":"2"}],"notes":["N"],"isin":"US0000000000","ticker":"ANN"}"#;

    #[test]
    fn every_fact_is_written_under_its_key_and_read_back() {
        let record: Record = serde_json::from_str(FULL).expect("a record");
        assert_eq!(record.aliases, [Alias::strong("Annie"), Alias::weak("A. E.")]);
        assert_eq!(serde_json::to_string(&record).expect("written"), FULL);
    }

    #[test]
    fn facts_that_are_empty_are_left_out() {
        let text = r#"{"ref":"1","name":"Ben"}"#;
        let record: Record = serde_json::from_str(text).expect("a record");
        assert_eq!(record.entity_type, None);
        assert_eq!(serde_json::to_string(&record).expect("written"), text);
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        for (field, part) in [
            (r#""blood":"0""#, "unknown field `blood`"),
            (r#""type":"PERSON""#, "unknown variant `PERSON`, expected one of `INDIVIDUAL`"),
            (r#""birth_dates":["1963-02-29"]"#, "expected a date of the form YYYY"),
            (r#""countries":["PER"]"#, "expected a country as two letters"),
            (r#""imo":"17""#, "expected an IMO number of seven digits"),
            (r#""aliases":[{"name":"A","since":1}]"#, "unknown field `since`"),
            (r#""aliases":[{"quality":"weak"}]"#, "missing field `name`"),
            (r#""aliases":[7]"#, "expected a name, or a name with its quality"),
            (r#""identifiers":[{"type":"T"}]"#, "missing field `value`"),
        ] {
            let text = format!(r#"{{"ref":"1","name":"Ben",{field}}}"#);
            let error = serde_json::from_str::<Record>(&text).expect_err(field).to_string();
            assert!(error.contains(part), "{field}: {error}");
        }
    }
}
