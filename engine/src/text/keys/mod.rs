//! Blocking: the conditions under which two tokens are worth comparing.
//!
//! Two tokens *meet* when they are equal, when their spellings are close or when their consonant
//! skeletons agree. Tokens that do not meet may be taken as not alike. Each condition has blocking
//! keys, so pairs that do not meet are never compared.
//!
//! | module | what it holds |
//! |---|---|
//! | `deletion` | keys of close spellings, and how close they are |
//! | `skeleton` | keys of consonant skeletons |
//! | `classes` | phonetic classes of consonants, and a sequence of them: one skeleton |
//! | `likely` | the likeliest skeletons of a token written in signs |

mod classes;
mod deletion;
mod likely;
mod skeleton;

pub use deletion::{deletion_keys, spelling_limit, whole_deletion_keys};
pub use skeleton::{SkeletonKeys, primary_skeleton, skeleton_keys};

use super::form::{Script, WordForm};

/// True if two tokens meet: equal text, a spelling distance of at most [`spelling_limit`] within one
/// alphabetic script, or skeletons that meet. Symmetric. Slow; the keys are the fast way.
#[must_use]
pub fn may_compare(a: &WordForm, b: &WordForm) -> bool {
    may_compare_by(&skeleton_keys(a), a, b)
}

/// [`may_compare`] for a token whose skeletons are known.
#[must_use]
pub fn may_compare_by(skeletons: &SkeletonKeys, a: &WordForm, b: &WordForm) -> bool {
    a.text() == b.text() || are_within_edit_limit(a, b) || skeletons.intersects(b)
}

/// True if a token and a compound meet: equal text; within one alphabetic script a spelling distance of
/// at most 1; between scripts skeletons that meet. Names have many more compounds than tokens, and the
/// tokens of a compound meet others on their own, so this is stricter than [`may_compare`].
#[must_use]
pub fn compounds_match(word: &WordForm, compound: &WordForm) -> bool {
    compounds_match_where(word, compound, || match_compounds(&skeleton_keys(word), compound))
}

/// [`compounds_match`] for a token whose skeletons are known.
#[must_use]
pub fn compound_matches_word(
    skeletons: &SkeletonKeys,
    word: &WordForm,
    compound: &WordForm,
) -> bool {
    compounds_match_where(word, compound, || match_compounds(skeletons, compound))
}

/// [`compounds_match`] for a compound whose skeletons are known.
#[must_use]
pub fn compounds_match_by(skeletons: &SkeletonKeys, word: &WordForm, compound: &WordForm) -> bool {
    compounds_match_where(word, compound, || match compound.script() {
        Script::Latin => {
            primary_skeleton(word).is_some_and(|key| skeletons.expanded.contains(&key))
        }
        _ => skeletons.intersects(word),
    })
}

/// True if a token with these skeletons meets a compound of another script.
fn match_compounds(skeletons: &SkeletonKeys, compound: &WordForm) -> bool {
    match compound.script() {
        // Likely skeletons of signs on both sides would be too many to look up.
        Script::Latin => {
            skeletons.primary.is_some_and(|key| skeleton_keys(compound).expanded.contains(&key))
        }
        _ => skeletons.intersects(compound),
    }
}

fn compounds_match_where(
    word: &WordForm,
    compound: &WordForm,
    meet_across_scripts: impl FnOnce() -> bool,
) -> bool {
    word.text() == compound.text()
        || are_within_edits(word, compound, deletion::COMPOUND_LIMIT)
        || (may_compare_across_scripts(word, compound) && meet_across_scripts())
}

/// False only if a token and a compound of two scripts do not meet. A single character is a syllable
/// and cannot be two words. Latin compounds, which are the most frequent, meet a token typed in
/// Cyrillic by spelling alone.
#[must_use]
pub fn may_compare_across_scripts(word: &WordForm, compound: &WordForm) -> bool {
    let script = match compound.script() {
        Script::Latin => word.script().alphabet(),
        _ => word.script(),
    };
    script != compound.script() && word.text().chars().nth(1).is_some()
}

/// True if two tokens of one alphabetic script differ by at most [`spelling_limit`] edits.
#[must_use]
pub fn are_within_edit_limit(a: &WordForm, b: &WordForm) -> bool {
    are_within_edits(a, b, usize::MAX)
}

/// True if two tokens of one alphabetic script differ by at most one edit, within [`spelling_limit`].
pub(crate) fn is_one_slip_apart(a: &WordForm, b: &WordForm) -> bool {
    are_within_edits(a, b, 1)
}

fn are_within_edits(a: &WordForm, b: &WordForm, most: usize) -> bool {
    let (own, count) = (a.letters(), b.letters().len());
    let letters = b.letters().iter().map(|letter| letter.character());
    let limit = spelling_limit(own.len(), count).min(most);
    // The cheapest checks that rule out most pairs come first.
    own.len().abs_diff(count) <= limit
        // An edit adds a letter, removes one, or both.
        && (a.letter_set() ^ b.letter_set()).count_ones() as usize <= 2 * limit
        && a.script().alphabet() == b.script().alphabet()
        && a.script().is_alphabetic()
        && deletion::spelling_distance(own, letters) <= limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_meet_by_text_spelling_or_skeleton() {
        let table = [
            ("737", "737", true),
            ("737", "738", false),
            ("mohammed", "muhammad", true),
            ("qaddafi", "gadhafi", true),
            ("qaddafi", "ghathafi", true),
            ("zhang", "张", true),
            ("lee", "이", true),
            ("kim", "김", true),
            ("محمد", "mohammed", true),
            ("قذافي", "gaddafi", true),
            ("כהנ", "cohen", true),
            ("lopez", "gomez", false),
            ("ali", "aly", true),
            ("ab", "ac", false),
            ("#llc", "#ltd", false),
            ("สมชาย", "สมชัย", true),
            ("김", "박정", false),
        ];
        for (a, b, expected) in table {
            let (a, b) = (WordForm::new(a), WordForm::new(b));
            assert_eq!(may_compare(&a, &b), expected, "{} {}", a.text(), b.text());
            assert_eq!(may_compare(&b, &a), expected, "{} {}", b.text(), a.text());
        }
    }
}
