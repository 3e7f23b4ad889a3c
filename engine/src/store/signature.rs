//! Signatures of versions: Ed25519 over `manifest.json`, in the format of minisign
//! (<https://jedisct1.github.io/minisign/>). The manifest names every other file by its SHA-256.

use std::io::ErrorKind;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use minisign_verify::{Error, PublicKey, Signature};

use crate::files::read_short_text;
use crate::limits;
use crate::snapshot::SnapshotError;

/// Name of the signature in a version's folder.
pub const SIGNATURE: &str = "manifest.json.minisig";

/// A public key of minisign.
#[derive(Debug, Clone)]
pub struct TrustedKey(PublicKey);

impl FromStr for TrustedKey {
    type Err = String;

    /// Parses the key itself in base64, 56 letters, or reads the file that has it on its second line.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(key) = PublicKey::from_base64(text) {
            return Ok(Self(key));
        }
        let file = read_short_text(Path::new(text), limits::KEY_BYTES_MAX).map_err(|error| {
            format!("it is neither a public key in base64 nor a file that has one: {error}")
        })?;
        let key = PublicKey::decode(&file);
        key.map(Self).map_err(|_| "the file is no public key of minisign".to_owned())
    }
}

/// Reason why bytes are not signed as they should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureFault {
    /// The text is no signature of minisign.
    NoSignature,
    /// It is by another key.
    OtherKey,
    /// It is by a trusted key, of other bytes.
    OtherBytes,
}

impl SignatureFault {
    /// The reason as a sentence about the signature; `of` names the bytes.
    #[must_use]
    pub fn reason(self, of: &str) -> String {
        match self {
            Self::NoSignature => "it is no signature of minisign".to_owned(),
            Self::OtherKey => "it is by a key that is not trusted".to_owned(),
            Self::OtherBytes => format!("it is not that of {of}: one of the two was changed"),
        }
    }
}

/// Keys of which one must have signed a version; of none, signatures are not required. Several keys
/// are trusted while one replaces another.
#[derive(Debug, Clone, Default)]
pub struct TrustedKeys(Arc<[TrustedKey]>);

impl From<Vec<TrustedKey>> for TrustedKeys {
    fn from(keys: Vec<TrustedKey>) -> Self {
        Self(keys.into())
    }
}

impl TrustedKeys {
    /// True if a version must be signed.
    #[must_use]
    pub fn are_required(&self) -> bool {
        !self.0.is_empty()
    }

    /// Checks that one of the keys signed some bytes, if signatures are required.
    ///
    /// # Errors
    /// None of them did.
    pub fn verify(&self, bytes: &[u8], signature: &str) -> Result<(), SignatureFault> {
        if !self.are_required() {
            return Ok(());
        }
        let signature = Signature::decode(signature).map_err(|_| SignatureFault::NoSignature)?;
        let mut fault = SignatureFault::OtherKey;
        for TrustedKey(key) in &*self.0 {
            match key.verify(bytes, &signature, false) {
                Ok(()) => return Ok(()),
                Err(Error::UnexpectedKeyId) => {}
                Err(_) => fault = SignatureFault::OtherBytes,
            }
        }
        Err(fault)
    }

    /// Checks that one of the keys signed a manifest, if signatures are required. `folder` is that of the
    /// version, for messages.
    ///
    /// # Errors
    /// The manifest has no signature, or none by these keys.
    pub(super) fn check(
        &self,
        manifest: &[u8],
        signature: Option<&str>,
        folder: &Path,
    ) -> Result<(), SnapshotError> {
        if !self.are_required() {
            return Ok(());
        }
        let reason = match signature.map(|text| self.verify(manifest, text)) {
            Some(Ok(())) => return Ok(()),
            Some(Err(fault)) => fault.reason("this manifest"),
            None => "the version is not signed, and a signature is required".to_owned(),
        };
        Err(SnapshotError::Store { path: folder.join(SIGNATURE), reason })
    }
}

/// Reads a signature; `None` if there is none or the file is empty.
pub(super) fn read_signature(path: &Path) -> Result<Option<String>, SnapshotError> {
    match read_short_text(path, limits::SIGNATURE_BYTES_MAX) {
        Ok(text) => Ok(Some(text).filter(|text| !text.is_empty())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SnapshotError::io(path, "read")(error)),
    }
}
