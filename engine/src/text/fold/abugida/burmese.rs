//! Burmese: it writes no blanks between words, and the closing consonant of a syllable decides its
//! spelling. င် is -in, and -aung behind ော. Spellings follow names in use, close to the MLC system
//! without its marks.

use std::ops::Range;

/// Asat: removes the vowel from the consonant, which closes the syllable.
const ASAT: char = '\u{103A}';
/// Virama: sets the next consonant below this one, which closes the syllable.
const VIRAMA: char = '\u{1039}';
const DOT_BELOW: char = '\u{1037}';
const ANUSVARA: char = '\u{1036}';
const VISARGA: char = '\u{1038}';

pub(super) fn is_burmese(c: char) -> bool {
    matches!(c, '\u{1000}'..='\u{109F}')
}

/// True if a syllable may begin with this character.
fn begins(c: char) -> bool {
    matches!(c, '\u{1000}'..='\u{102A}' | '\u{103F}' | '\u{1040}'..='\u{1049}')
}

/// True if the consonant at this position closes a syllable.
fn closes(letters: &[char], at: usize) -> bool {
    let behind = letters[at + 1..].iter().find(|c| **c != DOT_BELOW);
    begins(letters[at]) && matches!(behind, Some(&ASAT | &VIRAMA))
}

/// Returns the positions of the syllables of a text without blanks.
pub(super) fn syllables(letters: &[char]) -> Vec<Range<usize>> {
    let starts_at = |at: &usize| *at == 0 || begins(letters[*at]) && !closes(letters, *at);
    let starts: Vec<usize> = (0..letters.len()).filter(starts_at).collect();
    let ends = starts.iter().skip(1).copied().chain([letters.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Romanises a syllable; `is_first` says that it is the first one of its text.
pub(super) fn latin(syllable: &[char], is_first: bool) -> String {
    let Some((&first, rest)) = syllable.split_first().filter(|(first, _)| begins(**first)) else {
        return String::new();
    };
    if let Some(vowel) = standing_vowel(first) {
        // The title is "U", the name "Oo".
        return if vowel == "u" && !is_first { "oo" } else { vowel }.to_owned();
    }
    let has = |c: char| rest.contains(&c);
    let is_open = !has(ASAT) && !has(VIRAMA);
    let is_pali_r = first == 'ရ' && !is_first && is_open && !has('\u{1031}') && !has('\u{1032}');
    let onset = if is_pali_r { "r" } else { onset(first) };
    let onset = match (onset, has('\u{103B}') || has('\u{103C}'), has('\u{103E}')) {
        ("kh", true, _) => "ch".to_owned(),
        ("y", _, true) | ("l", true, true) => "sh".to_owned(),
        (onset, true, false) => onset.to_owned() + "y",
        (onset, true, true) => format!("h{onset}y"),
        (onset, false, true) => format!("h{onset}"),
        (onset, false, false) => onset.to_owned(),
    };
    let rime = rime(rest);
    // In -un the w is not heard.
    let w = if has('\u{103D}') && !rime.starts_with('u') { "w" } else { "" };
    format!("{onset}{w}{rime}")
}

fn standing_vowel(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{1023}' | '\u{1024}' => "i",
        '\u{1025}' | '\u{1026}' => "u",
        '\u{1027}' => "e",
        '\u{1029}' | '\u{102A}' => "aw",
        _ => return None,
    })
}

fn onset(c: char) -> &'static str {
    match c {
        'က' => "k",
        'ခ' => "kh",
        'ဂ' | 'ဃ' => "g",
        'င' => "ng",
        'စ' | 'ဆ' => "s",
        'ဇ' | 'ဈ' => "z",
        'ဉ' | 'ည' => "ny",
        'ဋ' | 'ဌ' | 'တ' | 'ထ' => "t",
        'ဍ' | 'ဎ' | 'ဒ' | 'ဓ' => "d",
        'ဏ' | 'န' => "n",
        'ပ' => "p",
        'ဖ' => "ph",
        'ဗ' | 'ဘ' => "b",
        'မ' => "m",
        'ယ' | 'ရ' => "y",
        'လ' | 'ဠ' => "l",
        'ဝ' => "w",
        'သ' | 'ဿ' => "th",
        'ဟ' => "h",
        _ => "",
    }
}

/// Returns the vowel and the closing consonant of a syllable.
fn rime(rest: &[char]) -> &'static str {
    let has = |c: char| rest.contains(&c);
    let (e, a) = (has('\u{1031}'), has('\u{102B}') || has('\u{102C}'));
    let (i, u) = (has('\u{102D}') || has('\u{102E}'), has('\u{102F}') || has('\u{1030}'));
    let vowel = match (e, a, i, u) {
        (true, true, ..) => "aw",
        (_, _, true, true) if has(VISARGA) => "oe",
        (_, _, true, true) => "o",
        (true, ..) => "e",
        (_, _, true, _) => "i",
        (_, _, _, true) => "u",
        _ if has('\u{1032}') => "e",
        _ if has('\u{103D}') => "w",
        _ => "a",
    };
    match closed(vowel, rest) {
        "w" => "a",
        // In a short syllable a nasal is followed by a t: Myint, Nyunt.
        "in" if has(DOT_BELOW) => "int",
        "un" if has(DOT_BELOW) => "unt",
        "an" if has(DOT_BELOW) => "ant",
        vowel => vowel,
    }
}

/// Returns a vowel with the consonant that closes the syllable.
fn closed(vowel: &'static str, rest: &[char]) -> &'static str {
    let last = (0..rest.len()).find(|at| closes(rest, *at)).map(|at| rest[at]);
    let last = last.or_else(|| rest.contains(&ANUSVARA).then_some('မ'));
    let Some(last) = last else { return vowel };
    match (vowel, last) {
        ("aw", 'င') => "aung",
        ("o", 'င') => "aing",
        ("aw", 'က') => "auk",
        ("o", 'က') => "aik",
        ("a" | "w", 'င' | 'ဉ') => "in",
        ("a" | "w", 'က') => "et",
        ("a" | "w", 'စ') => "it",
        ("a" | "w", 'ည') => "i",
        ("a" | "w", 'ယ') => "e",
        ("i", 'န' | 'မ' | 'ဏ') => "ein",
        ("u", 'န' | 'မ' | 'ဏ') => "on",
        ("w", 'န' | 'မ' | 'ဏ') => "un",
        ("a", 'န' | 'မ' | 'ဏ') => "an",
        ("oe", 'င') => "aing",
        ("i", 'ဋ'..='ဓ' | 'ပ'..='ဘ') => "eik",
        ("u", 'ဋ'..='ဓ' | 'ပ'..='ဘ') => "ok",
        ("w", 'ဋ'..='ဓ' | 'ပ'..='ဘ' | 'သ') => "ut",
        ("a", 'ဋ'..='ဓ' | 'ပ'..='ဘ' | 'သ') => "at",
        (vowel, _) => vowel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_by_syllables() {
        for (text, expected) in [
            ("မင်းအောင်လှိုင်", "min aung hlaing"),
            ("အောင်ဆန်းစုကြည်", "aung san su kyi"),
            ("သိန်းစိန်", "thein sein"),
            ("စိုးဝင်း", "soe win"),
            ("စိုးထွဋ်", "soe tut"),
            ("ဝင်းမြင့်", "win myint"),
            ("မြထွန်းဦး", "mya tun oo"),
            ("ဇော်မင်းထွန်း", "zaw min tun"),
            ("ခင်ညွန့်", "khin nyunt"),
            ("သန်းရွှေ", "than shwe"),
            ("မောင်မောင်ကျော်", "maung maung kyaw"),
            ("ကိုကို", "ko ko"),
            ("သီဟ", "thi ha"),
            ("သူရ", "thu ra"),
            ("ရဲအောင်", "ye aung"),
            ("ချိုချို", "cho cho"),
            ("တင်အောင်စန်း", "tin aung san"),
            ("ဝဏ္ဏမောင်လွင်", "wan na maung lwin"),
            ("သက်ခိုင်ဝင်း", "thet khaing win"),
            ("ဗိုလ်", "bo"),
            ("်", ""),
            ("", ""),
        ] {
            let letters: Vec<char> = text.chars().collect();
            let latin: Vec<String> = syllables(&letters)
                .into_iter()
                .map(|syllable| latin(&letters[syllable.clone()], syllable.start == 0))
                .collect();
            assert_eq!(latin.join(" "), expected, "{text}");
        }
    }
}
