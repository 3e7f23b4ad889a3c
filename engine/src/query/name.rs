//! Names that are asked for, with the words of a snapshot.

use super::asked::{AskedName, SingleName};
use super::close_words::CloseWords;
use super::form::QueryForm;
use super::written::WrittenWords;
use crate::model::NameOrdinal;
use crate::snapshot::Snapshot;
use crate::text::NameKind;

/// One query name with what its words meet in a snapshot.
#[derive(Debug)]
pub struct QueryName<'q> {
    pub asked: &'q SingleName,
    /// Names whose normalised text starts with it.
    pub beginning: &'q [NameOrdinal],
    /// Its words as they are written.
    pub written: WrittenWords<'q>,
    /// The name read as that of each kind of party, by [`NameKind`] code.
    pub forms: [QueryForm<'q>; 2],
}

/// Finds every dictionary word that the words of some names meet. A text that tells several names
/// gives several.
#[must_use]
pub fn read_names<'q>(snapshot: &'q Snapshot, names: &'q [AskedName]) -> Vec<QueryName<'q>> {
    let (index, browse) = (&snapshot.index(), &snapshot.browse());
    let mut close_words = CloseWords::default();
    let read = |asked: &'q SingleName| {
        let form = |kind: NameKind| QueryForm::new(index, &mut close_words, asked, kind);
        let beginning = index.names_starting_with(&asked.readings.normalised);
        let written = WrittenWords::of(browse, &asked.text);
        QueryName { asked, beginning, written, forms: NameKind::ALL.map(form) }
    };
    names.iter().flat_map(AskedName::names).map(read).collect()
}
