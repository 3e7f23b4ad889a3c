//! Costs of one sound in place of another, in 1/100 of a letter.
//!
//! Compiled by hand from romanisation practice (Russian, Ukrainian, Arabic, Persian, Turkish, Chinese)
//! and tried on names that the UN and OFAC lists spell in several ways. Most costs may change by a
//! quarter without much effect.

use Sound::*;

use crate::text::form::Sound;

/// Cost of two consonants that have nothing in common, and of any other pair not listed.
const DIFFERENT: u8 = 100;
/// Cost of a pair of vowels not listed.
const VOWELS: u8 = 35;

/// Costs of pairs of Latin sounds.
#[rustfmt::skip]
const SOUNDS: &[(Sound, Sound, u8)] = &[
    (A, E, 20), (A, I, 45), (A, O, 30), (A, U, 40), (E, I, 15), (I, O, 45), (O, U, 15),
    (Y, I, 5), (Y, E, 20), (Y, J, 20), (Y, U, 35),
    (W, V, 10), (W, U, 10), (W, O, 15), (W, F, 25), (W, B, 40),
    (V, F, 20), (V, B, 20), (V, U, 30), (B, P, 30), (P, F, 40), (B, F, 60),
    (M, N, 60), (L, R, 55),
    (D, T, 30), (D, Dh, 10), (D, Th, 20), (T, Th, 10), (T, Dh, 30), (Dh, Th, 20),
    (Dh, Z, 10), (Th, S, 15), (Th, Z, 35), (Dh, S, 40), (D, Z, 50),
    (S, Z, 15), (S, Sh, 25), (S, Ts, 25), (S, Ch, 40), (Z, Zh, 20), (Z, J, 35), (Z, Ts, 20),
    (Z, Dz, 10), (Sh, Ch, 15), (Sh, Zh, 25), (Sh, J, 40), (Sh, Ts, 50), (Zh, J, 10),
    (Zh, Ch, 25), (Zh, Dz, 40), (Ch, J, 25), (Ch, Ts, 25), (J, Dz, 20), (Ts, Dz, 20),
    (J, G, 20), (J, H, 40),
    (K, G, 30), (K, Q, 5), (K, Kh, 15), (K, Gh, 35), (K, H, 60), (K, Ch, 40),
    (G, Q, 15), (G, Gh, 10), (G, Kh, 35), (G, H, 35),
    (Gh, Q, 10), (Gh, Kh, 25), (Gh, H, 60), (Gh, R, 50), (Kh, H, 15), (Kh, Q, 25), (Kh, Ch, 20),
    (C, K, 5), (C, Q, 10), (C, S, 20), (C, Ch, 15), (C, Ts, 15), (C, J, 30), (C, G, 35),
    (C, Kh, 25), (C, Z, 35), (C, Sh, 35),
    (X, S, 15), (X, Sh, 5), (X, Z, 25), (X, Ch, 25), (X, J, 30), (X, H, 40), (X, Kh, 25),
    (X, Zh, 40), (X, K, 35),
];

/// Costs of a letter of Arabic or Hebrew and a Latin sound, where they differ from [`SOUNDS`].
#[rustfmt::skip]
const LETTERS: &[(Sound, Sound, u8)] = &[
    (Alef, A, 0), (Alef, E, 5), (Alef, O, 5), (Alef, I, 30), (Alef, U, 30), (Alef, Y, 30),
    (Ayn, A, 0), (Ayn, E, 0), (Ayn, I, 0), (Ayn, O, 0), (Ayn, U, 0),
    (Waw, W, 0), (Waw, U, 5), (Waw, O, 5), (Waw, V, 5), (Waw, F, 25),
    (Yeh, Y, 0), (Yeh, I, 0), (Yeh, E, 3), (Yeh, A, 40), (Yeh, J, 15),
    (J, G, 5), (J, Zh, 5), (J, Dz, 20), (J, Ch, 25), (J, C, 15),
    (Th, T, 5), (Th, S, 5), (Dh, D, 5), (Dh, Z, 0), (Dh, Th, 10),
    (Dad, D, 0), (Dad, Dh, 0), (Dad, Z, 5), (Dad, T, 35), (Dad, Th, 30),
    (Zah, Z, 0), (Zah, Dh, 0), (Zah, D, 10), (Zah, Th, 10), (Zah, S, 20),
    (Kh, H, 10), (Kh, K, 10), (Kh, Ch, 15), (Kh, J, 40), (Kh, X, 20),
    (Sh, Ch, 5), (Sh, S, 15), (Sh, X, 10),
    (Q, K, 0), (Q, C, 0), (Q, G, 5), (Q, Gh, 5), (Q, Kh, 15), (Q, J, 45),
    (K, C, 0), (K, Q, 5), (K, G, 15), (K, Ch, 25), (Gh, G, 0), (Gh, Q, 5), (Gh, R, 35),
    (G, K, 20), (Ch, C, 5), (Ch, Sh, 15), (Zh, J, 0), (B, P, 10), (B, V, 50), (B, W, 100), (F, V, 10),
    (Bet, B, 0), (Bet, V, 0), (Bet, W, 5), (Bet, P, 35),
    (Kaf, K, 0), (Kaf, C, 0), (Kaf, Kh, 0), (Kaf, Ch, 5), (Kaf, Q, 5), (Kaf, H, 20),
    (Kaf, G, 30),
    (Het, H, 0), (Het, Ch, 0), (Het, Kh, 0), (Het, K, 30), (Het, J, 30),
    (Pe, P, 0), (Pe, F, 0), (Pe, V, 25),
    (Tsadi, Ts, 0), (Tsadi, Z, 5), (Tsadi, S, 15), (Tsadi, C, 10), (Tsadi, Dz, 15),
    (Tsadi, Ch, 15),
    (Shin, Sh, 0), (Shin, S, 0), (Shin, Ch, 15), (Shin, Z, 15),
];

/// Adds a fifth to the cost of an edit at the beginning of a word, which is rarely mistaken.
#[inline]
pub(super) fn at_start(cost: u32, is_first: bool) -> u32 {
    if is_first { cost * 12 / 10 } else { cost }
}

/// Returns the sum of the costs of the members of a set, by bit.
#[inline]
pub(super) fn sum_over(set: u64, costs: &[u32]) -> u32 {
    members(set).map(|at| costs[at]).sum()
}

/// Returns the least cost of a member of a set; [`DIFFERENT`] for an empty set.
#[inline]
pub(super) fn least_over(set: u64, costs: &[u32]) -> u32 {
    members(set).map(|at| costs[at]).min().unwrap_or(u32::from(DIFFERENT))
}

#[inline]
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        at
    })
}

type Table = [[u8; Sound::COUNT]; Sound::COUNT];

static SOUND_REPLACE: Table = with_both_orders(blank(), SOUNDS);
/// Costs by Arabic or Hebrew letter, then Latin sound.
static LETTER_REPLACE: Table = with(with_both_orders(blank(), SOUNDS), LETTERS);

/// Returns the cost of one Latin sound in place of another; symmetric, 0 for the same.
#[inline]
pub(super) fn sound_replace(a: Sound, b: Sound) -> u32 {
    u32::from(SOUND_REPLACE[a as usize][b as usize])
}

/// Returns the cost of a Latin sound in place of a letter of Arabic or Hebrew.
#[inline]
pub(super) fn semitic_replace(letter: Sound, latin: Sound) -> u32 {
    u32::from(LETTER_REPLACE[letter as usize][latin as usize])
}

/// Returns the cost of a sound of a Latin word without a counterpart in another Latin word; at least
/// [`LEAST_SOUND_DROP`].
#[inline]
pub(super) fn sound_drop(word: &[Sound], at: usize) -> u32 {
    let beside_vowel = || {
        let is_vowel = |sound: Option<&Sound>| sound.is_some_and(|sound| sound.is_vowel());
        is_vowel(word.get(at + 1)) || (at > 0 && is_vowel(word.get(at - 1)))
    };
    match word[at] {
        A | O if at + 1 == word.len() => ENDING,
        Y if !beside_vowel() => VOWEL_DROP,
        sound => least_drop(sound),
    }
}

/// Returns a lower bound of [`sound_drop`] for a sound at any position.
#[inline]
pub(super) fn least_drop(sound: Sound) -> u32 {
    match sound {
        Y => LEAST_SOUND_DROP,
        A | E | I | O | U => VOWEL_DROP,
        H => 30,
        W => 45,
        _ => u32::from(DIFFERENT),
    }
}

/// Cost of a dropped vowel, or of a y as a vowel.
const VOWEL_DROP: u32 = 35;
/// Cost of a dropped y next to a vowel, as in "Yevgeny" and "Evgeniy".
pub(super) const LEAST_SOUND_DROP: u32 = 15;
/// Cost of a last a or o, which separates female from male names in many languages.
pub(super) const ENDING: u32 = 60;

/// Returns the cost of a sound of a Latin word without a counterpart in an Arabic or Hebrew one.
#[inline]
pub(super) fn latin_drop(sound: Sound) -> u32 {
    match sound {
        A | E | I | O | U => 3,
        Y => 10,
        H => 20,
        W => 25,
        _ => u32::from(DIFFERENT),
    }
}

const fn blank() -> Table {
    let mut table = [[DIFFERENT; Sound::COUNT]; Sound::COUNT];
    let mut a = 0;
    while a < Sound::COUNT {
        let mut b = 0;
        while b < Sound::COUNT {
            if a == b {
                table[a][b] = 0;
            } else if a <= U as usize && b <= U as usize {
                table[a][b] = VOWELS;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

const fn with(mut table: Table, pairs: &[(Sound, Sound, u8)]) -> Table {
    let mut at = 0;
    while at < pairs.len() {
        let (a, b, cost) = pairs[at];
        table[a as usize][b as usize] = cost;
        at += 1;
    }
    table
}

const fn with_both_orders(table: Table, pairs: &[(Sound, Sound, u8)]) -> Table {
    let mut table = with(table, pairs);
    let mut at = 0;
    while at < pairs.len() {
        let (a, b, cost) = pairs[at];
        table[b as usize][a as usize] = cost;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pair_is_listed_twice() {
        for pairs in [SOUNDS, LETTERS] {
            for (at, (a, b, _)) in pairs.iter().enumerate() {
                let repeated = pairs[..at].iter().any(|(c, d, _)| (c, d) == (a, b));
                assert!(!repeated, "{a:?} {b:?}");
            }
        }
        let turned = SOUNDS.iter().any(|(a, b, _)| SOUNDS.iter().any(|(c, d, _)| (d, c) == (a, b)));
        assert!(!turned, "a pair of Latin sounds stands for both orders");
    }

    #[test]
    fn a_letter_keeps_the_costs_of_its_sound_where_nothing_else_is_listed() {
        assert_eq!(semitic_replace(D, T), sound_replace(D, T));
        assert_eq!(semitic_replace(Q, G), 5);
        assert_eq!(sound_replace(Q, G), 15);
        assert_eq!(sound_replace(A, R), u32::from(DIFFERENT));
    }
}
