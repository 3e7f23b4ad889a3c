//! A server, and a screening in process, that require a signature.

use std::process::Command;

use tamis_engine::store::SnapshotStore;
use tamis_signing::{SigningKey, generate};
use tempfile::TempDir;

use crate::support::process::Server;
use crate::support::versions::Versions;

/// Three versions, of which the current one is not signed, and a folder with the keys.
struct Signed {
    versions: Versions,
    keys: TempDir,
}

impl Signed {
    fn new() -> Self {
        let (versions, keys) = (Versions::new(), tempfile::tempdir().expect("a folder"));
        for name in ["lists.key", "other.key"] {
            generate(&keys.path().join(name), None).expect("written");
        }
        let signed = Self { versions, keys };
        signed.sign(0);
        signed.sign(1);
        signed
    }

    fn sign(&self, at: usize) {
        let (store, version) =
            (SnapshotStore::new(self.versions.folder.path()), &self.versions.names[at]);
        let key = SigningKey::read(&self.keys.path().join("lists.key"), None).expect("a key");
        let manifest = store.manifest_file(version).expect("a manifest");
        let signature = key.signature(&manifest.bytes, "manifest").expect("signed");
        store.write_signature(version, &signature).expect("written");
    }

    fn public(&self, name: &str) -> String {
        self.keys.path().join(name).display().to_string()
    }
}

#[test]
fn a_version_that_is_not_signed_is_refused_until_it_is() {
    let signed = Signed::new();
    let [first, second, third] = &signed.versions.names;
    let folder = signed.versions.folder.path();
    let key = signed.public("lists.key.pub");
    let options = ["--poll-interval", "10ms", "--require-signature", &key];
    let server = Server::start(folder, &options);
    let (_, status) = server.get("/api/status");
    assert!(status.contains(&format!(r#""version":"{second}""#)), "{status}");
    assert!(status.contains("the version is not signed, and a signature is required"), "{status}");
    signed.sign(2);
    server.until("/readyz", |body| body.contains(third) && !body.contains("fallback"));

    // In service, a sound one stays.
    let signature = folder.join(first).join("manifest.json.minisig");
    std::fs::remove_file(signature).expect("it was signed");
    signed.versions.name_current(first);
    server.until("/api/status", |body| {
        body.contains("the version is not signed")
            && body.contains(&format!(r#""version":"{third}""#))
    });
}

#[test]
fn a_screening_and_a_check_of_the_configuration_require_it_as_well() {
    let signed = Signed::new();
    let folder = signed.versions.folder.path().display().to_string();
    let [key, other] = ["lists.key.pub", "other.key.pub"].map(|name| signed.public(name));
    let customers = signed.keys.path().join("customers.csv");
    std::fs::write(&customers, "id,name\n1,Ivan Sokolov\n").expect("written");
    let run = |arguments: &[&str]| {
        let command = Command::new(env!("CARGO_BIN_EXE_tamis")).args(arguments).output();
        let output = command.expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout) + &text(output.stderr))
    };
    let file = customers.display().to_string();
    let screen = ["screen", &file, "--snapshots", &folder, "--require-signature"];
    let (code, said) = run(&[&screen[..], &[&key]].concat());
    assert!(code == Some(1) && said.contains("the version is not signed"), "{said}");
    let check = ["serve", "--check-config", "--snapshots", &folder, "--listen", "127.0.0.1:0"];
    let (code, said) = run(&[&check[..], &["--require-signature", &key]].concat());
    assert!(code == Some(0) && said.contains("the version is not signed"), "{said}");
    signed.sign(2);
    let (code, said) = run(&[&screen[..], &[&key]].concat());
    assert!(code == Some(0) && said.contains("Ivan Sokolov"), "{said}");
    let (code, said) = run(&[&screen[..], &[&other]].concat());
    assert!(code == Some(1) && said.contains("by a key that is not trusted"), "{said}");
    // One key takes over from another.
    let (code, said) = run(&[&screen[..], &[&other, "--require-signature", &key]].concat());
    assert_eq!(code, Some(0), "{said}");
}
