//! Secret keys that sign versions and logs of receipts: Ed25519 in the format of minisign
//! (<https://jedisct1.github.io/minisign/>). The engine checks signatures by public keys.

use std::fs::{self, OpenOptions};
use std::io::{self, Cursor, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use minisign::{KeyPair, SecretKey, SecretKeyBox};
use tamis_engine::files::{read_short_text, with_ending};
use tamis_engine::limits::KEY_BYTES_MAX;

/// Reason why a key cannot be made, read or used.
#[derive(Debug, thiserror::Error)]
pub enum SigningError {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error(
        "{}: others than its owner may read or change this file (mode {mode:03o}); chmod 600 protects it",
        path.display()
    )]
    Unprotected { path: PathBuf, mode: u32 },
    #[error("{}: it is no secret key of minisign, or it needs a file with its password", path.display())]
    NoKey { path: PathBuf },
    #[error("{}: it is no secret key of minisign, or the password is another one", path.display())]
    OtherPassword { path: PathBuf },
    #[error("{}: the password is empty", path.display())]
    EmptyPassword { path: PathBuf },
    #[error("{}: this file exists, and keys are not replaced", path.display())]
    Exists { path: PathBuf },
    #[error("the key cannot sign: {0}")]
    Signing(String),
}

impl SigningError {
    fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::File { path: path.to_owned(), source }
    }

    /// True if another file or password is to be named, as opposed to a failure.
    #[must_use]
    pub fn is_of_options(&self) -> bool {
        matches!(self, Self::EmptyPassword { .. } | Self::Exists { .. })
    }
}

/// A secret key, ready to sign.
pub struct SigningKey(SecretKey);

impl SigningKey {
    /// Reads a secret key, decrypted by the password in a file if there is one.
    ///
    /// # Errors
    /// A file cannot be read, or others than its owner may read it; it is no secret key; the password is
    /// missing or wrong.
    pub fn read(path: &Path, password: Option<&Path>) -> Result<Self, SigningError> {
        let no_key = || SigningError::NoKey { path: path.to_owned() };
        let key = SecretKeyBox::from_string(&read_secret(path)?).map_err(|_| no_key())?;
        let key = match password {
            None => key.into_unencrypted_secret_key().map_err(|_| no_key())?,
            Some(file) => key
                .into_secret_key(Some(read_password(file)?))
                .map_err(|_| SigningError::OtherPassword { path: path.to_owned() })?,
        };
        Ok(Self(key))
    }

    /// Signature of some bytes, as the text of its file. It covers the comment, too, which should have no
    /// time where equal inputs are to have equal outputs.
    ///
    /// # Errors
    /// [`SigningError::Signing`].
    pub fn signature(&self, bytes: &[u8], comment: &str) -> Result<String, SigningError> {
        let signed = minisign::sign(None, &self.0, Cursor::new(bytes), Some(comment), None);
        signed
            .map(minisign::SignatureBox::into_string)
            .map_err(|error| SigningError::Signing(error.to_string()))
    }
}

/// Makes a pair of keys: the secret one at `path`, which only its owner can read, the public one
/// beside it with the ending `.pub`. Returns the public key in base64.
///
/// # Errors
/// A file exists already or cannot be written, or the password is empty.
pub fn generate(path: &Path, password: Option<&Path>) -> Result<String, SigningError> {
    let failed = |error: minisign::PError| SigningError::Signing(error.to_string());
    let public_path = with_ending(path, ".pub");
    let pair = match password {
        None => KeyPair::generate_unencrypted_keypair(),
        Some(file) => {
            let password = read_password(file)?;
            if password.is_empty() {
                return Err(SigningError::EmptyPassword { path: file.to_owned() });
            }
            KeyPair::generate_encrypted_keypair(Some(password))
        }
    };
    let KeyPair { pk: public, sk: secret } = pair.map_err(failed)?;
    let secret = secret.to_box(Some("secret key that signs snapshots")).map_err(failed)?;
    write_new(path, 0o600, &secret.into_string())?;
    write_new(&public_path, 0o644, &public.to_box().map_err(failed)?.into_string())?;
    Ok(public.to_base64())
}

/// Reads a password, without the end of its line.
fn read_password(path: &Path) -> Result<String, SigningError> {
    Ok(read_secret(path)?.trim_end_matches(['\r', '\n']).to_owned())
}

/// Reads a file that only its owner may be able to read.
fn read_secret(path: &Path) -> Result<String, SigningError> {
    let mode = fs::metadata(path).map_err(SigningError::file(path))?.mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(SigningError::Unprotected { path: path.to_owned(), mode });
    }
    read_short_text(path, KEY_BYTES_MAX).map_err(SigningError::file(path))
}

fn write_new(path: &Path, mode: u32, text: &str) -> Result<(), SigningError> {
    let opened = OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    let written = opened.and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => SigningError::Exists { path: path.to_owned() },
        _ => SigningError::file(path)(error),
    })
}
