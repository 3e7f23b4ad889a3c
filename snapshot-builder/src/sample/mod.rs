//! `sample`: synthetic registers of every list type, to try the service without any real list.
//!
//! Names come from hand-made tables of 25 naming cultures and, for the long tail, from their syllables;
//! nothing is taken from a real list. The same options give the same bytes on every machine: each
//! record has its own stream of random numbers. Knows the format of docs/formats.md, "records.jsonl",
//! but not its readers.
//!
//! | module | what it holds |
//! |---|---|
//! | `registers` | the registers and their descriptions |
//! | `versions` | the records of the two versions of a register |
//! | `party` | the party of a record |
//! | `person`, `business`, `craft` | names of people, of companies, of vessels and aircraft |
//! | `culture`, `table` | naming cultures, and the tables that define them |
//! | `spelling`, `writing` | other spellings of a word; a register's style of names |
//! | `entry`, `output` | a party as a line of a register; the files |
//! | `random` | random numbers that are the same on every machine |

mod business;
mod craft;
mod culture;
mod entry;
mod output;
mod party;
mod person;
mod random;
mod registers;
mod spelling;
mod table;
mod versions;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use entry::Entry;
use output::{RecordFile, cannot_write};
use party::Party;
pub(crate) use random::Random;
use registers::{PLANS, RegisterPlan};
use versions::{Fate, Versions};

use crate::error::make_folder;

/// Greatest number of records of one sample: with more there would not be enough IMO numbers for its
/// vessels.
pub const RECORDS_MAX: u64 = 8_000_000;

/// Folder names of the two versions, older first.
pub const VERSION_FOLDERS: [&str; 2] = ["2026-01-01", "2026-02-01"];

/// Options of a sample.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct SampleOptions {
    /// Number of records to write, over all registers.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=RECORDS_MAX))]
    pub records: u64,
    /// Seed of the random numbers: the same seed gives the same parties.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Folder to write to; each register gets a folder of its own in it.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Summary of a written sample.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SampleSummary {
    /// One summary per register, in the order of writing.
    pub registers: Vec<RegisterSummary>,
}

/// Summary of one register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterSummary {
    /// The register's slug, the name of its folder.
    pub slug: &'static str,
    /// Records of the newest version; the older one has as many.
    pub records: u64,
    /// Records added between the versions; as many were amended, and as many removed.
    pub turnover: u64,
}

/// Writes the sample registers. `progress` receives the number of written records of the newest version
/// now and then, and at the end. A register without records is left out.
pub fn generate(
    options: &SampleOptions,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<SampleSummary> {
    let SampleOptions { records, .. } = options;
    if !(1..=RECORDS_MAX).contains(records) {
        bail!("records: {records} is not between 1 and {RECORDS_MAX}");
    }
    make_folder(&options.out)?;
    let sizes = registers::sizes(options.records);
    let largest = Versions::new(sizes.iter().copied().max().unwrap_or(0)).population();
    // Shared vessels have the first ordinals; each register's own ones follow.
    let mut first_vessel = shared_pool(largest).div_ceil(SHARED_KINDS.len() as u64);
    let mut summary = SampleSummary::default();
    let mut written = 0;
    for (plan, &size) in PLANS.iter().zip(&sizes).filter(|(_, size)| **size > 0) {
        let versions = Versions::new(size);
        let source = Source { plan, seed: options.seed, first_vessel };
        write_register(&source, versions, &options.out, &mut |records| {
            progress(written + records);
        })?;
        first_vessel += plan.vessels_before(versions.population());
        written += size;
        summary.registers.push(RegisterSummary {
            slug: plan.slug,
            records: size,
            turnover: versions.turnover,
        });
    }
    progress(written);
    Ok(summary)
}

/// Number of records between two calls of `progress`.
const PROGRESS_STEP: u64 = 10_000;

fn write_register(
    source: &Source<'_>,
    versions: Versions,
    out: &Path,
    progress: &mut dyn FnMut(u64),
) -> anyhow::Result<()> {
    let plan = source.plan;
    let folder = out.join(plan.slug);
    let [mut older, mut newer] = [
        RecordFile::create(&folder.join(VERSION_FOLDERS[0]), plan.format)?,
        RecordFile::create(&folder.join(VERSION_FOLDERS[1]), plan.format)?,
    ];
    let description = folder.join("register.toml");
    fs::write(&description, plan.description()).map_err(cannot_write(&description))?;
    for index in 0..versions.population() {
        let fate = versions.fate(index);
        let mut random = Random::new(source.seed, plan.slug, index);
        let entry = source.entry(index, fate == Fate::Added, &mut random);
        if fate != Fate::Added {
            older.write(&entry)?;
        }
        match fate {
            Fate::Removed => {}
            Fate::Amended => newer.write(&entry::amended(entry, &mut random))?,
            Fate::Kept | Fate::Added => newer.write(&entry)?,
        }
        if index % PROGRESS_STEP == 0 {
            progress(index.min(versions.newest));
        }
    }
    older.finish()?;
    newer.finish()
}

/// One record in this many is of a party that may be on other registers too.
const SHARED_EVERY: u64 = 8;
/// Number of neighbouring shared parties of which each register takes one.
const SHARED_CHOICES: u64 = 3;
/// Kinds of the shared parties, in turn; one vessel.
const SHARED_KINDS: &[u8; 10] = b"IIICIIVIIC";
/// Number of records, by index, with an occasional unusual name: small samples then have some, and
/// large ones are not full of them.
const EDGE_NAMES_BELOW: u64 = 2000;
const EDGE_NAMES_EVERY: u64 = 61;

/// Number of shared parties if the largest register has this population.
fn shared_pool(population: u64) -> u64 {
    population.div_ceil(SHARED_EVERY) * SHARED_CHOICES
}

/// Source of the records of one register.
struct Source<'a> {
    plan: &'a RegisterPlan,
    seed: u64,
    /// Ordinal of the register's first own vessel among all vessels.
    first_vessel: u64,
}

impl Source<'_> {
    fn entry(&self, index: u64, new: bool, random: &mut Random) -> Entry {
        let shared = self.shared_party(index, random);
        let is_shared = shared.is_some();
        let mut party = shared.unwrap_or_else(|| self.own_party(index, random));
        if index < EDGE_NAMES_BELOW && index % EDGE_NAMES_EVERY == 17 {
            party = party::with_edge_name(party, index / EDGE_NAMES_EVERY);
        }
        entry::write_down(self.plan, index, &party, is_shared, new, random)
    }

    fn own_party(&self, index: u64, random: &mut Random) -> Party {
        let ordinal = self.first_vessel + self.plan.vessels_before(index);
        party::draw(self.plan.kind(index), craft::imo_number(self.seed, ordinal), random)
    }

    /// The party from the common pool, if this record takes one and the register lists such parties.
    /// Registers share parties by chance; no register has one twice.
    fn shared_party(&self, index: u64, random: &mut Random) -> Option<Party> {
        if index % SHARED_EVERY != SHARED_EVERY - 1 {
            return None;
        }
        let choice = random.below(SHARED_CHOICES as usize) as u64;
        let number = index / SHARED_EVERY * SHARED_CHOICES + choice;
        let kinds = SHARED_KINDS.len() as u64;
        let kind = SHARED_KINDS[(number % kinds) as usize];
        if !self.plan.kinds.contains(&kind) {
            return None;
        }
        let mut common = Random::new(self.seed, "shared party", number);
        Some(party::draw(kind, craft::imo_number(self.seed, number / kinds), &mut common))
    }
}

#[cfg(test)]
mod tests;
