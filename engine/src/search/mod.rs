//! The use case: records by words of their names and by filters, unscored (docs/api.md, "Search",
//! "Facets").
//!
//! Case, accents and punctuation do not count. Misspellings, transliterations and other scripts are
//! not bridged.
//!
//! | module | what it holds |
//! |---|---|
//! | `filter` | which records may be found |
//! | `matches` | which records a text finds, in order |
//! | `facets` | how the records found fall into types, countries and registers |
//! | `ascending` | membership in sorted lists |

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
    /// Exact primary names, then primary names that start with the text, then the rest, each by
    /// primary name, then id.
    Name,
    /// Those first collected latest leading; equally old ones by primary name, then id.
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

#[must_use]
pub fn search(snapshot: &Snapshot, directory: Directory<'_>, query: &SearchQuery) -> Page {
    let search = BoundSearch::new(snapshot, directory, &query.filter);
    let found = Found::new(&search, query.text.as_deref());
    // Of a text the matches have to be counted, of a filter sometimes not.
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

/// What a search finds: by a text and a filter, or by a filter alone.
struct Found<'a, 's> {
    search: &'a BoundSearch<'s>,
    matches: Option<Matches<'s>>,
}

impl<'a, 's> Found<'a, 's> {
    fn new(search: &'a BoundSearch<'s>, text: Option<&str>) -> Self {
        Self { search, matches: text.map(|text| Matches::new(search, text)) }
    }

    /// Calls back with every record, in the order of names.
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

/// Holds no more than twice as many keys as stand up to the end of the page.
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
        // Smaller for what is newer, then for what stands before it by name.
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

/// The page of what passes, walking all records from the newest.
fn filtered(search: &BoundSearch<'_>, query: &SearchQuery) -> Vec<RecordOrdinal> {
    let newest = search.directory().newest().iter().copied();
    page_of(newest.filter(|record| search.passes(*record)), query)
}

/// Keeps so many of the smallest keys, in any order.
fn keep_smallest(keys: &mut Vec<u64>, count: usize) {
    if count < keys.len() {
        keys.select_nth_unstable(count);
        keys.truncate(count);
    }
}

fn page_of(records: impl Iterator<Item = u32>, query: &SearchQuery) -> Vec<RecordOrdinal> {
    records.skip(query.offset).take(query.limit).map(RecordOrdinal).collect()
}
