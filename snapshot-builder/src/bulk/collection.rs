//! The files of one collection.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tamis_engine::csv::{Formulas, Table};
use tamis_engine::model::{BULK_FOLDER, Collection};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::FileEntry;

use super::batch::Batch;
use super::delta::Delta;
use super::file::{BulkFile, Written, WrittenForm, sync_folder};
use super::format::{BY_RECORD, Format, columns_of};
use super::index::index;
use crate::error::at;
use crate::report::{BulkFileReport, CollectionReport};

/// Files of a collection while they are written.
pub(super) struct CollectionFiles {
    collection: Collection,
    folder: PathBuf,
    by_record: Vec<(Format, BulkFile)>,
    names: BulkFile,
    delta: Delta,
}

impl CollectionFiles {
    /// Creates the folder in that of the version and begins the files; `previous` is the previous
    /// version's folder.
    pub(super) fn create(
        collection: Collection,
        version: &Path,
        previous: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let folder = version.join(BULK_FOLDER).join(collection.as_str());
        fs::create_dir(&folder).map_err(at(&folder))?;
        let before = previous.map(|before| before.join(BULK_FOLDER));
        let before = before.map(|before| before.join(collection.as_str()));
        let begin = |format: Format| -> anyhow::Result<_> {
            let mut file = BulkFile::create(&folder, format.as_str())?;
            if let Some(columns) = columns_of(format) {
                let mut header = Table::new(Formulas::Kept);
                header.header(columns);
                file.push(&header.into_text(), 0)?;
            }
            Ok((format, file))
        };
        Ok(Self {
            collection,
            by_record: BY_RECORD.into_iter().map(begin).collect::<Result<_, _>>()?,
            names: BulkFile::create(&folder, Format::Names.as_str())?,
            delta: Delta::create(&folder, before.as_deref())?,
            folder,
        })
    }

    /// Its bit in a set of collections.
    pub(super) fn bit(&self) -> u8 {
        self.collection.bit()
    }

    /// Writes the records of the batch that belong to the collection.
    pub(super) fn take(&mut self, batch: &Batch) -> anyhow::Result<()> {
        let Self { collection, by_record, delta, .. } = self;
        let (texts, compared) = rayon::join(
            || {
                by_record.par_iter_mut().try_for_each(|(format, file)| {
                    let mut pieces = batch.pieces(*format, *collection);
                    pieces.try_for_each(|piece| file.push(piece.text, piece.rows))
                })
            },
            || {
                let pieces = batch.pieces(Format::EntitiesFtm, *collection);
                let mut lines = pieces.flat_map(|piece| {
                    piece.text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end)
                });
                lines.try_for_each(|line| delta.take(line))
            },
        );
        texts.and(compared)
    }

    /// Writes one of its names; names come in order.
    pub(super) fn take_name(&mut self, name: &[u8]) -> anyhow::Result<()> {
        self.names.push(name, 0)?;
        self.names.push(b"\n", 1)
    }

    /// Ends all files, writes their index and makes everything durable.
    pub(super) fn finish(
        self,
        snapshot: &Snapshot,
    ) -> anyhow::Result<(Vec<FileEntry>, CollectionReport)> {
        let Self { collection, folder, by_record, names, delta } = self;
        let by_record = by_record.into_par_iter().chain([(Format::Names, names)]);
        let ended = by_record.map(|(format, file)| Ok((format, file.finish()?)));
        let mut files: Vec<(Format, Written)> = ended.collect::<anyhow::Result<_>>()?;
        let (written, delta) = delta.finish()?;
        files.push((Format::Delta, written));

        let since = delta.since.as_deref();
        let index = index(snapshot, collection, since, &files);
        let mut file = BulkFile::create(&folder, Format::Index.as_str())?;
        file.push(&index.to_text(), 1)?;
        let index = file.finish()?;
        sync_folder(&folder)?;

        let report = CollectionReport {
            name: collection.as_str(),
            files: files.iter().map(|(format, file)| file_report(*format, file)).collect(),
            delta,
        };
        let written = files.into_iter().flat_map(|(_, file)| file.forms).chain(index.forms);
        Ok((written.map(|form| entry(collection, form)).collect(), report))
    }
}

fn file_report(
    format: Format,
    Written { rows, forms: [plain, gzip, zstd] }: &Written,
) -> BulkFileReport {
    BulkFileReport {
        name: format.as_str(),
        rows: *rows,
        size: plain.size,
        size_gzip: gzip.size,
        size_zstd: zstd.size,
    }
}

fn entry(collection: Collection, WrittenForm { name, size, sha256 }: WrittenForm) -> FileEntry {
    let path = format!("{BULK_FOLDER}/{}/{name}", collection.as_str());
    FileEntry { path, size, sha256, list_date: None }
}
