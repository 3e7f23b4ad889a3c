//! Alternative spellings separated by slashes: `Aleksandr/Alexander Testovski/Testowski` is four names,
//! `Ana Lee / Anna Li` two.
//!
//! | text | names |
//! |---|---|
//! | `Ana/Anna Lee`, of a person | `Ana Lee`, `Anna Lee` |
//! | `Ana Lee / Anna Li`, of a person | both sides |
//! | `Sun Ltd / Moon Ltd`, `Sun Bank / Банк Сол` | both sides: each is a whole name |
//! | `M/V Sun`, `Sun A/S`, `Ana c/o Lee`, `Resistance Movement/Army` | one |

use tamis_engine::text::has_legal_form;
use tamis_ingest::squeeze;

use super::facts::is_latin;
use crate::limits::SLASH_NAMES_MAX;

/// Separator of two whole names.
const BETWEEN_NAMES: &str = " / ";
/// Least number of letters of a spelling: a single letter is an abbreviation (`M/V`, `c/o`).
const SPELLING_LETTERS_MIN: usize = 2;

/// Names in a text, in order; a text without alternatives is one name.
pub(in crate::readers) fn alternatives(text: &str, is_person: bool) -> Vec<String> {
    if !text.contains('/') {
        return vec![text.to_owned()];
    }
    let sides: Vec<&str> = text.split(BETWEEN_NAMES).map(str::trim).collect();
    let has_words = |side: &&str| side.split(' ').nth(1).is_some();
    let are_whole = if is_person { sides.iter().all(has_words) } else { are_whole_names(&sides) };
    match (is_person, sides.len() > 1 && are_whole) {
        (true, true) => sides.into_iter().flat_map(spellings).collect(),
        (true, false) => spellings(&text.replace(BETWEEN_NAMES, "/")),
        (false, true) => sides.into_iter().map(squeeze).collect(),
        (false, false) => vec![text.to_owned()],
    }
}

/// True if each side is the whole name of a thing: it has its own legal form, or another script than
/// its neighbour.
fn are_whole_names(sides: &[&str]) -> bool {
    let differ = |pair: &[&str]| matches!(pair, [one, other] if is_latin(one) != is_latin(other));
    let have_letters = sides.iter().all(|side| side.contains(char::is_alphabetic));
    have_letters && (sides.iter().all(|side| has_legal_form(side)) || sides.windows(2).all(differ))
}

/// All combinations of the spellings of each word, beginning with the first spelling of each. Beyond
/// [`SLASH_NAMES_MAX`], the first spellings are combined, then the second ones, and so on; each
/// spelling then occurs in some name.
fn spellings(name: &str) -> Vec<String> {
    let words: Vec<(Vec<&str>, &str)> = name.split_whitespace().map(choices).collect();
    let counts = words.iter().map(|(choices, _)| choices.len());
    let all = counts.clone().try_fold(1_usize, usize::checked_mul);
    let all = all.filter(|&all| all <= SLASH_NAMES_MAX);
    let count = all.unwrap_or_else(|| counts.max().unwrap_or(1));
    let spelt = |at: usize| {
        // The last word changes first, as the last digit of a number does.
        let mut rest = at;
        let chosen = words.iter().rev().map(|(choices, comma)| {
            let choice = match all {
                Some(_) => choices[rest % choices.len()],
                None => choices[at.min(choices.len() - 1)],
            };
            rest /= choices.len();
            format!("{choice}{comma}")
        });
        let mut chosen: Vec<String> = chosen.collect();
        chosen.reverse();
        chosen.join(" ")
    };
    (0..count).map(spelt).collect()
}

/// Spellings of a word, and the comma after it.
fn choices(word: &str) -> (Vec<&str>, &str) {
    let (bare, comma) = word.strip_suffix(',').map_or((word, ""), |bare| (bare, ","));
    let choices: Vec<&str> = bare.split('/').collect();
    let are_spellings = choices.iter().all(|choice| is_spelling(choice));
    (if are_spellings { choices } else { vec![bare] }, comma)
}

fn is_spelling(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters >= SPELLING_LETTERS_MIN && !text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_person_are_combined() {
        for (text, expected) in [
            (
                "Aleksandr/Alexander Testovski/Testowski",
                &[
                    "Aleksandr Testovski",
                    "Aleksandr Testowski",
                    "Alexander Testovski",
                    "Alexander Testowski",
                ][..],
            ),
            ("LEE/LI, Ana", &["LEE, Ana", "LI, Ana"]),
            ("Ana Lee / Anna Li", &["Ana Lee", "Anna Li"]),
            ("Ana / Anna Lee", &["Ana Lee", "Anna Lee"]),
            ("Ana c/o Lee", &["Ana c/o Lee"]),
            ("Ana s/o Jo", &["Ana s/o Jo"]),
            ("Ana 24/25", &["Ana 24/25"]),
            ("Ana Lee/", &["Ana Lee/"]),
            ("/", &["/"]),
            ("Ana Lee", &["Ana Lee"]),
        ] {
            assert_eq!(alternatives(text, true), expected, "{text}");
        }
    }

    #[test]
    fn things_are_divided_where_both_sides_are_whole_names() {
        for (text, expected) in [
            ("Sun Ltd / Moon LLC", &["Sun Ltd", "Moon LLC"][..]),
            ("Sun Bank / Банк Сол", &["Sun Bank", "Банк Сол"]),
            ("M/V Sun", &["M/V Sun"]),
            ("Sun Shipping A/S", &["Sun Shipping A/S"]),
            ("Sun S/A / Moon", &["Sun S/A / Moon"]),
            ("Sun Bank/Trust", &["Sun Bank/Trust"]),
            ("Sun Resistance Movement/Army", &["Sun Resistance Movement/Army"]),
            ("HARAKAT UL-SUN / HUS", &["HARAKAT UL-SUN / HUS"]),
        ] {
            assert_eq!(alternatives(text, false), expected, "{text}");
        }
    }

    #[test]
    fn beyond_the_limit_each_spelling_stands_in_a_name() {
        let most = "Ana/Anna ".repeat(SLASH_NAMES_MAX.ilog2() as usize);
        assert_eq!(alternatives(&most, true).len(), SLASH_NAMES_MAX);
        let more = format!("{most}Lee/Li/Ly");
        let names = alternatives(&more, true);
        assert_eq!(
            names,
            ["Ana Ana Ana Ana Lee", "Anna Anna Anna Anna Li", "Anna Anna Anna Anna Ly"]
        );
        let sides = vec!["Ana/Anna Lee/Li"; 20].join(" / ");
        assert_eq!(alternatives(&sides, true).len(), 20 * 4, "a side is a name of its own");
    }
}
