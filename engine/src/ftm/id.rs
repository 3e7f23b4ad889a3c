//! The published ids of follow-the-money entities.

use std::fmt;

use uuid::Uuid;

use crate::model::RecordId;

/// A published id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FtmId {
    /// A record: `svc-101`.
    Record(RecordId),
    /// The listing of a record: `svc-101-sanction`.
    Sanction(RecordId),
    /// A merged entity: `svc-e-<uuid>`.
    Merged(Uuid),
}

impl fmt::Display for FtmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(id) => write!(f, "svc-{}", id.0),
            Self::Sanction(id) => write!(f, "svc-{}-sanction", id.0),
            Self::Merged(id) => write!(f, "svc-e-{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FtmId, RecordId, Uuid};

    #[test]
    fn ids_have_the_prefix_of_the_service() {
        for (id, expected) in [
            (FtmId::Record(RecordId(7)), "svc-7"),
            (FtmId::Sanction(RecordId(7)), "svc-7-sanction"),
            (FtmId::Merged(Uuid::nil()), "svc-e-00000000-0000-0000-0000-000000000000"),
        ] {
            assert_eq!(id.to_string(), expected);
        }
    }
}
