//! A text as it is written: one case and width, without marks, apostrophes and punctuation, every
//! letter in its own script. It serves search by words and the order of names.

use std::iter::once;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::alphabet::plain_latin;
use super::clean::{Cleaned, is_apostrophe};
use super::script::{Script, ascii_digit};

/// Returns the words of a text joined by one blank. Each Han character and each Hangul syllable is a
/// word, because usage of blanks varies. Folding the result again changes nothing.
pub(in crate::text) fn as_written(raw: &str) -> String {
    let cleaned = Cleaned::of(raw);
    let mut writer = Writer { text: String::with_capacity(raw.len()), ends_word: false };
    let mut chars = cleaned.text().chars().peekable();
    // Letters of the current word since its beginning or its last dot.
    let mut since_dot = 0;
    while let Some(c) = chars.next() {
        if c == '.' && since_dot == 1 && is_dotted_letter(chars.clone()) {
            since_dot = 0;
            continue;
        }
        if c.is_alphanumeric() {
            writer.letter(ascii_digit(c));
            since_dot += 1;
        } else if is_combining_mark(c) {
            writer.mark(c);
        } else if !is_apostrophe(c) {
            since_dot = 0;
            writer.ends_word = true;
            if c == '&' {
                "and".chars().for_each(|c| writer.letter(c));
                writer.ends_word = true;
            }
        }
    }
    writer.text
}

/// True if one letter comes next, followed by a dot or by the end of the word, as in "U.S.A.".
fn is_dotted_letter(mut chars: impl Iterator<Item = char>) -> bool {
    chars.next().is_some_and(char::is_alphanumeric)
        && chars.next().is_none_or(|c| !c.is_alphanumeric())
}

struct Writer {
    text: String,
    /// True if the next letter begins a word.
    ends_word: bool,
}

impl Writer {
    fn letter(&mut self, c: char) {
        let script = Script::of(c);
        let is_word = matches!(script, Script::Han | Script::Hangul);
        let (end, may_follow) = (self.text.len(), !self.ends_word && !is_word);
        if !may_follow && end > 0 {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.push_folded(c, script);
        if self.text.len() == start {
            // A mark that counts as a letter.
            self.text.truncate(end);
        } else {
            self.ends_word = is_word;
        }
    }

    fn push_folded(&mut self, c: char, script: Script) {
        use Script::{Arabic, Cyrillic, Greek, Hebrew, Latin};
        if c.is_ascii() {
            return self.text.push(c.to_ascii_lowercase());
        }
        if !matches!(script, Latin | Greek | Cyrillic | Arabic | Hebrew) {
            return self.text.extend(c.to_lowercase());
        }
        let lower = c.to_lowercase().flat_map(|c| once(c).nfd());
        for letter in lower.filter(|c| !is_combining_mark(*c)) {
            match (plain_latin(letter), letter) {
                (Some(plain), _) => self.text.push_str(plain),
                (None, 'ς') => self.text.push('σ'),
                (None, letter) => self.text.push(letter),
            }
        }
    }

    /// Adds a mark that is no part of a letter. In some scripts it is a vowel.
    fn mark(&mut self, c: char) {
        let last = self.text.chars().next_back().filter(|_| !self.ends_word);
        if last.is_some_and(|last| is_combining_mark(last) || Script::of(last) == Script::Abugida) {
            self.text.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_keeps_its_letters_and_loses_what_is_written_in_many_ways() {
        for (raw, expected) in [
            ("SOKOLOV, Iván (\"Vanya\")", "sokolov ivan vanya"),
            ("al-Rahmān", "al rahman"),
            ("El Tunco", "el tunco"),
            ("O'Neill & Söhne", "oneill and sohne"),
            ("U.S.A. Holdings", "usa holdings"),
            ("J.R. Smith, J.Smith, St.Petersburg", "jr smith j smith st petersburg"),
            ("Ｆｕｌｌ　Ｗｉｄｔｈ", "full width"),
            ("Straße Łódź Ærø", "strasse lodz aero"),
            ("Сергей Ёлкин", "сергеи елкин"),
            ("ΣΩΚΡΆΤΗΣ Σωκράτης", "σωκρατησ σωκρατησ"),
            ("أحمد إبراهيم", "احمد ابراهيم"),
            ("习近平 習近平", "习 近 平 習 近 平"),
            ("김정은 김 정 은", "김 정 은 김 정 은"),
            ("ガギ ｶﾞｷﾞ", "ガギ ガギ"),
            ("अमित शर्मा", "अमित शर्मा"),
            ("٧ No. 07", "7 no 07"),
            (" - \"!\" ", ""),
            ("", ""),
        ] {
            assert_eq!(as_written(raw), expected, "{raw}");
        }
    }

    #[test]
    fn what_is_written_in_another_way_stays_apart() {
        for (one, other) in [
            ("Sergei", "Sergey"),
            ("Сергей", "Sergey"),
            ("al", "el"),
            ("Путин", "Putin"),
            ("Abd al", "Abdul"),
            ("习", "習"),
            ("II", "2"),
        ] {
            assert_ne!(as_written(one), as_written(other));
        }
    }

    proptest! {
        #[test]
        fn folding_again_changes_nothing(raw in any::<String>()) {
            let once = as_written(&raw);
            prop_assert_eq!(&as_written(&once), &once);
            prop_assert!(!once.contains("  ") && once.trim() == once);
        }
    }
}
