//! Keys that sign versions, in the format of minisign.

use std::fs::{self, OpenOptions};
use std::io::{Cursor, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use minisign::{KeyPair, SecretKey, SecretKeyBox};
use tamis_engine::files::read_short_text;
use tamis_engine::limits::KEY_BYTES_MAX;
use tamis_engine::store::ManifestFile;

use crate::error::{Refused, at};

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
    pub fn key(&self) -> anyhow::Result<Option<SigningKey>> {
        let password = self.sign_password_file.as_deref();
        self.sign.as_deref().map(|path| SigningKey::read(path, password)).transpose()
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
    pub fn read(path: &Path, password: Option<&Path>) -> anyhow::Result<Self> {
        let key = SecretKeyBox::from_string(&read_secret(path)?);
        let fault = |error: &dyn std::fmt::Display| anyhow!("{}: {error}", path.display());
        let key = key.map_err(|error| fault(&error))?;
        let key = match password {
            None => key.into_unencrypted_secret_key().map_err(|_| {
                fault(&"it is no secret key of minisign, or it needs --sign-password-file")
            }),
            Some(file) => {
                let password = read_password(file)?;
                key.into_secret_key(Some(password)).map_err(|_| {
                    fault(&"it is no secret key of minisign, or the password is another one")
                })
            }
        };
        key.map(Self)
    }

    /// Signature of a manifest, as the text of its file. The comment that it covers has the version, and
    /// no time.
    ///
    /// # Errors
    /// The key cannot sign.
    pub fn signature(&self, file: &ManifestFile) -> anyhow::Result<String> {
        let comment = format!("manifest of version {}", file.manifest.version);
        let bytes = Cursor::new(&file.bytes);
        Ok(minisign::sign(None, &self.0, bytes, Some(&comment), None)?.into_string())
    }
}

/// Makes a pair of keys: the secret one at `path`, which only its owner can read, the public one
/// beside it with the ending `.pub`. Returns the public key in base64, as `--require-signature` takes
/// it.
///
/// # Errors
/// A file exists already or cannot be written.
pub fn generate(path: &Path, password: Option<&Path>) -> anyhow::Result<String> {
    let mut public_path = path.as_os_str().to_owned();
    public_path.push(".pub");
    let public_path = PathBuf::from(public_path);
    let (public, secret) = match password {
        None => {
            let KeyPair { pk, sk } = KeyPair::generate_unencrypted_keypair()?;
            (pk, sk)
        }
        Some(file) => {
            let password = read_password(file)?;
            if password.is_empty() {
                bail!(Refused::Option(format!("{}: the password is empty", file.display())));
            }
            let KeyPair { pk, sk } = KeyPair::generate_encrypted_keypair(Some(password))?;
            (pk, sk)
        }
    };
    let secret = secret.to_box(Some("secret key that signs snapshots"))?.into_string();
    write_new(path, 0o600, &secret)?;
    write_new(&public_path, 0o644, &public.to_box()?.into_string())?;
    Ok(public.to_base64())
}

/// Reads a password, without the end of its line.
fn read_password(path: &Path) -> anyhow::Result<String> {
    Ok(read_secret(path)?.trim_end_matches(['\r', '\n']).to_owned())
}

/// Reads a file that only its owner may be able to read.
fn read_secret(path: &Path) -> anyhow::Result<String> {
    let mode = fs::metadata(path).map_err(at(path))?.mode() & 0o777;
    if mode & 0o077 != 0 {
        bail!(
            "{}: others than its owner may read or change this file (mode {mode:03o}); chmod 600 \
             protects it",
            path.display()
        );
    }
    read_short_text(path, KEY_BYTES_MAX).map_err(at(path))
}

fn write_new(path: &Path, mode: u32, text: &str) -> anyhow::Result<()> {
    let opened = OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    let written = opened.and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            let path = path.display();
            Refused::Option(format!("{path}: this file exists, and keys are not replaced")).into()
        }
        _ => at(path)(error),
    })
}
