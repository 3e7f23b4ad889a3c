//! Changes to the bytes of a snapshot that leave its checksums right.

use std::sync::LazyLock;

use tamis_engine::snapshot::format::Section;

use super::draft::Draft;
use super::questions::ask_everything;
use super::world::world;

pub(crate) static SOUND: LazyLock<Draft> = LazyLock::new(|| Draft::read(&world().path()));

/// What a patch does to the bytes of a section. Places are counted round: any number is one.
#[derive(Debug, Clone)]
pub(crate) enum Patch {
    Overwrite(u32, Vec<u8>),
    /// Sets a number of four bytes, as ordinals and starts are.
    Number(u32, u32),
    /// Two elements change places.
    Swap(u32, u32),
    /// An element takes the place of another.
    Repeat(u32, u32),
    Remove(u32, usize),
    Insert(u32, Vec<u8>),
}

impl Patch {
    /// The patch of a section that ten bytes stand for, whatever they are.
    fn read(bytes: &[u8; 10]) -> (Section, Self) {
        let [section, kind, a, b, c, d, values @ ..] = *bytes;
        let (at, value) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(values));
        let patch = match kind % 8 {
            0 => Self::Overwrite(at, vec![values[0]]),
            1 => Self::Overwrite(at, values.to_vec()),
            2 | 3 => Self::Number(at, value),
            4 => Self::Swap(at, value),
            5 => Self::Repeat(at, value),
            6 => Self::Remove(at, value as usize % 64),
            _ => Self::Insert(at, values.to_vec()),
        };
        (Section::ALL[section as usize % Section::ALL.len()], patch)
    }
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

/// One of so many places.
fn place(number: u32, places: usize) -> usize {
    number as usize % places.max(1)
}

/// Opens the snapshot that an input of the fuzz target `snapshot` describes, ten bytes for each
/// patch, and asks it everything if it opens. Verifying it takes a hundred times as long, and is left
/// to the tests.
pub(crate) fn open_patched(input: &[u8]) {
    let mut draft = SOUND.clone();
    for bytes in input.as_chunks().0 {
        let (section, patch) = Patch::read(bytes);
        apply(&mut draft, section, &patch);
    }
    if let Ok(snapshot) = draft.open() {
        ask_everything(&snapshot);
    }
}
