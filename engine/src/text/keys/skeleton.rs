//! Consonant skeletons: blocking keys that other romanisations and other scripts of a name share.
//!
//! Vowels and w, y, h are dropped everywhere, consonants fall into eight classes, and equal classes
//! collapse even across vowels. Where a spelling is ambiguous, the token has one primary skeleton,
//! which it is stored under, and up to fifteen further ones for lookup. A token of signs has up to
//! sixty-three further ones, or thirty-one in Arabic.

use super::classes::{Class, Skeleton, classes};
use super::likely::likely_skeletons;
use crate::text::form::{Script, Sound, WordForm};

/// Skeletons of one token. Tokens without a reading (numbers, codes, other scripts) have none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkeletonKeys {
    /// Key that the token is stored under.
    pub primary: Option<u64>,
    /// All keys that the token is looked up by, the primary one first, without repeats. At most 16, or
    /// 64 for a token of signs.
    pub expanded: Vec<u64>,
}

impl SkeletonKeys {
    /// True if a lookup of either token finds the other. The costliest keys, the likeliest skeletons of
    /// the other's signs, are computed last.
    #[must_use]
    pub fn intersects(&self, other: &WordForm) -> bool {
        primary_skeleton(other).is_some_and(|key| self.expanded.contains(&key))
            || self.primary.is_some_and(|key| {
                let mut keys = read_skeletons(other);
                keys.contains(&key) || {
                    add_likely(other, &mut keys);
                    keys.contains(&key)
                }
            })
    }
}

const KEYS_MAX: usize = 16;
/// Most keys of a token of signs, which has more readings.
const SIGN_KEYS_MAX: usize = 64;
/// Most keys of an Arabic token. Lists have many of these: with 64 keys a misspelt Latin token would be
/// compared with so many that it took an eighth longer.
const ARABIC_KEYS_MAX: usize = 32;

/// Returns the skeletons of all readings of a token, and the likeliest ones of its signs.
#[must_use]
pub fn skeleton_keys(form: &WordForm) -> SkeletonKeys {
    let mut expanded = read_skeletons(form);
    add_likely(form, &mut expanded);
    SkeletonKeys { primary: expanded.first().copied(), expanded }
}

/// Returns the primary key of [`skeleton_keys`] without computing the others.
#[must_use]
pub fn primary_skeleton(form: &WordForm) -> Option<u64> {
    match form.sounds() {
        [] => skeleton_keys(form).primary,
        sounds => {
            let mut skeleton = Skeleton::EMPTY;
            sounds.iter().for_each(|&sound| skeleton.push_sound(sound));
            Some(skeleton.key())
        }
    }
}

/// Returns the skeletons of all readings of a token.
fn read_skeletons(form: &WordForm) -> Vec<u64> {
    let mut keys = Vec::new();
    let mut add = |sounds: &[Sound]| {
        let (skeletons, count) = expand(sounds);
        add_distinct(&skeletons[..count], KEYS_MAX, &mut keys);
    };
    for sounds in form.readings() {
        add(sounds);
        if form.script().is_vowelless() {
            with_affricates(sounds).iter().for_each(|sounds| add(sounds));
        }
    }
    keys
}

/// Returns the sounds of a token of a vowelless script with each dental and sibilant joined to an
/// affricate; `None` where it has no such pair. A vowel may or may not come between them, and Latin
/// writes "dze" and "tch" for one sound.
fn with_affricates(sounds: &[Sound]) -> Option<Vec<Sound>> {
    let class = |sound: &Sound| classes(*sound).0;
    let begins_affricate = |at: usize| {
        class(&sounds[at]) == Class::Dental
            && sounds.get(at + 1).is_some_and(|next| class(next) == Class::Sibilant)
    };
    let places = 0..sounds.len();
    places
        .clone()
        .any(begins_affricate)
        .then(|| places.filter(|&at| !begins_affricate(at)).map(|at| sounds[at]).collect())
}

/// Adds the likeliest skeletons of the signs of a token.
fn add_likely(form: &WordForm, keys: &mut Vec<u64>) {
    if !form.signs().is_empty() {
        let most = if form.script() == Script::Arabic { ARABIC_KEYS_MAX } else { SIGN_KEYS_MAX };
        add_distinct(&likely_skeletons(form.signs(), most), most, keys);
    }
}

fn add_distinct(skeletons: &[Skeleton], most: usize, keys: &mut Vec<u64>) {
    for key in skeletons.iter().map(Skeleton::key) {
        if keys.len() < most && !keys.contains(&key) {
            keys.push(key);
        }
    }
}

/// Returns the skeletons of one reading, the primary one first. When there are too many, later sounds
/// keep to their primary class.
fn expand(sounds: &[Sound]) -> ([Skeleton; KEYS_MAX], usize) {
    let mut skeletons = [Skeleton::EMPTY; KEYS_MAX];
    let mut count = 1;
    for sound in sounds {
        let (primary, others) = classes(*sound);
        let before = skeletons;
        let count_before = count;
        for skeleton in &mut skeletons[..count] {
            skeleton.push(primary);
        }
        for class in others {
            for skeleton in &before[..count_before] {
                if count < KEYS_MAX {
                    skeletons[count] = *skeleton;
                    skeletons[count].push(*class);
                    count += 1;
                }
            }
        }
    }
    (skeletons, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> SkeletonKeys {
        skeleton_keys(&WordForm::new(text))
    }

    #[test]
    fn spellings_of_one_name_share_a_primary_skeleton() {
        for group in [
            &["mohammed", "muhammad", "محمد", "mehmet"] as &[_],
            &["qaddafi", "gadhafi", "ghathafi", "kadafi"],
            &["shcherbakov", "schtscherbakov", "chtcherbakov"],
            &["cohen", "kogan", "כהנ"][..1],
            &["zhang", "chang", "张"],
        ] {
            for text in group {
                assert_eq!(keys(text).primary, keys(group[0]).primary, "{text} {}", group[0]);
            }
        }
    }

    #[test]
    fn ambiguous_letters_meet_by_expansion() {
        for (a, b) in [
            ("othman", "osman"),
            ("khalid", "halid"),
            ("jamal", "gamal"),
            ("jugoslav", "yugoslav"),
            ("wladimir", "vladimir"),
            ("חיימ", "haim"),
            ("גיאורגדזה", "giorgadze"),
            ("מיטשל", "mitchel"),
            ("נטשה", "natasha"),
            ("박", "park"),
            ("최", "choi"),
        ] {
            let (form_a, form_b) = (WordForm::new(a), WordForm::new(b));
            assert!(keys(a).intersects(&form_b) && keys(b).intersects(&form_a), "{a} {b}");
        }
        assert!(!keys("lopez").intersects(&WordForm::new("gomez")));
    }

    #[test]
    fn short_words_keep_a_key_and_words_without_a_reading_have_none() {
        assert_ne!(keys("ali").primary, keys("amo").primary);
        assert_ne!(keys("yahya").primary, keys("aya").primary, "the number of h tells them apart");
        assert_eq!(keys("yahya").primary, keys("ihyae").primary);
        for text in ["737", "#llc", "สมชาย", "m7"] {
            assert_eq!(keys(text), SkeletonKeys::default(), "{text}");
        }
    }

    #[test]
    fn not_too_many_keys_and_the_primary_among_them() {
        for text in ["jjchthdhwkhjchawath", "jajajajajajajaja", "정", "김정은"] {
            let keys = keys(text);
            assert!((1..=SIGN_KEYS_MAX).contains(&keys.expanded.len()), "{text}");
            assert_eq!(keys.primary, Some(keys.expanded[0]), "{text}");
            assert_eq!(keys.primary, primary_skeleton(&WordForm::new(text)), "{text}");
        }
    }
}
