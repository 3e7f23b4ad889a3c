//! The store: versions of the snapshot in a folder, and which one is current.
//!
//! | module | what it holds |
//! |---|---|
//! | [`checksum`] | SHA-256 of files |
//! | `manifest`, `signature` | the files of a version; who signed them |
//! | `last_refresh` | outcome of the last refresh |
//! | `versions` | versions: staged, published, opened, removed |
//! | `pin` | a version that stays current while newer ones are built |
//! | `lock` | a lock of the folder |
//! | `held` | the locked folder: one program at a time makes and removes versions |
//!
//! Knows the snapshot as a file; does not know what is in it.

pub mod checksum;
mod held;
mod last_refresh;
mod lock;
mod manifest;
mod pin;
mod signature;
mod versions;

pub use crate::model::is_version;
pub use held::{HeldStore, bytes_below};
pub use last_refresh::{LastRefresh, RefreshOutcome};
pub use lock::Lock;
pub use manifest::{FileEntry, MANIFEST, Manifest, ManifestFile};
pub use pin::{PINNED, Pin};
pub use signature::{SIGNATURE, SignatureFault, TrustedKey, TrustedKeys};
pub use versions::{Absence, CURRENT, SnapshotStore, StagedVersion, old_versions, read_current};
