//! Bulk files: the active records of each collection in formats for other tools, written with every
//! version (docs/api.md, "Bulk files").
//!
//! ```text
//! index ─► batches of records, by id ─► each record as text, once per format, on all cores
//!                                         └─► the files of every collection that holds it
//! previous entities.ftm.json ─────────────────► delta.json
//! ```
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`format`](mod@format) | the files of a collection: names, contents | records |
//! | [`file`](mod@file) | one file and its compressed variants, written and measured in one pass | its content |
//! | [`lines`] | lines of `entities.ftm.json`: keys and comparison | files |
//! | [`names`] | all names, sorted, each once, in bounded memory | records |
//! | [`previous`] | the `entities.ftm.json` of the previous version, line by line | the new one |
//! | [`delta`] | the differences between the two | records |
//! | [`simple`], [`senzing`] | a record in these formats | files |
//! | [`batch`] | some records in all formats | collections' files |
//! | [`collection`] | the files of one collection | the formats of records |
//! | [`index`] | `index.json` | the writing of files |
//!
//! Records of registers that are not offered for download are in no file; the index counts them.
//! Every file orders records, and therefore lines, by id. The same index and the same previous files
//! give the same bytes. A batch is written while the next one is made, so that memory grows by only
//! four bytes per record.

mod batch;
mod collection;
mod delta;
mod file;
mod format;
mod index;
mod lines;
mod names;
mod previous;
mod senzing;
mod simple;

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;
use tamis_engine::model::{BULK_FOLDER, Collection, RecordOrdinal};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::FileEntry;

use self::batch::Batch;
use self::collection::CollectionFiles;
use self::index::may_be_handed_on;
use self::names::Names;
use crate::error::at;
use crate::limits::BULK_RECORDS_AT_A_TIME;
use crate::progress::Progress;
use crate::report::CollectionReport;

/// Input and destination of the bulk files.
#[derive(Debug, Clone, Copy)]
pub struct BulkOptions<'a> {
    /// Index file of the version.
    pub index: &'a Path,
    /// Folder of the version.
    pub folder: &'a Path,
    /// Folder of the previous version, if there is one.
    pub previous: Option<&'a Path>,
}

/// Result of writing bulk files.
#[derive(Debug, Clone, Default)]
pub struct Bulk {
    /// Every file, with its path relative to the folder of the version.
    pub files: Vec<FileEntry>,
    /// Build report of each collection.
    pub collections: Vec<CollectionReport>,
}

/// Writes the bulk files of all collections and makes them durable. Unreadable files of the previous
/// version are ignored; the report says so.
///
/// # Errors
/// A file cannot be read or written; partial files may remain then.
pub fn write(options: BulkOptions<'_>, progress: &dyn Progress) -> anyhow::Result<Bulk> {
    progress.stage("writing bulk files");
    let snapshot = Snapshot::open(options.index)?;
    let BulkOptions { folder, previous, .. } = options;
    // Without parent folders: an interrupted build has moved them away.
    let bulk = folder.join(BULK_FOLDER);
    fs::create_dir(&bulk).map_err(at(&bulk))?;
    let collections =
        Collection::ALL.par_iter().map(|c| CollectionFiles::create(*c, folder, previous));
    let mut collections: Vec<CollectionFiles> = collections.collect::<Result<_, _>>()?;
    let mut names = Names::new(folder);
    write_records(&snapshot, &mut collections, &mut names, folder, progress)?;
    write_names(names, &mut collections, folder)?;
    let done = collections.into_par_iter().map(|c| c.finish(&snapshot));
    let done: Vec<(Vec<FileEntry>, CollectionReport)> = done.collect::<Result<_, _>>()?;
    file::sync_folder(&bulk)?;
    let (files, collections): (Vec<_>, _) = done.into_iter().unzip();
    Ok(Bulk { files: files.concat(), collections })
}

/// Writes every record to the files of its collections.
fn write_records(
    snapshot: &Snapshot,
    collections: &mut [CollectionFiles],
    names: &mut Names,
    folder: &Path,
    progress: &dyn Progress,
) -> anyhow::Result<()> {
    let order = by_id(snapshot);
    let (mut making, mut made, mut written) = (Batch::default(), Batch::default(), 0);
    // The last iteration makes no batch and writes the previous one.
    for records in order.chunks(BULK_RECORDS_AT_A_TIME).chain([&[][..]]) {
        let ((), (files, names)) = rayon::join(
            || making.fill(snapshot, records),
            || {
                rayon::join(
                    || collections.par_iter_mut().try_for_each(|files| files.take(&made)),
                    || take_names(&made, names).map_err(at(folder)),
                )
            },
        );
        files.and(names)?;
        written += made.records();
        progress.records_written(written as u64, order.len() as u64);
        std::mem::swap(&mut making, &mut made);
    }
    Ok(())
}

/// Adds the names of some records, each with the collections of its record.
fn take_names(batch: &Batch, names: &mut Names) -> io::Result<()> {
    batch.names().try_for_each(|(name, collections)| names.add(name, collections))
}

/// Writes the names of every collection; `folder` holds them until now.
fn write_names(
    names: Names,
    collections: &mut [CollectionFiles],
    folder: &Path,
) -> anyhow::Result<()> {
    let mut names = names.sorted().map_err(at(folder))?;
    while let Some((name, holders)) = names.next().map_err(at(folder))? {
        for collection in collections.iter_mut().filter(|c| c.bit() & holders != 0) {
            collection.take_name(name)?;
        }
    }
    Ok(())
}

/// All records that may be redistributed, ordered by id.
fn by_id(snapshot: &Snapshot) -> Vec<RecordOrdinal> {
    let ordinals = (0..snapshot.record_count() as u32).map(RecordOrdinal);
    let ordinals = ordinals.filter(|at| may_be_handed_on(snapshot.record(*at)));
    let mut records: Vec<_> = ordinals.map(|at| (snapshot.record(at).id(), at)).collect();
    records.par_sort_unstable();
    records.into_iter().map(|(_, at)| at).collect()
}
