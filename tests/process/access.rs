//! Access and encryption: TLS, keys, pages of other origins.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tamis::limits;
use tempfile::TempDir;

use crate::support::bulk;
use crate::support::connection::Connection;
use crate::support::process::Server;
use crate::support::versions::Versions;

const BULK_INDEX: &str = "/downloads/collections/default/index.json";

/// A server with a certificate and keys, and the files of both.
struct Guarded {
    versions: Versions,
    folder: TempDir,
}

impl Guarded {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let guarded = Self { versions: Versions::new(), folder };
        guarded.draw_certificate();
        guarded.give_out("first-key");
        guarded
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn draw_certificate(&self) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("drawn");
        fs::write(self.path("cert.pem"), made.cert.pem()).expect("written");
        fs::write(self.path("key.pem"), made.signing_key.serialize_pem()).expect("written");
    }

    /// Makes a key the only valid one.
    fn give_out(&self, key: &str) {
        use sha2::{Digest, Sha256};
        let hash: String = Sha256::digest(key).iter().map(|byte| format!("{byte:02x}")).collect();
        fs::write(self.path("keys"), format!("# in force\ndesk {hash}\n")).expect("written");
    }

    /// Adds bulk files to the current version.
    fn add_bulk_files(&self) {
        let current = self.versions.names.last().expect("three versions");
        bulk::write(&self.versions.folder.path().join(current), current, |_, _| String::new());
    }

    fn start(&self, what: &[&str]) -> Server {
        let files = [("cert.pem", "--tls-cert"), ("key.pem", "--tls-key"), ("keys", "--api-keys")];
        let mut options = vec!["--poll-interval".to_owned(), "10ms".to_owned()];
        for (file, option) in files.iter().filter(|(_, option)| what.contains(option)) {
            options.push((*option).to_owned());
            options.push(self.path(file).display().to_string());
        }
        let options: Vec<_> = options.iter().map(String::as_str).collect();
        Server::start(self.versions.folder.path(), &options)
    }

    /// Screens a name through a server, with one trusted certificate.
    fn screen(&self, server: &Server, certificate: &Path, key: &str) -> Output {
        fs::write(self.path("customers.txt"), "Ivan Sokolov\n").expect("written");
        fs::write(self.path("held-key"), format!("{key}\n")).expect("written");
        Command::new(env!("CARGO_BIN_EXE_tamis"))
            .arg("screen")
            .arg(self.path("customers.txt"))
            .args(["--server", &format!("https://localhost:{}", server.address.port())])
            .arg("--api-key-file")
            .arg(self.path("held-key"))
            .env("SSL_CERT_FILE", certificate)
            .env_remove("SSL_CERT_DIR")
            .output()
            .expect("it runs")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_certificate_secures_connections_and_is_read_again_on_a_hangup() {
    let guarded = Guarded::new();
    let server = guarded.start(&["--tls-cert", "--tls-key", "--api-keys"]);
    let certificate = guarded.path("cert.pem");
    let found = guarded.screen(&server, &certificate, "first-key");
    assert!(text(&found.stdout).contains("Ivan Sokolov"), "{}", text(&found.stderr));

    let before = guarded.path("before.pem");
    fs::copy(&certificate, &before).expect("copied");
    guarded.draw_certificate();
    server.signal("HUP");
    while !guarded.screen(&server, &certificate, "first-key").status.success() {}
    let refused = guarded.screen(&server, &before, "first-key");
    assert!(text(&refused.stderr).contains("certificate"), "{}", text(&refused.stderr));

    // An invalid certificate changes nothing.
    fs::copy(&certificate, &before).expect("copied");
    fs::write(&certificate, "not a certificate").expect("written");
    guarded.give_out("second-key");
    server.signal("HUP");
    while !guarded.screen(&server, &before, "second-key").status.success() {}
}

#[test]
fn files_that_secure_nothing_keep_the_server_from_starting() {
    let guarded = Guarded::new();
    let other = Guarded::new();
    fs::write(guarded.path("empty.pem"), "").expect("written");
    let sound = fs::read(guarded.path("cert.pem")).expect("drawn");
    let beyond = vec![b'\n'; (limits::ACCESS_FILE_BYTES_MAX as usize) + 1 - sound.len()];
    fs::write(guarded.path("long.pem"), [sound, beyond].concat()).expect("written");
    let (cert, key) = (guarded.path("cert.pem"), guarded.path("key.pem"));
    let (empty, foreign) = (guarded.path("empty.pem"), other.path("key.pem"));
    for (cert, key, said) in [
        (&guarded.path("none.pem"), &key, "none.pem"),
        (&empty, &key, "empty.pem: the file holds no certificate"),
        (&guarded.path("long.pem"), &key, "it is longer than 1048576 bytes"),
        (&cert, &guarded.folder.path().to_owned(), "it is not a regular file"),
        (&cert, &empty, "empty.pem: "),
        (&cert, &foreign, "cert.pem, "),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(["serve", "--check-config", "--tls-cert"])
            .arg(cert)
            .arg("--tls-key")
            .arg(key)
            .output()
            .expect("it runs");
        assert!(text(&output.stderr).contains(said), "{said}: {}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{said}");
    }
}

#[test]
fn a_key_is_needed_where_keys_are_given_out() {
    let guarded = Guarded::new();
    guarded.add_bulk_files();
    let server = guarded.start(&["--api-keys"]);
    let ask = |path: &str, key: &str| {
        let mut connection = Connection::new(server.connect());
        let headers = format!("Authorization: Bearer {key}\r\n");
        connection.send(&format!("GET {path} HTTP/1.1\r\nHost: test\r\n{headers}\r\n"))
    };
    for path in ["/livez", "/readyz", "/openapi.json", "/docs"] {
        assert_eq!(server.get(path).0, 200, "{path}");
    }
    for path in ["/api/status", "/api/nowhere", "/downloads/x", "/metrics"] {
        let (status, body) = server.get(path);
        assert!(status == 401 && body.contains("Authorization: Bearer KEY"), "{path}: {body}");
        let refused = ask(path, "second-key");
        assert_eq!(refused.status, 401, "{path}");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer"), "{path}");
        assert_ne!(ask(path, "first-key").status, 401, "{path}");
    }
    for (path, kept) in [
        ("/api/search?q=ivan", "private, max-age=600"),
        ("/api/entity/1", "private, no-cache"),
        ("/", "private, no-cache"),
        (BULK_INDEX, "private, no-cache"),
        ("/api/status", "no-store"),
        ("/api/nowhere", "no-store"),
        ("/openapi.json", "no-cache"),
    ] {
        assert_eq!(ask(path, "first-key").header("cache-control"), Some(kept), "{path}");
    }
    guarded.give_out("second-key");
    server.signal("HUP");
    while ask("/api/status", "second-key").status != 200 {}
    assert_eq!(ask("/api/status", "first-key").status, 401);
}
