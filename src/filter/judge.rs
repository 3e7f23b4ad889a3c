//! Verdicts by a snapshot in this process, or by a server.

use std::sync::Arc;

use rayon::ThreadPool;

use super::files::MessageFile;
use crate::api::filtering::filter::{Filtered, MessageFilter, REPORT, read_plan};
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::parameters::Parameters;
use crate::api::http::turns::Turn;
use crate::limits::SERVER_REQUESTS_AHEAD;
use crate::policy::Policy;
use crate::screen::{Against, ScreenError, Server, Version, read_settings, version_of};
use tamis_engine::model::{Collection, Day, Timestamp};

/// A snapshot or a server, with the parameters of a request.
pub(super) enum Verdicts<'l> {
    Snapshot {
        filter: Box<MessageFilter<'l>>,
        policy: Arc<Policy>,
        version: Version,
        pool: &'l ThreadPool,
    },
    /// Requests to a server wait on threads of their own.
    Server { server: &'l Server, path: String, version: Version, pool: ThreadPool },
}

/// The answer about one file.
pub(super) enum Judge {
    /// The answer as JSON (docs/api.md, "Filter").
    Answer(Vec<u8>),
    /// Reason for which nothing of the file could be read.
    Unread(String),
}

impl<'l> Verdicts<'l> {
    pub(super) fn new(
        against: Against<'l>,
        collection: Collection,
        parameters: &str,
        policy: &Arc<Policy>,
    ) -> Result<Self, ScreenError> {
        let settings = read_settings(parameters, &[REPORT.shown().name])?;
        match against {
            Against::Snapshot { snapshot, sha256, pool, .. } => {
                let report = REPORT.read(&Parameters::parse(Some(parameters)))?;
                let today = Day::of(Timestamp::now());
                let counts = QueryCounts::default();
                let snapshot = (snapshot, sha256);
                let version = version_of(snapshot.0, sha256);
                let filter =
                    MessageFilter::new(snapshot, collection, settings, report, today, counts);
                let policy = Arc::clone(policy);
                Ok(Self::Snapshot { filter: Box::new(filter), policy, version, pool })
            }
            Against::Server(server) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(SERVER_REQUESTS_AHEAD);
                let pool = pool.build().map_err(|error| server.fault(error))?;
                let path = format!("/api/filter/{}?{parameters}", collection.as_str());
                Ok(Self::Server { server, path, version: server.version()?, pool })
            }
        }
    }

    /// The current version.
    pub(super) fn version(&self) -> &Version {
        match self {
            Self::Snapshot { version, .. } | Self::Server { version, .. } => version,
        }
    }

    /// The threads that files are judged on.
    pub(super) fn pool(&self) -> &ThreadPool {
        match self {
            Self::Snapshot { pool, .. } => pool,
            Self::Server { pool, .. } => pool,
        }
    }

    /// An error for an answer that cannot be read.
    pub(super) fn unreadable(&self, error: &serde_json::Error) -> ScreenError {
        match self {
            Self::Snapshot { .. } => ScreenError::Fault,
            Self::Server { server, .. } => {
                server.fault(format!("an answer cannot be read: {error}"))
            }
        }
    }

    /// The verdict on a file.
    ///
    /// # Errors
    /// The server cannot be reached, or does not answer as a server does.
    pub(super) fn judge(&self, file: &MessageFile) -> Result<Judge, ScreenError> {
        match self {
            Self::Snapshot { filter, policy, .. } => {
                let filtered = read_plan(&file.bytes, policy).map(|plan| {
                    // Work of this kind is never given up.
                    filter.screen(plan, Ignored::default(), &Turn::whole())
                });
                match filtered {
                    Ok(Ok(Filtered { json, .. })) => Ok(Judge::Answer(json)),
                    Ok(Err(_)) => Err(ScreenError::Fault),
                    Err(fault) => Ok(Judge::Unread(fault.to_string())),
                }
            }
            Self::Server { server, path, .. } => {
                Ok(match server.post(path, file.bytes.clone())? {
                    Ok(json) => Judge::Answer(json.into()),
                    Err(reason) => Judge::Unread(reason),
                })
            }
        }
    }
}
