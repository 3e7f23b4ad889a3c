//! The top k of a query, through both stages of candidate generation.

use super::generate::{CandidateGenerator, Generated};
use super::traversal::{Found, Scratch, Traversal};
use crate::scoring::Score;
use crate::scoring::party::Party;
use crate::scoring::top::{Ranked, keep_imo_matches};

/// The top k of a query's candidates.
#[derive(Debug)]
pub struct Best {
    /// Candidates that pass the filter.
    pub total: u64,
    /// True if `total` is an estimate.
    pub estimated: bool,
    /// Names that were aligned in full.
    pub aligned: u64,
    /// The best records, or the best record of each of the best parties, best first.
    pub ranked: Vec<Ranked>,
}

impl Traversal<'_, '_> {
    /// The best `limit` of the candidates.
    ///
    /// The conjunctive stage suffices for a name if it yields enough records, and `limit` of them, or
    /// of their parties, reach `match_threshold`. So a record that reaches it is missing only if
    /// `limit` others do (docs/api.md, "Candidates").
    #[must_use]
    pub fn best_candidates(
        &self,
        limit: usize,
        match_threshold: Score,
        scratch: &mut Scratch,
    ) -> Best {
        let Traversal { index, filter, imos, names, cutoff, .. } = *self;
        let generator = CandidateGenerator { index, filter, imos };
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        let mut aligned = 0;
        for name in names {
            if !generator.hold_every_word(name) {
                wide.push(name);
                continue;
            }
            let Generated { total, stage, .. } =
                generator.generate(&[name], &[], &mut scratch.members);
            let Found { ranked, imo_matches } = self.best(limit, match_threshold, stage, scratch);
            aligned += scratch.aligned;
            let is_enough = ranked.len() == limit;
            if is_enough && names.len() == 1 {
                let kept = ranked.into_iter().filter(|ranked| ranked.score >= cutoff).collect();
                let ranked = with_imo_matches(kept, imo_matches, limit);
                return Best { total, estimated: false, aligned, ranked };
            }
            let names = if is_enough { &mut narrow } else { &mut wide };
            names.push(name);
        }
        let Generated { total, estimated, stage } =
            generator.generate(&narrow, &wide, &mut scratch.members);
        let Found { ranked, imo_matches } = self.best(limit, cutoff, stage, scratch);
        aligned += scratch.aligned;
        Best { total, estimated, aligned, ranked: with_imo_matches(ranked, imo_matches, limit) }
    }
}

/// Adds all records with an equal IMO number to the top k.
fn with_imo_matches(
    mut best: Vec<Ranked>,
    mut imo_matches: Vec<Ranked>,
    limit: usize,
) -> Vec<Ranked> {
    let parties: Vec<Party> = imo_matches.iter().map(|ranked| ranked.party).collect();
    imo_matches.retain(|missing| best.iter().all(|known| known.party != missing.party));
    best.append(&mut imo_matches);
    best.sort_by(Ranked::by_rank);
    keep_imo_matches(&mut best, limit, |ranked| parties.contains(&ranked.party));
    best
}
