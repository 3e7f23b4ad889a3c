//! A party of a message as match queries: its names are alternatives, and its facts are compared.

use crate::api::matching::{Added, ValueCounts, property_named};
use crate::limits::VALUES_PER_PROPERTY;
use crate::policy::Terms;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{Day, Schema};

/// Names and facts of a party, as sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Party {
    pub(super) schema: &'static str,
    pub(super) names: Vec<String>,
    pub(super) facts: Vec<(Fact, String)>,
    pub(super) terms: Terms,
}

/// Fact of a party that raises or lowers the score of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    BirthDate,
    Country,
}

/// A party as queries.
#[derive(Debug, Default)]
pub(super) struct Queries {
    /// Queries of at most [`VALUES_PER_PROPERTY`] names each, with the party's name of each.
    pub(super) list: Vec<(MatchQuery, Vec<usize>)>,
    /// Names that cannot be asked, in full or at all, with the reason.
    pub(super) unverified: Vec<(usize, &'static str)>,
    /// Facts that are not compared.
    pub(super) unread: Vec<usize>,
}

const UNREADABLE: &str = "the name is too long, or has no letter or digit";
const CUT: &str = "only the beginning of the name is compared: it has too many words or letters";

impl Party {
    /// Reads the party, in the way of a match request on a day.
    pub(super) fn queries(&self, today: Day) -> Queries {
        let mut queries = Queries::default();
        let mut of_all = MatchQuery {
            schema: Schema::from_name(self.schema).unwrap_or_default(),
            ..MatchQuery::default()
        };
        let mut counts = ValueCounts::default();
        for (at, (fact, text)) in self.facts.iter().enumerate() {
            let name = match fact {
                Fact::BirthDate => "birthDate",
                Fact::Country => "nationality",
            };
            let read =
                property_named(name).map(|own| own.read(&mut of_all, &mut counts, text, today));
            if !matches!(read, Some(Ok(Added::Kept))) {
                queries.unread.push(at);
            }
        }
        for (at, name) in self.names.iter().enumerate() {
            let is_full = |(query, _): &(MatchQuery, _)| query.names.len() == VALUES_PER_PROPERTY;
            if queries.list.last().is_none_or(is_full) {
                queries.list.push((of_all.clone(), Vec::new()));
            }
            let Some((query, asked)) = queries.list.last_mut() else { break };
            let before = query.names.len();
            let mut counts = ValueCounts::default();
            let read = property_named("name").map(|own| own.read(query, &mut counts, name, today));
            match read {
                Some(Ok(_)) if query.names.len() > before => {
                    asked.push(at);
                    if query.names[before].may_be_cut() {
                        queries.unverified.push((at, CUT));
                    }
                }
                Some(Ok(_)) => {}
                _ => queries.unverified.push((at, UNREADABLE)),
            }
        }
        queries.list.retain(|(query, _)| !query.names.is_empty());
        queries
    }
}
