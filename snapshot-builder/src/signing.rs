//! Signatures of versions.

use std::path::PathBuf;

use tamis_engine::store::ManifestFile;
use tamis_signing::{SigningError, SigningKey};

/// Options that name the key by which a version is signed.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SigningOptions {
    /// Sign the version by the secret key in this file (see keygen); only its owner may be able to read
    /// the file.
    #[arg(long, value_name = "KEY")]
    pub sign: Option<PathBuf>,
    /// File with the password of the key, if it has one.
    #[arg(long, value_name = "FILE", requires = "sign")]
    pub sign_password_file: Option<PathBuf>,
}

impl SigningOptions {
    /// Reads the key; `None` if none is named.
    ///
    /// # Errors
    /// As [`SigningKey::read`].
    pub fn key(&self) -> Result<Option<SigningKey>, SigningError> {
        let password = self.sign_password_file.as_deref();
        self.sign.as_deref().map(|path| SigningKey::read(path, password)).transpose()
    }
}

/// Signature of a manifest. The comment that it covers has the version, and no time, so that equal
/// versions have equal signatures.
///
/// # Errors
/// The key cannot sign.
pub(crate) fn signature(file: &ManifestFile, key: &SigningKey) -> Result<String, SigningError> {
    key.signature(&file.bytes, &format!("manifest of version {}", file.manifest.version))
}
