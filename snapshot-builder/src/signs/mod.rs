//! The use case: words of names that are known in two scripts to a table of what each sign of the one
//! may stand for in the other.
//!
//! Every way of dividing the Latin word among the signs of the other counts by how likely it is, and
//! how likely it is follows from what the signs stood for in all words: expectation and maximisation,
//! turn by turn (Dempster, Laird and Rubin 1977), over many-to-many alignments without crossings. What
//! is seen too rarely is given up on the way, so the table stays small.
//!
//! The same words give the same table, byte for byte.

mod learn;
pub(crate) mod words;

use std::fmt::Write;
use std::path::Path;

use tamis_engine::text::Script;

/// Stands for no letters, or no sign.
const NONE: &str = "-";

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
    let mut table = String::new();
    let says_something = |learnt: &learn::Learnt| script != Script::Han || !is_unheard(learnt);
    for learn::Learnt { sign, costs } in learn::learn(&pairs).into_iter().filter(says_something) {
        table.push_str(sign.as_deref().unwrap_or(NONE));
        for (latin, cost) in &costs {
            let latin = if latin.is_empty() { NONE } else { latin };
            // Writing to a string does not fail.
            let _ = write!(table, " {latin}:{cost}");
        }
        table.push('\n');
    }
    Ok(table)
}

/// Whether a sign is, most often, not heard. Of a Han character that tells only that it stands in
/// names that are translated, not spelt.
fn is_unheard(learnt: &learn::Learnt) -> bool {
    learnt.costs.first().is_some_and(|(letters, _)| letters.is_empty())
}
