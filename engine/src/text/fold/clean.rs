//! Cleaning of the whole text before it is split. Compatibility forms are composed (NFKC). Invisible
//! characters, and characters that only some writers use, are dropped.

use std::borrow::Cow;
use std::iter::once;

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

use crate::limits::NAME_LETTERS_MAX;
use crate::text::token::Span;

/// A text in NFKC without invisible characters and trade mark signs. A text that is clean already, such
/// as plain ASCII, is borrowed.
pub(super) struct Cleaned<'r> {
    text: Cow<'r, str>,
    /// Origin of each character in the raw text; empty where the text is the raw one.
    origins: Vec<Span>,
}

impl<'r> Cleaned<'r> {
    pub(super) fn of(raw: &'r str) -> Self {
        if raw.is_ascii() || is_clean(raw) {
            return Self { text: Cow::Borrowed(raw), origins: Vec::new() };
        }
        let mut cleaner = Cleaner { text: String::with_capacity(raw.len()), origins: Vec::new() };
        let (mut pending, mut span) = (String::new(), Span::default());
        for (at, c) in raw.char_indices().filter(|(_, c)| !is_dropped(*c)) {
            let own = Span::new(at, at + c.len_utf8());
            if begins_anew(c) {
                cleaner.add(&pending, span);
                pending.clear();
            }
            span = if pending.is_empty() { own } else { span.to(own) };
            match c {
                // NFKC would glue the number sign to the number: "№7" is "No 7", not "No7".
                '№' => pending.push_str(" no "),
                _ => pending.push(c),
            }
        }
        cleaner.add(&pending, span);
        Self { text: Cow::Owned(cleaner.text), origins: cleaner.origins }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the characters, each with its place in the raw text.
    pub(super) fn chars(&self) -> impl Iterator<Item = (char, Span)> {
        let mut origins = self.origins.iter();
        self.text.char_indices().map(move |(at, c)| {
            let own = || Span::new(at, at + c.len_utf8());
            (c, origins.next().copied().unwrap_or_else(own))
        })
    }
}

struct Cleaner {
    text: String,
    origins: Vec<Span>,
}

impl Cleaner {
    /// Adds a segment that composes with nothing before or after it.
    fn add(&mut self, raw: &str, span: Span) {
        for c in raw.nfkc().filter(|c| !is_dropped(*c)) {
            self.text.push(c);
            self.origins.push(span);
        }
    }
}

/// Most letters per byte of UTF-8: U+FDFA has three bytes and eighteen letters.
const LETTERS_PER_BYTE_MAX: usize = 6;

/// Returns the beginning of a text whose characters fold to at most [`NAME_LETTERS_MAX`] letters:
/// nearly always the whole text. Counting them is far less work than folding them.
#[must_use]
pub fn within_letters(raw: &str) -> &str {
    if raw.len() <= NAME_LETTERS_MAX / LETTERS_PER_BYTE_MAX {
        return raw;
    }
    let mut letters = 0;
    let beyond = raw.char_indices().find(|(_, c)| {
        letters += letters_of(*c);
        letters > NAME_LETTERS_MAX
    });
    beyond.map_or(raw, |(at, _)| &raw[..at])
}

/// Upper bound of the letters that a character is cleaned to.
fn letters_of(c: char) -> usize {
    if c.is_ascii() || is_nfkc_quick(once(c)) == IsNormalized::Yes {
        return 1;
    }
    // Cleaning keeps it, with a blank on either side.
    let mut letters = if c == '№' { 2 } else { 0 };
    decompose_compatible(c, |_| letters += 1);
    letters
}

/// True if cleaning would change nothing.
fn is_clean(raw: &str) -> bool {
    !raw.contains(is_dropped) && is_nfkc_quick(raw.chars()) == IsNormalized::Yes
}

/// True if nothing before this character composes with it.
fn begins_anew(c: char) -> bool {
    if c.is_ascii() {
        return true;
    }
    let mut first = None;
    decompose_compatible(c, |part| {
        first.get_or_insert(part);
    });
    let first = first.unwrap_or(c);
    canonical_combining_class(first) == 0 && is_nfc_quick(once(first)) == IsNormalized::Yes
}

/// True for characters to drop: zero-width and direction characters, fillers, variation selectors, tags
/// and trade mark signs. So are spacing accents used as apostrophes, which NFKC would turn into a blank
/// and a mark.
fn is_dropped(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}'
        | '™' | '℠' | '´' | '᾽' | '᾿' | '῾')
}

/// True for apostrophes, and for the letters and signs of hamza, ayn, a glottal stop or softness.
/// Spellings of one name differ in them.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\'' | '`'
            | '‘'
            | '’'
            | '‛'
            | '′'
            | '‵'
            | 'ʹ'
            | 'ʺ'
            | 'ʻ'
            | 'ʼ'
            | 'ʽ'
            | 'ʾ'
            | 'ʿ'
            | 'ˈ'
            | 'ˊ'
            | 'ˋ'
            | 'ꞌ'
            | '＇'
            | '׳'
            | '״'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Cleans the whole text in one pass, without places.
    fn at_once(raw: &str) -> String {
        let spaced = raw.replace('№', " no ");
        let seen = spaced.chars().filter(|c| !is_dropped(*c));
        seen.nfkc().filter(|c| !is_dropped(*c)).collect()
    }

    #[test]
    fn characters_know_what_they_were_made_of() {
        let table = [
            ("Ab", "A:A b:b"),
            ("Żó", "Ż:Ż ó:ó"),
            ("e\u{301}a", "é:e\u{301} a:a"),
            ("ﬁn", "f:ﬁ i:ﬁ n:n"),
            ("№7", " :№ n:№ o:№  :№ 7:7"),
            ("a\u{200B}b", "a:a b:b"),
            ("e\u{200B}\u{301}", "é:e\u{200B}\u{301}"),
            ("\u{1112}\u{1161}\u{11ab}", "한:\u{1112}\u{1161}\u{11ab}"),
            ("ｶﾞ王", "ガ:ｶﾞ 王:王"),
        ];
        for (raw, expected) in table {
            let cleaned = Cleaned::of(raw);
            let told: Vec<String> =
                cleaned.chars().map(|(c, span)| format!("{c}:{}", span.of(raw))).collect();
            assert_eq!(told.join(" "), expected, "{raw:?}");
        }
    }

    #[test]
    fn no_character_is_cleaned_to_more_letters_than_are_counted() {
        for c in '\0'..=char::MAX {
            let (raw, letters) = (c.to_string(), letters_of(c));
            assert!(Cleaned::of(&raw).text().chars().count() <= letters, "{c:?}");
            assert!(letters <= LETTERS_PER_BYTE_MAX * raw.len(), "{c:?}");
        }
    }

    #[test]
    fn a_text_of_too_many_letters_is_read_to_the_last_character_within() {
        for (c, letters) in [("a", 1), ("ж", 1), ("각", 1), ("ﬁ", 2), ("№", 4), ("\u{fdfa}", 18)]
        {
            let most = NAME_LETTERS_MAX / letters;
            let text = c.repeat(most + 1);
            assert_eq!(within_letters(&text), c.repeat(most), "{c}");
            assert_eq!(within_letters(&text[c.len()..]), c.repeat(most), "{c}");
        }
        assert_eq!(within_letters(""), "");
    }

    proptest! {
        #[test]
        fn cleaning_bit_by_bit_is_cleaning_at_once(
            raw in prop_oneof![
                any::<String>(),
                "[a-zé№ﬁ\u{300}-\u{315}\u{323}\u{200B}\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a8}-\u{11c2}가각\u{3131}-\u{3163}\u{ff66}-\u{ffdc}\u{64b}-\u{655}اأ]{0,12}",
            ],
        ) {
            let cleaned = Cleaned::of(&raw);
            prop_assert_eq!(cleaned.text(), at_once(&raw));
            prop_assert_eq!(cleaned.chars().count(), cleaned.text().chars().count());
            prop_assert!(cleaned.chars().all(|(_, span)| !span.of(&raw).is_empty()));
            prop_assert!(cleaned.chars().map(|(_, span)| span).is_sorted_by(|a, b| a == b || a.is_before(*b)));
        }
    }
}
