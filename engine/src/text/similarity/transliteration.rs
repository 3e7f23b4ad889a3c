//! A word of signs against a Latin one: what its signs may stand for, learnt from names that are known
//! in both scripts.

use super::Similarity;
use crate::limits::WORD_CHARS_MAX;
use crate::text::form::{Letter, Script, WordForm};
use crate::text::signs::{Alphabet, LETTERS_MAX, Letters, SIGN, Sign, TABLE};

/// What a letter costs that no sign stands for at the beginning of the word, which is rarely mistaken.
const FIRST: u32 = 600;
/// More than any budget, and little enough to be added to.
const OVER: u32 = u32::MAX / 4;

/// Similarity of what costs no more than it must, in hundredths.
const FULL: u32 = 97;
/// Similarity below which words are not alike: .70. From there down to .60 there are nearly as many pairs
/// as above it, and hardly any that belong together.
const LEAST: Similarity = Similarity(179);

/// The same for a word of one character, of which many are a family name or a part of a name that is no
/// foreign one: .91 and .84, so that 让 is Jean and 존 is John.
fn least_of_one(script: Script) -> Similarity {
    match script {
        Script::Han => Similarity(233),
        _ => Similarity(214),
    }
}

/// How fast similarity falls: hundredths lost a hundredth of cost a sign and a letter, in hundredths. The
/// less a script tells of a sound, the more costs what is right.
fn slope(script: Script) -> u32 {
    match script {
        Script::Arabic => 14,
        Script::Hebrew => 13,
        Script::Hangul => 9,
        Script::Han | Script::Kana => 8,
        _ => 7,
    }
}

/// How alike a word of signs is to a Latin word, if more than `floor`; `filter` may be that of the
/// Latin word.
///
/// What the two cost as each other, beyond what either costs at best: a word of rare signs is as alike
/// to its own spelling as one of common signs.
pub(super) fn similarity(
    word: &WordForm<'_>,
    latin: &WordForm<'_>,
    floor: Similarity,
    filter: Option<&SignFilter>,
) -> Similarity {
    let script = word.script();
    let (signs, letters) = (word.signs(), latin.letters());
    let Some(alphabet) = TABLE.alphabet(script).filter(|_| !signs.is_empty()) else {
        return Similarity::NONE;
    };
    let Some(padded) = padded(letters) else { return Similarity::NONE };
    let is_one = word.text().chars().nth(1).is_none();
    let floor = if is_one { floor.max(least_of_one(script)) } else { floor };
    let of_letters = match filter.and_then(|filter| filter.of_script(script)) {
        Some(costs) => costs.at_best,
        None => letters_at_best(&padded, letters.len(), alphabet),
    };
    let at_best = of_letters + signs_at_best(signs);
    let (slope, both) = (slope(script), signs.len() + letters.len());
    let most = most(at_best, both, slope, floor);
    if filter.is_some_and(|filter| filter.least_cost(signs, script) > most) {
        return Similarity::NONE;
    }
    match cost(signs, &padded, letters.len(), alphabet, most) {
        Some(cost) => {
            let beyond = (2 * cost).saturating_sub(at_best);
            Similarity::falling(FULL, slope, beyond, both)
        }
        None => Similarity::NONE,
    }
}

/// What words may cost that are more alike than `floor`.
#[inline]
fn most(at_best: u32, signs_and_letters: usize, slope: u32, floor: Similarity) -> u32 {
    let beyond = floor.max(LEAST).budget(FULL, slope) * signs_and_letters as u32;
    (at_best + beyond) / 2
}

/// The least that signs cost, whatever they are read as.
#[inline]
fn signs_at_best(signs: &[u16]) -> u32 {
    signs.iter().map(|&sign| u32::from(TABLE.sign(sign).at_best)).sum()
}

/// The least that letters cost, whatever signs stand for them.
fn letters_at_best(padded: &Padded, len: usize, alphabet: &Alphabet) -> u32 {
    let mut least = [OVER; WORD_CHARS_MAX + 1];
    least[0] = 0;
    for at in 0..len {
        let so_far = least[at];
        let from = letters_at(padded, at);
        least[at + 1] = least[at + 1].min(so_far + letter(padded[at], at, alphabet));
        for run in 1..=LETTERS_MAX.min(len - at) {
            if let Some(cost) = alphabet.run(from, run) {
                least[at + run] = least[at + run].min(so_far + cost);
            }
        }
    }
    least[len]
}

/// What words of signs cost at least against one Latin word: each of their signs what it costs
/// wherever in the word it is, each letter for which none of them may stand what that costs.
///
/// Told without an alignment. Made in the time of some hundred alignments.
#[derive(Debug)]
pub struct SignFilter {
    /// By number of a sign.
    signs: Vec<LeastCost>,
    /// By [`Script`] code; empty where it has no signs.
    scripts: [LetterCosts; Script::ALL.len()],
}

#[derive(Debug, Clone, Copy)]
struct LeastCost {
    cost: u32,
    /// The letters of the word for which the sign may stand, a bit each.
    letters: u32,
}
const _: () = assert!(WORD_CHARS_MAX <= u32::BITS as usize);

/// What the letters of the word cost where the other one is of some script.
#[derive(Debug, Default)]
struct LetterCosts {
    /// Each where no sign stands for it.
    letters: Vec<u32>,
    /// All of them, at least.
    at_best: u32,
}

impl SignFilter {
    /// For words that are compared with this Latin one; none where it has other letters.
    #[must_use]
    pub fn new(latin: &WordForm<'_>) -> Option<Self> {
        let padded = padded(latin.letters())?;
        let len = latin.letters().len();
        let latin = &padded[..len];
        let least_cost = |sign: Sign<'_>| {
            let mut least = LeastCost { cost: sign.unheard.into(), letters: 0 };
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
        let letter_costs = |script| {
            let costs = TABLE.alphabet(script).map(|alphabet| LetterCosts {
                letters: latin
                    .iter()
                    .enumerate()
                    .map(|(at, &of)| letter(of, at, alphabet))
                    .collect(),
                at_best: letters_at_best(&padded, len, alphabet),
            });
            costs.unwrap_or_default()
        };
        let signs = TABLE.all().map(least_cost).collect();
        Some(Self { signs, scripts: Script::ALL.map(letter_costs) })
    }

    fn of_script(&self, script: Script) -> Option<&LetterCosts> {
        Some(&self.scripts[script as usize]).filter(|costs| !costs.letters.is_empty())
    }

    /// False only for words of these signs, if any, that are alike by them to `floor` at most.
    #[inline]
    pub(super) fn may_be_alike(&self, signs: &[u16], script: Script, floor: Similarity) -> bool {
        let Some(costs) = self.of_script(script).filter(|_| !signs.is_empty()) else {
            return false;
        };
        let at_best = costs.at_best + signs_at_best(signs);
        let most = most(at_best, signs.len() + costs.letters.len(), slope(script), floor);
        self.least_cost(signs, script) <= most
    }

    #[inline]
    fn least_cost(&self, signs: &[u16], script: Script) -> u32 {
        const UNKNOWN: LeastCost = LeastCost { cost: SIGN as u32, letters: 0 };
        let (mut cost, mut met) = (0, 0);
        for &sign in signs {
            let least = self.signs.get(usize::from(sign)).unwrap_or(&UNKNOWN);
            cost += least.cost;
            met |= least.letters;
        }
        let letters = self.scripts[script as usize].letters.iter().enumerate();
        let unmet = letters.filter(|(at, _)| met & 1 << at == 0);
        cost + unmet.map(|(_, cost)| cost).sum::<u32>()
    }
}

/// What it costs that no sign stands for a letter.
#[inline]
fn letter(letter: u8, at: usize, alphabet: &Alphabet) -> u32 {
    if at == 0 { FIRST } else { alphabet.letter(letter) }
}

/// The letters of a Latin word, and behind the last one as many that are none: what a sign stands
/// for is met in one step.
type Padded = [u8; WORD_CHARS_MAX + LETTERS_MAX];

/// None where a letter is not one from a to z.
#[inline]
fn padded(letters: &[Letter]) -> Option<Padded> {
    let mut padded = [0; WORD_CHARS_MAX + LETTERS_MAX];
    for (slot, letter) in padded.iter_mut().zip(letters) {
        *slot = u8::try_from(letter.character()).ok().filter(u8::is_ascii_lowercase)?;
    }
    Some(padded)
}

/// As many letters from a place on as a sign may stand for.
#[inline]
fn letters_at(padded: &Padded, at: usize) -> Letters {
    Letters::from_le_bytes(std::array::from_fn(|next| padded[at + next]))
}

/// The least cost of reading the signs as the letters, if it is at most this.
fn cost(signs: &[u16], padded: &Padded, len: usize, alphabet: &Alphabet, most: u32) -> Option<u32> {
    let latin = &padded[..len];
    let mut rows = [[OVER; WORD_CHARS_MAX + 1]; 2];
    let [mut row, mut next] = rows.each_mut().map(|row| &mut row[..=len]);
    row[0] = 0;
    for &sign in signs {
        let sign = TABLE.sign(sign);
        next.fill(OVER);
        let mut least = OVER;
        for at in 0..=len {
            let so_far = row[at];
            if at < len {
                row[at + 1] = row[at + 1].min(so_far + letter(latin[at], at, alphabet));
            }
            if so_far > most {
                continue;
            }
            next[at] = next[at].min(so_far + u32::from(sign.unheard));
            if at < len && sign.may_begin(latin[at]) {
                let from = letters_at(padded, at);
                for spelling in sign.spellings.iter().filter(|spelling| spelling.begins(from)) {
                    let reached = &mut next[at + usize::from(spelling.len)];
                    *reached = (*reached).min(so_far + u32::from(spelling.cost));
                }
            }
            least = least.min(so_far);
        }
        if least > most {
            return None;
        }
        (row, next) = (next, row);
    }
    for at in 0..len {
        row[at + 1] = row[at + 1].min(row[at] + letter(latin[at], at, alphabet));
    }
    Some(row[len]).filter(|cost| *cost <= most)
}
