//! A start with a current version that cannot be served: another one is served instead, and reported.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::process::Server;
use crate::support::versions::{Versions, damage, of_another_format, replace, truncate};

fn status(server: &Server) -> Value {
    let (code, body) = server.get("/api/status");
    assert_eq!(code, 200, "{body}");
    serde_json::from_str(&body).expect("JSON")
}

/// A way to break the snapshot at a path.
type Break = fn(&Path);

#[test]
fn the_newest_version_before_a_broken_one_stands_in_for_it() {
    let breaks: [(&str, Break); 4] = [
        ("a bit is inverted", damage),
        ("the file is cut", truncate),
        ("the format is another", of_another_format),
        ("the folder is gone", |path| {
            fs::remove_dir_all(path.parent().expect("a folder")).expect("it was there");
        }),
    ];
    for (case, break_it) in breaks {
        let versions = Versions::new();
        let [_, before, current] = &versions.names;
        let sound = fs::read(versions.snapshot(2)).expect("a snapshot");
        break_it(&versions.snapshot(2));
        let server = versions.start();
        let status = status(&server);
        assert_eq!(
            (&status["status"], &status["version"]),
            (&json!("ok"), &json!(before)),
            "{case}"
        );
        let fallback = &status["fallback"];
        assert_eq!(fallback["wanted"], *current, "{case}");
        assert_eq!(fallback["served"], *before, "{case}");
        let (reason, refusal) = (&fallback["reason"], &status["last_refusal"]);
        assert!(reason.as_str().is_some_and(|reason| reason.contains(current)), "{case}: {reason}");
        assert_eq!((&refusal["version"], &refusal["error"]), (&json!(current), reason), "{case}");
        let (code, ready) = server.get("/readyz");
        let ready: Value = serde_json::from_str(&ready).expect("JSON");
        assert_eq!((code, &ready["status"]), (200, &json!("ready")), "{case}");
        assert_eq!(ready["fallback"]["wanted"], *current, "{case}");

        // A repaired version is served without a restart.
        if case != "the folder is gone" {
            replace(&versions.snapshot(2), &sound);
            server.until("/readyz", |body| body.contains(current) && !body.contains("fallback"));
            let (_, body) = server.get("/api/status");
            assert!(body.contains(r#""fallback":null,"last_refusal":null"#), "{case}: {body}");
        }
    }
}

#[test]
fn broken_versions_are_passed_over() {
    let versions = Versions::new();
    let [oldest, _, current] = &versions.names;
    damage(&versions.snapshot(2));
    truncate(&versions.snapshot(1));
    let log = versions.folder.path().join("log");
    let options = ["--poll-interval", "10ms", "--log-format", "json"];
    let file = fs::File::create(&log).expect("a file");
    let server = Server::start_logging(versions.folder.path(), &options, Stdio::from(file));
    assert_eq!(status(&server)["version"], *oldest);

    // A message is not repeated at every poll, since nothing is read again.
    let log_lines = || fs::read_to_string(&log).expect("log lines");
    let errors = |text: &str| log_lines().lines().filter(|line| line.contains(text)).count();
    versions.name_current(oldest);
    server.until("/api/status", |body| body.contains(r#""fallback":null,"last_refusal":null"#));
    server.until("/livez", |_| errors("another version is served instead") == 1);
    assert_eq!(errors(r#""level":"ERROR""#), 2, "{}", log_lines());
    assert_eq!(errors("another version is served instead"), 1, "{}", log_lines());
    assert_eq!(errors("this version cannot be served instead"), 1, "{}", log_lines());

    // From here on it is served as the current version: a broken one changes nothing.
    versions.name_current(current);
    server.until("/api/status", |body| body.contains(r#""last_refusal":{"version""#));
    let status = status(&server);
    assert_eq!((&status["version"], &status["fallback"]), (&json!(oldest), &Value::Null));
}

#[test]
fn a_version_after_the_wanted_one_stands_in_where_none_before_it_is_sound() {
    let versions = Versions::new();
    let [oldest, middle, newest] = &versions.names;
    versions.name_current(oldest);
    damage(&versions.snapshot(0));
    let server = versions.start();
    assert_eq!(status(&server)["version"], *newest);
    versions.name_current(middle);
    server.until("/readyz", |body| body.contains(middle) && !body.contains("fallback"));
}

#[test]
fn a_pointer_that_cannot_be_read_is_as_good_as_a_broken_version() {
    let versions = Versions::new();
    let [_, middle, newest] = &versions.names;
    versions.name_current("latest");
    let server = versions.start();
    let status = status(&server);
    assert_eq!((&status["version"], &status["fallback"]["wanted"]), (&json!(newest), &Value::Null));
    let reason = status["fallback"]["reason"].as_str().expect("a sentence");
    assert!(reason.contains("its text is not a version"), "{reason}");
    versions.name_current(middle);
    server.until("/readyz", |body| body.contains(middle) && !body.contains("fallback"));
}

#[test]
fn a_pipe_or_a_device_in_place_of_a_file_does_not_stop_the_watch() {
    let versions = Versions::new();
    let [_, middle, newest] = &versions.names;
    let at = |name: &str| versions.folder.path().join(name);
    let server = versions.start();
    assert_eq!(status(&server)["version"], *newest);
    let refusal = |said: &'static str| server.until("/api/status", |body| body.contains(said));

    make_pipe(&at("pipe"));
    fs::rename(at("pipe"), at("refresh.json")).expect("renamed");
    symlink("/dev/zero", at("link")).expect("linked");
    fs::rename(at("link"), at("CURRENT")).expect("renamed");
    refusal("CURRENT: cannot read: it is not a regular file");
    make_pipe(&at("pipe"));
    fs::rename(at("pipe"), at("CURRENT")).expect("renamed");
    versions.name_current(&format!("{middle}{}", " ".repeat(1011)));
    refusal("CURRENT: cannot read: it is longer than 1024 bytes");
    versions.name_current("what nobody may read");
    refusal("CURRENT: its text is not a version");
    assert!(!server.get("/api/status").1.contains("nobody"));

    // The longest path, through a link, as in a mounted folder.
    fs::write(at("current"), format!("{middle}{}", " ".repeat(1010))).expect("written");
    symlink("current", at("link")).expect("linked");
    fs::rename(at("link"), at("CURRENT")).expect("renamed");
    server.until("/readyz", |body| body.contains(middle));
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("it runs").success());
}

#[test]
fn without_a_sound_version_requests_are_refused_until_there_is_one() {
    let versions = Versions::new();
    let sound = fs::read(versions.snapshot(0)).expect("a snapshot");
    (0..3).for_each(|at| damage(&versions.snapshot(at)));
    let server = versions.start();
    assert_eq!(server.get("/readyz").0, 503);
    let (code, body) = server.get("/api/status");
    assert_eq!(code, 503, "{body}");
    assert!(body.contains(r#""status":"no_snapshot""#), "{body}");
    assert!(body.contains(&format!(r#""last_refusal":{{"version":"{}""#, versions.names[2])));
    assert_eq!(server.get("/api/search?q=sokolov").0, 503);
    replace(&versions.snapshot(0), &sound);
    let served = format!(r#""served":"{}""#, versions.names[0]);
    server.until("/api/status", |body| body.contains(&served));
}

#[test]
fn without_a_current_version_none_is_served() {
    let versions = Versions::new();
    fs::remove_file(versions.folder.path().join("CURRENT")).expect("it was there");
    let server = versions.start();
    let (code, body) = server.get("/api/status");
    assert!(code == 503 && body.contains(r#""last_refusal":null"#), "{body}");
}
