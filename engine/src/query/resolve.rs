//! Names that are asked for, with the words of a snapshot.

use super::expansion::TokenExpander;
use super::name::{QueryName, SingleName};
use super::resolved::ResolvedQuery;
use super::written::WrittenTokens;
use crate::model::NameOrdinal;
use crate::snapshot::Snapshot;
use crate::text::NameKind;

/// One query name with what its words meet in a snapshot.
#[derive(Debug)]
pub struct ResolvedName<'q> {
    pub asked: &'q SingleName,
    /// Names whose normalised text starts with it.
    pub beginning: &'q [NameOrdinal],
    /// Its words as they are written.
    pub written: WrittenTokens<'q>,
    /// The name read as that of each kind of party, by [`NameKind`] code.
    pub forms: [ResolvedQuery<'q>; 2],
}

/// Finds every dictionary word that the words of some names meet. A text that tells several names
/// gives several.
#[must_use]
pub fn resolve_names<'q>(snapshot: &'q Snapshot, names: &'q [QueryName]) -> Vec<ResolvedName<'q>> {
    let (index, browse) = (&snapshot.index(), &snapshot.browse());
    let mut expander = TokenExpander::default();
    let read = |asked: &'q SingleName| {
        let form = |kind: NameKind| ResolvedQuery::new(index, &mut expander, asked, kind);
        let beginning = index.names_starting_with(&asked.readings.normalised);
        let written = WrittenTokens::of(browse, &asked.text);
        ResolvedName { asked, beginning, written, forms: NameKind::ALL.map(form) }
    };
    names.iter().flat_map(QueryName::names).map(read).collect()
}
