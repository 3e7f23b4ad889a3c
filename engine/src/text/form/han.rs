//! Chinese characters to Latin.

use any_ascii::any_ascii_char;

/// Surnames whose spelling abroad is not their pinyin: other readings, Wade-Giles, Cantonese,
/// Hokkien, Korean. Compiled by hand from common knowledge of the hundred most frequent
/// surnames; simplified forms, as folding leaves them.
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

/// Readings of a run of characters: pinyin first. A single surname has its other readings too.
pub(super) fn romanised(text: &str) -> Vec<String> {
    let pinyin: String = text.chars().map(any_ascii_char).collect();
    let mut readings = vec![pinyin.to_ascii_lowercase()];
    let mut characters = text.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        let known = SURNAMES.iter().find(|(surname, _)| *surname == only);
        readings.extend(known.iter().flat_map(|(_, others)| others.iter().map(|r| (*r).into())));
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinyin_comes_first() {
        assert_eq!(romanised("张"), ["zhang", "cheung", "chang", "jang"]);
        assert_eq!(romanised("近平"), ["jinping"]);
    }
}
