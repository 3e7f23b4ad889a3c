//! The use case: learns a grapheme-to-letters table from words of names that are known in two scripts.
//!
//! Every alignment of a Latin word with the signs of the other is weighted by its probability. The
//! probability follows from the letters of these signs in all words. This is expectation maximisation
//! (Dempster, Laird and Rubin 1977) over many-to-many alignments without crossings. Rare pairs are
//! removed during the iterations, so that the table stays small.
//!
//! The same words give the same table, byte for byte.

mod learn;
pub(crate) mod words;

use std::fmt::Write;
use std::path::Path;

use tamis_engine::text::Script;

/// Marks missing letters or a missing sign.
const NONE: &str = "-";

/// Learns the letters of a script's signs from files of word pairs, and writes them as a table. A line
/// has a Latin word, a word in the script and a count, separated by tabs; files are compressed with
/// gzip.
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

/// True if a sign is most often silent. For a Han character this means only that it occurs in
/// translated names.
fn is_unheard(learnt: &learn::Learnt) -> bool {
    learnt.costs.first().is_some_and(|(letters, _)| letters.is_empty())
}
