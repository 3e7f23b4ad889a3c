//! Expectation maximisation over alignments: all ways to divide a Latin word among signs.

use std::collections::BTreeMap;

use ahash::AHashMap;
use rayon::prelude::*;

use super::words::Pair;

/// Greatest number of Latin letters that a sign may stand for.
const LETTERS_MAX: usize = 4;
/// Number of iterations; later ones hardly change the result.
const TURNS: usize = 12;
/// Iterations after which pairs with counts below [`SEEN_MIN`] are removed.
const PRUNED: [usize; 2] = [8, 11];
/// Subtracted from every expected count in each iteration, from the second one until the first pruning,
/// to remove chance pairs.
const DISCOUNT: f64 = 0.5;
/// Least expected count of a sign and its letters to be listed.
const SEEN_MIN: f64 = 1.0;
/// Least expected count of a letter without a sign.
const LETTER_SEEN_MIN: f64 = 0.4;
/// Weight factor for each letter beyond the first of a division: otherwise long runs would explain
/// everything.
const LONGER: f64 = 0.606_530_66;
/// Pairs that one thread adds up. The parts are added in order, so that the sums do not depend on the
/// number of threads.
const PART: usize = 2_048;

/// Number used for letters without a sign.
const NO_SIGN: u32 = u32::MAX;

/// Probability of each pair of sign and letters.
type Chances = AHashMap<(u32, u32), f64>;

/// Letters for a sign, or letters without a sign, with their costs, the cheapest first.
pub(super) struct Learnt {
    /// The sign; `None` for letters without a sign.
    pub(super) sign: Option<String>,
    /// Letters with their costs in hundredths of a natural logarithm.
    pub(super) costs: Vec<(String, u32)>,
}

/// Learns letters without a sign, then the letters of each sign, in the order of signs.
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
    for turn in 0..TURNS {
        let mut times = expected(&numbered, chances.as_ref());
        if (1..=PRUNED[0]).contains(&turn) {
            times.retain(|_, times| {
                *times -= DISCOUNT;
                *times > 0.0
            });
        }
        if PRUNED.contains(&turn) {
            times.retain(|(sign, _), times| {
                *times >= if *sign == NO_SIGN { LETTER_SEEN_MIN } else { SEEN_MIN }
            });
        }
        let all = in_order(&times).map(|(_, times)| times).sum::<f64>();
        times.values_mut().for_each(|times| *times /= all);
        chances = Some(times);
    }
    let mut by_sign = costs(&chances.unwrap_or_default());
    let mut row = |number: u32, sign: Option<&str>| {
        let costs = by_sign.remove(&number)?;
        Some(Learnt { sign: sign.map(str::to_owned), costs })
    };
    let letters = row(NO_SIGN, None);
    let signs = numbers.iter().filter_map(|(sign, number)| row(*number, Some(sign)));
    letters.into_iter().chain(signs).collect()
}

/// Pairs in the order of signs and letters, so that sums are the same at every run.
fn in_order(chances: &Chances) -> impl Iterator<Item = ((u32, u32), f64)> {
    let mut sorted: Vec<_> = chances.iter().map(|(key, times)| (*key, *times)).collect();
    sorted.sort_unstable_by_key(|(key, _)| *key);
    sorted.into_iter()
}

/// Costs of letters for each sign: the more often each is the other's counterpart, the lower the cost.
///
/// The cost is symmetric. A sign with many possible letters is therefore as informative as one with
/// few, if the letters are always written with it.
fn costs(chances: &Chances) -> BTreeMap<u32, Vec<(String, u32)>> {
    let (mut of_signs, mut of_letters) = (BTreeMap::new(), BTreeMap::new());
    for ((sign, letters), chance) in in_order(chances) {
        *of_signs.entry(sign).or_insert(0.0) += chance;
        *of_letters.entry(letters).or_insert(0.0) += chance;
    }
    let mut by_sign: BTreeMap<u32, Vec<(String, u32)>> = BTreeMap::new();
    for ((sign, letters), chance) in in_order(chances) {
        let expected = f64::sqrt(of_signs[&sign] * of_letters[&letters]);
        let cost = (-100.0 * (chance / expected).ln()).max(0.0).round() as u32;
        by_sign.entry(sign).or_default().push((unpacked(letters), cost));
    }
    for costs in by_sign.values_mut() {
        costs.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    }
    by_sign
}

/// Expected counts of each sign with each run of letters.
fn expected(pairs: &[(Vec<u32>, &Pair)], chances: Option<&Chances>) -> Chances {
    let parts: Vec<BTreeMap<(u32, u32), f64>> = pairs
        .par_chunks(PART)
        .map(|pairs| {
            let mut times = BTreeMap::new();
            for (signs, pair) in pairs {
                add_expected(signs, &pair.latin, pair.weight, chances, &mut times);
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

/// Adds the expected counts of one pair over all its alignments: forward-backward algorithm. A pair
/// without an alignment adds nothing.
fn add_expected(
    signs: &[u32],
    latin: &[u8],
    weight: f64,
    chances: Option<&Chances>,
    times: &mut BTreeMap<(u32, u32), f64>,
) {
    let width = latin.len() + 1;
    let chance = |sign: u32, from: usize, to: usize| {
        let chance = match chances {
            // First guess: any run of letters, longer ones with less weight.
            None => 0.1_f64.powi(1 + (to - from) as i32),
            Some(chances) => {
                chances.get(&(sign, packed(&latin[from..to]))).copied().unwrap_or_default()
            }
        };
        chance * LONGER.powi((to - from).saturating_sub(1) as i32)
    };
    let runs = |from: usize| from..width.min(from + LETTERS_MAX + 1);
    let mut forwards = vec![0.0; (signs.len() + 1) * width];
    let mut backwards = forwards.clone();
    forwards[0] = 1.0;
    for at in 0..=signs.len() {
        for from in 0..width {
            let so_far = forwards[at * width + from];
            if so_far == 0.0 {
                continue;
            }
            if from + 1 < width {
                forwards[at * width + from + 1] += so_far * chance(NO_SIGN, from, from + 1);
            }
            if let Some(&sign) = signs.get(at) {
                for to in runs(from) {
                    forwards[(at + 1) * width + to] += so_far * chance(sign, from, to);
                }
            }
        }
    }
    let all = forwards[signs.len() * width + latin.len()];
    if all < f64::MIN_POSITIVE {
        return;
    }
    backwards[signs.len() * width + latin.len()] = 1.0;
    for at in (0..=signs.len()).rev() {
        for from in (0..width).rev() {
            let mut so_far = backwards[at * width + from];
            let before = forwards[at * width + from];
            let mut add = |sign: u32, to: usize, behind: f64| {
                let through = chance(sign, from, to) * behind;
                if through > 0.0 {
                    so_far += through;
                    if before > 0.0 {
                        let letters = packed(&latin[from..to]);
                        *times.entry((sign, letters)).or_default() +=
                            before * through * weight / all;
                    }
                }
            };
            if from + 1 < width {
                add(NO_SIGN, from + 1, backwards[at * width + from + 1]);
            }
            if let Some(&sign) = signs.get(at) {
                for to in runs(from) {
                    add(sign, to, backwards[(at + 1) * width + to]);
                }
            }
            backwards[at * width + from] = so_far;
        }
    }
}

/// Letters packed into a number, five bits each.
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
        Pair { latin: latin.as_bytes().to_vec(), signs, weight: 1.0 }
    }

    #[test]
    fn signs_are_told_apart_by_the_words_they_share() {
        let words = ["bana", "naba", "ba", "na", "baba", "nana"];
        let pairs: Vec<Pair> = std::iter::repeat_n(words, 3)
            .flatten()
            .map(|latin| pair(latin, &latin.replace("ba", "1").replace("na", "2")))
            .collect();
        let learnt = learn(&pairs);
        let of = |sign: &str| learnt.iter().find(|row| row.sign.as_deref() == Some(sign));
        for (sign, expected) in [("1", "ba"), ("2", "na")] {
            assert_eq!(of(sign).expect("learnt").costs[0], (expected.to_owned(), 0), "{sign}");
        }
    }

    #[test]
    fn letters_pack() {
        for letters in ["", "a", "z", "abcd"] {
            assert_eq!(unpacked(packed(letters.as_bytes())), letters);
        }
    }
}
