//! Words of one meaning with different spellings: a given name and its short forms, and words in names
//! of organisations in several languages.
//!
//! There are two kinds of tables, with rows of words that are all variants of each other. Nicknames
//! hold in names of persons, words of organisations in names of anything else: "Volk" is a wolf in the
//! name of an army, but a plain name in that of a man.

use std::borrow::Cow;
use std::sync::LazyLock;

use ahash::AHashMap;

use super::acronym;
use super::classify;
use super::fold::{self, DottedLetters};
use super::given_names;
use super::name::NameKind;
use super::similarity::Similarity;
use super::tables;

/// Similarity of variants. It is below that of two spellings of one word, whose frequencies are pooled
/// ([`crate::lexicon::POOLED_LEAST`]), and below that of a confident match.
pub const VARIANT: Similarity = Similarity(229);

/// Similarity of two forms of a given name in the name of a thing. It is below [`VARIANT`], since such a
/// word is less often a given name than in the name of a person.
pub const GIVEN_NAME_OF_THING: Similarity = Similarity(217);

/// Set of kinds of names that something holds in, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// Names of any kind.
    pub const ALL: Self = Self(3);
    /// No names.
    pub const NONE: Self = Self(0);

    /// Returns the set of this kind alone.
    #[must_use]
    pub const fn only(kind: NameKind) -> Self {
        Self(1 << kind as u8)
    }

    /// True if it holds in names of this kind.
    #[inline]
    #[must_use]
    pub const fn holds(self, kind: NameKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// Returns the union of two sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the kinds that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True if it holds in no kind of name.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// Variants in a row of a table.
struct Group {
    kinds: Kinds,
    /// True if they are forms of a given name.
    is_given_name: bool,
    words: Vec<Box<str>>,
}

struct Table {
    groups: Vec<Group>,
    /// Groups by word.
    of_word: AHashMap<Box<str>, Vec<u32>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { groups: Vec::new(), of_word: AHashMap::new() };
    let (persons, things) = (Kinds::only(NameKind::Person), Kinds::only(NameKind::Thing));
    table.read(include_str!("tables/nicknames.txt"), persons, true);
    table.read(given_names::ROWS, persons, true);
    table.read(include_str!("tables/syllables.txt"), persons, false);
    table.read(include_str!("tables/organisation_words.txt"), things, false);
    table
});

impl Table {
    fn read(&mut self, text: &'static str, kinds: Kinds, is_given_name: bool) {
        for row in tables::rows(text) {
            let mut words: Vec<Box<str>> = words_of(row).collect();
            words.sort_unstable();
            words.dedup();
            if words.len() < 2 {
                continue;
            }
            let group = self.groups.len() as u32;
            for word in &words {
                self.of_word.entry(word.clone()).or_default().push(group);
            }
            self.groups.push(Group { kinds, is_given_name, words });
        }
    }
}

/// Endings behind each letter after a tilde; see `tables/organisation_words.txt`.
const ENDINGS: [(&str, &str); 9] = [
    ("a", "ый ий ой ая ое ые ие ого ому ым им ых их ую а е і ої"),
    ("b", "ы і ая ае ыя ія ага ай ых іх"),
    ("j", "ий ая яя ее ие его ей их ой ые ое ых"),
    ("m", " а у ом е ы и ов"),
    ("f", " а ы и і е у ой"),
    ("i", "я и ї ю й ей"),
    ("e", "е я ю й ем"),
    ("o", " о а у ом е"),
    ("s", "ь и і ью ей я ю е"),
];

/// Returns the folded words of a row. It skips marks between words, and the language (`ru`) behind each
/// bar (`| ru`).
fn words_of(row: &'static str) -> impl Iterator<Item = Box<str>> {
    let parts = row.split('|').enumerate().flat_map(|(at, part)| {
        let words = part.split([' ', ':']).filter(|word| !word.is_empty());
        words.skip(usize::from(at > 0))
    });
    parts.flat_map(with_endings).map(|word| folded(&word)).filter(|word| !word.is_empty())
}

/// Returns a word, or a stem with each of its endings.
fn with_endings(word: &'static str) -> Vec<Cow<'static, str>> {
    let Some((stem, of)) = word.split_once('~') else { return vec![word.into()] };
    let endings = ENDINGS.iter().filter(|(letter, _)| *letter == of);
    let endings = endings.flat_map(|(_, endings)| endings.split(' '));
    endings.map(|ending| format!("{stem}{ending}").into()).collect()
}

/// Folds a text and joins its words without blanks.
fn folded(text: &str) -> Box<str> {
    let words = fold::words(text, DottedLetters::Joined);
    words.iter().map(|word| word.text.as_str()).collect::<String>().into()
}

/// A variant of some text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// A single word, or neighbouring words written as one.
    pub text: Cow<'static, str>,
    /// Kinds of names that it is a variant in.
    pub kinds: Kinds,
    /// Similarity of the variant to the text.
    pub similarity: Similarity,
    /// True if it is a variant only where few records hold the single word of the two. A word of many
    /// records is a word of its own, not an acronym.
    pub of_rare_words: bool,
}

/// Returns the variants of a folded word or of a compound. A variant may occur more than once.
pub fn variants_of(text: &str) -> impl Iterator<Item = Variant> + use<'_> {
    let groups = TABLE.of_word.get(text).map_or(&[] as &[u32], Vec::as_slice);
    let listed = groups.iter().flat_map(move |&group| {
        let Group { kinds, words, .. } = &TABLE.groups[group as usize];
        words.iter().filter(move |word| &***word != text).map(|word| Variant {
            text: Cow::Borrowed(word),
            kinds: *kinds,
            similarity: VARIANT,
            of_rare_words: false,
        })
    });
    listed.chain(acronym::other_side(text).map(|(text, similarity)| Variant {
        text: Cow::Owned(text),
        kinds: Kinds::only(NameKind::Thing),
        similarity,
        of_rare_words: true,
    }))
}

/// The forms of a word that is a given name, in names of things: "Wm" for "William". Words that have
/// another meaning there are left out, such as generic words and places.
#[derive(Debug, Clone, Copy)]
pub struct GivenNameForms<'w> {
    word: &'w str,
    groups: &'static [u32],
}

impl<'w> GivenNameForms<'w> {
    /// Finds the forms of a folded word.
    #[must_use]
    pub fn of(word: &'w str) -> Self {
        let groups = TABLE.of_word.get(word).filter(|_| classify::is_ordinary_of_thing(word));
        Self { word, groups: groups.map_or(&[], Vec::as_slice) }
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.groups.is_empty()
    }

    /// True if another folded word is one of them.
    #[must_use]
    pub fn has(self, other: &str) -> bool {
        let has = |group: &Group| {
            group.is_given_name && group.words.binary_search_by(|word| (**word).cmp(other)).is_ok()
        };
        other != self.word
            && self.groups.iter().any(|&group| has(&TABLE.groups[group as usize]))
            && classify::is_ordinary_of_thing(other)
    }
}

/// True if two texts are variants of each other with this similarity.
#[must_use]
pub fn are_variants(a: &str, b: &str, similarity: u8) -> bool {
    variants_of(a).any(|variant| variant.text == b && variant.similarity.0 == similarity)
        || similarity == GIVEN_NAME_OF_THING.0 && GivenNameForms::of(a).has(b)
}

/// True if an acronym and its words may have this similarity.
#[must_use]
pub fn may_be_initials(similarity: u8) -> bool {
    acronym::SIMILARITIES.iter().any(|of_initials| of_initials.0 == similarity)
}

/// True if a folded word has variants in names of this kind.
pub(super) fn has_variants_in(word: &str, kind: NameKind) -> bool {
    let groups = TABLE.of_word.get(word).map_or(&[] as &[u32], Vec::as_slice);
    groups.iter().any(|group| TABLE.groups[*group as usize].kinds.holds(kind))
}

/// True if the text is a variant of other texts. Short words that may be acronyms do not count.
#[must_use]
pub fn has_variants(text: &str) -> bool {
    TABLE.of_word.contains_key(text) || acronym::is_acronym(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_and_translations_are_variants_where_they_hold() {
        let (persons, things) = (Kinds::only(NameKind::Person), Kinds::only(NameKind::Thing));
        let are_variants = |a: &str, b: &str| {
            let variants = variants_of(a).filter(|variant| variant.text == b);
            variants.fold(Kinds::NONE, |kinds, variant| kinds.or(variant.kinds))
        };
        for (a, b, kinds) in [
            ("ted", "theodore", persons),
            ("bank", "银行", things),
            ("armiya", "army", things),
            ("liberation", "osvobozhdenie", things),
            ("ted", "ted", Kinds::NONE),
            ("ted", "army", Kinds::NONE),
            ("irisl", "#.irisl", things),
        ] {
            assert_eq!(are_variants(a, b), kinds, "{a} {b}");
            assert_eq!(are_variants(b, a), kinds, "{b} {a}");
        }
    }

    #[test]
    fn given_names_in_names_of_things_have_forms_unless_they_mean_something_else() {
        for (a, b, are_forms) in [
            ("william", "bill", true),
            ("mohd", "mohammed", true),
            ("william", "william", false),
            ("william", "mohammed", false),
            // Syllables, words of organisations, a place, a generic word.
            ("lee", "yi", false),
            ("army", "armiya", false),
            ("sidney", "sydney", false),
            ("dennis", "den", false),
        ] {
            assert_eq!(GivenNameForms::of(a).has(b), are_forms, "{a} {b}");
            assert_eq!(GivenNameForms::of(b).has(a), are_forms, "{b} {a}");
        }
        assert!(are_variants("bill", "william", GIVEN_NAME_OF_THING.0));
        assert!(GIVEN_NAME_OF_THING < VARIANT);
    }

    #[test]
    fn kinds_are_sets() {
        let (persons, things) = (Kinds::only(NameKind::Person), Kinds::only(NameKind::Thing));
        assert_eq!(persons.or(things), Kinds::ALL);
        assert_eq!(Kinds::ALL.without(persons), things);
        assert!(persons.holds(NameKind::Person) && !persons.holds(NameKind::Thing));
        assert!(persons.without(Kinds::ALL).is_none());
    }

    #[test]
    fn the_tables_are_as_large_as_they_promise() {
        let groups = |kind| TABLE.groups.iter().filter(move |group| group.kinds.holds(kind));
        assert!(groups(NameKind::Person).count() >= 400);
        assert!(groups(NameKind::Thing).count() >= 300);
        assert!(TABLE.groups.iter().all(|group| group.words.len() >= 2));
    }
}
