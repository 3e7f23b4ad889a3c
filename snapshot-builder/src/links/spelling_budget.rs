//! Limits the names of a record that are compared in spelling. Without a limit, each pair of records
//! that share a key would compare all names of both.

use super::names::{NameWords, by_length};
use crate::limits::LINKED_NAMES_COMPARED_MAX;

/// Counts compared pairs of names, for the party of each pair with more of them.
#[derive(Debug)]
pub(super) struct SpellingBudget {
    compared: Vec<u64>,
    /// Pairs of parties that were not compared.
    pub(super) refused: u64,
}

impl SpellingBudget {
    /// An unused budget for this number of parties.
    pub(super) fn of(parties: usize) -> Self {
        Self { compared: vec![0; parties], refused: 0 }
    }

    /// True if the names of two parties, given by index, may be compared. The party with more names is
    /// charged, so that one with few names can be compared with any number of parties.
    pub(super) fn allows(
        &mut self,
        (left, of_left): (u32, &[NameWords]),
        (right, of_right): (u32, &[NameWords]),
    ) -> bool {
        let payer = if of_left.len() > of_right.len() { left } else { right };
        let names = of_left.len().max(of_right.len()) as u64;
        let compared = &mut self.compared[payer as usize];
        let after = *compared + pairs_compared(of_left, of_right);
        let is_allowed = after <= names * LINKED_NAMES_COMPARED_MAX;
        if is_allowed {
            *compared = after;
        } else {
            self.refused += 1;
        }
        is_allowed
    }
}

/// Pairs of names that [`super::names::are_spelt_alike`] compares word by word: names with equally many
/// words.
fn pairs_compared(one: &[NameWords], other: &[NameWords]) -> u64 {
    let other = by_length(other);
    let pairs = by_length(one)
        .into_iter()
        .map(|(words, names)| names.len() as u64 * other.get(&words).map_or(0, Vec::len) as u64);
    pairs.sum()
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{Alias, EntityType, Record};

    use super::super::names::names_of;
    use super::*;

    /// A person with `count` names of two words, and one of three.
    fn names(count: usize) -> Vec<NameWords> {
        let alias = |number| Alias::strong(format!("Ann Lee{}", "e".repeat(number)));
        names_of(&Record {
            name: "Ann Maria Lee".to_owned(),
            aliases: (0..count).map(alias).collect(),
            entity_type: Some(EntityType::Individual),
            ..Record::default()
        })
    }

    #[test]
    fn names_of_equally_many_words_are_compared() {
        assert_eq!(pairs_compared(&names(5), &names(7)), 5 * 7 + 1);
        assert_eq!(pairs_compared(&names(5), &names(7)[1..]), 5 * 7);
        assert_eq!(pairs_compared(&names(5), &[]), 0);
    }

    #[test]
    fn the_party_with_more_names_pays_up_to_the_limit() {
        let (many, few) = (names(20), names(10));
        let (each, limit) = (20 * 10 + 1, 21 * LINKED_NAMES_COMPARED_MAX);
        let mut budget = SpellingBudget::of(3);
        for at in 0..limit / each {
            assert!(budget.allows((0, &many), (1, &few)), "{at}");
        }
        assert!(!budget.allows((1, &few), (0, &many)));
        assert_eq!((budget.compared[0], budget.compared[1]), (limit / each * each, 0));
        assert!(budget.allows((1, &few), (2, &few)), "another one of few names");
        assert_eq!(budget.refused, 1);
    }
}
