//! What is done to the whole text before it is split: compatibility forms composed (NFKC), and
//! characters dropped that a reader does not see or that are only written by some.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The text in NFKC without invisible characters and trade mark signs. Plain ASCII is returned as
/// it is.
pub(super) fn clean(raw: &str) -> Cow<'_, str> {
    if raw.is_ascii() {
        return Cow::Borrowed(raw);
    }
    // NFKC would glue the number sign to the number: "№7" is "No 7", not "No7".
    let spaced = if raw.contains('№') {
        Cow::Owned(raw.replace('№', " no "))
    } else {
        Cow::Borrowed(raw)
    };
    Cow::Owned(
        spaced.chars().filter(|c| !is_dropped(*c)).nfkc().filter(|c| !is_dropped(*c)).collect(),
    )
}

/// Zero-width and direction characters, fillers, variation selectors and tags; trade mark signs;
/// spacing accents used as apostrophes, which NFKC would turn into a blank and a mark.
fn is_dropped(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}'
        | '™' | '℠' | '´' | '᾽' | '᾿' | '῾')
}

/// Apostrophes, and the letters and signs that stand for hamza, ayn, a glottal stop or softness:
/// one spelling has them, the next does not.
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
