//! `senzing.json`: records in Senzing's entity specification, in the form with `FEATURES`.

use std::collections::HashSet;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use tamis_engine::ftm::{FtmEntity, FtmId, properties};
use tamis_engine::json::Shown;
use tamis_engine::model::facts::{Senzing as Place, Value};
use tamis_engine::model::{EntityType, Fact, Property};
use tamis_engine::snapshot::RecordView;
use xxhash_rust::xxh3::xxh3_64;

/// Greatest number of characters of a data source.
const DATA_SOURCE_CHARS_MAX: usize = 25;
/// Words in a list's label for a national identification number.
const NATIONAL: [&str; 6] =
    ["national", "identity", "identification", "cedula", "cédula", "personal"];

/// A record and its follow-the-money entity, to be written for Senzing.
pub(super) struct Senzing<'a, 's> {
    pub(super) record: RecordView<'s>,
    pub(super) entity: &'a FtmEntity<'s>,
}

impl Serialize for Senzing<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("DATA_SOURCE", &data_source(&self.record.register().slug))?;
        map.serialize_entry("RECORD_ID", &Shown(FtmId::Record(self.record.id())))?;
        map.serialize_entry("FEATURES", &self.features())?;
        map.end()
    }
}

/// Slug of a register in upper case. A slug that is too long is truncated and gets a checksum as
/// suffix, so that it does not depend on the other registers. Ids of records are distinct without it.
fn data_source(slug: &str) -> String {
    let code = slug.to_ascii_uppercase();
    if code.len() <= DATA_SOURCE_CHARS_MAX {
        return code;
    }
    let checksum = xxh3_64(slug.as_bytes()) as u32;
    let kept: String = code.chars().take(DATA_SOURCE_CHARS_MAX - 9).collect();
    format!("{kept}_{checksum:08X}")
}

/// The attributes of one feature.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Feature(Vec<(&'static str, String)>);

impl Feature {
    fn of(attribute: &'static str, value: impl ToString) -> Self {
        Self(vec![(attribute, value.to_string())])
    }

    /// Adds a further attribute if it has a value.
    fn with(mut self, attribute: &'static str, value: impl ToString) -> Self {
        let value = value.to_string();
        self.0.extend(Some((attribute, value)).filter(|(_, value)| !value.trim().is_empty()));
        self
    }
}

impl Serialize for Feature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(attribute, value)| (attribute, value)))
    }
}

impl Senzing<'_, '_> {
    /// Features of the record, each once.
    fn features(&self) -> Vec<Feature> {
        let kind = self.record.entity_type();
        let mut features: Vec<Feature> =
            record_type(kind).map(|kind| Feature::of("RECORD_TYPE", kind)).into_iter().collect();
        features.extend(self.names());
        for fact in Fact::ALL {
            features
                .extend(self.record.values(*fact).filter_map(|value| feature(kind, *fact, value)));
        }
        let mut seen = HashSet::new();
        features.retain(|feature| {
            let is_filled = feature.0.iter().all(|(_, value)| !value.trim().is_empty());
            is_filled && seen.insert(feature.clone())
        });
        features
    }

    /// Names, each once, the primary one first.
    fn names(&self) -> impl Iterator<Item = Feature> {
        let attribute = match self.record.entity_type() {
            Some(EntityType::Company | EntityType::Organization) => "NAME_ORG",
            _ => "NAME_FULL",
        };
        let mut seen = HashSet::new();
        let names = self.entity.said().iter().filter_map(move |said| {
            let name_type = match said.property {
                Property::Name => "PRIMARY",
                Property::Alias => "ALIAS",
                Property::WeakAlias => "WEAK",
                Property::PreviousName => "FORMER",
                _ => return None,
            };
            let properties::Value::Text(name) = &said.value else { return None };
            let feature = || Feature::of("NAME_TYPE", name_type).with(attribute, name);
            seen.insert(name).then(feature)
        });
        names.collect::<Vec<_>>().into_iter()
    }
}

/// Type of the party, if the list states it.
fn record_type(kind: Option<EntityType>) -> Option<&'static str> {
    Some(match kind? {
        EntityType::Individual => "PERSON",
        EntityType::Company | EntityType::Organization => "ORGANIZATION",
        EntityType::Vessel => "VESSEL",
        EntityType::Aircraft => "AIRCRAFT",
    })
}

/// Feature for a value of a fact, if one exists. Names are handled elsewhere.
fn feature(kind: Option<EntityType>, fact: Fact, value: Value<'_>) -> Option<Feature> {
    match (fact.senzing(), value) {
        (Place::Attribute(attribute), Value::BirthDate(born)) => {
            Some(Feature::of(attribute, born.date))
        }
        (Place::Attribute(attribute), value) => Some(Feature::of(attribute, value)),
        (Place::OtherId(kind), value) => {
            Some(Feature::of("OTHER_ID_TYPE", kind).with("OTHER_ID_NUMBER", value))
        }
        (Place::ByValue, Value::Identifier { .. }) => identifier(kind, value),
        (Place::ByValue, Value::Country(_)) => Some(Feature::of(country_attribute(kind), value)),
        (Place::ByValue | Place::Nowhere, _) => None,
    }
}

fn country_attribute(kind: Option<EntityType>) -> &'static str {
    match kind {
        Some(EntityType::Individual) => "NATIONALITY",
        Some(_) => "REGISTRATION_COUNTRY",
        None => "COUNTRY_OF_ASSOCIATION",
    }
}

/// Identifier under the attributes for its kind, recognised by the publisher's label.
fn identifier(entity_type: Option<EntityType>, identifier: Value<'_>) -> Option<Feature> {
    use EntityType::{Aircraft, Individual, Vessel};
    use Property as P;
    let Value::Identifier { kind, value, country } = identifier else { return None };
    let country = country.map(|country| country.to_string()).unwrap_or_default();
    let called = |words: &[&str]| {
        let label = kind.to_lowercase();
        words.iter().any(|word| label.contains(word))
    };
    let is_craft = matches!(entity_type, Some(Vessel | Aircraft));
    let is_person = matches!(entity_type, Some(Individual) | None);
    let typed = |number: &'static str, type_: &'static str, issuer: &'static str| {
        Feature::of(number, value).with(type_, kind).with(issuer, &country)
    };
    let national = || typed("NATIONAL_ID_NUMBER", "NATIONAL_ID_TYPE", "NATIONAL_ID_COUNTRY");
    Some(match Property::of_identifier(entity_type, identifier) {
        P::PassportNumber => {
            Feature::of("PASSPORT_NUMBER", value).with("PASSPORT_COUNTRY", country)
        }
        P::SocialSecurityNumber => Feature::of("SSN_NUMBER", value),
        P::LeiCode => Feature::of("LEI_NUMBER", value),
        P::DunsCode => Feature::of("DUNS_NUMBER", value),
        P::NpiCode => Feature::of("NPI_NUMBER", value),
        P::TaxNumber | P::VatCode | P::InnCode => {
            typed("TAX_ID_NUMBER", "TAX_ID_TYPE", "TAX_ID_COUNTRY")
        }
        P::RegistrationNumber | P::OgrnCode | P::OkpoCode | P::UscCode if !is_craft => national(),
        P::IdNumber if is_person && called(&NATIONAL) => national(),
        P::LicenseNumber if called(&["driv"]) => {
            Feature::of("DRIVERS_LICENSE_NUMBER", value).with("DRIVERS_LICENSE_STATE", country)
        }
        _ => typed("OTHER_ID_NUMBER", "OTHER_ID_TYPE", "OTHER_ID_COUNTRY"),
    })
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::CountryCode;

    use super::*;

    #[test]
    fn data_sources_are_short_codes_that_depend_on_the_slug_alone() {
        assert_eq!(data_source("us_ofac_sdn"), "US_OFAC_SDN");
        assert_eq!(data_source("a23456789_123456789_12345"), "A23456789_123456789_12345");
        let long = ["a23456789_123456789_123456", "a23456789_123456789_123457"].map(data_source);
        assert_eq!(long.each_ref().map(String::len), [25, 25]);
        assert!(long.iter().all(|code| code.starts_with("A23456789_123456_")), "{long:?}");
        assert_ne!(long[0], long[1]);
        // The form is fixed for ever.
        assert_eq!(long[0], "A23456789_123456_BFFBF30C");
    }

    #[test]
    fn identifiers_have_the_attributes_of_their_kind() {
        use EntityType::{Company, Individual, Vessel};
        let country = CountryCode::parse("PE");
        for (entity_type, kind, country, expected) in [
            (Individual, "Passport", country, "PASSPORT_NUMBER=7 PASSPORT_COUNTRY=PE"),
            (Individual, "Passport", None, "PASSPORT_NUMBER=7"),
            (
                Individual,
                "National ID No.",
                country,
                "NATIONAL_ID_NUMBER=7 NATIONAL_ID_TYPE=National ID No. NATIONAL_ID_COUNTRY=PE",
            ),
            (Company, "Tax ID No.", None, "TAX_ID_NUMBER=7 TAX_ID_TYPE=Tax ID No."),
            (
                Company,
                "Registration Number",
                None,
                "NATIONAL_ID_NUMBER=7 NATIONAL_ID_TYPE=Registration Number",
            ),
            (
                Vessel,
                "Registration Number",
                None,
                "OTHER_ID_NUMBER=7 OTHER_ID_TYPE=Registration Number",
            ),
            (Individual, "Driver's License No.", None, "DRIVERS_LICENSE_NUMBER=7"),
            (
                Company,
                "Identification Number",
                None,
                "OTHER_ID_NUMBER=7 OTHER_ID_TYPE=Identification Number",
            ),
            (Company, "", None, "OTHER_ID_NUMBER=7"),
        ] {
            let value = Value::Identifier { kind, value: "7", country };
            let Feature(attributes) = identifier(Some(entity_type), value).expect(kind);
            let shown: Vec<_> =
                attributes.iter().map(|(name, value)| format!("{name}={value}")).collect();
            assert_eq!(shown.join(" "), expected);
        }
    }
}
