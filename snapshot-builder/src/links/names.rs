//! Names as sets of words: "KONY, Joseph" is "JOSEPH KONY".

use std::collections::BTreeMap;

use ahash::AHashSet;
use tamis_engine::model::{AliasQuality, Record};
use tamis_engine::text::{
    NameKind, Similarity, WordClass, WordForm, are_different_names, name_kind, similarity, tokenize,
};

/// Words of a name, prepared for linking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameWords {
    /// Its informative words, sorted, each once: no titles, articles, particles or legal forms.
    pub(super) words: Vec<String>,
    /// Informative words longer than an initial.
    pub(super) full: Vec<String>,
    /// Distinctive words: neither numbers nor generic words of company names.
    pub(super) distinctive: Vec<String>,
    /// Role of the name in its record.
    pub(super) role: NameRole,
}

/// Role of a name in its record; better evidence first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameRole {
    Primary,
    /// An alias.
    Alias,
    /// An alias that the publisher calls weak.
    Weak,
}

/// Least number of words for comparing a name together with only a birth date.
pub(super) const FULL_WORDS_MIN: usize = 2;

impl NameWords {
    fn read(name: &str, kind: NameKind, role: NameRole) -> Self {
        let mut words = tokenize(name, kind).words;
        words.retain(|word| word.class.is_informative());
        words.sort_by(|a, b| a.text.cmp(&b.text));
        words.dedup_by(|a, b| a.text == b.text);
        let texts = |is_one: fn(WordClass) -> bool| -> Vec<String> {
            let of_class = words.iter().filter(|word| is_one(word.class));
            of_class.map(|word| word.text.clone()).collect()
        };
        let (all, full) = (texts(|_| true), texts(WordClass::is_full));
        Self { words: all, full, distinctive: texts(|class| class == WordClass::Word), role }
    }

    /// True if the name may be compared together with a birth date: it is not weak and has
    /// [`FULL_WORDS_MIN`] words longer than an initial.
    #[must_use]
    pub(super) fn is_distinctive(&self) -> bool {
        self.role != NameRole::Weak && self.full.len() >= FULL_WORDS_MIN
    }
}

/// Least similarity of two spellings of one word: 0.9 of 255.
const SPELLINGS_LEAST: Similarity = Similarity(230);

impl NameWords {
    /// True if the name may be compared with names of other organisations: it is not weak and has a
    /// distinctive word.
    #[must_use]
    pub(super) fn distinguishes_firms(&self) -> bool {
        self.role != NameRole::Weak && !self.distinctive.is_empty()
    }

    /// True if two names of persons agree word by word, apart from spelling. Both must [be
    /// informative](Self::says_enough) and have equally many words.
    fn is_spelling_of(&self, other: &Self) -> bool {
        let mut left: Vec<&String> = other.words.iter().collect();
        self.words.iter().all(|word| {
            let at = left.iter().position(|other| *other == word);
            let at = at.or_else(|| left.iter().position(|other| are_spellings(word, other)));
            at.map(|at| left.swap_remove(at)).is_some()
        })
    }
}

/// True if two words are spellings of one name. Different given names that are nearly alike, such as
/// those of twins, are not.
fn are_spellings(one: &str, other: &str) -> bool {
    let alike = similarity(&WordForm::new(one), &WordForm::new(other));
    alike >= SPELLINGS_LEAST && !are_different_names(one, other)
}

/// True if some names of two persons differ only in spelling. Takes the number of comparisons that a
/// [`SpellingBudget`](super::spelling_budget::SpellingBudget) counts.
#[must_use]
pub(super) fn are_spelt_alike(one: &[NameWords], other: &[NameWords]) -> bool {
    let others = by_length(other);
    by_length(one).into_iter().any(|(words, names)| {
        let others = others.get(&words).into_iter().flatten();
        names.iter().any(|a| others.clone().any(|b| a.is_spelling_of(b)))
    })
}

/// Sufficiently informative names, by number of words.
pub(super) fn by_length(names: &[NameWords]) -> BTreeMap<usize, Vec<&NameWords>> {
    let mut lengths: BTreeMap<usize, Vec<&NameWords>> = BTreeMap::new();
    for name in names.iter().filter(|name| name.is_distinctive()) {
        lengths.entry(name.words.len()).or_default().push(name);
    }
    lengths
}

/// All names of a record, the primary one first.
#[must_use]
pub(super) fn names_of(record: &Record) -> Vec<NameWords> {
    let kind = name_kind(record.entity_type, &record.name);
    let aliases = record.aliases.iter().map(|alias| match alias.quality {
        AliasQuality::Strong => (&alias.name, NameRole::Alias),
        AliasQuality::Weak => (&alias.name, NameRole::Weak),
    });
    let all = [(&record.name, NameRole::Primary)].into_iter().chain(aliases);
    all.map(|(name, role)| NameWords::read(name, kind, role)).collect()
}

/// True if some names of two records share a distinctive word or several full words, or have the same
/// words. The time is proportional to the number of names of both.
#[must_use]
pub(super) fn agree(one: &[NameWords], other: &[NameWords]) -> bool {
    let distinctive = words_of(one, |name| &name.distinctive);
    let is_distinctive =
        |name: &NameWords| name.distinctive.iter().any(|word| distinctive.contains(&**word));
    let known: AHashSet<&[String]> = one.iter().map(|name| &*name.words).collect();
    let is_known = |name: &NameWords| !name.words.is_empty() && known.contains(&*name.words);
    other.iter().any(|name| is_distinctive(name) || is_known(name)) || share_two_words(one, other)
}

/// True if two names, one of each side, have [`FULL_WORDS_MIN`] words longer than an initial in common.
fn share_two_words(one: &[NameWords], other: &[NameWords]) -> bool {
    const { assert!(FULL_WORDS_MIN == 2, "pairs of words are looked up") };
    let mut shared = words_of(one, |name| &name.full);
    let others = words_of(other, |name| &name.full);
    shared.retain(|word| others.contains(word));
    let known: AHashSet<(&str, &str)> =
        one.iter().flat_map(|name| pairs_of(name, &shared)).collect();
    !known.is_empty()
        && other.iter().any(|name| pairs_of(name, &shared).any(|pair| known.contains(&pair)))
}

/// All words of one kind in all names.
fn words_of(names: &[NameWords], of: fn(&NameWords) -> &Vec<String>) -> AHashSet<&str> {
    names.iter().flat_map(of).map(String::as_str).collect()
}

/// Pairs of words of a name, in order, that are both shared.
fn pairs_of<'n>(
    name: &'n NameWords,
    shared: &AHashSet<&str>,
) -> impl Iterator<Item = (&'n str, &'n str)> + use<'n> {
    let words = name.full.iter().map(String::as_str);
    let words: Vec<&str> = words.filter(|word| shared.contains(word)).collect();
    let places = (0..words.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let pairs: Vec<_> = places.map(|(first, second)| (words[first], words[second])).collect();
    pairs.into_iter()
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{Alias, EntityType};

    use super::*;

    fn record(entity_type: EntityType, name: &str, aliases: Vec<Alias>) -> Record {
        let (entity_type, name) = (Some(entity_type), name.to_owned());
        Record { name, aliases, entity_type, ..Record::default() }
    }

    fn primary(entity_type: EntityType, name: &str) -> NameWords {
        names_of(&record(entity_type, name, Vec::new())).remove(0)
    }

    #[test]
    fn the_order_of_words_titles_and_articles_do_not_count() {
        let person = |name| primary(EntityType::Individual, name).words;
        assert_eq!(person("KONY, Joseph"), person("JOSEPH KONY"));
        assert_eq!(person("AL ZAWAHIRI, Dr. Ayman"), person("Ayman al-Zawahiri"));
        assert_eq!(person("ALI, Mohammed Ali"), ["ali", "mohammed"]);
        assert_ne!(person("Ann Lee"), person("Ann Leigh"));
    }

    #[test]
    fn a_name_says_enough_with_two_words_and_when_it_is_not_weak() {
        let enough = |name| primary(EntityType::Individual, name).is_distinctive();
        assert!(enough("Ann Lee"));
        assert!(!enough("Ann"));
        assert!(!enough("A. Lee"), "an initial is no word");
        let weak = record(EntityType::Individual, "Ann Lee", vec![Alias::weak("Big Ann")]);
        let says: Vec<bool> = names_of(&weak).iter().map(NameWords::is_distinctive).collect();
        assert_eq!(says, [true, false]);
    }

    #[test]
    fn spellings_of_a_name_are_told_from_other_names() {
        let person = |name: &str| names_of(&record(EntityType::Individual, name, Vec::new()));
        for (one, other, expected) in [
            ("VOLODIN, Vyacheslav Victorovich", "Vyacheslav Viktorovich VOLODIN", true),
            ("Aleksandr Lukashenko", "LUKASHENKA, Aleksandr", true),
            ("Hassan Al Ali", "Hussain Al Ali", false),
            ("Maria Petrova", "Marina Petrova", false),
            ("Vladimir Putin", "Vladimir Vladimirovich Putin", false),
            ("Ann Lee", "Anna Lee", false),
            ("A. Lee", "A. Leeh", false),
        ] {
            assert_eq!(are_spelt_alike(&person(one), &person(other)), expected, "{one} {other}");
            assert_eq!(are_spelt_alike(&person(other), &person(one)), expected, "{other} {one}");
        }
    }

    #[test]
    fn names_agree_in_a_word_that_tells_parties_apart() {
        let company = |name| names_of(&record(EntityType::Company, name, Vec::new()));
        assert!(agree(&company("Moon Bank Ltd"), &company("Bank of Moon")));
        assert!(!agree(&company("Moon Bank Ltd"), &company("Sun Bank Ltd")), "banks are many");
        assert!(!agree(&company("Moon 7"), &company("Sun 7")));
        assert!(agree(&company("National Bank"), &company("Bank, National")));
        assert!(agree(&company("Bank"), &company("BANK")));
        let academies = ["Academy of Defence Science", "Academy of Defense Science"];
        assert!(agree(&company(academies[0]), &company(academies[1])));
        let renamed = record(EntityType::Vessel, "Sun", vec![Alias::strong("Moon")]);
        assert!(agree(&names_of(&renamed), &names_of(&record(EntityType::Vessel, "MOON", vec![]))));
    }

    /// Reference implementation of [`agree`], name by name.
    fn agree_by_pairs(one: &[NameWords], other: &[NameWords]) -> bool {
        let shared = |a: &[String], b: &[String]| a.iter().filter(|word| b.contains(word)).count();
        let agree = |a: &NameWords, b: &NameWords| {
            shared(&a.distinctive, &b.distinctive) > 0
                || shared(&a.full, &b.full) >= FULL_WORDS_MIN
                || (!a.words.is_empty() && a.words == b.words)
        };
        one.iter().any(|a| other.iter().any(|b| agree(a, b)))
    }

    #[test]
    fn names_agree_as_they_do_one_by_one() {
        let words = ["bank", "national", "trading", "7", "moon"];
        let name = |chosen: usize| -> String {
            let of = words.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            of.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
        };
        let company = |names: [usize; 2]| {
            let aliases = vec![Alias::strong(name(names[1]))];
            names_of(&record(EntityType::Company, &name(names[0]), aliases))
        };
        let all: Vec<_> = (1..31).map(|first| company([first, 1 << (first % 5)])).collect();
        let mut agreeing = 0;
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let expected = agree_by_pairs(one, other);
            assert_eq!(agree(one, other), expected, "{one:?} {other:?}");
            agreeing += usize::from(expected);
        }
        assert!((100..800).contains(&agreeing), "{agreeing} of {}", all.len() * all.len());
    }
}
