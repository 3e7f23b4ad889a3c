//! Lists from publishers whose servers behave, and from those whose servers do not.

use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::mpsc;
use std::time::Duration;

use clap::{Args, Command, FromArgMatches};
use serde_json::Value;
use snapshot_builder::Refused;
use snapshot_builder::fetch::{FetchOptions, FetchReport, Outcome, USER_AGENT, fetch, planned};
use snapshot_builder::progress::Silent;
use tamis_engine::store::{RefreshOutcome, SnapshotStore};

use super::server::{Answer, Request, Server};
use super::support::{Place, Ran, run, text};

/// A list of so many records.
pub(super) fn list(records: usize) -> Vec<u8> {
    let line = |at| format!("{{\"ref\": \"{at}\", \"name\": \"Ann Number{at}\"}}\n");
    (1..=records).map(line).collect::<String>().into_bytes()
}

/// A folder of sources with one register whose list is at this address.
pub(super) fn place(url: &str) -> Place {
    let place = Place::new();
    describe(&place, "aa_list", url);
    place
}

fn describe(place: &Place, slug: &str, url: &str) {
    let folder = place.sources().join(slug);
    fs::create_dir_all(&folder).expect("created");
    let description = Place::description(slug);
    let download = format!("[download]\n\"records.jsonl\" = {url:?}\n");
    fs::write(folder.join("register.toml"), format!("{description}{download}")).expect("written");
}

/// What the command line makes of no option but the register, and less patience.
fn options() -> FetchOptions {
    let given = ["fetch", "--register", "aa_list", "--retry-pause", "0.001"];
    let matches = FetchOptions::augment_args(Command::new("fetch")).get_matches_from(given);
    let mut options = FetchOptions::from_arg_matches(&matches).expect("sound");
    options.patience.longest_pause = Duration::from_millis(2);
    options
}

fn fetched(place: &Place, options: &FetchOptions) -> Outcome {
    let FetchReport { mut registers } =
        fetch(&place.sources(), options, &Silent).expect("asked for");
    assert_eq!(registers.len(), 1);
    registers.remove(0).outcome
}

fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Failed { reason } => reason,
        other => panic!("it should have failed: {other:?}"),
    }
}

/// Folders of the register that a build could read.
fn folders(place: &Place) -> Vec<PathBuf> {
    let entries = fs::read_dir(place.sources().join("aa_list")).expect("there");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders.filter(|path| path.is_dir()).collect()
}

fn only_file(place: &Place) -> Vec<u8> {
    let folders = folders(place);
    assert_eq!(folders.len(), 1, "{folders:?}");
    fs::read(folders[0].join("records.jsonl")).expect("there")
}

#[test]
fn a_list_comes_into_a_folder_that_a_build_reads_and_comes_once() {
    let server = Server::start(|request, _| match request.header("if-none-match") {
        Some("\"v1\"") => Answer::status("304 Not Modified", ""),
        _ => Answer::ok(list(3)).with("ETag", "\"v1\"").with("Last-Modified", "yesterday"),
    });
    let place = place(&server.url("/list"));
    let Outcome::New { folder, bytes, passed_over: None } = fetched(&place, &options()) else {
        panic!("new")
    };
    assert_eq!(bytes, list(3).len() as u64);
    assert_eq!(only_file(&place), list(3));
    let own = place.sources().join("aa_list").join(&folder);
    let remembered = fs::read_to_string(own.join("fetch.json")).expect("there");
    let remembered: Value = serde_json::from_str(&remembered).expect("JSON");
    let file = &remembered["records.jsonl"];
    assert_eq!((&file["etag"], &file["size"]), (&"\"v1\"".into(), &bytes.into()));
    assert_eq!(file["url"], server.url("/list"));
    let ran = place.build(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let register = &place.report()["registers"][0];
    assert_eq!(register["records"], 3);
    assert_eq!(register["folder"], format!("aa_list/{folder}"));
    assert!(register["fetched_at"].is_string() || register["fetched_at"].is_number());
    assert_eq!(register["warnings"], Value::Array(vec![]));

    // Not modified: no other folder, and the list counts as fetched now.
    fs::write(own.join("fetched_at"), "2020-01-01\n").expect("written");
    assert_eq!(fetched(&place, &options()), Outcome::Unchanged { folder });
    assert_ne!(fs::read_to_string(own.join("fetched_at")).expect("there"), "2020-01-01\n");
    assert_eq!(only_file(&place), list(3));
    let asked = server.seen();
    assert_eq!(asked[1].header("if-modified-since"), Some("yesterday"));
    assert_eq!(asked[0].header("user-agent"), Some(USER_AGENT));
}

#[test]
fn the_same_bytes_without_validators_are_not_a_new_list() {
    let server = Server::start(|_, before| Answer::ok(list(if before < 2 { 3 } else { 4 })));
    let place = place(&server.url("/list"));
    let Outcome::New { folder, .. } = fetched(&place, &options()) else { panic!("new") };
    assert_eq!(fetched(&place, &options()), Outcome::Unchanged { folder: folder.clone() });
    // Folders are named by the second.
    let dated = place.sources().join("aa_list").join(&folder);
    fs::rename(dated, place.sources().join("aa_list/2020-01-01T000000Z")).expect("renamed");
    assert!(matches!(fetched(&place, &options()), Outcome::New { .. }));
    assert_eq!(folders(&place).len(), 2);
}

#[test]
fn a_download_that_is_cut_off_is_resumed_where_it_was() {
    let whole = list(2_000);
    let server = Server::start(move |request, before| {
        let answer = match request.from() {
            Some(from) => {
                assert_eq!(request.header("if-range"), Some("\"v1\""));
                Answer::part(&list(2_000), from)
            }
            None => Answer::ok(list(2_000)),
        };
        let left = answer.clone();
        match before {
            0..4 => left.with("ETag", "\"v1\"").cut(10_000),
            _ => answer.with("ETag", "\"v1\""),
        }
    });
    let place = place(&server.url("/list"));
    assert!(matches!(fetched(&place, &options()), Outcome::New { .. }));
    assert_eq!(only_file(&place), whole);
    assert_eq!(folders(&place).len(), 1);
    let froms: Vec<Option<usize>> = server.seen().iter().map(Request::from).collect();
    assert_eq!(froms, [None, Some(10_000), Some(20_000), Some(30_000), Some(40_000)]);
}

/// The bytes of a list one answer after the other, each with so many of them.
fn dripping(records: usize, bytes: usize) -> Server {
    Server::start(move |request, _| {
        let whole = list(records);
        let answer = match request.from() {
            Some(from) => Answer::part(&whole, from),
            None => Answer::ok(whole),
        };
        answer.with("ETag", "\"v1\"").cut(bytes)
    })
}

#[test]
fn a_server_that_gives_one_byte_an_answer_is_not_asked_for_ever() {
    let server = dripping(500, 1);
    let place = place(&server.url("/list"));
    let reason = reason(fetched(&place, &options()));
    assert!(reason.contains("(6 times)"), "{reason}");
    assert_eq!(server.seen().len(), 6);
    assert!(!place.sources().join(".fetch").exists());
}

#[test]
fn an_answer_that_brings_enough_bytes_before_it_breaks_off_is_no_failure() {
    let whole = list(50).len();
    for (bytes, requests) in [(100, whole.div_ceil(100)), (99, 6)] {
        let server = dripping(50, bytes);
        let place = place(&server.url("/list"));
        let mut options = options();
        options.patience.rate_bytes_min = 100;
        let outcome = fetched(&place, &options);
        assert_eq!(matches!(outcome, Outcome::New { .. }), bytes == 100, "{outcome:?}");
        assert_eq!(server.seen().len(), requests, "{outcome:?}");
    }
}

#[test]
fn a_server_that_sends_too_slowly_is_given_up() {
    let server = Server::start(|_, _| Answer::ok(list(500)).with("ETag", "\"v1\""));
    let place = place(&server.url("/list"));
    let mut options = options();
    // No server keeps to this.
    (options.patience.rate_time, options.patience.rate_bytes_min) = (Duration::ZERO, u64::MAX);
    let reason = reason(fetched(&place, &options));
    assert!(reason.contains("the server is too slow") && reason.contains("(6 times)"), "{reason}");
    assert_eq!(server.seen().len(), 6);
}

#[test]
fn all_requests_for_a_list_share_one_time() {
    let server = Server::start(|_, _| {
        Answer::status("503 Service Unavailable", "").with("Retry-After", "3600")
    });
    let place = place(&server.url("/list"));
    let mut options = options();
    options.patience.longest_pause = Duration::from_secs(7200);
    // The server asks to wait until the time is over: nobody waits for that.
    options.patience.list_time_max = Duration::from_secs(3600);
    let waits_in_vain = reason(fetched(&place, &options));
    let expected = "/list: the time for one list is over (3600 s); before: the server answers 503";
    assert!(waits_in_vain.contains(expected), "{waits_in_vain}");
    assert_eq!(server.seen().len(), 1);
    options.patience.list_time_max = Duration::ZERO;
    let asks_nothing = reason(fetched(&place, &options));
    assert!(asks_nothing.ends_with("/list: the time for one list is over (0 s)"), "{asks_nothing}");
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_list_that_changes_while_it_is_resumed_is_taken_from_the_start() {
    let server = Server::start(|_, before| match before {
        0 => Answer::ok(list(500)).with("ETag", "\"v1\"").cut(1_000),
        // The validator in If-Range is not that of the file any more.
        _ => Answer::ok(list(600)).with("ETag", "\"v2\""),
    });
    let place = place(&server.url("/list"));
    assert!(matches!(fetched(&place, &options()), Outcome::New { .. }));
    assert_eq!(only_file(&place), list(600));
}

#[test]
fn a_part_of_another_version_is_never_joined_to_the_first() {
    let server = Server::start(|request, before| match (before, request.from()) {
        (0, _) => Answer::ok(list(500)).with("ETag", "\"v1\"").cut(1_000),
        // It does not look at If-Range.
        (_, Some(from)) => Answer::part(&list(600), from).with("ETag", "\"v2\""),
        (_, None) => Answer::ok(list(600)).with("ETag", "\"v2\""),
    });
    let place = place(&server.url("/list"));
    assert!(matches!(fetched(&place, &options()), Outcome::New { .. }));
    assert_eq!(only_file(&place), list(600));
    assert_eq!(server.seen().len(), 3);
}

#[test]
fn what_a_build_reads_in_place_of_the_fetched_list_is_said() {
    let server = Server::start(|_, _| Answer::ok(list(3)));
    let place = place(&server.url("/list"));
    let later = place.sources().join("aa_list/2999-01-01");
    fs::create_dir(&later).expect("created");
    fs::write(later.join("records.jsonl"), list(1)).expect("written");
    let Outcome::New { passed_over, .. } = fetched(&place, &options()) else { panic!("new") };
    assert_eq!(passed_over.as_deref(), Some("aa_list/2999-01-01/records.jsonl"));
}

#[test]
fn a_server_that_stalls_or_refuses_for_a_while_is_asked_again() {
    let passing: [fn() -> Answer; 4] = [
        || Answer::status("500 Internal Server Error", "oops"),
        || Answer::status("429 Too Many Requests", "").with("Retry-After", "3600"),
        || Answer::status("503 Service Unavailable", "").with("Retry-After", "0"),
        || Answer::ok(list(500)).stalled(100),
    ];
    for answer in passing {
        let server = Server::start(move |_, before| match before {
            0 | 1 => answer(),
            _ => Answer::ok(list(3)),
        });
        let place = place(&server.url("/list"));
        let mut options = options();
        // Longer than a busy machine holds up an answer that does not stall.
        options.patience.read_time_max = Some(Duration::from_secs(2));
        let outcome = fetched(&place, &options);
        assert!(matches!(outcome, Outcome::New { .. }), "{outcome:?}");
        assert_eq!(server.seen().len(), 3);
        assert_eq!(only_file(&place), list(3));
    }
}

#[test]
fn what_cannot_be_the_list_is_refused_and_what_is_there_stays() {
    let page = "<!DOCTYPE html><html><body>Please log in</body></html>";
    type Wrong = (fn(&str) -> Answer, &'static str, usize);
    let wrong: [Wrong; 11] = [
        (|page| Answer::ok(page), "a page in HTML came in place of the list", 1),
        (
            |page| Answer::ok(page).with("Content-Type", "text/html; charset=utf-8"),
            "a page in HTML",
            1,
        ),
        (|_| Answer::ok("<?xml version=\"1.0\"?><error/>"), "should be JSON", 1),
        (|_| Answer::ok(""), "the file is empty", 1),
        (|_| Answer::ok("{\"ref\": 1}\n"), "what came cannot be read", 1),
        (|_| Answer::status("404 Not Found", ""), "the server answers 404 Not Found", 1),
        (|_| Answer::ok(list(900)).cut(50), "(6 times)", 6),
        (|_| Answer::ok(list(900)).announced(list(900).len() + 30), "(6 times)", 6),
        // Thirty bytes less, in the middle of a row; and a whole row less.
        (
            |_| Answer::ok(list(900)).announced(list(900).len() - 30),
            "more came than the length that the server announced (6 times)",
            6,
        ),
        (|_| Answer::ok(list(900)).announced(list(899).len()), "more came than the length", 6),
        (
            |_| Answer::status("500 Internal Server Error", ""),
            "500 Internal Server Error (6 times)",
            6,
        ),
    ];
    for (answer, expected, requests) in wrong {
        let server = Server::start(move |_, before| match before {
            0 => Answer::ok(list(3)),
            _ => answer(page),
        });
        let place = place(&server.url("/list"));
        assert!(matches!(fetched(&place, &options()), Outcome::New { .. }));
        let reason = reason(fetched(&place, &options()));
        assert!(reason.contains(expected), "{reason}");
        assert_eq!(server.seen().len(), 1 + requests, "{reason}");
        assert_eq!(only_file(&place), list(3), "{reason}");
        assert!(!place.sources().join(".fetch").exists(), "nothing half-made is left");
    }
}

#[test]
fn redirects_are_followed_up_to_a_limit() {
    let server = Server::start(|request, _| match request.path.as_str() {
        "/list" => Answer::status("302 Found", "").with("Location", "/moved"),
        "/moved" => Answer::ok(list(3)),
        _ => Answer::status("301 Moved Permanently", "").with("Location", "/loop"),
    });
    let sound = place(&server.url("/list"));
    assert!(matches!(fetched(&sound, &options()), Outcome::New { .. }));
    let looping = place(&server.url("/loop"));
    let reason = reason(fetched(&looping, &options()));
    assert!(reason.contains("more than 10 redirects"), "{reason}");
}

#[test]
fn headers_beyond_a_limit_are_refused_at_once() {
    type Large = (fn() -> Answer, &'static str);
    let large: [Large; 2] = [
        (
            || Answer::ok(list(3)).with("X-Large", "x".repeat(300 << 10)),
            "the headers of its answer are larger than 65536 bytes",
        ),
        (
            || (0..200).fold(Answer::ok(list(3)), |answer, _| answer.with("X-Many", "x")),
            "its answer has too many headers",
        ),
    ];
    for (answer, expected) in large {
        let server = Server::start(move |_, _| answer());
        let place = place(&server.url("/list"));
        let reason = reason(fetched(&place, &options()));
        assert!(reason.ends_with(expected), "{reason}");
        assert_eq!(server.seen().len(), 1);
    }
}

#[test]
fn a_file_is_never_larger_than_it_may_be() {
    let length = list(3).len();
    for (most, is_taken) in [(length, true), (length - 1, false)] {
        for says_length in [true, false] {
            let server = Server::start(move |_, _| match says_length {
                true => Answer::ok(list(3)),
                false => Answer::without_length(list(3)),
            });
            let place = place(&server.url("/list"));
            let mut options = options();
            options.patience.bytes_max = most as u64;
            match fetched(&place, &options) {
                Outcome::New { .. } => assert!(is_taken),
                outcome => {
                    let reason = reason(outcome);
                    assert!(!is_taken && reason.contains("larger than"), "{reason}");
                }
            }
        }
    }
}

#[test]
fn files_of_a_register_come_together_or_not_at_all() {
    let server = Server::start(|request, before| match (request.path.as_str(), before) {
        ("/list", _) => Answer::ok(list(3)),
        (_, 0..2) => Answer::status("404 Not Found", ""),
        _ => Answer::ok("{}\n"),
    });
    let place = place(&server.url("/list"));
    let path = place.sources().join("aa_list/register.toml");
    let description = fs::read_to_string(&path).expect("there");
    let second = format!("\"zz_more.jsonl\" = {:?}\n", server.url("/more"));
    fs::write(&path, format!("{description}{second}")).expect("written");
    assert!(reason(fetched(&place, &options())).contains("/more: the server answers 404"));
    assert!(folders(&place).is_empty());
    assert!(!place.sources().join(".fetch").exists());
    assert!(matches!(fetched(&place, &options()), Outcome::New { .. }));
    assert!(folders(&place)[0].join("zz_more.jsonl").exists());
}

#[test]
fn nobody_listens() {
    let gone = Server::start(|_, _| Answer::ok(list(3))).url("/list");
    let place = place(&gone);
    let reason = reason(fetched(&place, &options()));
    assert!(reason.starts_with(&gone) && reason.contains("(6 times)"), "{reason}");
}

#[test]
fn registers_are_named_by_slug_and_a_second_fetch_is_refused() {
    let place = place("http://127.0.0.1:9/list");
    let mut options = options();
    let sources = place.sources();
    let planned_of = |options: &FetchOptions| {
        planned(&sources, options).map(|mut planned| planned.registers.remove(0))
    };
    let own = planned_of(&options).expect("known").outcome;
    let Outcome::Planned { addresses } = own else { panic!("planned") };
    assert_eq!(addresses, ["http://127.0.0.1:9/list"]);
    options.only = vec!["us_trade_csl_sdn".to_owned()];
    let part = planned_of(&options).expect("known");
    assert_eq!(part.slug, "us_trade_csl", "the file that holds it");
    options.only = vec!["eu_fsf".to_owned()];
    let by_hand = planned_of(&options).expect("known").outcome;
    assert!(matches!(by_hand, Outcome::ByHand { .. }));
    for (slug, why) in [("xx_none", "is not a register"), ("au_dfat", "has no address of a file")] {
        options.only = vec![slug.to_owned()];
        let error = planned_of(&options).expect_err(slug).to_string();
        assert!(error.contains(why) && error.contains("us_ofac_sdn"), "{error}");
    }
    options.only = vec!["aa_list".to_owned()];
    let lock = fs::File::create(place.sources().join(".fetch.lock")).expect("created");
    lock.lock().expect("free");
    let error = fetch(&sources, &options, &Silent).expect_err("locked");
    assert!(matches!(error.downcast_ref(), Some(Refused::Locked { .. })));
}

pub(super) fn refresh(place: &Place, further: &[&str]) -> Ran {
    let (sources, out) = (text(&place.sources()), text(&place.out()));
    let fixed = [
        "refresh",
        "--register",
        "aa_list",
        "--sources",
        &sources,
        "--out",
        &out,
        "--retry-pause",
        "0.001",
    ];
    run(&[&fixed, further].concat())
}

#[test]
fn a_refresh_publishes_what_is_new_and_leaves_the_rest_as_it_is() {
    let server = Server::start(|_, before| match before {
        0 => Answer::ok(list(3)),
        1 => Answer::ok(list(3)),
        2..8 => Answer::status("500 Internal Server Error", ""),
        _ => Answer::ok("<html>gone</html>"),
    });
    let place = place(&server.url("/list"));
    let first = refresh(&place, &[]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stdout.contains("aa_list                   new"), "{}", first.stdout);
    let version = place.current().expect("published");
    let told = || SnapshotStore::new(place.out()).last_refresh().expect("told");
    assert_eq!((told().outcome, told().failed.len()), (RefreshOutcome::Published, 0));
    let second = refresh(&place, &[]);
    assert_eq!((told().outcome, told().failed.len()), (RefreshOutcome::NothingNew, 0));
    assert_eq!(second.code, 4, "{}", second.stderr);
    assert!(second.stdout.contains("nothing is new; the current version stays"));
    // The list fails, so nothing is new; then it fails beside a build that is asked for.
    let failed = refresh(&place, &[]);
    assert_eq!(failed.code, 1, "{}", failed.stdout);
    assert_eq!(place.current(), Some(version.clone()));
    assert_eq!(told().outcome, RefreshOutcome::Failed);
    assert!(told().failed["aa_list"].contains("500"), "{:?}", told().failed);
    let built = refresh(&place, &["--always-build"]);
    assert_eq!((told().outcome, told().failed.len()), (RefreshOutcome::Published, 1));
    assert_eq!(built.code, 3, "{}", built.stdout);
    assert!(built.stdout.contains("a page in HTML"), "{}", built.stdout);
    assert_ne!(place.current(), Some(version));
    assert_eq!(place.report()["records"], 3);
}

#[test]
fn lists_that_fail_are_named_also_when_quiet_and_in_the_report() {
    let server = Server::start(|request, _| match request.path.as_str() {
        "/list" => Answer::ok(list(3)),
        _ => Answer::status("404 Not Found", ""),
    });
    let place = place(&server.url("/list"));
    describe(&place, "bb_list", &server.url("/gone"));
    let ran = refresh(&place, &["--register", "bb_list", "--quiet"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{}", ran.stderr);
    let reason = format!("{}: the server answers 404 Not Found", server.url("/gone"));
    let expected =
        format!("snapshot-builder: bb_list could not be fetched and keeps what it has: {reason}");
    assert!(ran.stderr.lines().any(|line| line == expected), "{}", ran.stderr);
    assert_eq!(place.report()["not_fetched"], serde_json::json!({ "bb_list": reason }));
    let sources = text(&place.sources());
    let ran = run(&["fetch", "--quiet", "--register", "bb_list", "--out", &sources]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert_eq!(ran.stderr, format!("{expected}\n"));
}

#[test]
fn a_first_refresh_without_any_list_names_what_failed() {
    let server = Server::start(|_, _| Answer::status("404 Not Found", ""));
    let place = Place::new();
    let descriptions = place.sources().join("../registers");
    fs::create_dir(&descriptions).expect("created");
    let download = format!("[download]\n\"records.jsonl\" = {:?}\n", server.url("/gone"));
    let description = format!("{}{download}", Place::description("aa_list"));
    fs::write(descriptions.join("aa_list.toml"), description).expect("written");
    let ran = refresh(&place, &["--registers", &text(&descriptions)]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("aa_list                   failed"), "{}", ran.stdout);
    for expected in [
        "aa_list could not be fetched and keeps what it has: http",
        "nothing could be fetched, and what is there cannot be built\n",
        "sources: no folder of a known register; it has no folder.",
    ] {
        assert!(ran.stderr.contains(expected), "{expected:?} in {}", ran.stderr);
    }
}

#[test]
fn lists_that_came_are_published_while_another_is_still_coming() {
    let (sender, gate) = mpsc::channel::<()>();
    let late = Server::start(move |_, _| {
        // An error says that the test has failed.
        let _ = gate.recv();
        Answer::ok(list(2))
    });
    // Dropped before the server, which waits for it.
    let open = sender;
    let quick = Server::start(|_, _| Answer::ok(list(3)));
    let place = place(&quick.url("/list"));
    describe(&place, "bb_list", &late.url("/list"));
    let (sources, out) = (text(&place.sources()), text(&place.out()));
    let mut refresh = process::Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
        .args(["refresh", "--register", "aa_list,bb_list", "--publish-after", "0.001"])
        .args(["--sources", &sources, "--out", &out])
        .stdout(process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let told = || SnapshotStore::new(place.out()).last_refresh();
    while told().is_none() {
        assert!(refresh.try_wait().expect("asked").is_none(), "it ended without the late list");
        std::thread::yield_now();
    }
    let first = place.report();
    assert_eq!(first["records"], 3);
    let reason = first["not_fetched"]["bb_list"].as_str().expect("named");
    assert!(reason.contains("still coming when this version was built"), "{reason}");
    assert_eq!(told().expect("told").failed["bb_list"], reason);
    open.send(()).expect("the server waits");
    let ended = refresh.wait_with_output().expect("ended");
    let shown = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(0), "{shown}");
    assert_eq!(shown.matches("published version").count(), 2, "{shown}");
    let last = place.report();
    assert_eq!((&last["records"], &last["previous"]), (&5.into(), &first["version"]));
    assert_eq!(last["not_fetched"], Value::Null);
    assert!(told().expect("told").failed.is_empty());
}

#[test]
fn a_list_that_drips_fails_and_the_others_are_published() {
    let drips = dripping(500, 1);
    let quick = Server::start(|_, _| Answer::ok(list(3)));
    let place = place(&quick.url("/list"));
    describe(&place, "bb_list", &drips.url("/list"));
    let ran = refresh(&place, &["--register", "bb_list", "--quiet"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("bb_list could not be fetched and keeps what it has"));
    assert_eq!(drips.seen().len(), 6);
    let report = place.report();
    assert_eq!(report["records"], 3);
    assert!(report["not_fetched"]["bb_list"].as_str().is_some_and(|why| why.contains("6 times")));
}

#[test]
fn a_refresh_is_interrupted_while_a_server_holds_it_up() {
    let server = Server::start(|_, _| Answer::ok(list(500)).stalled(100));
    let place = place(&server.url("/list"));
    let (sources, out) = (text(&place.sources()), text(&place.out()));
    let mut refresh = process::Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
        .args(["refresh", "--quiet", "--register", "aa_list", "--sources", &sources, "--out", &out])
        .stderr(process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    while server.seen().is_empty() {
        assert!(refresh.try_wait().expect("asked").is_none(), "it ended without a request");
        std::thread::yield_now();
    }
    let signal =
        process::Command::new("kill").args(["-s", "TERM", &refresh.id().to_string()]).status();
    assert!(signal.expect("a program for it").success());
    let ended = refresh.wait_with_output().expect("ended");
    let errors = String::from_utf8_lossy(&ended.stderr);
    let expected = "snapshot-builder: interrupted; nothing was published\n";
    assert_eq!((ended.status.code(), &*errors), (Some(143), expected));
}

#[test]
fn lists_that_only_do_not_change_are_built_again_before_they_seem_stale() {
    let server = Server::start(|_, _| Answer::ok(list(3)));
    let place = place(&server.url("/list"));
    assert_eq!(refresh(&place, &[]).code, 0);
    // As if the version had been built from a fetch of two days ago.
    let folder = folders(&place).remove(0);
    fs::write(folder.join("fetched_at"), "2020-01-01\n").expect("written");
    assert_eq!(place.build(&[]).code, 0);
    let version = place.current();
    let again = refresh(&place, &[]);
    assert_eq!(again.code, 0, "{}", again.stdout);
    assert_ne!(place.current(), version);
    assert_eq!(refresh(&place, &[]).code, 4);
}

#[test]
fn what_was_fetched_and_could_not_be_built_is_built_the_next_time() {
    let server = Server::start(|_, _| Answer::ok(list(4)));
    let place = place(&server.url("/list"));
    let older = place.sources().join("aa_list/2020-01-01");
    fs::create_dir(&older).expect("created");
    fs::write(older.join("records.jsonl"), list(3)).expect("written");
    assert_eq!(place.build(&[]).code, 0);
    // A file in the way of decisions stops the build, after the fetch.
    let decisions = place.sources().join("links.csv");
    fs::write(&decisions, "nothing").expect("written");
    let stopped = refresh(&place, &[]);
    assert_eq!(stopped.code, 1, "{}", stopped.stdout);
    fs::remove_file(&decisions).expect("removed");
    let next = refresh(&place, &[]);
    assert_eq!(next.code, 0, "{}", next.stdout);
    assert_eq!(place.report()["records"], 4);
}

#[test]
fn the_address_of_a_shipped_register_is_replaced_without_repeating_its_description() {
    let rows =
        "source,name,type\nUnverified List (UVL) - Bureau of Industry and Security,Moon Ltd.,\n";
    let server = Server::start(move |_, _| Answer::ok(rows));
    let place = Place::new();
    let folder = place.sources().join("us_trade_csl");
    fs::create_dir(&folder).expect("created");
    let url = server.url("/mirror");
    fs::write(
        folder.join("register.toml"),
        format!("[download]\n\"consolidated.csv\" = {url:?}\n"),
    )
    .expect("written");
    let sources = text(&place.sources());
    let ran = run(&["fetch", "--register", "us_trade_csl", "--out", &sources]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(server.seen()[0].path, "/mirror");
    let ran = place.build(&["--only", "us_bis_uvl"]);
    assert_eq!((ran.code, &place.report()["records"]), (0, &Value::from(1)), "{}", ran.stderr);
}

#[test]
fn exit_codes_tell_a_script_what_happened() {
    let server = Server::start(|_, before| match before {
        0 => Answer::ok(list(3)),
        _ => Answer::status("304 Not Modified", ""),
    });
    let place = place(&server.url("/list"));
    let sources = text(&place.sources());
    let fetch = |further: &[&str]| {
        run(&[&["fetch", "--out", &sources, "--retry-pause", "0.001"], further].concat())
    };
    assert_eq!(fetch(&["--register", "xx_none"]).code, 2);
    assert_eq!(fetch(&["--register", "aa_list", "--dry-run"]).code, 0);
    let new = fetch(&["--register", "aa_list", "--json"]);
    assert_eq!(new.code, 0, "{}", new.stderr);
    let report: Value = serde_json::from_str(&new.stdout).expect("JSON");
    assert_eq!(report["registers"][0]["outcome"], "new");
    assert_eq!(fetch(&["--register", "aa_list"]).code, 4);
    assert_eq!(fetch(&["--register", "eu_fsf"]).code, 4);
    let lock = fs::File::create(place.sources().join(".fetch.lock")).expect("created");
    lock.lock().expect("free");
    let refused = fetch(&["--register", "aa_list"]);
    assert_eq!(refused.code, 5);
    assert!(refused.stderr.contains("another snapshot-builder fetches"), "{}", refused.stderr);
}
