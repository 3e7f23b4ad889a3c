//! The programmes of records, identified by their text.

use std::collections::HashMap;

use crate::snapshot::lists::ListParts;
use crate::snapshot::write::input::ActiveRecord;

/// Programmes and their records.
pub(super) struct Programmes<'a> {
    /// Every programme once, sorted.
    pub(super) names: Vec<&'a str>,
    /// Records of each programme.
    pub(super) records: ListParts,
}

impl<'a> Programmes<'a> {
    /// Reads the programmes of every record.
    pub(super) fn read(records: &'a [ActiveRecord]) -> Self {
        let mut found = Found::default();
        for record in records {
            found.add(record.record.programmes.iter().map(String::as_str));
        }
        found.into_programmes()
    }
}

/// Programmes, numbered in the order of their first occurrence.
#[derive(Default)]
struct Found<'s> {
    numbers: HashMap<&'s str, u32>,
    /// Programme numbers of each record in turn, each once.
    all: Vec<u32>,
    /// End of each record's programmes in `all`.
    ends: Vec<u32>,
}

impl<'s> Found<'s> {
    /// Adds the programmes of the next record.
    fn add(&mut self, programmes: impl Iterator<Item = &'s str>) {
        let start = self.all.len();
        for programme in programmes {
            let next = self.numbers.len() as u32;
            let number = *self.numbers.entry(programme).or_insert(next);
            if !self.all[start..].contains(&number) {
                self.all.push(number);
            }
        }
        self.ends.push(self.all.len() as u32);
    }

    /// Returns the programmes in order, and the records of each.
    fn into_programmes(self) -> Programmes<'s> {
        let mut names: Vec<(&str, u32)> = self.numbers.into_iter().collect();
        names.sort_unstable();
        let mut places = vec![0usize; names.len()];
        names.iter().enumerate().for_each(|(place, (_, number))| places[*number as usize] = place);
        let (all, ends) = (self.all, self.ends);
        let records = ListParts::build(names.len(), ends.len(), |record, key| {
            let start = record.checked_sub(1).map_or(0, |before| ends[before as usize]);
            let own = start as usize..ends[record as usize] as usize;
            all[own].iter().for_each(|number| key(places[*number as usize]));
        });
        Programmes { names: names.into_iter().map(|(name, _)| name).collect(), records }
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Programmes};

    #[test]
    fn programmes_are_sorted_and_a_record_stands_once_in_each() {
        let mut found = Found::default();
        for programmes in [&["SYRIA", "IRAN", "SYRIA"][..], &[], &["IRAN"], &["CUBA"]] {
            found.add(programmes.iter().copied());
        }
        let Programmes { names, records } = found.into_programmes();
        assert_eq!(names, ["CUBA", "IRAN", "SYRIA"]);
        let lists: Vec<&[u32]> = records.view().iter().collect();
        assert_eq!(lists, [&[3][..], &[0, 2], &[0]]);
    }
}
