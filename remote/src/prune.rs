//! Old versions of a store go.

use std::num::NonZeroUsize;

use futures_util::TryStreamExt;
use object_store::{Error, ObjectStoreExt};
use tamis_engine::store::{MANIFEST, is_version, old_versions};

use crate::error::RemoteError;
use crate::remote::Remote;

impl Remote {
    /// Removes all versions of the store but the newest `keep` and the current one, which stays also
    /// where it is older than they are. The oldest go first, each with its manifest first. Gives the
    /// removed ones.
    ///
    /// # Errors
    /// The store holds no current version, or fails.
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
                    // As where the work was interrupted.
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
