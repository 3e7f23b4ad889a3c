//! A word of signs against a Latin one: what its signs may stand for, learnt from names that are known
//! in both scripts.

use super::Similarity;
use crate::limits::WORD_CHARS_MAX;
use crate::text::form::{Letter, Script, WordForm};
use crate::text::signs::{LETTERS_MAX, Letters, Sign, Signs, TABLE};

/// What a Latin letter costs that no sign stands for: those that are seldom heard, and others.
const SOFT_LETTER: u32 = 250;
const LETTER: u32 = 350;
/// What a sign costs that stands for nothing it is known for.
const SIGN: u32 = 400;
/// What either costs at the beginning of the word, which is rarely mistaken.
const FIRST: u32 = 700;
/// More than any budget, and little enough to be added to.
const OVER: u32 = u32::MAX / 4;

/// Similarity of what costs nothing, in hundredths.
const FULL: u32 = 97;
/// Similarity below which words are not alike: .70. From there down to .60 there are nearly as many pairs
/// as above it, and hardly any that belong together.
const LEAST: Similarity = Similarity(179);

/// How fast similarity falls: hundredths lost a hundredth of cost a Latin letter, in hundredths. The less
/// a script tells of a sound, the more costs what is right.
fn slope(script: Script) -> u32 {
    match script {
        Script::Arabic => 10,
        Script::Han | Script::Hangul => 6,
        _ => 7,
    }
}

/// How alike a word of signs is to a Latin word, if more than `floor`; `filter` may be that of the
/// Latin word.
pub(super) fn similarity(
    word: &WordForm<'_>,
    latin: &WordForm<'_>,
    floor: Similarity,
    filter: Option<&SignFilter>,
) -> Similarity {
    let letters = latin.letters();
    let slope = slope(word.script());
    let budget = budget(letters.len(), slope, floor);
    let signs = Signs::of(word.text(), word.script());
    if filter.is_some_and(|filter| filter.least_cost(signs.numbers()) > budget) {
        return Similarity::NONE;
    }
    match cost(signs.numbers(), letters, budget) {
        Some(cost) => Similarity::falling(FULL, slope, cost, letters.len()),
        None => Similarity::NONE,
    }
}

/// What words may cost that are more alike than `floor`.
#[inline]
fn budget(letters: usize, slope: u32, floor: Similarity) -> u32 {
    floor.max(LEAST).budget(FULL, slope) * letters as u32
}

/// What words of signs cost at least against one Latin word: each of their signs what it costs
/// wherever in the word it is, each letter for which none of them may stand what that costs.
///
/// Told without an alignment. Made in the time of some hundred alignments.
#[derive(Debug)]
pub struct SignFilter {
    /// By number of a sign.
    signs: Vec<LeastCost>,
    /// What each letter of the word costs.
    letters: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct LeastCost {
    cost: u32,
    /// The letters of the word for which the sign may stand, a bit each.
    letters: u32,
}
const _: () = assert!(WORD_CHARS_MAX <= u32::BITS as usize);

impl SignFilter {
    /// For words that are compared with this Latin one; none where it has other letters.
    #[must_use]
    pub fn new(latin: &WordForm<'_>) -> Option<Self> {
        let padded = padded(latin.letters())?;
        let latin = &padded[..latin.letters().len()];
        let least_cost = |sign: Sign<'_>| {
            let mut least = LeastCost { cost: silent(&sign).unwrap_or(SIGN), letters: 0 };
            let begun = latin.iter().enumerate().filter(|(_, letter)| sign.may_begin(**letter));
            for (at, _) in begun {
                for spelling in
                    sign.spellings.iter().filter(|of| of.begins(letters_at(&padded, at)))
                {
                    least.cost = least.cost.min(spelling.cost.into());
                    least.letters |= ((1 << spelling.len) - 1) << at;
                }
            }
            least
        };
        let letters = latin.iter().enumerate().map(|(at, &of)| letter(of, at)).collect();
        Some(Self { signs: TABLE.all().map(least_cost).collect(), letters })
    }

    /// False only for words of these signs, if any, that are alike by them to `floor` at most.
    #[inline]
    pub(super) fn may_be_alike(&self, signs: &[u16], script: Script, floor: Similarity) -> bool {
        let budget = budget(self.letters.len(), slope(script), floor);
        !signs.is_empty() && self.least_cost(signs) <= budget
    }

    #[inline]
    fn least_cost(&self, signs: &[u16]) -> u32 {
        const UNKNOWN: LeastCost = LeastCost { cost: SIGN, letters: 0 };
        let (mut cost, mut met) = (0, 0);
        for &sign in signs {
            let least = self.signs.get(usize::from(sign)).unwrap_or(&UNKNOWN);
            cost += least.cost;
            met |= least.letters;
        }
        let unmet = self.letters.iter().enumerate().filter(|(at, _)| met & 1 << at == 0);
        cost + unmet.map(|(_, cost)| cost).sum::<u32>()
    }
}

/// What it costs that a sign is not heard, where it may be: seldom unheard is not unheard where a
/// word begins.
fn silent(sign: &Sign<'_>) -> Option<u32> {
    sign.silent.map(u32::from).filter(|silent| *silent <= SIGN)
}

/// The letters of a Latin word, and behind the last one as many that are none: what a sign stands
/// for is met in one step. None where a letter is another one.
#[inline]
fn padded(letters: &[Letter]) -> Option<[u8; WORD_CHARS_MAX + LETTERS_MAX]> {
    let mut padded = [0; WORD_CHARS_MAX + LETTERS_MAX];
    for (slot, letter) in padded.iter_mut().zip(letters) {
        *slot = u8::try_from(letter.character()).ok().filter(u8::is_ascii_lowercase)?;
    }
    Some(padded)
}

/// As many letters from a place on as a sign may stand for.
#[inline]
fn letters_at(padded: &[u8], at: usize) -> Letters {
    Letters::from_le_bytes(std::array::from_fn(|next| padded[at + next]))
}

/// What a letter costs that no sign stands for.
#[inline]
fn letter(letter: u8, at: usize) -> u32 {
    match letter {
        _ if at == 0 => FIRST,
        b'a' | b'e' | b'i' | b'o' | b'u' | b'y' | b'h' => SOFT_LETTER,
        _ => LETTER,
    }
}

/// The least cost of reading the signs as the letters, if it is within the budget.
fn cost(signs: &[u16], letters: &[Letter], budget: u32) -> Option<u32> {
    if signs.is_empty() || letters.is_empty() {
        return None;
    }
    let padded = padded(letters)?;
    let latin = &padded[..letters.len()];
    let mut rows = [[OVER; WORD_CHARS_MAX + 1]; 2];
    let [mut row, mut next] = rows.each_mut().map(|row| &mut row[..=latin.len()]);
    row[0] = 0;
    for (place, &sign) in signs.iter().enumerate() {
        let sign = TABLE.sign(sign);
        let unheard = silent(&sign).unwrap_or(if place == 0 { FIRST } else { SIGN });
        next.fill(OVER);
        let mut least = OVER;
        for at in 0..=latin.len() {
            let so_far = row[at];
            if at < latin.len() {
                row[at + 1] = row[at + 1].min(so_far + letter(latin[at], at));
            }
            if so_far > budget {
                continue;
            }
            next[at] = next[at].min(so_far + unheard);
            if at < latin.len() && sign.may_begin(latin[at]) {
                let from = letters_at(&padded, at);
                for spelling in sign.spellings.iter().filter(|spelling| spelling.begins(from)) {
                    let reached = &mut next[at + usize::from(spelling.len)];
                    *reached = (*reached).min(so_far + u32::from(spelling.cost));
                }
            }
            least = least.min(so_far);
        }
        if least > budget {
            return None;
        }
        (row, next) = (next, row);
    }
    for at in 0..latin.len() {
        row[at + 1] = row[at + 1].min(row[at] + letter(latin[at], at));
    }
    Some(row[latin.len()]).filter(|cost| *cost <= budget)
}
