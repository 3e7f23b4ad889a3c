//! Bytes around the blocks: header, table of blocks, end. The module above has a diagram.

use serde::{Deserialize, Serialize};
use tamis_engine::model::Timestamp;
use xxhash_rust::xxh3::xxh3_64;

use super::LEDGER_VERSION;
use crate::limits::{LEDGER_BLOCK_BYTES_MAX, LEDGER_HEAD_BYTES_MAX};

/// First bytes of a frame that `zstd` skips. Header and table are in such frames, so that `zstd -dc` of
/// a whole ledger gives its lines.
const SKIPPED_FRAME: [u8; 4] = 0x184D_2A5C_u32.to_le_bytes();
/// Magic number that marks the first frame as the header of a ledger.
const MAGIC: [u8; 8] = *b"TAMISLED";
/// Last bytes of a ledger.
const END: [u8; 8] = *b"LEDGEREN";
/// Bytes of the header before its JSON: frame, magic, version, length of the JSON.
pub(super) const HEAD_START_LEN: usize = 24;
/// Bytes of a checksum.
pub(super) const CHECKSUM_LEN: usize = 8;
/// Bytes of one row of the table of blocks.
const ROW_LEN: usize = 36;
/// Bytes of the frame of the table before its rows.
const TABLE_START_LEN: usize = 8;
/// Bytes after the rows: start of the table, number of rows, checksum, end mark.
pub(super) const TAIL_LEN: usize = 32;

/// General facts about a ledger, from its header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// `YYYYMMDDHHMMSS` of the build, UTC.
    pub version: String,
    /// Time of the build.
    pub built_at: Timestamp,
    /// Name and version of the program that built it.
    pub builder: String,
    /// Slugs of its registers, sorted; blocks name a register by its position here.
    pub registers: Vec<String>,
}

/// Kind of lines in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// [`super::entry::Entry`] lines of the register at this position.
    Entries(u32),
    /// All [`super::entry::RegisterLine`]s.
    Registers,
    /// [`super::entry::Successor`] lines.
    Successors,
}

/// A row of the table of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// First byte in the file.
    pub(super) offset: u64,
    /// Bytes in the file.
    pub(super) len: u32,
    /// Bytes after decompression.
    pub(super) raw_len: u32,
    /// Number of lines.
    pub(super) lines: u32,
    pub(super) holds: Holds,
    /// XXH3 of the bytes in the file.
    pub(super) checksum: u64,
}

/// Fault in the first bytes of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum HeadError {
    Foreign,
    Version(u32),
    Damaged(String),
}

impl Head {
    /// The header as stored in the file; `None` if it is too long.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        let json =
            serde_json::to_vec(self).ok().filter(|json| json.len() <= LEDGER_HEAD_BYTES_MAX)?;
        let frame_len = (HEAD_START_LEN - 8 + json.len() + CHECKSUM_LEN) as u32;
        let mut bytes = Vec::with_capacity(frame_len as usize + 8);
        bytes.extend_from_slice(&SKIPPED_FRAME);
        bytes.extend_from_slice(&frame_len.to_le_bytes());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&LEDGER_VERSION.to_le_bytes());
        bytes.extend_from_slice(&(json.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&json);
        let checksum = xxh3_64(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        Some(bytes)
    }

    /// Length of the whole header in bytes, read from its first [`HEAD_START_LEN`] bytes. Magic and
    /// version are checked before any checksum, so that a foreign or newer file is reported as such.
    pub(super) fn len(start: &[u8]) -> Result<usize, HeadError> {
        if start.get(..4) != Some(&SKIPPED_FRAME) || start.get(8..16) != Some(&MAGIC) {
            return Err(HeadError::Foreign);
        }
        let cut_off = || HeadError::Damaged("cut off".to_owned());
        let version = read_u32(start, 16).ok_or_else(cut_off)?;
        if !(1..=LEDGER_VERSION).contains(&version) {
            return Err(HeadError::Version(version));
        }
        let json = read_u32(start, 20).ok_or_else(cut_off)? as usize;
        if json > LEDGER_HEAD_BYTES_MAX {
            return Err(HeadError::Damaged(format!("its length cannot be {json} bytes")));
        }
        Ok(HEAD_START_LEN + json + CHECKSUM_LEN)
    }

    /// Reads the whole header.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
        let len = Self::len(bytes)?;
        let cut_off = || HeadError::Damaged("cut off".to_owned());
        let (content, checksum) =
            bytes.get(..len).ok_or_else(cut_off)?.split_at(len - CHECKSUM_LEN);
        if read_u64(checksum, 0) != Some(xxh3_64(content)) {
            return Err(HeadError::Damaged("checksum differs".to_owned()));
        }
        serde_json::from_slice(&content[HEAD_START_LEN..])
            .map_err(|error| HeadError::Damaged(error.to_string()))
    }
}

/// Encodes the table of blocks, starting at byte `start`, with the end of the file.
pub(super) fn encode_table(blocks: &[Block], start: u64) -> Vec<u8> {
    let len = TABLE_START_LEN + blocks.len() * ROW_LEN + TAIL_LEN;
    let mut bytes = Vec::with_capacity(len);
    bytes.extend_from_slice(&SKIPPED_FRAME);
    bytes.extend_from_slice(&((len - 8) as u32).to_le_bytes());
    for block in blocks {
        let (kind, register) = match block.holds {
            Holds::Entries(register) => (0u32, register),
            Holds::Registers => (2, 0),
            Holds::Successors => (3, 0),
        };
        bytes.extend_from_slice(&block.offset.to_le_bytes());
        for value in [block.len, block.raw_len, block.lines, kind, register] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(&block.checksum.to_le_bytes());
    }
    bytes.extend_from_slice(&start.to_le_bytes());
    bytes.extend_from_slice(&(blocks.len() as u64).to_le_bytes());
    let checksum = xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes.extend_from_slice(&END);
    bytes
}

/// Start of the table, from the last [`TAIL_LEN`] bytes of a file of this length.
pub(super) fn table_start(tail: &[u8], file_len: u64) -> Result<u64, String> {
    if tail.get(TAIL_LEN - END.len()..) != Some(&END) {
        return Err("the end mark is missing: the file is cut off or longer than it was".to_owned());
    }
    let (start, rows) = read_u64(tail, 0).zip(read_u64(tail, 8)).unwrap_or_default();
    let around = (TABLE_START_LEN + TAIL_LEN) as u64;
    let len = rows.checked_mul(ROW_LEN as u64).and_then(|len| len.checked_add(around));
    match len.and_then(|len| start.checked_add(len)) {
        Some(end) if end == file_len => Ok(start),
        _ => Err(format!("its place does not fit a file of {file_len} bytes")),
    }
}

/// Reads the table, from its start to the end of the file. Blocks must follow each other from `first`
/// to the table without a gap, and name registers below the given count.
pub(super) fn decode_table(
    bytes: &[u8],
    first: u64,
    start: u64,
    registers: usize,
) -> Result<Vec<Block>, String> {
    let checked = bytes.len().saturating_sub(CHECKSUM_LEN + END.len());
    if read_u64(bytes, checked) != Some(xxh3_64(&bytes[..checked])) {
        return Err("checksum differs".to_owned());
    }
    let rows = &bytes[TABLE_START_LEN..bytes.len() - TAIL_LEN];
    let blocks: Option<Vec<Block>> = rows.chunks_exact(ROW_LEN).map(decode_row).collect();
    let blocks = blocks.ok_or("a block is of an unknown kind")?;
    let mut at = first;
    for (number, block) in (1..).zip(&blocks) {
        let register = match block.holds {
            Holds::Entries(register) => register as usize,
            Holds::Registers | Holds::Successors => 0,
        };
        let is_known = register < registers || block.holds >= Holds::Registers;
        // Each line has at least one byte. The number limits the memory reserved before reading.
        let fits = block.raw_len as usize <= LEDGER_BLOCK_BYTES_MAX && block.lines <= block.raw_len;
        if block.offset != at || !is_known || !fits {
            return Err(format!("block {number} is out of place"));
        }
        at += u64::from(block.len);
    }
    if at != start {
        return Err(format!("blocks end at {at}, the table starts at {start}"));
    }
    Ok(blocks)
}

fn decode_row(row: &[u8]) -> Option<Block> {
    let register = read_u32(row, 24)?;
    let holds = match read_u32(row, 20)? {
        0 => Holds::Entries(register),
        2 => Holds::Registers,
        3 => Holds::Successors,
        _ => return None,
    };
    Some(Block {
        offset: read_u64(row, 0)?,
        len: read_u32(row, 8)?,
        raw_len: read_u32(row, 12)?,
        lines: read_u32(row, 16)?,
        holds,
        checksum: read_u64(row, 28)?,
    })
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn read_u64(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
