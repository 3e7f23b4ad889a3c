//! Rewrites of a query name by the terms of a snapshot: segmentation of run-together text
//! ("olegderipaska", "SundusAbd Al-Ghafur"), corrected confusables ("Jarnes 8rown"), and corrected
//! titles and "abd" ("Ayatolah Khamenei", "Abdlu Rahman").

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::name::{QueryName, Rewrites, SingleName};
use crate::snapshot::IndexView;
use crate::text::{NameKind, correct_abd, correct_title, is_well_known_thing, normalize, respaced};

/// Letters of a text that is segmented. Shorter ones are words of their own ("Akbank").
const LETTERS: RangeInclusive<usize> = 7..=40;
/// Letters of a word of a segmentation.
const WORD_LETTERS: RangeInclusive<usize> = 2..=16;
/// Width of the beam, and most segmentations of a text.
const SEGMENTATIONS_MAX: usize = 2;
/// Most weight of a segmentation above the lightest one, in units of a word's weight.
const HEAVIER_MAX: u32 = 20;
/// Added to the weight of each word, so that fewer words are better.
const EACH_WORD: u32 = 40;
/// Letters of a word whose confusables are corrected.
const CONFUSABLE_LETTERS: RangeInclusive<usize> = 4..=24;
/// Confusables: the text as scanned, and the text meant. The first that fits a place is tried first.
const CONFUSABLES: [(&str, &str); 18] = [
    ("0", "o"),
    ("1", "l"),
    ("1", "i"),
    ("5", "s"),
    ("8", "b"),
    ("7", "t"),
    ("3", "e"),
    ("4", "a"),
    ("6", "g"),
    ("rn", "m"),
    ("m", "rn"),
    ("cl", "d"),
    ("d", "cl"),
    ("vv", "w"),
    ("w", "vv"),
    ("l", "i"),
    ("b", "h"),
    ("nn", "m"),
];

/// Returns the names of a query with their rewrites, for names that hold an unknown word: its
/// segmentations into the most frequent terms, and one reading with confusables and titles corrected.
#[must_use]
pub fn rewrite_names<'q>(index: &IndexView<'_>, names: &'q [QueryName]) -> Cow<'q, [QueryName]> {
    let mut all = Cow::Borrowed(names);
    for (at, name) in names.iter().enumerate() {
        let rewrite_names = name.names().map(|single| rewrite(index, single));
        let rewrite_names: Vec<Option<Rewrites>> = rewrite_names.collect();
        if rewrite_names.iter().any(Option::is_some) {
            all.to_mut()[at].add_rewrites(rewrite_names);
        }
    }
    all
}

fn rewrite(index: &IndexView<'_>, name: &SingleName) -> Option<Rewrites> {
    if is_well_known_thing(&name.readings.normalised) {
        return None;
    }
    let mut readings = segment(index, &name.readings.normalised);
    let is_run_together = !readings.is_empty();
    readings.extend(correct_tokens(index, name));
    (!readings.is_empty()).then_some(Rewrites { readings, is_run_together })
}

/// Corrects the unknown words of a name: by confusables, capitals within a word, or a misspelt title or
/// "abd". Returns `None` if there is nothing to correct.
fn correct_tokens(index: &IndexView<'_>, name: &SingleName) -> Option<String> {
    let words = &name.readings.names[NameKind::Thing as usize].words;
    let mut text = String::new();
    let mut end = 0;
    for (at, word) in words.iter().enumerate() {
        if index.find_word(&word.text).is_some() {
            continue;
        }
        let title = || (at == 0).then(|| correct_title(&word.text))?.map(str::to_owned);
        let next = words.get(at + 1).map(|next| next.text.as_str());
        let abd = || correct_abd(&word.text, next);
        let apart = || split_at_capitals(index, word.span.of(&name.text));
        let right =
            correct_confusables(index, &word.text).or_else(apart).or_else(title).or_else(abd);
        let Some(right) = right else { continue };
        let (start, behind) = word.span.range();
        if start < end {
            continue;
        }
        text.push_str(name.text.get(end..start)?);
        text.push_str(&right);
        end = behind;
    }
    (end > 0).then(|| name.text.get(end..).map(|rest| text + rest))?
}

/// Splits a word at its capitals if every part is a term. One capital may be a slip: "FranciTco Ramon".
fn split_at_capitals(index: &IndexView<'_>, word: &str) -> Option<String> {
    let apart = respaced(word)?;
    let is_known = |part: &str| index.find_word(&normalize(part)).is_some();
    apart.split(' ').all(is_known).then_some(apart)
}

/// Returns the first term that an unknown word becomes with its confusables corrected.
fn correct_confusables(index: &IndexView<'_>, word: &str) -> Option<String> {
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    let figures = word.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = letters + figures == word.len() && CONFUSABLE_LETTERS.contains(&word.len());
    if !is_plain || figures >= letters {
        return None;
    }
    let known = |word: &String| index.find_word(word).is_some();
    let all_figures = || {
        let as_letter = |one: &str| {
            let text = word.replace('1', one);
            CONFUSABLES
                .iter()
                .filter(|(read, _)| read.as_bytes()[0].is_ascii_digit())
                .fold(text, |text, (read, right)| text.replace(read, right))
        };
        ["l", "i"].into_iter().map(as_letter).filter(|text| text != word)
    };
    let one_place = || {
        CONFUSABLES.iter().flat_map(|(read, right)| {
            let is_there = |at: &usize| word.as_bytes()[*at..].starts_with(read.as_bytes());
            (0..word.len())
                .filter(is_there)
                .map(move |at| [&word[..at], right, &word[at + read.len()..]].concat())
        })
    };
    let mut read_as_figures = (figures > 0).then(all_figures).into_iter().flatten();
    read_as_figures.find(known).or_else(|| one_place().find(known))
}

/// A segmentation of the beginning of a text.
#[derive(Clone)]
struct Segmentation {
    /// Sum of the weights of its words; frequent words weigh little.
    weight: u32,
    /// Start of each of its words.
    starts: Vec<usize>,
}

/// Segments an unknown word into terms: the lightest segmentations by beam search.
fn segment(index: &IndexView<'_>, text: &str) -> Vec<String> {
    let is_latin = text.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_latin || !LETTERS.contains(&text.len()) || index.find_word(text).is_some() {
        return Vec::new();
    }
    let weight = |word: &str| {
        let word = index.find_word(word)?;
        Some(EACH_WORD + u32::from(index.words[word.index()].weight))
    };
    let mut ways: Vec<Vec<Segmentation>> =
        vec![vec![Segmentation { weight: 0, starts: Vec::new() }]];
    for end in 1..=text.len() {
        let mut here: Vec<Segmentation> = Vec::new();
        for start in end.saturating_sub(*WORD_LETTERS.end())..end {
            if ways[start].is_empty() || !WORD_LETTERS.contains(&(end - start)) {
                continue;
            }
            let Some(more) = weight(&text[start..end]) else { continue };
            here.extend(ways[start].iter().map(|before| Segmentation {
                weight: before.weight + more,
                starts: before.starts.iter().copied().chain([start]).collect(),
            }));
        }
        here.sort_by(|a, b| (a.weight, &a.starts).cmp(&(b.weight, &b.starts)));
        here.truncate(SEGMENTATIONS_MAX);
        ways.push(here);
    }
    let written = |way: &Segmentation| {
        let ends = way.starts.iter().skip(1).copied().chain([text.len()]);
        let words: Vec<&str> =
            way.starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect();
        words.join(" ")
    };
    let whole = &ways[text.len()];
    let lightest = whole.first().map_or(0, |way| way.weight);
    let is_likely =
        |way: &&Segmentation| way.starts.len() > 1 && way.weight <= lightest + HEAVIER_MAX;
    whole.iter().filter(is_likely).map(written).collect()
}
