//! `ftm_entities`: follow-the-money entities, one JSON object per line, flat, as the OpenSanctions
//! collections are published and as this service publishes its own (docs/formats.md,
//! "Follow-the-money").
//!
//! ```toml
//! # register.toml
//! format = "ftm_entities"   # the main file is entities.ftm.json unless [files] says otherwise
//! ```
//!
//! Persons, companies, organizations, vessels, aircraft and the like are records. Their listings,
//! addresses, documents, posts and securities are separate entities, before or after them anywhere in
//! the file. [`schema`] defines the role of each schema; entities that become no record are counted. A
//! party declared as no target and without a topic of a list is left out, too: it is in an export only
//! for the sake of a link.
//!
//! Each data set of a party is a register, a [part](Collector::part) under its slug; without data
//! sets the list is one register. The record is the same in all of them except for the listings: each
//! register has those that it publishes. `referents`, `canonical_id` and the times of an export
//! are internal to the publisher and not read.
//!
//! Memory does not grow with the list: its lines are partitioned on disk by the party they belong
//! to, and joined bucket by bucket.
//!
//! ```text
//! lines ─► partition ─┬─► by address or position ─► places ─┐
//!                     └─► by party ◄────────────────────────┘ ─► join ─► records by register
//! ```
//!
//! The temporary files take about as much space as the uncompressed list, in the folder named by
//! `TMPDIR`.
//!
//! | module | what it holds |
//! |---|---|
//! | `schema` | the role of each schema |
//! | `entity` | a line as an entity |
//! | `partition`, `places`, `join` | the passes, in their order |
//! | `row`, `spill` | rows of a join, and the temporary files that hold them |
//! | `belonging`, `listing`, `document` | entities that belong to a party: all of them, its listings, its documents and securities |
//! | `party`, `names` | the properties of a party as fields; its primary name and aliases |
//! | `registers` | data sets as registers |

mod belonging;
mod document;
mod entity;
mod join;
mod listing;
mod names;
mod partition;
mod party;
mod places;
mod registers;
mod row;
mod schema;
mod spill;

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use partition::Partition;

/// Reads the list.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    let Partition { places, mut parties, bytes } = partition(input, collector)?;
    places::deliver(places, &mut parties, input, collector)?;
    join::join(parties, bytes, input, collector)
}

fn partition(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<Partition, LoadError> {
    let mut partition = Partition::new();
    for (number, file) in (0..).zip(input.main) {
        partition.read(file, number, collector)?;
    }
    Ok(partition)
}
