//! Successive counts: estimates, kept results, restarts, stops.

use tamis::registries::Stop;

use crate::support::registries::{Registries, count, describe, described, gzip, shown, zip};

const PEOPLE: &str = "[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\n[data.person]\n";

#[test]
fn large_files_are_estimated_until_they_are_counted() {
    let name = |number: u32| format!("person {:x}\n", number.wrapping_mul(2_654_435_761));
    let text = format!("name\n{}", (0..200_000).map(name).collect::<String>());
    let zstd = zstd::encode_all(text.as_bytes(), 1).expect("in memory");
    let zip = zip(&[("d", text.as_bytes())]);
    for bytes in [text.clone().into_bytes(), gzip(text.as_bytes()), zstd, zip] {
        let registries = Registries::new(&[("test.toml", &describe(PEOPLE)), ("d", &bytes)]);
        let mut counter = registries.load();
        let before = counter.counts();
        assert_eq!((before.totals.counts_exact, before.totals.counts_at), (false, None));
        assert!(before.totals.person.abs_diff(200_000) < 10_000, "{}", before.totals.person);
        let after = count(&mut counter).counts;
        assert!(after.totals.counts_exact && after.totals.counts_at.is_some());
        assert_eq!((after.totals.person, after.totals.underlying()), (200_000, 200_000));
    }
}

#[test]
fn a_file_that_cannot_be_read_keeps_its_last_exact_count_also_after_a_restart() {
    let registries = Registries::new(&[("test.toml", &describe(PEOPLE)), ("d", b"name\nA\nB\n")]);
    let mut counter = registries.load();
    let first = count(&mut counter).counts;
    let loaded_at = first.rows()[0].loaded_at;
    assert!(loaded_at.is_some());

    registries.write("d", b"name\n\"A\nB\nC\n");
    let second = count(&mut counter).counts;
    let problem = "d: line 2: a quoted text is not closed; the file is truncated";
    assert_eq!(shown(&second), [format!("person 2: GB 2 ! {problem}")]);
    assert_eq!(second.rows()[0].loaded_at, loaded_at);
    assert!(second.totals.counts_exact, "the count of another day is exact too");

    let mut restarted = registries.load();
    let known = restarted.counts();
    assert_eq!(shown(&known), ["person 2: GB 2"]);
    assert_eq!((known.totals.counts_exact, known.totals.counts_at.is_some()), (false, true));
    assert_eq!(known.rows()[0].loaded_at, loaded_at);

    registries.write("d", b"name\nA\nB\nC\n");
    assert_eq!(shown(&count(&mut restarted).counts), ["person 3: GB 3"]);
}

#[test]
fn what_was_never_counted_leaves_the_counts_inexact() {
    let registries = Registries::new(&[("test.toml", &describe(PEOPLE))]);
    let counts = count(&mut registries.load()).counts;
    assert_eq!(shown(&counts), ["person 0: ! d: there is no such file"]);
    assert!(!counts.totals.counts_exact && counts.totals.counts_at.is_some());
}

#[test]
fn descriptions_are_read_again_before_every_count() {
    let registries = Registries::new(&[("test.toml", &describe(PEOPLE)), ("d", b"name\nA\n")]);
    let mut counter = registries.load();
    registries
        .write("more.toml", &described("More", "more", "", &PEOPLE.replace("person", "vessel")));
    assert_eq!(shown(&count(&mut counter).counts), ["vessel 1: XX 1", "person 1: GB 1"]);
    registries.write("more.toml", b"damaged");
    let round = count(&mut counter);
    assert!(round.not_reread.is_some_and(|error| error.to_string().contains("more.toml: line 1")));
    assert_eq!(round.counts.rows().len(), 2, "those read before stay");
}

#[test]
fn a_count_that_is_told_to_stop_changes_nothing() {
    let registries = Registries::new(&[("test.toml", &describe(PEOPLE)), ("d", b"name\nA\n")]);
    let mut counter = registries.load();
    count(&mut counter);
    registries.write("d", b"name\nA\nB\n");
    let stop = Stop::default();
    stop.set();
    assert!(counter.count_now(&stop).is_none());
    assert_eq!(shown(&counter.counts()), ["person 1: GB 1"]);
}
