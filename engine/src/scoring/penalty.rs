//! What lowered the score of a name beyond the words that met nothing.

use crate::model::named_enum;

named_enum!(
    /// A reason for which a name scores less than its words do (docs/api.md, "Match answers").
    Penalty {
        /// Words that say something are left over on both sides.
        Contradiction = "contradiction",
        /// Numbers are left over on both sides.
        NumbersDiffer = "numbers_differ",
        /// A number is left over on one side.
        NumberExtra = "number_extra",
        /// A place is left over in the name of a thing.
        PlaceUnmatched = "place_left",
        /// The names around a particle ("bin") stand the other way round.
        OrderReversed = "order_reversed",
        /// Three to five short words stand in another order.
        ShortWordsShuffled = "short_words_shuffled",
        /// Words of two scripts, alike and no more, stand in another order in a person's name.
        ScriptsTurned = "scripts_turned",
        /// Both words of a person stand the other way round behind one that is left over.
        TurnedBehind = "turned_behind",
        /// Something is left over, and what met is little: few words, or common ones.
        LittleEvidence = "little_evidence",
        /// Beside one word that met, the rest met as an initial.
        InitialAlone = "initial_alone",
        /// All that met, generic words apart, is a short or well-known word, and not the same one.
        ShortWordAlone = "short_word_alone",
        /// An initial met beside a word that is alike and no more.
        InitialBesideDoubt = "initial_beside_doubt",
        /// All that met are generic words or one letter, and something is left over; or generic words and places,
        /// and a word that tells the party apart is left over.
        GenericAlone = "generic_alone",
        /// The publisher marks the alias as weak.
        WeakAlias = "weak_alias",
    }
);

/// A set of [`Penalty`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Penalties(u16);

impl Penalties {
    /// Notes one where it holds, and says whether it does.
    #[inline]
    pub(super) fn note(&mut self, lowering: Penalty, holds: bool) -> bool {
        self.0 |= u16::from(holds) << lowering as u8;
        holds
    }

    /// Whether it has this one.
    #[must_use]
    pub fn has(self, lowering: Penalty) -> bool {
        self.0 & (1 << lowering as u8) != 0
    }

    /// Those that it has, in the order of their list.
    pub fn iter(self) -> impl Iterator<Item = Penalty> {
        Penalty::ALL.iter().copied().filter(move |lowering| self.has(*lowering))
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
