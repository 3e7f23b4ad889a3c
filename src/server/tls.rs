//! TLS 1.2 and 1.3, if the operator gives a certificate.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, Error, RootCertStore, ServerConfig};
use tokio_rustls::TlsAcceptor;

use crate::limits;
use tamis_engine::files::read_short;
use tamis_engine::model::Timestamp;

/// PEM files of certificate and key.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The server's certificate first, then the chain to one that clients trust.
    pub certificates: PathBuf,
    /// Its private key: PKCS#8, PKCS#1 or SEC1.
    pub key: PathBuf,
}

impl TlsFiles {
    /// Checks that the files allow TLS, and returns the period of validity of the server's certificate
    /// if it is readable.
    ///
    /// # Errors
    /// There is no certificate or no key, or they do not belong together.
    pub(super) fn check(&self) -> Result<Option<RangeInclusive<Timestamp>>, TlsError> {
        read(self)?;
        let certificates = certificates_in(&self.certificates)?;
        Ok(certificates.first().and_then(validity))
    }
}

/// Fault of the TLS files.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("{}: {source}", path.display())]
    Pem { path: PathBuf, source: pem::Error },
    #[error("{}: the file holds no certificate", path.display())]
    NoCertificate { path: PathBuf },
    #[error("{}, {}: {source}", files.certificates.display(), files.key.display())]
    Unusable { files: TlsFiles, source: rustls::Error },
}

/// The active certificate.
#[derive(Debug)]
pub(super) struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// Those of [`TlsFiles::check`].
    pub(super) fn load(files: TlsFiles) -> Result<Self, TlsError> {
        let config = RwLock::new(read(&files)?);
        Ok(Self { files, config })
    }

    /// Reads the files again, for connections opened from now on.
    ///
    /// # Errors
    /// Those of [`Self::load`]; the previous certificate then remains active.
    pub(super) fn reload(&self) -> Result<(), TlsError> {
        let config = read(&self.files)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// A TLS acceptor with the active certificate.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

fn read(files: &TlsFiles) -> Result<Arc<ServerConfig>, TlsError> {
    let unusable = |source| TlsError::Unusable { files: files.clone(), source };
    let certificates = certificates_in(&files.certificates)?;
    let key = bytes_of(&files.key).and_then(|bytes| PrivateKeyDer::from_pem_slice(&bytes));
    let key = key.map_err(|source| TlsError::Pem { path: files.key.clone(), source })?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(unusable)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

/// Reads the certificates of a file, at least one.
fn certificates_in(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let certificates = bytes_of(path)
        .and_then(|bytes| CertificateDer::pem_slice_iter(&bytes).collect::<Result<Vec<_>, _>>())
        .map_err(|source| TlsError::Pem { path: path.to_owned(), source })?;
    if certificates.is_empty() {
        return Err(TlsError::NoCertificate { path: path.to_owned() });
    }
    Ok(certificates)
}

/// Period of validity of a certificate. The dates come from verifying it at the earliest and the latest
/// time: the verifier reports a wrong time before a missing trust anchor.
fn validity(certificate: &CertificateDer<'_>) -> Option<RangeInclusive<Timestamp>> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    let algorithms = ring::default_provider().signature_verification_algorithms.all;
    let fault_at = |seconds| {
        let time = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let nobody = RootCertStore::empty();
        verify_server_cert_signed_by_trust_anchor(&parsed, &nobody, &[], time, algorithms).err()
    };
    let timestamp = |time: UnixTime| i64::try_from(time.as_secs()).ok().map(Timestamp);
    let start = match fault_at(0)? {
        Error::InvalidCertificate(CertificateError::NotValidYetContext { not_before, .. }) => {
            timestamp(not_before)?
        }
        _ => Timestamp(0),
    };
    match fault_at(u64::MAX)? {
        Error::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. }) => {
            Some(start..=timestamp(not_after)?)
        }
        _ => None,
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, pem::Error> {
    read_short(path, limits::ACCESS_FILE_BYTES_MAX).map_err(pem::Error::Io)
}
