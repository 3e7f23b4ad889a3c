//! The use case: records by words of their names and by filters, unscored (docs/api.md, "Search",
//! "Facets").
//!
//! Search ignores case, accents and punctuation. It does not bridge misspellings, transliterations and
//! other scripts.
//!
//! | module | what it holds |
//! |---|---|
//! | `filter` | the filters of a search |
//! | `matches` | the records that a text finds, in order |
//! | `facets` | counts of the records found by type, country and register |
//! | `ascending` | membership tests in sorted lists |

mod ascending;
mod facets;
mod filter;
mod matches;

use crate::directory::Directory;
use crate::limits::SEARCH_SORTED_MAX;
use crate::model::RecordOrdinal;
use crate::snapshot::Snapshot;
pub use facets::{Facets, facets};
use filter::BoundSearch;
pub use filter::SearchFilter;
use matches::Matches;

/// A search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// Words of a name, or its beginning; `None` finds all records that pass the filter.
    pub text: Option<String>,
    /// Conditions on records.
    pub filter: SearchFilter,
    /// Order of the records.
    pub order: Order,
    /// Number of records to skip.
    pub offset: usize,
    /// Most records to list.
    pub limit: usize,
}

/// Order of the records found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Exact primary names, then primary names that start with the text, then the rest, each by
    /// primary name, then id.
    Name,
    /// Most recently collected first; records of equal age by primary name, then id.
    Newest,
}

/// A page of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Number of records found.
    pub total: usize,
    /// Records of the page.
    pub records: Vec<RecordOrdinal>,
}

#[must_use]
pub fn search(snapshot: &Snapshot, directory: Directory<'_>, query: &SearchQuery) -> Page {
    let search = BoundSearch::new(snapshot, directory, &query.filter);
    let found = Found::new(&search, query.text.as_deref());
    // The matches of a text must be counted, those of a filter alone only sometimes.
    let known = found.matches.is_none().then(|| search.known_total()).flatten();
    match (query.order, known) {
        (_, Some(total)) if query.offset >= total => Page { total, records: Vec::new() },
        (Order::Name, Some(total)) => {
            let records = search.page(query.offset, query.limit);
            Page { total, records: records.into_iter().map(RecordOrdinal).collect() }
        }
        (Order::Newest, Some(total)) if total > SEARCH_SORTED_MAX && search.looks_at_all() => {
            Page { total, records: filtered(&search, query) }
        }
        (Order::Name, None) => by_name(&found, query),
        (Order::Newest, _) => by_age(&found, query),
    }
}

/// Records found by a search: by a text and a filter, or by a filter alone.
struct Found<'a, 's> {
    search: &'a BoundSearch<'s>,
    matches: Option<Matches<'s>>,
}

impl<'a, 's> Found<'a, 's> {
    fn new(search: &'a BoundSearch<'s>, text: Option<&str>) -> Self {
        Self { search, matches: text.map(|text| Matches::new(search, text)) }
    }

    /// Calls `on_record` with every record, in the order of names.
    fn for_each(&self, on_record: impl FnMut(u32)) {
        match &self.matches {
            Some(matches) => matches.for_each(self.search, on_record),
            None => self.search.for_each(on_record),
        }
    }
}

fn by_name(found: &Found<'_, '_>, query: &SearchQuery) -> Page {
    let wanted = query.offset..query.offset.saturating_add(query.limit);
    let mut page = Page { total: 0, records: Vec::new() };
    found.for_each(|record| {
        if wanted.contains(&page.total) {
            page.records.push(RecordOrdinal(record));
        }
        page.total += 1;
    });
    page
}

/// Returns the page in the order of age. Holds at most twice as many keys as there are records up to
/// the end of the page.
fn by_age(found: &Found<'_, '_>, query: &SearchQuery) -> Page {
    let search = found.search;
    let rows = search.index().records;
    let may_walk = found.matches.is_none() && search.looks_at_all();
    let end = query.offset.saturating_add(query.limit);
    let held_max = end.saturating_mul(2).max(SEARCH_SORTED_MAX);
    let (mut total, mut keys) = (0, Vec::new());
    found.for_each(|record| {
        total += 1;
        if may_walk && total > SEARCH_SORTED_MAX {
            return;
        }
        // Newer records have smaller keys, then those that come first by name.
        let age = !rows[record as usize].first_seen;
        keys.push(u64::from(age) << 32 | u64::from(record));
        if keys.len() == held_max {
            keep_smallest(&mut keys, end);
        }
    });
    let records = if query.offset >= total {
        Vec::new()
    } else if may_walk && total > SEARCH_SORTED_MAX {
        filtered(search, query)
    } else {
        keep_smallest(&mut keys, end);
        keys.sort_unstable();
        page_of(keys.into_iter().map(|key| key as u32), query)
    };
    Page { total, records }
}

/// Returns the page by visiting all records from the newest on.
fn filtered(search: &BoundSearch<'_>, query: &SearchQuery) -> Vec<RecordOrdinal> {
    let newest = search.directory().newest().iter().copied();
    page_of(newest.filter(|record| search.passes(*record)), query)
}

/// Keeps the `count` smallest keys, in any order.
fn keep_smallest(keys: &mut Vec<u64>, count: usize) {
    if count < keys.len() {
        keys.select_nth_unstable(count);
        keys.truncate(count);
    }
}

fn page_of(records: impl Iterator<Item = u32>, query: &SearchQuery) -> Vec<RecordOrdinal> {
    records.skip(query.offset).take(query.limit).map(RecordOrdinal).collect()
}
