//! Newtypes for ids and ordinals. A published id is not an ordinal, and ordinals of different kinds do
//! not mix.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// The published number of a record. It never changes while the register keeps publishing the
/// same reference (docs/api.md, "Identifiers"); at most 2^50, so that every JSON reader holds it
/// exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecordId(pub u64);

impl RecordId {
    /// Most bits of a record id.
    pub const BITS: u32 = 50;
}

macro_rules! ordinal {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable,
            rkyv::Archive, rkyv::Serialize, rkyv::Deserialize,
        )]
        #[repr(transparent)]
        pub struct $name(pub $repr);

        impl $name {
            /// Returns the ordinal as an index into a slice.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(ordinal: $name) -> Self {
                ordinal.index()
            }
        }
    };
}

ordinal!(
    /// Rank of an active record within one snapshot: by primary name as search folds it, then by id.
    RecordOrdinal, u32
);
ordinal!(
    /// Rank of a name in a snapshot: the names of record 0 first, its primary name leading.
    NameOrdinal, u32
);
ordinal!(
    /// Rank of a term by falling document frequency.
    WordOrdinal, u32
);
ordinal!(
    /// Position of a register in the snapshot's table of registers, which is sorted by slug.
    RegisterIndex, u16
);
