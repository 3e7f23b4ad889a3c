//! Names that are those of a listed party but for a word or number: measures false positives.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tamis_engine::model::{EntityType, RecordOrdinal};
use tamis_engine::text;

use super::changed::name_of;
use super::changes::{recased, with_word, words};
use super::drawn::{Changed, Drawn, draw, scores};
use super::statistics::ratio;
use super::suite::Suite;
use super::world::{FOUND_WITHIN, THRESHOLD, World, is_in_script};
use crate::sample::Random;

/// Most names of a kind.
const NAMES: usize = 1_000;
/// Seed of the random names and words.
const SEED: u64 = 72;
/// Most records with a rare word.
const RARE: usize = 5;
/// Most records with a word that another of the lists replaces. Of a more frequent one, rare words are
/// likely misspellings.
const REPLACED_MOST: usize = 50;
/// Least letters of a word, and of the one that replaces it.
const LETTERS_LEAST: usize = 4;
/// Words on no list.
const UNLISTED: &str = include_str!("near_words.txt");
const ROMAN: [&str; 12] =
    ["II", "III", "IV", "VI", "VII", "VIII", "IX", "XI", "XII", "XIII", "XIV", "XV"];
/// Words of legal forms: a number is added before those at the end, and none is replaced.
const FORMS: &str = "ltd limited llc inc incorporated co company corp corporation gmbh ag jsc pjsc ojsc \
                     oao ooo pao ao plc llp sa sas srl de cv rl nv bv ltda sal sdn bhd pte pvt fze oy \
                     sirketi joint stock open closed public liability group holding";

/// The names of the lists and their words.
struct Listed {
    /// Records with a word, in their order.
    holders: HashMap<String, Vec<RecordOrdinal>>,
    /// Keys of all names.
    names: HashSet<String>,
    /// Words on no list that a word may become.
    unlisted: HashMap<String, Vec<&'static str>>,
}

/// Makes a near name of that of a drawn record.
type Change<'a> = dyn Fn(&Drawn<'_>, &mut Random) -> Option<String> + 'a;

/// Measures the share of names that match the party whose name they resemble, for each kind.
pub(super) fn suite(world: &World) -> Suite {
    let listed = Listed::of(world);
    let drawn = draw(world, SEED, usize::MAX, |record| !is_in_script(record.name()));
    let mut suite = Suite::new("near");
    let rare = |at: &Drawn<'_>, random: &mut Random| {
        another_word(at, random, |word| listed.like(world, at, word, |count| count <= RARE))
    };
    let frequent = |at: &Drawn<'_>, random: &mut Random| {
        another_word(at, random, |word| listed.like(world, at, word, |count| count > RARE))
    };
    let unlisted = |at: &Drawn<'_>, random: &mut Random| {
        another_word(at, random, |word| {
            let like = listed.unlisted.get(word).into_iter().flatten();
            like.map(ToString::to_string).collect()
        })
    };
    let kinds: [(&'static str, &Change<'_>); 4] = [
        ("rare_words", &rare),
        ("listed_words", &frequent),
        ("unlisted_words", &unlisted),
        ("numbers", &another_number),
    ];
    for (kind, change) in kinds {
        let near: Vec<Changed<'_>> = (drawn.iter().enumerate())
            .filter_map(|(at, one)| {
                let text = change(one, &mut Random::new(SEED, kind, at as u64))?;
                Some(Changed { way: kind, text, record: one.record })
            })
            .filter(|near| !listed.names.contains(&key(&near.text)))
            .take(NAMES)
            .collect();
        let scores = scores(world, &near, FOUND_WITHIN);
        let alarms = near.iter().zip(scores).filter(|(_, score)| *score >= THRESHOLD);
        let alarms: Vec<String> = alarms.map(|(one, score)| one.line(score)).collect();
        suite.figure(kind, ratio(alarms.len(), near.len()), near.len());
        suite.wrong.extend(alarms);
    }
    suite
}

impl Listed {
    fn of(world: &World) -> Self {
        let mut holders: HashMap<String, Vec<RecordOrdinal>> = HashMap::new();
        let mut names = HashSet::new();
        for record in world.records() {
            for name in std::iter::once(record.name()).chain(record.aliases()) {
                names.insert(key(name));
                for word in name.split(|c: char| !c.is_alphabetic()) {
                    let of = holders.entry(word.to_lowercase()).or_default();
                    if of.last() != Some(&record.ordinal()) {
                        of.push(record.ordinal());
                    }
                }
            }
        }
        let mut unlisted: HashMap<String, Vec<&'static str>> = HashMap::new();
        let lines = UNLISTED.lines().filter(|line| !line.starts_with('#'));
        for word in lines.flat_map(str::split_whitespace) {
            for like in edits(word).filter(|_| !holders.contains_key(word)) {
                unlisted.entry(like).or_default().push(word);
            }
        }
        Self { holders, names, unlisted }
    }

    /// Words of other parties one edit away from a word, held by as many records as fit. Spellings of
    /// one name are none: a record has both, or they sound alike.
    fn like(
        &self,
        world: &World,
        drawn: &Drawn<'_>,
        word: &str,
        fits: impl Fn(usize) -> bool,
    ) -> Vec<String> {
        let own = self.holders.get(word).filter(|own| own.len() <= REPLACED_MOST);
        let Some(own) = own else { return Vec::new() };
        let party = world.others_of(drawn.record.ordinal());
        let is_other = |other: &String| {
            self.holders.get(other).is_some_and(|records| {
                let is_own =
                    |of: &RecordOrdinal| own.binary_search(of).is_ok() || party.contains(of);
                fits(records.len()) && !records.iter().any(is_own)
            })
        };
        let is_word =
            |other: &String| other.len() >= LETTERS_LEAST && consonants(other) != consonants(word);
        edits(word).filter(is_word).filter(is_other).collect()
    }
}

/// Words of a name, in any order.
fn key(name: &str) -> String {
    let name = text::normalize(name);
    let mut words: Vec<&str> = name.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

/// Words one edit away: a letter left out, replaced, put in, or swapped with the next.
fn edits(word: &str) -> impl Iterator<Item = String> {
    let chars: Vec<char> = word.chars().collect();
    let join = |parts: [&[char]; 3]| parts.concat().into_iter().collect::<String>();
    let mut all = HashSet::new();
    for at in 0..=chars.len() {
        let (head, tail) = chars.split_at(at);
        if let [first, rest @ ..] = tail {
            all.insert(join([head, &[], rest]));
            if let [second, rest @ ..] = rest {
                all.insert(join([head, &[*second, *first], rest]));
            }
        }
        for letter in 'a'..='z' {
            all.insert(join([head, &[letter], tail]));
            all.insert(join([head, &[letter], tail.get(1..).unwrap_or_default()]));
        }
    }
    all.remove(word);
    let mut all: Vec<String> = all.into_iter().collect();
    all.sort_unstable();
    all.into_iter()
}

/// Consonants of a word, those of like sound as one, without the ending of a plural.
fn consonants(word: &str) -> String {
    let sound = |c: char| match c {
        'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'j' | 'h' | 'w' => None,
        'c' | 's' | 'z' | 'd' | 'x' => Some('t'),
        'q' | 'g' => Some('k'),
        'b' => Some('p'),
        'v' => Some('f'),
        other => Some(other),
    };
    let mut sounds: Vec<char> = word.trim_end_matches('s').chars().filter_map(sound).collect();
    sounds.dedup();
    sounds.into_iter().collect()
}

/// Replaces a word of a person's or company's name by one of those that are like it.
fn another_word(
    drawn: &Drawn<'_>,
    random: &mut Random,
    like: impl Fn(&str) -> Vec<String>,
) -> Option<String> {
    use EntityType::{Company, Individual, Organization};
    matches!(drawn.record.entity_type()?, Individual | Company | Organization).then_some(())?;
    let name: Vec<char> = name_of(drawn.record).chars().collect();
    let mut words = words(&name);
    let text = |word: &Range<usize>| String::from_iter(&name[word.clone()]).to_lowercase();
    words.retain(|word| word.len() >= LETTERS_LEAST && !is_form(&text(word)));
    let word = words.get(random.below(words.len()))?;
    let like = like(&text(word));
    let other: Vec<char> = like.get(random.below(like.len()))?.chars().collect();
    Some(with_word(&name, word, &recased(&name[word.clone()], &other)))
}

fn is_form(word: &str) -> bool {
    let letters = word.replace(|c: char| !c.is_alphabetic(), "").to_lowercase();
    FORMS.split_whitespace().any(|form| form == letters)
}

/// Replaces or drops a number of a thing's name, or adds one to a name without.
fn another_number(drawn: &Drawn<'_>, random: &mut Random) -> Option<String> {
    let is_thing = |of: &EntityType| *of != EntityType::Individual;
    drawn.record.entity_type().filter(is_thing)?;
    let mut words: Vec<&str> = drawn.record.name().split_whitespace().collect();
    let is_number =
        |word: &&str| ROMAN.contains(word) || word.bytes().all(|byte| byte.is_ascii_digit());
    let roman = random.pick(&ROMAN);
    let digits = random.between(2, 30).to_string();
    match words.iter().position(is_number) {
        // Names without a number are many: one in ten is taken.
        None if words.len() > 1 && random.chance(10) => {
            let end = words.iter().rposition(|word| !is_form(word))? + 1;
            words.insert(end, if random.chance(50) { roman } else { &digits });
        }
        None => return None,
        Some(at) if random.chance(50) && words.len() > 2 => drop(words.remove(at)),
        Some(at) if ROMAN.contains(&words[at]) => words[at] = roman,
        Some(at) => words[at] = &digits,
    }
    Some(words.join(" "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tamis_engine::model::Record;

    use super::*;

    #[test]
    fn edits_are_all_words_one_letter_away() {
        let all: Vec<String> = edits("bank").collect();
        for like in ["tank", "banks", "blank", "ban", "bakn", "abnk"] {
            assert!(all.contains(&like.to_owned()), "{like}");
        }
        assert!(!all.contains(&"bank".to_owned()) && !all.contains(&"tanks".to_owned()));
    }

    #[test]
    fn spellings_of_one_name_have_the_same_consonants() {
        for (one, other) in [("kaddafi", "gadafy"), ("pavlovich", "pavlovitch"), ("bank", "banks")]
        {
            assert_eq!(consonants(one), consonants(other));
        }
        assert_ne!(consonants("martin"), consonants("marlin"));
    }

    /// A snapshot of one party of this name, and the names that 60 seeds make of it.
    fn made(
        entity_type: EntityType,
        name: &str,
        make: impl Fn(&Drawn<'_>, &mut Random) -> Option<String>,
    ) -> BTreeSet<String> {
        let name = name.to_owned();
        let record = Record { name, entity_type: Some(entity_type), ..Record::default() };
        let world = World::of_records(vec![record]).expect("a snapshot");
        let drawn = draw(&world, 1, 1, |_| true);
        (0..60).filter_map(|at| make(&drawn[0], &mut Random::new(1, "near", at))).collect()
    }

    #[test]
    fn a_number_is_replaced_dropped_or_added_before_a_legal_form() {
        let with = made(EntityType::Company, "Fondo Quillara VIII", another_number);
        assert!(with.contains("Fondo Quillara") && with.contains("Fondo Quillara IX"), "{with:?}");
        let without = made(EntityType::Company, "Quillara Holm S.A. Ltd", another_number);
        let is_added = |name: &String| {
            let number =
                name.strip_prefix("Quillara Holm ").and_then(|of| of.strip_suffix(" S.A. Ltd"));
            number.is_some_and(|of| ROMAN.contains(&of) || of.parse::<u32>().is_ok())
        };
        assert!(!without.is_empty() && without.iter().all(is_added), "{without:?}");
        assert!(made(EntityType::Individual, "Quillara VIII", another_number).is_empty());
    }

    #[test]
    fn a_word_of_four_letters_is_replaced_and_no_legal_form() {
        let like = |word: &str| vec![format!("{word}x")];
        let words = made(EntityType::Company, "Al Dorn MARINE Limited", |drawn, random| {
            another_word(drawn, random, like)
        });
        let expected = ["Al Dorn MARINEX Limited", "Al Dornx MARINE Limited"];
        assert_eq!(words.into_iter().collect::<Vec<_>>(), expected);
    }
}
