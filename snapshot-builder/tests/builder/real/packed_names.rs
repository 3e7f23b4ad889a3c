//! Names that lists pack into one cell, counted in the file itself: each is a name of its record,
//! and finds it.

use std::sync::Arc;

use rayon::prelude::*;
use snapshot_builder::sources::SourceFile;
use tamis_engine::matching::{BoundFilter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{AliasQuality, Record, RecordOrdinal, Schema};
use tamis_engine::snapshot::Snapshot;
use tamis_ingest::xml::XmlStream;

use crate::reading::support::{load, one_version, real_lists, records, shipped};
use crate::support::oracle::everything;
use crate::support::real;

const THRESHOLD: f64 = 0.75;
const FOUND_WITHIN: usize = 5;
const SLUG: &str = "un_sc_consolidated";
const NEWEST: &str = "2026-02-27";
/// Words that tell nobody apart.
const BEFORE_NAMES: [&str; 7] = ["Abu", "El", "Haj", "Haji", "Абу", "ابو", "أبو"];
/// Names of packed cells that are weak aliases of a single telling word.
const WEAK_WORDS: [&str; 14] = [
    "Abu Muhammad",
    "Abu- Shayma",
    "Abu-Shaima",
    "Abubakar",
    "El Harrachi",
    "HTS",
    "Haj Qasem",
    "Haji Qassem",
    "Muhamadmuhtar",
    "Абу Мухаммад",
    "Абубакар",
    "Мухамадмухтар",
    "أبو شيماء",
    "الحراشي",
];

/// A name that stands in a cell beside others.
#[derive(Debug)]
struct Packed {
    reference: String,
    name: String,
    is_person: bool,
}

/// The names in cells of several: what stands between `;`, `b)` and parentheses, cut off by rules
/// that know nothing of the reader. Only cells with a semicolon or with two scripts count.
fn packed(version: &str) -> (usize, Vec<Packed>) {
    let folder = real_lists().join(SLUG).join(version);
    let file = std::fs::read_dir(folder).expect(version).next().expect(version).expect(version);
    let source =
        SourceFile { path: file.path(), name: file.file_name().to_string_lossy().into_owned() };
    let (mut stream, _) = XmlStream::open(&source, &["CONSOLIDATED_LIST"]).expect("XML");
    let (mut cells, mut names) = (0, Vec::new());
    let kinds = ["INDIVIDUAL", "ENTITY"];
    while let Some((kind, party)) = stream.next_of(&kinds).expect("well-formed") {
        let reference = party.text_of("REFERENCE_NUMBER").expect("a reference");
        for alias in party.all(&format!("{}_ALIAS", kinds[kind])) {
            let Some(cell) = alias.text_of("ALIAS_NAME").filter(|cell| is_packed(cell)) else {
                continue;
            };
            cells += 1;
            names.extend(pieces_of(&cell).into_iter().map(|name| Packed {
                reference: reference.clone(),
                name,
                is_person: kind == 0,
            }));
        }
    }
    (cells, names)
}

fn is_packed(cell: &str) -> bool {
    let is_other_script = |c: char| c.is_alphabetic() && ('\u{370}'..'\u{1E00}').contains(&c);
    let has_both =
        cell.contains(is_other_script) && cell.contains(|c: char| c.is_ascii_alphabetic());
    cell.contains(';') || (has_both && cell.contains('('))
}

fn pieces_of(cell: &str) -> Vec<String> {
    // Its S is that of another spelling ("Sharia"), so it is not known as an acronym.
    let cell = cell.replace("(ASL)", "[ASL]");
    let cell = cell.replace(" b) ", ";").replace("original script:", ";");
    let pieces = cell.split([';', '(', ')']).map(|piece| piece.trim_matches([' ', ',']));
    let pieces = pieces.map(|piece| piece.trim_end_matches(" - sub-unit name"));
    pieces
        .filter(|piece| !piece.is_empty() && *piece != "original script")
        .map(|piece| piece.replace("[ASL]", "(ASL)"))
        .collect()
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn every_name_of_a_packed_cell_of_the_un_list_stands_by_itself() {
    // Cells and names in them, by version.
    for (version, expected) in [
        ("2016-02-11", (14, 49)),
        ("2018-10-29", (42, 130)),
        ("2020-11-30", (42, 130)),
        ("2025-04-19", (30, 85)),
        ("2025-11-20", (48, 149)),
        (NEWEST, (48, 149)),
    ] {
        let sources = one_version(&real_lists(), SLUG, version);
        let loaded = load(&shipped(SLUG), sources.path());
        let (cells, names) = packed(version);
        let missing: Vec<_> =
            names.iter().filter(|packed| !is_name_of(packed, records(&loaded))).collect();
        assert!(missing.is_empty(), "{version}: {missing:?}");
        assert_eq!((cells, names.len()), expected, "{version}");
    }
}

fn is_name_of(packed: &Packed, records: &[Record]) -> bool {
    let record = records.iter().find(|record| record.reference == packed.reference);
    let record = record.expect("a record of the reference");
    record.name == packed.name || record.aliases.iter().any(|alias| alias.name == packed.name)
}

/// What is left of the kinds of cells that are taken apart.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn no_name_of_the_un_list_holds_a_remark_or_another_name() {
    let remarks =
        ["original script", "listed as", "combat name", "birth name", "sub-unit", "third)"];
    for version in ["2016-02-11", "2018-10-29", "2020-11-30", "2025-04-19", "2025-11-20", NEWEST] {
        let sources = one_version(&real_lists(), SLUG, version);
        let loaded = load(&shipped(SLUG), sources.path());
        for record in records(&loaded) {
            let aliases = record.aliases.iter().map(|alias| &alias.name);
            for name in aliases.chain([&record.name]) {
                let lower = name.to_lowercase();
                let is_bad = name.contains(';')
                    || name.starts_with(')')
                    || name.ends_with(',')
                    || remarks.iter().any(|remark| lower.contains(remark))
                    || lower.contains(" born ");
                assert!(!is_bad, "{version} {}: {name:?}", record.reference);
            }
        }
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn every_name_of_a_packed_cell_finds_its_record() {
    let snapshot = &un_alone();
    let filter = everything(snapshot);
    let (_, names) = packed(NEWEST);
    // A weak alias of a single telling word is held below the threshold: any party may have it.
    let (weak_words, names): (Vec<Packed>, Vec<Packed>) =
        names.into_iter().partition(|packed| is_weak_word(packed, snapshot));
    let mut weak_words: Vec<_> = weak_words.iter().map(|packed| packed.name.as_str()).collect();
    weak_words.sort_unstable();
    assert_eq!(weak_words, WEAK_WORDS);
    assert_eq!(names.len(), 149 - WEAK_WORDS.len());
    let missed: Vec<String> =
        names.par_iter().filter_map(|packed| miss(packed, snapshot, &filter)).collect();
    assert!(missed.is_empty(), "{} of {}: {missed:#?}", missed.len(), names.len());
}

/// Whether a name is a weak alias with one telling word at most.
fn is_weak_word(packed: &Packed, snapshot: &Snapshot) -> bool {
    let records = (0..snapshot.record_count() as u32).map(RecordOrdinal);
    let mut records = records.map(|at| snapshot.record(at));
    let record = records.find(|record| record.reference() == packed.reference);
    let aliases = record.expect("a record of the reference").to_model().aliases;
    let words = packed.name.split(|c: char| !c.is_alphanumeric());
    let telling = words.filter(|word| !word.is_empty() && !BEFORE_NAMES.contains(word)).count();
    let same = aliases.iter().find(|alias| alias.name == packed.name);
    telling < 2 && same.is_some_and(|alias| alias.quality == AliasQuality::Weak)
}

/// Why a name does not find its record, or `None` where it does.
fn miss(packed: &Packed, snapshot: &Snapshot, filter: &BoundFilter<'_>) -> Option<String> {
    let schema = if packed.is_person { Schema::Person } else { Schema::Organization };
    let query = MatchQuery::by_name(schema, &packed.name);
    let settings = MatchSettings { limit: FOUND_WITHIN, ..MatchSettings::default() };
    let hits = answer(&query, filter, settings).hits;
    let is_it = |record| snapshot.record(record).reference() == packed.reference;
    let score = hits.iter().find(|hit| is_it(hit.record)).map(|hit| hit.score);
    let is_found = score.is_some_and(|score| score >= THRESHOLD);
    (!is_found).then(|| format!("{} {:?}: {score:?}", packed.reference, packed.name))
}

/// A snapshot of the UN list and no other.
fn un_alone() -> Arc<Snapshot> {
    real::opened(&[SLUG])
}

/// Remarks that a quoted alias with an abbreviation ends: one letter and a full stop, then the
/// quotation mark, then the full stop of the text.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofac_aliases_at_the_end_of_remarks_are_read() {
    let sources = one_version(&real_lists(), "us_ofac_sdn", "2023-12-28");
    let loaded = load(&shipped("us_ofac_sdn"), sources.path());
    for (reference, name) in [
        ("4108", "DOCTOR M.R.O."),
        ("8294", "NASR, Samir M."),
        ("10131", "DOCKRAT, F."),
        ("27345", "COCO S.A."),
        ("28010", "DNP S.A."),
    ] {
        let record = records(&loaded).iter().find(|record| record.reference == reference);
        let weak = record.expect(reference).aliases.iter();
        let mut weak = weak.filter(|alias| alias.quality == AliasQuality::Weak);
        assert!(weak.any(|alias| alias.name == name), "{reference}: {name}");
    }
    let unread = records(&loaded).iter().flat_map(|record| &record.notes);
    let unread: Vec<_> = unread.filter(|note| note.starts_with("a.k.a. '")).collect();
    assert!(unread.is_empty(), "{unread:?}");
}
