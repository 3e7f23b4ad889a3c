//! `tamis serve --check-config`: opens and checks everything named in the settings as a start would,
//! without serving.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

use super::fallback::PassedOver;
use super::opening::{Opened, open};
use super::seen::{Seen, Step};
use super::settings::{RegistrySettings, ServerSettings};
use super::tls::TlsFiles;
use super::warnings::{Finding, warnings};
use crate::api::http::keys::ApiKeys;
use crate::clearances::ClearancesFile;
use crate::policy::Policy;
use crate::receipts::log::LogSettings;
use crate::registries::Counter;

/// Checks everything named in the settings, with the rights of the current user.
#[must_use]
pub fn check(settings: &ServerSettings) -> Vec<Finding> {
    let mut findings: Vec<Finding> = snapshots(settings).into_iter().collect();
    findings.extend(settings.registries.iter().flat_map(registries));
    findings.extend(settings.api_keys.iter().map(|path| match ApiKeys::read(path) {
        Ok(_) => Finding::Sound(format!("keys: {}", path.display())),
        Err(error) => Finding::Fault(format!("keys: {error}")),
    }));
    findings.extend(settings.filter_policy.iter().map(|path| match Policy::read(path) {
        Ok(policy) => {
            Finding::Sound(format!("filter policy: {}, rules: {}", path.display(), policy.len()))
        }
        Err(error) => Finding::Fault(format!("filter policy: {error}")),
    }));
    findings.extend(settings.clearances.iter().map(clearances));
    findings.extend(settings.receipts.iter().map(receipts));
    findings.extend(settings.tls.iter().map(certificate));
    #[cfg(feature = "object-store")]
    findings.extend(settings.source.iter().map(|source| match source.check() {
        Ok(()) => Finding::Sound(format!("source: {} is an address; it was not asked", source.url)),
        Err(error) => Finding::Fault(format!("source: {error}")),
    }));
    // All sockets stay bound until the last is tried, since two addresses may be equal.
    let mut held = Vec::new();
    let addresses = [("listen", Some(settings.listen)), ("admin-listen", settings.admin_listen)];
    for (option, address) in addresses {
        findings.extend(address.map(|address| free(option, address, &mut held)));
    }
    findings.extend(warnings(settings));
    if rustix::process::geteuid().is_root() {
        findings.push(Finding::Doubtful(
            "checked as root, who may read every file: check as the user that serves".to_owned(),
        ));
    }
    findings
}

fn clearances(source: &ClearancesFile) -> Finding {
    let file = source.path.display();
    if !source.path.exists() {
        return Finding::Doubtful(format!("clearances: {file} does not exist yet"));
    }
    match source.read() {
        Ok(read) => Finding::Sound(format!("clearances: {file}, decisions: {}", read.count())),
        Err(error) => Finding::Fault(format!("clearances: {error}")),
    }
}

fn receipts(settings: &LogSettings) -> Finding {
    let folder = settings.folder.display();
    match settings.signing_key() {
        Err(error) => Finding::Fault(format!("receipts: {error}")),
        Ok(_) if !settings.folder.exists() => {
            Finding::Doubtful(format!("receipts: {folder} does not exist yet"))
        }
        Ok(key) => {
            let signed = if key.is_some() { "signed" } else { "not signed" };
            Finding::Sound(format!("receipts: {folder}, heads are {signed}"))
        }
    }
}

/// Checks the version that would be served. Returns nothing if none is current; the warnings report
/// that.
fn snapshots(settings: &ServerSettings) -> Option<Finding> {
    let store = &settings.store;
    let seen = Seen::now(store);
    let refused = match seen.step(None, None) {
        Step::Nothing | Step::Wait => return None,
        Step::Refuse(error) => error.to_owned(),
        Step::Open(version) => match open(store, version, None) {
            Ok(opened) => {
                return Some(Finding::Sound(format!("snapshots: {}", soundness(&opened))));
            }
            Err(reason) => format!("version {version} is refused: {reason}"),
        },
    };
    Some(match PassedOver::default().sound_other(store, seen.named()) {
        Some(other) => {
            Finding::Doubtful(format!("snapshots: {refused}; instead of it {}", soundness(&other)))
        }
        None => Finding::Fault(format!("snapshots: {refused}; no other version can be served")),
    })
}

fn soundness(Opened { loaded, .. }: &Opened) -> String {
    let snapshot = &loaded.snapshot;
    let (version, records) = (snapshot.version(), snapshot.record_count());
    format!("version {version} with {records} records is sound")
}

fn registries(RegistrySettings { folder, kept }: &RegistrySettings) -> Vec<Finding> {
    let counter = match Counter::load(folder, kept.as_deref()) {
        Ok(counter) => counter,
        Err(error) => return vec![Finding::Fault(format!("registries: {error}"))],
    };
    let sound = format!("registries: the descriptions in {}", folder.display());
    // One file may hold several kinds.
    let counts = counter.counts();
    let problems: BTreeSet<_> =
        counts.rows().iter().filter_map(|row| Some((&row.slug, row.problem.as_ref()?))).collect();
    let doubtful = problems.into_iter().map(|(slug, problem)| {
        Finding::Doubtful(format!("registries: {slug} cannot be counted: {problem}"))
    });
    std::iter::once(Finding::Sound(sound)).chain(doubtful).collect()
}

/// Checks certificate and key. The warnings report the dates of validity.
fn certificate(files: &TlsFiles) -> Finding {
    match files.check() {
        Ok(_) => {
            let (certificates, key) = (files.certificates.display(), files.key.display());
            Finding::Sound(format!("tls: {certificates} and {key} belong together"))
        }
        Err(error) => Finding::Fault(format!("tls: {error}")),
    }
}

/// Tries to listen, which fails while a server is running.
fn free(option: &str, address: SocketAddr, held: &mut Vec<TcpListener>) -> Finding {
    match TcpListener::bind(address) {
        Ok(listener) => {
            held.push(listener);
            Finding::Sound(format!("{option}: {address} is free"))
        }
        Err(error) if error.kind() == ErrorKind::AddrInUse => Finding::Doubtful(format!(
            "{option}: {address} is in use, by a running server or by another program"
        )),
        Err(error) => Finding::Fault(format!("{option}: {address}: {error}")),
    }
}
