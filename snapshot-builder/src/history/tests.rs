//! Small ledgers refreshed repeatedly, each written and opened as a real ledger and index.

use std::fs;

use tamis_engine::model::{Alias, AliasQuality, Fact, Record, RecordId, RunStatus, Timestamp};
use tamis_engine::snapshot::Snapshot;

use super::{Attempt, ThisBuild, refresh};
use crate::ledger::entry::Day;
use crate::ledger::{Ledger, write_index};
use crate::limits::{DROP_WINDOW, FACTS_CHANGES_MAX};
use crate::progress::Silent;
use crate::registers::Description;
use crate::report::{Changes, RegisterReport};
use tamis_ingest::FileError;

/// Time of the first refresh; the n-th is n - 1 seconds later.
const START: i64 = 1_790_000_000;

/// Result of loading a register: its entries as reference and name, or a failure.
type Load<'a> = Result<&'a [(&'a str, &'a str)], &'a str>;

/// A snapshot that is refreshed repeatedly.
struct World {
    folder: tempfile::TempDir,
    refreshes: i64,
    /// Seconds that passed in addition to those of the refreshes.
    later: i64,
    accept_drop: Vec<String>,
    ledger: Option<Ledger>,
    snapshot: Option<Snapshot>,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let (accept_drop, ledger, snapshot) = (Vec::new(), None, None);
        Self { folder, refreshes: 0, later: 0, accept_drop, ledger, snapshot }
    }

    /// Refreshes with these loads, by slug; returns the reports.
    fn refresh(&mut self, loads: &[(&str, Load<'_>)]) -> Vec<RegisterReport> {
        let built_at = Timestamp(START + self.refreshes + self.later);
        self.refreshes += 1;
        let attempts = loads.iter().map(|(slug, load)| attempt(slug, *load)).collect();
        let path = self.folder.path().join(format!("{}.ledger", self.refreshes));
        let accept_drop = &self.accept_drop;
        let build = ThisBuild { built_at, builder: "test", accept_drop, path: &path };
        let refreshed = refresh(attempts, self.ledger.as_ref(), build).expect("few registers");
        let ledger = Ledger::open(&path).expect("opens");
        let index = self.folder.path().join(self.refreshes.to_string());
        write_index(&ledger, &index, "test", &Silent).expect("written");
        let snapshot = Snapshot::open(&index).expect("opens");
        assert_eq!(refreshed.counts.active as usize, snapshot.record_count());
        assert_eq!(refreshed.counts.retired as usize, snapshot.all_retired().count());
        (self.ledger, self.snapshot) = (Some(ledger), Some(snapshot));
        refreshed.reports
    }

    fn snapshot(&self) -> &Snapshot {
        self.snapshot.as_ref().expect("refreshed at least once")
    }

    /// Active records as `slug/reference name, seen N, changed N`, with the number of the refresh
    /// for each time, sorted; then retired ones as `retired, seen N to N, delisted N`.
    fn state(&self) -> Vec<String> {
        let snapshot = self.snapshot();
        let number = |time: Timestamp| time.0 - START + 1;
        let mut lines: Vec<String> = ordinals(snapshot)
            .map(|ordinal| {
                let record = snapshot.record(ordinal);
                let (slug, reference) = (&record.register().slug, record.reference());
                let (seen, changed) = (number(record.first_seen()), number(record.last_change()));
                format!("{slug}/{reference} {}, seen {seen}, changed {changed}", record.name())
            })
            .collect();
        lines.sort();
        lines.extend(snapshot.all_retired().map(|retired| {
            let [from, to, delisted] =
                [retired.first_seen, retired.last_seen, retired.delisted_at].map(number);
            format!("retired, seen {from} to {to}, delisted {delisted}")
        }));
        lines
    }

    /// The id of an active record.
    fn id(&self, slug: &str, reference: &str) -> RecordId {
        let snapshot = self.snapshot();
        let mut records = ordinals(snapshot).map(|ordinal| snapshot.record(ordinal));
        let wanted = records.find(|r| r.register().slug == slug && r.reference() == reference);
        wanted.expect("an active record").id()
    }

    /// A register's run as `status, list LIST, loaded N to N, R records: reason`.
    fn run(&self, slug: &str) -> String {
        let registers = self.snapshot().registers();
        let run = &registers.iter().find(|r| r.slug == slug).expect("listed").run;
        let number = |time: Option<Timestamp>| {
            time.map_or("never".to_owned(), |time| (time.0 - START + 1).to_string())
        };
        let (first, last) = (number(run.first_load), number(run.last_load));
        let reason = run.reason.as_deref().unwrap_or("-");
        let (status, records) = (run.status.as_str(), run.records);
        format!(
            "{status} at {}, loaded {first} to {last}, {records}: {reason}",
            number(Some(run.at))
        )
    }
}

fn ordinals(snapshot: &Snapshot) -> impl Iterator<Item = tamis_engine::model::RecordOrdinal> {
    (0..snapshot.record_count() as u32).map(tamis_engine::model::RecordOrdinal)
}

fn description(slug: &str) -> Description {
    let text = format!(
        "slug = {slug:?}\nname = \"List\"\nshort_name = \"L\"\npublisher = \"P\"\ncountry = \"ZZ\"\n\
         list_type = \"SANCTION\"\ncadence_hours = 24\nsource_url = \"https://example.org\"\n\
         licence = \"CC0\"\noffer = \"none\"\nmax_drop_percent = 50\n\
         format = \"records_jsonl\"\n"
    );
    Description::parse("test", &text).expect("sound")
}

fn attempt(slug: &str, load: Load<'_>) -> Attempt {
    let mut report = RegisterReport::new(slug);
    let record = |(reference, name): &(&str, &str)| Record {
        reference: (*reference).to_owned(),
        name: (*name).to_owned(),
        ..Record::default()
    };
    let outcome = match load {
        Ok(entries) => {
            report.status = RunStatus::Ok;
            report.records = entries.len() as u64;
            Ok(entries.iter().map(record).collect())
        }
        Err(file) => Err(FileError::Empty { file: file.to_owned() }.into()),
    };
    Attempt { description: description(slug), report, outcome }
}

#[test]
fn what_differed_in_a_record_is_remembered_build_by_build() {
    let mut world = World::new();
    let facts = |world: &World| -> Vec<(i64, Vec<Fact>)> {
        let snapshot = world.snapshot();
        let ordinal = snapshot.find(world.id("one", "1")).expect("an active record");
        let changes = snapshot.record(ordinal).facts_changes();
        changes.map(|change| (change.at.0 - START + 1, change.facts.iter().collect())).collect()
    };
    world.refresh(&[("one", Ok(&[("1", "Ann")]))]);
    assert_eq!(facts(&world), [], "new, not changed");
    world.refresh(&[("one", Ok(&[("1", "Anne")]))]);
    world.refresh(&[("one", Ok(&[("1", "Anne")]))]);
    world.refresh(&[("one", Err("list.jsonl"))]);
    world.refresh(&[("one", Ok(&[("1", "Anna")]))]);
    assert_eq!(facts(&world), [(2, vec![Fact::Name]), (5, vec![Fact::Name])]);
    // A record leaves and returns, once unchanged and once under another name.
    let mut refresh = |name| {
        world.refresh(&[("one", Ok(&[("1", name), ("2", "Ben")]))]);
        world.refresh(&[("one", Ok(&[("2", "Ben")]))]);
    };
    refresh("Anna");
    refresh("Anna");
    refresh("Hannah");
    world.refresh(&[("one", Ok(&[("1", "Hannah"), ("2", "Ben")]))]);
    let expected = [2, 5, 10].map(|at| (at, vec![Fact::Name]));
    assert_eq!(facts(&world), expected);
    let mut last = 0;
    for at in 0..=FACTS_CHANGES_MAX {
        world.refresh(&[("one", Ok(&[("1", ["Ann", "Hannah"][at % 2]), ("2", "Ben")]))]);
        last = world.refreshes;
    }
    let kept = facts(&world);
    assert_eq!(kept.len(), FACTS_CHANGES_MAX);
    assert_eq!((kept[0].0, kept[kept.len() - 1].0), (last - FACTS_CHANGES_MAX as i64 + 1, last));
}

const BEFORE: &[(&str, &str)] = &[("1", "Ann"), ("2", "Ben"), ("3", "Cem"), ("4", "Dan")];

#[test]
fn what_a_second_load_makes_of_the_first() {
    let kept: [&str; 3] = [
        "aa/1 Ann, seen 1, changed 1",
        "aa/2 Ben, seen 1, changed 1",
        "aa/3 Cem, seen 1, changed 1",
    ];
    let dan = "aa/4 Dan, seen 1, changed 1";
    let cases: &[(&str, Load<'_>, &[&str])] = &[
        ("unchanged", Ok(BEFORE), &[dan]),
        ("in another order", Ok(&[("4", "Dan"), ("3", "Cem"), ("1", "Ann"), ("2", "Ben")]), &[dan]),
        (
            "one more",
            Ok(&[("1", "Ann"), ("2", "Ben"), ("3", "Cem"), ("4", "Dan"), ("5", "Eva")]),
            &[dan, "aa/5 Eva, seen 2, changed 2"],
        ),
        (
            "one changed",
            Ok(&[("1", "Ann"), ("2", "Ben"), ("3", "Cem"), ("4", "Daniel")]),
            &["aa/4 Daniel, seen 1, changed 2"],
        ),
        (
            "one gone",
            Ok(&[("1", "Ann"), ("2", "Ben"), ("3", "Cem")]),
            &["retired, seen 1 to 1, delisted 2"],
        ),
        (
            "another reference is another record",
            Ok(&[("1", "Ann"), ("2", "Ben"), ("3", "Cem"), ("4a", "Dan")]),
            &["aa/4a Dan, seen 2, changed 2", "retired, seen 1 to 1, delisted 2"],
        ),
        ("the load fails", Err("aa/list"), &[dan]),
        ("more than half are gone", Ok(&[("1", "Ann")]), &[dan]),
        (
            "all are others",
            Ok(&[("7", "G"), ("8", "H")]),
            &[dan, "aa/7 G, seen 2, changed 2", "aa/8 H, seen 2, changed 2"],
        ),
    ];
    for (case, second, expected) in cases {
        let mut world = World::new();
        world.refresh(&[("aa", Ok(BEFORE))]);
        world.refresh(&[("aa", *second)]);
        assert_eq!(world.state(), [&kept[..], expected].concat(), "{case}");
    }
}

#[test]
fn exactly_the_permitted_drop_is_taken() {
    let mut world = World::new();
    world.refresh(&[("aa", Ok(BEFORE))]);
    let reports = world.refresh(&[("aa", Ok(&BEFORE[..2]))]);
    assert_eq!(reports[0].status, RunStatus::Ok);
    assert_eq!(reports[0].changes, Changes { unchanged: 2, retired: 2, ..Changes::default() });
}

/// Records numbered from `from` up to, but not including, `to`.
fn numbered(from: u32, to: u32) -> Vec<(String, String)> {
    (from..to).map(|number| (format!("{number:03}"), format!("Name {number}"))).collect()
}

/// Refreshes one register with these records; returns the numbers of retired and waiting records.
fn retired_and_waiting(world: &mut World, records: &[(String, String)]) -> (u64, u64) {
    let load: Vec<(&str, &str)> = records.iter().map(|(r, n)| (r.as_str(), n.as_str())).collect();
    let changes = world.refresh(&[("aa", Ok(&load))])[0].changes;
    (changes.retired, changes.waiting)
}

#[test]
fn removals_of_seven_days_count_together() {
    let window = DROP_WINDOW.as_secs() as i64;
    let mut world = World::new();
    assert_eq!(retired_and_waiting(&mut world, &numbered(0, 100)), (0, 0));
    // At most half may be removed: a quarter, another quarter, then nothing.
    assert_eq!(retired_and_waiting(&mut world, &numbered(25, 100)), (25, 0));
    assert_eq!(retired_and_waiting(&mut world, &numbered(50, 100)), (25, 0));
    assert_eq!(retired_and_waiting(&mut world, &numbered(51, 100)), (0, 1));
    assert_eq!(
        world.run("aa"),
        "failed at 4, loaded 1 to 4, 49: the list lacks 1 of the register's 50 records, with 50 \
         that went in the last 7 days more than 50 % (max_drop_percent). What it lacks is kept, \
         and all else is loaded. Where the list has really shrunk, build with --accept-drop aa, \
         or raise max_drop_percent in the register's description"
    );
    assert_eq!(retired_and_waiting(&mut world, &numbered(50, 100)), (0, 0));

    // One second before the first removals are seven days old, and at seven days.
    for (age, expected) in [(window - 1, (0, 1)), (window, (1, 0))] {
        let mut world = World::new();
        retired_and_waiting(&mut world, &numbered(0, 100));
        assert_eq!(retired_and_waiting(&mut world, &numbered(50, 100)), (50, 0));
        world.later = age - 1;
        assert_eq!(retired_and_waiting(&mut world, &numbered(51, 100)), expected, "{age}");
    }
}

#[test]
fn builds_that_each_lose_a_little_free_no_more_than_one_may() {
    let mut world = World::new();
    retired_and_waiting(&mut world, &numbered(0, 100));
    let mut retired = 0;
    for lost in (1..=4).map(|build| build * 15) {
        retired += retired_and_waiting(&mut world, &numbered(lost, 100)).0;
    }
    assert_eq!(retired, 45, "the fourth one would pass a half");
}

#[test]
fn an_accepted_drop_counts_no_more() {
    let mut world = World::new();
    retired_and_waiting(&mut world, &numbered(0, 100));
    assert_eq!(retired_and_waiting(&mut world, &numbered(40, 100)), (40, 0));
    assert_eq!(retired_and_waiting(&mut world, &numbered(60, 100)), (0, 20));
    world.accept_drop = vec!["aa".to_owned()];
    assert_eq!(retired_and_waiting(&mut world, &numbered(60, 100)), (20, 0));
    world.accept_drop.clear();
    // Half of the remaining forty may be removed; a failed load in between changes nothing.
    world.refresh(&[("aa", Err("aa/list"))]);
    assert_eq!(retired_and_waiting(&mut world, &numbered(80, 100)), (20, 0));
    assert_eq!(retired_and_waiting(&mut world, &numbered(81, 100)), (0, 1));
    let accepted = |world: &World| {
        let ledger = world.ledger.as_ref().expect("refreshed");
        ledger.registers()[0].drop_accepted_at
    };
    assert_eq!(accepted(&world), Some(Timestamp(START + 3)));
    world.later = DROP_WINDOW.as_secs() as i64;
    assert_eq!(retired_and_waiting(&mut world, &numbered(80, 100)), (0, 0));
    assert_eq!(accepted(&world), None, "nothing that it settled would count any more");
}

#[test]
fn a_returning_record_has_its_id_and_its_first_date() {
    let mut world = World::new();
    world.refresh(&[("aa", Ok(BEFORE))]);
    let id = world.id("aa", "4");
    world.refresh(&[("aa", Ok(&BEFORE[..3]))]);
    let retired = world.snapshot().retired(id).expect("retired");
    assert_eq!((retired.last_seen, retired.delisted_at), (Timestamp(START), Timestamp(START + 1)));
    world.refresh(&[("aa", Ok(&BEFORE[..3]))]);
    assert_eq!(world.snapshot().retired(id), Some(retired), "stays retired as it was");
    let reports = world.refresh(&[("aa", Ok(BEFORE))]);
    assert_eq!(reports[0].changes, Changes { returned: 1, unchanged: 3, ..Changes::default() });
    assert_eq!(world.id("aa", "4"), id);
    assert_eq!(world.state()[3], "aa/4 Dan, seen 1, changed 4");
    assert_eq!(world.snapshot().retired(id), None);
}

#[test]
fn last_seen_is_the_last_good_load_not_the_last_attempt() {
    let mut world = World::new();
    world.refresh(&[("aa", Ok(BEFORE))]);
    world.refresh(&[("aa", Ok(BEFORE))]);
    world.refresh(&[("aa", Err("aa/list"))]);
    world.refresh(&[("aa", Ok(&BEFORE[..3]))]);
    assert_eq!(world.state()[3], "retired, seen 1 to 2, delisted 4");
}

#[test]
fn runs_say_what_happened_and_what_is_held() {
    let mut world = World::new();
    world.refresh(&[("aa", Ok(BEFORE)), ("bb", Err("bb/list")), ("cc", Ok(BEFORE))]);
    assert_eq!(world.run("aa"), "ok at 1, loaded 1 to 1, 4: -");
    assert_eq!(
        world.run("bb"),
        "failed at 1, loaded never to never, 0: bb/list: the file is empty",
        "listed without a record"
    );
    world.refresh(&[("aa", Err("aa/list")), ("bb", Ok(BEFORE))]);
    assert_eq!(world.run("aa"), "failed at 2, loaded 1 to 1, 4: aa/list: the file is empty");
    assert_eq!(world.run("bb"), "ok at 2, loaded 2 to 2, 4: -");
    assert_eq!(world.run("cc"), "ok at 1, loaded 1 to 1, 4: -", "not tried: exactly as it was");
    world.refresh(&[("aa", Ok(&BEFORE[..1]))]);
    let waiting = world.run("aa");
    let expected = "failed at 3, loaded 1 to 3, 1: the list lacks 3 of the register's 4 records, \
                    more than 50 % (max_drop_percent). What it lacks is kept, and all else is \
                    loaded. Where the list has really shrunk, build with --accept-drop aa,";
    assert!(waiting.starts_with(expected), "{waiting}");
    assert_eq!(world.snapshot().record_count(), 12);
}

#[test]
fn only_the_removals_wait_where_too_much_is_missing() {
    let mut world = World::new();
    world.refresh(&[("aa", Ok(BEFORE))]);
    let shrunk: Load<'_> = Ok(&[("1", "Anna"), ("5", "Eva")]);
    let reports = world.refresh(&[("aa", shrunk)]);
    let (waiting, changes) = (3, Changes { added: 1, changed: 1, ..Changes::default() });
    assert_eq!(reports[0].changes, Changes { waiting, ..changes });
    assert_eq!(reports[0].status, RunStatus::Failed);
    let state = world.state();
    let expected = [
        "aa/1 Anna, seen 1, changed 2",
        "aa/2 Ben, seen 1, changed 1",
        "aa/3 Cem, seen 1, changed 1",
    ];
    assert_eq!(state[..3], expected);
    assert_eq!(state[3..], ["aa/4 Dan, seen 1, changed 1", "aa/5 Eva, seen 2, changed 2"]);
    let last_seen = |world: &World, reference: &str| {
        let snapshot = world.snapshot();
        let at = snapshot.find(world.id("aa", reference)).expect("active");
        snapshot.record(at).last_seen().0 - START + 1
    };
    assert_eq!((last_seen(&world, "1"), last_seen(&world, "4")), (2, 1), "not seen in this load");
    let run = |world: &World| world.snapshot().registers()[0].run.clone();
    assert_eq!((run(&world).removals_waiting, run(&world).records), (3, 2));

    // They wait until the list has them again or the drop is accepted, however much the
    // register grows.
    let grown: Vec<(String, String)> = (5..40).map(|n| (n.to_string(), format!("N{n}"))).collect();
    let grown: Vec<(&str, &str)> = grown.iter().map(|(r, n)| (r.as_str(), n.as_str())).collect();
    for load in [[&grown[..], &[("1", "Anna")]].concat(), [&BEFORE[..2], &grown].concat()] {
        world.refresh(&[("aa", Ok(&load))]);
        let missing = 3 - (load.len() - grown.len() - 1) as u64;
        assert_eq!(run(&world).removals_waiting, missing);
        assert_eq!(run(&world).status, RunStatus::Failed);
    }
    let whole = [BEFORE, &grown].concat();
    world.refresh(&[("aa", Ok(&whole))]);
    assert_eq!((run(&world).removals_waiting, run(&world).status), (0, RunStatus::Ok));
    world.refresh(&[("aa", shrunk)]);
    world.accept_drop = vec!["aa".to_owned()];
    let reports = world.refresh(&[("aa", shrunk)]);
    assert_eq!(reports[0].status, RunStatus::Ok);
    assert_eq!(reports[0].changes, Changes { unchanged: 2, retired: 37, ..Changes::default() });
    assert_eq!(run(&world).removals_waiting, 0);
    assert_eq!(world.snapshot().record_count(), 2);
}

#[test]
fn ids_are_the_same_without_a_previous_snapshot_and_in_any_order() {
    let mut first = World::new();
    first.refresh(&[("aa", Ok(BEFORE)), ("bb", Ok(BEFORE))]);
    let reversed: Vec<_> = BEFORE.iter().copied().rev().collect();
    let mut again = World::new();
    again.refresh(&[("bb", Ok(&reversed)), ("aa", Ok(&reversed))]);
    let mut grown = World::new();
    grown.refresh(&[("bb", Ok(&BEFORE[..2]))]);
    grown.refresh(&[("aa", Ok(BEFORE)), ("bb", Ok(BEFORE))]);
    for (slug, reference) in [("aa", "1"), ("aa", "4"), ("bb", "1"), ("bb", "4")] {
        let id = first.id(slug, reference);
        assert_eq!(again.id(slug, reference), id, "{slug}/{reference}");
        assert_eq!(grown.id(slug, reference), id, "{slug}/{reference}");
    }
    let [one, two] = [&first, &again].map(|world| fs::read(world.snapshot().path()).expect("read"));
    assert_eq!(one, two, "not a byte depends on the order of loading");
}

#[test]
fn runs_and_daily_changes_are_kept() {
    let mut world = World::new();
    world.refresh(&[("aa", Ok(BEFORE))]);
    world.refresh(&[("aa", Ok(&BEFORE[..3]))]);
    world.refresh(&[("aa", Err("aa/list"))]);
    world.refresh(&[("aa", Ok(BEFORE))]);
    world.refresh(&[("bb", Ok(BEFORE))]);
    let ledger = world.ledger.as_ref().expect("refreshed");
    let line = &ledger.registers()[0];
    let runs: Vec<_> = line.earlier_runs.iter().map(|run| (run.at.0 - START, run.status)).collect();
    assert_eq!(runs, [(0, RunStatus::Ok), (1, RunStatus::Ok), (2, RunStatus::Failed)]);
    assert_eq!(line.register.run.at, Timestamp(START + 3), "a build without it is not a run");
    let today = Day { added: 4, returned: 1, removed: 1, ..Day::of(Timestamp(START)) };
    assert_eq!(line.days, [today], "counted together, by day");
}

/// An attempt at "aa_list" or at a compilation of it, with an alias.
fn with_alias(slug: &str, quality: AliasQuality) -> Attempt {
    let mut attempt = attempt(slug, Ok(&[("1", "Ann")]));
    if slug != "aa_list" {
        attempt.description.numbered_by = Some("aa_list".to_owned());
        attempt.description.part_of = Some("cc_files".to_owned());
    }
    for record in attempt.outcome.iter_mut().flatten() {
        record.aliases.push(Alias { quality, ..Alias::strong("Ali") });
    }
    attempt
}

#[test]
fn a_compilation_takes_over_the_marks_of_its_source_as_loaded_or_known() {
    let (weak, strong) = (AliasQuality::Weak, AliasQuality::Strong);
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut ledger: Option<Ledger> = None;
    let both = || vec![with_alias("aa_list", weak), with_alias("cc_list", strong)];
    let failed = || vec![attempt("aa_list", Err("gone")), with_alias("cc_list", strong)];
    let alone = || vec![with_alias("cc_list", strong)];
    let mended = || vec![with_alias("aa_list", strong), with_alias("cc_list", strong)];
    for (at, (attempts, expected)) in
        [(both(), weak), (failed(), weak), (alone(), weak), (mended(), strong)]
            .into_iter()
            .enumerate()
    {
        let path = folder.path().join(at.to_string());
        let built_at = Timestamp(START + at as i64);
        let build = ThisBuild { built_at, builder: "test", accept_drop: &[], path: &path };
        refresh(attempts, ledger.as_ref(), build).expect("few registers");
        let built = Ledger::open(&path).expect("opens");
        let place = built.place_of("cc_list").expect("listed");
        let entries: Vec<_> = super::stored_entries(&built, place).collect();
        let json = &entries[0].as_ref().expect("readable").json;
        let record: Record = serde_json::from_str(json.get()).expect("a record");
        assert_eq!(record.aliases[0].quality, expected, "{at}");
        ledger = Some(built);
    }
}
