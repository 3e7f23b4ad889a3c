//! Attributes of the Senzing entity specification, grouped by feature.

use crate::readers::common::wording::capitalized;

/// Features and their attributes: those of the default configuration that are not internal to the
/// engine, and four further numbers used by published lists.
const FEATURES: &[(Feature, &[&str])] = &[
    (
        Feature::Name,
        &[
            "NAME_FULL",
            "NAME_ORG",
            "NAME_FIRST",
            "NAME_MIDDLE",
            "NAME_LAST",
            "NAME_PREFIX",
            "NAME_SUFFIX",
            "NAME_GEN",
            "NAME_TYPE",
        ],
    ),
    (
        Feature::Address,
        &[
            "ADDR_FULL",
            "ADDR_LINE1",
            "ADDR_LINE2",
            "ADDR_LINE3",
            "ADDR_LINE4",
            "ADDR_LINE5",
            "ADDR_LINE6",
            "ADDR_CITY",
            "ADDR_STATE",
            "ADDR_POSTAL_CODE",
            "ADDR_COUNTRY",
            "ADDR_TYPE",
            "ADDR_FROM_DATE",
            "ADDR_THRU_DATE",
            "ADDR_PLACEKEY",
        ],
    ),
    (Feature::RecordType, &["RECORD_TYPE"]),
    (Feature::BirthDate, &["DATE_OF_BIRTH"]),
    (Feature::BirthPlace, &["PLACE_OF_BIRTH"]),
    (Feature::Gender, &["GENDER"]),
    (Feature::Country, &["NATIONALITY"]),
    (Feature::Country, &["CITIZENSHIP"]),
    (Feature::Country, &["REGISTRATION_COUNTRY"]),
    (Feature::Country, &["COUNTRY_OF_ASSOCIATION"]),
    (Feature::Identifier("IMO", "IMO number"), &["IMO_NUMBER"]),
    (Feature::Identifier("ISIN", "ISIN"), &["ISIN_NUMBER"]),
    (
        Feature::Identifier("PASSPORT", "Passport"),
        &["PASSPORT_NUMBER", "PASSPORT_COUNTRY", "PASSPORT_ISSUE_DT", "PASSPORT_EXPIRE_DT"],
    ),
    (
        Feature::Identifier("NATIONAL_ID", "National ID"),
        &[
            "NATIONAL_ID_NUMBER",
            "NATIONAL_ID_TYPE",
            "NATIONAL_ID_COUNTRY",
            "NATIONAL_ID_ISSUE_DT",
            "NATIONAL_ID_EXPIRE_DT",
        ],
    ),
    (
        Feature::Identifier("TAX_ID", "Tax ID"),
        &["TAX_ID_NUMBER", "TAX_ID_TYPE", "TAX_ID_COUNTRY", "TAX_ID_ISSUE_DT", "TAX_ID_EXPIRE_DT"],
    ),
    (
        Feature::Identifier("OTHER_ID", "Other ID"),
        &[
            "OTHER_ID_NUMBER",
            "OTHER_ID_TYPE",
            "OTHER_ID_COUNTRY",
            "OTHER_ID_ISSUE_DT",
            "OTHER_ID_EXPIRE_DT",
        ],
    ),
    (Feature::Identifier("TRUSTED_ID", "Trusted ID"), &["TRUSTED_ID_NUMBER", "TRUSTED_ID_TYPE"]),
    (Feature::Identifier("SSN", "Social security number"), &["SSN_NUMBER"]),
    (
        Feature::Identifier("DRIVERS_LICENSE", "Driver's license"),
        &[
            "DRIVERS_LICENSE_NUMBER",
            "DRIVERS_LICENSE_STATE",
            "DRIVERS_LICENSE_ISSUE_DT",
            "DRIVERS_LICENSE_EXPIRE_DT",
        ],
    ),
    (Feature::Identifier("LEI", "LEI"), &["LEI_NUMBER"]),
    (Feature::Identifier("DUNS", "DUNS"), &["DUNS_NUMBER"]),
    (Feature::Identifier("NPI", "NPI"), &["NPI_NUMBER"]),
    (Feature::Identifier("ACCOUNT", "Account"), &["ACCOUNT_NUMBER", "ACCOUNT_DOMAIN"]),
    (
        Feature::Identifier("GROUP_ASSN_ID", "Group association ID"),
        &["GROUP_ASSN_ID_NUMBER", "GROUP_ASSN_ID_TYPE"],
    ),
    (Feature::Identifier("VEHICLE_VIN", "VIN"), &["VEHICLE_VIN_NUMBER"]),
    (
        Feature::Identifier("VEHICLE_LICENSE_PLATE", "License plate"),
        &["VEHICLE_LICENSE_PLATE_NUMBER", "VEHICLE_LICENSE_PLATE_STATE"],
    ),
    (Feature::Identifier("MMSI", "MMSI"), &["MMSI_NUMBER"]),
    (Feature::Identifier("CALL_SIGN", "Call sign"), &["CALL_SIGN"]),
    (
        Feature::Relationship,
        &[
            "REL_POINTER_DOMAIN",
            "REL_POINTER_KEY",
            "REL_POINTER_ROLE",
            "RELATIONSHIP_KEY",
            "RELATIONSHIP_ROLE",
            "RELATIONSHIP_TYPE",
            "RELATED_FROM_DATE",
            "RELATED_THRU_DATE",
        ],
    ),
    (Feature::Anchor, &["REL_ANCHOR_DOMAIN", "REL_ANCHOR_KEY"]),
    (Feature::Note, &["DATE_OF_DEATH"]),
    (Feature::Note, &["REGISTRATION_DATE"]),
    (
        Feature::Note,
        &[
            "PHONE_NUMBER",
            "PHONE_TYPE",
            "PHONE_AREACODE",
            "PHONE_EXT",
            "PHONE_FROM_DATE",
            "PHONE_THRU_DATE",
        ],
    ),
    (Feature::Note, &["EMAIL_ADDRESS", "EMAIL_TYPE", "EMAIL_FROM_DATE", "EMAIL_THRU_DATE"]),
    (Feature::Note, &["WEBSITE_ADDRESS"]),
    (Feature::Note, &["SOCIAL_HANDLE", "SOCIAL_NETWORK", "SOCIAL_FROM_DATE", "SOCIAL_THRU_DATE"]),
    (Feature::Note, &["PHYSICAL_VALUE", "PHYSICAL_TYPE"]),
    (Feature::Note, &["GROUP_ASSOCIATION_ORG_NAME", "GROUP_ASSOCIATION_TYPE"]),
    (Feature::Note, &["EMPLOYER"]),
    (Feature::Note, &["GEO_LATLONG", "GEO_LATITUDE", "GEO_LONGITUDE", "GEO_PRECISION"]),
    (Feature::Note, &["MOBILE_AD_ID"]),
    (Feature::Note, &["FACEBOOK"]),
    (Feature::Note, &["INSTAGRAM"]),
    (Feature::Note, &["LINKEDIN"]),
    (Feature::Note, &["SKYPE"]),
    (Feature::Note, &["TELEGRAM"]),
    (Feature::Note, &["TWITTER"]),
    (Feature::Note, &["VIBER"]),
    (Feature::Note, &["WECHAT"]),
    (Feature::Note, &["WHATSAPP"]),
];

/// Use of a feature in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// A name, in full or in parts.
    Name,
    /// An address, in full or in parts.
    Address,
    /// Type of the party.
    RecordType,
    BirthDate,
    BirthPlace,
    Gender,
    /// A nationality or similar country.
    Country,
    /// An identifier: the prefix of its attributes, and its kind if no type states one.
    Identifier(&'static str, &'static str),
    /// A link to another record.
    Relationship,
    /// Key of the record, for links to it.
    Anchor,
    /// A fact without a field of its own.
    Note,
}

/// An attribute of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Attribute {
    /// Name, without a usage type.
    pub(super) name: &'static str,
    /// Feature that it describes.
    pub(super) feature: Feature,
    /// Number of the feature: two attributes with the same number describe the same one.
    pub(super) number: usize,
}

/// The attribute of this name, and the usage type before it: `HOME_ADDR_CITY` is `ADDR_CITY`, HOME.
pub(super) fn find(name: &str) -> Option<(Attribute, &str)> {
    if let Some(attribute) = find_exact(name) {
        return Some((attribute, ""));
    }
    name.match_indices('_').find_map(|(at, _)| {
        let (usage, rest) = name.split_at_checked(at)?;
        Some((find_exact(rest.strip_prefix('_')?)?, usage))
    })
}

fn find_exact(name: &str) -> Option<Attribute> {
    (0..).zip(FEATURES).find_map(|(number, (feature, names))| {
        let name = names.iter().find(|known| known.eq_ignore_ascii_case(name))?;
        Some(Attribute { name, feature: *feature, number })
    })
}

/// The name of an attribute in words: `WEBSITE_ADDRESS` is "Website address".
pub(super) fn label(name: &str) -> String {
    capitalized(name.replace('_', " ").to_lowercase().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_found_with_and_without_a_usage_type() {
        for (name, expected) in [
            ("NAME_FULL", Some(("NAME_FULL", ""))),
            ("name_org", Some(("NAME_ORG", ""))),
            ("PRIMARY_NAME_LAST", Some(("NAME_LAST", "PRIMARY"))),
            ("BUSINESS_ADDR_POSTAL_CODE", Some(("ADDR_POSTAL_CODE", "BUSINESS"))),
            ("NATIONAL_ID_COUNTRY", Some(("NATIONAL_ID_COUNTRY", ""))),
            ("OLD_NATIONAL_ID_NUMBER", Some(("NATIONAL_ID_NUMBER", "OLD"))),
            ("OFAC_ID", None),
            ("_", None),
            ("É_", None),
            ("", None),
        ] {
            let found = find(name).map(|(attribute, usage)| (attribute.name, usage));
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn no_attribute_describes_two_features() {
        let mut names: Vec<_> = FEATURES.iter().flat_map(|(_, names)| *names).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!((names.len(), label("WEBSITE_ADDRESS").as_str()), (all, "Website address"));
    }
}
