//! Amounts counted by client.

use std::hash::Hash;

use ahash::AHashMap;

/// Amounts by client, and their total. Clients whose amount is zero are removed.
#[derive(Debug)]
pub(crate) struct ByClient<C> {
    total: usize,
    own: AHashMap<C, usize>,
}

impl<C> Default for ByClient<C> {
    fn default() -> Self {
        Self { total: 0, own: AHashMap::new() }
    }
}

impl<C: Eq + Hash> ByClient<C> {
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    pub(crate) fn of(&self, client: &C) -> usize {
        self.own.get(client).copied().unwrap_or_default()
    }

    /// The amount of each client with a nonzero amount.
    pub(crate) fn shares(&self) -> impl Iterator<Item = (&C, usize)> {
        self.own.iter().map(|(client, own)| (client, *own))
    }

    pub(crate) fn add(&mut self, client: C, number: usize) {
        if number > 0 {
            self.total += number;
            *self.own.entry(client).or_default() += number;
        }
    }

    /// Subtracts an amount added before.
    pub(crate) fn remove(&mut self, client: &C, number: usize) {
        let Some(own) = self.own.get_mut(client) else { return };
        let number = number.min(*own);
        self.total -= number;
        *own -= number;
        if *own == 0 {
            self.own.remove(client);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_has_nothing_is_forgotten() {
        let mut counts = ByClient::default();
        counts.add("a", 2);
        counts.add("b", 1);
        counts.add("c", 0);
        assert_eq!((counts.total(), counts.shares().count(), counts.of(&"a")), (3, 2, 2));
        counts.remove(&"a", 2);
        counts.remove(&"c", 1);
        assert_eq!((counts.total(), counts.shares().count(), counts.of(&"a")), (1, 1, 0));
    }
}
