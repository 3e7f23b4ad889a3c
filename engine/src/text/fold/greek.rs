//! Greek to Latin by groups of letters, in the spelling of passports (ELOT 743). As an exception, μπ,
//! ντ and γκ at the beginning of a word are the sounds b, d and g.

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;

/// A stretch of a word in Greek letters.
pub(super) enum Part {
    /// The Latin spelling of one Greek letter or group.
    Latin(&'static str),
    /// A letter of another script.
    Foreign(char),
}

static LETTERS: LazyLock<AHashMap<char, &'static str>> =
    LazyLock::new(|| tables::letter_pairs(include_str!("../tables/letters_greek.txt")));

/// The Latin spelling of a word in lower case without marks.
pub(super) fn parts(word: &[char]) -> Vec<Part> {
    let mut parts = Vec::with_capacity(word.len());
    let mut at = 0;
    while at < word.len() {
        let next = word.get(at + 1).copied();
        if let Some(latin) = next.and_then(|next| group(word[at], next, word.get(at + 2), at == 0))
        {
            parts.push(Part::Latin(latin));
            at += 2;
        } else {
            parts.push(match LETTERS.get(&word[at]) {
                Some(latin) => Part::Latin(latin),
                None => Part::Foreign(word[at]),
            });
            at += 1;
        }
    }
    parts
}

fn group(first: char, second: char, after: Option<&char>, is_start: bool) -> Option<&'static str> {
    // υ after α, ε, η is v before a vowel or a voiced consonant, else f.
    let voiced = after.is_some_and(|c| "αεηιουωβγδζλμνρ".contains(*c));
    Some(match (first, second) {
        ('ο', 'υ') => "ou",
        ('α', 'υ') if voiced => "av",
        ('α', 'υ') => "af",
        ('ε', 'υ') if voiced => "ev",
        ('ε', 'υ') => "ef",
        ('η', 'υ') if voiced => "iv",
        ('η', 'υ') => "if",
        ('μ', 'π') if is_start => "b",
        ('μ', 'π') => "mp",
        ('ν', 'τ') if is_start => "d",
        ('ν', 'τ') => "nt",
        ('γ', 'κ') if is_start => "g",
        ('γ', 'κ') => "gk",
        ('γ', 'γ') => "ng",
        ('γ', 'ξ') => "nx",
        ('γ', 'χ') => "nch",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_letters() {
        let table = [
            ("παπαδοπουλος", "papadopoulos"),
            ("ευαγγελος", "evangelos"),
            ("ευθυμιος", "efthymios"),
            ("παυλος", "pavlos"),
            ("μπακογιαννη", "bakogianni"),
            ("λαμπρακης", "lamprakis"),
            ("ντορα", "dora"),
            ("γκικας", "gikas"),
            ("σφιγξ", "sfinx"),
            ("ψαχαρης", "psacharis"),
        ];
        for (greek, expected) in table {
            let letters: Vec<char> = greek.chars().collect();
            let latin: String = parts(&letters)
                .iter()
                .map(|part| match part {
                    Part::Latin(latin) => latin,
                    Part::Foreign(_) => "?",
                })
                .collect();
            assert_eq!(latin, expected, "{greek}");
        }
    }
}
