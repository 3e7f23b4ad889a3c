//! Files with right checksums whose sections contradict themselves or each other. Each row tests one
//! check of the verification, by its depth. It has the section that is named, part of the reason, and
//! the change that a faulty or hostile program could make.

use std::mem::offset_of;

use rkyv::rancor;
use tamis_engine::lexicon::rows::{FormRow, Neighbour, WordRow};
use tamis_engine::model::{CountryCode, RegisterIndex};
use tamis_engine::snapshot::SnapshotError;
use tamis_engine::snapshot::details::{Meta, Registers};
use tamis_engine::snapshot::format::Section as S;
use tamis_engine::snapshot::fuzzy_postings::{FuzzyEntry, FuzzyStep};
use tamis_engine::snapshot::impact::Impact;
use tamis_engine::snapshot::rows::{
    CellRow, CountRow, FactsChangeRow, ImoRow, NONE_U32, NameRow, ProgrammeRow, RecordRow,
    RecordSummary, RetiredRow, SuccessorRow, name_flags,
};
use tamis_engine::snapshot::totals::Totals;

use super::draft::Draft;
use super::world::world;

type Case = (S, &'static str, fn(&mut Draft));

#[test]
fn contradictions_about_the_whole_are_found() {
    found_by_opening(&[
        (S::Meta, "", |draft| draft.section(S::Meta).fill(0xff)),
        (S::Meta, "", |draft| draft.section(S::Meta).clear()),
        (S::Meta, "version", |draft| edit_meta(draft, |meta| meta.version.push('0'))),
        (S::Meta, "version", |draft| draft.built_at += 1),
        (S::Meta, "version", |draft| {
            draft.built_at = 300_000_000_000;
            edit_meta(draft, |meta| meta.version = "114761113053320".to_owned());
        }),
        (S::Meta, "single words", |draft| edit_meta(draft, |meta| meta.single_words = u32::MAX)),
        (S::Meta, "each collection", |draft| edit_meta(draft, |meta| meta.collections.clear())),
        (S::Registers, "", |draft| draft.section(S::Registers).truncate(3)),
        (S::Registers, "country", |draft| edit_registers(draft, |r| r.registers[1].country = 1)),
        (S::Registers, "list_type", |d| edit_registers(d, |r| r.registers[1].list_type = 9)),
        (S::Registers, "offer", |draft| edit_registers(draft, |r| r.registers[1].offer = 9)),
        (S::Registers, "sorted", |draft| edit_registers(draft, |r| r.registers.swap(0, 1))),
    ]);
    found_by_verifying(&[(S::Meta, "counts", |draft| {
        edit_meta(draft, |meta| meta.collections[0] += 1);
    })]);
}

#[test]
fn contradictions_about_records_are_found() {
    const ROW: usize = size_of::<RecordRow>();
    found_by_opening(&[
        (S::Records, "sentinel", |draft| draft.section(S::Records).clear()),
        (S::Records, "span", |d| d.set(S::Records, offset_of!(RecordRow, names), 4, 1)),
        (S::Records, "span", |d| d.section(S::Births).extend([0; 4])),
        (S::Records, "span", |d| d.section(S::Countries).truncate(2)),
        (S::Records, "no name", |d| d.set(S::Records, ROW + offset_of!(RecordRow, names), 4, 0)),
        (S::Records, "falls", |d| d.set(S::Records, ROW + offset_of!(RecordRow, births), 4, 999)),
        (S::Records, "code", |d| d.set(S::Records, offset_of!(RecordRow, register), 2, 4)),
        (S::Records, "code", |d| d.set(S::Records, offset_of!(RecordRow, entity_type), 1, 5)),
        (S::Records, "code", |d| d.set(S::Records, offset_of!(RecordRow, kind), 1, 2)),
        (S::Records, "code", |d| d.set(S::Records, offset_of!(RecordRow, entity), 4, 2)),
        (S::Births, "code", |d| d.set(S::Births, 0, 4, 1962 << 16 | 13 << 8)),
        (S::Countries, "code", |d| d.set(S::Countries, 0, 2, 0x6162)),
        (S::IdIndex, "length", |d| d.section(S::IdIndex).truncate(4)),
        (S::IdIndex, "not exist", |d| d.set(S::IdIndex, 0, 4, 10)),
        (S::Retired, "not exist", |d| d.set(S::Retired, offset_of!(RetiredRow, register), 2, 9)),
        (S::FactsChanges, "not exist", |d| {
            d.set(S::FactsChanges, offset_of!(FactsChangeRow, record), 4, 99);
        }),
        (S::ImoIndex, "not exist", |d| d.set(S::ImoIndex, offset_of!(ImoRow, record), 4, 99)),
    ]);
    found_by_verifying(&[
        (S::Births, "lie before", |d| d.set(S::Births, 0, 4, 1 << 30 | 1962 << 16)),
        (S::IdIndex, "sorted", |d| swap(d, S::IdIndex, 4, 0, 1)),
        (S::Retired, "sorted", |d| swap(d, S::Retired, size_of::<RetiredRow>(), 0, 1)),
        (S::Retired, "both", |d| d.set(S::Retired, offset_of!(RetiredRow, id), 8, 11)),
        (S::FactsChanges, "sorted", |d| {
            swap(d, S::FactsChanges, size_of::<FactsChangeRow>(), 0, 1);
        }),
        (S::FactsChanges, "known facts", |d| {
            d.set(S::FactsChanges, offset_of!(FactsChangeRow, facts), 4, 0);
        }),
        (S::FactsChanges, "known facts", |d| {
            d.set(S::FactsChanges, offset_of!(FactsChangeRow, facts), 4, u64::from(u32::MAX));
        }),
        (S::ImoIndex, "sorted", |d| swap(d, S::ImoIndex, size_of::<ImoRow>(), 0, 2)),
        (S::ImoIndex, "carry", |d| d.set(S::ImoIndex, offset_of!(ImoRow, imo), 4, 1)),
        (S::ImoIndex, "missing", |d| d.section(S::ImoIndex).truncate(2 * size_of::<ImoRow>())),
    ]);
}

#[test]
fn contradictions_about_details_and_entities_are_found() {
    found_by_opening(&[
        (S::DetailOffsets, "number", |d| d.section(S::DetailOffsets).truncate(8)),
        (S::DetailOffsets, "number", |d| d.section(S::DetailOffsets).clear()),
        (S::DetailOffsets, "span", |d| d.set(S::DetailOffsets, 0, 8, 4)),
        (S::DetailOffsets, "falls", |d| d.set(S::DetailOffsets, 8, 8, u64::MAX)),
        (S::EntityOffsets, "number", |d| d.section(S::EntityOffsets).truncate(8)),
        (S::EntityOffsets, "falls", |d| d.set(S::EntityOffsets, 4, 4, 99)),
        (S::EntityMembers, "not exist", |d| d.set(S::EntityMembers, 4, 4, 99)),
    ]);
    found_by_verifying(&[
        (S::Details, "record", |draft| draft.section(S::Details).fill(0xff)),
        (S::Details, "record", |draft| {
            // Ends within a text.
            let end = draft.number(S::DetailOffsets, 3 * 8, 8);
            draft.set(S::DetailOffsets, 2 * 8, 8, end - 4);
        }),
        (S::Details, "record", |draft| {
            // The next detail begins within this one.
            let end = draft.number(S::DetailOffsets, 2 * 8, 8);
            draft.set(S::DetailOffsets, 2 * 8, 8, end - 1);
        }),
        (S::Details, "record", |draft| replace(draft, S::Details, b"Omsk", b"O\xfe\xfek")),
        (S::Records, "end", |d| d.set(S::Records, offset_of!(RecordRow, ends), 2, 1)),
        (S::Records, "rank", |d| d.set(S::Records, offset_of!(RecordRow, ranks), 4, 8)),
        (S::Entities, "sorted", |draft| swap(draft, S::Entities, 16, 0, 1)),
        (S::Entities, "sorted", |draft| draft.section(S::Entities).fill(7)),
        (S::EntityMembers, "another entity", |d| d.set(S::EntityOffsets, 4, 4, 1)),
        (S::EntityMembers, "sorted", |draft| swap(draft, S::EntityMembers, 4, 0, 1)),
        (S::EntityMembers, "missing", |draft| {
            draft.section(S::EntityMembers).truncate(12);
            draft.set(S::EntityOffsets, 8, 4, 3);
        }),
        (S::Successors, "sorted", |d| swap(d, S::Successors, size_of::<SuccessorRow>(), 0, 1)),
        (S::Successors, "in use", |d| {
            let live = d.section(S::Entities)[..16].to_vec();
            d.section(S::Successors)[32..48].copy_from_slice(&live);
        }),
        (S::Successors, "out of use", |d| {
            let moved = d.section(S::Successors)[..16].to_vec();
            d.section(S::Successors)[48..].copy_from_slice(&moved);
        }),
    ]);
}

#[test]
fn contradictions_about_totals_are_found() {
    let missing = CountryCode::parse("QQ").expect("two letters");
    assert!(!world().snapshot.totals().countries.iter().any(|country| country.code == missing));
    found_by_opening(&[
        (S::Totals, "", |draft| draft.section(S::Totals).fill(0xff)),
        (S::Totals, "not one", |d| edit_totals(d, |totals| totals.figures.truncate(1))),
        (S::Totals, "not one", |d| edit_totals(d, |totals| totals.sources.truncate(1))),
        (S::Totals, "not one", |d| edit_totals(d, |totals| totals.registers_by_name.clear())),
        (S::Totals, "missing", |d| edit_totals(d, |t| t.registers_by_name.fill(RegisterIndex(1)))),
        (S::Totals, "register", |d| edit_totals(d, |totals| totals.sources[0].records += 1)),
        (S::Totals, "register", |d| edit_totals(d, |totals| totals.sources[0].by_type[0] += 1)),
        (S::Totals, "register", |d| edit_totals(d, |t| t.sources[0].programmes.push((99, 1)))),
        (S::Totals, "register", |d| edit_totals(d, |t| t.sources[0].recent[0].0 = 99)),
        (S::Totals, "add up", |d| edit_totals(d, |totals| totals.figures[0].records += 1)),
        (S::Totals, "add up", |d| edit_totals(d, |t| t.figures[0].by_type = [u64::MAX; 6])),
        (S::Totals, "not exist", |draft| {
            edit_totals(draft, |t| t.figures[0].top_registers.push((RegisterIndex(9), 1)));
        }),
    ]);
    found_by_verifying(&[
        (S::Totals, "register", |d| edit_totals(d, |totals| totals.sources[0].first_seen = None)),
        (S::Totals, "register", |draft| {
            edit_totals(draft, |totals| {
                totals.sources[0].countries.push((CountryCode::parse("QQ").expect("letters"), 1));
            });
        }),
        (S::Totals, "register", |draft| {
            edit_totals(draft, |totals| {
                let days = &mut totals.sources[0].days;
                days.push(days[0]);
            });
        }),
        (S::Totals, "countries", |d| edit_totals(d, |totals| totals.countries.swap(0, 1))),
        (S::Totals, "countries", |d| edit_totals(d, |totals| totals.countries[0].records += 1)),
        (S::Totals, "countries", |d| edit_totals(d, |totals| totals.countries.truncate(1))),
    ]);
}

#[test]
fn contradictions_about_lists_of_records_are_found() {
    found_by_opening(&[
        (S::Summaries, "length", |draft| draft.section(S::Summaries).clear()),
        (S::Summaries, "not exist", |d| {
            d.set(S::Summaries, offset_of!(RecordSummary, register), 2, 9);
        }),
        (S::Newest, "length", |draft| draft.section(S::Newest).truncate(4)),
        (S::Newest, "not exist", |draft| draft.set(S::Newest, 0, 4, 99)),
        (S::RegisterOffsets, "number", |draft| draft.section(S::RegisterOffsets).clear()),
        (S::RegisterOffsets, "falls", |d| d.set(S::RegisterOffsets, 4, 4, 99)),
        (S::RegisterRecords, "not exist", |d| foreign(d, S::RegisterOffsets, S::RegisterRecords)),
        (S::CountryCodes, "code", |draft| draft.set(S::CountryCodes, 0, 2, 0)),
        (S::CountryOffsets, "number", |draft| draft.section(S::CountryCodes).extend(b"ZZ")),
        (S::CountryRecords, "not exist", |d| foreign(d, S::CountryOffsets, S::CountryRecords)),
        (S::BirthYearOffsets, "number", |d| d.section(S::BirthYears).extend([0xff; 2])),
    ]);
    found_by_verifying(&[
        (S::Summaries, "brief", |d| d.set(S::Summaries, offset_of!(RecordSummary, touched), 4, 1)),
        (S::Newest, "newest", |draft| swap(draft, S::Newest, 4, 0, 1)),
        (S::Newest, "newest", |draft| draft.section(S::Newest).fill(0)),
        (S::RegisterRecords, "rise", |draft| swap(draft, S::RegisterRecords, 4, 0, 1)),
        (S::RegisterRecords, "missing", |d| shorten(d, S::RegisterOffsets, S::RegisterRecords)),
        (S::CountryCodes, "sorted", |draft| swap(draft, S::CountryCodes, 2, 0, 1)),
        (S::CountryRecords, "missing", |d| shorten(d, S::CountryOffsets, S::CountryRecords)),
        (S::BirthYears, "sorted", |draft| swap(draft, S::BirthYears, 2, 0, 1)),
        (S::BirthYearRecords, "belong", |d| d.set(S::BirthYears, 0, 2, 1)),
        (S::BirthYearRecords, "missing", |d| shorten(d, S::BirthYearOffsets, S::BirthYearRecords)),
    ]);
}

#[test]
fn contradictions_about_programmes_are_found() {
    const ROW: usize = size_of::<ProgrammeRow>();
    const CELL: usize = size_of::<CellRow>();
    found_by_opening(&[
        (S::Programmes, "sentinel", |draft| draft.section(S::Programmes).clear()),
        (S::Programmes, "span", |draft| draft.set(S::Programmes, 0, 4, 1)),
        (S::Programmes, "span", |draft| draft.section(S::ProgrammeText).push(b'x')),
        (S::Programmes, "span", |draft| draft.section(S::ProgrammeRegisters).clear()),
        (S::Programmes, "falls", |d| {
            d.set(S::Programmes, offset_of!(ProgrammeRow, lower_case), 4, 99);
        }),
        (S::ProgrammeRegisters, "not exist", |draft| draft.set(S::ProgrammeRegisters, 0, 4, 9)),
        (S::ProgrammeOffsets, "number", |draft| draft.section(S::ProgrammeOffsets).clear()),
        (S::ProgrammeRecords, "not exist", |d| {
            foreign(d, S::ProgrammeOffsets, S::ProgrammeRecords);
        }),
        (S::RankingOffsets, "number", |draft| draft.section(S::RankingOffsets).truncate(4)),
        (S::RankingOffsets, "span", |draft| draft.section(S::Ranking).truncate(8)),
        (S::Ranking, "not exist", |draft| draft.set(S::Ranking, 0, 4, 9)),
        (S::CountryCells, "not exist", |draft| {
            let last = draft.section(S::CountryCells).len() - CELL;
            draft.set(S::CountryCells, last + offset_of!(CellRow, register), 2, 99);
        }),
    ]);
    found_by_verifying(&[
        (S::Programmes, "no register", |draft| {
            draft.set(S::Programmes, ROW + offset_of!(ProgrammeRow, registers), 4, 0);
        }),
        (S::ProgrammeText, "UTF-8", |draft| draft.set(S::ProgrammeText, 0, 1, 0xff)),
        (S::Programmes, "name", |d| replace(d, S::ProgrammeText, b"P-ONE", b"P-ZZZ")),
        (S::ProgrammeRegisters, "as many", |draft| draft.set(S::ProgrammeRegisters, 4, 4, 9)),
        (S::Ranking, "falling", |d| swap(d, S::Ranking, size_of::<CountRow>(), 0, 1)),
        (S::CountryCells, "sorted", |draft| swap(draft, S::CountryCells, CELL, 0, 1)),
        (S::CountryCells, "as many", |d| {
            d.set(S::CountryCells, offset_of!(CellRow, records), 4, 9);
        }),
        (S::CountryCells, "unknown", |draft| {
            let last = draft.section(S::CountryCells).len() - CELL;
            draft.set(S::CountryCells, last + offset_of!(CellRow, entity_type), 1, 77);
        }),
    ]);
}

#[test]
fn contradictions_about_words_of_published_names_are_found() {
    found_by_opening(&[
        (S::NameWordLists, "not exist", |draft| draft.section(S::NameWordRecords).clear()),
        (S::NameWordLists, "not exist", |d| d.section(S::NameWordRecords).truncate(4)),
        (S::NameWordOffsets, "falls", |draft| draft.set(S::NameWordOffsets, 4, 4, 9_999)),
        (S::NameWordLists, "not exist", |draft| {
            let last = draft.section(S::NameWordLists).len() - 4;
            draft.set(S::NameWordLists, last, 4, 9_999);
        }),
        (S::WrittenOffsets, "falls", |draft| draft.set(S::WrittenOffsets, 4, 4, 9_999)),
        (S::WrittenRecords, "not exist", |draft| draft.set(S::WrittenRecords, 0, 4, 9_999)),
    ]);
    found_by_verifying(&[
        (S::WrittenRecords, "not the records", |draft| {
            let other = draft.number(S::WrittenRecords, 0, 4) ^ 1;
            draft.set(S::WrittenRecords, 0, 4, other);
        }),
        (S::NameWordRecords, "all records", |draft| draft.set(S::NameWordRecords, 0, 4, 1)),
        (S::NameWordRecords, "order", |draft| draft.set(S::NameWordRecords, 4, 4, 9)),
        (S::NameWordFst, "", |draft| draft.section(S::NameWordFst).clear()),
        (S::NameWordFst, "", |draft| draft.section(S::NameWordFst).fill(0xff)),
        (S::NameWordFst, "wrong number of words", |d| {
            *d.section(S::NameWordFst) = dictionary(&[("a", 1)]);
        }),
        (S::NameWordFst, "wrong number of words", |d| {
            *d.section(S::NameWordFst) = dictionary(&[("a", 0)]);
        }),
        (S::NameWordLists, "rise", |draft| {
            let word = first_with_list(draft, S::NameWordOffsets, 4, 2);
            let list = draft.number(S::NameWordOffsets, word * 4, 4) as usize;
            swap(draft, S::NameWordLists, 4, list, list + 1);
        }),
    ]);
}

#[test]
fn contradictions_about_words_are_found() {
    const ROW: usize = size_of::<WordRow>();
    found_by_opening(&[
        (S::Words, "sentinel", |draft| draft.section(S::Words).clear()),
        (S::Words, "span", |d| d.set(S::Words, offset_of!(WordRow, text), 4, 1)),
        (S::Words, "span", |d| d.section(S::WordText).extend(b"more")),
        (S::Words, "empty text or", |d| d.set(S::Words, ROW + offset_of!(WordRow, text), 4, 0)),
        (S::Words, "empty text or", |d| d.set(S::Words, offset_of!(WordRow, script), 1, 0xff)),
    ]);
    found_by_verifying(&[
        (S::Words, "within a character", |draft| {
            let at = word_of_wide_letters(draft) * ROW + offset_of!(WordRow, text);
            let text = draft.number(S::Words, at, 4);
            draft.set(S::Words, at, 4, text + 1);
        }),
        (S::Words, "weight", |d| d.set(S::Words, offset_of!(WordRow, weight), 1, 201)),
        (S::WordText, "UTF-8", |d| d.set(S::WordText, 0, 1, 0xff)),
        (S::WordFst, "", |draft| *draft.section(S::WordFst) = b"no dictionary".to_vec()),
        (S::WordFst, "", |draft| draft.section(S::WordFst).clear()),
        (S::WordFst, "", |draft| draft.section(S::WordFst).fill(0xff)),
        (S::WordFst, "number", |draft| *draft.section(S::WordFst) = dictionary(&[])),
        (S::WordFst, "leads to", |d| *d.section(S::WordFst) = dictionary(&[("zz", 0)])),
        (S::WordFst, "leads to", |d| *d.section(S::WordFst) = dictionary(&[("zz", u64::MAX)])),
    ]);
}

#[test]
fn contradictions_about_lists_of_words_are_found() {
    const NEIGHBOUR: usize = size_of::<Neighbour>();
    found_by_opening(&[
        (S::NeighbourOffsets, "number", |d| d.section(S::NeighbourOffsets).extend([0; 4])),
        (S::NeighbourOffsets, "falls", |d| d.set(S::NeighbourOffsets, 4, 4, 9_999)),
        (S::Neighbours, "not exist", |d| d.set(S::Neighbours, 0, 4, 9_999)),
        (S::Neighbours, "code", |d| d.set(S::Neighbours, 4, 4, 255)),
        (S::Neighbours, "code", |d| d.set(S::Neighbours, 4, 4, 1)),
        (S::PostingOffsets, "number", |d| d.section(S::PostingOffsets).truncate(16)),
        (S::PostingOffsets, "falls", |d| d.set(S::PostingOffsets, 8, 8, u64::MAX)),
        (S::Postings, "not exist", |draft| draft.set(S::Postings, 0, 4, 10)),
        (S::DeletionBuckets, "power", |draft| draft.section(S::DeletionBuckets).clear()),
        (S::DeletionBuckets, "power", |d| d.section(S::DeletionBuckets).extend([0xff; 4])),
        (S::DeletionBuckets, "falls", |d| d.set(S::DeletionBuckets, 4, 4, 99_999)),
        (S::DeletionWords, "not exist", |d| d.set(S::DeletionWords, 0, 4, u64::MAX)),
        (S::SkeletonBuckets, "power", |d| d.section(S::SkeletonBuckets).truncate(4)),
        (S::SkeletonBuckets, "span", |d| d.set(S::SkeletonBuckets, 0, 4, 1)),
        (S::SkeletonWords, "not exist", |d| d.set(S::SkeletonWords, 0, 4, u64::MAX)),
    ]);
    found_by_verifying(&[
        (S::Neighbours, "own", |draft| {
            let word = first_with_list(draft, S::NeighbourOffsets, 4, 1);
            let list = draft.number(S::NeighbourOffsets, word * 4, 4) as usize;
            draft.set(S::Neighbours, list * NEIGHBOUR, 4, word as u64);
        }),
        (S::Neighbours, "falling", |draft| {
            let word = first_with_list(draft, S::NeighbourOffsets, 4, 2);
            let list = draft.number(S::NeighbourOffsets, word * 4, 4) as usize;
            swap(draft, S::Neighbours, NEIGHBOUR, list, list + 1);
        }),
        (S::Neighbours, "what its word is", |d| d.set(S::Neighbours, 5, 1, 7)),
        (S::Neighbours, "what its word is", |draft| {
            let word = draft.number(S::Neighbours, 0, 4);
            draft.set(S::Neighbours, 0, 4, word ^ 1 << 31);
        }),
        (S::Postings, "another kind", |draft| {
            let posting = draft.number(S::Postings, 0, 4);
            draft.set(S::Postings, 0, 4, posting ^ 1 << 31);
        }),
        (S::Postings, "sorted", |draft| {
            let word = first_with_list(draft, S::PostingOffsets, 8, 2);
            let list = draft.number(S::PostingOffsets, word * 8, 8) as usize;
            swap(draft, S::Postings, 4, list, list + 1);
        }),
        (S::Postings, "frequency", |d| d.set(S::Words, offset_of!(WordRow, frequency), 4, 1)),
    ]);
}

#[test]
fn contradictions_about_lists_of_close_words_are_found() {
    const ENTRY: usize = size_of::<FuzzyEntry>();
    const STEP: usize = size_of::<FuzzyStep>();
    found_by_opening(&[
        (S::CloseStarts, "number", |draft| draft.section(S::CloseStarts).truncate(4)),
        (S::CloseStarts, "span", |draft| draft.set(S::CloseStarts, 0, 4, 1)),
        (S::CloseStarts, "span", |draft| draft.section(S::CloseSteps).clear()),
        (S::CloseSteps, "span", |draft| draft.set(S::CloseSteps, 0, 4, 1)),
        (S::CloseSteps, "span", |draft| draft.section(S::CloseEntries).extend([0; ENTRY])),
        (S::CloseSteps, "rise", |draft| draft.set(S::CloseSteps, STEP, 4, 0)),
        (S::CloseEntries, "not exist", |draft| draft.set(S::CloseEntries, 0, 4, 9_999)),
    ]);
    found_by_verifying(&[
        (S::CloseEntries, "belong", |draft| {
            draft.set(S::CloseSteps, offset_of!(FuzzyStep, similarity), 1, 255);
        }),
        (S::CloseEntries, "belong", |draft| draft.set(S::CloseEntries, 0, 4, 0)),
        (S::CloseEntries, "belong", |draft| {
            draft.set(S::CloseEntries, offset_of!(FuzzyEntry, rest), 2, 1);
        }),
        (S::CloseEntries, "belong", |draft| {
            draft.set(S::CloseEntries, offset_of!(FuzzyEntry, weight), 1, 1);
        }),
        (S::CloseEntries, "belong", |draft| {
            draft.set(S::CloseEntries, offset_of!(FuzzyEntry, others), 2, 1);
        }),
        (S::CloseEntries, "missing", |draft| {
            // Removes the last step with its entries.
            let sentinel = draft.section(S::CloseSteps).len() - STEP;
            let kept = draft.number(S::CloseSteps, sentinel - STEP, 4) as usize;
            draft.section(S::CloseSteps).truncate(sentinel);
            draft.section(S::CloseEntries).truncate(kept * ENTRY);
            let last = (sentinel / STEP - 1) as u64;
            for at in (0..draft.section(S::CloseStarts).len()).step_by(4) {
                let start = draft.number(S::CloseStarts, at, 4).min(last);
                draft.set(S::CloseStarts, at, 4, start);
            }
        }),
    ]);
}

#[test]
fn contradictions_about_forms_of_words_are_found() {
    const ROW: usize = size_of::<FormRow>();
    found_by_opening(&[
        (S::Forms, "sentinel", |draft| draft.section(S::Forms).clear()),
        (S::Forms, "not one for each word", |draft| draft.section(S::Forms).truncate(2 * ROW)),
        (S::Forms, "span", |d| d.set(S::Forms, offset_of!(FormRow, sounds), 4, 1)),
        (S::Forms, "span", |d| d.section(S::FormSounds).push(0)),
        (S::Forms, "span", |d| d.section(S::FormLetters).extend([0; 8])),
        (S::Forms, "span", |d| d.section(S::FormReadings).clear()),
        (S::Forms, "span", |d| d.section(S::FormSigns).extend([0; 2])),
        (S::Forms, "signs", |d| d.set(S::Forms, ROW + offset_of!(FormRow, signs), 4, 0xffff)),
        (S::Forms, "do not tile", |d| d.set(S::Forms, ROW, 4, u64::from(u32::MAX))),
        (S::Forms, "do not tile", |d| d.set(S::Forms, ROW + offset_of!(FormRow, sounds), 4, 0)),
        (S::Forms, "do not tile", |d| d.set(S::FormReadings, 0, 2, 0)),
    ]);
    found_by_verifying(&[
        (S::Forms, "of its word", |d| d.set(S::Forms, offset_of!(FormRow, letter_set), 4, 0)),
        (S::Forms, "of its word", |d| d.set(S::FormLetters, 0, 4, 0xd800)),
        (S::Forms, "of its word", |d| swap(d, S::FormLetters, 8, 0, 1)),
        (S::Forms, "of its word", |d| d.set(S::FormSounds, 0, 1, 0xff)),
        (S::Forms, "of its word", |d| d.set(S::FormSigns, 0, 2, 0xffff)),
        (S::Forms, "script", |d| d.set(S::Forms, offset_of!(FormRow, script), 1, 7)),
    ]);
}

#[test]
fn contradictions_about_names_are_found() {
    const ROW: usize = size_of::<NameRow>();
    found_by_opening(&[
        (S::Names, "sentinel", |draft| draft.section(S::Names).clear()),
        (S::Names, "span", |d| d.set(S::Names, offset_of!(NameRow, run), 4, 1)),
        (S::Names, "span", |d| d.section(S::NameRuns).extend([0; 4])),
        (S::Names, "fit its run", |d| d.set(S::Names, ROW + offset_of!(NameRow, run), 4, 9_999)),
        (S::Names, "fit its run", |d| d.set(S::Names, offset_of!(NameRow, words), 1, 33)),
        (S::Names, "fit its run", |d| d.set(S::Names, offset_of!(NameRow, words), 1, 0)),
        (S::Names, "fit its run", |draft| draft.set(S::NameRuns, 0, 3, 0xff_ffff)),
        (S::Names, "fit its run", |draft| draft.set(S::NameRuns, 3, 1, 8)),
        (S::Names, "fit its run", |draft| edit_joined(draft, |word, _| *word = 0)),
        (S::Names, "fit its run", |draft| {
            edit_joined(draft, |word, _| *word = u64::from(NONE_U32));
        }),
        (S::Names, "fit its run", |draft| edit_joined(draft, |_, span| *span = 31 | 2 << 8)),
        (S::Names, "fit its run", |draft| edit_joined(draft, |_, span| *span = 1 << 8)),
        (S::NamesByText, "length", |draft| draft.section(S::NamesByText).truncate(4)),
        (S::NamesByText, "not exist", |draft| draft.set(S::NamesByText, 0, 4, 9_999)),
    ]);
    found_by_verifying(&[
        (S::Names, "sums up", |d| d.set(S::Names, offset_of!(NameRow, informative_words), 1, 9)),
        (S::Names, "sums up", |draft| {
            let at = offset_of!(NameRow, flags);
            let flags = draft.number(S::Names, at, 1) ^ u64::from(name_flags::INITIAL);
            draft.set(S::Names, at, 1, flags);
        }),
        (S::Names, "another record", |d| d.set(S::Names, offset_of!(NameRow, record), 4, 1)),
        (S::Names, "primary", |d| d.set(S::Names, offset_of!(NameRow, alias), 2, 1)),
        (S::NameFst, "", |draft| draft.section(S::NameFst).truncate(20)),
        (S::NameFst, "no names", |draft| *draft.section(S::NameFst) = dictionary(&[])),
        (S::NameFst, "lead on", |d| *d.section(S::NameFst) = dictionary(&[("a", 1)])),
        (S::NameFst, "lead on", |d| *d.section(S::NameFst) = dictionary(&[("a", 0), ("b", 0)])),
        (S::NameFst, "leads to", |d| {
            *d.section(S::NameFst) = dictionary(&[("a", 0), ("b", 999)]);
        }),
    ]);
}

#[test]
fn contradictions_about_impact_lists_are_found() {
    const IMPACT: usize = size_of::<Impact>();
    found_by_opening(&[
        (S::ImpactOffsets, "number", |d| d.section(S::ImpactOffsets).truncate(8)),
        (S::ImpactOffsets, "falls", |d| d.set(S::ImpactOffsets, 8, 8, u64::MAX)),
        (S::Impacts, "not exist", |draft| {
            let last = draft.section(S::Impacts).len() - IMPACT;
            draft.set(S::Impacts, last + offset_of!(Impact, name), 4, 9_999);
        }),
    ]);
    found_by_verifying(&[
        (S::Impacts, "sorted", |draft| {
            let list = first_with_list(draft, S::ImpactOffsets, 8, 2);
            let start = draft.number(S::ImpactOffsets, list * 8, 8) as usize;
            swap(draft, S::Impacts, IMPACT, start, start + 1);
        }),
        (S::Impacts, "facts", |draft| {
            let at = offset_of!(Impact, facts);
            let born = draft.number(S::Impacts, at, 1) ^ 1;
            draft.set(S::Impacts, at, 1, born);
        }),
        (S::Impacts, "weight", |draft| {
            // The last posting of a list stays the last with a greater rest.
            let last = draft.section(S::Impacts).len() - IMPACT;
            let head = draft.number(S::Impacts, last, 2);
            draft.set(S::Impacts, last, 2, head + 1);
        }),
        (S::Impacts, "missing", |draft| {
            let entries = draft.section(S::Impacts).len() - IMPACT;
            draft.section(S::Impacts).truncate(entries);
            let offsets = draft.section(S::ImpactOffsets).len();
            let end = draft.number(S::ImpactOffsets, offsets - 8, 8);
            let ends: Vec<usize> = (0..offsets / 8)
                .filter(|at| draft.number(S::ImpactOffsets, at * 8, 8) == end)
                .collect();
            ends.iter().for_each(|at| draft.set(S::ImpactOffsets, at * 8, 8, end - 1));
        }),
        (S::Impacts, "another group", |draft| {
            // The list of the first word for things receives the postings of the group before it.
            let end = draft.number(S::ImpactOffsets, 8, 8);
            draft.set(S::ImpactOffsets, 8, 8, end - 1);
            draft.set(S::ImpactOffsets, 16, 8, end - 1);
        }),
        (S::Impacts, "without the word", |draft| {
            // The first word's list receives the first name of the next word's.
            let list = first_with_list(draft, S::ImpactOffsets, 8, 1);
            let next = (list + 1..).find(|&next| list_len(draft, S::ImpactOffsets, 8, next) > 0);
            let at = next.expect("another list") + 1;
            let end = draft.number(S::ImpactOffsets, at * 8, 8);
            (list + 1..at).for_each(|between| draft.set(S::ImpactOffsets, between * 8, 8, end));
            let bytes = draft.section(S::Impacts);
            bytes.chunks_exact_mut(IMPACT).enumerate().for_each(|(at, impact)| {
                impact[..2].copy_from_slice(&(at as u16).to_le_bytes());
            });
        }),
    ]);
}

/// Requires that no file with one of these contradictions opens.
fn found_by_opening(cases: &[Case]) {
    check(cases, |draft| draft.open().err());
}

/// Requires that files with each of these contradictions open and do not verify.
fn found_by_verifying(cases: &[Case]) {
    check(cases, |draft| draft.open().expect("its bounds hold").verify().err());
}

/// Compares the error of each contradiction with the row.
fn check(cases: &[Case], find: impl Fn(&Draft) -> Option<SnapshotError>) {
    let sound = Draft::read(&world().path());
    for (at, (section, reason, contradict)) in cases.iter().enumerate() {
        let mut draft = sound.clone();
        contradict(&mut draft);
        let Some(error) = find(&draft) else {
            panic!("row {at}, {} {reason:?}: nothing is found", section.name());
        };
        let found = matches!(&error, SnapshotError::Inconsistent { section: named, reason: told, .. }
            if *named == section.name() && told.contains(reason));
        assert!(found, "row {at}, {} {reason:?}: {error}", section.name());
    }
}

fn edit_meta(draft: &mut Draft, edit: impl FnOnce(&mut Meta)) {
    let bytes = draft.section(S::Meta);
    let mut meta = rkyv::from_bytes::<Meta, rancor::Error>(bytes).expect("a sound archive");
    edit(&mut meta);
    *bytes = rkyv::to_bytes::<rancor::Error>(&meta).expect("an archive").to_vec();
}

fn edit_registers(draft: &mut Draft, edit: impl FnOnce(&mut Registers)) {
    let bytes = draft.section(S::Registers);
    let registers = rkyv::from_bytes::<Registers, rancor::Error>(bytes);
    let mut registers = registers.expect("a sound archive");
    edit(&mut registers);
    *bytes = rkyv::to_bytes::<rancor::Error>(&registers).expect("an archive").to_vec();
}

fn edit_totals(draft: &mut Draft, edit: impl FnOnce(&mut Totals)) {
    let bytes = draft.section(S::Totals);
    let mut totals = rkyv::from_bytes::<Totals, rancor::Error>(bytes).expect("a sound archive");
    edit(&mut totals);
    *bytes = rkyv::to_bytes::<rancor::Error>(&totals).expect("an archive").to_vec();
}

/// Ends the first list with any items with a record that does not exist.
fn foreign(draft: &mut Draft, starts: S, items: S) {
    let list = first_with_list(draft, starts, 4, 1);
    let end = draft.number(starts, (list + 1) * 4, 4) as usize;
    draft.set(items, (end - 1) * 4, 4, 99);
}

/// Removes the last item of the last list with any items.
fn shorten(draft: &mut Draft, starts: S, items: S) {
    let end = draft.section(items).len() / 4;
    draft.section(items).truncate((end - 1) * 4);
    for at in 0..draft.section(starts).len() / 4 {
        if draft.number(starts, at * 4, 4) as usize == end {
            draft.set(starts, at * 4, 4, end as u64 - 1);
        }
    }
}

/// Edits word and span of the first compound of some name.
fn edit_joined(draft: &mut Draft, edit: fn(&mut u64, &mut u64)) {
    const ROW: usize = size_of::<NameRow>();
    let names = draft.section(S::Names).len() / ROW - 1;
    let number = |draft: &Draft, name: usize, field: usize, width: usize| {
        draft.number(S::Names, name * ROW + field, width) as usize
    };
    let joined = (0..names).find_map(|name| {
        let run = number(draft, name, offset_of!(NameRow, run), 4);
        let end = number(draft, name + 1, offset_of!(NameRow, run), 4);
        let first = run + number(draft, name, offset_of!(NameRow, words), 1);
        (first < end).then_some(first * 4)
    });
    let at = joined.expect("some name has a joined word");
    let (mut word, mut span) =
        (draft.number(S::NameRuns, at, 4), draft.number(S::NameRuns, at + 4, 4));
    edit(&mut word, &mut span);
    draft.set(S::NameRuns, at, 4, word);
    draft.set(S::NameRuns, at + 4, 4, span);
}

fn swap(draft: &mut Draft, section: S, row: usize, a: usize, b: usize) {
    let bytes = draft.section(section);
    (0..row).for_each(|at| bytes.swap(a * row + at, b * row + at));
}

fn replace(draft: &mut Draft, section: S, from: &[u8], to: &[u8]) {
    let bytes = draft.section(section);
    let at = bytes.windows(from.len()).position(|window| window == from).expect("it is there");
    bytes[at..at + to.len()].copy_from_slice(to);
}

fn list_len(draft: &Draft, offsets: S, width: usize, list: usize) -> u64 {
    draft.number(offsets, (list + 1) * width, width) - draft.number(offsets, list * width, width)
}

/// Finds the first list with at least this many items.
fn first_with_list(draft: &Draft, offsets: S, width: usize, items: u64) -> usize {
    (0..).find(|&list| list_len(draft, offsets, width, list) >= items).expect("such a list")
}

fn word_of_wide_letters(draft: &mut Draft) -> usize {
    let text = draft.section(S::WordText).clone();
    let start = |word: usize| draft.number(S::Words, word * size_of::<WordRow>(), 4) as usize;
    (1..).find(|&word| !text[start(word)].is_ascii()).expect("a word that is not ASCII")
}

fn dictionary(entries: &[(&str, u64)]) -> Vec<u8> {
    let map = fst::Map::from_iter(entries.iter().copied()).expect("sorted keys");
    map.into_fst().into_inner()
}
