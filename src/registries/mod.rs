//! Reference registries: official registers of companies, persons, beneficial owners, securities, vessels
//! and employment disclosures. The service shows their sizes (docs/api.md, "Reference registries"). Their
//! data files are counted, not searched.
//!
//! ```text
//! *.toml ─► description ─► count (files ─► forms ─► tally) ─► counter ─► counts ─► published
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `kind` | the kinds of registries, and the clearance of their licences |
//! | [`country`] | country codes and names; parsing of jurisdiction columns |
//! | [`description`] | the description of a registry and of its data files |
//! | `parse` | the TOML form of a description |
//! | `pace` | stopping and pausing the count of a file, and ending it after a sample |
//! | `files` | data files next to a description |
//! | `forms` | formats of data files: their records one at a time |
//! | `tally` | counts of records by kind and jurisdiction |
//! | `count` | the exact count of a registry's data files, and its estimate |
//! | `state` | the counts of the last run, in a file that the operator names |
//! | [`counter`] | one round over all registries |
//! | [`counts`] | the result of a round, arranged for answers |
//! | `published` | the counts in service |
//!
//! Knows no HTTP, no threads and no logs.

mod count;
pub mod counter;
pub mod country;
pub mod counts;
pub mod description;
mod files;
mod forms;
mod kind;
mod pace;
mod parse;
mod published;
mod state;
mod tally;

pub use counter::{Counter, Round};
pub use counts::{RegistryCounts, RegistryRow, RegistryTotals};
pub use description::Description;
pub use kind::{Clearance, RegistryKind};
pub use pace::Stop;
pub use published::Published;
