//! The alphabet of sounds, in which tokens of different spellings and scripts are compared.

use bytemuck::{CheckedBitPattern, NoUninit};

/// One sound as a spelling suggests it. The last twelve are letters of Arabic and Hebrew that Latin
/// spells in several ways; they occur in tokens of those scripts only. Snapshots hold the codes: a new
/// sound goes to the end, or the format gets a new number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, CheckedBitPattern, NoUninit)]
#[repr(u8)]
#[rustfmt::skip]
pub(crate) enum Sound {
    A, E, I, O, U,
    Y, W, H,
    B, P, F, V, M, N, L, R,
    D, T, Dh, Th,
    S, Z, Sh, Zh, Ch, J, Ts, Dz,
    K, G, Kh, Gh, Q,
    /// Latin c: k, s, ts, ch or j by language.
    C,
    /// Latin x at the beginning; elsewhere it is k and s.
    X,
    Alef, Ayn, Waw, Yeh, Dad, Zah, Bet, Kaf, Het, Pe, Tsadi, Shin,
}

impl Sound {
    /// Number of sounds.
    pub(crate) const COUNT: usize = Self::Shin as usize + 1;

    /// Returns all sounds by code.
    pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
        let codes = 0..Self::COUNT as u8;
        codes.filter_map(|code| bytemuck::checked::try_cast::<u8, Self>(code).ok())
    }

    /// Returns its bit in a set of sounds.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << self as u8
    }

    #[inline]
    pub(crate) fn is_vowel(self) -> bool {
        matches!(self, Self::A | Self::E | Self::I | Self::O | Self::U)
    }
}
