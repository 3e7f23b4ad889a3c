//! Checks of rows that hold ranges of other sections; a range ends at the next row's start.

use std::ops::Range;

use bytemuck::Pod;

use super::elements::all;
use super::{Bounded, Bounds, holds};
use crate::lexicon::rows::{FormRow, NONE_U8, WordRow};
use crate::limits::{NAME_WORDS_MAX, WORD_CHARS_MAX};
use crate::model::EntityType;
use crate::snapshot::format::Section;
use crate::snapshot::fuzzy_postings::FuzzyStep;
use crate::snapshot::pairs::TermPairRow;
use crate::snapshot::rows::{NONE_U32, NameRow, ProgrammeRow, RecordRow, RunWord};
use crate::text::{NameKind, SIGNS_MAX, Script, WordClass};

const NO_SENTINEL: &str = "the sentinel is missing";
const WRONG_ENDS: &str = "the rows do not span what they have ranges of";

impl Bounds<'_> {
    /// Checks that the ranges of the first row start at 0, and that those of the sentinel row are
    /// `ends`.
    fn span<T: Pod, const N: usize>(
        &self,
        section: Section,
        starts: impl Fn(&T) -> [u32; N],
        ends: [u32; N],
    ) -> Bounded {
        let rows = self.slice::<T>(section);
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return Err(NO_SENTINEL);
        };
        holds(starts(first) == [0; N] && starts(last) == ends, WRONG_ENDS)
    }

    /// True if each of the rows `at` fits together with the next one.
    fn each_with_next<T: Pod>(
        &self,
        section: Section,
        at: Range<usize>,
        fit: impl Fn(&T, &T) -> bool,
    ) -> bool {
        let rows = self.slice::<T>(section);
        let piece = &rows[at.start..rows.len().min(at.end + 1)];
        piece.windows(2).all(|pair| fit(&pair[0], &pair[1]))
    }

    /// Checks the ranges of names, birth dates and countries of records.
    pub(super) fn record_rows(&self, at: Range<usize>) -> Bounded {
        let section = Section::Records;
        let starts = |row: &RecordRow| [row.names, row.births, row.countries];
        let ends = [self.counts.names, self.len(Section::Births), self.len(Section::Countries)];
        let rise = |row: &RecordRow, next: &RecordRow| {
            row.names < next.names && row.births <= next.births && row.countries <= next.countries
        };
        self.span(section, starts, ends)?;
        let rise = self.each_with_next(section, at.clone(), rise);
        holds(rise, "a range falls, or a record has no name")?;
        let (entities, registers) = (self.len(Section::Entities), self.counts.registers);
        // These fields of the sentinel row are never read.
        let records = at.start..at.end.min(self.counts.records as usize);
        let known = all(&self.slice::<RecordRow>(section)[records], |row| {
            (u32::from(row.register) < registers)
                & ((row.entity == NONE_U32) | (row.entity < entities))
                & (usize::from(row.kind) < NameKind::ALL.len())
                & (row.entity_type == NONE_U8 || EntityType::from_code(row.entity_type).is_some())
        });
        holds(known, "an unknown code")
    }

    /// Checks the names of programmes, published and in lower case, and their registers.
    pub(super) fn programme_rows(&self, at: Range<usize>) -> Bounded {
        let starts = |row: &ProgrammeRow| [row.name, row.registers];
        let ends = [self.len(Section::ProgrammeText), self.len(Section::ProgrammeRegisters)];
        let rise = |row: &ProgrammeRow, next: &ProgrammeRow| {
            row.name <= row.lower_case
                && row.lower_case <= next.name
                && row.registers <= next.registers
        };
        self.span(Section::Programmes, starts, ends)?;
        holds(self.each_with_next(Section::Programmes, at, rise), "a range falls")
    }

    /// Number of programmes.
    pub(super) fn programmes(&self) -> u32 {
        self.len(Section::Programmes).saturating_sub(1)
    }

    /// Checks the texts of terms.
    pub(super) fn word_rows(&self, at: Range<usize>) -> Bounded {
        let starts = |row: &WordRow| [row.text];
        let ends = [self.len(Section::WordText)];
        let fits = |row: &WordRow, next: &WordRow| {
            row.text < next.text && Script::from_code(row.script).is_some()
        };
        self.span(Section::Words, starts, ends)?;
        let fit = self.each_with_next(Section::Words, at, fits);
        holds(fit, "an empty text or an unknown code")
    }

    /// Checks the runs of names.
    pub(super) fn name_rows(&self, at: Range<usize>) -> Bounded {
        let runs = self.slice::<u32>(Section::NameRuns);
        let starts = |row: &NameRow| [row.run];
        let ends = [runs.len() as u32];
        let records = self.counts.records;
        let fits = |row: &NameRow, next: &NameRow| {
            let run = runs.get(row.run as usize..next.run as usize);
            row.record < records && run.is_some_and(|run| self.run_fits(row, run))
        };
        self.span(Section::Names, starts, ends)?;
        let fit = self.each_with_next(Section::Names, at, fits);
        holds(fit, "a name does not fit its run, or is of no record")
    }

    /// True if words exist and have known classes, and compounds exist and lie in the name.
    fn run_fits(&self, name: &NameRow, run: &[u32]) -> bool {
        let (single, all_words) = (self.counts.single_words, self.counts.words);
        let Some((words, compound)) = run.split_at_checked(usize::from(name.words)) else {
            return false;
        };
        let is_known = |&word: &u32| {
            (RunWord(word).word() < single) & (((word >> 24) as usize) < WordClass::ALL.len())
        };
        let (pairs, rest) = compound.as_chunks::<2>();
        let lies_within = |&[word, span]: &[u32; 2]| {
            let (start, len) = (span & 0xff, span >> 8);
            (single..all_words).contains(&word)
                & (len >= 2)
                & (len <= words.len() as u32)
                & (start.wrapping_add(len) <= words.len() as u32)
        };
        words.len() <= NAME_WORDS_MAX
            && all(words, is_known)
            && rest.is_empty()
            && all(pairs, lies_within)
    }

    /// Checks that each term pair has a list.
    pub(super) fn pair_rows(&self, at: Range<usize>) -> Bounded {
        self.starts_rise(Section::PairRows, |row: &TermPairRow| row.start, Section::PairEntries, at)
    }

    /// Checks that each step of the fuzzy postings has entries.
    pub(super) fn close_steps(&self, at: Range<usize>) -> Bounded {
        let start = |step: &FuzzyStep| step.start;
        self.starts_rise(Section::CloseSteps, start, Section::CloseEntries, at)
    }

    /// Checks rows with a sentinel, each of which must have at least one entry.
    fn starts_rise<T: Pod>(
        &self,
        section: Section,
        start: impl Fn(&T) -> u32,
        entries: Section,
        at: Range<usize>,
    ) -> Bounded {
        self.span(section, |row| [start(row)], [self.len(entries)])?;
        let rise = |row: &T, next: &T| start(row) < start(next);
        holds(self.each_with_next(section, at, rise), "a start does not rise")
    }

    /// Checks the letters, readings, sounds and signs of forms.
    pub(super) fn form_rows(&self, at: Range<usize>) -> Bounded {
        let forms = (self.len(Section::Forms) as usize).checked_sub(1).ok_or(NO_SENTINEL)?;
        holds(forms == self.counts.words as usize, "not one for each word")?;
        let starts = |row: &FormRow| [row.letters, row.readings, row.sounds, row.signs];
        use Section::{FormLetters, FormReadings, FormSigns, FormSounds};
        let ends = [FormLetters, FormReadings, FormSounds, FormSigns].map(|s| self.len(s));
        let reading_ends = self.slice::<u16>(Section::FormReadings);
        let fits = |row: &FormRow, next: &FormRow| {
            let readings = reading_ends.get(row.readings as usize..next.readings as usize);
            let letters = next.letters.checked_sub(row.letters);
            let sounds = next.sounds.checked_sub(row.sounds);
            let signs = next.signs.checked_sub(row.signs);
            letters.is_some_and(|count| count as usize <= WORD_CHARS_MAX)
                && signs.is_some_and(|count| count as usize <= SIGNS_MAX)
                && sounds.zip(readings).is_some_and(|(sounds, ends)| tile(ends, sounds))
        };
        self.span(Section::Forms, starts, ends)?;
        let fit = self.each_with_next(Section::Forms, at, fits);
        holds(
            fit,
            "more letters, sounds or signs than a word has, or readings that do not tile them",
        )
    }
}

/// True if the readings tile this many sounds and none is longer than the comparison allows.
fn tile(ends: &[u16], sounds: u32) -> bool {
    let mut start = 0;
    let fit = ends.iter().all(|&end| {
        let len = usize::from(end).checked_sub(start);
        start = usize::from(end);
        len.is_some_and(|len| len <= WORD_CHARS_MAX)
    });
    fit && start == sounds as usize
}
