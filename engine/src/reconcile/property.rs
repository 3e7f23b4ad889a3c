//! The properties of a record that a table can be compared with or extended by.

use std::fmt;

use uuid::Uuid;

use crate::model::{CountryCode, ImoNumber, PartialDate, Schema, Timestamp};
use crate::snapshot::RecordView;

/// A property and how to read it.
#[derive(Debug, Clone, Copy)]
pub struct Property {
    /// Its id, as the API spells it.
    pub id: &'static str,
    /// Its name in words.
    pub name: &'static str,
    /// What it says.
    pub description: &'static str,
    /// The types whose records may have it.
    pub schemas: &'static [Schema],
    /// Its values in a record, in the publisher's order.
    pub values: for<'s> fn(RecordView<'s>) -> Vec<Value<'s>>,
}

/// One value. All but moments are shown as text: dates may know only their year.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'s> {
    /// Text.
    Text(&'s str),
    /// A date as far as it is known.
    Date(PartialDate),
    /// A country.
    Country(CountryCode),
    /// An IMO number.
    Imo(ImoNumber),
    /// A merged entity.
    Entity(Uuid),
    /// A moment.
    Moment(Timestamp),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Date(date) => date.fmt(f),
            Self::Country(country) => country.fmt(f),
            Self::Imo(imo) => imo.fmt(f),
            Self::Entity(id) => id.fmt(f),
            Self::Moment(moment) => moment.fmt(f),
        }
    }
}

const ALL: &[Schema] = Schema::ALL;
const PERSONS: &[Schema] = &[Schema::Person, Schema::LegalEntity];
/// Companies that own ships carry an IMO number too.
const CARRIERS: &[Schema] =
    &[Schema::Vessel, Schema::Company, Schema::Organization, Schema::LegalEntity];

/// All properties; those that a match compares lead.
pub const PROPERTIES: &[Property] = &[
    Property {
        id: "name",
        name: "Name",
        description: "Primary name; compared when matching, with the aliases",
        schemas: ALL,
        values: |record| vec![Value::Text(record.name())],
    },
    Property {
        id: "birthDate",
        name: "Birth date",
        description: "YYYY, YYYY-MM or YYYY-MM-DD; compared when matching",
        schemas: PERSONS,
        values: |record| record.birth_dates().map(Value::Date).collect(),
    },
    Property {
        id: "nationality",
        name: "Country",
        description: "Nationality, jurisdiction or flag, as ISO 3166 code; compared when matching",
        schemas: ALL,
        values: |record| record.countries().map(Value::Country).collect(),
    },
    Property {
        id: "imoNumber",
        name: "IMO number",
        description: "Seven digits; compared when matching",
        schemas: CARRIERS,
        values: |record| record.imo().map(Value::Imo).into_iter().collect(),
    },
    Property {
        id: "alias",
        name: "Alias",
        description: "Other names",
        schemas: ALL,
        values: |record| record.aliases().map(Value::Text).collect(),
    },
    Property {
        id: "type",
        name: "Type",
        description: "Person, Company, Organization, LegalEntity, Vessel or Airplane",
        schemas: ALL,
        values: |record| vec![Value::Text(Schema::of(record.entity_type()).as_str())],
    },
    Property {
        id: "topics",
        name: "Topic",
        description: "Risk topic, such as sanction",
        schemas: ALL,
        values: |record| vec![Value::Text(record.topic().as_str())],
    },
    Property {
        id: "listType",
        name: "List type",
        description: "Kind of list, such as SANCTION",
        schemas: ALL,
        values: |record| vec![Value::Text(record.list_type().as_str())],
    },
    Property {
        id: "programme",
        name: "Programme",
        description: "Programmes or regimes of the listing",
        schemas: ALL,
        values: |record| record.programmes().map(Value::Text).collect(),
    },
    Property {
        id: "listingDate",
        name: "Listing date",
        description: "Date of listing",
        schemas: ALL,
        values: |record| record.listed_on().map(Value::Date).into_iter().collect(),
    },
    Property {
        id: "endDate",
        name: "End date",
        description: "Date at which the listing ends",
        schemas: ALL,
        values: |record| record.listed_until().map(Value::Date).into_iter().collect(),
    },
    Property {
        id: "status",
        name: "Status",
        description: "The publisher's status of the listing",
        schemas: ALL,
        values: |record| record.status().map(Value::Text).into_iter().collect(),
    },
    Property {
        id: "dataset",
        name: "Register",
        description: "Name of the register that publishes the record",
        schemas: ALL,
        values: |record| vec![Value::Text(&record.register().name)],
    },
    Property {
        id: "sourceRef",
        name: "Source reference",
        description: "The register's own reference of the entry",
        schemas: ALL,
        values: |record| record.source_ref().map(Value::Text).into_iter().collect(),
    },
    Property {
        id: "sourceUrl",
        name: "Source address",
        description: "The publisher's page for the entry",
        schemas: ALL,
        values: |record| record.source_url().map(Value::Text).into_iter().collect(),
    },
    Property {
        id: "notes",
        name: "Notes",
        description: "The publisher's remarks",
        schemas: ALL,
        values: |record| record.notes().map(Value::Text).collect(),
    },
    Property {
        id: "mergedEntity",
        name: "Merged entity",
        description: "ID of the merged entity of the same party",
        schemas: ALL,
        values: |record| record.merged_entity().map(Value::Entity).into_iter().collect(),
    },
    Property {
        id: "firstSeen",
        name: "First seen",
        description: "When the record was first collected",
        schemas: ALL,
        values: |record| vec![Value::Moment(record.first_seen())],
    },
    Property {
        id: "lastSeen",
        name: "Last seen",
        description: "When the record was last loaded",
        schemas: ALL,
        values: |record| vec![Value::Moment(record.last_seen())],
    },
];

/// The ids of all properties, in the same order.
pub const IDS: &[&str] = &{
    let mut ids = [""; PROPERTIES.len()];
    let mut at = 0;
    while at < ids.len() {
        ids[at] = PROPERTIES[at].id;
        at += 1;
    }
    ids
};

/// The property with this id.
#[must_use]
pub fn with_id(id: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|property| property.id == id)
}
