//! Tamis screens names of persons, companies, vessels and aircraft against sanctions, PEP,
//! debarment and enforcement lists. This crate is its server. The terms are those of docs/glossary.md.
//!
//! ```text
//! official lists ─► snapshot-builder ─► snapshots/<version>/ ─► tamis serve ─► answers
//! ```
//!
//! Nine crates, each depending only on those above it; the compiler enforces the boundaries:
//!
//! | crate | folder | what it holds | what it does not know |
//! |---|---|---|---|
//! | `tamis-engine` | `engine` | text, snapshots, matching, search, look-up | HTTP, publishers' formats |
//! | `tamis-ingest` | `ingest` | opening publishers' files within limits | records, snapshots, HTTP |
//! | `tamis-manual` | `manual` | manual pages and completions of a program | what the program does |
//! | `tamis-payments` | `payments` | reading payment messages: elements, roles, parties | lists, matching, HTTP |
//! | `tamis-signing` | `signing` | secret keys that sign versions and logs of receipts | what they sign |
//! | `tamis-remote` | `remote` | versions in an object store: publishing, pulling, verifying | lists, queries |
//! | `snapshot-builder` | `snapshot-builder` | readers of lists, builds, publishing | HTTP |
//! | `tamis` | `.` | the server: this crate | readers, builds |
//! | `tamis-python` | `python` | tables in Python, screened in process | HTTP, builds |
//!
//! Inside this crate a module uses only modules above it in this table;
//! `tests/documents/layers.rs` fails on an upward import.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of the service as a named constant | anything else |
//! | [`logs`] | log lines, and the data kept out of them | HTTP |
//! | [`registries`] | reference registries: their descriptions and record counts | HTTP |
//! | [`customers`] | customer files: formats, encodings, columns, rows | queries, HTTP |
//! | [`receipts`] | receipts of answers: canonical JSON, salted hashes, a chain of lines; the log of a server | queries, HTTP |
//! | [`clearances`] | a user's decisions on customers and records, and what they rest on | HTTP |
//! | [`policy`] | a user's rules on payment messages | queries, HTTP |
//! | [`bulk`] | the bulk files of a version, as their build indexes list them | HTTP |
//! | [`api`] | routes, parameters, JSON shapes, errors | sockets, signals |
//! | [`screen`] | screening of customer files, in this process or by a server | listening |
//! | [`filter`] | screening of files of payment messages, in this process or by a server; coverage | listening |
//! | [`replay`] | receipts replayed: queries asked again on the versions that they name | listening |
//! | [`server`] | listener, snapshot watch and swap, shutdown | |
//!
//! Invariants that hold everywhere:
//!
//! - A request takes the current snapshot once and passes a reference down; nothing below `api`
//!   can ask for "the current one".
//! - There is no unsafe code here; all of it is in the engine's `snapshot/mapped.rs`.
//! - A searched name never reaches a log line or a metric.

pub mod api;
pub mod bulk;
pub mod clearances;
pub mod customers;
pub mod filter;
pub mod limits;
pub mod logs;
pub mod policy;
pub mod receipts;
pub mod registries;
pub mod replay;
pub mod screen;
pub mod server;
