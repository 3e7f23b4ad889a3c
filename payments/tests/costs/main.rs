//! Arbitrary files of payment messages: reading one ends in no fault and costs no more than its bound,
//! which is in proportion to its bytes. Alone in its program, since what is counted is what all of it
//! allocates.

mod messages;
mod support;
