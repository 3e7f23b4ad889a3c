//! Similarity of a token of signs to a Latin one, by romanisations learnt from names that are known in
//! both scripts.

use super::Similarity;
use crate::limits::WORD_CHARS_MAX;
use crate::text::form::{Letter, Script, Sound, WordForm};
use crate::text::signs::{Alphabet, LETTER, LETTERS_MAX, Letters, SIGN, SIGNS_MAX, Sign, TABLE};

/// Cost of a first letter without a sign, because the beginning of a word is rarely mistaken. It is
/// also the cost of a first sign that is certainly heard and has no letter.
const FIRST: u32 = 600;
const _: () = assert!(FIRST <= LETTER as u32, "it is no more than a letter costs alone");
/// A cost above any budget, small enough to be added to.
const OVER: u32 = u32::MAX / 4;

/// Similarity at the least possible cost, in 1/100.
const FULL: u32 = 97;
/// Least similarity: .70. Between .60 and .70 there are nearly as many pairs as above it, and hardly
/// any of them belong together.
const LEAST: Similarity = Similarity(179);

/// Returns the least similarity of a token of signs, which is higher for short ones, because they are
/// easily alike by chance. It is .84 and .76 for two and three letters of a vowelless script. Many
/// single characters are family names or parts of native names: .91 for Han and .84 for other scripts,
/// so that 让 is Jean and 존 is John.
fn least_of_signs(word: &WordForm<'_>) -> Similarity {
    let script = word.script();
    match word.text().chars().count() {
        1 if script == Script::Han => Similarity(233),
        1 => Similarity(214),
        2 if script.is_vowelless() => Similarity(214),
        3 if script.is_vowelless() => Similarity(194),
        _ => LEAST,
    }
}

/// Returns the least similarity of a Latin token of this length to signs of a script: .88 for two
/// letters, .80 for three. Cyrillic has a sign for each letter and needs no more than [`LEAST`].
fn least_of_letters(count: usize, script: Script) -> Similarity {
    match count {
        _ if script == Script::Cyrillic => LEAST,
        0..=2 => Similarity(224),
        3 => Similarity(204),
        _ => LEAST,
    }
}

/// Returns the fall of the similarity with the cost per sign or letter, in 1/1,000. The less precisely
/// a script writes sounds, the higher is the cost of a correct pair.
fn slope(script: Script) -> u32 {
    match script {
        Script::Arabic => 140,
        Script::Hebrew => 128,
        Script::Hangul => 82,
        Script::Han => 78,
        Script::Kana => 75,
        _ => 70,
    }
}

/// Returns the similarity of a token of signs to a Latin token, if it exceeds `floor`; `filter` may be
/// that of the Latin token.
///
/// The similarity falls with the cost of the alignment beyond the least cost of either token. So a
/// token of rare signs is as similar to its own spelling as one of common signs.
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
    let floor = floor.max(least_of_signs(word)).max(least_of_letters(letters.len(), script));
    let known = filter.and_then(|filter| filter.of_script(script)).map(|costs| &costs.left);
    // An upper bound of the letters' least cost is cheap; the exact cost is computed only where it
    // decides.
    let letters_at_most = match known {
        Some(left) => left[0],
        None => padded[..letters.len()].iter().map(|&letter| alphabet.alone(letter)).sum(),
    };
    let (slope, both) = (slope(script), signs.len() + letters.len());
    let signs_at_best = signs_at_best(signs);
    let most_of = |letters_at_best: u32| most(signs_at_best + letters_at_best, both, slope, floor);
    let most = most_of(letters_at_most);
    if filter.is_some_and(|filter| filter.least_cost(signs, script) > most) {
        return Similarity::NONE;
    }
    let signs_left = signs_left(signs, latin.letter_set());
    if signs_left[0] > most {
        return Similarity::NONE;
    }
    let left = Left { signs: &signs_left, letters: known.unwrap_or(&UNENCODED) };
    let is_first_heard = is_first_heard(word, letters);
    let Some(cost) = cost(signs, &padded, letters.len(), alphabet, most, &left, is_first_heard)
    else {
        return Similarity::NONE;
    };
    let letters_at_best = match known {
        Some(left) => left[0],
        None => letters_left(&padded, letters.len(), alphabet)[0],
    };
    if cost > most_of(letters_at_best) {
        return Similarity::NONE;
    }
    let beyond = (2 * cost).saturating_sub(signs_at_best + letters_at_best);
    Similarity::falling(FULL, slope, beyond, both)
}

/// Returns the greatest cost of tokens whose similarity exceeds `floor`.
#[inline]
fn most(at_best: u32, signs_and_letters: usize, slope: u32, floor: Similarity) -> u32 {
    let beyond = floor.max(LEAST).budget(FULL, slope) * signs_and_letters as u32;
    (at_best + beyond) / 2
}

/// Returns the least cost of the signs, whatever letters they are read as.
#[inline]
fn signs_at_best(signs: &[u16]) -> u32 {
    signs.iter().map(|&sign| u32::from(TABLE.sign(sign).at_best)).sum()
}

/// By position in a Latin token: least cost of the letters from there on, whatever signs they are
/// aligned with.
type LettersLeft = [u32; WORD_CHARS_MAX + 1];
/// Lower bound where the costs are not known.
const UNENCODED: LettersLeft = [0; WORD_CHARS_MAX + 1];

fn letters_left(padded: &Padded, len: usize, alphabet: &Alphabet) -> LettersLeft {
    let mut left = [0; WORD_CHARS_MAX + 1];
    for at in (0..len).rev() {
        let mut least = letter(padded[at], at, alphabet) + left[at + 1];
        alphabet.runs(letters_at(padded, at), len - at, |run, cost| {
            least = least.min(cost + left[at + run]);
        });
        left[at] = least;
    }
    left
}

/// By position in a token of signs: least cost of the signs from there on, in a token of these letters.
type SignsLeft = [u32; SIGNS_MAX + 1];

fn signs_left(signs: &[u16], letter_set: u32) -> SignsLeft {
    let mut left = [0; SIGNS_MAX + 1];
    for (at, &sign) in signs.iter().enumerate().rev() {
        left[at] = left[at + 1] + TABLE.sign(sign).least_cost(letter_set);
    }
    left
}

/// Least cost of the part that is not aligned yet.
struct Left<'l> {
    signs: &'l SignsLeft,
    letters: &'l LettersLeft,
}

/// Lower bounds of the cost of tokens of signs against one Latin token. Each sign has its least cost at
/// any position. Each letter that none of the signs may stand for has the cost of a letter without a
/// sign.
///
/// It needs no alignment. Building it takes the time of some hundred alignments.
#[derive(Debug)]
pub struct SignFilter {
    /// Least costs by number of a sign.
    signs: Vec<LeastCost>,
    /// By [`Script`] code; `None` for scripts without signs.
    scripts: [Option<LetterCosts>; Script::ALL.len()],
}

#[derive(Debug, Clone, Copy)]
struct LeastCost {
    cost: u32,
    /// Letters of the token that the sign may stand for, one bit per position.
    letters: u32,
}
const _: () = assert!(WORD_CHARS_MAX <= u32::BITS as usize);

/// Costs of the letters of the token against one script.
#[derive(Debug)]
struct LetterCosts {
    /// Cost of each letter without a sign.
    letters: Vec<u32>,
    /// Least cost of the letters from a position on.
    left: LettersLeft,
}

impl SignFilter {
    /// Makes the filter for comparisons with this Latin token; `None` if it has letters other than a to
    /// z.
    #[must_use]
    pub fn new(latin: &WordForm<'_>) -> Option<Self> {
        let padded = padded(latin.letters())?;
        let len = latin.letters().len();
        let latin = &padded[..len];
        let least_cost = |sign: Sign<'_>| {
            let mut least = LeastCost { cost: sign.unheard.into(), letters: 0 };
            for at in 0..len {
                for spelling in sign.begun_by(letters_at(&padded, at)) {
                    least.cost = least.cost.min(spelling.cost.into());
                    least.letters |= ((1 << spelling.len) - 1) << at;
                }
            }
            least
        };
        let letter_costs = |script| {
            TABLE.alphabet(script).map(|alphabet| LetterCosts {
                letters: latin
                    .iter()
                    .enumerate()
                    .map(|(at, &of)| letter(of, at, alphabet))
                    .collect(),
                left: letters_left(&padded, len, alphabet),
            })
        };
        let signs = TABLE.all().map(least_cost).collect();
        Some(Self { signs, scripts: Script::ALL.map(letter_costs) })
    }

    #[inline]
    fn of_script(&self, script: Script) -> Option<&LetterCosts> {
        self.scripts[script as usize].as_ref()
    }

    /// False only if the similarity of a token of these signs, or of none, cannot exceed `floor`.
    #[inline]
    pub(super) fn may_be_alike(&self, signs: &[u16], script: Script, floor: Similarity) -> bool {
        let Some(costs) = self.of_script(script).filter(|_| !signs.is_empty()) else {
            return false;
        };
        let at_best = costs.left[0] + signs_at_best(signs);
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
        let letters = self.of_script(script).map_or(&[] as &[_], |costs| &costs.letters);
        let unmet = letters.iter().enumerate().filter(|(at, _)| met & 1 << at == 0);
        cost + unmet.map(|(_, cost)| cost).sum::<u32>()
    }
}

/// Lower bounds of the cost of Latin tokens against one token of signs, by their sets of letters.
#[derive(Debug)]
pub(super) struct LatinFilter {
    script: Script,
    signs: Vec<u16>,
    /// Least cost of the signs, whatever letters they are read as.
    at_best: u32,
    /// By bit of a letter set: least cost of the letter, and its cost if none of these signs may stand
    /// for it (else 0).
    letters: [(u32, u32); 32],
    /// Least similarity of the token of signs. Short Latin tokens need a higher one.
    least: Similarity,
}

impl LatinFilter {
    /// Makes the filter for comparisons with this token; `None` if it has no signs.
    pub(super) fn new(word: &WordForm<'_>) -> Option<Self> {
        let (script, signs) = (word.script(), word.signs().to_vec());
        let alphabet = TABLE.alphabet(script).filter(|_| !signs.is_empty())?;
        let spellings = signs.iter().flat_map(|&sign| TABLE.sign(sign).spellings);
        let met = spellings.fold(0, |set, spelling| set | spelling.letter_set());
        let mut letters = [(0, 0); 32];
        for letter in b'a'..=b'z' {
            let bit = Letter::bit_of(letter.into());
            let unmet = if met & bit == 0 { alphabet.letter(letter) } else { 0 };
            letters[bit.trailing_zeros() as usize] = (alphabet.alone(letter), unmet);
        }
        Some(Self {
            script,
            at_best: signs_at_best(&signs),
            letters,
            least: least_of_signs(word),
            signs,
        })
    }

    /// False only if the similarity of a Latin token with `len` letters from this set cannot exceed
    /// `floor`.
    #[inline]
    pub(super) fn may_be_alike(&self, letter_set: u32, len: usize, floor: Similarity) -> bool {
        let (mut at_best, mut dearest, mut unmet) = (0, 0, 0);
        let mut rest = letter_set;
        while rest != 0 {
            let (alone, beside) = self.letters[rest.trailing_zeros() as usize];
            at_best += alone;
            dearest = alone.max(dearest);
            unmet += beside;
            rest &= rest - 1;
        }
        // Letters that occur more than once.
        at_best += dearest * (len as u32).saturating_sub(letter_set.count_ones());
        let floor = floor.max(self.least).max(least_of_letters(len, self.script));
        let most = most(self.at_best + at_best, self.signs.len() + len, slope(self.script), floor);
        let mut cost = unmet;
        self.signs.iter().all(|&sign| {
            cost += TABLE.sign(sign).least_cost(letter_set);
            cost <= most
        })
    }
}

/// Returns the cost of a letter without a sign.
#[inline]
fn letter(letter: u8, at: usize, alphabet: &Alphabet) -> u32 {
    if at == 0 { FIRST } else { alphabet.letter(letter) }
}

/// Letters of a Latin token, padded with zeros. The letters that a sign may stand for are then read in
/// one step.
type Padded = [u8; WORD_CHARS_MAX + LETTERS_MAX];

/// Returns the padded letters; `None` where one is not from a to z.
#[inline]
fn padded(letters: &[Letter]) -> Option<Padded> {
    let mut padded = [0; WORD_CHARS_MAX + LETTERS_MAX];
    for (slot, letter) in padded.iter_mut().zip(letters) {
        *slot = u8::try_from(letter.character()).ok().filter(u8::is_ascii_lowercase)?;
    }
    Some(padded)
}

/// Returns [`LETTERS_MAX`] letters from a position on.
#[inline]
fn letters_at(padded: &Padded, at: usize) -> Letters {
    Letters::from_le_bytes(std::array::from_fn(|next| padded[at + next]))
}

/// True if a first alef is certainly heard. It is not heard where it makes two consonants easier to
/// say, as in "Brahim" and "Stefan", or may be read as a first vowel. "Ehsan" is not "Hossein".
fn is_first_heard(word: &WordForm<'_>, latin: &[Letter]) -> bool {
    word.sounds().first() == Some(&Sound::Alef)
        && matches!(latin, [first, second, ..] if !first.is_vowel() && second.is_vowel())
}

/// Returns the least cost of reading the signs as the letters, if it is at most `most`. A partial
/// alignment is abandoned where the least cost of the rest exceeds that.
fn cost(
    signs: &[u16],
    padded: &Padded,
    len: usize,
    alphabet: &Alphabet,
    most: u32,
    left: &Left<'_>,
    is_first_heard: bool,
) -> Option<u32> {
    let latin = &padded[..len];
    let mut rows = [[OVER; WORD_CHARS_MAX + 1]; 2];
    let [mut row, mut next] = rows.each_mut().map(|row| &mut row[..=len]);
    row[0] = 0;
    for (place, (&sign, &signs_left)) in signs.iter().zip(left.signs).enumerate() {
        let sign = TABLE.sign(sign);
        let unheard =
            u32::from(sign.unheard).max(if place == 0 && is_first_heard { FIRST } else { 0 });
        next.fill(OVER);
        let mut is_followed = false;
        for at in 0..=len {
            let so_far = row[at];
            if so_far + signs_left.max(left.letters[at]) > most {
                continue;
            }
            is_followed = true;
            next[at] = next[at].min(so_far + unheard);
            if at == len {
                break;
            }
            row[at + 1] = row[at + 1].min(so_far + letter(latin[at], at, alphabet));
            for spelling in sign.begun_by(letters_at(padded, at)) {
                let reached = &mut next[at + usize::from(spelling.len)];
                *reached = (*reached).min(so_far + u32::from(spelling.cost));
            }
        }
        if !is_followed {
            return None;
        }
        (row, next) = (next, row);
    }
    for at in 0..len {
        row[at + 1] = row[at + 1].min(row[at] + letter(latin[at], at, alphabet));
    }
    Some(row[len]).filter(|cost| *cost <= most)
}
