//! The cache of expanded query words, and its transfer to the snapshot that replaces this one.

use std::time::Duration;

use tamis_engine::snapshot::Snapshot;

use super::world::world;

/// Counts the words in the cache.
fn remembered(snapshot: &Snapshot) -> u32 {
    let told = format!("{snapshot:?}");
    let (_, behind) = told.split_once("SpellingCache(").expect("it says how many");
    behind.split(' ').next().and_then(|count| count.parse().ok()).expect("a number")
}

#[test]
fn words_of_queries_are_handed_on_as_far_as_the_time_allows() {
    let world = world();
    let [before, after, late] =
        [(); 3].map(|()| Snapshot::open(&world.path()).expect("what was written opens"));
    for word in ["ivanoff", "mohamad", "rahmaan"] {
        let _found = before.index().neighbours_of(word, false);
    }
    after.remember_words_of(&before, Duration::MAX);
    late.remember_words_of(&before, Duration::ZERO);
    assert_eq!([&before, &after, &late].map(remembered), [3, 3, 0]);
}
