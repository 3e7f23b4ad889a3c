//! Weight of a word in a name: by its class, and by its rarity over the loaded lists.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::fold::article;
use super::{Word, WordClass, given_names, normalize, tables};

/// A weight of 1.0. Weights are whole numbers, so that sums do not depend on their order.
pub const WEIGHT_ONE: u8 = 200;

/// Weight of the commonest ordinary word.
pub const RARITY_FLOOR: f64 = 0.27;
/// Exponent of the inverse document frequency in the rarity of a word.
pub const RARITY_EXPONENT: f64 = 1.4;
/// Share of its rarity that a generic business word weighs.
pub const GENERIC_SHARE: f64 = 0.75;
/// Rarity below which a generic business word does not fall.
pub const GENERIC_FLOOR: f64 = 0.5;
/// Weight of a number.
pub const NUMBER: f64 = 0.5;
/// Weight of an initial.
pub const INITIAL: f64 = 0.3;
/// Weight of a particle that fixes an order.
pub const ORDER: f64 = 0.1;
/// Weight of an article or preposition.
pub const STOP: f64 = 0.08;
/// Weight of a legal form.
pub const LEGAL: f64 = 0.06;
/// Weight of a title.
pub const TITLE: f64 = 0.05;

/// Returns the rarity of a word, from [`RARITY_FLOOR`] (in every record) to 1.0 (in none).
///
/// `frequency` is the number of records, of `records`, that hold the word or a spelling that sounds
/// alike.
#[must_use]
pub fn rarity(frequency: u64, records: u64) -> f64 {
    let all = (records as f64 + 1.0).ln();
    let idf = if all > 0.0 {
        ((records as f64 + 1.0) / (frequency.min(records) as f64 + 1.0)).ln() / all
    } else {
        1.0
    };
    RARITY_FLOOR + (1.0 - RARITY_FLOOR) * idf.powf(RARITY_EXPONENT)
}

/// Returns the [`rarity`] of a word. Where the lists have few bearers of a common name, its frequency
/// among people counts.
#[must_use]
pub fn rarity_of(word: &str, frequency: u64, records: u64) -> f64 {
    let common = COMMON.get(word).copied().unwrap_or_default();
    let share = common.max(if given_names::is_patronymic(word) { PATRONYMIC } else { 0 });
    rarity(frequency.max(records * share / OF_PEOPLE), records)
}

/// Bearers of a patronymic among [`OF_PEOPLE`]: it is no more informative than the father's given name.
const PATRONYMIC: u64 = 100;

/// Number of people that the figures of `tables/common_names.txt` refer to.
const OF_PEOPLE: u64 = 10_000;

/// Bearers among [`OF_PEOPLE`], by folded name.
static COMMON: LazyLock<AHashMap<String, u64>> = LazyLock::new(|| {
    let rows = tables::rows(include_str!("tables/common_names.txt"));
    let rows = rows.filter_map(|row| row.split_once(": "));
    let names = rows.flat_map(|(share, names)| names.split(' ').map(move |name| (share, name)));
    names.filter_map(|(share, name)| Some((normalize(name), share.parse().ok()?))).collect()
});

/// True if a folded word is a common name among people, on lists or not.
pub(super) fn is_common_name(word: &str) -> bool {
    COMMON.contains_key(word)
}

/// Returns the weight of an ordinary word of this rarity, in units of 1/[`WEIGHT_ONE`].
#[must_use]
pub fn ordinary(rarity: f64) -> u8 {
    (rarity * f64::from(WEIGHT_ONE)).round() as u8
}

/// Returns the weight of a word of this class from its weight as an ordinary word.
#[inline]
#[must_use]
pub fn weight(class: WordClass, ordinary: u8) -> u8 {
    const fn share(of_one: f64) -> u8 {
        (of_one * WEIGHT_ONE as f64) as u8
    }
    match class {
        WordClass::Word => ordinary,
        WordClass::Generic => {
            let floored = ordinary.max(share(GENERIC_FLOOR));
            (f64::from(floored) * GENERIC_SHARE) as u8
        }
        WordClass::Number => const { share(NUMBER) },
        WordClass::Initial => const { share(INITIAL) },
        WordClass::Stop => const { share(STOP) },
        WordClass::Order => const { share(ORDER) },
        WordClass::Title => const { share(TITLE) },
        WordClass::Legal => const { share(LEGAL) },
    }
}

/// Returns the weight of a query word from its weight as an ordinary word: that of its class, except
/// for the attached article of Arabic. That article weighs nothing, because lists in Latin letters
/// leave it out.
#[must_use]
pub fn asked(word: &Word, ordinary: u8) -> u8 {
    let is_article = word.class == WordClass::Stop && word.text == article::ARABIC;
    if is_article { 0 } else { weight(word.class, ordinary) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{NameKind, tokenize};

    #[test]
    fn rarer_words_weigh_more() {
        let weights: Vec<u8> = [15_000, 1_000, 100, 10, 1, 0]
            .map(|frequency| ordinary(rarity(frequency, 15_000)))
            .to_vec();
        assert_eq!((weights[0], weights[5]), (54, 200));
        assert!(weights.is_sorted_by(|a, b| a < b), "{weights:?}");
    }

    #[test]
    fn classes_that_say_little_weigh_little_however_rare() {
        for class in [WordClass::Stop, WordClass::Order, WordClass::Title, WordClass::Legal] {
            assert!(weight(class, WEIGHT_ONE) <= 20, "{class:?}");
        }
        assert_eq!(weight(WordClass::Generic, 60), 75);
    }

    #[test]
    fn a_patronymic_is_as_common_as_the_fathers_name() {
        let weight = |word: &str| rarity_of(word, 1, 58_000);
        for (name, patronymic) in [
            ("yanukovych", "borisovich"),
            ("rabinovich", "sergeyevna"),
            ("milosevic", "nikolaevich"),
            ("kulygina", "ivanovna"),
        ] {
            assert!(weight(patronymic) < 0.55 && weight(name) > 0.8, "{name} {patronymic}");
        }
    }

    #[test]
    fn an_arabic_article_weighs_nothing_in_a_query_unless_it_is_the_name() {
        let weights = |raw: &str| -> Vec<u8> {
            let words = tokenize(raw, NameKind::Person).words;
            words.iter().map(|word| asked(word, 100)).collect()
        };
        assert_eq!(weights("الشكوى"), [0, 100]);
        assert_eq!(weights("ال"), [100]);
    }

    #[test]
    fn an_empty_set_has_weights_too() {
        assert!((rarity(0, 0) - 1.0).abs() < 1e-9);
    }
}
