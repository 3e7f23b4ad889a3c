//! Score of a name that is nearly the query as one string.
//!
//! ```text
//! S = min(most, 1 - slope x edits / letters - blank x blanks)  x  evidence  x  weak alias
//!     edits      an edit in a token of little information counts half
//!     letters    informative letters of the name that has fewer, at least 8
//! ```

use super::Score;
use super::constants::{
    WEAK_ALIAS, WEAK_ALIAS_ALONE, WHOLE_NAME_BLANK, WHOLE_NAME_LETTERS_MIN,
    WHOLE_NAME_LOW_INFORMATION, WHOLE_NAME_MOST, WHOLE_NAME_SLOPE,
};
use super::formula::evidence_factor;
use super::penalty::{Penalties, Penalty};
use crate::query::WholeMatch;
use crate::snapshot::rows::{NameRow, name_flags};
use crate::text::weight::WEIGHT_ONE;
use crate::text::whole_name::Differences;

/// Score of a name, with its penalties.
#[must_use]
pub fn whole_score(found: &WholeMatch, name: &NameRow) -> (Score, Penalties) {
    let Differences { edits, low_information, blanks } = found.differences;
    let [edits, low_information, blanks] = [edits, low_information, blanks].map(f64::from);
    let edits = edits - (1.0 - WHOLE_NAME_LOW_INFORMATION) * low_information;
    let letters = f64::from(found.letters).max(WHOLE_NAME_LETTERS_MIN);
    let mut penalties = Penalties::default();
    let mut score =
        (1.0 - WHOLE_NAME_SLOPE * edits / letters - WHOLE_NAME_BLANK * blanks).min(WHOLE_NAME_MOST);
    // Where nothing that tells parties apart differs, all of it has matched.
    if found.differences.edits > found.differences.low_information {
        let evidence = evidence_factor(f64::from(name.informative) / f64::from(WEIGHT_ONE));
        penalties.note(Penalty::LittleEvidence, evidence < 1.0);
        score *= evidence;
    }
    if penalties.note(Penalty::WeakAlias, name.flags & name_flags::WEAK != 0) {
        score *= if name.informative_words <= 1 { WEAK_ALIAS_ALONE } else { WEAK_ALIAS };
    }
    (Score::from_f64(score.max(0.0)), penalties)
}
