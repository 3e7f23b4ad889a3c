//! Parties of the real lists: figures that were counted by other means, and entities through
//! versions of the lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use snapshot_builder::links::{Kind, Link, Outcome, evidence};
use snapshot_builder::{BuildOptions, LoadOptions, build};
use tamis_engine::lookup::{self, EntityState, RecordState};
use tamis_engine::model::{PartialDate, RecordId, RecordOrdinal, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;
use uuid::Uuid;

use crate::support::shared::shared;

/// A build of real lists: these registers as of this date, from the folder of sources.
struct Built {
    snapshot: Snapshot,
    links: Vec<Link>,
}

fn built(sources: &Path, out: &Path, only: &[&str], as_of: &str, at: i64) -> Built {
    let as_of: PartialDate = as_of.parse().expect("a date");
    let only = only.iter().map(ToString::to_string).collect();
    let load = LoadOptions { as_of: Some(as_of), only, ..LoadOptions::default() };
    let options =
        BuildOptions { load, built_at: Some(Timestamp(at)), ..BuildOptions::new(sources, out) };
    let report = build(&options).expect("published");
    let version = report.version;
    let links = evidence::read(&out.join(&version).join("links.jsonl")).expect("there");
    let links = links.collect::<Result<Vec<Link>, _>>().expect("readable");
    let snapshot = SnapshotStore::new(out).open(&version).expect("opens").0;
    Built { snapshot, links }
}

impl Built {
    fn of(only: &[&str], as_of: &str) -> Self {
        let place = tempfile::tempdir().expect("temporary folder");
        built(&shared().join("data/registers"), place.path(), only, as_of, 1_790_000_000)
    }

    fn pairs(&self, kind: Kind, outcome: Outcome) -> Vec<&Link> {
        let wanted = |link: &&Link| link.kind == kind && link.outcome == outcome;
        self.links.iter().filter(wanted).collect()
    }

    /// Registers of the merged entity of the first record of this name.
    fn registers_of(&self, name: &str) -> BTreeSet<&str> {
        let ordinals = (0..self.snapshot.record_count() as u32).map(RecordOrdinal);
        let record = ordinals.map(|ordinal| self.snapshot.record(ordinal));
        let record = record.into_iter().find(|record| record.name() == name).expect("listed");
        let entity = record.merged_entity().expect("merged");
        let entity = lookup::merged_entity(&self.snapshot, entity).active().expect("active");
        entity.records().iter().map(|record| record.register().slug.as_str()).collect()
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn references_to_the_united_nations_of_2018_join_where_names_and_birth_dates_agree() {
    let built = Built::of(&["un_sc_consolidated", "gb_ofsi_conlist"], "2018-12-31");
    let is_both = |link: &&Link| link.left.register != link.right.register;
    let joined = built.pairs(Kind::Reference, Outcome::Joined);
    let joined = joined.into_iter().filter(is_both).count();
    let refused: Vec<(&str, &str)> = built
        .pairs(Kind::Reference, Outcome::Refused)
        .into_iter()
        .filter(is_both)
        .map(|link| (link.right.reference.as_str(), link.reason.as_deref().unwrap_or_default()))
        .collect();
    // 254 entries cite a reference of the list as it stands there and 350 the superseded form of one.
    assert_eq!(joined + refused.len(), 254 + 350);
    let (dates, names) =
        ("their birth dates differ", "their names share no word that tells parties apart");
    assert_eq!(
        refused,
        [("QDi.345", dates), ("KPi.074", names), ("KPi.076", dates), ("QDi.095", dates)],
        "another man's number twice, two men of one family name, and a day that differs"
    );
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn no_two_records_of_an_entity_have_birth_dates_that_conflict() {
    let built = Built::of(&[], "2026-12-31");
    let mut members: BTreeMap<Uuid, Vec<RecordOrdinal>> = BTreeMap::new();
    for ordinal in (0..built.snapshot.record_count() as u32).map(RecordOrdinal) {
        if let Some(entity) = built.snapshot.merged_entity(ordinal) {
            members.entry(entity).or_default().push(ordinal);
        }
    }
    assert!((10_500..11_500).contains(&members.len()), "{} entities", members.len());
    // Read anew here, as years alone: two records that have no year in common, give or take one.
    let years = |ordinal: RecordOrdinal| -> Vec<u16> {
        built.snapshot.record(ordinal).birth_dates().map(|born| born.year()).collect()
    };
    for (entity, ordinals) in &members {
        for (at, one) in ordinals.iter().enumerate() {
            for other in &ordinals[at + 1..] {
                let (one, other) = (years(*one), years(*other));
                let meet = one.iter().any(|a| other.iter().any(|b| a.abs_diff(*b) <= 1));
                assert!(one.is_empty() || other.is_empty() || meet, "{entity}: {one:?} {other:?}");
            }
        }
    }
    let by_name_alone = |link: &&Link| link.left.register == link.right.register;
    let inside = built.links.iter().filter(|link| link.outcome == Outcome::Joined);
    for link in inside.filter(by_name_alone) {
        let has_date = link.value.split(' ').next_back().is_some_and(|date| date.len() == 10);
        assert!(link.kind == Kind::Reference || has_date, "{link:?}");
    }

    let [csl, ofac, ofsi, un, eu] =
        ["us_trade_csl_sdn", "us_ofac_sdn", "gb_ofsi_conlist", "un_sc_consolidated", "eu_fsf"];
    assert_eq!(built.registers_of("JOSEPH KONY"), BTreeSet::from([csl, ofac, ofsi, un]));
    let zawahiri = built.registers_of("AIMAN MUHAMMED RABI AL-ZAWAHIRI");
    assert_eq!(zawahiri, BTreeSet::from([csl, ofac, ofsi, un, eu]));
    assert_eq!(built.registers_of("Ayman Al-Zawahari"), zawahiri);
}

/// OFAC's list of 2024-05-03, of which there is one file only, with aliases and addresses of before.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_ships_that_canada_and_ofac_share_are_one() {
    let place = tempfile::tempdir().expect("temporary folder");
    let (sources, out) = (place.path().join("sources"), place.path().join("snapshots"));
    let lists = shared().join("data/registers");
    for (slug, version) in [("us_ofac_sdn", "2024-05-03"), ("ca_sema", "2025-03-20")] {
        let folder = sources.join(slug).join(version);
        fs::create_dir_all(&folder).expect("created");
        for entry in fs::read_dir(lists.join(slug).join(version)).expect("the real list") {
            let path = entry.expect("an entry").path();
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("copied");
        }
    }
    for file in ["alt.csv", "add.csv"] {
        let from = lists.join("us_ofac_sdn/2023-12-28").join(file);
        fs::copy(from, sources.join("us_ofac_sdn/2024-05-03").join(file)).expect("copied");
    }
    let built = built(&sources, &out, &[], "2026-12-31", 1_790_000_000);
    let ships: BTreeSet<&str> = built
        .pairs(Kind::Imo, Outcome::Joined)
        .into_iter()
        .filter(|link| link.left.register != link.right.register)
        .map(|link| link.value.as_str())
        .collect();
    assert_eq!(ships.len(), 16, "{ships:?}");
}

/// What became of every UUID and of every retired record.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn entities_last_from_version_to_version_of_the_lists() {
    let place = tempfile::tempdir().expect("temporary folder");
    let sources = shared().join("data/registers");
    let only = ["un_sc_consolidated", "gb_ofsi_conlist", "us_ofac_sdn", "ca_sema", "us_trade_csl"];
    let mut before: BTreeMap<u64, Uuid> = BTreeMap::new();
    let dates = ["2018-12-31", "2020-12-31", "2022-12-31", "2023-12-31", "2026-12-31"];
    for (round, as_of) in dates.into_iter().enumerate() {
        let at = 1_790_000_000 + round as i64 * 86_400;
        let Built { snapshot, .. } = built(&sources, place.path(), &only, as_of, at);
        let mut kept = 0_u64;
        for (&id, &entity) in &before {
            let living = match lookup::merged_entity(&snapshot, entity) {
                EntityState::Active(_) => Some(entity),
                EntityState::Moved(now) => Some(now),
                EntityState::Unknown => None,
            };
            match lookup::record(&snapshot, RecordId(id)) {
                RecordState::Active(record) => {
                    let now = record.merged_entity();
                    assert!(now.is_some() || living.is_some(), "{as_of}: {id} of {entity}");
                    kept += u64::from(now == Some(entity));
                }
                RecordState::Moved(now) => assert_eq!(Some(now), living, "{as_of}: {id}"),
                RecordState::Retired { .. } => assert_eq!(living, None, "{as_of}: {id}"),
                RecordState::Unknown => panic!("{as_of}: record {id} is lost"),
            }
        }
        let active = before.keys().filter(|id| snapshot.find(RecordId(**id)).is_some()).count();
        // A few entities are taken over by larger ones when a list comes that joins them. And the list of the
        // Treasury of 2019 has numbers, that of 2016 none: what went with those entries waits, so that the
        // register has such a party twice, of which the UN's entry can only be one.
        assert!(kept as f64 >= active as f64 * 0.97, "{as_of}: {kept} of {active} keep theirs");
        let ordinals = (0..snapshot.record_count() as u32).map(RecordOrdinal);
        let now = ordinals.filter_map(|ordinal| {
            Some((snapshot.record(ordinal).id().0, snapshot.merged_entity(ordinal)?))
        });
        before.extend(now);
    }
    assert!(before.len() > 20_000, "{} records were of an entity", before.len());
}
