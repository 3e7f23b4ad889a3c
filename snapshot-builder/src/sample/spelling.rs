//! Other spellings of a word: known variants, romanisations, typing errors.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::random::Random;
use super::table::{Table, spaced};

struct Spellings {
    groups: Vec<Vec<String>>,
    /// The group of each spelling.
    group_of: HashMap<String, usize>,
    rules: Vec<Rule>,
}

struct Rule {
    from: &'static str,
    to: &'static str,
    at_end: bool,
}

fn spellings() -> &'static Spellings {
    static SPELLINGS: OnceLock<Spellings> = OnceLock::new();
    SPELLINGS.get_or_init(|| {
        let table = Table::parse(include_str!("tables/spellings.txt"));
        let groups: Vec<Vec<String>> = table
            .items("groups")
            .iter()
            .map(|item| item.split('|').map(spaced).collect())
            .collect();
        let members = |(at, group): (usize, &Vec<String>)| {
            group.iter().map(|word| (word.clone(), at)).collect::<Vec<_>>()
        };
        let group_of = groups.iter().enumerate().flat_map(members).collect();
        let rule = |(from, to): (&'static str, &'static str)| match from.strip_suffix('$') {
            Some(from) => Rule { from, to, at_end: true },
            None => Rule { from, to, at_end: false },
        };
        let rules = table.pairs("rules").map(rule).collect();
        Spellings { groups, group_of, rules }
    })
}

/// Another spelling of a word: a member of its group if it has one, else by a romanisation rule. The
/// word itself if nothing applies.
pub(super) fn respelt(word: &str, random: &mut Random) -> String {
    let known = spellings();
    if let Some(at) = known.group_of.get(word) {
        let group = &known.groups[*at];
        let other = &group[random.below(group.len())];
        if other != word {
            return other.clone();
        }
    }
    // Few tries, so that rules that apply to every word are not used too often.
    let drawn = (0..RULES_TRIED).map(|_| random.below(known.rules.len())).collect::<Vec<_>>();
    drawn
        .into_iter()
        .find_map(|at| apply(&known.rules[at], word))
        .unwrap_or_else(|| word.to_owned())
}

/// Number of rules tried on a word before it is left unchanged.
const RULES_TRIED: usize = 8;

fn apply(rule: &Rule, word: &str) -> Option<String> {
    let at = if rule.at_end {
        word.strip_suffix(rule.from)?.len()
    } else {
        // After the first letter, so that capitals and articles stay unchanged.
        let first = word.chars().next()?.len_utf8();
        first + word[first..].find(rule.from)?
    };
    // A word that lost most of its letters would be another word.
    if at == 0 || word.chars().count() < 4 {
        return None;
    }
    Some(format!("{}{}{}", &word[..at], rule.to, &word[at + rule.from.len()..]))
}

/// A word with one typing error: two letters swapped, one missing, doubled or replaced. Short words and
/// single letters stay unchanged.
pub(super) fn mistyped(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 4 {
        return word.to_owned();
    }
    let at = random.between(1, letters.len() - 2);
    if !letters[at].is_alphabetic() || !letters[at + 1].is_alphabetic() {
        return word.to_owned();
    }
    match random.below(4) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        _ => letters[at] = random.pick(&['a', 'e', 'i', 'n', 'r', 's', 'm', 't', 'u']),
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_come_from_the_group_and_the_rules() {
        let mut random = Random::new(1, "spelling", 0);
        for (word, among) in [
            ("Muhammad", ["Mohammed", "Mohamed"]),
            ("Kim", ["Gim", "Gim"]),
            ("Borzov", ["Borzoff", "Borzow"]),
        ] {
            let seen: Vec<String> = (0..2000).map(|_| respelt(word, &mut random)).collect();
            assert!(among.iter().all(|variant| seen.iter().any(|s| s == variant)), "{word}");
        }
        assert_eq!(respelt("王", &mut random), "王");
    }

    #[test]
    fn a_slip_changes_one_letter_at_most_and_spares_short_words() {
        let mut random = Random::new(1, "slips", 0);
        assert_eq!(mistyped("Abe", &mut random), "Abe");
        for _ in 0..200 {
            let length = mistyped("Petrov", &mut random).chars().count();
            assert!((5..=7).contains(&length));
        }
    }
}
