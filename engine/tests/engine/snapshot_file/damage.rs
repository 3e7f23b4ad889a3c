//! Damaged files, and files that are no snapshots.

use std::path::Path;

use tamis_engine::snapshot::format::{
    ENTRY_LEN, FORMAT_VERSION, HEADER_LEN, Header, MAGIC, Section, align, preamble_len,
};
use tamis_engine::snapshot::{Snapshot, SnapshotError};

use super::draft::{Draft, open_bytes};
use super::world::world;

/// Returns the bytes of a sound snapshot.
fn sound() -> Vec<u8> {
    std::fs::read(world().path()).expect("a snapshot")
}

fn error_of(bytes: &[u8]) -> SnapshotError {
    open_bytes(bytes).expect_err("a damaged file")
}

#[test]
fn a_draft_put_together_unchanged_is_the_same_file() {
    let world = world();
    let draft = Draft::read(&world.path());
    assert!(draft.to_bytes() == std::fs::read(world.path()).expect("a snapshot"));
}

#[test]
fn every_flipped_byte_of_header_and_table_is_found() {
    let mut bytes = sound();
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    for at in 0..preamble_len() {
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(file.path(), &bytes).expect("it is written");
        let error = Snapshot::open(file.path()).expect_err("a damaged file");
        match at {
            0..8 => assert!(matches!(error, SnapshotError::Foreign { .. }), "byte {at}: {error}"),
            8..12 => assert!(matches!(error, SnapshotError::Version { .. }), "byte {at}: {error}"),
            _ => assert!(matches!(error, SnapshotError::Header { .. }), "byte {at}: {error}"),
        }
        bytes[at] ^= 1 << (at % 8);
    }
    assert!(open_bytes(&bytes).is_ok(), "all flips were undone");
}

#[test]
fn a_flipped_byte_of_a_section_or_its_padding_names_the_section() {
    let bytes = sound();
    for entry in Header::decode(&bytes).expect("a sound header").sections {
        let (from, len) = (entry.offset as usize, align(entry.len) as usize);
        assert!(
            entry.len > 0,
            "{} holds nothing: the world tests too little",
            entry.section.name()
        );
        let padding = entry.len as usize..len;
        let sampled = (0..8).map(|part| part * len / 8);
        for at in sampled.chain([entry.len as usize - 1]).chain(padding.step_by(7)) {
            let mut damaged = bytes.clone();
            damaged[from + at] ^= 1 << (at % 8);
            let error = error_of(&damaged);
            let named = matches!(error, SnapshotError::Checksum { section, .. }
                if section == entry.section.name());
            assert!(named, "byte {at} of {}: {error}", entry.section.name());
        }
    }
}

#[test]
fn a_file_that_ends_early_or_late_says_how_long_it_should_be() {
    let bytes = sound();
    let full = bytes.len();
    let preamble = preamble_len();
    let step = (full - preamble) / 200;
    let cut_in_sections = (preamble..full).step_by(step.max(1)).chain([full - 1]);
    let cut_in_preamble = [0, 1, 7, 11, 12, HEADER_LEN, HEADER_LEN + ENTRY_LEN, preamble - 1];
    let expected = cut_in_preamble
        .into_iter()
        .map(|len| (len, preamble))
        .chain(cut_in_sections.map(|len| (len, full)));
    for (len, whole) in expected {
        let error = error_of(&bytes[..len]);
        let told = matches!(error, SnapshotError::Length { expected, actual, .. }
            if (expected, actual) == (whole as u64, len as u64));
        assert!(told, "{len} bytes: {error}");
    }
    let error = error_of(&[&bytes[..], b"\n"].concat());
    assert!(matches!(error, SnapshotError::Length { .. }), "one byte more: {error}");
}

#[test]
fn files_of_other_kinds_are_called_foreign() {
    let unix_line_ends = [b"TAMIS\n\x1a\n", &sound()[8..]].concat();
    for (kind, bytes) in [
        ("PNG", &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..]),
        ("text", b"an HTML page, or a CSV file, as a proxy gives it"),
        ("gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0"),
        ("zeros", &[0; 4096]),
        ("line ends converted", &unix_line_ends),
    ] {
        let error = error_of(bytes);
        assert!(matches!(error, SnapshotError::Foreign { .. }), "{kind}: {error}");
    }
}

#[test]
fn another_format_version_is_told_apart_from_damage_with_advice() {
    for (version, advice) in [
        (
            FORMAT_VERSION - 1,
            "rebuild the index from the ledger: snapshot-builder reindex SNAPSHOTS",
        ),
        (
            FORMAT_VERSION + 1,
            "update this program, or rebuild the index: snapshot-builder reindex SNAPSHOTS",
        ),
        (u32::MAX, "update this program"),
    ] {
        let mut bytes = sound();
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        let text = error_of(&bytes).to_string();
        let numbers = format!("format {version}, this program reads format {FORMAT_VERSION}");
        assert!(text.contains(&numbers) && text.contains(advice), "{text}");
    }
    let only_a_head = [&MAGIC[..], &(FORMAT_VERSION + 1).to_le_bytes()].concat();
    assert!(matches!(error_of(&only_a_head), SnapshotError::Version { .. }));
}

#[test]
fn every_message_names_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut flipped = sound();
    *flipped.last_mut().expect("not empty") ^= 1;
    let mut newer = sound();
    newer[8] += 1;
    let mut header = sound();
    header[20] ^= 1;
    let mut draft = Draft::read(&world().path());
    draft.section(Section::IdIndex).clear();
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("short", sound()[..100].to_vec()),
        ("foreign", b"something else".to_vec()),
        ("newer", newer),
        ("header", header),
        ("flipped", flipped),
        ("inconsistent", draft.to_bytes()),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("it is written");
        assert_names(&path);
    }
    assert_names(&folder.path().join("missing"));
    assert_names(folder.path());
}

fn assert_names(path: &Path) {
    let text = Snapshot::open(path).expect_err("no snapshot").to_string();
    assert!(text.starts_with(&format!("{}: ", path.display())), "{text}");
}

#[test]
fn what_is_no_file_is_an_error_of_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in [folder.path().join("missing"), folder.path().to_owned()] {
        let error = Snapshot::open(&path).expect_err("no snapshot");
        assert!(matches!(error, SnapshotError::Io { action: "open", .. }), "{error}");
    }
}

#[test]
fn lengths_and_counts_that_overflow_are_refused() {
    let bytes = sound();
    let sound = Header::decode(&bytes).expect("a sound header");
    for (section, len) in [
        (Section::Meta, u64::MAX),
        (Section::Meta, u64::MAX - 63),
        (Section::Records, 1 << 63),
        (Section::SkeletonBuckets, !3),
    ] {
        let mut header = sound.clone();
        header.sections[section as usize].len = len;
        header.file_len = u64::MAX;
        let forged = [&header.encode()[..], &bytes[preamble_len()..]].concat();
        let error = error_of(&forged);
        assert!(matches!(error, SnapshotError::Header { .. }), "section {section:?}: {error}");
    }
}
