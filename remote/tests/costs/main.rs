//! Arbitrary contents of an object store: pulling them ends in no fault and costs no more than its bound,
//! which is in proportion to their bytes. Alone in its program, since what is counted is what all of it
//! allocates.

mod remotes;
mod support;
