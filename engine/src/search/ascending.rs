//! Membership tests in a sorted list, mostly in ascending order.

use std::cell::Cell;

use crate::snapshot::gallop;

/// A sorted list with the position of the last test.
pub(super) struct Ascending<'s> {
    list: &'s [u32],
    place: Cell<usize>,
}

impl<'s> Ascending<'s> {
    pub(super) fn new(list: &'s [u32]) -> Self {
        Self { list, place: Cell::new(0) }
    }

    /// True if the list holds a number. If the number is higher than the last tested one, the cost
    /// grows with the distance between them. If it is lower, the cost grows with its distance from the
    /// start.
    pub(super) fn contains(&self, number: u32) -> bool {
        let last = self.place.get();
        let passed = last > 0 && self.list[last - 1] >= number;
        let from = if passed { 0 } else { last };
        let place = from + gallop(&self.list[from..], |&other| other < number);
        self.place.set(place);
        self.list.get(place) == Some(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::Ascending;

    #[test]
    fn numbers_are_found_in_any_order() {
        let list: Vec<u32> = (0..200).map(|n| n * 3).collect();
        let orders: [Vec<u32>; 3] =
            [(0..610).collect(), (0..610).rev().collect(), (0..610).map(|n| n * 7 % 611).collect()];
        for order in orders {
            let held = Ascending::new(&list);
            for number in order {
                assert_eq!(held.contains(number), number % 3 == 0 && number < 600, "{number}");
            }
        }
        assert!(!Ascending::new(&[]).contains(0));
    }
}
