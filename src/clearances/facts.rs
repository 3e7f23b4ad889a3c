//! The facts of a record that a decision rests on, by part: kept beside the decision, they say later what
//! was and what is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::receipts::canonical;
use tamis_engine::files::json_fault;
use tamis_engine::model::Fact;
use tamis_engine::snapshot::RecordView;

/// Number of parts of a record.
pub(super) const RECORD_PARTS: usize = 5;

/// Facts of a record by part. Facts of no part, such as notes and addresses, do not decide a match.
const PARTS: [&[Fact]; RECORD_PARTS] = [
    &[Fact::Name, Fact::Aliases],
    &[Fact::BirthDates, Fact::BornBefore],
    &[Fact::Countries, Fact::AddressCountries],
    &[Fact::Imo, Fact::Identifiers, Fact::Isin, Fact::Ticker, Fact::UnReference],
    &[
        Fact::EntityType,
        Fact::Programmes,
        Fact::ListedOn,
        Fact::ListedUntil,
        Fact::Status,
        Fact::Historical,
    ],
];

/// Names, birth dates, countries, identifiers and listing of a record, under the keys of its facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Facts([Map<String, Value>; RECORD_PARTS]);

impl Facts {
    /// The facts of a record as they are now.
    pub(crate) fn of(record: RecordView<'_>) -> Self {
        let facts = serde_json::to_value(record.to_model());
        let facts = facts.expect("facts are texts, numbers and lists of them");
        let mut parts = PARTS.map(|part| {
            let own = part.iter().map(|fact| fact.key());
            let own = own.filter_map(|key| Some((key.to_owned(), facts.get(key)?.clone())));
            own.collect::<Map<String, Value>>()
        });
        let [.., listing] = &mut parts;
        listing.insert("register".to_owned(), record.register().slug.as_str().into());
        Self(parts)
    }

    /// The parts in their order.
    pub(super) fn parts(&self) -> &[Map<String, Value>; RECORD_PARTS] {
        &self.0
    }

    /// The values of a part that were added and removed since, in a few words; empty if none are known.
    pub(super) fn changed_since(&self, before: &Self, part: usize) -> String {
        let [then, now] = [before, self].map(|own| leaves(&own.0[part]));
        let only = |own: &[String], other: &[String]| -> Vec<String> {
            own.iter()
                .filter(|leaf| !other.contains(leaf))
                .map(|leaf| format!("{leaf:?}"))
                .collect()
        };
        let (removed, added) = (only(&then, &now), only(&now, &then));
        match (removed.is_empty(), added.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!("{} added", added.join(", ")),
            (false, true) => format!("{} removed", removed.join(", ")),
            (false, false) => format!("{}, was {}", added.join(", "), removed.join(", ")),
        }
    }
}

/// The texts and numbers below a value; of an object that has a name, the name.
fn leaves(part: &Map<String, Value>) -> Vec<String> {
    fn push(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Number(number) => found.push(number.to_string()),
            Value::Array(values) => values.iter().for_each(|value| push(value, found)),
            Value::Object(fields) => match fields.get("name") {
                Some(name) => push(name, found),
                None => fields.values().for_each(|value| push(value, found)),
            },
            Value::Bool(_) | Value::Null => {}
        }
    }
    let mut found = Vec::new();
    part.values().for_each(|value| push(value, &mut found));
    found
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&canonical(self)))
    }
}

impl FromStr for Facts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = |error| format!("facts must be those of a record: {}", json_fault(&error));
        serde_json::from_str(text).map_err(fault)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts(names: Value) -> Facts {
        let text = json!([names, {}, {}, {}, {"register": "un"}]).to_string();
        text.parse().expect("facts")
    }

    #[test]
    fn what_was_and_what_is_is_told() {
        let before =
            facts(json!({"name": "Ivan", "aliases": [{"name": "Vanya", "quality": "weak"}]}));
        assert_eq!(before.to_string().parse(), Ok(before.clone()));
        for (now, expected) in [
            (json!({"name": "Ivan", "aliases": [{"name": "Vanya", "quality": "weak"}]}), ""),
            (json!({"name": "Ivan"}), "\"Vanya\" removed"),
            (json!({"name": "Ivan", "aliases": [{"name": "Vanya"}, {"name": "I"}]}), "\"I\" added"),
            (json!({"name": "Juan", "aliases": [{"name": "Vanya"}]}), "\"Juan\", was \"Ivan\""),
        ] {
            assert_eq!(facts(now.clone()).changed_since(&before, 0), expected, "{now}");
        }
        for text in ["", "[]", "[{},{},{},{}]", "[{},{},{},{},1]"] {
            text.parse::<Facts>().expect_err(text);
        }
    }
}
