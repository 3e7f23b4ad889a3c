//! An alignment as sentences.

use std::fmt::Write as _;

use super::alignment::{AlignedPair, Alignment, How};
use crate::rewrite::Reason;
use crate::scoring::constants::SURNAME_ALONE;
use crate::scoring::penalty::Penalty;
use crate::scoring::rules;
use crate::text;
use crate::text::whole_name::Differences;

/// Matched and unmatched words in one sentence: `Words equal: "x"; alike in sound: "y" with "z" (0.93);
/// only in the record: "u".`. Penalties and the publisher's marks of the name follow.
pub(super) fn sentences(
    alignment: &Alignment,
    query: &str,
    matched: &str,
    is_former: bool,
) -> String {
    let mut parts = Parts::new();
    for how in How::ALL {
        for pair in alignment.pairs.iter().filter(|pair| pair.how == *how) {
            parts.begin(title(*how));
            parts.pair(pair);
        }
    }
    for (title, words) in [
        ("only in the query", &alignment.only_query),
        ("only in the record", &alignment.only_record),
    ] {
        for word in words {
            parts.begin(title);
            parts.quote(word);
        }
    }
    let mut text = parts.end();
    push_penalties(&mut text, alignment);
    // Writing to a string does not fail.
    if alignment.is_raised {
        let _ = write!(text, " A rare surname alone scores {SURNAME_ALONE} at least.");
    }
    if let Some(reason) = alignment.rewrite {
        let _ = write!(text, " The query is read as \"{query}\": {}.", because(reason));
    }
    if alignment.lowered_by.has(Penalty::WeakAlias) {
        let _ = write!(text, " \"{matched}\" is a weak alias.");
    }
    if is_former {
        let _ = write!(text, " \"{matched}\" is a former name.");
    }
    text
}

fn title(how: How) -> &'static str {
    match how {
        How::Equal => "words equal",
        How::Script => "in another script",
        How::Number => "same number",
        How::LegalForm => "same legal form",
        How::Abbreviation => "abbreviated",
        How::Variant => "another form of the name",
        How::Translated => "translated",
        How::Joined => "written joined",
        How::Spelling => "alike in spelling",
        How::Sound => "alike in sound",
        How::Initial => "initial",
        How::Whole => "alike as one string",
    }
}

/// Differences of names as strings, as a sentence: "The whole name differs by one letter."
pub(super) fn differences(differences: Differences) -> String {
    let Differences { edits, blanks, .. } = differences;
    let counted = |count: u8, one: &str, several: &str| match count {
        0 => None,
        1 => Some(format!("one {one}")),
        2 => Some(format!("two {several}")),
        count => Some(format!("{count} {several}")),
    };
    let parts = [counted(edits, "letter", "letters"), counted(blanks, "blank", "blanks")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => "The whole name is equal in another order.".to_owned(),
        false => format!("The whole name differs by {}.", parts.join(" and ")),
    }
}

/// Appends the penalties, except those that have a sentence of their own.
fn push_penalties(text: &mut String, alignment: &Alignment) {
    let reasons = alignment.lowered_by.iter().filter_map(rules::sentence);
    for (at, reason) in reasons.enumerate() {
        text.push_str(if at == 0 { " Lowered further: " } else { "; " });
        text.push_str(reason);
    }
    if !text.ends_with('.') {
        text.push('.');
    }
}

/// Reason of a rewrite, as the end of a sentence.
fn because(reason: Reason) -> &'static str {
    match reason {
        Reason::Damage => "damaged characters are repaired",
        Reason::FreeText => "the facts beside the name are left out",
        Reason::Alias => "it holds several names",
        Reason::Truncation => "it may be cut off",
        Reason::Spacing => "blanks may be lost or put in",
        Reason::Role => "the role of the person is left out",
        Reason::Article => "the article is left out",
        Reason::Kind => "the kind of thing is left out",
        Reason::Clipped => "clipped words are given in full",
        Reason::LegalForm => "the legal form is put at the end",
        Reason::Segmentation => "its words are run together",
        Reason::Correction => "an unknown word may be a slip",
    }
}

/// A sentence of titled parts, each with one or several items.
struct Parts {
    text: String,
    title: &'static str,
}

impl Parts {
    fn new() -> Self {
        /// Usual length of an explanation.
        const USUAL: usize = 192;
        Self { text: String::with_capacity(USUAL), title: "" }
    }

    /// Begins an item of the part with this title.
    fn begin(&mut self, title: &'static str) {
        if self.title == title {
            self.text.push_str(", ");
            return;
        }
        if self.title.is_empty() {
            let (first, rest) = title.split_at(1);
            self.text.extend([first.to_ascii_uppercase().as_str(), rest]);
        } else {
            self.text.extend(["; ", title]);
        }
        self.text.push_str(": ");
        self.title = title;
    }

    fn pair(&mut self, pair: &AlignedPair) {
        let AlignedPair { query, record, how, similarity } = pair;
        self.quote(query);
        if *how == How::Equal && text::are_written_alike(query, record) {
            return;
        }
        self.text.push_str(" with ");
        self.quote(record);
        if *similarity < 1.0 && *how != How::Initial {
            let _ = write!(self.text, " ({similarity:.2})");
        }
    }

    fn quote(&mut self, words: &str) {
        self.text.extend(["\"", words, "\""]);
    }

    fn end(mut self) -> String {
        self.text.push('.');
        self.text
    }
}
