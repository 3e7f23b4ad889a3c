//! Lists of the United Kingdom.
//!
//! | module | what it reads |
//! |---|---|
//! | [`parliament`] | members of the House of Commons |
//! | [`sanctions`] | the consolidated list of OFSI, and the UK Sanctions List |

pub(super) mod parliament;
pub(super) mod sanctions;
