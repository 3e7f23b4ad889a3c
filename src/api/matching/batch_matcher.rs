//! Asks many queries with the same parameters over one snapshot; repeated queries are answered once.

use std::sync::Arc;

use super::answer::{canonical_answer, echo};
use super::decided::Decided;
use super::dropped::note_mistyped;
use super::queries::NamedQuery;
use super::result::Showing;
use super::settings::Settings;
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::clearances::Clearances;
use crate::limits::ANSWERS_REMEMBERED_BYTES;
use tamis_engine::batch::{Remembered, Weighed};
use tamis_engine::matching::{
    self, BoundFilter, MatchAnswer, MatchQuery, MatchSettings, MistypedImo,
};
use tamis_engine::model::{Collection, Day, RecordOrdinal};
use tamis_engine::snapshot::Snapshot;

/// Parameters of the queries, and a cache of recent answers.
pub(crate) struct BatchMatcher<'s, A> {
    pub(crate) snapshot: &'s Snapshot,
    pub(crate) showing: Showing,
    /// Notes that apply to every query: unknown registers.
    pub(crate) ignored: Ignored,
    filter: BoundFilter<'s>,
    how: MatchSettings,
    remembered: Remembered<A>,
    counts: QueryCounts,
}

impl<'s, A: Weighed> BatchMatcher<'s, A> {
    /// With `only_matches`, results below the threshold are not searched for.
    pub(crate) fn new(
        snapshot: &'s Snapshot,
        collection: Collection,
        mut settings: Settings,
        only_matches: bool,
        today: Day,
        counts: QueryCounts,
    ) -> Self {
        let mut ignored = Ignored::default();
        let (filter, mut how) = settings.bind(collection, snapshot, today, &mut ignored);
        let showing = settings.showing(today);
        how.cutoff = settings.looked_for_from(only_matches);
        Self {
            snapshot,
            showing,
            ignored,
            filter,
            how,
            remembered: Remembered::new(ANSWERS_REMEMBERED_BYTES),
            counts,
        }
    }

    /// The IMO numbers of a query with a typing error.
    pub(crate) fn mistyped<'a>(
        &'a self,
        query: &'a MatchQuery,
    ) -> impl Iterator<Item = MistypedImo> + 'a {
        MistypedImo::of(query, &self.filter)
    }

    /// Notes these numbers.
    pub(crate) fn note_mistyped(&self, query: &NamedQuery, ignored: &mut Ignored) {
        note_mistyped(Some(&query.key), self.mistyped(&query.query), ignored);
    }

    /// The answer if this were the only record, even if the filter excludes it.
    pub(crate) fn compared(&self, query: &MatchQuery, record: RecordOrdinal) -> MatchAnswer {
        let hits = matching::of_record(query, &self.filter, self.how, record);
        let hits = hits.into_iter().collect();
        MatchAnswer { total: 1, total_estimated: false, aligned: 1, hits }
    }

    /// An answer in the canonical form of receipts.
    pub(crate) fn canonical(&self, query: &MatchQuery, answer: &MatchAnswer) -> Vec<u8> {
        canonical_answer(query, self.snapshot, answer, self.showing)
    }

    /// The answer for a customer with regard to decisions, which is not remembered.
    pub(crate) fn answer_for(
        &self,
        customer: &str,
        clearances: &Clearances,
        query: &MatchQuery,
    ) -> (MatchAnswer, Decided) {
        let Self { filter, how, showing, .. } = self;
        let decided = Decided::answer(clearances, customer, query, filter, *how, showing.today);
        self.counts.found(&decided.0);
        self.counts.cleared(decided.1.cleared);
        decided
    }

    /// Counts answered queries, `hits` of them with a match.
    pub(crate) fn answered(&self, queries: u64, hits: u64) {
        self.counts.answered(queries, hits);
    }

    /// Makes a value from the answer to a query, or returns a recently made one.
    pub(crate) fn answer(&self, query: &MatchQuery, make: impl FnOnce(MatchAnswer) -> A) -> Arc<A> {
        let asked = serde_json::to_string(&echo(query));
        let asked = asked.expect("our shapes have string keys and no failing parts");
        self.remembered.get_or_make(&asked, || {
            let answer = matching::answer(query, &self.filter, self.how);
            self.counts.found(&answer);
            make(answer)
        })
    }
}
