//! What follow-the-money tells of a record, to be compared with what it told before: whatever makes two
//! lines of `entities.ftm.json` say something else, and nothing more.

use std::collections::BTreeSet;

use super::clean::clean_name;
use super::properties::{self, Said};
use crate::model::{CountryCode, ListType, Property, Record, Schema};

/// A party or a listing as an entity tells it; its values are in no order.
#[derive(Debug, PartialEq, Eq)]
pub struct Content {
    /// Of a party.
    schema: Option<Schema>,
    caption: String,
    said: BTreeSet<(Property, String)>,
}

impl Content {
    /// What a record of a list of this type says of its party.
    #[must_use]
    pub fn of_party(record: &Record, list_type: ListType) -> Self {
        let said = properties::of_party_on(record, list_type.topic());
        let caption = clean_name(&record.name).into_owned();
        Self { schema: Some(Schema::of(record.entity_type)), caption, said: values(said) }
    }

    /// What a record says of its listing by this publisher of a country.
    #[must_use]
    pub fn of_listing(record: &Record, publisher: &str, country: CountryCode) -> Self {
        let said = properties::of_publisher(publisher, country).into_iter();
        let said = said.chain(properties::of_listing_alone(record));
        let caption = record.programmes.first().map_or(publisher, String::as_str).to_owned();
        Self { schema: None, caption, said: values(said) }
    }
}

fn values<'s>(said: impl Iterator<Item = Said<'s>>) -> BTreeSet<(Property, String)> {
    said.map(|Said { property, value, .. }| (property, value.to_string())).collect()
}
