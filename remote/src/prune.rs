//! Removes old versions from a store.

use std::num::NonZeroUsize;

use futures_util::TryStreamExt;
use object_store::{Error, ObjectStoreExt};
use tamis_engine::store::{MANIFEST, is_version, old_versions};

use crate::error::RemoteError;
use crate::remote::Remote;

impl Remote {
    /// Removes all versions of the store except the newest `keep` and the current one, even if that is
    /// older. The oldest go first, each beginning with its manifest. Returns the removed versions.
    ///
    /// # Errors
    /// The store has no current version, or a request fails.
    pub fn prune(&self, keep: NonZeroUsize) -> Result<Vec<String>, RemoteError> {
        self.wait(async {
            let current = self.pointer().await?.ok_or_else(|| self.empty())?.version;
            let listed = self.store().list_with_delimiter(Some(self.folder())).await;
            let folders = listed.map_err(self.failed(""))?.common_prefixes;
            let names = folders.iter().filter_map(|folder| folder.filename());
            let versions = names.filter(|name| is_version(name)).map(str::to_owned).collect();
            let old = old_versions(versions, keep, &current);
            for version in &old {
                let manifest = format!("{version}/{MANIFEST}");
                match self.store().delete(&self.object(&manifest)).await {
                    // Missing after an interrupted run.
                    Ok(()) | Err(Error::NotFound { .. }) => {}
                    Err(error) => return Err(self.failed(&manifest)(error)),
                }
                let folder = self.object(version);
                let files: Vec<_> = self
                    .store()
                    .list(Some(&folder))
                    .map_ok(|file| file.location)
                    .try_collect()
                    .await
                    .map_err(self.failed(version))?;
                for file in files {
                    self.store().delete(&file).await.map_err(self.failed(file.as_ref()))?;
                }
            }
            Ok(old)
        })
    }
}
