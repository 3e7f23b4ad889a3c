//! Shared parts of the resources. Knows no resource.
//!
//! | module | what it holds |
//! |---|---|
//! | [`service`] | state shared by handlers: the snapshot in service, the workers, the settings |
//! | [`error`] | every error and its status code; nothing else knows a status code for an error |
//! | `paths` | requests without a route, and the paths they probably meant |
//! | `guard` | middleware of every request: one snapshot, one time limit, one log line |
//! | [`limit`] | rate limit by client address |
//! | [`keys`] | API keys |
//! | [`cors`] | origins whose pages may read the answers |
//! | [`metrics`] | Prometheus metrics |
//! | `last_hour` | counts by minute, for the status |
//! | `by_client` | amounts counted by client |
//! | `held` | bytes of requests and answers in memory, and the connection to end when they are too many |
//! | `line` | admission control by queueing delay |
//! | `streams` | places of streams |
//! | `turns` | order of jobs, and when a running job gives way to others |
//! | [`work`] | threads that answer queries, and the pool for batches of them |
//! | `declared` | query parameters, each declared once for its reader and the OpenAPI document |
//! | `body`, `coding`, `loose`, `parameters`, `paging`, `filters`, `party`, `text_filter` | reading of requests |
//! | `request_id` | identifier shared by caller and log for the same request |
//! | `ignored`, `unread`, `nearest` | ignored parts of a request, unread parameters, and suggestions for them |
//! | `base` | the address under which the caller reaches the service |
//! | `listing` | the day of a request, and the status of a listing on it |
//! | `shape`, `compression` | small parts of answers, and their compression |

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
pub(crate) mod turns;
pub(super) mod unread;
pub mod work;
