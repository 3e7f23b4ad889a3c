//! Checks of terms: their texts, dictionary, forms, neighbours and postings.

use rayon::prelude::*;

use super::{Check, Snapshot, require, require_buckets};
use crate::lexicon::dictionary::{COMPOUND_MARK, Dictionary};
use crate::lexicon::rows::{FormRow, Neighbour, WordRow};
use crate::lexicon::text_index::ordinals_by_text;
use crate::snapshot::format::Section;
use crate::snapshot::rows::{Posting, RecordRow};
use crate::snapshot::sections::Parts;
use crate::text::weight::WEIGHT_ONE;

/// Checks the term rows and the look-up of terms by text.
pub(super) fn check(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let text = std::str::from_utf8(parts.bytes(Section::WordText))
        .map_err(|_| parts.inconsistent(Section::WordText, "no UTF-8"))?;
    let words = Words {
        rows: parts.slice::<WordRow>(Section::Words),
        single: snapshot.index().single_word_count(),
        text,
    };
    let section = Section::Words;
    let whole = words.rows.par_iter().all(|row| text.is_char_boundary(row.text as usize));
    require(parts, section, whole, "a text that begins within a character")?;
    let light = words.rows[..words.single].par_iter().all(|row| row.weight <= WEIGHT_ONE);
    require(parts, section, light, "a weight above 1")?;
    dictionary(parts, words)?;
    forms(parts, words)
}

/// The terms: one for each row before the sentinel.
#[derive(Clone, Copy)]
struct Words<'s> {
    rows: &'s [WordRow],
    /// Number of single words among them.
    single: usize,
    text: &'s str,
}

impl<'s> Words<'s> {
    fn count(self) -> usize {
        self.rows.len() - 1
    }

    fn text_of(self, word: usize) -> &'s str {
        &self.text[self.rows[word].text as usize..self.rows[word + 1].text as usize]
    }
}

fn forms(parts: &Parts<'_>, words: Words<'_>) -> Check {
    let fits = parts.forms().check(words.count(), |word| words.text_of(word));
    fits.map_err(|reason| parts.inconsistent(Section::Forms, reason))?;
    let forms = &parts.slice::<FormRow>(Section::Forms)[..words.single];
    let agree = forms.iter().zip(words.rows).all(|(form, word)| form.script == word.script);
    require(parts, Section::Forms, agree, "a script other than that of the word")
}

/// Checks that the dictionary maps the text of each term to that term, and contains nothing else; and so
/// does the index of single words.
fn dictionary(parts: &Parts<'_>, words: Words<'_>) -> Check {
    let leads_home = |key: &[u8], word: u64| {
        let Some(word) = usize::try_from(word).ok().filter(|&word| word < words.count()) else {
            return false;
        };
        let mark = if word < words.single { None } else { Some(COMPOUND_MARK as u8) };
        key.iter().copied().eq(mark.into_iter().chain(words.text_of(word).bytes()))
    };
    let section = Section::WordFst;
    let visited = Dictionary::check(parts.bytes(section), words.count() as u64, leads_home)
        .map_err(|reason| parts.inconsistent(section, reason))?;
    require(parts, section, visited.keys == words.count() as u64, "wrong number of words")?;
    let single = (0..words.single as u32).into_par_iter();
    let expected = ordinals_by_text(single.map(|word| (words.text_of(word as usize), word)));
    let buckets = (Section::WordBuckets, "not as many as the words");
    let entries = (Section::WordsByText, "not the words by their texts");
    require_buckets(parts, &expected, buckets, entries)
}

/// Checks the neighbours and posting lists of terms.
pub(super) fn check_lists(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    neighbours(parts)?;
    postings(parts)
}

fn neighbours(parts: &Parts<'_>) -> Check {
    let section = Section::Neighbours;
    let neighbours = parts.slice::<Neighbour>(section);
    let ends = parts.slice::<u32>(Section::NeighbourOffsets).par_windows(2);
    let order = |of: &Neighbour| (std::cmp::Reverse(of.similarity()), of.word());
    let falling = ends.enumerate().all(|(word, ends)| {
        let list = &neighbours[ends[0] as usize..ends[1] as usize];
        list.is_sorted_by(|a, b| order(a) < order(b))
            && list.iter().all(|neighbour| neighbour.word().index() != word)
    });
    require(parts, section, falling, "not by falling similarity, or a word's own")?;
    let words = parts.slice::<WordRow>(Section::Words);
    let repeats = neighbours.par_iter().all(|neighbour| {
        let row = &words[neighbour.word().index()];
        *neighbour == neighbour.with_row(row)
    });
    require(parts, section, repeats, "a neighbour is not what its word is")
}

fn postings(parts: &Parts<'_>) -> Check {
    let section = Section::Postings;
    let postings = parts.slice::<Posting>(section);
    let records = parts.slice::<RecordRow>(Section::Records);
    let fits = |posting: &Posting| records[posting.record().index()].kind == posting.kind() as u8;
    require(parts, section, postings.par_iter().all(fits), "a record of another kind")?;
    let ends = parts.slice::<u64>(Section::PostingOffsets).par_windows(2);
    let fits = ends.zip(parts.slice::<WordRow>(Section::Words)).all(|(ends, row)| {
        let list = &postings[ends[0] as usize..ends[1] as usize];
        list.is_sorted_by(|a, b| a.record() < b.record()) && list.len() == row.frequency as usize
    });
    require(parts, section, fits, "not sorted, or not as many as the word's frequency")
}
