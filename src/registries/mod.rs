//! Reference registries: official registers of companies, persons, beneficial owners, securities,
//! vessels and employment disclosures, of which the service shows how much they hold (docs/api.md,
//! "Reference registries"). Their data files are counted, not searched.
//!
//! ```text
//! *.toml ─► description ─► count (files ─► forms ─► tally) ─► counter ─► counts ─► published
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `kind` | the kinds of registries, and what their licences allow |
//! | [`country`] | country codes and their names; what a jurisdiction column says |
//! | [`description`] | the facts of a registry and how its data files are read |
//! | `parse` | the TOML form of a description |
//! | `pace` | stopping and pausing the count of a file, and ending it with a sample |
//! | `files` | data files beside a description |
//! | `forms` | one form of data files each: its records one by one |
//! | `tally` | records counted by kind and jurisdiction |
//! | `count` | the exact count of a registry's data files, and its estimate |
//! | `state` | the counts of the last run, in a file that the operator names |
//! | [`counter`] | one round over all registries after the other |
//! | [`counts`] | what a round found, arranged for answers |
//! | `published` | the counts that answers are made from |
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
