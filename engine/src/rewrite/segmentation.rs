//! Segmentation of run-together text into terms: "olegderipaska", "SundusAbd Al-Ghafur".

use std::ops::RangeInclusive;

use crate::snapshot::IndexView;

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

/// A segmentation of the beginning of a text.
#[derive(Clone)]
struct Segmentation {
    /// Sum of the weights of its words; frequent words weigh little.
    weight: u32,
    /// Start of each of its words.
    starts: Vec<usize>,
}

/// Segments an unknown word into terms: the lightest segmentations by beam search.
pub(super) fn segment(index: &IndexView<'_>, text: &str) -> Vec<String> {
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
