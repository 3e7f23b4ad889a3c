//! Requests of the corpus with random changes: whatever they are, the answer is none of an internal
//! fault.

use crate::support::described_request::answer_described;
use crate::support::mutated::try_corpus;

#[test]
fn any_request_is_answered_without_an_internal_fault() {
    try_corpus("bodies", 3_000, answer_described);
}
