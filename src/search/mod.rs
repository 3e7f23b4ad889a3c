//! The use case: records by words of their names and by filters, unscored (api.md 4.6 to 4.8).
//!
//! Case, accents and punctuation do not count, as in the dictionary; misspellings and other
//! scripts are not bridged.

mod facets;
mod filter;
mod matches;

use std::cmp::Reverse;

use crate::directory::Directory;
use crate::model::RecordOrdinal;
use crate::snapshot::Snapshot;
pub use facets::{Facets, facets};
use filter::BoundSearch;
pub use filter::SearchFilter;
use matches::Matches;

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// Words of a name, or how a name begins; all that pass the filter when `None`.
    pub text: Option<String>,
    /// What records must be like.
    pub filter: SearchFilter,
    /// In which order they are listed.
    pub order: Order,
    /// How many are passed over.
    pub offset: usize,
    /// How many are listed.
    pub limit: usize,
}

/// Order of the records found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Exact names, then names that start with the text, then the rest, each by primary name.
    Name,
    /// Those first collected latest leading; equally old ones by primary name.
    Newest,
}

/// A page of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Records found.
    pub total: usize,
    /// Those of the page.
    pub records: Vec<RecordOrdinal>,
}

/// Searches.
#[must_use]
pub fn search(snapshot: &Snapshot, directory: &Directory, query: &SearchQuery) -> Page {
    let search = BoundSearch::new(snapshot, directory, &query.filter);
    match &query.text {
        Some(text) => {
            let matches = Matches::find(&search, text);
            let total = matches.len();
            let page = match query.order {
                Order::Name => page_of(matches.iter(), query),
                Order::Newest => newest(snapshot, matches.iter().collect(), query),
            };
            Page { total, records: page }
        }
        None => listing(&search, directory, query),
    }
}

/// All records that pass, page by page.
fn listing(search: &BoundSearch<'_>, directory: &Directory, query: &SearchQuery) -> Page {
    let (mut total, mut records) = (0, Vec::new());
    let wanted = query.offset..query.offset.saturating_add(query.limit);
    search.for_each(|record| {
        if query.order == Order::Name && wanted.contains(&total) {
            records.push(RecordOrdinal(record));
        }
        total += 1;
    });
    // Beyond the last there is nothing to look for.
    if query.order == Order::Newest && query.offset < total {
        let passing = directory.newest().iter().copied().filter(|&record| search.passes(record));
        records = page_of(passing, query);
    }
    Page { total, records }
}

fn page_of(records: impl Iterator<Item = u32>, query: &SearchQuery) -> Vec<RecordOrdinal> {
    records.skip(query.offset).take(query.limit).map(RecordOrdinal).collect()
}

/// The page of these records by age: only what stands before its end is sorted.
fn newest(snapshot: &Snapshot, mut records: Vec<u32>, query: &SearchQuery) -> Vec<RecordOrdinal> {
    let index = snapshot.index();
    let age = |record: &u32| (Reverse(index.records[*record as usize].first_seen), *record);
    let end = query.offset.saturating_add(query.limit);
    if end < records.len() {
        records.select_nth_unstable_by_key(end, age);
        records.truncate(end);
    }
    records.sort_unstable_by_key(age);
    page_of(records.into_iter(), query)
}
