//! Checks that the term-pair postings are complete and hold nothing else.

use rayon::prelude::*;

use super::named::Named;
use super::{Check, Snapshot, require};
use crate::snapshot::entry_words::EncodedWord;
use crate::snapshot::format::Section;
use crate::snapshot::impact::Entry;
use crate::snapshot::pairs::{NameWords, Pairs, TermPairEntry, TermPairRow};
use crate::snapshot::rows::NameGroup;

pub(super) fn check(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let view = View { pairs: parts.pairs(), named: Named::of(snapshot) };
    let frequent = view.pairs.frequent_words() as u32;
    let lists = 0..NameGroup::lists(frequent as usize);
    let fits = lists.into_par_iter().all(|at| view.lists_fit(at, frequent));
    require(parts, Section::PairEntries, fits, "not sorted, or a name that does not belong")?;
    let expected: usize = (0..view.named.count())
        .into_par_iter()
        .map(|name| {
            let mut count = 0;
            view.said_by(name).pairs(frequent, |_, _| count += 1);
            count
        })
        .sum();
    require(parts, Section::PairEntries, expected == view.pairs.entries.len(), "a name is missing")
}

struct View<'s> {
    pairs: Pairs<'s>,
    named: Named<'s>,
}

impl View<'_> {
    fn said_by(&self, name: usize) -> NameWords {
        NameWords::of(self.named.run(name).0, self.named.words)
    }

    /// True if the lists of a frequent term in one group are well formed.
    fn lists_fit(&self, at: usize, frequent: u32) -> bool {
        let (word, group) = NameGroup::of_list(at);
        let (start, rows) = self.pairs.rows_of(word, group);
        let partner_fits = |row: &TermPairRow| {
            EncodedWord(row.partner).is_initial() || (word..frequent).contains(&row.partner)
        };
        rows.is_sorted_by(|a, b| a.partner < b.partner)
            && rows.iter().all(partner_fits)
            && self.pairs.rows[start..=start + rows.len()].windows(2).all(|ends| {
                let list = &self.pairs.entries[ends[0].start as usize..ends[1].start as usize];
                list.is_sorted_by(|a, b| a.order() < b.order())
                    && list.iter().all(|entry| {
                        self.entry_fits(
                            entry,
                            [EncodedWord(word), EncodedWord(ends[0].partner)],
                            group,
                        )
                    })
            })
    }

    fn entry_fits(&self, entry: &TermPairEntry, own: [EncodedWord; 2], group: NameGroup) -> bool {
        let name = entry.name.index();
        let said = self.said_by(name);
        said.holds(own)
            && self.named.group(name) == group
            && *entry == said.entry(self.named.listed(name), own)
    }
}
