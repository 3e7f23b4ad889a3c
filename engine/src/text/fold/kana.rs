//! Kana to Latin in the Hepburn spelling of passports: long vowels are not written.

use std::sync::LazyLock;

use ahash::AHashMap;
use any_ascii::any_ascii_char;

use crate::text::tables;

static SYLLABLES: LazyLock<AHashMap<char, &'static str>> =
    LazyLock::new(|| tables::letter_pairs(include_str!("../tables/letters_kana.txt")));

/// Distance between the code points of a katakana and its hiragana.
const KATAKANA_OFFSET: u32 = 0x60;

/// Converts hiragana in a word to katakana. A word without a sound gives nothing.
pub(super) fn katakana(word: &str) -> String {
    let katakana = |c| match c {
        'ぁ'..='ゖ' => char::from_u32(c as u32 + KATAKANA_OFFSET).unwrap_or(c),
        _ => c,
    };
    let is_silent = |c: char| matches!(c, 'ー' | '・' | 'ゝ' | 'ゞ' | 'ヽ' | 'ヾ');
    if word.chars().all(is_silent) { String::new() } else { word.chars().map(katakana).collect() }
}

/// Romanises a word of hiragana and katakana.
pub(in crate::text) fn to_latin(word: &str) -> String {
    let mut latin = String::with_capacity(word.len());
    let mut doubles_next = false;
    let letters: Vec<char> = word.chars().map(hiragana).collect();
    for (at, &c) in letters.iter().enumerate() {
        match c {
            'ー' => {}
            'っ' => doubles_next = true,
            'ゃ' | 'ゅ' | 'ょ' => contract(&mut latin, c),
            'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' => replace_vowel(&mut latin, c),
            // Drops the u of a long o, but not in names like Inoue, where a new syllable begins.
            'う' if latin.ends_with('o') && letters.get(at + 1) != Some(&'え') => {}
            'う' if latin.ends_with('u') => {}
            'お' if latin.ends_with('o') => {}
            _ => {
                let syllable = SYLLABLES.get(&c).copied().unwrap_or_else(|| any_ascii_char(c));
                if std::mem::take(&mut doubles_next)
                    && !syllable.starts_with(['a', 'i', 'u', 'e', 'o'])
                {
                    latin.extend(if syllable.starts_with("ch") {
                        Some('t')
                    } else {
                        syllable.chars().next()
                    });
                }
                latin.extend(syllable.chars().filter(char::is_ascii_alphanumeric));
            }
        }
    }
    latin.make_ascii_lowercase();
    latin
}

fn hiragana(c: char) -> char {
    match c {
        'ァ'..='ヶ' => char::from_u32(c as u32 - KATAKANA_OFFSET).unwrap_or(c),
        _ => c,
    }
}

/// Replaces the i before a small ya, yu, yo: ki + ya = kya, shi + ya = sha.
fn contract(latin: &mut String, small: char) {
    let vowel = match small {
        'ゃ' => 'a',
        'ゅ' => 'u',
        _ => 'o',
    };
    if latin.ends_with(['i', 'e']) {
        latin.pop();
    }
    if !(latin.ends_with("sh") || latin.ends_with("ch") || latin.ends_with('j')) {
        latin.push('y');
    }
    latin.push(vowel);
}

/// Replaces the vowel before a small vowel of foreign words: fu + a = fa.
fn replace_vowel(latin: &mut String, small: char) {
    let vowel = match small {
        'ぁ' => 'a',
        'ぃ' => 'i',
        'ぅ' => 'u',
        'ぇ' => 'e',
        _ => 'o',
    };
    match latin.pop() {
        None => {}
        // u + small vowel: w, except after a consonant.
        Some('u') if latin.is_empty() => latin.push('w'),
        Some('a' | 'i' | 'u' | 'e' | 'o') => {}
        Some(other) => latin.push(other),
    }
    latin.push(vowel);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_kana() {
        let table = [
            ("やまだ", "yamada"),
            ("ナカジマ", "nakajima"),
            ("いのうえ", "inoue"),
            ("こうの", "kono"),
            ("ゆうこ", "yuko"),
            ("しょうじ", "shoji"),
            ("はっとり", "hattori"),
            ("ぼっちゃん", "botchan"),
            ("ジョン", "jon"),
            ("ファティマ", "fatima"),
            ("ウィリアム", "wiriamu"),
            ("ヴィクトル", "vikutoru"),
            ("ー", ""),
        ];
        for (kana, expected) in table {
            assert_eq!(to_latin(kana), expected, "{kana}");
        }
    }
}
