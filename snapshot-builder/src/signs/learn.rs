//! Expectation and maximisation over the ways of dividing a Latin word among signs.

use std::collections::BTreeMap;

use ahash::AHashMap;
use rayon::prelude::*;

use super::words::Pair;

/// Latin letters that a sign may stand for.
const LETTERS_MAX: usize = 4;
/// Turns: later ones hardly change anything.
const TURNS: usize = 8;
/// Pairs that one thread adds up by itself. The parts are added in order, so that the sums do not
/// depend on how many threads there are.
const PART: usize = 2_048;
/// What a sign was never seen to stand for.
const NEVER: f64 = 1e-9;

/// By sign and letters: how likely the sign stands for them.
type Chances = AHashMap<(u32, u32), f64>;

/// A sign, how often it was seen, and what it stood for, most often first, with how often.
pub(super) type Learnt = (String, f64, Vec<(String, f64)>);

/// What each sign stood for, in the order of signs.
pub(super) fn learn(pairs: &[Pair]) -> Vec<Learnt> {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    for sign in pairs.iter().flat_map(|pair| &pair.signs) {
        numbers.insert(sign, 0);
    }
    for (at, number) in (0..).zip(numbers.values_mut()) {
        *number = at;
    }
    let numbered: Vec<(Vec<u32>, &Pair)> = pairs
        .iter()
        .map(|pair| (pair.signs.iter().map(|sign| numbers[sign.as_str()]).collect(), pair))
        .collect();
    let mut chances: Option<Chances> = None;
    let mut times = Chances::new();
    for _ in 0..TURNS {
        times = expected(&numbered, chances.as_ref());
        chances = Some(shares(&times));
    }
    let mut by_sign: Vec<Vec<(String, f64)>> = vec![Vec::new(); numbers.len()];
    for ((sign, letters), times) in times {
        by_sign[sign as usize].push((unpacked(letters), times));
    }
    let signs = numbers.keys().zip(by_sign).map(|(sign, mut options)| {
        options.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let seen = options.iter().map(|(_, times)| times).sum();
        ((*sign).to_owned(), seen, options)
    });
    signs.collect()
}

/// How often each sign stood for each run of letters, in expectation.
fn expected(pairs: &[(Vec<u32>, &Pair)], chances: Option<&Chances>) -> Chances {
    let parts: Vec<BTreeMap<(u32, u32), f64>> = pairs
        .par_chunks(PART)
        .map(|pairs| {
            let mut times = BTreeMap::new();
            for (signs, pair) in pairs {
                add_expected(signs, &pair.latin, f64::from(pair.times), chances, &mut times);
            }
            times
        })
        .collect();
    let mut all = Chances::new();
    for (key, times) in parts.into_iter().flatten() {
        *all.entry(key).or_default() += times;
    }
    all
}

/// Adds what one pair says, by the chances of all its alignments: forwards and backwards.
fn add_expected(
    signs: &[u32],
    latin: &[u8],
    weight: f64,
    chances: Option<&Chances>,
    times: &mut BTreeMap<(u32, u32), f64>,
) {
    let width = latin.len() + 1;
    let chance = |sign: u32, from: usize, to: usize| match chances {
        // A first guess: any run, longer ones less.
        None => [0.05, 0.4, 0.35, 0.15, 0.05][to - from],
        Some(chances) => chances.get(&(sign, packed(&latin[from..to]))).copied().unwrap_or(NEVER),
    };
    let mut forwards = vec![0.0; (signs.len() + 1) * width];
    let mut backwards = forwards.clone();
    forwards[0] = 1.0;
    for (at, &sign) in signs.iter().enumerate() {
        for from in 0..width {
            for to in from..width.min(from + LETTERS_MAX + 1) {
                forwards[(at + 1) * width + to] +=
                    forwards[at * width + from] * chance(sign, from, to);
            }
        }
    }
    backwards[signs.len() * width + latin.len()] = 1.0;
    for (at, &sign) in signs.iter().enumerate().rev() {
        for from in 0..width {
            for to in from..width.min(from + LETTERS_MAX + 1) {
                backwards[at * width + from] +=
                    backwards[(at + 1) * width + to] * chance(sign, from, to);
            }
        }
    }
    let all = forwards[signs.len() * width + latin.len()];
    if all < f64::MIN_POSITIVE {
        return;
    }
    for (at, &sign) in signs.iter().enumerate() {
        for from in 0..width {
            for to in from..width.min(from + LETTERS_MAX + 1) {
                let through = forwards[at * width + from]
                    * chance(sign, from, to)
                    * backwards[(at + 1) * width + to]
                    / all;
                if through > 1e-6 {
                    *times.entry((sign, packed(&latin[from..to]))).or_default() += through * weight;
                }
            }
        }
    }
}

/// How often of all times each sign stood for each run.
fn shares(times: &Chances) -> Chances {
    let mut sorted: Vec<_> = times.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| **key);
    let mut seen: BTreeMap<u32, f64> = BTreeMap::new();
    for ((sign, _), times) in &sorted {
        *seen.entry(*sign).or_default() += **times;
    }
    sorted.into_iter().map(|(key, times)| (*key, times / seen[&key.0])).collect()
}

/// Letters as a number, five bits each.
fn packed(letters: &[u8]) -> u32 {
    letters.iter().fold(0, |packed, letter| packed << 5 | u32::from(letter - b'a' + 1))
}

fn unpacked(mut packed: u32) -> String {
    let mut letters = Vec::new();
    while packed > 0 {
        letters.push(b'a' + (packed & 31) as u8 - 1);
        packed >>= 5;
    }
    letters.iter().rev().map(|letter| char::from(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(latin: &str, signs: &str) -> Pair {
        let signs = signs.chars().map(String::from).collect();
        Pair { latin: latin.as_bytes().to_vec(), signs, times: 1 }
    }

    #[test]
    fn signs_are_told_apart_by_the_words_they_share() {
        let pairs: Vec<Pair> = ["bana", "naba", "ba", "na", "baba", "nana"]
            .map(|latin| pair(latin, &latin.replace("ba", "1").replace("na", "2")))
            .into_iter()
            .collect();
        for (sign, expected) in learn(&pairs).iter().zip(["ba", "na"]) {
            assert_eq!(sign.2[0].0, expected, "{sign:?}");
            assert!(sign.2[0].1 / sign.1 > 0.9, "{sign:?}");
        }
    }

    #[test]
    fn letters_pack() {
        for letters in ["", "a", "z", "abcd"] {
            assert_eq!(unpacked(packed(letters.as_bytes())), letters);
        }
    }
}
