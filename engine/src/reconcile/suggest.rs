//! Suggestions for a text that is being typed: an id, the beginning of a name, or words of it.

use crate::directory::Directory;
use crate::limits;
use crate::model::{RecordId, RecordOrdinal};
use crate::search::{Order, SearchFilter, SearchQuery, search};
use crate::snapshot::{RecordView, Snapshot};
use crate::text;

/// A request for suggestions.
#[derive(Debug, Clone)]
pub struct Suggestions<'q> {
    /// The text so far.
    pub text: &'q str,
    /// Record with the text as its id.
    pub record: Option<RecordId>,
    /// Number of suggestions to skip.
    pub offset: usize,
    /// Most suggestions to return.
    pub limit: usize,
}

/// Returns the record with the text as its id, then the records that a search for the text finds, in
/// its order (docs/api.md, "Search"). Last come those that it would find if the last word were
/// complete.
#[must_use]
pub fn suggest(
    snapshot: &Snapshot,
    directory: Directory<'_>,
    filter: &SearchFilter,
    wanted: &Suggestions<'_>,
) -> Vec<RecordOrdinal> {
    let index = snapshot.index();
    let in_collection = |record: &RecordOrdinal| {
        index.records[record.index()].collections & filter.base.collection.bit() != 0
    };
    let find = |text: &str, limit| {
        let text = Some(text.to_owned());
        let order = Order::Name;
        let query = SearchQuery { text, filter: filter.clone(), order, offset: 0, limit };
        search(snapshot, directory, &query).records
    };
    let end = wanted.offset.saturating_add(wanted.limit);
    let named = wanted.record.and_then(|id| snapshot.find(id)).filter(in_collection);
    let mut found: Vec<RecordOrdinal> = named.into_iter().collect();
    found.extend(find(wanted.text, end).into_iter().filter(|record| Some(*record) != named));
    // If there are fewer than the end of the page, they are all.
    if found.len() < end {
        let normalised = text::normalize(wanted.text);
        if let Some((words, begun)) = normalised.rsplit_once(' ') {
            let mut further = find(words, limits::SUGGEST_SCANNED_MAX);
            further.retain(|record| {
                !found.contains(record) && has_word(snapshot.record(*record), begun)
            });
            found.extend(further);
        }
    }
    found.into_iter().skip(wanted.offset).take(wanted.limit).collect()
}

/// True if a word of one of the record's names begins with `begun`.
fn has_word(record: RecordView<'_>, begun: &str) -> bool {
    let mut names = std::iter::once(record.name()).chain(record.aliases());
    names.any(|name| text::normalize(name).split(' ').any(|word| word.starts_with(begun)))
}
