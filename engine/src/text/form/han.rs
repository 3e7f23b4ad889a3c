//! Romanisation of Chinese characters by their readings in Mandarin, Korean and Cantonese.

use std::sync::LazyLock;

use ahash::AHashMap;
use any_ascii::any_ascii_char;

use super::hangul;
use crate::text::tables;

/// Surnames whose usual spelling abroad differs from their pinyin: other readings, Wade-Giles,
/// Cantonese, Hokkien, Korean. Compiled by hand from common knowledge of the hundred most frequent
/// surnames. Characters are simplified, as folding makes them.
const SURNAMES: [(char, &[&str]); 31] = [
    ('陈', &["chan", "tan", "tran"]),
    ('黄', &["wong", "ng", "hoang"]),
    ('林', &["lim", "lam"]),
    ('张', &["cheung", "chang", "jang"]),
    ('王', &["wong"]),
    ('吴', &["ng", "oh"]),
    ('刘', &["lau", "ryu"]),
    ('李', &["yi", "ri"]),
    ('杨', &["yeung"]),
    ('周', &["chow", "chou"]),
    ('徐', &["hsu", "seo"]),
    ('许', &["hsu", "hui"]),
    ('郭', &["kwok", "kuo"]),
    ('蔡', &["tsai", "choi"]),
    ('谢', &["hsieh", "tse"]),
    ('曾', &["zeng", "tsang"]),
    ('郑', &["cheng", "jung", "jong"]),
    ('朱', &["chu"]),
    ('梁', &["leung", "liang"]),
    ('冯', &["fung"]),
    ('何', &["ho"]),
    ('叶', &["yip", "yeh"]),
    ('萧', &["hsiao", "siu"]),
    ('罗', &["law"]),
    ('赵', &["chao", "cho"]),
    ('孙', &["son"]),
    ('金', &["kim"]),
    ('朴', &["park", "pak", "piao"]),
    ('崔', &["choi", "choe"]),
    ('单', &["shan"]),
    ('解', &["xie"]),
];

/// Korean and Cantonese readings of a character, in the order of the tables.
type Readings = AHashMap<char, Vec<&'static str>>;

static KOREAN: LazyLock<Readings> =
    LazyLock::new(|| read(include_str!("../tables/readings_korean.txt")));
static CANTONESE: LazyLock<Readings> =
    LazyLock::new(|| read(include_str!("../tables/readings_cantonese.txt")));

fn read(table: &'static str) -> Readings {
    let mut readings = Readings::new();
    for (character, reading) in tables::grouped(table) {
        readings.entry(character).or_default().push(reading);
    }
    readings
}

/// Characters of a Korean given name. A longer run is the name of a thing or a foreign name. Its
/// beginning might read like another name in Korean: 阿萨德 is Assad.
const GIVEN_NAME: usize = 2;

/// Returns the readings of a run of characters, pinyin first. A single surname has its other readings
/// too. Cantonese readings are for single characters, because Cantonese names are spelt syllable by
/// syllable.
pub(super) fn romanised(text: &str) -> Vec<String> {
    let pinyin: String = text.chars().map(any_ascii_char).collect();
    let mut readings = vec![pinyin.to_ascii_lowercase()];
    let characters: Vec<char> = text.chars().collect();
    if let [only] = characters.as_slice() {
        let known = SURNAMES.iter().find(|(surname, _)| surname == only);
        readings.extend(known.iter().flat_map(|(_, others)| others.iter().map(|r| (*r).into())));
        readings.extend(readings_of(&characters, &CANTONESE));
    }
    if characters.len() <= GIVEN_NAME {
        let korean = readings_of(&characters, &KOREAN);
        readings.extend(korean.iter().flat_map(|hangul| hangul::romanised(hangul)));
    }
    readings
}

/// Returns the readings of a run, rank by rank; empty where a character has none.
fn readings_of(characters: &[char], table: &Readings) -> Vec<String> {
    let of_each: Option<Vec<&Vec<&str>>> = characters.iter().map(|c| table.get(c)).collect();
    of_each.map(|of_each| hangul::by_rank(&of_each)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinyin_comes_first() {
        let pinyin = |text| romanised(text).swap_remove(0);
        assert_eq!([pinyin("张"), pinyin("近平")], ["zhang", "jinping"]);
        assert!(
            ["cheung", "chang", "jang"].iter().all(|of| romanised("张").contains(&(*of).into()))
        );
    }

    #[test]
    fn names_are_read_in_korean_and_syllables_in_cantonese() {
        for (text, expected) in [
            ("金", "gim"),
            ("正恩", "jeongeun"),
            ("正恩", "jongun"),
            ("与正", "yeojeong"),
            ("與正", "yeojeong"),
            ("李", "ri"),
            ("李", "i"),
            ("郑", "cheng"),
            ("月", "yuet"),
            ("超", "chiu"),
        ] {
            let readings = romanised(text);
            assert!(readings.iter().any(|of| of == expected), "{text} {readings:?}");
        }
        assert_eq!(romanised("弗拉基米").len(), 1);
    }
}
