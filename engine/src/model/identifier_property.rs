//! Property of an identifier in follow-the-money, found by the publisher's label.

use super::facts::Value;
use super::{EntityType, Property, in_form};

/// Words in labels of identifiers, each with its property; the first one that a label holds decides.
/// Labels are compared in lower case, without dots and hyphens. A word that ends in `*` matches the
/// beginning of a word of the label.
const CALLED: &[(&str, Property)] = &[
    ("passport*", Property::PassportNumber),
    ("pasaporte", Property::PassportNumber),
    ("passeport", Property::PassportNumber),
    ("swift*", Property::SwiftBic),
    ("mmsi", Property::Mmsi),
    ("call sign", Property::CallSign),
    ("isin", Property::IsinCode),
    ("lei", Property::LeiCode),
    ("legal entity identifier", Property::LeiCode),
    ("duns", Property::DunsCode),
    ("npi", Property::NpiCode),
    ("unified social credit", Property::UscCode),
    ("united social credit", Property::UscCode),
    ("ogrn", Property::OgrnCode),
    ("okpo", Property::OkpoCode),
    ("bik", Property::BikCode),
    ("inn", Property::InnCode),
    ("vat", Property::VatCode),
    ("tax*", Property::TaxNumber),
    ("fiscal", Property::TaxNumber),
    ("fein", Property::TaxNumber),
    ("rfc", Property::TaxNumber),
    ("nit", Property::TaxNumber),
    ("nuit", Property::TaxNumber),
    ("ruc", Property::TaxNumber),
    ("rif", Property::TaxNumber),
    ("cuit", Property::TaxNumber),
    ("social security", Property::SocialSecurityNumber),
    ("ssn", Property::SocialSecurityNumber),
    ("tail number", Property::RegistrationNumber),
    ("mode s", Property::IcaoCode),
    ("construction number", Property::SerialNumber),
    ("serial number msn", Property::SerialNumber),
    ("aircraft serial*", Property::SerialNumber),
    ("residen*", Property::IdNumber),
    ("licen*", Property::LicenseNumber),
    ("permit", Property::LicenseNumber),
    ("wikidata", Property::WikidataId),
    ("electoral", Property::IdNumber),
    ("military", Property::IdNumber),
    ("regist*", Property::RegistrationNumber),
    ("company number", Property::RegistrationNumber),
    ("cr", Property::RegistrationNumber),
    ("matricula", Property::RegistrationNumber),
    ("folio mercantil", Property::RegistrationNumber),
    ("enterprise number", Property::RegistrationNumber),
    ("chamber of", Property::RegistrationNumber),
    ("business number", Property::RegistrationNumber),
    ("incorporation", Property::RegistrationNumber),
    ("legal entity number", Property::RegistrationNumber),
];

impl Property {
    /// Properties of identifiers; see [`Self::of_identifier`].
    pub(super) const IDENTIFIERS: &'static [Self] = &[
        Self::CallSign,
        Self::Mmsi,
        Self::SerialNumber,
        Self::IcaoCode,
        Self::PassportNumber,
        Self::SocialSecurityNumber,
        Self::IdNumber,
        Self::TaxNumber,
        Self::VatCode,
        Self::RegistrationNumber,
        Self::LicenseNumber,
        Self::LeiCode,
        Self::DunsCode,
        Self::NpiCode,
        Self::UscCode,
        Self::InnCode,
        Self::OgrnCode,
        Self::OkpoCode,
        Self::SwiftBic,
        Self::BikCode,
        Self::IsinCode,
        Self::WikidataId,
    ];

    /// Properties of identifiers, IMO numbers included.
    pub fn identifiers() -> impl Iterator<Item = Self> {
        std::iter::once(Self::ImoNumber).chain(Self::IDENTIFIERS.iter().copied())
    }

    /// Returns the property of an identifier. A value that is not valid in the scheme of its label is a
    /// plain number.
    #[must_use]
    pub fn of_identifier(entity_type: Option<EntityType>, identifier: Value<'_>) -> Self {
        let Value::Identifier { kind, value, .. } = identifier else { return Self::IdNumber };
        let property = property_of(kind, entity_type);
        if in_form(property, value).is_some() { property } else { Self::IdNumber }
    }
}

/// Returns the property of an identifier with this label; `idNumber` where nothing better is known.
fn property_of(label: &str, entity_type: Option<EntityType>) -> Property {
    let words = words_of(label);
    let starts = || words.match_indices(' ').map(|(at, _)| &words[at + 1..]);
    let is_called = |name: &str| match name.strip_suffix('*') {
        Some(beginning) => starts().any(|words| words.starts_with(beginning)),
        None => {
            starts().any(|words| words.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))
        }
    };
    let called = CALLED.iter().find(|(name, _)| is_called(name));
    let property = called.map_or(Property::IdNumber, |(_, property)| *property);
    // A property that the schema of the party does not have becomes a plain number.
    if property.is_of(entity_type) { property } else { Property::IdNumber }
}

/// Returns the words of a label, with a blank before and after each.
fn words_of(label: &str) -> String {
    let mut words = String::from(" ");
    for c in label.chars().filter(|c| !matches!(c, '.' | '-')).chain([' ']) {
        if c.is_alphanumeric() {
            words.extend(c.to_lowercase());
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_stand_where_their_label_says() {
        use EntityType::{Aircraft, Company, Individual, Organization, Vessel};
        for (label, entity_type, expected) in [
            ("Passport", Some(Individual), "passportNumber"),
            ("Número de pasaporte", Some(Individual), "passportNumber"),
            ("Passport", Some(Company), "idNumber"),
            ("Tax ID No.", Some(Company), "taxNumber"),
            ("R.F.C.", Some(Individual), "taxNumber"),
            ("SWIFT/BIC", Some(Organization), "swiftBic"),
            ("V.A.T. Number", Some(Company), "vatCode"),
            ("D-U-N-S Number", Some(Company), "dunsCode"),
            ("Registration Number", Some(Company), "registrationNumber"),
            ("C.R. No.", Some(Company), "registrationNumber"),
            ("Electoral Registry No.", Some(Individual), "idNumber"),
            ("Digital Currency Address", Some(Individual), "idNumber"),
            ("BIK (RU)", Some(Company), "bikCode"),
            ("BIK (RU)", Some(Organization), "idNumber"),
            ("MMSI", Some(Vessel), "mmsi"),
            ("Call sign", Some(Vessel), "callSign"),
            ("Aircraft Tail Number", Some(Aircraft), "registrationNumber"),
            ("Aircraft Manufacturer's Serial Number (MSN)", Some(Aircraft), "serialNumber"),
            ("Aircraft Mode S Transponder Code", Some(Aircraft), "icaoCode"),
            ("National ID No.", None, "idNumber"),
            ("Residence permit", Some(Individual), "idNumber"),
            ("Work permit", Some(Individual), "licenseNumber"),
        ] {
            assert_eq!(property_of(label, entity_type).as_str(), expected, "{label}");
        }
    }

    #[test]
    fn the_names_are_in_the_form_in_which_labels_are_compared() {
        for (name, property) in CALLED {
            assert_eq!(words_of(name.trim_end_matches('*')).trim(), name.trim_end_matches('*'));
            assert!(Property::IDENTIFIERS.contains(property), "{name}");
        }
    }
}
