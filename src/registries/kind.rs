//! The kinds of registries, and the clearance of their licences (docs/api.md, "Reference registries").

use tamis_engine::named_enum;

named_enum!(
    /// Kind of the records of a registry (docs/api.md, "Reference registries").
    RegistryKind {
        /// Companies and other registered entities.
        Company = "company",
        /// Registered natural persons.
        Person = "person",
        /// Statements on who owns or controls whom.
        BeneficialOwner = "beneficial_owner",
        /// Securities and their listings.
        Security = "security",
        /// Ships.
        Vessel = "vessel",
        EmploymentDisclosure = "employment_disclosure",
    }
);

named_enum!(
    /// Clearance of a registry for commercial use.
    Clearance {
        /// Cleared by its licence.
        Commercial = "commercial",
        /// Excluded by its licence.
        NonCommercial = "non_commercial",
        /// Not settled by its terms; to be confirmed with the publisher.
        Unconfirmed = "unconfirmed",
    }
);

#[cfg(test)]
mod tests {
    use super::{Clearance, RegistryKind};

    #[test]
    fn names_lead_to_their_values() {
        for (at, kind) in RegistryKind::ALL.iter().copied().enumerate() {
            assert_eq!(kind as usize, at);
            assert_eq!(RegistryKind::from_name(kind.as_str()), Some(kind));
        }
        for name in Clearance::NAMES {
            assert_eq!(Clearance::from_name(name).map(Clearance::as_str), Some(*name));
        }
        assert_eq!((RegistryKind::from_name("Company"), Clearance::from_name("")), (None, None));
    }
}
