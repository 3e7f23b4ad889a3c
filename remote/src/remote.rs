//! Reads a store defensively.

use std::future::Future;
use std::path::{Component, Path as FilePath};
use std::time::Duration;

use object_store::path::Path;
use object_store::{Error, GetOptions, GetResult, ObjectStore, UpdateVersion};
use tamis_engine::store::{CURRENT, MANIFEST, ManifestFile, SIGNATURE, read_current};
use tokio::runtime::{Builder, Runtime};

use crate::address::Address;
use crate::error::RemoteError;
use crate::limits::{DOCUMENT_BYTES_MAX, REASON_CHARS_MAX};

/// A location in an object store with the layout of a folder of snapshots.
///
/// Its methods block until the store answers; threads that must not block should not call them.
#[derive(Debug)]
pub struct Remote {
    address: Address,
    runtime: Runtime,
}

/// Content of `CURRENT`, with the object version that was read.
#[derive(Debug)]
pub(crate) struct Pointer {
    pub(crate) version: String,
    pub(crate) writing: UpdateVersion,
}

impl Remote {
    /// Creates a handle for this address without contacting the store. `timeout` limits each request;
    /// failed requests are retried for some minutes.
    ///
    /// # Errors
    /// The address names no store.
    pub fn open(address: &str, timeout: Duration) -> Result<Self, RemoteError> {
        let address = Address::read(address, timeout)?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| RemoteError::Address {
            address: address.shown.clone(),
            reason: error.to_string(),
        })?;
        Ok(Self { address, runtime })
    }

    /// The address, without a password.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address.shown
    }

    /// The version that `CURRENT` names; `None` without a `CURRENT`.
    ///
    /// # Errors
    /// The store cannot be read, or its `CURRENT` names no version.
    pub fn current_version(&self) -> Result<Option<String>, RemoteError> {
        self.wait(async { Ok(self.pointer().await?.map(|pointer| pointer.version)) })
    }

    /// Same as [`Self::current_version`], but a version is required.
    ///
    /// # Errors
    /// Same as [`Self::current_version`], or there is no version.
    pub fn needed_version(&self) -> Result<String, RemoteError> {
        self.current_version()?.ok_or_else(|| self.empty())
    }

    /// Error for a store without a version.
    pub(crate) fn empty(&self) -> RemoteError {
        RemoteError::Empty { address: self.address.shown.clone() }
    }

    /// Blocks until the future is ready.
    pub(crate) fn wait<T>(&self, asked: impl Future<Output = T>) -> T {
        self.runtime.block_on(asked)
    }

    pub(crate) fn store(&self) -> &dyn ObjectStore {
        &*self.address.store
    }

    pub(crate) fn keeps_attributes(&self) -> bool {
        self.address.keeps_attributes()
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.address.scheme == object_store::ObjectStoreScheme::Http
    }

    /// The folder in the store.
    pub(crate) fn folder(&self) -> &Path {
        &self.address.folder
    }

    /// Path of an object in the folder; its name may have slashes.
    pub(crate) fn object(&self, name: &str) -> Path {
        name.split('/').fold(self.address.folder.clone(), |folder, part| folder.join(part))
    }

    /// Path of an object for messages.
    pub(crate) fn shown(&self, name: &str) -> String {
        format!("{}/{name}", self.address.shown)
    }

    /// Adds the object to an error of the store.
    pub(crate) fn failed(&self, name: &str) -> impl FnOnce(Error) -> RemoteError {
        let object = self.shown(name);
        move |source| RemoteError::Store { object, reason: in_a_line(&source.to_string()) }
    }

    /// Error for an object with invalid content.
    pub(crate) fn wrong(&self, name: &str, reason: impl Into<String>) -> RemoteError {
        RemoteError::Content { object: self.shown(name), reason: reason.into() }
    }

    pub(crate) async fn pointer(&self) -> Result<Option<Pointer>, RemoteError> {
        let Some((bytes, writing)) = self.document(CURRENT).await? else { return Ok(None) };
        let text = String::from_utf8_lossy(&bytes);
        let version = read_current(&text).map_err(|reason| self.wrong(CURRENT, reason))?;
        Ok(Some(Pointer { version: version.to_owned(), writing }))
    }

    /// Manifest of a version with its signature; `None` if it does not exist.
    pub(crate) async fn manifest(
        &self,
        version: &str,
    ) -> Result<Option<ManifestFile>, RemoteError> {
        let name = format!("{version}/{MANIFEST}");
        let Some((bytes, _)) = self.document(&name).await? else { return Ok(None) };
        let signature = self.signature(version).await?;
        let read = ManifestFile::parse(bytes, signature);
        let file = read.map_err(|error| self.wrong(&name, error.to_string()))?;
        let manifest = &file.manifest;
        if manifest.version != version {
            let said = &manifest.version;
            return Err(self.wrong(&name, format!("it is that of version {said:?}")));
        }
        if manifest.snapshot_sha256().is_none() {
            return Err(self.wrong(&name, "it lists no snapshot"));
        }
        let outside = manifest.files.iter().find(|file| !is_within(&file.path));
        if let Some(file) = outside {
            return Err(self.wrong(&name, format!("{:?} is not a file of the version", file.path)));
        }
        Ok(Some(file))
    }

    async fn signature(&self, version: &str) -> Result<Option<String>, RemoteError> {
        let name = format!("{version}/{SIGNATURE}");
        let Some((bytes, _)) = self.document(&name).await? else { return Ok(None) };
        let text = String::from_utf8(bytes);
        text.map(Some).map_err(|_| self.wrong(&name, "it is not UTF-8"))
    }

    /// Reads a small object completely; `None` if it does not exist.
    async fn document(&self, name: &str) -> Result<Option<(Vec<u8>, UpdateVersion)>, RemoteError> {
        let asked = self.store().get_opts(&self.object(name), GetOptions::default()).await;
        let found: GetResult = match asked {
            Err(Error::NotFound { .. }) => return Ok(None),
            asked => asked.map_err(self.failed(name))?,
        };
        if found.meta.size > DOCUMENT_BYTES_MAX {
            let reason =
                format!("{} bytes long, at most {DOCUMENT_BYTES_MAX} are read", found.meta.size);
            return Err(self.wrong(name, reason));
        }
        let writing =
            UpdateVersion { e_tag: found.meta.e_tag.clone(), version: found.meta.version.clone() };
        let bytes = found.bytes().await.map_err(self.failed(name))?;
        Ok(Some((bytes.into(), writing)))
    }
}

/// Error message of a store, which may be a whole page, shortened to the end of one line.
fn in_a_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(REASON_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// True if the path is inside the version's folder and is neither the manifest nor its signature.
fn is_within(path: &str) -> bool {
    let is_plain =
        FilePath::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    // Only normalized paths: no "a//b", no "a/./b".
    let is_exact = path.split('/').all(|part| !part.is_empty() && part != ".");
    is_plain && is_exact && ![MANIFEST, SIGNATURE].contains(&path) && !path.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_store_says_is_one_line() {
        assert_eq!(in_a_line("404\n<Error>\n  gone"), "404 <Error> gone");
        assert_eq!(in_a_line(&"é".repeat(REASON_CHARS_MAX)), "é".repeat(REASON_CHARS_MAX));
        let long = in_a_line(&"é".repeat(REASON_CHARS_MAX + 1));
        assert_eq!(long, "é".repeat(REASON_CHARS_MAX) + "…");
    }

    #[test]
    fn files_of_a_version_are_below_it() {
        for path in ["snapshot.tamis", "collections/default/names.txt"] {
            assert!(is_within(path), "{path}");
        }
        for path in [
            "",
            "/etc/passwd",
            "../CURRENT",
            "a/../../b",
            "a//b",
            "./a",
            "a/",
            "manifest.json",
            "manifest.json.minisig",
            "a\\b",
        ] {
            assert!(!is_within(path), "{path}");
        }
    }
}
