//! Files of words in two scripts.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::anyhow;
use flate2::read::GzDecoder;
use tamis_engine::text::{self, Script, signs_of};

use crate::error::at;

/// Greatest number of letters of a Latin word, and of signs of the other; longer pairs are left out.
const LENGTH_MAX: usize = 24;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordPair {
    /// Latin word, as in the file.
    pub(crate) latin: String,
    /// Word in the script, as in the file.
    pub(crate) script: String,
    /// Number of times the pair was seen.
    pub(crate) count: u32,
}

/// A pair prepared for learning.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    /// Letters from a to z.
    pub(super) latin: Vec<u8>,
    pub(super) signs: Vec<String>,
    /// Weight: the square root of the count.
    pub(super) weight: f64,
}

/// All lines of a file.
///
/// # Errors
/// The file cannot be read, or a line of it does not parse.
pub(crate) fn lines(path: &Path) -> anyhow::Result<Vec<WordPair>> {
    let file = File::open(path).map_err(at(path))?;
    let lines = BufReader::new(GzDecoder::new(file)).lines().enumerate();
    let parsed = lines.map(|(number, line)| {
        let line = line.map_err(at(path))?;
        let wrong = || {
            anyhow!(
                "{}, line {}: a line is a Latin word, a word in the script and a count, \
                 separated by tabs",
                path.display(),
                number + 1
            )
        };
        let mut fields = line.split('\t');
        let [latin, script, count] = std::array::from_fn(|_| fields.next());
        let count = count.and_then(|count| count.trim().parse().ok()).ok_or_else(wrong)?;
        let (latin, script) = (latin.ok_or_else(wrong)?, script.ok_or_else(wrong)?);
        Ok(WordPair { latin: latin.to_owned(), script: script.to_owned(), count })
    });
    parsed.collect()
}

/// Pairs of a file whose second word is entirely in a script.
pub(super) fn read(path: &Path, script: Script) -> anyhow::Result<Vec<Pair>> {
    Ok(lines(path)?.iter().filter_map(|line| pair(line, script)).collect())
}

fn pair(line: &WordPair, script: Script) -> Option<Pair> {
    let latin = text::normalize(&line.latin).into_bytes();
    let folded = text::normalize(&line.script);
    // Han characters and syllables are words of their own; an article is not part of the word.
    let words = folded.split(' ').filter(|word| *word != "ال");
    let mut signs = Vec::new();
    for word in words {
        if Script::of(word) != script.alphabet() {
            return None;
        }
        signs_of(word, script, |sign| signs.push(sign.to_owned()));
    }
    let fits = |len: usize| (1..=LENGTH_MAX).contains(&len);
    let is_word = latin.iter().all(u8::is_ascii_lowercase);
    let weight = f64::from(line.count).sqrt();
    (is_word && fits(latin.len()) && fits(signs.len())).then_some(Pair { latin, signs, weight })
}
