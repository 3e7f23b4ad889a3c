//! The log of receipts that a server keeps (docs/evidence.md, "The log of a server"): a folder of segments,
//! each a chain of lines in canonical form that goes on from the segment before.
//!
//! A segment begins with an opening, which holds the constants of the matcher. An entry holds the receipts of
//! a request, or of a part of a stream. A head is a signature of all lines before it.
//!
//! | module | what it holds |
//! |---|---|
//! | `line` | lines of a segment, and the chain that they form |
//! | `segment` | a segment during writing |
//! | `writer` | the thread that writes entries in groups |
//! | `verify` | a log read again: its chain, its signatures, and the receipts that it holds |

mod line;
mod segment;
mod verify;
mod writer;

pub use self::verify::{LogFault, Verified, receipt_hashes, verify};
pub use self::writer::{LogError, LogSettings, LogState, ReceiptLog};
