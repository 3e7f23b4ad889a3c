//! The use case: words of names that are known in two scripts to a table of what each sign of the one
//! may stand for in the other.
//!
//! Every way of dividing the Latin word among the signs of the other counts by how likely it is, and
//! how likely it is follows from what the signs stood for in all words: expectation and maximisation,
//! turn by turn (Dempster, Laird and Rubin 1977), over many-to-many alignments without crossings.
//!
//! The same words give the same table, byte for byte.

mod learn;
pub(crate) mod words;

use std::fmt::Write;
use std::path::Path;

use tamis_engine::text::Script;

/// Least probability of what a sign may stand for.
const SHARE_MIN: f64 = 0.003;
/// Times a sign must have stood for something, in expectation, to be listed with it.
const TIMES_MIN: f64 = 1.5;
/// Times a sign must have been seen.
const SEEN_MIN: f64 = 3.0;
/// Things that a sign may stand for, the likeliest.
const OPTIONS_MAX: usize = 24;

/// Learns what the signs of a script stand for from files of word pairs (a Latin word, a word in the
/// script and a count, separated by tabs, packed by gzip), and writes it as a table.
///
/// # Errors
/// A file cannot be read or a line of it does not parse.
pub fn learn_signs(files: &[impl AsRef<Path>], script: Script) -> anyhow::Result<String> {
    let mut pairs = Vec::new();
    for file in files {
        pairs.extend(words::read(file.as_ref(), script)?);
    }
    let learnt = learn::learn(&pairs);
    let mut table = String::new();
    for (sign, seen, options) in learnt {
        if seen < SEEN_MIN {
            continue;
        }
        let listed: Vec<_> = options
            .iter()
            .filter(|(_, times)| *times >= TIMES_MIN && times / seen >= SHARE_MIN)
            .take(OPTIONS_MAX)
            .collect();
        if listed.is_empty() {
            continue;
        }
        table.push_str(&sign);
        for (latin, times) in listed {
            let cost = (-(times / seen).ln() * 100.0).round() as u32;
            let latin = if latin.is_empty() { "-" } else { latin };
            // Writing to a string does not fail.
            let _ = write!(table, " {latin}:{cost}");
        }
        table.push('\n');
    }
    Ok(table)
}
