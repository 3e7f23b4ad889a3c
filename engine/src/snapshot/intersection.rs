//! Intersection of posting lists.

use super::gallop;

/// Items of a block, which are compared at once and without a branch for each. Lists of frequent words
/// are of similar length, so no branch would foresee how many items lie between two that are asked for.
const BLOCK: usize = 8;

/// Intersection of ascending lists, ascending; empty for no lists. The cost grows with the length of the
/// first list, so the shortest should be first. No list may hold [`u32::MAX`].
pub fn in_all(lists: Vec<&[u32]>) -> impl Iterator<Item = u32> {
    let mut lists = lists.into_iter();
    let first = lists.next().unwrap_or_default();
    let mut others: Vec<Blocks<'_>> = lists.map(Blocks::new).collect();
    first.iter().copied().filter(move |&item| others.iter_mut().all(|list| list.contains(item)))
}

/// An ascending list that is asked for ascending items.
struct Blocks<'s> {
    /// The first block that does not end before the last item asked for.
    block: [u32; BLOCK],
    later: &'s [[u32; BLOCK]],
    /// Behind all blocks: the last items, and [`u32::MAX`].
    end: [u32; BLOCK],
}

impl<'s> Blocks<'s> {
    fn new(list: &'s [u32]) -> Self {
        let (later, rest) = list.as_chunks();
        let mut end = [u32::MAX; BLOCK];
        end[..rest.len()].copy_from_slice(rest);
        let mut blocks = Self { block: end, later, end };
        blocks.skip_to(0);
        blocks
    }

    #[inline]
    fn contains(&mut self, item: u32) -> bool {
        if self.block[BLOCK - 1] < item {
            self.skip_to(item);
        }
        let equal = self.block.map(|other| if other == item { u32::MAX } else { 0 });
        let halves: [u32; BLOCK / 2] = std::array::from_fn(|at| equal[at] | equal[at + BLOCK / 2]);
        bytemuck::cast::<_, u128>(halves) != 0
    }

    fn skip_to(&mut self, item: u32) {
        self.later = &self.later[gallop(self.later, |block| block[BLOCK - 1] < item)..];
        self.block = self.later.first().copied().unwrap_or(self.end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::in_all;

    fn list() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::btree_set(0_u32..200, 0..150)
            .prop_map(|items| items.into_iter().collect())
    }

    proptest! {
        #[test]
        fn what_every_list_holds_is_found(lists in prop::collection::vec(list(), 1..4)) {
            let expected = |item: &u32| lists.iter().all(|list| list.contains(item));
            let expected: Vec<u32> = (0..200).filter(expected).collect();
            let found: Vec<u32> = in_all(lists.iter().map(Vec::as_slice).collect()).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn no_list_holds_nothing() {
        assert_eq!(in_all(Vec::new()).next(), None);
    }
}
