//! Versions of snapshots in an object store: one program publishes them there, a fleet of servers
//! pulls them from there.
//!
//! A store holds what a folder of snapshots holds, under the same names: `CURRENT`, and
//! `<version>/manifest.json` with the files that it lists. So a folder that a web server offers is a
//! store to pull from. A version in a store never changes; `CURRENT` is written last, in one step.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of publishing and pulling as a named constant | anything else |
//! | `error` | what can go wrong between here and a store: [`RemoteError`] | stores |
//! | `address` | an address to the store behind it | versions |
//! | `remote` | [`Remote`]: what a store holds, read with care | folders of snapshots |
//! | `publish` | a version from a folder to a store | HTTP |
//! | `pull` | the current version of a store to a folder | HTTP |
//! | `prune` | old versions of a store go | folders of snapshots |
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
