//! Similarity of two tokens as a number.

/// Similarity of two tokens in fixed point: 255 is 1.0, 0 is not alike. Other values below
/// [`Similarity::LEAST`] do not occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Similarity(pub u8);

impl Similarity {
    /// Not alike.
    pub const NONE: Self = Self(0);
    /// The least similarity above [`Self::NONE`]: .60.
    pub const LEAST: Self = Self(153);
    /// The least similarity above [`Self::NONE`] of two tokens of one script: .80. Less similar pairs
    /// are rarely the same name, and they are two thirds of all pairs that would match.
    pub const LEAST_OF_ONE_SCRIPT: Self = Self(204);
    /// Similarity of the same text, and of nothing else.
    pub const EQUAL: Self = Self(255);

    /// Returns this similarity of two tokens of one script, or none below
    /// [`Self::LEAST_OF_ONE_SCRIPT`].
    pub(super) fn or_none(self) -> Self {
        if self < Self::LEAST_OF_ONE_SCRIPT { Self::NONE } else { self }
    }

    /// Returns a coarse step that similar values share: candidates are searched for step by step.
    #[inline]
    #[must_use]
    pub fn step(self) -> u8 {
        self.0 / 4
    }

    /// Returns the similarity as a number from 0.0 to 1.0.
    #[must_use]
    pub fn value(self) -> f32 {
        f32::from(self.0) / 255.0
    }

    /// Rounds `units` / 10,000 to a similarity below [`Self::EQUAL`], or to none below [`Self::LEAST`].
    fn from_units(units: u32) -> Self {
        let rounded = (units * 255 + 5_000) / 10_000;
        let value = u8::try_from(rounded).unwrap_or(u8::MAX).min(Self::EQUAL.0 - 1);
        if value < Self::LEAST.0 { Self::NONE } else { Self(value) }
    }

    /// Returns a similarity that falls linearly with the cost per letter. It is `full`, in 1/100, at
    /// cost 0. A cost of one letter (100) per letter reduces it by `slope`, in 1/1,000.
    pub(super) fn falling(full: u32, slope: u32, cost: u32, letters: usize) -> Self {
        let loss = slope * cost / (10 * letters.max(1) as u32);
        Self::from_units((full * 100).saturating_sub(loss))
    }

    /// Returns the cost per letter at which [`Self::falling`] no longer exceeds this similarity.
    pub(super) fn budget(self, full: u32, slope: u32) -> u32 {
        let least = u32::from(self.0) * 100 / 255;
        full.saturating_sub(least) * 1_000 / slope
    }
}
