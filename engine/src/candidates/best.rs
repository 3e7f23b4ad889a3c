//! The best of a query's candidates, through both stages of gathering.

use super::gather::{Gathered, Gathering};
use super::walk::{Found, Scratch, Walk};
use crate::scoring::Score;
use crate::scoring::party::Party;
use crate::scoring::top::{Ranked, keep_identified};

/// The best candidates of a query.
#[derive(Debug)]
pub struct Best {
    /// Records compared that pass the filter.
    pub total: u64,
    /// True if `total` is an estimate.
    pub estimated: bool,
    /// Names that were aligned in full.
    pub aligned: u64,
    /// The best records, or the best record of each of the best parties, best first.
    pub ranked: Vec<Ranked>,
}

impl Walk<'_, '_> {
    /// The best `limit` of the candidates.
    ///
    /// The first stage is enough for a name when it gathers enough records, and `limit` of them, or of
    /// their parties, reach `threshold`. So a record that reaches it is missing only where `limit`
    /// others do (docs/api.md, "Candidates").
    #[must_use]
    pub fn best_candidates(&self, limit: usize, threshold: Score, scratch: &mut Scratch) -> Best {
        let Walk { index, filter, imos, names, cutoff, .. } = *self;
        let gathering = Gathering { index, filter, imos };
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        let mut aligned = 0;
        for name in names {
            if !gathering.hold_every_word(name) {
                wide.push(name);
                continue;
            }
            let Gathered { total, stage, .. } =
                gathering.gather(&[name], &[], &mut scratch.members);
            let Found { ranked, identified } = self.best(limit, threshold, stage, scratch);
            aligned += scratch.aligned;
            let is_enough = ranked.len() == limit;
            if is_enough && names.len() == 1 {
                let kept = ranked.into_iter().filter(|ranked| ranked.score >= cutoff).collect();
                let ranked = with_identified(kept, identified, limit);
                return Best { total, estimated: false, aligned, ranked };
            }
            let names = if is_enough { &mut narrow } else { &mut wide };
            names.push(name);
        }
        let Gathered { total, estimated, stage } =
            gathering.gather(&narrow, &wide, &mut scratch.members);
        let Found { ranked, identified } = self.best(limit, cutoff, stage, scratch);
        aligned += scratch.aligned;
        Best { total, estimated, aligned, ranked: with_identified(ranked, identified, limit) }
    }
}

/// The best with all that are identified.
fn with_identified(
    mut best: Vec<Ranked>,
    mut identified: Vec<Ranked>,
    limit: usize,
) -> Vec<Ranked> {
    let parties: Vec<Party> = identified.iter().map(|ranked| ranked.party).collect();
    identified.retain(|missing| best.iter().all(|known| known.party != missing.party));
    best.append(&mut identified);
    best.sort_by(Ranked::by_rank);
    keep_identified(&mut best, limit, |ranked| parties.contains(&ranked.party));
    best
}
