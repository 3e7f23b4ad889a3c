//! Receipts of answers: what was asked, against which lists, by which rules, and what came out
//! (docs/evidence.md, "Receipts").
//!
//! A file of receipts has a line for each query, in the canonical form of RFC 8785. Each line holds the
//! hash of the line before, so that one that is changed, left out or moved breaks the chain. The first
//! line, the opening, holds the constants of the matcher. Queries and answers are there as salted hashes
//! only: the salts stand beside the queries, in a file of their own.
//!
//! | module | what it holds |
//! |---|---|
//! | `canonical` | the canonical form of JSON |
//! | `digest` | salts and salted hashes |
//! | `receipt` | a receipt, its query, and the opening |
//! | `chain` | lines in a chain: written, and read again |
//! | [`log`] | the log of receipts that a server keeps |

mod canonical;
mod chain;
mod digest;
pub mod log;
mod receipt;

pub(crate) use self::canonical::canonical;
pub(crate) use self::chain::{Chain, ChainFault, Link, last_line};
pub(crate) use self::receipt::{
    AskedQuery, Basis, Opening, PROGRAM, Receipt, Subject, Verdict, canonical_constants, constants,
    constants_sha256,
};
