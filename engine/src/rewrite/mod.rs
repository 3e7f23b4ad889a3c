//! Rewrites: further readings of a query text, each with its kind of party and its reason.
//!
//! | module | what it rewrites |
//! |---|---|
//! | `damage` | damaged text: wrong encodings, character references, lost letters |
//! | `aliases` | several names in one text: "X a.k.a. Y" |
//! | `truncation` | a name cut at the width of a field |
//! | `spacing` | lost and inserted blanks: "JohnSmith", "S m i t h" |
//! | `free_text` | a name with birth dates, numbers, fillers or an address |
//! | `roles` | a person with a role: "Igor Sechin, CEO of Rosneft" |
//! | `kinds` | a thing with its kind: "Hamas movement", "M/T Ocean Star" |
//! | `clipped` | clipped words of companies: "Mahan Eng Comp" |
//! | `legal_form` | a legal form in front of a name: "PLC First East Export Bank" |
//! | `titles` | misspelt titles |
//! | `confusables` | letters that look or scan alike: "Jarnes 8rown" |
//! | `segmentation` | run-together text: "olegderipaska" |
//! | `replaced` | a text with some places replaced |
//!
//! Some depend on the text alone ([`of_text`]), the others on the terms of a snapshot ([`by_terms`]).
//! The text as typed is always a reading as well, so a rewrite can only add matches.

mod aliases;
mod clipped;
mod confusables;
mod damage;
mod free_text;
mod kinds;
mod legal_form;
mod replaced;
mod roles;
mod segmentation;
mod spacing;
mod titles;
mod truncation;

pub use damage::encoding as repaired_encoding;
pub use free_text::{FreeText, free_text, named_month};
pub use truncation::cut_word;

use replaced::replaced;

use crate::model::{PartialDate, WordMask, named_enum};
use crate::snapshot::IndexView;
use crate::text::pieces::Pieces;
use crate::text::{
    NameKind, Ranks, Readings, Word, is_well_known_thing, normalize, within_letters,
    without_hangul_article,
};

/// Another reading of a query text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// The name to match instead.
    pub text: String,
    /// The kind of party whose names it may be, if it is of one alone.
    pub kind: Option<NameKind>,
    /// Ranks in the text, if the name is a single word with a rank or a role.
    pub ranks: Option<Ranks>,
    pub reason: Reason,
}

named_enum!(
    /// Reason of a rewrite (docs/api.md, "Match answers").
    Reason {
        /// Characters are damaged: by an encoding, as references, or lost.
        Damage = "damage",
        /// The text holds birth dates, numbers, fillers or an address as well as a name.
        FreeText = "free_text",
        /// The text holds several names.
        Alias = "alias",
        /// The text may be cut at the width of a field: the last word is left out, or a listed name begins
        /// with the text.
        Truncation = "truncation",
        /// Blanks are lost or inserted.
        Spacing = "spacing",
        /// The text holds the name of a person and a role.
        Role = "role",
        /// Words in Hangul may begin with the Arabic article.
        Article = "article",
        /// The text holds the name of a thing and its kind.
        Kind = "kind",
        /// Words of a company are clipped.
        Clipped = "clipped",
        /// The legal form is in front of the name.
        LegalForm = "legal_form",
        /// Words are run together.
        Segmentation = "segmentation",
        /// An unknown word is a slip for a known one.
        Correction = "correction",
    }
);

impl Rewrite {
    fn new(text: impl Into<String>, kind: Option<NameKind>, reason: Reason) -> Self {
        Self { text: text.into(), kind, ranks: None, reason }
    }
}

/// Returns the rewrites that follow from a text alone, in the order of preference, and the birth dates
/// in it.
#[must_use]
pub fn of_text(text: &str) -> (Vec<Rewrite>, Vec<PartialDate>) {
    let mut rewrites = Vec::new();
    let repaired = damage::repaired(text);
    let text = repaired.as_deref().map_or(text, within_letters);
    if repaired.is_some() {
        rewrites.push(Rewrite::new(text, None, Reason::Damage));
    }
    let FreeText { names, birth_dates } = free_text(text);
    if names.is_empty() {
        of_name(text, None, &mut rewrites);
    }
    for (name, kind) in names {
        of_name(&name, kind, &mut rewrites);
    }
    (rewrites, birth_dates)
}

/// Adds the rewrites of a text that holds names only, for one kind of party alone if it is given.
fn of_name(text: &str, kind: Option<NameKind>, rewrites: &mut Vec<Rewrite>) {
    let mut names = aliases::split_aliases(text);
    let reason = if names.is_empty() { Reason::FreeText } else { Reason::Alias };
    if names.is_empty() {
        names.push(text.into());
    }
    let mut add = |text: &str, kind, reason| rewrites.push(Rewrite::new(text, kind, reason));
    names.iter().for_each(|name| add(name, kind, reason));
    let before_cut = names.iter().filter_map(|name| truncation::before_cut(name));
    before_cut.for_each(|name| add(name, kind, Reason::Truncation));
    let respaced = names.iter().filter_map(|name| spacing::respaced(name));
    respaced.for_each(|name| add(&name, kind, Reason::Spacing));
    let pieces: Vec<Pieces<'_>> = names.iter().map(|name| Pieces::of(name)).collect();
    if kind != Some(NameKind::Thing) {
        let person = Some(NameKind::Person);
        for roles::PersonWithoutRole { name, ranks } in
            pieces.iter().filter_map(roles::without_role)
        {
            rewrites.push(Rewrite { ranks, ..Rewrite::new(name, person, Reason::Role) });
        }
        let without_article = names.iter().filter_map(|name| without_hangul_article(name));
        rewrites.extend(without_article.map(|name| Rewrite::new(name, person, Reason::Article)));
    }
    if kind != Some(NameKind::Person) {
        let thing = Some(NameKind::Thing);
        let things = aliases::split_thing_aliases(text).into_iter();
        rewrites.extend(things.map(|name| Rewrite::new(name, thing, Reason::Alias)));
        let without_kind = pieces.iter().filter_map(kinds::without_kind);
        rewrites.extend(without_kind.map(|name| Rewrite::new(name, thing, Reason::Kind)));
    }
}

/// Returns the rewrites of a name that depend on the terms of a snapshot: segmentations into the most
/// frequent terms, one reading with slips corrected, one with clipped words in full, and one with the legal
/// form at its end.
#[must_use]
pub fn by_terms(index: &IndexView<'_>, text: &str, readings: &Readings) -> Vec<Rewrite> {
    if is_well_known_thing(&readings.normalised) {
        return Vec::new();
    }
    let segmented = segmentation::segment(index, &readings.normalised).into_iter();
    let segmented = segmented.map(|text| Rewrite::new(text, None, Reason::Segmentation));
    let words = readings.names[NameKind::Thing as usize].words.as_slice();
    let is_unknown = |at: usize| index.find_word(&words[at].text).is_none();
    let unknown = WordMask::all_of(words.len()).filter(is_unknown);
    let corrected = corrected(index, text, words, unknown);
    let corrected = corrected.map(|text| Rewrite::new(text, None, Reason::Correction));
    let in_full = clipped::in_full(text, words, unknown);
    let in_full = in_full.map(|text| Rewrite::new(text, Some(NameKind::Thing), Reason::Clipped));
    let at_end = legal_form::at_end(text, words);
    let at_end = at_end.map(|text| Rewrite::new(text, Some(NameKind::Thing), Reason::LegalForm));
    let whole = truncation::whole_names(index, text, &readings.normalised, words).into_iter();
    let whole = whole.map(|text| Rewrite::new(text, Some(NameKind::Thing), Reason::Truncation));
    whole.chain(segmented).chain(corrected).chain(in_full).chain(at_end).collect()
}

/// Corrects the words in `unknown`, which no name holds: by confusables, capitals within a word, or a
/// misspelt title. Returns `None` if there is nothing to correct.
fn corrected(
    index: &IndexView<'_>,
    text: &str,
    words: &[Word],
    unknown: WordMask,
) -> Option<String> {
    let right = |at: usize| {
        let word = &words[at];
        let title = || (at == 0).then(|| titles::correct_title(&word.text))?.map(str::to_owned);
        let apart = || split_at_capitals(index, word.span.of(text));
        let right = confusables::corrected(index, &word.text).or_else(apart);
        let (start, end) = word.span.range();
        right.or_else(title).map(|right| (start..end, right))
    };
    replaced(text, unknown.iter().filter_map(right))
}

/// Splits a word at its capitals if every part is a term. One capital may be a slip: "FranciTco Ramon".
fn split_at_capitals(index: &IndexView<'_>, word: &str) -> Option<String> {
    let apart = spacing::respaced(word)?;
    let is_known = |part: &str| index.find_word(&normalize(part)).is_some();
    apart.split(' ').all(is_known).then_some(apart)
}
