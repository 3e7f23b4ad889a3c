//! Phonetic classes of consonants, and a sequence of them: a skeleton.

use crate::text::form::Sound;

/// Most classes in a key. The rest of a longer skeleton is ignored.
const CLASSES_MAX: u8 = 15;

/// Phonetic class of a sound. The code is the class's digit in the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    /// A vowel or a sound like one.
    Dropped,
    Labial,
    Dental,
    Velar,
    Sibilant,
    Fricative,
    Nasal,
    L,
    R,
    /// The sound h: dropped, but counted in a token that has no other consonant.
    Breath,
}

/// A skeleton under construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Skeleton {
    /// Four bits per class, the first class highest.
    classes: u64,
    count: u8,
    breaths: u8,
}

impl Skeleton {
    /// Skeleton of no sounds.
    pub(super) const EMPTY: Self = Self { classes: 0, count: 0, breaths: 0 };

    /// Adds the primary class of a sound.
    pub(super) fn push_sound(&mut self, sound: Sound) {
        self.push(classes(sound).0);
    }

    /// Returns the skeleton of this one's sounds followed by the other one's.
    pub(super) fn followed_by(mut self, other: &Self) -> Self {
        for at in (0..other.count).rev() {
            self.push_digit(other.classes >> (4 * at) & 15);
        }
        self.breaths = (self.breaths + other.breaths).min(CLASSES_MAX);
        self
    }

    /// Returns a sort key, different for different skeletons.
    pub(super) fn order(&self) -> (u64, u8) {
        (self.classes, self.breaths)
    }

    /// Returns a hash, the same for equal skeletons.
    pub(super) fn hash(&self) -> u8 {
        // The highest bits of a product with an odd number, here 2^64 over the golden ratio, depend on
        // all bits of the other factor.
        let all = self.classes ^ u64::from(self.breaths) << 60;
        (all.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
    }

    pub(super) fn push(&mut self, class: Class) {
        match class {
            Class::Dropped => {}
            Class::Breath => self.breaths = (self.breaths + 1).min(CLASSES_MAX),
            _ => self.push_digit(class as u64),
        }
    }

    fn push_digit(&mut self, digit: u64) {
        if self.classes & 15 != digit && self.count < CLASSES_MAX {
            self.classes = self.classes << 4 | digit;
            self.count += 1;
        }
    }

    /// Returns the key: the classes, or the number of h where the skeleton has no class.
    pub(super) fn key(&self) -> u64 {
        if self.count > 0 {
            return self.classes;
        }
        (Class::Breath as u64) << 4 | u64::from(self.breaths)
    }
}

/// Returns the primary class of a sound, and its classes in other languages.
pub(super) fn classes(sound: Sound) -> (Class, &'static [Class]) {
    use Class::{Breath, Dental, Dropped, Fricative, Labial, Nasal, Sibilant, Velar};
    match sound {
        Sound::A | Sound::E | Sound::I | Sound::O | Sound::U | Sound::Y => (Dropped, &[]),
        Sound::Alef | Sound::Ayn | Sound::Yeh => (Dropped, &[]),
        Sound::W | Sound::Waw => (Dropped, &[Fricative]),
        Sound::H => (Breath, &[]),
        Sound::B | Sound::P => (Labial, &[]),
        Sound::Bet | Sound::Pe => (Labial, &[Fricative]),
        Sound::F | Sound::V => (Fricative, &[]),
        Sound::M | Sound::N => (Nasal, &[]),
        Sound::L => (Class::L, &[]),
        Sound::R => (Class::R, &[]),
        Sound::D | Sound::T => (Dental, &[]),
        Sound::Dh | Sound::Th | Sound::Dad => (Dental, &[Sibilant]),
        Sound::Zah => (Sibilant, &[Dental]),
        Sound::S | Sound::Z | Sound::Sh | Sound::Zh | Sound::Ts | Sound::Dz => (Sibilant, &[]),
        Sound::Tsadi | Sound::Shin => (Sibilant, &[]),
        Sound::Ch => (Sibilant, &[Velar]),
        Sound::J => (Sibilant, &[Velar, Dropped]),
        Sound::X => (Sibilant, &[Velar]),
        Sound::K | Sound::G | Sound::Gh | Sound::Q | Sound::Kaf => (Velar, &[]),
        Sound::C => (Velar, &[Sibilant]),
        Sound::Kh | Sound::Het => (Velar, &[Breath]),
    }
}
