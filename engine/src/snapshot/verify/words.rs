//! Words: their texts, dictionary, neighbours, postings and spelling indexes.

use rayon::prelude::*;

use super::{Check, Counts, offsets, require};
use crate::snapshot::dictionary::{Dictionary, JOIN_MARK};
use crate::snapshot::format::Section;
use crate::snapshot::forms::forms_kept;
use crate::snapshot::hash_index::HashIndex;
use crate::snapshot::opened::Parts;
use crate::snapshot::rows::{FormRow, Neighbour, Posting, RecordRow, WordRow};
use crate::text::weight::WEIGHT_ONE;
use crate::text::{Script, Similarity};

/// Checks the words themselves.
pub(super) fn check(parts: &Parts<'_>, counts: &Counts, words: &[WordRow]) -> Check {
    let text = std::str::from_utf8(parts.bytes(Section::WordText))
        .map_err(|_| parts.inconsistent(Section::WordText, "no UTF-8"))?;
    let section = Section::Words;
    require(parts, section, words[0].text == 0, "wrong start")?;
    require(parts, section, words[words.len() - 1].text as usize == text.len(), "wrong sentinel")?;
    let fits = words.par_windows(2).all(|pair| {
        pair[0].text < pair[1].text
            && text.is_char_boundary(pair[1].text as usize)
            && Script::from_code(pair[0].script).is_some()
    });
    require(parts, section, fits, "an empty text or an unknown code")?;
    let (single, _) = words.split_at(counts.single_words as usize);
    let light = single.par_iter().all(|row| row.weight <= WEIGHT_ONE);
    require(parts, section, light, "a weight above 1")?;
    dictionary(parts, counts, words, text)
}

/// Checks the forms of words. The words must have passed.
pub(super) fn check_forms(parts: &Parts<'_>, counts: &Counts, words: &[WordRow]) -> Check {
    // Words passed: their texts lie between boundaries of characters.
    let text = std::str::from_utf8(parts.bytes(Section::WordText)).unwrap_or_default();
    let text_of = |word: usize| {
        let range = words[word].text as usize..words[word + 1].text as usize;
        text.get(range).unwrap_or_default()
    };
    let (single, all) = (counts.single_words as usize, counts.words as usize);
    let fits = parts.forms().check(forms_kept(all, single), text_of);
    fits.map_err(|reason| parts.inconsistent(Section::Forms, reason))?;
    let forms = &parts.slice::<FormRow>(Section::Forms)[..single];
    let agree = forms.iter().zip(words).all(|(form, word)| form.script == word.script);
    require(parts, Section::Forms, agree, "a script other than that of the word")
}

/// The dictionary leads from the text of each word to that word, and from nothing else.
fn dictionary(parts: &Parts<'_>, counts: &Counts, words: &[WordRow], text: &str) -> Check {
    let leads_home = |key: &[u8], word: u64| {
        let word = word as usize;
        let mark = if word < counts.single_words as usize { None } else { Some(JOIN_MARK as u8) };
        let rows = words.get(word..).and_then(|rows| rows.get(..2));
        rows.is_some_and(|rows| {
            let text = &text.as_bytes()[rows[0].text as usize..rows[1].text as usize];
            key.iter().copied().eq(mark.into_iter().chain(text.iter().copied()))
        })
    };
    let section = Section::WordFst;
    Dictionary::check(parts.bytes(section), counts.words.into(), leads_home)
        .and_then(|keys| {
            let complete = keys as u64 == u64::from(counts.words);
            complete.then_some(()).ok_or_else(|| "wrong number of words".to_owned())
        })
        .map_err(|reason| parts.inconsistent(section, reason))
}

/// Checks the lists that words have.
pub(super) fn check_lists(parts: &Parts<'_>, counts: &Counts, words: &[WordRow]) -> Check {
    neighbours(parts, counts, words)?;
    postings(parts, counts, words)?;
    for (starts, entries) in [
        (Section::DeletionBuckets, Section::DeletionWords),
        (Section::SkeletonBuckets, Section::SkeletonWords),
    ] {
        HashIndex::check(parts.slice(starts), parts.slice(entries), counts.words)
            .map_err(|reason| parts.inconsistent(starts, reason))?;
    }
    Ok(())
}

fn neighbours(parts: &Parts<'_>, counts: &Counts, words: &[WordRow]) -> Check {
    let section = Section::Neighbours;
    let neighbours = parts.slice::<Neighbour>(section);
    let (single, end) = (counts.single_words.into(), neighbours.len() as u64);
    offsets::<u32>(parts, Section::NeighbourOffsets, single, end)?;
    let alike = Similarity::LEAST..Similarity::EQUAL;
    let in_range = |neighbour: &Neighbour| {
        neighbour.word().0 < counts.words && alike.contains(&neighbour.similarity())
    };
    let fits = neighbours.par_iter().all(in_range);
    require(parts, section, fits, "a neighbour is out of range")?;
    let ends = parts.slice::<u32>(Section::NeighbourOffsets).par_windows(2);
    let order = |of: &Neighbour| (std::cmp::Reverse(of.similarity()), of.word());
    let falling = ends.enumerate().all(|(word, ends)| {
        let list = &neighbours[ends[0] as usize..ends[1] as usize];
        list.is_sorted_by(|a, b| order(a) < order(b))
            && list.iter().all(|neighbour| neighbour.word().index() != word)
    });
    require(parts, section, falling, "not by falling similarity, or a word's own")?;
    let repeats = neighbours.par_iter().all(|neighbour| {
        let row = &words[neighbour.word().index()];
        *neighbour == Neighbour::new(neighbour.word(), neighbour.similarity(), row)
    });
    require(parts, section, repeats, "a neighbour is not what its word is")
}

fn postings(parts: &Parts<'_>, counts: &Counts, words: &[WordRow]) -> Check {
    let section = Section::Postings;
    let postings = parts.slice::<Posting>(section);
    let records = parts.slice::<RecordRow>(Section::Records);
    offsets::<u64>(parts, Section::PostingOffsets, counts.words.into(), postings.len() as u64)?;
    let fits = |posting: &Posting| {
        let record = posting.record();
        record.0 < counts.records && records[record.index()].kind == posting.kind() as u8
    };
    let exist = postings.par_iter().all(fits);
    require(parts, section, exist, "a record that does not exist, or is of another kind")?;
    let ends = parts.slice::<u64>(Section::PostingOffsets).par_windows(2);
    let fits = ends.zip(words).all(|(ends, row)| {
        let list = &postings[ends[0] as usize..ends[1] as usize];
        list.is_sorted_by(|a, b| a.record() < b.record()) && list.len() == row.frequency as usize
    });
    require(parts, section, fits, "not sorted, or not as many as the word's frequency")
}
