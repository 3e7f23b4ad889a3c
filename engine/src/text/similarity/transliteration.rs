//! A word of signs against a Latin one: what its signs may stand for, learnt from names that are known
//! in both scripts.

use super::Similarity;
use crate::limits::WORD_CHARS_MAX;
use crate::text::form::{Letter, Script, Sound, WordForm};
use crate::text::signs::{Alphabet, LETTER, LETTERS_MAX, Letters, SIGN, SIGNS_MAX, Sign, TABLE};

/// What a letter costs that no sign stands for at the beginning of the word, which is rarely mistaken, and a
/// first sign that is surely heard and stands for none.
const FIRST: u32 = 600;
const _: () = assert!(FIRST <= LETTER as u32, "it is no more than a letter costs alone");
/// More than any budget, and little enough to be added to.
const OVER: u32 = u32::MAX / 4;

/// Similarity of what costs no more than it must, in hundredths.
const FULL: u32 = 97;
/// Similarity below which words are not alike: .70. From there down to .60 there are nearly as many pairs
/// as above it, and hardly any that belong together.
const LEAST: Similarity = Similarity(179);

/// Similarity below which a word of signs is alike to none. What is short is easily alike by chance: .84 and
/// .76 for two and three letters of a script without vowels. Of one character many are a family name or a
/// part of a name that is no foreign one: .91 and .84, so that 让 is Jean and 존 is John.
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

/// The same of a Latin word of so many letters against signs of a script: .88 for two, .80 for three.
/// Cyrillic tells each letter.
fn least_of_letters(count: usize, script: Script) -> Similarity {
    match count {
        _ if script == Script::Cyrillic => LEAST,
        0..=2 => Similarity(224),
        3 => Similarity(204),
        _ => LEAST,
    }
}

/// How fast similarity falls with what a sign or a letter costs, in thousandths. The less a script tells
/// of a sound, the more costs what is right.
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
    let floor = floor.max(least_of_signs(word)).max(least_of_letters(letters.len(), script));
    let known = filter.and_then(|filter| filter.of_script(script)).map(|costs| &costs.left);
    // What the letters cost at best is told at once from above, and exactly only where it decides.
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

/// By place in a Latin word: the least that the letters from there on cost, whatever signs stand for
/// them.
type LettersLeft = [u32; WORD_CHARS_MAX + 1];
/// Where it is not known.
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

/// By place in a word of signs: the least that the signs from there on cost in a word of these letters.
type SignsLeft = [u32; SIGNS_MAX + 1];

fn signs_left(signs: &[u16], letter_set: u32) -> SignsLeft {
    let mut left = [0; SIGNS_MAX + 1];
    for (at, &sign) in signs.iter().enumerate().rev() {
        left[at] = left[at + 1] + TABLE.sign(sign).least_cost(letter_set);
    }
    left
}

/// The least that what is not read yet costs.
struct Left<'l> {
    signs: &'l SignsLeft,
    letters: &'l LettersLeft,
}

/// What words of signs cost at least against one Latin word: each of their signs what it costs
/// wherever in the word it is, each letter for which none of them may stand what that costs.
///
/// Told without an alignment. Made in the time of some hundred alignments.
#[derive(Debug)]
pub struct SignFilter {
    /// By number of a sign.
    signs: Vec<LeastCost>,
    /// By [`Script`] code; none where it has no signs.
    scripts: [Option<LetterCosts>; Script::ALL.len()],
}

#[derive(Debug, Clone, Copy)]
struct LeastCost {
    cost: u32,
    /// The letters of the word for which the sign may stand, a bit each.
    letters: u32,
}
const _: () = assert!(WORD_CHARS_MAX <= u32::BITS as usize);

/// What the letters of the word cost where the other one is of some script.
#[derive(Debug)]
struct LetterCosts {
    /// Each where no sign stands for it.
    letters: Vec<u32>,
    /// Those from a place on, at least.
    left: LettersLeft,
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

    /// False only for words of these signs, if any, that are alike by them to `floor` at most.
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

/// What Latin words cost at least against one word of signs, told from the letters that they have at all.
#[derive(Debug)]
pub(super) struct LatinFilter {
    script: Script,
    signs: Vec<u16>,
    /// The least that the signs cost, whatever they are read as.
    at_best: u32,
    /// By bit of a letter set: what the letter costs at best, and what it costs against these signs
    /// besides what they cost.
    letters: [(u32, u32); 32],
    /// The least similarity there is, but for few letters.
    least: Similarity,
}

impl LatinFilter {
    /// For words that are compared with this one of signs; none where it has none.
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

    /// False only for Latin words of so many letters, of this set of letters, that are alike by the signs
    /// to `floor` at most.
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
        // Letters that stand in the word more than once.
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

/// Whether a first alef is surely heard: it is not where it makes two consonants easier to say, as in
/// "Brahim" and "Stefan", and may be read as a first vowel. "Ehsan" is not "Hossein".
fn is_first_heard(word: &WordForm<'_>, latin: &[Letter]) -> bool {
    word.sounds().first() == Some(&Sound::Alef)
        && matches!(latin, [first, second, ..] if !first.is_vowel() && second.is_vowel())
}

/// The least cost of reading the signs as the letters, if it is at most this. What is read so far is
/// followed no further where what is left costs too much.
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
