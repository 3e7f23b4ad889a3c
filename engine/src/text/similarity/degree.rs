//! How alike two words are, as a number.

/// How alike two words are, in fixed point: 255 is 1.0, 0 is not alike. Values between 1 and
/// [`Similarity::LEAST`] do not occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Similarity(pub u8);

impl Similarity {
    /// Not alike.
    pub const NONE: Self = Self(0);
    /// The least there is above [`Self::NONE`]: .60.
    pub const LEAST: Self = Self(153);
    /// The least between two words of one script, unless not alike: .80. What would be less
    /// alike is rarely the same name, and is two thirds of all that a word would meet.
    pub const LEAST_OF_ONE_SCRIPT: Self = Self(204);
    /// The same text. Nothing else is equal.
    pub const EQUAL: Self = Self(255);

    /// This similarity of two words of one script, unless it is below the least of such.
    pub(super) fn or_none(self) -> Self {
        if self < Self::LEAST_OF_ONE_SCRIPT { Self::NONE } else { self }
    }

    /// Words about as alike share a step: names are looked for step by step.
    #[inline]
    #[must_use]
    pub fn step(self) -> u8 {
        self.0 / 4
    }

    /// From 0.0 to 1.0.
    #[must_use]
    pub fn value(self) -> f32 {
        f32::from(self.0) / 255.0
    }

    /// The nearest value to `units` / 10,000 that is below equality, and none below the least.
    fn from_units(units: u32) -> Self {
        let rounded = (units * 255 + 5_000) / 10_000;
        let value = u8::try_from(rounded).unwrap_or(u8::MAX).min(Self::EQUAL.0 - 1);
        if value < Self::LEAST.0 { Self::NONE } else { Self(value) }
    }

    /// `full` at cost 0, in 1/100, falling by `slope`, in 1/1,000, times the cost of one letter (100) a
    /// letter.
    pub(super) fn falling(full: u32, slope: u32, cost: u32, letters: usize) -> Self {
        let loss = slope * cost / (10 * letters.max(1) as u32);
        Self::from_units((full * 100).saturating_sub(loss))
    }

    /// A cost a letter at which what falls so is not above this similarity any more.
    pub(super) fn budget(self, full: u32, slope: u32) -> u32 {
        let least = u32::from(self.0) * 100 / 255;
        full.saturating_sub(least) * 1_000 / slope
    }
}
