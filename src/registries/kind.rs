//! The kinds of registries, and what their licences allow (api.md 2.15).

/// What the records of a registry are (api.md 2.15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegistryKind {
    /// Companies and other registered entities.
    Company,
    /// Registered natural persons.
    Person,
    /// Statements on who owns or controls whom.
    BeneficialOwner,
    /// Securities and their listings.
    Security,
    /// Ships.
    Vessel,
    /// Disclosures of employment.
    EmploymentDisclosure,
}

impl RegistryKind {
    /// All kinds, in the order of the API description.
    pub const ALL: [Self; 6] = [
        Self::Company,
        Self::Person,
        Self::BeneficialOwner,
        Self::Security,
        Self::Vessel,
        Self::EmploymentDisclosure,
    ];
    /// Their published spellings, in the same order.
    pub const NAMES: &'static [&'static str] =
        &["company", "person", "beneficial_owner", "security", "vessel", "employment_disclosure"];

    /// The published spelling.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The kind of exactly this spelling.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Self> {
        Self::NAMES.iter().position(|name| *name == text).map(|at| Self::ALL[at])
    }
}

/// Whether a registry is cleared for commercial use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clearance {
    /// Cleared by its licence.
    Commercial,
    /// Excluded by its licence.
    NonCommercial,
    /// Its terms leave it open; to be confirmed with the publisher.
    Unconfirmed,
}

impl Clearance {
    /// Published spellings.
    pub const NAMES: &'static [&'static str] = &["commercial", "non_commercial", "unconfirmed"];

    /// The published spelling.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The clearance of exactly this spelling.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Self> {
        let all = [Self::Commercial, Self::NonCommercial, Self::Unconfirmed];
        Self::NAMES.iter().position(|name| *name == text).map(|at| all[at])
    }
}

#[cfg(test)]
mod tests {
    use super::{Clearance, RegistryKind};

    #[test]
    fn names_lead_to_their_values() {
        for (at, kind) in RegistryKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
            assert_eq!(RegistryKind::from_name(kind.as_str()), Some(kind));
        }
        for name in Clearance::NAMES {
            assert_eq!(Clearance::from_name(name).map(Clearance::as_str), Some(*name));
        }
        assert_eq!((RegistryKind::from_name("Company"), Clearance::from_name("")), (None, None));
    }
}
