//! Versions of snapshots in an object store: one program publishes them, and a fleet of servers pulls
//! them. The terms are those of docs/glossary.md.
//!
//! A store has the same layout and names as a folder of snapshots: `CURRENT`, and
//! `<version>/manifest.json` with the files that it lists. A folder offered by a web server can
//! therefore be pulled from. A version in a store never changes; `CURRENT` is written last, in one
//! step.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of publishing and pulling as a named constant | anything else |
//! | `error` | errors of publishing and pulling: [`RemoteError`] | stores |
//! | `address` | an address to the store behind it | versions |
//! | `remote` | [`Remote`]: defensive reading of a store | folders of snapshots |
//! | `publish` | a version from a folder to a store | HTTP |
//! | `pull` | the current version of a store to a folder | HTTP |
//! | `prune` | removal of old versions from a store | folders of snapshots |
//!
//! A module names only modules above it in this table.

pub mod limits;

mod address;
mod error;
mod prune;
mod publish;
mod pull;
mod remote;

pub use error::RemoteError;
pub use publish::Published;
pub use pull::Pulled;
pub use remote::Remote;
