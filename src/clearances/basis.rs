//! The facts that a decision rests on, as hashes: they are kept beside the decision and say later what has
//! changed.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::facts::{Facts, RECORD_PARTS};
use crate::receipts::{canonical, constants_sha256};
use tamis_engine::matching::MatchQuery;
use tamis_engine::snapshot::RecordView;
use tamis_engine::store::checksum::sha256_of;

/// Hexadecimal digits kept of the hash of a part: 48 bits, so that a change goes unseen once in 10^14.
const DIGITS: usize = 12;

/// The parts, in the words of a sentence about what has changed.
const PARTS: [&str; 11] = [
    "the customer's type",
    "the customer's names",
    "the customer's birth dates",
    "the customer's countries",
    "the customer's IMO numbers",
    "the record's names",
    "the record's birth dates",
    "the record's countries",
    "the record's identifiers",
    "the record's listing",
    "the constants of the score",
];

/// Index of the first part that is the record's.
const OF_RECORD: usize = 5;

/// A hash of each part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Basis([String; PARTS.len()]);

impl Basis {
    /// The basis of a decision on a customer and a record as they are now.
    pub(crate) fn of(query: &MatchQuery, record: RecordView<'_>) -> Self {
        let texts = |values: &mut dyn Iterator<Item = String>| hash(&values.collect::<Vec<_>>());
        let customer = [
            hash(&query.schema.as_str()),
            texts(&mut query.names.iter().map(|name| name.text().to_owned())),
            texts(&mut query.births().map(|date| date.to_string())),
            texts(&mut query.countries.iter().map(ToString::to_string)),
            texts(&mut query.imos.iter().map(ToString::to_string)),
        ];
        Self::with(customer, record)
    }

    /// The basis of a decision on the customer of another basis and a record as it is now.
    pub(crate) fn of_record(other: &Self, record: RecordView<'_>) -> Self {
        Self::with(std::array::from_fn(|at| other.0[at].clone()), record)
    }

    fn with(customer: [String; OF_RECORD], record: RecordView<'_>) -> Self {
        let record = Facts::of(record);
        let record = record.parts().each_ref().map(hash);
        let mut constants = constants_sha256().to_owned();
        constants.truncate(DIGITS);
        let mut parts = customer.into_iter().chain(record).chain([constants]);
        Self(std::array::from_fn(|_| parts.next().unwrap_or_default()))
    }

    /// The parts that differ from an earlier basis, as the end of a sentence; `None` if all are as they
    /// were. `facts` are those of the record, if they were kept, and now.
    pub(crate) fn changed_since(
        &self,
        before: &Self,
        facts: Option<(&Facts, &Facts)>,
    ) -> Option<String> {
        let differs = |at: &usize| self.0[*at] != before.0[*at];
        let named = |at: usize| {
            let of_record = at.checked_sub(OF_RECORD).filter(|part| *part < RECORD_PARTS);
            let (then, now) = facts?;
            let values = now.changed_since(then, of_record?);
            (!values.is_empty()).then(|| format!("{} ({values})", PARTS[at]))
        };
        let changed = (0..PARTS.len()).filter(differs);
        let changed = changed.map(|at| named(at).unwrap_or_else(|| PARTS[at].to_owned()));
        let changed: Vec<String> = changed.collect();
        (!changed.is_empty()).then(|| changed.join(", "))
    }
}

fn hash(part: &impl Serialize) -> String {
    let mut hash = sha256_of(&canonical(part));
    hash.truncate(DIGITS);
    hash
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("-"))
    }
}

impl FromStr for Basis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_hash =
            |part: &str| part.len() == DIGITS && part.bytes().all(|c| c.is_ascii_hexdigit());
        let parts: Vec<String> =
            text.split('-').filter(|part| is_hash(part)).map(str::to_owned).collect();
        let parts = <[String; PARTS.len()]>::try_from(parts);
        let known = parts.ok().map(Self).filter(|own| own.to_string() == text);
        known.ok_or_else(|| format!("{text:?} is no basis: it has {} hashes", PARTS.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_is_named() {
        let before = Basis(std::array::from_fn(|at| format!("{at:012}")));
        assert_eq!(before.to_string().parse(), Ok(before.clone()));
        assert_eq!(before.changed_since(&before, None), None);
        let mut now = before.clone();
        now.0[2] = "0123456789ab".to_owned();
        assert_eq!(now.changed_since(&before, None).as_deref(), Some("the customer's birth dates"));
        now.0[5] = "0123456789ab".to_owned();
        let expected = "the customer's birth dates, the record's names";
        assert_eq!(now.changed_since(&before, None).as_deref(), Some(expected));
        for text in ["", "abc", &before.to_string()[1..], &format!("{before}-000000000000")] {
            text.parse::<Basis>().expect_err(text);
        }
    }
}
