//! Options, their environment variables and the configuration file.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use tamis::limits;
use tamis_engine::model::Timestamp;
use tempfile::TempDir;

use crate::support::versions::{Versions, damage};

/// Runs `tamis serve` with only this environment, and returns its output.
fn serve(options: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tamis"))
        .arg("serve")
        .args(options)
        .env_clear()
        .envs(environment.iter().copied())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tamis.toml");
    fs::write(&path, text).expect("written");
    (folder, path)
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn an_option_counts_before_its_variable_that_before_the_file_and_that_before_the_default() {
    let (_folder, path) = file(
        "listen = \"127.0.0.1:1111\"\nmax-connections = 2048\nwrite-timeout = \"7s\"\n\
         trusted-proxy = [\"10.0.0.0/8\", \"192.0.2.1\"]\nrate-limit = \"50/s\"\n",
    );
    let options = ["--print-config", "--config", shown(&path), "--write-timeout", "9s"];
    let printed = serve(&options, &[("TAMIS_MAX_CONNECTIONS", "512")]);
    let printed = text(&printed.stdout);
    for expected in [
        r#"listen = "127.0.0.1:1111" # the file"#,
        "max-connections = 512 # TAMIS_MAX_CONNECTIONS",
        r#"write-timeout = "9s" # an option"#,
        r#"request-timeout = "10s" # default"#,
        r#"trusted-proxy = ["10.0.0.0/8", "192.0.2.1"] # the file"#,
        "# registries is not set",
    ] {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(printed.lines().any(|line| words(line) == expected), "{expected}: {printed}");
    }
    // The output is a configuration file with the same settings.
    let (_again, path) = file(&printed);
    let again = text(&serve(&["--print-config", "--config", shown(&path)], &[]).stdout);
    let set = |printed: &str| {
        let lines = printed.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(set(&again), set(&printed));
}

#[test]
fn a_burst_may_belong_to_a_rate_of_the_file() {
    let (_folder, path) = file("rate-limit = \"50/s\"\n");
    let options = ["--print-config", "--rate-burst", "5"];
    assert_eq!(serve(&options, &[]).status.code(), Some(2), "a burst alone says nothing");
    assert!(serve(&options, &[("TAMIS_CONFIG", shown(&path))]).status.success());
}

#[test]
fn what_is_wrong_in_the_file_is_named_with_its_line() {
    for (content, line, said) in [
        ("\nlisen = \"127.0.0.1:80\"\n", 2, "lisen is no key; did you mean listen?"),
        ("zzz = 1\n", 1, "zzz is no key; see tamis serve --help"),
        ("config = \"other.toml\"\n", 1, "config is no key"),
        ("load = 1.5\n", 1, "give a text, a whole number, true or false, or a list of texts"),
        ("check-config = true\n", 1, "check-config is no key"),
        ("max-connections = 0\n", 1, "max-connections is \"0\": 0 is not in 1.."),
        ("request-timeout = 10\n", 1, "request-timeout is \"10\": time unit needed"),
        ("log-format = \"xml\"\n", 1, "log-format is \"xml\"; accepted: text, json"),
        ("listen = \"8080\"\n", 1, "give an address and a port"),
        ("log = \"verbose\"\n", 1, "\"verbose\" is no level"),
        ("listen = \n", 1, ""),
        ("log = \"info\"\nlog = \"warn\"\n", 2, "duplicate key"),
    ] {
        let (_folder, path) = file(content);
        let output = serve(&["--config", shown(&path)], &[]);
        let error = text(&output.stderr);
        let place = format!("tamis: {}: line {line}: ", path.display());
        assert!(error.starts_with(&place) && error.contains(said), "{content}: {error}");
        assert_eq!(output.status.code(), Some(2), "{content}");
    }
    let output = serve(&["--config", "there/is/none.toml"], &[]);
    assert!(text(&output.stderr).starts_with("tamis: there/is/none.toml: "));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_wrong_option_is_told_as_without_a_file() {
    let (_folder, path) = file("max-connections = 20\n");
    for wrong in [&["--lisen", "x"][..], &["--max-connections", "0"], &["--log", "verbose"]] {
        let alone = serve(wrong, &[]);
        let with_file = serve(&[&["--config", shown(&path)], wrong].concat(), &[]);
        let first_line = |output: &Output| text(&output.stderr).lines().next().map(str::to_owned);
        assert_eq!(first_line(&with_file), first_line(&alone));
        assert_eq!((alone.status.code(), with_file.status.code()), (Some(2), Some(2)));
    }
    assert!(serve(&["--help"], &[("TAMIS_CONFIG", shown(&path))]).status.success());
}

#[test]
fn checking_says_what_will_be_missing_and_serves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (nowhere, empty) = (folder.path().join("nowhere"), folder.path().join("empty"));
    fs::create_dir(&empty).expect("made");
    let options = ["--check-config", "--snapshots", shown(&nowhere), "--registries", shown(&empty)];
    let output = serve(&options, &[("TAMIS_MAX_CONNECTIONS", "4000000000")]);
    assert!(output.status.success());
    let said = text(&output.stdout);
    for expected in [
        format!("warning: {}: there is no such folder", nowhere.display()),
        format!("warning: {}: the folder holds no description of a registry", empty.display()),
        "files may be open at the same time, too few for 4000000000 connections".to_owned(),
        "the configuration can be served".to_owned(),
    ] {
        assert!(said.contains(&expected), "{expected}: {said}");
    }
    let options = ["--check-config", "--registries", shown(&nowhere)];
    let output = serve(&options, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("nowhere"), "{}", text(&output.stderr));
}

/// Checks these versions with further options; returns the output and the exit code.
fn checked(versions: &Versions, options: &[&str]) -> (String, Option<i32>) {
    let at = ["--check-config", "--snapshots", shown(versions.folder.path())];
    let output = serve(&[&at[..], options].concat(), &[]);
    (text(&output.stdout), output.status.code())
}

#[test]
fn checking_opens_the_version_that_would_be_in_service() {
    let versions = Versions::new();
    let [oldest, middle, newest] = &versions.names;
    let free = ["--listen", "127.0.0.1:0"];
    let (said, code) = checked(&versions, &free);
    let sound = |version| format!("version {version} with 1 records is sound\n");
    assert!(said.contains(&format!("ok: snapshots: {}", sound(newest))), "{said}");
    assert!(said.contains("ok: listen: 127.0.0.1:0 is free\n"), "{said}");
    assert_eq!(code, Some(0), "{said}");

    damage(&versions.snapshot(2));
    let (said, code) = checked(&versions, &free);
    let refused = format!("snapshots: version {newest} is refused: ");
    assert!(said.contains(&format!("warning: {refused}")), "{said}");
    assert!(said.contains(&format!("; instead of it {}", sound(middle))), "{said}");
    assert_eq!(code, Some(0), "{said}");

    for (at, version) in [(1, middle), (0, oldest)] {
        damage(&versions.snapshot(at));
        fs::remove_dir_all(versions.folder.path().join(version)).expect("removed");
    }
    let (said, code) = checked(&versions, &free);
    assert!(said.contains(&format!("error: {refused}")), "{said}");
    assert!(said.contains("; no other version can be served\n"), "{said}");
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn checking_says_all_that_is_wrong_and_not_the_first_of_it_alone() {
    let versions = Versions::new();
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("nowhere");
    let holder = TcpListener::bind("127.0.0.1:0").expect("a port");
    let held = holder.local_addr().expect("an address").to_string();
    let options = [
        "--registries",
        shown(&nowhere),
        "--api-keys",
        shown(folder.path()),
        "--tls-cert",
        shown(&nowhere),
        "--tls-key",
        shown(&nowhere),
        "--listen",
        &held,
        "--admin-listen",
        "192.0.2.1:0",
    ];
    let (said, code) = checked(&versions, &options);
    drop(holder);
    for expected in [
        format!("error: registries: {}: ", nowhere.display()),
        format!("error: keys: {}: it is not a regular file", folder.path().display()),
        format!("error: tls: {}: ", nowhere.display()),
        format!("warning: listen: {held} is in use"),
        "error: admin-listen: 192.0.2.1:0: ".to_owned(),
    ] {
        assert!(said.lines().any(|line| line.starts_with(&expected)), "{expected}: {said}");
    }
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn a_certificate_is_checked_for_the_time_it_is_valid() {
    let versions = Versions::new();
    let folder = tempfile::tempdir().expect("a folder");
    let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    let tls = ["--tls-cert", shown(&cert), "--tls-key", shown(&key), "--listen", "127.0.0.1:0"];
    let day = 86_400;
    let at = |days: i64| {
        let seconds = u64::try_from(Timestamp::now().0 + days * day).expect("after 1970");
        date_time_ymd(1970, 1, 1) + Duration::from_secs(seconds)
    };
    let least = limits::CERTIFICATE_DAYS_LEFT_MIN;
    for (from, until, said, code) in [
        (-2, least + 1, None, Some(0)),
        (-2, least - 1, Some(("warning", "the certificate expires on ")), Some(0)),
        (-2, -1, Some(("error", "the certificate has expired, on ")), Some(1)),
        (1, 90, Some(("error", "the certificate is not valid before ")), Some(1)),
    ] {
        let drawn = KeyPair::generate().expect("a key");
        let mut what = CertificateParams::new(["localhost".to_owned()]).expect("a name");
        (what.not_before, what.not_after) = (at(from), at(until));
        fs::write(&cert, what.self_signed(&drawn).expect("signed").pem()).expect("written");
        fs::write(&key, drawn.serialize_pem()).expect("written");
        let (output, ended) = checked(&versions, &tls);
        assert!(output.contains("ok: tls: "), "{output}");
        let found = output.lines().find(|line| line.contains(" the certificate "));
        let expected = said.map(|(how, what)| format!("{how}: {}: {what}", cert.display()));
        match (found, expected) {
            (Some(found), Some(expected)) => assert!(found.starts_with(&expected), "{found}"),
            (found, expected) => assert_eq!(found, expected.as_deref()),
        }
        assert_eq!(ended, code, "{output}");
    }
}

#[test]
fn an_address_for_others_without_keys_or_with_keys_in_plain_text_is_told() {
    let versions = Versions::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (keys, cert, key) = (path("keys"), path("cert.pem"), path("key.pem"));
    fs::write(&keys, format!("desk {}\n", "0".repeat(64))).expect("written");
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("drawn");
    fs::write(&cert, made.cert.pem()).expect("written");
    fs::write(&key, made.signing_key.serialize_pem()).expect("written");
    let with_keys = ["--api-keys", shown(&keys)];
    let with_tls =
        [&with_keys[..], &["--tls-cert", shown(&cert), "--tls-key", shown(&key)]].concat();
    let (open, plain) = ("may ask: give out keys", "in plain text: give a certificate");
    for (address, options, said) in [
        ("127.0.0.1:0", &[][..], None),
        ("[::ffff:127.0.0.1]:0", &[], None),
        ("0.0.0.0:0", &[], Some(open)),
        ("0.0.0.0:0", &with_keys, Some(plain)),
        ("127.0.0.1:0", &with_keys, None),
        ("0.0.0.0:0", &with_tls, None),
    ] {
        let (output, _) = checked(&versions, &[&["--listen", address], options].concat());
        for warning in [open, plain] {
            assert_eq!(output.contains(warning), said == Some(warning), "{address}: {output}");
        }
    }
}
