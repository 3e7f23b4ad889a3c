//! A changed layout needs a higher format number: an older program would read the new bytes as the old
//! fields.

use tamis_engine::snapshot::format::{FORMAT_VERSION, Section};
use xxhash_rust::xxh3::xxh3_64;

use super::draft::Draft;
use super::world::{everything, input};
use crate::support::worlds::World;

/// The format number, and the hash of the bytes that its layout gives for a fixed record and its
/// registers.
const LAYOUT: (u32, u64) = (33, 11_803_454_701_079_542_022);

/// The sections whose layout follows from the types that they are written from.
const TYPED: [Section; 3] = [Section::Registers, Section::Totals, Section::Details];

#[test]
fn a_changed_layout_has_another_format_number() {
    let mut input = input();
    input.records = vec![everything()];
    let mut draft = Draft::read(&World::of(input).path());
    let mut layout = Vec::new();
    for section in Section::ALL {
        layout.extend_from_slice(section.name().as_bytes());
        layout.extend_from_slice(&(section.element_len() as u64).to_le_bytes());
    }
    TYPED.iter().for_each(|section| layout.extend_from_slice(draft.section(*section)));
    assert_eq!(
        (FORMAT_VERSION, xxh3_64(&layout)),
        LAYOUT,
        "where the layout of the index changed, raise FORMAT_VERSION, and put both numbers into \
         LAYOUT; where only the record of this test changed, put its hash there"
    );
}
