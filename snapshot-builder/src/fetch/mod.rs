//! The use case: downloads lists from their publishers into the folder of sources.
//!
//! | module | what it holds |
//! |---|---|
//! | `client` | one request: redirects, time-outs, temporary errors |
//! | `content` | a check of the file: no page, no other format |
//! | `state` | the state remembered next to the files |
//! | `patience` | tries, pauses, the least rate, the time for one list |
//! | `download` | one file: validators, tries, resuming |
//! | `excess` | bytes after a body of announced length |
//! | `register` | the files of a register to a folder that appears complete or not at all |
//! | `report` | the result for each register |
//!
//! A failed register keeps its folders. Registers of different servers are fetched at the same time;
//! registers of one server are fetched one after the other.

mod client;
mod content;
mod download;
mod excess;
mod patience;
mod register;
mod report;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tamis_engine::model::Timestamp;

use crate::error::{Refused, at, make_folder};
use crate::limits::{FETCH_HOSTS_AT_A_TIME, REFRESH_WAIT};
use crate::progress::Progress;
use crate::registers::{Description, Descriptions};
use client::Client;
pub use client::USER_AGENT;
pub use patience::Patience;
pub(crate) use patience::read_seconds;
use register::Fetching;
pub use report::{FetchReport, FetchStatus, FetchedRegister, Outcome};
use tamis_engine::store::Lock;

/// Name of the folder for incomplete files, inside the folder of sources.
const WORKSHOP: &str = ".fetch";
/// Name of the file that a running fetch holds locked.
const LOCK_FILE: &str = ".fetch.lock";

/// Selection of the lists to fetch, and options.
#[derive(Debug, Clone, clap::Args)]
pub struct FetchOptions {
    /// Fetch only these registers; may be repeated. By default all that have addresses.
    #[arg(long = "register", value_name = "SLUG,...", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Folder with descriptions (*.toml) of further registers.
    #[arg(long = "registers", value_name = "DIR")]
    pub registers_dir: Option<PathBuf>,
    /// The User-Agent of requests. Some publishers ask for a person's address in it.
    #[arg(long, value_name = "TEXT", default_value = USER_AGENT)]
    pub user_agent: String,
    #[command(flatten)]
    pub patience: Patience,
}

/// Work to do while lists are still being fetched.
pub(crate) struct Meanwhile<'m> {
    /// Delay before the work is first done, and between two runs of it.
    pub(crate) every: Duration,
    /// Receives the results so far, and the slugs of registers that are still being fetched.
    pub(crate) work: &'m mut dyn FnMut(&FetchReport, &BTreeSet<String>),
}

/// Fetches the lists of registers into the folder of sources, which is created if needed. The report
/// holds the results of each register.
///
/// # Errors
/// [`Refused::Option`], [`Refused::Locked`], or a file cannot be read or written; no register was
/// requested then.
pub fn fetch(
    sources: &Path,
    options: &FetchOptions,
    progress: &dyn Progress,
) -> anyhow::Result<FetchReport> {
    let nothing = Meanwhile { every: REFRESH_WAIT, work: &mut |_, _| {} };
    fetch_meanwhile(sources, options, progress, nothing)
}

/// Same as [`fetch`], with work on this thread while lists are still being fetched.
///
/// # Errors
/// Same as [`fetch`].
pub(crate) fn fetch_meanwhile(
    sources: &Path,
    options: &FetchOptions,
    progress: &dyn Progress,
    meanwhile: Meanwhile<'_>,
) -> anyhow::Result<FetchReport> {
    let wanted = wanted(sources, options)?;
    make_folder(sources)?;
    let lock = sources.join(LOCK_FILE);
    let held = Lock::try_new(&lock).map_err(at(&lock))?;
    let _held = held.ok_or_else(|| {
        let folder = sources.display();
        Refused::Locked(format!("{folder}: another snapshot-builder fetches into this folder"))
    })?;
    let workshop = sources.join(WORKSHOP);
    // Remains of a killed fetch: the lock shows that no other fetch is running.
    if workshop.exists() {
        fs::remove_dir_all(&workshop).map_err(at(&workshop))?;
    }
    fs::create_dir(&workshop).map_err(at(&workshop))?;
    let client = Client::new(&options.user_agent, options.patience.read_time_max);
    let fetching = Fetching {
        sources,
        workshop: &workshop,
        client: &client,
        patience: options.patience,
        now: Timestamp::now(),
        progress,
    };
    let fetched = fetch_all(&fetching, wanted, meanwhile);
    fs::remove_dir_all(&workshop).map_err(at(&workshop))?;
    Ok(fetched)
}

/// Lists the addresses that a fetch would request.
///
/// # Errors
/// [`Refused::Option`], or a description cannot be read.
pub fn planned(sources: &Path, options: &FetchOptions) -> anyhow::Result<FetchReport> {
    let registers = wanted(sources, options)?.into_iter().map(|of| {
        let outcome = match of.by_hand {
            Some(reason) if of.downloads.is_empty() => Outcome::ByHand { reason },
            _ => Outcome::Planned { addresses: of.downloads.into_values().collect() },
        };
        FetchedRegister { slug: of.slug, outcome }
    });
    Ok(FetchReport { registers: registers.collect() })
}

/// The registers to fetch, by slug.
fn wanted(sources: &Path, options: &FetchOptions) -> anyhow::Result<Vec<Description>> {
    let known = descriptions(sources, options.registers_dir.as_deref())?;
    let can_be = |of: &&Description| !of.downloads.is_empty() || of.by_hand.is_some();
    if options.only.is_empty() {
        return Ok(known.iter().filter(can_be).cloned().collect());
    }
    let mut wanted = BTreeMap::new();
    for slug in &options.only {
        let named = known.get(slug);
        // The list of a part is in the file of its source.
        let whole = named.and_then(|of| of.part_of.as_ref()).and_then(|slug| known.get(slug));
        let found = named.filter(can_be).or(whole.filter(can_be));
        let found = found.ok_or_else(|| {
            let why =
                if named.is_some() { "has no address of a file" } else { "is not a register" };
            let accepted: Vec<&str> = known.iter().filter(can_be).map(|of| &*of.slug).collect();
            let accepted = accepted.join(", ");
            Refused::Option(format!("--register: {slug:?} {why}; accepted: {accepted}"))
        })?;
        wanted.insert(found.slug.clone(), found.clone());
    }
    Ok(wanted.into_values().collect())
}

/// All known descriptions: shipped, in the folder of descriptions, and in the registers' own folders.
fn descriptions(sources: &Path, further: Option<&Path>) -> anyhow::Result<Descriptions> {
    let mut known = Descriptions::with(further)?;
    let folders = match fs::read_dir(sources) {
        Ok(folders) => folders.collect::<io::Result<Vec<_>>>(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        // A path that is no folder is refused later, when the folder is created.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    let folders = folders.map_err(at(sources))?;
    let mut paths: Vec<PathBuf> = folders.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for folder in paths.iter().filter(|path| path.is_dir()) {
        known.add_own(folder)?;
    }
    Ok(known)
}

/// Fetches the registers, a few servers at a time.
fn fetch_all(
    fetching: &Fetching<'_>,
    wanted: Vec<Description>,
    meanwhile: Meanwhile<'_>,
) -> FetchReport {
    let coming = wanted.iter().map(|of| of.slug.clone()).collect();
    let mut of_host: BTreeMap<String, Vec<Description>> = BTreeMap::new();
    for description in wanted {
        let url = description.downloads.values().next();
        let host = url.and_then(|url| url.split('/').nth(2)).unwrap_or_default();
        of_host.entry(host.to_owned()).or_default().push(description);
    }
    let queue = &Mutex::new(of_host.into_values().collect::<Vec<_>>());
    let (sender, arrivals) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..FETCH_HOSTS_AT_A_TIME {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(registers) = next(queue) {
                    // The receiver lives until all senders are gone.
                    registers.into_iter().for_each(|of| drop(sender.send(fetched(fetching, of))));
                }
            });
        }
        drop(sender);
        collected(&arrivals, coming, meanwhile)
    })
}

/// Fetches one register, unless it must be fetched by hand.
fn fetched(fetching: &Fetching<'_>, of: Description) -> FetchedRegister {
    let outcome = match of.by_hand {
        Some(ref reason) if of.downloads.is_empty() => Outcome::ByHand { reason: reason.clone() },
        _ => {
            fetching.progress.stage(&format!("fetching {}", of.slug));
            fetching.register(&of)
        }
    };
    FetchedRegister { slug: of.slug, outcome }
}

/// Collects the results until all registers are done, ordered by slug.
fn collected(
    arrivals: &Receiver<FetchedRegister>,
    mut coming: BTreeSet<String>,
    meanwhile: Meanwhile<'_>,
) -> FetchReport {
    let (mut came, mut since) = (FetchReport::default(), Instant::now());
    loop {
        match arrivals.recv_timeout(meanwhile.every.saturating_sub(since.elapsed())) {
            Ok(register) => {
                coming.remove(&register.slug);
                came.registers.push(register);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                if !coming.is_empty() {
                    (meanwhile.work)(&came, &coming);
                }
                since = Instant::now();
            }
        }
    }
    came.registers.sort_by(|a, b| a.slug.cmp(&b.slug));
    came
}

/// The registers of the next server.
fn next(queue: &Mutex<Vec<Vec<Description>>>) -> Option<Vec<Description>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).pop()
}
