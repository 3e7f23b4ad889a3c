//! Warnings at the start: settings that can be served, but probably not as intended.

use std::fmt;
use std::net::SocketAddr;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::settings::ServerSettings;
use super::tls::TlsFiles;
use crate::limits;
use tamis_engine::model::Timestamp;
use tamis_engine::store::Absence;
use tamis_ingest::descriptions::files_in;

/// Result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Usable.
    Sound(String),
    /// Usable, but probably not as intended.
    Doubtful(String),
    /// The server would answer no one.
    Fault(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sound(what) => write!(f, "ok: {what}"),
            Self::Doubtful(what) => write!(f, "warning: {what}"),
            Self::Fault(what) => write!(f, "error: {what}"),
        }
    }
}

/// Checks the settings and reports doubtful or missing parts.
pub(super) fn warnings(settings: &ServerSettings) -> Vec<Finding> {
    let mut warnings: Vec<Finding> = absence(settings).into_iter().collect();
    if let Some(registries) = &settings.registries
        // An unreadable folder keeps the server from starting.
        && files_in(&registries.folder).is_ok_and(|files| files.is_empty())
    {
        let folder = registries.folder.display();
        let why = format!("{folder}: the folder holds no description of a registry (*.toml)");
        warnings.push(Finding::Doubtful(why));
    }
    warnings.extend(settings.tls.as_ref().and_then(validity));
    warnings.extend(exposure(settings).map(Finding::Doubtful));
    let wanted = (settings.connections.most + limits::OPEN_FILES_BESIDE_CONNECTIONS) as u64;
    let allowed = getrlimit(Resource::Nofile).maximum;
    if let Some(allowed) = allowed.filter(|allowed| *allowed < wanted) {
        warnings.push(Finding::Doubtful(format!(
            "{allowed} files may be open at the same time, too few for {} connections: raise the \
             limit (ulimit -n, LimitNOFILE) to {wanted} or lower --max-connections",
            settings.connections.most
        )));
    }
    warnings
}

/// Reason why nothing is served yet: a folder that a builder will fill is not an error.
fn absence(settings: &ServerSettings) -> Option<Finding> {
    let absence = settings.store.absence()?;
    let why = format!("{}: {absence}", settings.store.root().display());
    Some(match absence {
        Absence::NoFolder | Absence::NoVersions | Absence::NoneCurrent => Finding::Doubtful(why),
        Absence::NotAFolder | Absence::Unreadable(_) | Absence::FolderOfAVersion => {
            Finding::Fault(why)
        }
    })
}

/// Reports a certificate that is not valid, or not for long.
fn validity(files: &TlsFiles) -> Option<Finding> {
    let times = files.check().ok()??;
    let (file, now) = (files.certificates.display(), Timestamp::now());
    let (start, end) = (times.start(), times.end());
    if now < *start {
        Some(Finding::Fault(format!("{file}: the certificate is not valid before {start}")))
    } else if now > *end {
        Some(Finding::Fault(format!("{file}: the certificate has expired, on {end}")))
    } else {
        let soon = end.0 - now.0 < limits::CERTIFICATE_DAYS_LEFT_MIN * 86_400;
        soon.then(|| Finding::Doubtful(format!("{file}: the certificate expires on {end}")))
    }
}

/// Reports access that others on the network have.
fn exposure(settings: &ServerSettings) -> Option<String> {
    let ServerSettings { listen, api_keys, tls, .. } = settings;
    if is_local(*listen) {
        None
    } else if api_keys.is_none() {
        Some(format!(
            "listen: whoever reaches {listen} may ask: give out keys (--api-keys), unless only a \
             proxy that knows its callers reaches it"
        ))
    } else if tls.is_none() {
        Some(format!(
            "listen: keys go to {listen} in plain text: give a certificate (--tls-cert, --tls-key), \
             unless only a proxy that has one reaches it"
        ))
    } else {
        None
    }
}

fn is_local(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// Raises the limit of open files as far as the system allows an ordinary user.
pub(super) fn raise_open_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!(%error, "the number of open files stays as it is");
    }
}
