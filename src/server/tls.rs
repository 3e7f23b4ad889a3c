//! Connections under TLS 1.2 and 1.3, where the operator gives a certificate.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::limits;
use tamis_engine::files::read_short;

/// Where certificate and key are: PEM files.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The server's certificate first, then those that lead to one that clients know.
    pub certificates: PathBuf,
    /// Its private key: PKCS#8, PKCS#1 or SEC1.
    pub key: PathBuf,
}

impl TlsFiles {
    /// Whether connections can be secured with these files.
    ///
    /// # Errors
    /// They hold no certificate or no key, or these do not belong together.
    pub fn check(&self) -> Result<(), TlsError> {
        read(self).map(drop)
    }
}

/// Files that no connection can be secured with.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("{}: {source}", path.display())]
    Pem { path: PathBuf, source: pem::Error },
    #[error("{}: the file holds no certificate", path.display())]
    NoCertificate { path: PathBuf },
    #[error("{}, {}: {source}", files.certificates.display(), files.key.display())]
    Unusable { files: TlsFiles, source: rustls::Error },
}

/// The certificate in force.
#[derive(Debug)]
pub(super) struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// As [`TlsFiles::check`].
    pub(super) fn load(files: TlsFiles) -> Result<Self, TlsError> {
        let config = RwLock::new(read(&files)?);
        Ok(Self { files, config })
    }

    /// Reads the files again: for connections that are opened from now on.
    ///
    /// # Errors
    /// As [`Self::load`]; the certificate stays that of before.
    pub(super) fn reload(&self) -> Result<(), TlsError> {
        let config = read(&self.files)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// What secures a connection with the certificate in force.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

fn read(files: &TlsFiles) -> Result<Arc<ServerConfig>, TlsError> {
    let (path, unusable) =
        (&files.certificates, |source| TlsError::Unusable { files: files.clone(), source });
    let pem = |path: &PathBuf| {
        let path = path.clone();
        move |source| TlsError::Pem { path, source }
    };
    let certificates = bytes_of(path)
        .and_then(|bytes| CertificateDer::pem_slice_iter(&bytes).collect::<Result<Vec<_>, _>>())
        .map_err(pem(path))?;
    if certificates.is_empty() {
        return Err(TlsError::NoCertificate { path: path.clone() });
    }
    let key = bytes_of(&files.key).and_then(|bytes| PrivateKeyDer::from_pem_slice(&bytes));
    let key = key.map_err(pem(&files.key))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(unusable)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, pem::Error> {
    read_short(path, limits::ACCESS_FILE_BYTES_MAX).map_err(pem::Error::Io)
}
