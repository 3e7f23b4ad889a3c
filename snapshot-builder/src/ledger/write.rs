//! Writes ledgers: collects lines into blocks.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use super::error::LedgerError;
use super::format::{Block, Head, Holds, encode_table};
use crate::limits::{LEDGER_BLOCK_BYTES, LEDGER_BLOCK_BYTES_MAX, LEDGER_BLOCKS_AT_A_TIME};

/// Compression level of blocks: higher levels take several times as long to save a tenth.
const LEVEL: i32 = 3;

/// A ledger being written. Lines come register by register.
#[derive(Debug)]
pub struct LedgerWriter {
    path: PathBuf,
    file: BufWriter<File>,
    at: u64,
    blocks: Vec<Block>,
    /// Full blocks that are not yet compressed.
    full: Vec<Lines>,
    open: Option<Lines>,
}

/// The lines of one block.
#[derive(Debug)]
struct Lines {
    holds: Holds,
    count: u32,
    text: Vec<u8>,
}

impl LedgerWriter {
    /// Begins a new file.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path, head: &Head) -> Result<Self, LedgerError> {
        let head = head.encode().ok_or_else(|| LedgerError::TooLarge {
            path: path.to_owned(),
            what: "the header with all slugs".to_owned(),
            most: crate::limits::LEDGER_HEAD_BYTES_MAX as u64,
        })?;
        let file = File::create_new(path).map_err(LedgerError::io(path, "create"))?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        file.write_all(&head).map_err(LedgerError::io(path, "write"))?;
        let (path, at) = (path.to_owned(), head.len() as u64);
        Ok(Self { path, file, at, blocks: Vec::new(), full: Vec::new(), open: None })
    }

    /// Writes a value as one line.
    ///
    /// # Errors
    /// The file cannot be written, or the line is longer than a block may be.
    pub fn put<T: Serialize>(&mut self, holds: Holds, value: &T) -> Result<(), LedgerError> {
        let path = &self.path;
        let line = serde_json::to_vec(value).map_err(std::io::Error::other);
        let line = line.map_err(LedgerError::io(path, "write"))?;
        self.line(holds, &line)
    }

    /// Writes values as lines, on all cores.
    ///
    /// # Errors
    /// The file cannot be written, or a line is longer than a block may be.
    pub fn put_all<T: Serialize + Sync>(
        &mut self,
        holds: Holds,
        values: &[T],
    ) -> Result<(), LedgerError> {
        let lines: Vec<_> = values.par_iter().map(serde_json::to_vec).collect();
        for line in lines {
            let line = line.map_err(std::io::Error::other);
            self.line(holds, &line.map_err(LedgerError::io(&self.path, "write"))?)?;
        }
        Ok(())
    }

    /// Writes a line, given without its line feed.
    ///
    /// # Errors
    /// The file cannot be written, or the line is longer than a block may be.
    pub fn line(&mut self, holds: Holds, line: &[u8]) -> Result<(), LedgerError> {
        if line.len() >= LEDGER_BLOCK_BYTES_MAX {
            let (path, most) = (self.path.clone(), LEDGER_BLOCK_BYTES_MAX as u64);
            return Err(LedgerError::TooLarge { path, what: "one entry".to_owned(), most });
        }
        let fits =
            |open: &Lines| open.holds == holds && open.text.len() + line.len() < LEDGER_BLOCK_BYTES;
        if !self.open.as_ref().is_some_and(fits) {
            self.close_block()?;
        }
        let new = || Lines { holds, count: 0, text: Vec::with_capacity(LEDGER_BLOCK_BYTES) };
        let open = self.open.get_or_insert_with(new);
        open.text.extend_from_slice(line);
        open.text.push(b'\n');
        open.count += 1;
        Ok(())
    }

    fn close_block(&mut self) -> Result<(), LedgerError> {
        self.full.extend(self.open.take());
        if self.full.len() < LEDGER_BLOCKS_AT_A_TIME { Ok(()) } else { self.write_blocks() }
    }

    fn write_blocks(&mut self) -> Result<(), LedgerError> {
        let full = std::mem::take(&mut self.full);
        let packed: Vec<_> =
            full.par_iter().map(|lines| zstd::bulk::compress(&lines.text, LEVEL)).collect();
        for (lines, packed) in full.iter().zip(packed) {
            let packed = packed.map_err(LedgerError::io(&self.path, "compress"))?;
            self.file.write_all(&packed).map_err(LedgerError::io(&self.path, "write"))?;
            self.blocks.push(Block {
                offset: self.at,
                len: packed.len() as u32,
                raw_len: lines.text.len() as u32,
                lines: lines.count,
                holds: lines.holds,
                checksum: xxh3_64(&packed),
            });
            self.at += packed.len() as u64;
        }
        Ok(())
    }

    /// Writes the table of blocks and makes the file durable.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<(), LedgerError> {
        self.close_block()?;
        self.write_blocks()?;
        let table = encode_table(&self.blocks, self.at);
        let written = self.file.write_all(&table).and_then(|()| self.file.flush());
        let written = written.and_then(|()| self.file.get_ref().sync_all());
        written.map_err(LedgerError::io(&self.path, "write"))
    }
}
