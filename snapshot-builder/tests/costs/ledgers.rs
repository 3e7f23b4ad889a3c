//! Ledgers with whatever content and right checksums, as a hostile program could write them.
//!
//! An input of the fuzz target `ledger` describes one as text, so that people can write and read
//! the files of the corpus: the JSON of the header, then lines, with a line such as `#0 1` in front of
//! each block, for its kind and register. Further numbers there are the lines and unpacked bytes
//! that the table of blocks says, and those after a last `!` are the start and the rows of the table.

use std::fs;

use snapshot_builder::ledger::{LEDGER_VERSION, Ledger, Survey, write_index};
use snapshot_builder::limits::LEDGER_BLOCK_BYTES_MAX;
use snapshot_builder::progress::Silent;
use tamis_engine::snapshot::Snapshot;
use xxhash_rust::xxh3::xxh3_64;

use crate::support::costs::{Bound, Line};

/// What a ledger may cost.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 48 << 20, per_byte: 2 << 10 }, Line { fixed: 6_000, per_byte: 2 });

const SKIPPED_FRAME: [u8; 4] = 0x184D_2A5C_u32.to_le_bytes();

/// A number of the text, or what is true.
fn number(given: Option<&str>, otherwise: usize) -> u64 {
    given.and_then(|text| text.parse().ok()).unwrap_or(otherwise as u64)
}

/// The bytes of the ledger that a text describes, and how many the table says its blocks unpack to, which
/// are as many as room is made for.
fn bytes_of(text: &str) -> (Vec<u8>, usize) {
    let (text, end) = text.rsplit_once('!').unwrap_or((text, ""));
    let (head, blocks) = text.split_once('\n').unwrap_or((text, ""));
    let mut file = SKIPPED_FRAME.to_vec();
    file.extend((head.len() as u32 + 24).to_le_bytes());
    file.extend(b"TAMISLED");
    file.extend(LEDGER_VERSION.to_le_bytes());
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(head.bytes());
    file.extend(xxh3_64(&file).to_le_bytes());

    let mut unpacked = 0;
    let blocks: Vec<&str> = blocks.split('#').skip(1).collect();
    let mut table = SKIPPED_FRAME.to_vec();
    table.extend((blocks.len() as u32 * 36 + 32).to_le_bytes());
    for block in &blocks {
        let (about, lines) = block.split_once('\n').unwrap_or((block, ""));
        let mut about = about.split(' ');
        let (kind, register) = (number(about.next(), 0), number(about.next(), 0));
        let count = number(about.next(), lines.matches('\n').count());
        let raw_len = number(about.next(), lines.len());
        unpacked += (raw_len as usize).min(LEDGER_BLOCK_BYTES_MAX);
        let packed = zstd::bulk::compress(lines.as_bytes(), 1).expect("packed");
        table.extend((file.len() as u64).to_le_bytes());
        for value in [packed.len() as u64, raw_len, count, kind, register] {
            table.extend((value as u32).to_le_bytes());
        }
        table.extend(xxh3_64(&packed).to_le_bytes());
        file.extend(packed);
    }
    let mut end = end.split_whitespace();
    table.extend(number(end.next(), file.len()).to_le_bytes());
    table.extend(number(end.next(), blocks.len()).to_le_bytes());
    table.extend(xxh3_64(&table).to_le_bytes());
    table.extend(b"LEDGEREN");
    file.extend(table);
    (file, unpacked)
}

/// Opens and reads the ledger that an input describes, and makes its index; the same of the input
/// itself where it is no text. Gives the bytes of the ledger, packed and unpacked.
pub(crate) fn open_described(input: &[u8]) -> usize {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (path, index) = (folder.path().join("ledger.tamis"), folder.path().join("snapshot.tamis"));
    let described = std::str::from_utf8(input).map(bytes_of);
    let (bytes, unpacked) = described.unwrap_or_else(|_| (input.to_vec(), 0));
    let described = bytes.len() + unpacked;
    fs::write(&path, bytes).expect("written");
    let Ok(ledger) = Ledger::open(&path) else { return described };
    let survey = Survey::of(&ledger, |_, reference| reference.len() % 2 == 0);
    if write_index(&ledger, &index, "test", &Silent).is_ok() && survey.is_ok() {
        let _ = Snapshot::open(&index);
    }
    described
}

#[test]
fn a_ledger_is_refused_or_read_whatever_it_holds() {
    crate::support::costs::try_corpus_within(&BOUND, "ledger", 500, open_described);
}
