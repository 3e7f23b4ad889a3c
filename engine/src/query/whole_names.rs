//! Names that are nearly the query as one string ([`crate::text::whole_name`]).
//!
//! They are looked for only if a word of the query is not established: words that lists know are meant
//! as they are typed, and tokens are enough for them.

use super::name::SingleName;
use super::resolved::{QueryWord, ResolvedQuery};
use crate::model::{NameOrdinal, RecordOrdinal, WordMask, WordOrdinal};
use crate::snapshot::rows::{RunWord, name_flags};
use crate::snapshot::{IndexView, Snapshot};
use crate::text::whole_name::{CompactName, Differences, differences};
use crate::text::{self, NameKind, WordClass};

/// Tokens of a person's name with which it may begin as well: lists and queries put the family name
/// first or last.
pub const ROTATIONS_MAX: usize = 4;

/// A name of the lists, compared with the query as one string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeMatch {
    pub name: NameOrdinal,
    pub differences: Differences,
    /// Informative letters of the name that has fewer of them.
    pub letters: u8,
}

/// Finds all names within the edits that their letters allow, by name.
pub(super) fn whole_matches(
    snapshot: &Snapshot,
    index: &IndexView<'_>,
    asked: &SingleName,
    forms: &[ResolvedQuery<'_>; 2],
) -> Vec<WholeMatch> {
    let mut matches = Vec::new();
    let mut names = Vec::new();
    for form in forms {
        for query in strings(asked, form) {
            names.clear();
            index.name_parts().names_within(form.kind, query.letters(), &mut names);
            // Names of the other kind may share a bucket.
            names.retain(|name| index.kind_of(*name) == form.kind);
            names.sort_unstable();
            names.dedup();
            let is_word = |text: &str| {
                index.find_word(text).is_some() || text::is_known_word(text, form.kind)
            };
            matches.extend(names.iter().filter_map(|name| {
                let record = record_string(snapshot, index, *name, form.kind)?;
                whole_match(&query, &record, *name, is_word)
            }));
        }
    }
    // Of several rotations the nearest counts.
    matches.sort_unstable_by_key(|found| (found.name, found.differences.order()));
    matches.dedup_by_key(|found| found.name);
    matches
}

/// Compares a query with a name as strings.
pub fn whole_match(
    query: &CompactName,
    record: &CompactName,
    name: NameOrdinal,
    is_word: impl Fn(&str) -> bool,
) -> Option<WholeMatch> {
    let letters = query.informative_letters().min(record.informative_letters());
    let differences = differences(query, record, is_word)?;
    Some(WholeMatch { name, differences, letters: letters as u8 })
}

/// The strings of a query, read as a name of one kind of party: as typed, and for a person from each of
/// the next tokens on. None if all words are established.
fn strings(asked: &SingleName, form: &ResolvedQuery<'_>) -> Vec<CompactName> {
    let all = WordMask::all_of(form.words.len());
    let established = all.filter(|at| {
        let QueryWord { text, class, ordinal, .. } = form.words[at];
        !may_be_misspelt(class) || ordinal.is_some() || text::is_known_word(text, form.kind)
    });
    if established == all || form.as_typed.is_some() {
        return Vec::new();
    }
    let Some(typed) = CompactName::new(&asked.text, &asked.readings.names[form.kind as usize])
    else {
        return Vec::new();
    };
    let typed = typed.with_fixed(established);
    let rotations = match form.kind {
        NameKind::Person => typed.token_count().min(ROTATIONS_MAX + 1),
        NameKind::Thing => 1,
    };
    let rotated = (1..rotations).map(|token| typed.rotated(token));
    let mut strings: Vec<CompactName> = rotated.collect();
    strings.insert(0, typed);
    strings
}

/// True if a word of this class may be a slip of another one: it is ordinary, or has a digit in it.
#[must_use]
pub fn may_be_misspelt(class: WordClass) -> bool {
    matches!(class, WordClass::Word | WordClass::Number)
}

/// The string of a name of the lists, as published.
fn record_string(
    snapshot: &Snapshot,
    index: &IndexView<'_>,
    name: NameOrdinal,
    kind: NameKind,
) -> Option<CompactName> {
    let row = &index.names[name.index()];
    if row.flags & name_flags::AS_FOLDED != 0 {
        let tokens = index.run(name).0.iter();
        let text = |word: RunWord| (index.word_text(WordOrdinal(word.word())), word.class());
        return CompactName::of_folded(tokens.map(text));
    }
    let raw = snapshot.record(RecordOrdinal(row.record)).name_at(row.alias);
    CompactName::new(raw, &text::tokenize(raw, kind))
}
