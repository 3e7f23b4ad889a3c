//! Lists as a snapshot in a temporary folder, and its results.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use rayon::prelude::*;
use tamis_engine::limits::RESULTS_MAX;
use tamis_engine::matching::{
    BoundFilter, Filter, Grouping, Hit, MatchQuery, MatchSettings, answer,
};
use tamis_engine::model::{
    Collection, CountryCode, ListType, Offer, Record, RecordId, RecordOrdinal, Register,
    RegisterIndex, RegisterRun, RunStatus, Timestamp,
};
use tamis_engine::snapshot::{ActiveRecord, RecordView, Snapshot, SnapshotInput, write_snapshot};
use tamis_engine::store::SnapshotStore;

use crate::build::{BUILDER, BuildOptions, build};
use crate::load::LoadOptions;

/// Least score of a match (docs/api.md, "Match answers").
pub const THRESHOLD: f64 = 0.75;
/// Number of results among which a party counts as found.
pub const FOUND_WITHIN: usize = 5;
/// Time of the build; no result depends on it.
const BUILT_AT: Timestamp = Timestamp(0);

/// A snapshot whose file is deleted with this value.
pub(super) struct World {
    snapshot: Arc<Snapshot>,
    _folder: tempfile::TempDir,
}

/// A result of a query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub(super) reference: String,
    pub(super) name: String,
    pub(super) score: f64,
}

impl World {
    /// Lists of these slugs, or all if there are none, in their newest versions or those of a day.
    pub(super) fn of_lists(
        sources: &Path,
        only: &[&str],
        as_of: Option<&str>,
    ) -> anyhow::Result<Self> {
        let folder = temporary_folder()?;
        let only = only.iter().map(ToString::to_string).collect();
        let as_of = as_of.and_then(|day| day.parse().ok());
        let load = LoadOptions { only, as_of, ..LoadOptions::default() };
        let options = BuildOptions { load, ..BuildOptions::new(sources, folder.path()) };
        // Missing lists are no error in an option, so only the text of the error is kept.
        build(&options).map_err(|error| anyhow!("{error}"))?;
        let store = SnapshotStore::new(folder.path());
        let version = store.current_version().ok().flatten();
        let version = version.ok_or_else(|| {
            anyhow!("no version could be built from the lists in {}", sources.display())
        })?;
        let snapshot = Arc::new(store.open(&version)?.0);
        Ok(Self { snapshot, _folder: folder })
    }

    /// Snapshot of the records of one register.
    pub(super) fn of_records(records: Vec<Record>) -> anyhow::Result<Self> {
        let folder = temporary_folder()?;
        let path = folder.path().join("snapshot.tamis");
        let records = (1..).zip(records).map(|(id, record)| active(id, record)).collect();
        let input = SnapshotInput {
            built_at: BUILT_AT,
            builder: BUILDER.to_owned(),
            registers: vec![register()],
            records,
            retired: Vec::new(),
            successors: Vec::new(),
        };
        write_snapshot(&path, input, &|_| ())?;
        Ok(Self { snapshot: Arc::new(Snapshot::open(&path)?), _folder: folder })
    }

    pub(super) fn records(&self) -> impl Iterator<Item = RecordView<'_>> {
        let all = 0..self.snapshot.record_count() as u32;
        all.map(|at| self.snapshot.record(RecordOrdinal(at)))
    }

    pub(super) fn record(&self, at: RecordOrdinal) -> RecordView<'_> {
        self.snapshot.record(at)
    }

    /// The other records of the party of a record.
    pub(super) fn others_of(&self, at: RecordOrdinal) -> Vec<RecordOrdinal> {
        self.snapshot.others_of_entity(at)
    }

    /// The best parties for each query, each with its score and its records.
    pub(super) fn parties(
        &self,
        queries: &[MatchQuery],
        limit: usize,
    ) -> Vec<Vec<(f64, Vec<RecordOrdinal>)>> {
        let group = Grouping::Entity;
        let settings = MatchSettings { limit, group, ..MatchSettings::default() };
        self.hits(queries, settings, |hit| {
            (hit.score, [vec![hit.record], hit.others.unwrap_or_default()].concat())
        })
    }

    /// Results of each query, best first.
    pub(super) fn ask(&self, queries: &[MatchQuery], limit: usize) -> Vec<Vec<Found>> {
        let settings =
            MatchSettings { limit: limit.min(RESULTS_MAX as usize), ..MatchSettings::default() };
        self.hits(queries, settings, |hit| {
            let record = self.snapshot.record(hit.record);
            let (reference, name) = (record.reference().to_owned(), record.name().to_owned());
            Found { reference, name, score: hit.score }
        })
    }

    fn hits<T: Send>(
        &self,
        queries: &[MatchQuery],
        settings: MatchSettings,
        read: impl Fn(Hit) -> T + Sync,
    ) -> Vec<Vec<T>> {
        let filter = Filter::collection(Collection::Default);
        let filter = BoundFilter::new(&self.snapshot, &filter);
        let hits = |query| answer(query, &filter, settings).hits.into_iter().map(&read).collect();
        queries.par_iter().map(hits).collect()
    }
}

/// True if most letters of a name are in a script other than Latin.
pub(super) fn is_in_script(name: &str) -> bool {
    let letters = || name.chars().filter(|c| c.is_alphabetic());
    let foreign =
        letters().filter(|c| u32::from(*c) >= 0x370 && !('\u{1E00}'..='\u{1EFF}').contains(c));
    2 * foreign.count() > letters().count()
}

fn temporary_folder() -> anyhow::Result<tempfile::TempDir> {
    tempfile::tempdir().map_err(|error| anyhow!("no temporary folder: {error}"))
}

fn active(id: u64, record: Record) -> ActiveRecord {
    ActiveRecord {
        id: RecordId(id),
        register: RegisterIndex(0),
        first_seen: BUILT_AT,
        last_seen: BUILT_AT,
        last_change: BUILT_AT.into(),
        changes: Vec::new(),
        entity: None,
        record,
    }
}

fn register() -> Register {
    let text = || "Labelled names".to_owned();
    Register {
        slug: "labelled_names".to_owned(),
        name: text(),
        short_name: text(),
        publisher: text(),
        country: CountryCode::parse("ZZ").expect("two letters"),
        list_type: ListType::Sanction,
        cadence_hours: 24,
        format: "labelled".to_owned(),
        source_url: String::new(),
        licence: String::new(),
        licence_url: None,
        offer: Offer::Download,
        max_drop_percent: 20,
        run: RegisterRun {
            first_load: Some(BUILT_AT),
            last_load: Some(BUILT_AT),
            ..RegisterRun::new(BUILT_AT, RunStatus::Ok)
        },
    }
}
