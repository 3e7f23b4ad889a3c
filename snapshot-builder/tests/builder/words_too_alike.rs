//! A list of words that are all spelt alike fails, whatever else is built with it.

use serde_json::json;
use snapshot_builder::{BuildOptions, build};
use tamis_engine::model::{RunStatus, Timestamp};

use crate::cli::support::Place;

/// Writes the list of a register.
fn write(place: &Place, slug: &str, names: impl Iterator<Item = String>) {
    let record =
        |(at, name): (usize, String)| format!("{}\n", json!({"ref": at.to_string(), "name": name}));
    place.file(slug, &names.enumerate().map(record).collect::<String>());
}

/// Words that have all spelling keys in common.
fn alike(count: u32) -> impl Iterator<Item = String> {
    let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
    let ending = move |at: u32| [at / 676, at / 26, at].map(letter).iter().collect::<String>();
    (0..count).map(move |at| format!("bodegas{}", ending(at)))
}

#[test]
fn it_keeps_its_records_and_others_are_published() {
    let place = Place::new();
    let mut built_at = Timestamp(1_791_100_800);
    let mut next = || {
        built_at.0 += 86_400;
        let options = BuildOptions {
            built_at: Some(built_at),
            ..BuildOptions::new(place.sources(), place.out())
        };
        build(&options).expect("built")
    };
    let moons = || ["Moon Trading", "Sun Trading"].map(str::to_owned).into_iter();
    write(&place, "alike", alike(3));
    write(&place, "other", moons().take(1));
    assert_eq!(next().records, 3 + 1);
    write(&place, "alike", alike(5_000));
    write(&place, "other", moons());
    let report = next();
    assert_eq!(report.records, 3 + 2, "the words of the one stay as they were");
    let [failed, other] = &report.registers[..] else { panic!("{report:?}") };
    assert_eq!((&*failed.slug, failed.status), ("alike", RunStatus::Failed));
    assert_eq!((&*other.slug, other.status), ("other", RunStatus::Ok));
    let error = failed.error.as_deref().expect("it says why");
    assert!(error.starts_with("the 5000 words of the names are too alike"), "{error}");
}
