//! Penalties: named reasons why a name scores below its matched tokens.

use crate::model::named_enum;

named_enum!(
    /// A reason why a name scores below its matched tokens (docs/api.md, "Match answers").
    Penalty {
        /// Informative words are unmatched on both sides.
        Contradiction = "contradiction",
        /// Numbers are unmatched on both sides.
        NumbersDiffer = "numbers_differ",
        /// A number is unmatched on one side.
        NumberExtra = "number_extra",
        /// A place is unmatched in the name of a thing.
        PlaceUnmatched = "place_left",
        /// Tokens are in another order, and order tells such names apart.
        Order = "order",
        /// Words are unmatched, or matched as initials, and the evidence is little: few words, or common
        /// ones.
        LittleEvidence = "little_evidence",
        /// The only match, generic words aside, is a short or well-known word that is not the same.
        ShortWordAlone = "short_word_alone",
        /// Only generic words or one letter matched, with unmatched words. Or only generic words and
        /// places matched, with an unmatched distinctive word.
        GenericAlone = "generic_alone",
        /// The publisher marks the alias as weak.
        WeakAlias = "weak_alias",
    }
);

/// A set of [`Penalty`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Penalties(u16);

impl Penalties {
    /// Adds one if it applies, and returns whether it does.
    #[inline]
    pub(super) fn note(&mut self, penalty: Penalty, holds: bool) -> bool {
        self.0 |= u16::from(holds) << penalty as u8;
        holds
    }

    /// True if it holds this one.
    #[must_use]
    pub fn has(self, penalty: Penalty) -> bool {
        self.0 & (1 << penalty as u8) != 0
    }

    /// The penalties of the set, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Penalty> {
        Penalty::ALL.iter().copied().filter(move |penalty| self.has(*penalty))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_noted() {
        let mut penalties = Penalties::default();
        assert!(penalties.note(Penalty::WeakAlias, true));
        assert!(!penalties.note(Penalty::PlaceUnmatched, false));
        assert!(penalties.note(Penalty::Contradiction, true));
        let noted: Vec<Penalty> = penalties.iter().collect();
        assert_eq!(noted, [Penalty::Contradiction, Penalty::WeakAlias]);
    }
}
