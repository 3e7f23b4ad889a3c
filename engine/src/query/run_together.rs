//! Names whose words are run together, taken apart by the words of a snapshot: "olegderipaska".

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::asked::AskedName;
use crate::snapshot::IndexView;

/// Letters of a text that is taken apart.
const LETTERS: RangeInclusive<usize> = 6..=40;
/// Letters of a word in it.
const WORD_LETTERS: RangeInclusive<usize> = 2..=16;
/// How many ways of taking it apart are asked for.
const WAYS: usize = 2;

/// The names of a query, those of one word that no list has also taken apart into words that lists
/// have: in the ways in which such words are the most frequent, which a stray short word seldom is.
#[must_use]
pub fn taken_apart<'q>(index: &IndexView<'_>, names: &'q [AskedName]) -> Cow<'q, [AskedName]> {
    let is_one_word = |name: &AskedName| {
        let text = name.normalised();
        let is_latin = text.bytes().all(|byte| byte.is_ascii_lowercase());
        is_latin && LETTERS.contains(&text.len()) && index.find_word(text).is_none()
    };
    if !names.iter().any(is_one_word) {
        return Cow::Borrowed(names);
    }
    let mut names = names.to_vec();
    for name in names.iter_mut().filter(|name| is_one_word(name)) {
        let ways = ways_apart(index, name.normalised());
        name.add_apart(ways);
    }
    Cow::Owned(names)
}

/// A text up to some place as words.
#[derive(Clone)]
struct Way {
    /// The logarithm of how unlikely its words are, each by itself.
    surprise: f64,
    /// Where each of its words begins.
    starts: Vec<usize>,
}

fn ways_apart(index: &IndexView<'_>, text: &str) -> Vec<String> {
    let records = index.record_count() as f64;
    let surprise = |word: &str| {
        let row = &index.words[index.find_word(word)?.index()];
        Some(((records + 1.0) / (f64::from(row.frequency) + 1.0)).ln() + 1.0)
    };
    let mut ways: Vec<Vec<Way>> = vec![vec![Way { surprise: 0.0, starts: Vec::new() }]];
    for end in 1..=text.len() {
        let mut here: Vec<Way> = Vec::new();
        for start in end.saturating_sub(*WORD_LETTERS.end())..end {
            if ways[start].is_empty() || !WORD_LETTERS.contains(&(end - start)) {
                continue;
            }
            let Some(more) = surprise(&text[start..end]) else { continue };
            here.extend(ways[start].iter().map(|before| Way {
                surprise: before.surprise + more,
                starts: before.starts.iter().copied().chain([start]).collect(),
            }));
        }
        here.sort_by(|a, b| {
            a.surprise.total_cmp(&b.surprise).then_with(|| a.starts.cmp(&b.starts))
        });
        here.truncate(WAYS);
        ways.push(here);
    }
    let written = |way: &Way| {
        let ends = way.starts.iter().skip(1).copied().chain([text.len()]);
        let words: Vec<&str> =
            way.starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect();
        words.join(" ")
    };
    ways[text.len()].iter().filter(|way| way.starts.len() > 1).map(written).collect()
}
