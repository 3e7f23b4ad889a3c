//! Arbitrary bytes are patched, with right checksums: the file is refused, or it answers without a
//! panic. Faults that only `Snapshot::verify` finds may make answers wrong, and do no other harm.

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use tamis_engine::snapshot::format::Section;

use super::draft::Draft;
use super::patches::{Patch, SOUND, apply};
use super::questions::ask_everything;

fn patch() -> impl Strategy<Value = Patch> {
    // Small counts, the edges of a byte, and letters: texts that stay valid open most often.
    let interesting = select(&[0u8, 1, 2, 3, 7, b'1', b'a', b'Z', 0x7f, 0x80, 0xff][..]);
    let byte = || prop_oneof![interesting.clone(), any::<u8>()];
    let bytes = move |most| prop::collection::vec(byte(), 1..=most);
    // Mostly existing ordinals, and the extremes of a number.
    let number = prop_oneof![4 => 0u32..12, 2 => 0u32..150, 1 => select(&[u32::MAX, 1 << 31][..])];
    let index = any::<u32>;
    prop_oneof![
        3 => (index(), bytes(4)).prop_map(|(at, bytes)| Patch::Overwrite(at, bytes)),
        3 => (index(), number).prop_map(|(at, number)| Patch::Number(at, number)),
        3 => (index(), index()).prop_map(|(a, b)| Patch::Swap(a, b)),
        2 => (index(), index()).prop_map(|(from, to)| Patch::Repeat(from, to)),
        1 => (index(), 1usize..64).prop_map(|(at, len)| Patch::Remove(at, len)),
        1 => (index(), bytes(16)).prop_map(|(at, bytes)| Patch::Insert(at, bytes)),
    ]
}

/// Number of files by outcome.
#[derive(Debug, Default)]
struct Outcomes {
    /// The file did not open.
    refused: AtomicUsize,
    /// The file opened and failed verification.
    found_by_verify: AtomicUsize,
    /// The patch changed nothing, or something that only the builder can check.
    sound: AtomicUsize,
}

impl Outcomes {
    fn try_out(&self, draft: &Draft) {
        let outcome = match draft.open() {
            Err(_) => &self.refused,
            Ok(snapshot) => {
                ask_everything(&snapshot);
                if snapshot.verify().is_err() { &self.found_by_verify } else { &self.sound }
            }
        };
        outcome.fetch_add(1, Ordering::Relaxed);
    }

    fn counts(&self) -> [usize; 3] {
        [&self.refused, &self.found_by_verify, &self.sound]
            .map(|count| count.load(Ordering::Relaxed))
    }
}

#[test]
fn a_file_with_one_patch_is_refused_or_answers_whatever_the_section() {
    /// Patches tried in each section.
    const PATCHES: u32 = 10;
    let all = Outcomes::default();
    for &section in Section::ALL {
        let cases = ProptestConfig { cases: PATCHES, ..ProptestConfig::default() };
        proptest!(cases, |(patch in patch())| {
            let mut draft = SOUND.clone();
            apply(&mut draft, section, &patch);
            all.try_out(&draft);
        });
    }
    let counts = all.counts();
    assert!(counts.iter().all(|count| *count >= 100), "refused, found, sound: {counts:?}");
}

#[test]
fn a_file_with_several_patches_is_refused_or_answers() {
    let all = Outcomes::default();
    // A fixed seed: with others, the counts below are sometimes not reached.
    let seed = RngSeed::Fixed(1);
    let cases = ProptestConfig { cases: 300, rng_seed: seed, ..ProptestConfig::default() };
    let patches = prop::collection::vec((select(Section::ALL), patch()), 2..4);
    proptest!(cases, |(patches in patches)| {
        let mut draft = SOUND.clone();
        patches.iter().for_each(|(section, patch)| apply(&mut draft, *section, patch));
        all.try_out(&draft);
    });
    let counts = all.counts();
    assert!(counts[0] >= 100 && counts[1] >= 30, "refused, found, sound: {counts:?}");
}
