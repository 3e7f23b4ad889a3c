//! Reader of the data tables under `tables/`: UTF-8 text, one entry or row per line. Lines that begin
//! with `# ` (or are a bare `#`) are comments; blank lines are skipped.
//!
//! The tables are compiled into the program and parsed once. A row that does not parse is a mistake in
//! the program; the tests of the modules that own the tables find it.

use ahash::{AHashMap, AHashSet};

/// Returns the rows of a table without comments and blank lines.
pub(crate) fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && *line != "#" && !line.starts_with("# "))
}

/// Reads a table of words separated by blanks and line breaks.
pub(crate) fn words(table: &'static str) -> impl Iterator<Item = &'static str> {
    rows(table).flat_map(str::split_whitespace)
}

/// Reads a table of words as a set.
pub(crate) fn word_set(table: &'static str) -> AHashSet<&'static str> {
    words(table).collect()
}

/// Reads a table of pairs written without a gap, the letter first, then its replacement: `øo ßss`. A
/// letter alone is replaced by nothing.
pub(crate) fn letter_pairs(table: &'static str) -> AHashMap<char, &'static str> {
    words(table)
        .filter_map(|pair| {
            let letter = pair.chars().next()?;
            Some((letter, &pair[letter.len_utf8()..]))
        })
        .collect()
}

/// Reads a table of rows `target: letter letter ...`; the target `-` stands for nothing.
pub(crate) fn letter_groups(table: &'static str) -> AHashMap<char, &'static str> {
    let or_nothing = |target| if target == "-" { "" } else { target };
    grouped(table).map(|(letter, target)| (letter, or_nothing(target))).collect()
}

/// Returns the letters of rows `head: letter letter ...`, each with the head of its row. Blanks between
/// letters are optional.
pub(crate) fn grouped(table: &'static str) -> impl Iterator<Item = (char, &'static str)> {
    let groups = rows(table).filter_map(|row| row.split_once(':'));
    groups.flat_map(|(head, members)| {
        members.chars().filter(|c| !c.is_whitespace()).map(move |letter| (letter, head.trim()))
    })
}
