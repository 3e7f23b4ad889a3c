//! Copies a version from a folder to a store: its files, its manifest, and `CURRENT` last.

use std::fs::File;
use std::io::Read;

use object_store::{
    Attribute, Attributes, Error, GetOptions, ObjectStoreExt, PutMode, PutMultipartOptions,
    PutOptions, WriteMultipart,
};
use tamis_engine::store::checksum::size_and_sha256;
use tamis_engine::store::{CURRENT, FileEntry, MANIFEST, SIGNATURE, SnapshotStore};

use crate::error::RemoteError;
use crate::limits::{CHUNK_BYTES, PARTS_AT_ONCE};
use crate::remote::{Pointer, Remote};

/// Attribute of an object that states the SHA-256 of its bytes.
const SHA256: &str = "sha256";

/// Result of publishing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// Files that were sent, and their bytes.
    pub files: usize,
    pub bytes: u64,
    /// Files that already existed.
    pub were_there: usize,
    /// Version that `CURRENT` named before.
    pub before: Option<String>,
}

impl Remote {
    /// Copies a version of a folder to the store and makes it current there. Files that already exist,
    /// for example after an interruption, are not sent again. `CURRENT` is written last and in one
    /// step, so that pulls meanwhile get the complete previous version.
    ///
    /// `older` lets a version replace a newer current one. `sent` receives each file during its upload,
    /// with the number of bytes sent.
    ///
    /// # Errors
    /// The version cannot be opened, or one of its files does not match its manifest. The store holds
    /// another version under this name, has a newer current one, or fails. Its current version stays.
    pub fn publish(
        &self,
        from: &SnapshotStore,
        version: &str,
        older: bool,
        mut sent: impl FnMut(&str, u64),
    ) -> Result<Published, RemoteError> {
        let address = self.address();
        if self.is_read_only() {
            return Err(RemoteError::Refused(format!(
                "{address}: nothing can be published over HTTP; publish to the folder or bucket that \
                 is offered there"
            )));
        }
        from.open(version)?;
        let here = from.manifest_file(version)?;
        self.wait(async {
            let pointer = self.pointer().await?;
            let newer = pointer.as_ref().filter(|now| *now.version > *version && !older);
            if let Some(Pointer { version: newer, .. }) = newer {
                return Err(RemoteError::Refused(format!(
                    "{address}: version {newer} is current there, and newer than {version}; --older \
                     makes the older one current"
                )));
            }
            let there = self.manifest(version).await?;
            if there.as_ref().is_some_and(|there| there.bytes != here.bytes) {
                return Err(RemoteError::Refused(format!(
                    "{address}: version {version} there has other files than here, and a version \
                     that is published never changes; build another one"
                )));
            }
            let before = pointer.as_ref().map(|pointer| pointer.version.clone());
            let mut done = Published { files: 0, bytes: 0, were_there: 0, before };
            for file in &here.manifest.files {
                let name = format!("{version}/{}", file.path);
                if self.holds(&name, file, there.is_some()).await? {
                    done.were_there += 1;
                    continue;
                }
                self.send(from, version, file, &name, &mut sent).await?;
                done.files += 1;
                done.bytes += file.size;
            }
            // A version may be signed, or signed anew, after it was published.
            let signed = there.as_ref().and_then(|there| there.signature.as_ref());
            if let Some(signature) = here.signature.as_ref().filter(|own| signed != Some(own)) {
                self.put(&format!("{version}/{SIGNATURE}"), signature.clone().into()).await?;
            }
            if there.is_none() {
                self.put(&format!("{version}/{MANIFEST}"), here.bytes.clone()).await?;
            }
            self.point(pointer, version).await?;
            Ok(done)
        })
    }

    /// Writes a small object.
    async fn put(&self, name: &str, bytes: Vec<u8>) -> Result<(), RemoteError> {
        let put = self.store().put(&self.object(name), bytes.into()).await;
        put.map(drop).map_err(self.failed(name))
    }

    /// True if the store holds a file of a version. `is_whole` says that its manifest exists, which is
    /// sent after all files.
    async fn holds(
        &self,
        name: &str,
        file: &FileEntry,
        is_whole: bool,
    ) -> Result<bool, RemoteError> {
        let head = GetOptions { head: true, ..GetOptions::default() };
        let found = match self.store().get_opts(&self.object(name), head).await {
            Err(Error::NotFound { .. }) => return Ok(false),
            asked => asked.map_err(self.failed(name))?,
        };
        let said = found.attributes.get(&Attribute::Metadata(SHA256.into()));
        let is_same = is_whole || said.is_some_and(|said| **said == *file.sha256);
        Ok(found.meta.size == file.size && is_same)
    }

    async fn send(
        &self,
        from: &SnapshotStore,
        version: &str,
        file: &FileEntry,
        name: &str,
        sent: &mut impl FnMut(&str, u64),
    ) -> Result<(), RemoteError> {
        let path = from.folder(version).join(&file.path);
        let (size, sha256) = size_and_sha256(&path).map_err(RemoteError::file(&path, "read"))?;
        if (size, &sha256) != (file.size, &file.sha256) {
            let path = path.display();
            return Err(RemoteError::Refused(format!(
                "{path}: this is not the file that the manifest beside it lists; nothing was \
                 published"
            )));
        }
        let mut attributes = Attributes::new();
        if self.keeps_attributes() {
            attributes.insert(Attribute::Metadata(SHA256.into()), sha256.into());
        }
        let object = self.object(name);
        let mut bytes = File::open(&path).map_err(RemoteError::file(&path, "open"))?;
        if size <= CHUNK_BYTES as u64 {
            let mut all = Vec::new();
            bytes.read_to_end(&mut all).map_err(RemoteError::file(&path, "read"))?;
            let options = PutOptions { attributes, ..PutOptions::default() };
            let put = self.store().put_opts(&object, all.into(), options).await;
            put.map_err(self.failed(name))?;
        } else {
            let options = PutMultipartOptions { attributes, ..PutMultipartOptions::default() };
            let upload = self.store().put_multipart_opts(&object, options).await;
            let upload = upload.map_err(self.failed(name))?;
            let mut parts = WriteMultipart::new_with_chunk_size(upload, CHUNK_BYTES);
            let (mut chunk, mut gone) = (vec![0; CHUNK_BYTES], 0);
            while gone < size {
                let next = chunk.len().min(usize::try_from(size - gone).unwrap_or(usize::MAX));
                let part = &mut chunk[..next];
                let room = parts.wait_for_capacity(PARTS_AT_ONCE).await;
                let read = room.map_err(self.failed(name)).and_then(|()| {
                    bytes.read_exact(part).map_err(RemoteError::file(&path, "read"))
                });
                if let Err(error) = read {
                    // Uploaded parts take space in the store until they are aborted.
                    let _ = parts.abort().await;
                    return Err(error);
                }
                parts.write(part);
                gone += next as u64;
                sent(&file.path, gone);
            }
            parts.finish().await.map_err(self.failed(name))?;
        }
        sent(&file.path, size);
        Ok(())
    }

    /// Writes `CURRENT`, unless another program did since it was read.
    async fn point(&self, read: Option<Pointer>, version: &str) -> Result<(), RemoteError> {
        if read.as_ref().is_some_and(|read| read.version == version) {
            return Ok(());
        }
        let object = self.object(CURRENT);
        let put = |mode| {
            let text = format!("{version}\n");
            self.store().put_opts(&object, text.into(), PutOptions::from(mode))
        };
        let mode = read.map_or(PutMode::Create, |read| PutMode::Update(read.writing));
        let put = match put(mode).await {
            // On a file system the last writer wins.
            Err(Error::NotImplemented { .. }) => put(PutMode::Overwrite).await,
            put => put,
        };
        match put {
            Err(Error::Precondition { .. } | Error::AlreadyExists { .. }) => {
                let object = self.shown(CURRENT);
                Err(RemoteError::Refused(format!(
                    "{object}: another program published meanwhile; what it made current stays"
                )))
            }
            put => put.map(drop).map_err(self.failed(CURRENT)),
        }
    }
}
