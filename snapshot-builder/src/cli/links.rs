//! `links`: shows which records belong to one party, and why.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use snapshot_builder::error::at;
use snapshot_builder::links::{
    Decisions, Kind, LINKS_FILE, Link, Outcome, Side, SuggestOptions, Suggestion, evidence, suggest,
};
use tamis_engine::lookup::{self, EntityState, RecordState};
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;
use uuid::Uuid;

use super::target::Target;
use super::{grouped, print};

/// Shows which records are entries for one party, and why.
///
/// A build links records by reviewers' decisions (links.csv), by references between lists, by IMO
/// number, and by name and full birth date; docs/linking.md has the rules.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Links {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints pairs that are worth a review, as rows for links.csv.
    ///
    /// Fill the column `decision` with same or different, then reviewer and date, and append the rows to
    /// links.csv in the folder of lists. Columns beyond these are for the reader and may stay.
    Suggest {
        /// Folder of snapshots, or of one version.
        snapshots: PathBuf,
        /// The least score, 0 to 1, of pairs found only by the matcher.
        #[arg(long, value_name = "SCORE", default_value_t = 0.95, value_parser = read_score)]
        min_score: f64,
        /// Only pairs with a record of this register.
        #[arg(long, value_name = "SLUG")]
        register: Option<String>,
        /// Decisions already made: pairs in this file are left out.
        #[arg(long, value_name = "FILE")]
        links: Option<PathBuf>,
        /// Greatest number of rows; 0 for all.
        #[arg(long, value_name = "ROWS", default_value_t = 500)]
        limit: usize,
    },
    /// Explains why records belong to one merged entity.
    Explain {
        /// Folder of snapshots, or of one version.
        snapshots: PathBuf,
        /// ID of a record, or UUID of a merged entity.
        id: String,
    },
    /// Lists contradictions: pairs that share a key but are kept apart.
    Check {
        /// Folder of snapshots, or of one version.
        snapshots: PathBuf,
    },
    /// Prints links of one kind, all or a sample, for a person to check.
    List {
        /// Folder of snapshots, or of one version.
        snapshots: PathBuf,
        /// Kind of key that the records of a pair share (docs/linking.md).
        #[arg(long, value_name = "KIND", value_parser = kinds())]
        kind: Kind,
        /// Print this many, drawn at random; the same seed gives the same sample.
        #[arg(long, value_name = "NUMBER")]
        sample: Option<usize>,
        /// Seed of the random sample.
        #[arg(long, value_name = "SEED", default_value_t = 1)]
        seed: u64,
    },
}

const HELP: &str = "Examples:
  snapshot-builder links suggest snapshots --register us_ofac_sdn > review.csv
  snapshot-builder links explain snapshots 588569575030130
  snapshot-builder links check snapshots
  snapshot-builder links list snapshots --kind name --sample 200 --seed 7

Exit codes:
  0  shown
  1  an error
  3  check: something contradicts";

/// Exit code of `check` if there are contradictions.
const EXIT_CONTRADICTS: u8 = 3;

impl Links {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Suggest { snapshots, min_score, register, links, limit } => {
                let version = Version::open(&snapshots)?;
                let decisions =
                    links.map_or(Ok(Decisions::default()), |path| Decisions::read(&path))?;
                let options = SuggestOptions { min_score, register };
                let pairs = suggest(&version.snapshot, &version.links, &decisions, &options);
                let limit = if limit == 0 { usize::MAX } else { limit };
                if pairs.len() > limit {
                    let (all, shown) = (grouped(pairs.len() as u64), grouped(limit as u64));
                    eprintln!("the {shown} most alike of {all} pairs; --limit shows more");
                }
                print(&rows(pairs.iter().take(limit))?)
            }
            Command::Explain { snapshots, id } => {
                print(&explanation(&Version::open(&snapshots)?, &id)?)
            }
            Command::Check { snapshots } => {
                let version = Version::open(&snapshots)?;
                let found: Vec<&Link> = version.apart().collect();
                print(&contradictions(&found))?;
                Ok(ExitCode::from(if found.is_empty() { 0 } else { EXIT_CONTRADICTS }))
            }
            Command::List { snapshots, kind, sample, seed } => {
                let version = Version::open(&snapshots)?;
                let is_listed = |link: &&Link| link.outcome == Outcome::Joined && link.kind == kind;
                let links: Vec<&Link> = version.links.iter().filter(is_listed).collect();
                print(&listed(&version.snapshot, sampled(links, sample, seed)))
            }
        }
    }
}

/// A version and the evidence of its links.
struct Version {
    snapshot: Snapshot,
    links: Vec<Link>,
}

impl Version {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let Target::Version { store, version } = Target::resolve(path)? else {
            bail!("{}: name the folder of a version, or of snapshots", path.display());
        };
        let store = SnapshotStore::new(store);
        let file = store.root().join(&version).join(LINKS_FILE);
        let read = || evidence::read(&file)?.collect::<std::io::Result<Vec<Link>>>();
        let links = read().map_err(at(&file))?;
        Ok(Self { snapshot: store.open(&version)?.0, links })
    }

    fn apart(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.outcome != Outcome::Joined)
    }
}

fn rows<'p>(pairs: impl Iterator<Item = &'p Suggestion>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "left_register",
        "left_reference",
        "right_register",
        "right_reference",
        "decision",
        "reviewer",
        "date",
        "score",
        "reason",
        "left_name",
        "right_name",
    ])?;
    for Suggestion { left, right, score, reason } in pairs {
        let score = score.map_or_else(String::new, |score| score.to_string());
        writer.write_record([
            &left.register,
            &left.reference,
            &right.register,
            &right.reference,
            "",
            "",
            "",
            &score,
            reason,
            &left.name,
            &right.name,
        ])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn explanation(version: &Version, id: &str) -> anyhow::Result<String> {
    let entity = match entity_of(&version.snapshot, id)? {
        Ok(entity) => entity,
        Err(alone) => {
            let mut text = format!("{id}: {alone}\n");
            let own = version.apart().filter(|link| {
                [&link.left, &link.right].iter().any(|side| side.id.0.to_string() == id)
            });
            apart_of(&mut text, own);
            return Ok(text);
        }
    };
    let ids: Vec<RecordId> = entity.records().iter().map(|record| record.id()).collect();
    let holds = |side: &Side| ids.contains(&side.id);
    let mut text = String::new();
    let count = grouped(ids.len() as u64);
    // Writing to a String cannot fail.
    let _ =
        writeln!(text, "merged entity {}, {:?}, records: {count}", entity.id(), entity.caption());
    for record in entity.records() {
        let (slug, reference) = (&record.register().slug, record.reference());
        let _ = writeln!(text, "  {:<18}{slug} {reference}: {}", record.id().0, record.name());
    }
    let joined = version.links.iter().filter(|link| link.outcome == Outcome::Joined);
    let joined: Vec<&Link> = joined.filter(|link| holds(&link.left)).collect();
    let _ = writeln!(text, "together because");
    if joined.is_empty() {
        let _ = writeln!(text, "  the others are no longer listed; the entity stays");
    }
    for link in joined {
        let (left, right) = (label(&link.left), label(&link.right));
        let _ = writeln!(text, "  {:<10}{}: {left} with {right}", link.kind.as_str(), link.value);
    }
    let own = version.apart().filter(|link| holds(&link.left) || holds(&link.right));
    apart_of(&mut text, own);
    Ok(text)
}

fn apart_of<'l>(text: &mut String, links: impl Iterator<Item = &'l Link>) {
    let mut links = links.peekable();
    if links.peek().is_some() {
        text.push_str("not together, though they share something\n");
    }
    links.for_each(|link| contradiction(text, link));
}

/// Merged entity of an ID, or the reason for having none.
fn entity_of<'s>(
    snapshot: &'s Snapshot,
    id: &str,
) -> anyhow::Result<Result<lookup::MergedEntity<'s>, &'static str>> {
    let uuid = match Uuid::try_parse(id) {
        Ok(uuid) => uuid,
        Err(_) => {
            let number: u64 = id.parse().map_err(|_| {
                anyhow!("{id:?} is neither the ID of a record nor the UUID of a merged entity")
            })?;
            match lookup::record(snapshot, RecordId(number)) {
                RecordState::Active(record) => match record.merged_entity() {
                    Some(uuid) => uuid,
                    None => return Ok(Err("a record that is linked with no other")),
                },
                RecordState::Moved(uuid) => uuid,
                RecordState::Retired { .. } => {
                    return Ok(Err("a retired record; no active record of its party is known"));
                }
                RecordState::Unknown => bail!("there is no record {id}"),
            }
        }
    };
    match lookup::merged_entity(snapshot, uuid) {
        EntityState::Active(entity) => Ok(Ok(entity)),
        EntityState::Moved(now) => {
            let moved = lookup::merged_entity(snapshot, now).active();
            moved.map(Ok).ok_or_else(|| anyhow!("there is no merged entity {uuid}"))
        }
        EntityState::Unknown => bail!("there is no merged entity {uuid} with active records"),
    }
}

fn contradictions(found: &[&Link]) -> String {
    let mut text = String::new();
    found.iter().for_each(|link| contradiction(&mut text, link));
    let _ = writeln!(
        text,
        "{} pairs share something and are not together",
        grouped(found.len() as u64)
    );
    text
}

fn contradiction(text: &mut String, link: &Link) {
    let (left, right) = (label(&link.left), label(&link.right));
    let reason = link.reason.as_deref().unwrap_or_default();
    let _ = writeln!(text, "  {:<10}{}: {left}, {right}: {reason}", link.kind.as_str(), link.value);
}

fn label(side: &Side) -> String {
    format!("{} {} ({})", side.register, side.reference, side.name)
}

/// Random sample of the links, in their order.
fn sampled(links: Vec<&Link>, sample: Option<usize>, seed: u64) -> Vec<&Link> {
    let Some(sample) = sample.filter(|sample| *sample < links.len()) else { return links };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut places: Vec<usize> = (0..links.len()).collect();
    let (drawn, _) = places.partial_shuffle(&mut random, sample);
    drawn.sort_unstable();
    drawn.iter().map(|&at| links[at]).collect()
}

/// Lists links with the known facts of both records.
fn listed(snapshot: &Snapshot, links: Vec<&Link>) -> String {
    let mut text = String::new();
    for (number, link) in (1..).zip(links) {
        let _ = writeln!(text, "{number}. {}: {}", link.kind.as_str(), link.value);
        for side in [&link.left, &link.right] {
            let _ = writeln!(text, "  {}", label(side));
            let record = snapshot.find(side.id).map(|ordinal| snapshot.record(ordinal).to_model());
            if let Some(record) = record {
                let _ = super::record::show_content(&mut text, &record);
            }
        }
    }
    text
}

fn read_score(text: &str) -> Result<f64, String> {
    let score = text.parse::<f64>().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| "give a number from 0 to 1".to_owned())
}

fn kinds() -> impl TypedValueParser<Value = Kind> {
    let names = PossibleValuesParser::new(Kind::NAMES);
    names.try_map(|name| Kind::from_name(&name).ok_or("no such kind"))
}
