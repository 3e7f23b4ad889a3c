//! Content of a record's follow-the-money entities, for comparison with an earlier build. It covers
//! exactly the differences in meaning between two lines of `entities.ftm.json`.

use std::collections::BTreeSet;

use super::clean::clean_name;
use super::properties::{self, Said};
use crate::model::{CountryCode, ListType, Property, Record, Schema};

/// Content of the entity of a party or a listing; its values are unordered.
#[derive(Debug, PartialEq, Eq)]
pub struct Content {
    /// Schema of a party; `None` for a listing.
    schema: Option<Schema>,
    caption: String,
    said: BTreeSet<(Property, String)>,
}

impl Content {
    /// Returns the content of a record's party, for a list of this type.
    #[must_use]
    pub fn of_party(record: &Record, list_type: ListType) -> Self {
        let said = properties::of_party_on(record, list_type.topic());
        let caption = clean_name(&record.name).into_owned();
        Self { schema: Some(Schema::of(record.entity_type)), caption, said: values(said) }
    }

    /// Returns the content of a record's listing, for this publisher and its country.
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
