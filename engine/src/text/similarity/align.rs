//! The cheapest alignment of two sequences under given costs: a weighted optimal string
//! alignment that stops once a budget is exceeded.

use crate::limits::WORD_CHARS_MAX;

/// Costs of edits between two sequences, in 1/100 of a letter. Positions count from 0.
pub(super) trait EditCosts {
    /// Lengths of the left and the right sequence, at most [`WORD_CHARS_MAX`] each.
    fn lengths(&self) -> (usize, usize);
    /// Cost of the left element in place of the right one; 0 when they are the same.
    fn replace(&self, left: usize, right: usize) -> u32;
    /// Cost of a left element without a counterpart.
    fn drop_left(&self, left: usize) -> u32;
    /// Cost of a right element without a counterpart.
    fn drop_right(&self, right: usize) -> u32;
    /// Cost of a swap of the elements at these positions with those before them; `None` if not allowed.
    fn swap(&self, _left: usize, _right: usize) -> Option<u32> {
        None
    }
}

/// A cost above any budget, small enough to be added to.
const OVER: u32 = u32::MAX / 4;

/// Returns the least total cost, if it is within the budget.
pub(super) fn cheapest(costs: &impl EditCosts, budget: u32) -> Option<u32> {
    let (left, right) = costs.lengths();
    debug_assert!(left <= WORD_CHARS_MAX && right <= WORD_CHARS_MAX);
    let (mut drops_left, mut drops_right) = ([0; WORD_CHARS_MAX], [0; WORD_CHARS_MAX]);
    (0..left).for_each(|i| drops_left[i] = costs.drop_left(i));
    (0..right).for_each(|j| drops_right[j] = costs.drop_right(j));
    let (drops_left, drops_right) = (&drops_left[..left], &drops_right[..right]);
    let Band { ahead, behind } = Band::within(budget, drops_left, drops_right)?;
    // Indexed by the number of aligned elements of the right sequence. Cells outside the band hold
    // `OVER`.
    let mut rows = [[OVER; WORD_CHARS_MAX + 2]; 3];
    let [mut before, mut previous, mut row] = rows.each_mut();
    previous[0] = 0;
    for j in 0..right.min(ahead) {
        previous[j + 1] = previous[j] + drops_right[j];
    }
    let mut least_before = 0; // Nothing aligned with nothing.
    for (i, drop_left) in drops_left.iter().enumerate() {
        let (first, last) = ((i + 1).saturating_sub(behind), (i + 1 + ahead).min(right));
        let mut least = u32::MAX;
        if first == 0 {
            row[0] = previous[0] + drop_left;
            least = row[0];
        } else {
            row[first - 1] = OVER;
        }
        for at in first.max(1)..=last {
            let j = at - 1;
            let mut cost = previous[j] + costs.replace(i, j);
            cost = cost.min(previous[at] + drop_left).min(row[j] + drops_right[j]);
            if i > 0
                && j > 0
                && let Some(swap) = costs.swap(i, j)
            {
                cost = cost.min(before[j - 1] + swap);
            }
            row[at] = cost;
            least = least.min(cost);
        }
        row[last + 1] = OVER;
        // A swap reaches back two rows, so both must exceed the budget.
        if least.min(least_before) > budget {
            return None;
        }
        least_before = least;
        (before, previous, row) = (previous, row, before);
    }
    Some(previous[right]).filter(|cost| *cost <= budget)
}

/// Band of the alignment table within which an alignment can keep to the budget.
struct Band {
    /// Most elements by which the right sequence may be ahead of the left.
    ahead: usize,
    /// Most elements by which the left sequence may be ahead of the right.
    behind: usize,
}

impl Band {
    /// Returns the band; `None` when the lengths alone exceed the budget. Each element that one
    /// sequence is ahead was dropped. Apart from the difference in length, as many elements of the
    /// other sequence must be dropped in turn.
    fn within(budget: u32, drops_left: &[u32], drops_right: &[u32]) -> Option<Self> {
        let least = |drops: &[u32]| i64::from(drops.iter().copied().min().unwrap_or(0));
        let (left, right) = (least(drops_left), least(drops_right));
        let longer = drops_right.len() as i64 - drops_left.len() as i64;
        let most = |room: i64, length: usize| match left + right {
            0 => Some(length),
            both => usize::try_from(room.div_euclid(both)).ok(),
        };
        let budget = i64::from(budget);
        let ahead = most(budget + longer * left, drops_right.len())?;
        let behind = most(budget - longer * right, drops_left.len())?;
        let reaches_end = -(behind as i64) <= longer && longer <= ahead as i64;
        reaches_end.then_some(Self { ahead, behind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Costs given by tables.
    #[derive(Debug, Clone)]
    struct Table {
        lengths: (usize, usize),
        drops: [u32; 12],
        replace: [u32; 36],
        swap: [Option<u32>; 36],
    }

    impl EditCosts for Table {
        fn lengths(&self) -> (usize, usize) {
            self.lengths
        }

        fn replace(&self, left: usize, right: usize) -> u32 {
            self.replace[left * 6 + right]
        }

        fn drop_left(&self, left: usize) -> u32 {
            self.drops[left]
        }

        fn drop_right(&self, right: usize) -> u32 {
            self.drops[6 + right]
        }

        fn swap(&self, left: usize, right: usize) -> Option<u32> {
            self.swap[left * 6 + right]
        }
    }

    /// Returns the least cost from a position to the ends, by trying every alignment.
    fn cheapest_by_trying(costs: &Table, i: usize, j: usize) -> u32 {
        let (left, right) = costs.lengths;
        let mut ways = Vec::new();
        if i < left {
            ways.push(costs.drop_left(i) + cheapest_by_trying(costs, i + 1, j));
        }
        if j < right {
            ways.push(costs.drop_right(j) + cheapest_by_trying(costs, i, j + 1));
        }
        if i < left && j < right {
            ways.push(costs.replace(i, j) + cheapest_by_trying(costs, i + 1, j + 1));
        }
        if i + 1 < left
            && j + 1 < right
            && let Some(swap) = costs.swap(i + 1, j + 1)
        {
            ways.push(swap + cheapest_by_trying(costs, i + 2, j + 2));
        }
        ways.into_iter().min().unwrap_or(0)
    }

    #[test]
    fn the_first_two_elements_may_swap_where_aligning_the_first_alone_costs_too_much() {
        let mut swap = [None; 36];
        swap[6 + 1] = Some(20);
        let costs = Table { lengths: (2, 2), drops: [60; 12], replace: [60; 36], swap };
        assert_eq!(cheapest(&costs, 30), Some(20));
        assert_eq!(cheapest(&costs, 10), None);
    }

    proptest! {
        #[test]
        fn no_alignment_is_cheaper(
            lengths in (0_usize..=6, 0_usize..=6),
            drops in prop::array::uniform12(0_u32..100),
            replace in prop::collection::vec(prop_oneof![Just(0), 0_u32..120], 36),
            swap in prop::collection::vec(prop::option::weighted(0.2, 0_u32..60), 36),
            budget in 0_u32..400,
        ) {
            let replace = replace.try_into().expect("36 of them");
            let swap = swap.try_into().expect("36 of them");
            let costs = Table { lengths, drops, replace, swap };
            let expected = Some(cheapest_by_trying(&costs, 0, 0)).filter(|cost| *cost <= budget);
            prop_assert_eq!(cheapest(&costs, budget), expected);
        }
    }
}
