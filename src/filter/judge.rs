//! Verdicts by a snapshot in this process, or by a server.

use std::sync::Arc;

use rayon::ThreadPool;

use super::files::MessageFile;
use crate::api::filtering::filter::{
    Filtered, MessageFilter, REPORT, canonical_verdict, read_plan,
};
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::parameters::Parameters;
use crate::api::http::turns::Turn;
use crate::limits::SERVER_REQUESTS_AHEAD;
use crate::policy::Policy;
use crate::receipts::{Basis, Link, Subject, Verdict};
use crate::screen::{Against, ScreenError, Server, Version, read_settings, version_of};
use tamis_engine::model::{Collection, Day, Timestamp};

/// A snapshot or a server, with the parameters of a request.
pub(super) enum Verdicts<'l> {
    Snapshot {
        filter: Box<MessageFilter<'l>>,
        policy: Arc<Policy>,
        version: Version,
        /// SHA-256 of the manifest.
        manifest: &'l str,
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
            Against::Snapshot { snapshot, sha256, manifest, pool } => {
                let report = REPORT.read(&Parameters::parse(Some(parameters)))?;
                let today = Day::of(Timestamp::now());
                let counts = QueryCounts::default();
                let snapshot = (snapshot, sha256);
                let version = version_of(snapshot.0, sha256);
                let filter =
                    MessageFilter::new(snapshot, collection, settings, report, today, counts);
                let policy = Arc::clone(policy);
                let filter = Box::new(filter);
                Ok(Self::Snapshot { filter, policy, version, manifest, pool })
            }
            Against::Server(server) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(SERVER_REQUESTS_AHEAD);
                let pool = pool.build().map_err(|error| server.fault(error))?;
                let path = format!("/api/filter/{}?{parameters}", collection.as_str());
                Ok(Self::Server { server, path, version: server.version()?, pool })
            }
        }
    }

    /// The fields that the receipts of a run with these parameters have in common.
    ///
    /// # Errors
    /// The lists are those of a server.
    pub(super) fn basis(&self, parameters: &str) -> Result<Basis, ScreenError> {
        let Self::Snapshot { filter, policy, manifest, .. } = self else {
            return Err(ScreenError::OfServer { option: "--receipts" });
        };
        let basis = filter.basis(manifest, parameters);
        Ok(Basis { policy: policy.sha256().unwrap_or_default().to_owned(), ..basis })
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

/// The link of the receipt of a file.
pub(super) fn link_of(file: &MessageFile, judge: &Judge) -> serde_json::Result<Link> {
    let (id, subject) = (file.name.as_str().into(), Subject::message(&file.bytes));
    Ok(match judge {
        Judge::Answer(json) => {
            let (answer, verdict) = canonical_verdict(json)?;
            Link::new(id, subject, &answer, verdict)
        }
        Judge::Unread(_) => Link::new(id, subject, b"", Verdict::Error),
    })
}
