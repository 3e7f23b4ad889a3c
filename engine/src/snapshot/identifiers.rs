//! Records by identifier: an exact look-up of the numbers that lists publish.
//!
//! Identifiers are compared by their letters and digits alone, in capitals, since everybody separates them
//! differently. A business identifier code is compared without its branch.

use std::borrow::Cow;

use rayon::prelude::*;

use super::file::Snapshot;
use super::format::Section;
use crate::lexicon::buckets::{BucketParts, Buckets};
use crate::lexicon::text_index::{TextIndex, ordinals_by_text};
use crate::model::facts::Value;
use crate::model::{CountryCode, EntityType, Fact, ImoNumber, Property, RecordOrdinal, in_form};

/// An identifier of a record that equals a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentifierMatch<'s> {
    pub record: RecordOrdinal,
    /// Property of the number, from its label and its check digits.
    pub property: Property,
    /// Kind in the publisher's words.
    pub kind: &'s str,
    /// The number as published.
    pub value: Cow<'s, str>,
    /// The issuing country, if known.
    pub country: Option<CountryCode>,
}

/// Makes the index as stored from the identifiers of records.
pub(super) fn records_by_identifier<'r>(
    identifiers: impl ParallelIterator<Item = (RecordOrdinal, Option<EntityType>, Value<'r>)>,
) -> BucketParts<u32> {
    ordinals_by_text(identifiers.map(|(record, entity_type, identifier)| {
        (key_of(Property::of_identifier(entity_type, identifier), identifier), record.0)
    }))
}

impl Snapshot {
    /// Returns the identifiers of active records that equal a value, by record.
    #[must_use]
    pub fn with_identifier(&self, value: &str) -> Vec<IdentifierMatch<'_>> {
        let key = compact(value);
        if key.is_empty() {
            return Vec::new();
        }
        let bank = in_form(Property::SwiftBic, &key).filter(|bank| **bank != key);
        let index = TextIndex(Buckets::new(
            self.section(Section::IdentifierBuckets),
            self.section(Section::IdentifierRecords),
        ));
        let mut records = index.candidates(&key).to_vec();
        records.extend(bank.iter().flat_map(|bank| index.candidates(bank)));
        records.sort_unstable();
        records.dedup();
        let mut matches = self.with_imo_number(value);
        for record in records.into_iter().map(RecordOrdinal) {
            let view = self.record(record);
            for identifier in view.values(Fact::Identifiers) {
                let Value::Identifier { kind, value, country } = identifier else { continue };
                // The form of a value is a part of it, and is found only where it may be the one asked.
                let own = compact(value);
                if !own.contains(bank.as_deref().unwrap_or(&key)) {
                    continue;
                }
                let property = Property::of_identifier(view.entity_type(), identifier);
                let own = key_of(property, identifier);
                let is_bank = property == Property::SwiftBic && bank.as_deref() == Some(&own);
                if own == key || is_bank {
                    let value = value.into();
                    matches.push(IdentifierMatch { record, property, kind, value, country });
                }
            }
        }
        matches
    }

    /// IMO numbers have a column of their own.
    fn with_imo_number(&self, value: &str) -> Vec<IdentifierMatch<'_>> {
        let Some(imo) = ImoNumber::parse(value) else { return Vec::new() };
        let found = |record| IdentifierMatch {
            record,
            property: Property::ImoNumber,
            kind: Fact::Imo.label(),
            value: imo.to_string().into(),
            country: None,
        };
        self.index().with_imo(imo).map(found).collect()
    }
}

/// The form in which an identifier is compared.
fn key_of(property: Property, identifier: Value<'_>) -> String {
    let Value::Identifier { value, .. } = identifier else { return String::new() };
    compact(in_form(property, value).as_deref().unwrap_or(value))
}

fn compact(value: &str) -> String {
    if value.is_ascii() {
        let kept = value.bytes().filter(u8::is_ascii_alphanumeric);
        return kept.map(|byte| char::from(byte.to_ascii_uppercase())).collect();
    }
    value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}
