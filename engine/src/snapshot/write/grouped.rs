//! Items grouped into lists.

use bytemuck::Zeroable;

/// Lists stored end to end.
pub(super) struct Lists<T> {
    /// Start of each list, and the end of the last.
    pub(super) offsets: Vec<u64>,
    pub(super) items: Vec<T>,
}

impl<T: Copy + Zeroable> Lists<T> {
    /// Distributes items over `lists` lists; each list keeps the order of the calls of `visit`. `visit`
    /// is called twice and must yield the same items both times.
    pub(super) fn distribute(lists: usize, visit: impl Fn(&mut dyn FnMut(usize, T))) -> Self {
        let mut offsets = vec![0u64; lists + 1];
        visit(&mut |list, _| offsets[list + 1] += 1);
        for at in 1..offsets.len() {
            offsets[at] += offsets[at - 1];
        }
        let mut next = offsets.clone();
        let mut items = vec![T::zeroed(); offsets[lists] as usize];
        visit(&mut |list, item| {
            items[next[list] as usize] = item;
            next[list] += 1;
        });
        Self { offsets, items }
    }

    pub(super) fn list_len(&self, list: usize) -> usize {
        (self.offsets[list + 1] - self.offsets[list]) as usize
    }

    /// Reorders the lists: list `i` of the result is list `order[i]`.
    pub(super) fn reordered(self, order: &[usize]) -> Self {
        let mut offsets = vec![0u64];
        let mut items = Vec::with_capacity(self.items.len());
        for &list in order {
            let range = self.offsets[list] as usize..self.offsets[list + 1] as usize;
            items.extend_from_slice(&self.items[range]);
            offsets.push(items.len() as u64);
        }
        Self { offsets, items }
    }
}
