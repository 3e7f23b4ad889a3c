//! Lists of ordinals by a key: one column holds all lists end to end, another the start of each.

use rayon::prelude::*;

/// The columns as stored.
#[derive(Debug, Default)]
pub(super) struct ListParts {
    /// Start of each list, and the end of the last.
    pub(super) starts: Vec<u32>,
    pub(super) items: Vec<u32>,
}

impl ListParts {
    /// Lists for each key below `keys` its items below `items`, ascending. `keys_of` calls back with
    /// each key of an item, which must be below `keys`. It is called twice for each item.
    pub(super) fn build(
        keys: usize,
        items: usize,
        mut keys_of: impl FnMut(u32, &mut dyn FnMut(usize)),
    ) -> Self {
        let mut starts = vec![0u32; keys + 1];
        for item in 0..items as u32 {
            keys_of(item, &mut |key| starts[key + 1] += 1);
        }
        for key in 0..keys {
            starts[key + 1] += starts[key];
        }
        let mut free = starts.clone();
        let mut listed = vec![0u32; starts[keys] as usize];
        for item in 0..items as u32 {
            keys_of(item, &mut |key| {
                listed[free[key] as usize] = item;
                free[key] += 1;
            });
        }
        Self { starts, items: listed }
    }

    pub(super) fn view(&self) -> Lists<'_> {
        Lists { starts: &self.starts, items: &self.items }
    }
}

/// Borrowed columns of lists.
#[derive(Debug, Clone, Copy)]
pub struct Lists<'s> {
    starts: &'s [u32],
    items: &'s [u32],
}

impl<'s> Lists<'s> {
    /// Returns lists over checked columns.
    pub(super) fn new(starts: &'s [u32], items: &'s [u32]) -> Self {
        Self { starts, items }
    }

    /// Returns the list of a key, ascending.
    ///
    /// # Panics
    /// When there is no such key, as indexing a slice does.
    #[inline]
    #[must_use]
    pub fn get(self, key: usize) -> &'s [u32] {
        &self.items[self.starts[key] as usize..self.starts[key + 1] as usize]
    }

    /// Returns the list of a key; `None` when there is no such key.
    pub(super) fn find(self, key: u64) -> Option<&'s [u32]> {
        let key = usize::try_from(key).ok().filter(|&key| key < self.keys())?;
        Some(self.get(key))
    }

    /// Number of keys.
    pub(super) fn keys(self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Iterates over all lists, in the order of their keys.
    pub fn iter(self) -> impl Iterator<Item = &'s [u32]> {
        (0..self.keys()).map(move |key| self.get(key))
    }

    /// Number of items in all lists.
    pub(super) fn total(self) -> usize {
        self.items.len()
    }

    /// Checks that lists which tile their items ascend and hold only items that `fits` accepts under
    /// their key; the error says what fails.
    pub(super) fn check(
        self,
        fits: impl Fn(usize, u32) -> bool + Sync,
    ) -> Result<(), &'static str> {
        let all =
            |holds: &(dyn Fn(usize) -> bool + Sync)| (0..self.keys()).into_par_iter().all(holds);
        if !all(&|key| self.get(key).is_sorted_by(|a, b| a < b)) {
            return Err("a list does not rise");
        }
        if !all(&|key| self.get(key).iter().all(|&item| fits(key, item))) {
            return Err("an item that does not belong in its list");
        }
        Ok(())
    }
}

/// Finds the first place in a sorted list where `is_before` is false (galloping search): steps double,
/// so the cost depends on the distance.
pub fn gallop<T>(list: &[T], is_before: impl Fn(&T) -> bool) -> usize {
    let mut step = 1;
    while step <= list.len() && is_before(&list[step - 1]) {
        step *= 2;
    }
    let (from, to) = (step / 2, list.len().min(step - 1));
    from + list[from..to].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ListParts, Lists, gallop};

    proptest! {
        #[test]
        fn numbers_are_found_however_far_they_are(
            steps in prop::collection::vec(1_u32..40, 0..200),
            number in 0_u32..4_000,
        ) {
            let sum = |last: &mut u32, step: u32| { *last += step; Some(*last) };
            let list: Vec<u32> = steps.into_iter().scan(0, sum).collect();
            let expected = list.iter().take_while(|other| **other < number).count();
            prop_assert_eq!(gallop(&list, |other| *other < number), expected);
        }
    }

    #[test]
    fn every_item_stands_in_the_lists_of_its_keys() {
        let keys: [&[usize]; 4] = [&[2, 0], &[], &[0], &[2]];
        let parts = ListParts::build(3, 4, |item, key| {
            keys[item as usize].iter().for_each(|&k| key(k));
        });
        let lists: Vec<&[u32]> = parts.view().iter().collect();
        assert_eq!(lists, [&[0, 2][..], &[], &[0, 3]]);
        let fits = |key: usize, item: u32| keys[item as usize].contains(&key);
        assert_eq!((parts.view().find(2), parts.view().find(3)), (Some(&[0, 3][..]), None));
        assert_eq!(parts.view().check(fits), Ok(()));
    }

    #[test]
    fn lists_that_do_not_rise_or_hold_what_does_not_fit_are_told() {
        for (starts, items) in [(&[0, 2, 2], &[1, 0]), (&[0, 2, 2], &[1, 1]), (&[0, 1, 2], &[0, 9])]
        {
            let lists = Lists::new(starts, items);
            assert!(lists.check(|_, item| item < 9).is_err(), "{items:?}");
        }
    }
}
