//! What an operator should hear before the first request: settings that can be served, but probably
//! not as they were meant.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::settings::ServerSettings;
use crate::limits;
use tamis_engine::snapshot::SnapshotStore;
use tamis_ingest::descriptions::{DescriptionError, files_in};

/// Looks at what the settings name, and says what is missing there.
///
/// # Errors
/// The folder of registries cannot be read, which would keep the server from starting.
pub fn warnings(settings: &ServerSettings) -> Result<Vec<String>, DescriptionError> {
    let snapshots = SnapshotStore::new(&settings.snapshots);
    let absence = snapshots.absence();
    let folder = settings.snapshots.display();
    let mut warnings: Vec<_> = absence.iter().map(|why| format!("{folder}: {why}")).collect();
    if let Some(registries) = &settings.registries
        && files_in(&registries.folder)?.is_empty()
    {
        let folder = registries.folder.display();
        warnings.push(format!("{folder}: the folder holds no description of a registry (*.toml)"));
    }
    let wanted = (settings.connections.most + limits::OPEN_FILES_BESIDE_CONNECTIONS) as u64;
    let allowed = getrlimit(Resource::Nofile).maximum;
    if let Some(allowed) = allowed.filter(|allowed| *allowed < wanted) {
        warnings.push(format!(
            "{allowed} files may be open at the same time, too few for {} connections: raise the \
             limit (ulimit -n, LimitNOFILE) to {wanted} or lower --max-connections",
            settings.connections.most
        ));
    }
    Ok(warnings)
}

/// Raises the number of files that may be open as far as the system allows without asking anyone.
pub(super) fn raise_open_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!(%error, "the number of open files stays as it is");
    }
}
