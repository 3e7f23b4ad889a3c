//! Snapshots with right checksums, for the fuzz target `snapshot`: patches of one that is sound, ten bytes
//! for each.

use tamis_engine::snapshot::format::Section;

use crate::patches::{Patch, SOUND, apply};
use crate::questions::ask_everything;
use crate::support::costs::{Bound, Line};

/// The most that opening a patched snapshot and asking it everything may cost. It is about as long whatever the
/// patches are.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 24 << 20, per_byte: 1 << 10 }, Line { fixed: 320_000, per_byte: 10 });

/// The patch of a section that ten bytes stand for, whatever they are.
fn patch_of(bytes: &[u8; 10]) -> (Section, Patch) {
    let [section, kind, a, b, c, d, values @ ..] = *bytes;
    let (at, value) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(values));
    let patch = match kind % 8 {
        0 => Patch::Overwrite(at, vec![values[0]]),
        1 => Patch::Overwrite(at, values.to_vec()),
        2 | 3 => Patch::Number(at, value),
        4 => Patch::Swap(at, value),
        5 => Patch::Repeat(at, value),
        6 => Patch::Remove(at, value as usize % 64),
        _ => Patch::Insert(at, values.to_vec()),
    };
    (Section::ALL[section as usize % Section::ALL.len()], patch)
}

/// Opens the snapshot that an input describes, and asks it everything if it opens; gives the bytes of the
/// input. Verifying it takes a hundred times as long, and is left to other tests.
pub(crate) fn open_patched(input: &[u8]) -> usize {
    let mut draft = SOUND.clone();
    for bytes in input.as_chunks().0 {
        let (section, patch) = patch_of(bytes);
        apply(&mut draft, section, &patch);
    }
    if let Ok(snapshot) = draft.open() {
        ask_everything(&snapshot);
    }
    input.len()
}

#[test]
fn a_patched_snapshot_is_refused_or_answers_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "snapshot", 300, open_patched);
}
