//! Changes to the bytes of a snapshot that keep its checksums right.

use std::sync::LazyLock;

use tamis_engine::snapshot::format::Section;

use super::draft::Draft;
use super::world::world;

pub(crate) static SOUND: LazyLock<Draft> = LazyLock::new(|| Draft::read(&world().path()));

/// A change to the bytes of a section. Places wrap around, so that any number is valid.
#[derive(Debug, Clone)]
pub(crate) enum Patch {
    Overwrite(u32, Vec<u8>),
    /// Sets a number of four bytes, such as an ordinal or a start.
    Number(u32, u32),
    /// Swaps two elements.
    Swap(u32, u32),
    /// Copies one element over another.
    Repeat(u32, u32),
    Remove(u32, usize),
    Insert(u32, Vec<u8>),
}

pub(crate) fn apply(draft: &mut Draft, section: Section, patch: &Patch) {
    let bytes = draft.section(section);
    let row = section.element_len();
    let rows = bytes.len() / row;
    // In sections of bytes, an element is a number.
    let element = if row == 1 { 4 } else { row };
    let elements = bytes.len() / element;
    match patch {
        Patch::Overwrite(at, new) => {
            let at = place(*at, bytes.len());
            bytes.iter_mut().skip(at).zip(new).for_each(|(old, new)| *old = *new);
        }
        Patch::Number(at, number) => {
            let at = place(*at, bytes.len() / 4) * 4;
            bytes.iter_mut().skip(at).zip(number.to_le_bytes()).for_each(|(old, new)| *old = new);
        }
        Patch::Swap(a, b) => {
            let [a, b] = [a, b].map(|at| place(*at, elements) * element);
            (0..element.min(bytes.len())).for_each(|at| bytes.swap(a + at, b + at));
        }
        Patch::Repeat(from, to) => {
            let [from, to] = [from, to].map(|at| place(*at, elements) * element);
            let end = (from + element).min(bytes.len());
            bytes.copy_within(from..end, to);
        }
        Patch::Remove(at, len) => {
            let at = place(*at, rows) * row;
            bytes.drain(at.min(bytes.len())..(at + len).next_multiple_of(row).min(bytes.len()));
        }
        Patch::Insert(at, new) => {
            let at = place(*at, bytes.len() + 1);
            bytes.splice(at..at, new.iter().copied());
        }
    }
    bytes.truncate(bytes.len() / row * row);
}

/// Maps a number to one of `places` places.
fn place(number: u32, places: usize) -> usize {
    number as usize % places.max(1)
}
