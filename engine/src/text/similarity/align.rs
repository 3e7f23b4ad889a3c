//! The cheapest alignment of two sequences under given costs: a weighted optimal string
//! alignment that stops once a budget is exceeded.

use crate::limits::WORD_CHARS_MAX;

/// What edits of two sequences cost, in 1/100 of a letter. Positions count from 0.
pub(super) trait EditCosts {
    /// Lengths of the left and the right sequence, at most [`WORD_CHARS_MAX`] each.
    fn lengths(&self) -> (usize, usize);
    /// The left element stands for the right one; 0 when they are the same.
    fn replace(&self, left: usize, right: usize) -> u32;
    /// The left element has no counterpart.
    fn drop_left(&self, left: usize) -> u32;
    /// The right element has no counterpart.
    fn drop_right(&self, right: usize) -> u32;
    /// The elements at these positions and those before them changed places.
    fn swap(&self, _left: usize, _right: usize) -> Option<u32> {
        None
    }
}

/// The least total cost, if it is within the budget.
pub(super) fn cheapest(costs: &impl EditCosts, budget: u32) -> Option<u32> {
    let (left, right) = costs.lengths();
    debug_assert!(left <= WORD_CHARS_MAX && right <= WORD_CHARS_MAX);
    let mut rows = [[0_u32; WORD_CHARS_MAX + 1]; 3];
    let [mut before, mut previous, mut row] = rows.each_mut();
    let mut drops = [0_u32; WORD_CHARS_MAX];
    for j in 0..right {
        drops[j] = costs.drop_right(j);
        previous[j + 1] = previous[j] + drops[j];
    }
    let mut least_before = u32::MAX;
    for i in 0..left {
        let drop_left = costs.drop_left(i);
        row[0] = previous[0] + drop_left;
        let mut least = row[0];
        for j in 0..right {
            let mut cost = previous[j] + costs.replace(i, j);
            cost = cost.min(previous[j + 1] + drop_left).min(row[j] + drops[j]);
            if i > 0
                && j > 0
                && let Some(swap) = costs.swap(i, j)
            {
                cost = cost.min(before[j - 1] + swap);
            }
            row[j + 1] = cost;
            least = least.min(cost);
        }
        // A swap reaches back two rows, so both must be over.
        if least.min(least_before) > budget {
            return None;
        }
        least_before = least;
        (before, previous, row) = (previous, row, before);
    }
    Some(previous[right]).filter(|cost| *cost <= budget)
}
