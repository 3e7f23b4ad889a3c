//! The check of each section's elements. A new section is added here.

use std::ops::Range;

use super::{Bounded, Bounds};
use crate::lexicon::partition::PartEntry;
use crate::model::{BirthDate, BornBefore, CountryCode};
use crate::snapshot::browse::BrowseView;
use crate::snapshot::format::Section as S;
use crate::snapshot::fuzzy_postings::FuzzyEntry;
use crate::snapshot::impact::Impact;
use crate::snapshot::pairs::TermPairEntry;
use crate::snapshot::rows::{
    CellRow, CountRow, FactsChangeRow, ImoRow, NameGroup, Posting, RetiredRow,
};

impl Bounds<'_> {
    /// Checks the elements `at` of a section. Each section is also checked with an empty range, which
    /// finds sections that are too short.
    pub(super) fn piece(&self, section: S, at: Range<usize>) -> Bounded {
        let counts = self.counts;
        let (records, names, registers) = (counts.records, counts.names, counts.registers);
        match section {
            // Read in full before the other sections.
            S::Meta | S::Registers | S::Totals => Ok(()),
            // Checked when they are read.
            S::Details | S::NameWordFst | S::WordFst | S::NameFst => Ok(()),
            // Checked with the rows that hold their ranges.
            S::ProgrammeText | S::WordText | S::NameRuns => Ok(()),
            S::FormLetters | S::FormReadings | S::FormSounds | S::FormSigns => Ok(()),
            // They hold no references.
            S::BirthYears | S::Entities | S::Successors => Ok(()),

            S::RegisterOffsets => self.starts::<u32>(section, at, registers, S::RegisterRecords),
            S::CountryOffsets => {
                self.starts::<u32>(section, at, self.len(S::CountryCodes), S::CountryRecords)
            }
            S::BirthYearOffsets => {
                self.starts::<u32>(section, at, self.len(S::BirthYears), S::BirthYearRecords)
            }
            S::ProgrammeOffsets => {
                self.starts::<u32>(section, at, self.programmes(), S::ProgrammeRecords)
            }
            S::RankingOffsets => {
                self.starts::<u32>(section, at, BrowseView::RANKINGS as u32, S::Ranking)
            }
            // Only the dictionary has the number of words.
            S::NameWordOffsets => self.starts::<u32>(
                section,
                at,
                self.len(section).saturating_sub(1),
                S::NameWordLists,
            ),
            S::WrittenOffsets => self.starts::<u32>(
                section,
                at,
                self.len(S::NameWordOffsets).saturating_sub(1),
                S::WrittenRecords,
            ),
            S::DetailOffsets => self.starts::<u64>(section, at, records, S::Details),
            S::EntityOffsets => {
                self.starts::<u32>(section, at, self.len(S::Entities), S::EntityMembers)
            }
            S::NeighbourOffsets => {
                self.starts::<u32>(section, at, counts.single_words, S::Neighbours)
            }
            S::PostingOffsets => self.starts::<u64>(section, at, counts.words, S::Postings),
            S::ImpactOffsets => {
                let lists = u64::from(counts.words) * NameGroup::ALL.len() as u64;
                self.starts::<u64>(section, at, lists, S::Impacts)
            }
            S::PairStarts => self.frequent_starts(section, at, S::PairRows),
            S::CloseStarts => self.frequent_starts(section, at, S::CloseSteps),
            S::WordBuckets => self.buckets(section, at, S::WordsByText),
            S::IdentifierBuckets => self.buckets(section, at, S::IdentifierRecords),
            S::DeletionBuckets => self.buckets(section, at, S::DeletionWords),
            S::SkeletonBuckets => self.buckets(section, at, S::SkeletonWords),
            S::NamePartBuckets => self.buckets(section, at, S::NameParts),

            S::RegisterRecords | S::CountryRecords | S::BirthYearRecords | S::ProgrammeRecords => {
                self.lead(section, at, records, |&record: &u32| record)
            }
            S::EntityMembers | S::NameWordRecords | S::WrittenRecords | S::IdentifierRecords => {
                self.lead(section, at, records, |&record: &u32| record)
            }
            S::Newest | S::IdIndex => self.one_each(section, at, records, |&record: &u32| record),
            S::NamesByText => self.one_each(section, at, names, |&name: &u32| name),
            S::NameWordLists => {
                self.lead(section, at, self.len(S::NameWordRecords), |&name: &u32| name)
            }
            S::Retired => self.lead(section, at, registers, |row: &RetiredRow| row.register),
            S::ImoIndex => self.lead(section, at, records, |row: &ImoRow| row.record),
            S::FactsChanges => self.lead(section, at, records, |row: &FactsChangeRow| row.record),
            S::ProgrammeRegisters => self.lead(section, at, registers, |row: &CountRow| row.key),
            S::Ranking => self.lead(section, at, self.programmes(), |row: &CountRow| row.key),
            S::CountryCells => self.lead(section, at, registers, |row: &CellRow| row.register),
            S::Postings => self.lead(section, at, records, |row: &Posting| row.record().0),
            S::Impacts => self.lead(section, at, names, |row: &Impact| row.name().0),
            S::CloseEntries => self.lead(section, at, names, |row: &FuzzyEntry| row.name.0),
            S::PairEntries => self.lead(section, at, names, |row: &TermPairEntry| row.name.0),
            S::WordsByText => self.lead(section, at, counts.single_words, |&word: &u32| word),
            S::DeletionWords | S::SkeletonWords => self.bucket_entries(section, at),
            S::NameParts => self.lead(section, at, names, |row: &PartEntry| row.name().0),
            S::Neighbours => self.neighbours(at),
            S::Summaries => self.summaries(at),

            S::Births => self.codes(section, at, |&code| {
                BirthDate::from_code(code).is_some() || BornBefore::from_code(code).is_some()
            }),
            S::Countries | S::CountryCodes => {
                self.codes(section, at, |&code| CountryCode::from_code(code).is_some())
            }

            S::Records => self.record_rows(at),
            S::Programmes => self.programme_rows(at),
            S::Words => self.word_rows(at),
            S::Names => self.name_rows(at),
            S::PairRows => self.pair_rows(at),
            S::CloseSteps => self.close_steps(at),
            S::Forms => self.form_rows(at),
        }
    }
}
