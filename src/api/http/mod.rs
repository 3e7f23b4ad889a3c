//! What the resources share. Knows no resource.
//!
//! | module | what it holds |
//! |---|---|
//! | [`service`] | what handlers share: the snapshot in service, the workers, the settings |
//! | [`error`] | every error and its status code; nothing else knows a status code for an error |
//! | `paths` | requests that no route takes, and what they meant |
//! | `guard` | around every request: one snapshot, one time limit, one log line |
//! | [`limit`] | how many requests a client address may make |
//! | [`keys`] | who may ask, where the operator gives out keys |
//! | [`cors`] | which pages of other origins may read the answers |
//! | [`metrics`] | what is counted of all that |
//! | `last_hour` | the same by minute, for the status |
//! | `by_client` | numbers counted by client |
//! | `held` | bytes of requests and answers in memory, and which connection ends when they are too many |
//! | `line` | admission by queueing delay |
//! | `streams` | places of streams |
//! | `turns` | in which order jobs begin, and when one gives way to others |
//! | [`work`] | where queries run, and the pool for batches of them |
//! | `declared` | query parameters, each declared once for its reader and the document |
//! | `body`, `coding`, `loose`, `parameters`, `paging`, `filters`, `party`, `text_filter` | reading what callers send |
//! | `request_id` | the name by which caller and log tell of the same request |
//! | `ignored`, `unread`, `nearest` | what a request asked and did not get, parameters among it, and what was meant |
//! | `base` | the address under which the caller reaches the service |
//! | `listing` | the day of a request, and what is said on it of a listing |
//! | `shape`, `compression` | small pieces of what they get, and how it is sent |

pub(super) mod base;
pub(super) mod body;
pub(crate) mod by_client;
pub(super) mod coding;
pub(super) mod compression;
pub mod cors;
pub(super) mod declared;
pub mod error;
pub(super) mod filters;
pub(super) mod guard;
pub(crate) mod held;
pub(crate) mod ignored;
pub mod keys;
pub(crate) mod last_hour;
pub mod limit;
mod line;
pub(super) mod listing;
pub(super) mod loose;
pub mod metrics;
pub(super) mod nearest;
pub(super) mod paging;
pub(crate) mod parameters;
pub(super) mod party;
pub(super) mod paths;
pub(super) mod request_id;
pub mod service;
pub(crate) mod shape;
pub(crate) mod streams;
pub(super) mod text_filter;
pub(super) mod turns;
pub(super) mod unread;
pub mod work;
