//! Slips in names: one letter, blank, sign or pair of words at a time, anywhere in a name.
//!
//! No word goes missing, is abbreviated or becomes an initial. A word is a run of letters, and is
//! drawn by its letters: one of two letters or of a legal form too.

use std::ops::Range;

use crate::sample::Random;

/// A change of a name.
pub(super) struct Change {
    pub(super) name: &'static str,
    how: How,
}

enum How {
    /// A change of a word's letters; the case of the word stays.
    Letters(Place, fn(Vec<char>, Place, &mut Random) -> Option<Vec<char>>),
    /// A look-alike for letters of a word.
    Lookalike(Place),
    Name(fn(&str, &mut Random) -> Option<String>),
}

/// Place in a word.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    First,
    Inside,
    Last,
}

use How::{Letters, Lookalike};
use Place::{First, Inside, Last};

const fn change(name: &'static str, how: How) -> Change {
    Change { name, how }
}

pub(super) const CHANGES: [Change; 31] = [
    change("insert_first", Letters(First, insert)),
    change("insert_inside", Letters(Inside, insert)),
    change("insert_last", Letters(Last, insert)),
    change("delete_first", Letters(First, delete)),
    change("delete_inside", Letters(Inside, delete)),
    change("delete_last", Letters(Last, delete)),
    change("replace_first", Letters(First, replace)),
    change("replace_inside", Letters(Inside, replace)),
    change("replace_last", Letters(Last, replace)),
    change("swap_first", Letters(First, swap)),
    change("swap_inside", Letters(Inside, swap)),
    change("swap_last", Letters(Last, swap)),
    change("double_first", Letters(First, double)),
    change("double_inside", Letters(Inside, double)),
    change("double_last", Letters(Last, double)),
    change("key_first", Letters(First, key)),
    change("key_inside", Letters(Inside, key)),
    change("key_last", Letters(Last, key)),
    change("lookalike_first", Lookalike(First)),
    change("lookalike_inside", Lookalike(Inside)),
    change("lookalike_last", Lookalike(Last)),
    change("digit_first", Letters(First, digit)),
    change("digit_inside", Letters(Inside, digit)),
    change("digit_last", Letters(Last, digit)),
    change("blank_deleted", How::Name(blank_deleted)),
    change("blank_inserted", How::Name(|name, random| put_inside(name, ' ', random))),
    change("blanks_deleted", How::Name(blanks_deleted)),
    change("sign_removed", How::Name(sign_removed)),
    change("sign_added", How::Name(sign_added)),
    change("words_swapped", How::Name(words_swapped)),
    change("first_word_last", How::Name(first_word_last)),
];

/// Draws of a letter before a change counts as impossible in a name.
const DRAWS: usize = 60;
/// Least letters on each side of a blank or sign inside a word.
const PART_LEAST: usize = 2;
const SIGNS: [char; 4] = ['-', '\'', '’', '`'];
const KEYS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/// Letters that look alike in print or in handwriting, read one for the other in both directions.
const LOOKALIKES: &str = "O=0 o=0 O=Q O=D l=1 I=1 I=l i=l i=j S=5 s=5 B=8 Z=2 z=2 G=6 g=q E=F c=e \
                          u=v h=b rn=m vv=w VV=W cl=d";

impl Change {
    /// Changes a name; returns `None` if the change is impossible in it.
    pub(super) fn apply(&self, name: &str, random: &mut Random) -> Option<String> {
        let changed = match self.how {
            Letters(place, edit) => in_a_word(name, random, |word, random| {
                Some(recased(word, &edit(word.to_vec(), place, random)?))
            }),
            Lookalike(place) => in_a_word(name, random, |word, random| {
                lookalike(&word.iter().collect::<String>(), place, random)
            }),
            How::Name(change) => change(name, random),
        };
        changed.filter(|changed| changed != name)
    }
}

/// Places of the words of a name: runs of letters.
pub(super) fn words(name: &[char]) -> Vec<Range<usize>> {
    let runs = name.chunk_by(|left, right| left.is_alphabetic() == right.is_alphabetic());
    let ends = runs.scan(0, |end, run| {
        *end += run.len();
        Some(*end - run.len()..*end)
    });
    ends.filter(|run| name[run.start].is_alphabetic()).collect()
}

/// Changes the word of a drawn letter. Letters are drawn until the change is possible.
fn in_a_word(
    name: &str,
    random: &mut Random,
    edit: impl Fn(&[char], &mut Random) -> Option<String>,
) -> Option<String> {
    let chars: Vec<char> = name.chars().collect();
    let words = words(&chars);
    let letters: Vec<&Range<usize>> =
        words.iter().flat_map(|word| std::iter::repeat_n(word, word.len())).collect();
    (0..DRAWS).find_map(|_| {
        let word = (*letters.get(random.below(letters.len()))?).clone();
        Some(with_word(&chars, &word, &edit(&chars[word.clone()], random)?))
    })
}

/// A name with another text in place of a word.
pub(super) fn with_word(name: &[char], word: &Range<usize>, text: &str) -> String {
    let part = |chars: &[char]| chars.iter().collect::<String>();
    part(&name[..word.start]) + text + &part(&name[word.end..])
}

/// Letters in the case of a word: capitals, a capital and small letters, or as they are.
pub(super) fn recased(word: &[char], letters: &[char]) -> String {
    let upper = |letters: &[char]| letters.iter().flat_map(|c| c.to_uppercase()).collect();
    match word {
        [_, rest @ ..] if word.iter().all(|c| c.is_uppercase()) && !rest.is_empty() => {
            upper(letters)
        }
        [first, rest @ ..] if first.is_uppercase() && rest.iter().all(|c| c.is_lowercase()) => {
            let small = letters[1..].iter().flat_map(|c| c.to_lowercase());
            upper(&letters[..1]).chars().chain(small).collect()
        }
        _ => letters.iter().collect(),
    }
}

/// Position of `width` letters at a place of a word.
fn position(place: Place, letters: &[char], width: usize, random: &mut Random) -> Option<usize> {
    let last = letters.len().checked_sub(width)?;
    match place {
        First => Some(0),
        Last => Some(last),
        Inside => (last > 1).then(|| random.between(1, last - 1)),
    }
}

fn letter(random: &mut Random) -> char {
    char::from(b'a' + random.below(26) as u8)
}

fn insert(mut word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 0, random)?;
    word.insert(at, letter(random));
    Some(word)
}

fn delete(mut word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 1, random).filter(|_| word.len() > PART_LEAST)?;
    word.remove(at);
    Some(word)
}

/// Puts another letter or digit for one.
fn put(mut word: Vec<char>, at: usize, other: char) -> Option<Vec<char>> {
    let is_other = !word[at].to_lowercase().eq(other.to_lowercase());
    word[at] = other;
    is_other.then_some(word)
}

fn replace(word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 1, random)?;
    put(word, at, letter(random))
}

fn swap(mut word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 2, random)?;
    word.swap(at, at + 1);
    (!word[at].to_lowercase().eq(word[at + 1].to_lowercase())).then_some(word)
}

fn double(mut word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 1, random)?;
    word.insert(at, word[at]);
    Some(word)
}

/// Puts a key beside, above or below for a letter. Each row is half a key to the right of the one above.
fn key(word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 1, random)?;
    let spot = |key: char| {
        let row = KEYS.iter().position(|keys| keys.contains(key))?;
        Some((row, 2 * KEYS[row].find(key)? + row))
    };
    let (row, halves) = spot(word[at].to_ascii_lowercase())?;
    let is_beside = |key: &char| {
        spot(*key).is_some_and(|(other, of)| {
            let rows = row.abs_diff(other);
            rows < 2 && rows + halves.abs_diff(of) == 2
        })
    };
    let beside: Vec<char> = ('a'..='z').filter(is_beside).collect();
    put(word, at, random.pick(&beside))
}

fn digit(word: Vec<char>, place: Place, random: &mut Random) -> Option<Vec<char>> {
    let at = position(place, &word, 1, random)?;
    put(word, at, char::from(b'0' + random.below(10) as u8))
}

fn lookalike(word: &str, place: Place, random: &mut Random) -> Option<String> {
    let pairs = LOOKALIKES.split_whitespace().filter_map(|pair| pair.split_once('='));
    let both = pairs.flat_map(|(one, other)| [(one, other), (other, one)]);
    let found: Vec<(usize, &str, &str)> = both
        .flat_map(|(own, other)| word.match_indices(own).map(move |(at, _)| (at, own, other)))
        .filter(|(at, own, _)| match place {
            First => *at == 0,
            Last => at + own.len() == word.len(),
            Inside => *at > 0 && at + own.len() < word.len(),
        })
        .collect();
    let (at, own, other) = *found.get(random.below(found.len()))?;
    Some([&word[..at], other, &word[at + own.len()..]].concat())
}

/// Removes one of the characters for which `goes` is true.
fn without_one(name: &str, goes: fn(char) -> bool, random: &mut Random) -> Option<String> {
    let places: Vec<(usize, &str)> = name.match_indices(goes).collect();
    let (at, gone) = *places.get(random.below(places.len()))?;
    Some([&name[..at], &name[at + gone.len()..]].concat())
}

fn blank_deleted(name: &str, random: &mut Random) -> Option<String> {
    without_one(name, |c| c == ' ', random)
}

fn blanks_deleted(name: &str, _: &mut Random) -> Option<String> {
    Some(name.replace(' ', ""))
}

fn sign_removed(name: &str, random: &mut Random) -> Option<String> {
    without_one(name, |c| SIGNS.contains(&c), random)
}

fn sign_added(name: &str, random: &mut Random) -> Option<String> {
    let sign = random.pick(&SIGNS[..2]);
    put_inside(name, sign, random)
}

/// Puts a blank or sign between two letters of a word.
fn put_inside(name: &str, sign: char, random: &mut Random) -> Option<String> {
    in_a_word(name, random, |word, random| {
        let last = word.len().checked_sub(PART_LEAST).filter(|last| *last >= PART_LEAST)?;
        let mut letters = word.to_vec();
        letters.insert(random.between(PART_LEAST, last), sign);
        Some(letters.into_iter().collect())
    })
}

fn words_swapped(name: &str, random: &mut Random) -> Option<String> {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    let at = words.len().checked_sub(1).filter(|gaps| *gaps > 0).map(|gaps| random.below(gaps))?;
    words.swap(at, at + 1);
    Some(words.join(" "))
}

/// Puts the first of three words or more to the end; of two, it is a swap.
fn first_word_last(name: &str, _: &mut Random) -> Option<String> {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    (words.len() > 2).then(|| words.rotate_left(1))?;
    Some(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = [
        "Zbigniew Wolnarski-Ostrom",
        "CORVINGTON MARINE TRADING CO",
        "Al Oubrini wal-Hassoun",
        "OOO Sewernaja Llinija",
        "Clovis d'Arnoult",
    ];

    /// The rest of two names without their common beginning and end.
    fn difference(one: &str, other: &str) -> (String, String) {
        let (mut one, mut other): (Vec<char>, Vec<char>) =
            (one.chars().collect(), other.chars().collect());
        for _ in 0..2 {
            while one.last().is_some() && one.last() == other.last() {
                one.pop();
                other.pop();
            }
            one.reverse();
            other.reverse();
        }
        (one.into_iter().collect(), other.into_iter().collect())
    }

    fn sorted(name: &str) -> Vec<&str> {
        let mut words: Vec<&str> = name.split(' ').collect();
        words.sort_unstable();
        words
    }

    /// True if two names differ by one change of a class.
    fn is_one(class: &str, name: &str, changed: &str) -> bool {
        let (was, is) = difference(&name.to_lowercase(), &changed.to_lowercase());
        let lengths = (was.chars().count(), is.chars().count());
        match class.split_once('_').expect("a place").0 {
            "insert" | "double" => lengths == (0, 1),
            "delete" => lengths == (1, 0),
            "replace" | "key" => lengths == (1, 1),
            "digit" => lengths == (1, 1) && is.parse::<u8>().is_ok(),
            "swap" => lengths == (2, 2) && was.chars().rev().eq(is.chars()),
            "lookalike" => lengths.0 <= 2 && lengths.1 <= 2 && was != is,
            "sign" if class == "sign_added" => lengths == (0, 1) && "-'".contains(&is),
            "sign" => lengths == (1, 0) && "-'".contains(&was),
            "blank" if class == "blank_inserted" => (was.as_str(), is.as_str()) == ("", " "),
            "blank" => (was.as_str(), is.as_str()) == (" ", ""),
            "blanks" => name.replace(' ', "") == changed,
            "words" | "first" => name != changed && sorted(name) == sorted(changed),
            _ => false,
        }
    }

    #[test]
    fn a_change_is_one_change_and_the_same_for_a_seed() {
        for change in &CHANGES {
            let mut possible = 0;
            for (name, index) in NAMES.iter().flat_map(|name| (0..40).map(move |at| (name, at))) {
                let apply = || change.apply(name, &mut Random::new(1, change.name, index));
                assert_eq!(apply(), apply());
                let Some(changed) = apply() else { continue };
                possible += 1;
                assert!(is_one(change.name, name, &changed), "{} {name} {changed}", change.name);
            }
            assert!(possible >= 40, "{} {possible}", change.name);
        }
    }

    #[test]
    fn no_word_goes_missing_or_becomes_an_initial() {
        let changes = CHANGES.iter().flat_map(|change| (0..100).map(move |at| (change, at)));
        for (change, index) in changes {
            let changed = change.apply("Wu Xi Co", &mut Random::new(1, change.name, index));
            let changed = changed.unwrap_or_default();
            assert!(changed.split(' ').all(|word| word.len() != 1), "{} {changed}", change.name);
        }
    }

    #[test]
    fn places_in_a_word_are_those_of_their_names() {
        for (name, changed) in
            [("delete_first", "Abc"), ("delete_last", "Xab"), ("swap_first", "Axbc")]
        {
            let change = CHANGES.iter().find(|change| change.name == name).expect("a change");
            assert_eq!(
                change.apply("Xabc", &mut Random::new(1, name, 0)).as_deref(),
                Some(changed)
            );
        }
        for index in 0..20 {
            let change = CHANGES.iter().find(|change| change.name == "digit_inside").expect("one");
            let changed =
                change.apply("Xabc", &mut Random::new(1, "inside", index)).expect("letters");
            assert!(changed.starts_with('X') && changed.ends_with('c'), "{changed}");
        }
    }

    #[test]
    fn neighbouring_keys_are_those_around_a_key() {
        let key = CHANGES.iter().find(|change| change.name == "key_last").expect("a change");
        let last = |word: &str, index| {
            key.apply(word, &mut Random::new(1, "keys", index)).and_then(|word| word.chars().last())
        };
        for (word, keys) in [("ag", "bfhtvy"), ("aq", "aw"), ("am", "jkn"), ("aé", "")] {
            let all: std::collections::BTreeSet<char> =
                (0..100).filter_map(|index| last(word, index)).collect();
            assert_eq!(String::from_iter(all), keys, "{word}");
        }
    }

    #[test]
    fn letters_are_those_of_any_word() {
        let swap = CHANGES.iter().find(|change| change.name == "swap_first").expect("a change");
        let all: std::collections::BTreeSet<String> = (0..200)
            .filter_map(|at| swap.apply("Wolnarski Ab OOO Co", &mut Random::new(1, "any", at)))
            .collect();
        let expected = ["Owlnarski Ab OOO Co", "Wolnarski Ab OOO Oc", "Wolnarski Ba OOO Co"];
        assert_eq!(all.into_iter().collect::<Vec<_>>(), expected);
    }
}
