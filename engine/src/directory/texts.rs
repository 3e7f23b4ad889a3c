//! What only the text of records tells: their programmes, and whether they name a security.
//! The text lies far apart in the file, so it is gone through once.

use std::collections::HashMap;

use super::lists::Lists;
use crate::model::RecordOrdinal;
use crate::snapshot::Snapshot;

/// What was read.
pub(super) struct Texts {
    /// Every programme once, sorted.
    pub(super) programmes: Vec<String>,
    /// Records of each programme.
    pub(super) by_programme: Lists,
    /// By record, whether it carries an ISIN or a ticker.
    pub(super) has_security: Vec<bool>,
}

impl Texts {
    /// Reads every record of the snapshot.
    pub(super) fn read(snapshot: &Snapshot) -> Self {
        let count = snapshot.record_count();
        let mut has_security = Vec::with_capacity(count);
        let mut found = Found::default();
        for record in (0..count as u32).map(RecordOrdinal) {
            let view = snapshot.record(record);
            has_security.push(view.isin().is_some() || view.ticker().is_some());
            found.add(view.programmes());
        }
        let (programmes, by_programme) = found.into_lists();
        Self { programmes, by_programme, has_security }
    }
}

/// Programmes numbered as they come.
#[derive(Default)]
struct Found<'s> {
    numbers: HashMap<&'s str, u32>,
    /// Those of each record in turn, each once.
    all: Vec<u32>,
    /// Where those of each record end.
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

    /// The programmes in order, and the records of each.
    fn into_lists(self) -> (Vec<String>, Lists) {
        let mut names: Vec<(&str, u32)> = self.numbers.into_iter().collect();
        names.sort_unstable();
        let mut places = vec![0usize; names.len()];
        names.iter().enumerate().for_each(|(place, (_, number))| places[*number as usize] = place);
        let (all, ends) = (self.all, self.ends);
        let lists = Lists::build(names.len(), ends.len(), |record, key| {
            let start = record.checked_sub(1).map_or(0, |before| ends[before as usize]);
            let own = start as usize..ends[record as usize] as usize;
            all[own].iter().for_each(|number| key(places[*number as usize]));
        });
        (names.into_iter().map(|(name, _)| name.to_owned()).collect(), lists)
    }
}

#[cfg(test)]
mod tests {
    use super::Found;

    #[test]
    fn programmes_are_sorted_and_a_record_stands_once_in_each() {
        let mut found = Found::default();
        for programmes in [&["SYRIA", "IRAN", "SYRIA"][..], &[], &["IRAN"], &["CUBA"]] {
            found.add(programmes.iter().copied());
        }
        let (names, lists) = found.into_lists();
        assert_eq!(names, ["CUBA", "IRAN", "SYRIA"]);
        assert_eq!([0, 1, 2].map(|key| lists.get(key).to_vec()), [vec![3], vec![0, 2], vec![0]]);
    }
}
