//! Signs of other scripts and their romanisations in names (a grapheme-to-letters table).
//!
//! A sign is the unit of a script: a Han character, a consonant or vowel of a Hangul syllable, a kana
//! with the small one behind it, an Arabic or Hebrew letter. Its romanisations and their costs are
//! learnt from names that are known in both scripts (`tables/signs_*.txt`; `snapshot-builder
//! learn-signs` makes the tables).

mod table;

use super::form::Script;

pub(super) use table::{Alphabet, LETTER, LETTERS_MAX, Letters, SIGN, Sign, TABLE, numbers_of};

/// Most signs of a token that are compared. A longer token is truncated.
pub(crate) const SIGNS_MAX: usize = 40;

/// Splits a folded token into signs; no signs for scripts without them.
pub fn signs_of(text: &str, script: Script, mut sign: impl FnMut(&str)) {
    let mut buffer = [0; 4];
    match script {
        Script::Han => text.chars().for_each(|letter| sign(letter.encode_utf8(&mut buffer))),
        Script::Arabic | Script::Hebrew | Script::Cyrillic => letters_of(text, script, sign),
        Script::Hangul => text.chars().for_each(|syllable| {
            jamo(syllable)
                .into_iter()
                .flatten()
                .for_each(|jamo| sign(jamo.encode_utf8(&mut buffer)));
        }),
        Script::Kana => {
            let mut start = 0;
            for (at, kana) in text.char_indices().skip(1) {
                if !is_small(kana) {
                    sign(&text[start..at]);
                    start = at;
                }
            }
            if start < text.len() {
                sign(&text[start..]);
            }
        }
        Script::Latin | Script::Number | Script::Code | Script::Other => {}
    }
}

/// Splits a word into letters. The first and the last one are signs of their own, because they are
/// romanised differently: the last one may stand for silent letters in French names, the first one for
/// no vowel before it.
fn letters_of(text: &str, script: Script, mut sign: impl FnMut(&str)) {
    let mut rest = text;
    let mut marked = String::new();
    while let Some(letter) = rest.chars().next() {
        let mut romanised = ROMANISED.iter().filter(|_| script == Script::Cyrillic);
        let several = romanised.find(|several| rest.starts_with(**several));
        let changed = rest[letter.len_utf8()..].chars().next().filter(|mark| *mark == GERESH);
        let alone = letter.len_utf8() + changed.map_or(0, char::len_utf8);
        let len = several.map_or(alone, |several| several.len());
        let (letter, others) = rest.split_at(len);
        rest = others;
        let (is_first, is_last) = (rest.len() + len == text.len(), rest.is_empty());
        if !is_first && !is_last {
            sign(letter);
            continue;
        }
        marked.clear();
        marked.extend(is_first.then_some(END));
        marked.push_str(letter);
        marked.extend((!is_first).then_some(END));
        sign(&marked);
    }
}

/// Geresh: changes the Hebrew letter before it.
const GERESH: char = '׳';

/// Marks the ends of a word.
pub(super) const END: char = '.';

/// Romanisations of Cyrillic letters that have more than one letter, the longest first.
const ROMANISED: [&str; 10] = ["shch", "zh", "kh", "ts", "ch", "sh", "yu", "ya", "yo", "ye"];

/// True for a kana that changes the one before it.
fn is_small(kana: char) -> bool {
    matches!(kana, 'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ' | 'ャ' | 'ュ' | 'ョ' | 'ヮ')
}

/// Returns the letters of a syllable (The Unicode Standard, 3.12, "Hangul Syllable Decomposition").
fn jamo(syllable: char) -> [Option<char>; 3] {
    let Some(index) = u32::from(syllable).checked_sub(0xAC00).filter(|index| *index < 11_172)
    else {
        return [Some(syllable), None, None];
    };
    let [leading, vowel, trailing] = [index / 588, index % 588 / 28, index % 28];
    let trailing = (trailing > 0).then_some(0x11A7 + trailing);
    [
        char::from_u32(0x1100 + leading),
        char::from_u32(0x1161 + vowel),
        trailing.and_then(char::from_u32),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(text: &str) -> String {
        let mut signs = Vec::new();
        signs_of(text, Script::of(text), |sign| signs.push(sign.to_owned()));
        signs.join(" ")
    }

    #[test]
    fn words_are_cut_into_signs() {
        for (text, expected) in [
            ("维斯伯恩", "维 斯 伯 恩"),
            ("김정", "\u{1100} \u{1175} \u{11B7} \u{110C} \u{1165} \u{11BC}"),
            ("ジェームズ", "ジェ ー ム ズ"),
            ("ティ", "ティ"),
            ("محمد", ".م ح م د."),
            ("כהנ", ".כ ה נ."),
            ("latin", ""),
            ("", ""),
        ] {
            assert_eq!(signs(text), expected, "{text}");
        }
    }
}
