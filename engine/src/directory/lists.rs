//! Lists of records by a key, in one piece of memory.

/// For each key `0..n` the ordinals of its records, ascending.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Start of each list, and the end of the last.
    starts: Vec<u32>,
    records: Vec<u32>,
}

impl Lists {
    /// Arranges `records` records; `keys_of` calls back with each key of a record, which must be
    /// below `keys`. It is asked twice for each record.
    pub(super) fn build(
        keys: usize,
        records: usize,
        mut keys_of: impl FnMut(u32, &mut dyn FnMut(usize)),
    ) -> Self {
        let mut starts = vec![0u32; keys + 1];
        for record in 0..records as u32 {
            keys_of(record, &mut |key| starts[key + 1] += 1);
        }
        for key in 0..keys {
            starts[key + 1] += starts[key];
        }
        let mut free = starts.clone();
        let mut ordinals = vec![0u32; starts[keys] as usize];
        for record in 0..records as u32 {
            keys_of(record, &mut |key| {
                ordinals[free[key] as usize] = record;
                free[key] += 1;
            });
        }
        Self { starts, records: ordinals }
    }

    /// The records of a key.
    pub(super) fn get(&self, key: usize) -> &[u32] {
        &self.records[self.starts[key] as usize..self.starts[key + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Lists;

    #[test]
    fn every_record_stands_in_the_lists_of_its_keys() {
        let keys: [&[usize]; 4] = [&[2, 0], &[], &[0], &[2]];
        let lists = Lists::build(3, 4, |record, key| {
            keys[record as usize].iter().for_each(|&k| key(k));
        });
        assert_eq!([0, 1, 2].map(|key| lists.get(key).to_vec()), [vec![0, 2], vec![], vec![0, 3]]);
    }
}
