//! Names that are nearly the query as one string ([`crate::text::whole_name`]).
//!
//! Words that lists or tables know are meant as they are typed. If a query has no others, only its blanks
//! may be elsewhere, and that is asked only if no record holds all its words.

use super::name::SingleName;
use super::resolved::{QueryWord, ResolvedQuery};
use super::written::WrittenTokens;
use crate::model::{NameOrdinal, RecordOrdinal, WordMask, WordOrdinal};
use crate::snapshot::rows::{RunWord, name_flags};
use crate::snapshot::{IndexView, Snapshot};
use crate::text::whole_name::{CompactName, Differences, Pattern, differences, edits_allowed};
use crate::text::{self, NameKind, WordClass};

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
    written: &WrittenTokens<'_>,
    forms: &[ResolvedQuery<'_>; 2],
) -> Vec<WholeMatch> {
    let mut matches = Vec::new();
    let (mut names, mut letters) = (Vec::new(), Vec::new());
    let mut is_held = None;
    for form in forms {
        let fixed = fixed_words(form);
        let is_fixed = fixed == WordMask::all_of(form.words.len());
        if is_fixed && *is_held.get_or_insert_with(|| written.in_all().next().is_some()) {
            continue;
        }
        for query in strings(asked, form, fixed) {
            names.clear();
            let edits = if is_fixed { 0 } else { edits_allowed(query.letters().len()) };
            index.name_parts().names_within(form.kind, query.letters(), edits, &mut names);
            // Names of the other kind may share a bucket.
            names.retain(|name| index.kind_of(*name) == form.kind);
            names.sort_unstable();
            names.dedup();
            let is_word = |text: &str| {
                index.find_word(text).is_some() || text::is_known_word(text, form.kind)
            };
            let pattern = Pattern::new(query.letters());
            matches.extend(names.iter().filter_map(|name| {
                let record = record_string(snapshot, index, *name, &pattern, &mut letters)?;
                whole_match(&query, &record, *name, is_word)
            }));
        }
    }
    // Of both orders the nearer one counts.
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

/// The words of a query that no edit may touch: lists or tables know them, or they are of a class that
/// is no slip.
fn fixed_words(form: &ResolvedQuery<'_>) -> WordMask {
    WordMask::all_of(form.words.len()).filter(|at| {
        let QueryWord { class, is_known, .. } = form.words[at];
        is_known || !may_be_misspelt(class)
    })
}

/// The strings of a query, read as a name of one kind of party: as typed, and for a person with the first
/// token at the end, since lists and queries put the family name first or last.
fn strings(
    asked: &SingleName,
    form: &ResolvedQuery<'_>,
    fixed: WordMask,
) -> impl Iterator<Item = CompactName> {
    let name = &asked.readings.names[form.kind as usize];
    let is_asked = form.as_typed.is_none();
    let typed = is_asked.then(|| CompactName::new(&asked.text, name)).flatten();
    let typed = typed.map(|typed| typed.with_fixed(fixed));
    let turned = typed.as_ref().filter(|_| form.kind == NameKind::Person).map(CompactName::turned);
    [typed, turned].into_iter().flatten()
}

/// True if a word of this class may be a slip of another one: it is ordinary, or has a digit in it.
#[must_use]
pub fn may_be_misspelt(class: WordClass) -> bool {
    matches!(class, WordClass::Word | WordClass::Number)
}

/// The string of a name of the lists, as published. `None` also if its letters, for which there is a
/// buffer, are too far from those of the query.
fn record_string(
    snapshot: &Snapshot,
    index: &IndexView<'_>,
    name: NameOrdinal,
    query: &Pattern,
    letters: &mut Vec<char>,
) -> Option<CompactName> {
    let row = &index.names[name.index()];
    if row.flags & name_flags::AS_FOLDED == 0 {
        let raw = snapshot.record(RecordOrdinal(row.record)).name_at(row.alias);
        return CompactName::new(raw, &text::tokenize(raw, index.kind_of(name)));
    }
    let text = |word: RunWord| (index.word_text(WordOrdinal(word.word())), word.class());
    let tokens = index.run(name).0.iter().map(text);
    letters.clear();
    letters.extend(tokens.clone().flat_map(|(text, _)| text.chars()));
    query.allowed_distance(letters).and_then(|_| CompactName::of_folded(tokens))
}
