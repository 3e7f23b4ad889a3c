//! Query names resolved against a snapshot.

use std::borrow::Cow;

use super::expansion::TokenExpander;
use super::name::{QueryName, SingleName};
use super::resolved::ResolvedQuery;
use super::whole_names::{WholeMatch, whole_matches};
use super::written::WrittenTokens;
use crate::model::NameOrdinal;
use crate::rewrite::{self, Rewrite};
use crate::snapshot::{IndexView, Snapshot};
use crate::text::NameKind;

/// One reading of a query name, resolved against a snapshot.
#[derive(Debug)]
pub struct ResolvedName<'q> {
    pub asked: &'q SingleName,
    /// Names of the snapshot that start with its normalised text.
    pub beginning: &'q [NameOrdinal],
    /// Its words as written.
    pub written: WrittenTokens<'q>,
    /// Its tokens, as the name of each kind of party, by [`NameKind`] code.
    pub forms: [ResolvedQuery<'q>; 2],
    /// Names that are nearly the same as one string, by name.
    whole: Vec<WholeMatch>,
}

impl ResolvedName<'_> {
    /// Names that are nearly the same as one string, by name.
    #[must_use]
    pub fn whole_matches(&self) -> &[WholeMatch] {
        &self.whole
    }

    /// The match of a name as one string.
    #[must_use]
    pub fn whole_match(&self, name: NameOrdinal) -> Option<&WholeMatch> {
        let at = self.whole.binary_search_by_key(&name, |found| found.name).ok()?;
        Some(&self.whole[at])
    }
}

/// Returns the names with their rewrites by the terms of a snapshot.
#[must_use]
pub fn rewrite_names<'q>(index: &IndexView<'_>, names: &'q [QueryName]) -> Cow<'q, [QueryName]> {
    let mut all = Cow::Borrowed(names);
    for (at, name) in names.iter().enumerate() {
        let rewrites = name
            .names()
            .map(|SingleName { text, readings, .. }| rewrite::by_terms(index, text, readings));
        let rewrites: Vec<Vec<Rewrite>> = rewrites.collect();
        if rewrites.iter().any(|of_name| !of_name.is_empty()) {
            all.to_mut()[at].add_rewrites(rewrites);
        }
    }
    all
}

/// Finds every term that matches a token of some names. A name with several readings gives several.
#[must_use]
pub fn resolve_names<'q>(snapshot: &'q Snapshot, names: &'q [QueryName]) -> Vec<ResolvedName<'q>> {
    let (index, browse) = (&snapshot.index(), &snapshot.browse());
    let mut expander = TokenExpander::default();
    let read = |asked: &'q SingleName| {
        let form = |kind: NameKind| ResolvedQuery::new(index, &mut expander, asked, kind);
        let beginning = index.names_starting_with(&asked.readings.normalised);
        let written = WrittenTokens::of(browse, &asked.text);
        let forms = NameKind::ALL.map(form);
        let whole = whole_matches(snapshot, index, asked, &written, &forms);
        ResolvedName { asked, beginning, written, forms, whole }
    };
    names.iter().flat_map(QueryName::names).map(read).collect()
}
