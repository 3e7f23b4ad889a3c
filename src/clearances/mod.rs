//! Clearances: a user's decisions on pairs of a customer and a record, which last until something that
//! they rest on changes (docs/evidence.md, "Clearances").
//!
//! | module | what it holds |
//! |---|---|
//! | `basis` | the facts that a decision rests on, as hashes |
//! | `decision` | decisions on customers and records |
//! | `facts` | the facts of a record that a decision rests on, by part |
//! | `file` | a file of decisions, read and written |
//! | `in_service` | the decisions that a server heeds |
//! | `reviewed` | a reviewed table of hits, turned into decisions |
//! | `rows` | the rows of a file, as CSV and as NDJSON |
//! | `standing` | the decisions on a customer as they stand now |

mod basis;
mod decision;
mod facts;
mod file;
mod in_service;
mod reviewed;
mod rows;
mod standing;

pub(crate) use self::basis::Basis;
pub use self::decision::Clearances;
pub(crate) use self::decision::Decision;
pub use self::file::ClearancesFile;
pub use self::in_service::{InService, State};
pub use self::reviewed::{RefusedRow, Reviewed, review};
pub(crate) use self::standing::{DECISIONS_LEFT, Standing, StandingDecision};
