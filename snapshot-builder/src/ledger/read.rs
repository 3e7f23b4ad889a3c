//! Reads ledgers: all checksums are verified at opening, then entries are read block by block.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_64;

use super::LEDGER_FILE;
use super::entry::{RegisterLine, Successor};
use super::error::LedgerError;
use super::format::{
    Block, HEAD_START_LEN, Head, HeadError, Holds, TAIL_LEN, decode_table, table_start,
};
use crate::limits::LEDGER_BLOCKS_AT_A_TIME;

/// An opened ledger with valid checksums. Its entries are read from the file on request, a few blocks
/// at a time.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    head: Head,
    blocks: Vec<Block>,
    registers: Vec<RegisterLine>,
    successors: Vec<Successor>,
}

impl Ledger {
    /// Opens the file and verifies all its checksums.
    ///
    /// # Errors
    /// [`LedgerError`] with the fault, the block and its register.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let mut file = File::open(path).map_err(LedgerError::io(path, "open"))?;
        let (head, first) = read_head(path, &mut file)?;
        let blocks = read_table(path, &mut file, &head, first)?;
        let (registers, successors) = (Vec::new(), Vec::new());
        let mut ledger = Self { path: path.to_owned(), head, blocks, registers, successors };
        ledger.verify_checksums(file, first)?;
        ledger.registers = ledger.small(Holds::Registers)?;
        ledger.successors = ledger.small(Holds::Successors)?;
        let slugs = ledger.registers.iter().map(|line| &line.register.slug);
        if !slugs.eq(&ledger.head.registers) {
            let reason = "it names other registers than the header";
            return Err(LedgerError::damaged(path, "list of registers", reason));
        }
        Ok(ledger)
    }

    /// Opens the ledger of a version by its folder, whose name is the version.
    ///
    /// # Errors
    /// Same as [`Self::open`]; also if the ledger is missing or belongs to another version.
    pub fn of_version(folder: &Path) -> Result<Self, LedgerError> {
        let path = folder.join(LEDGER_FILE);
        if !path.exists() {
            return Err(LedgerError::None { folder: folder.to_owned() });
        }
        let ledger = Self::open(&path)?;
        match folder.ends_with(&ledger.head.version) {
            true => Ok(ledger),
            false => Err(LedgerError::OtherVersion { path, found: ledger.head.version }),
        }
    }

    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// General facts from the header.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// All registers, sorted by slug.
    #[must_use]
    pub fn registers(&self) -> &[RegisterLine] {
        &self.registers
    }

    /// Position of a register, by which blocks name it.
    #[must_use]
    pub fn place_of(&self, slug: &str) -> Option<u32> {
        let place = self.head.registers.binary_search_by(|known| known.as_str().cmp(slug));
        place.ok().map(|place| place as u32)
    }

    /// Mergers of entities, by the UUID no longer in use.
    #[must_use]
    pub fn successors(&self) -> &[Successor] {
        &self.successors
    }

    /// Content and number of lines of each block.
    pub fn blocks(&self) -> impl Iterator<Item = (Holds, u32)> + '_ {
        self.blocks.iter().map(|block| (block.holds, block.lines))
    }

    /// Reads the blocks for which `wants` returns true, in order. `read` processes a few at a time on
    /// all cores, so that memory does not depend on their number.
    pub fn read<'l, T: Send + 'l>(
        &'l self,
        wants: impl Fn(Holds) -> bool,
        read: impl Fn(&BlockText<'_>) -> Result<T, LedgerError> + Sync + 'l,
    ) -> impl Iterator<Item = Result<T, LedgerError>> + 'l {
        let wanted = (0..self.blocks.len()).filter(|&at| wants(self.blocks[at].holds));
        let wanted: Vec<usize> = wanted.collect();
        let mut file = None;
        let mut batches = (0..wanted.len()).step_by(LEDGER_BLOCKS_AT_A_TIME);
        let mut ready = Vec::new().into_iter();
        std::iter::from_fn(move || {
            if let Some(next) = ready.next() {
                return Some(next);
            }
            let start = batches.next()?;
            let end = wanted.len().min(start + LEDGER_BLOCKS_AT_A_TIME);
            ready = self.read_batch(&mut file, &wanted[start..end], &read).into_iter();
            ready.next()
        })
    }

    fn read_batch<T: Send>(
        &self,
        file: &mut Option<File>,
        wanted: &[usize],
        read: &(impl Fn(&BlockText<'_>) -> Result<T, LedgerError> + Sync),
    ) -> Vec<Result<T, LedgerError>> {
        let packed: Result<Vec<(usize, Vec<u8>)>, LedgerError> =
            wanted.iter().map(|&at| Ok((at, self.packed(file, at)?))).collect();
        match packed {
            Ok(packed) => packed
                .into_par_iter()
                .map(|(at, packed)| {
                    let text = self.unpack(at, &packed)?;
                    read(&BlockText { ledger: self, at, text: &text })
                })
                .collect(),
            Err(error) => vec![Err(error)],
        }
    }

    /// Compressed bytes of a block, as stored in the file.
    fn packed(&self, file: &mut Option<File>, at: usize) -> Result<Vec<u8>, LedgerError> {
        let block = &self.blocks[at];
        let mut packed = vec![0; block.len as usize];
        let mut read = || -> std::io::Result<()> {
            let file = match file {
                Some(file) => file,
                None => file.insert(File::open(&self.path)?),
            };
            file.seek(SeekFrom::Start(block.offset))?;
            file.read_exact(&mut packed)
        };
        read().map_err(LedgerError::io(&self.path, "read"))?;
        self.check(at, &packed)?;
        Ok(packed)
    }

    fn check(&self, at: usize, packed: &[u8]) -> Result<(), LedgerError> {
        if xxh3_64(packed) == self.blocks[at].checksum {
            return Ok(());
        }
        Err(self.wrong_block(at, "damaged: its checksum differs"))
    }

    fn unpack(&self, at: usize, packed: &[u8]) -> Result<Vec<u8>, LedgerError> {
        let block = &self.blocks[at];
        let text = zstd::bulk::decompress(packed, block.raw_len as usize)
            .map_err(|error| self.wrong_block(at, format!("does not unpack: {error}")))?;
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        let ends = text.is_empty() || text.ends_with(b"\n");
        if text.len() != block.raw_len as usize || lines != block.lines as usize || !ends {
            return Err(self.wrong_block(at, "not as long as the table of blocks says"));
        }
        Ok(text)
    }

    fn wrong_block(&self, at: usize, reason: impl Into<String>) -> LedgerError {
        let slug = |register: u32| &self.head.registers[register as usize];
        let holds = match self.blocks[at].holds {
            Holds::Entries(register) => format!("register {}", slug(register)),
            Holds::Registers => "list of registers".to_owned(),
            Holds::Successors => "successors of entities".to_owned(),
        };
        let (path, number) = (self.path.clone(), at + 1);
        LedgerError::Block { path, number, holds, reason: reason.into() }
    }

    fn verify_checksums(&self, mut file: File, first: u64) -> Result<(), LedgerError> {
        let mut packed = Vec::new();
        file.seek(SeekFrom::Start(first)).map_err(LedgerError::io(&self.path, "read"))?;
        let mut file = BufReader::with_capacity(1 << 20, file);
        for (at, block) in self.blocks.iter().enumerate() {
            packed.resize(block.len as usize, 0);
            file.read_exact(&mut packed).map_err(LedgerError::io(&self.path, "read"))?;
            self.check(at, &packed)?;
        }
        Ok(())
    }

    /// All lines of a kind with few lines.
    fn small<T: for<'t> Deserialize<'t> + Send>(&self, kind: Holds) -> Result<Vec<T>, LedgerError> {
        let blocks = self.read(|holds| holds == kind, |text| text.lines::<T>().collect());
        let blocks: Result<Vec<Vec<T>>, LedgerError> = blocks.collect();
        Ok(blocks?.into_iter().flatten().collect())
    }
}

/// The unpacked lines of one block.
#[derive(Debug, Clone, Copy)]
pub struct BlockText<'t> {
    ledger: &'t Ledger,
    at: usize,
    text: &'t [u8],
}

impl<'t> BlockText<'t> {
    /// Content of the block.
    #[must_use]
    pub fn holds(&self) -> Holds {
        self.ledger.blocks[self.at].holds
    }

    /// Position among all blocks of the ledger, from 0.
    #[must_use]
    pub fn number(&self) -> usize {
        self.at
    }

    /// Lines without their line feeds.
    pub fn raw_lines(&self) -> impl Iterator<Item = &'t [u8]> + use<'t> {
        self.text.split_inclusive(|&byte| byte == b'\n').map(|line| &line[..line.len() - 1])
    }

    /// Parsed lines.
    pub fn lines<T: Deserialize<'t>>(&self) -> impl Iterator<Item = Result<T, LedgerError>> {
        let this = *self;
        (1..).zip(self.raw_lines()).map(move |(number, line)| {
            serde_json::from_slice(line).map_err(|error| this.wrong_line(number, error.to_string()))
        })
    }

    /// Error about a line, counted from 1.
    #[must_use]
    pub fn wrong_line(&self, number: usize, reason: impl std::fmt::Display) -> LedgerError {
        self.ledger.wrong_block(self.at, format!("line {number}: {reason}"))
    }
}

fn read_head(path: &Path, file: &mut File) -> Result<(Head, u64), LedgerError> {
    let refused = |error| match error {
        HeadError::Foreign => LedgerError::Foreign { path: path.to_owned() },
        HeadError::Version(found) => LedgerError::Version { path: path.to_owned(), found },
        HeadError::Damaged(reason) => LedgerError::damaged(path, "header", reason),
    };
    let mut bytes = Vec::new();
    let mut extend_to = |len: usize, bytes: &mut Vec<u8>| {
        let missing = (len - bytes.len()) as u64;
        file.by_ref().take(missing).read_to_end(bytes).map_err(LedgerError::io(path, "read"))
    };
    extend_to(HEAD_START_LEN, &mut bytes)?;
    let len = Head::len(&bytes).map_err(refused)?;
    extend_to(len, &mut bytes)?;
    Ok((Head::decode(&bytes).map_err(refused)?, len as u64))
}

fn read_table(
    path: &Path,
    file: &mut File,
    head: &Head,
    first: u64,
) -> Result<Vec<Block>, LedgerError> {
    let damaged = |reason| LedgerError::damaged(path, "table of blocks", reason);
    let len = file.metadata().map_err(LedgerError::io(path, "read"))?.len();
    let mut read_from = |start: u64| -> Result<Vec<u8>, LedgerError> {
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_to_end(&mut bytes));
        read.map_err(LedgerError::io(path, "read"))?;
        Ok(bytes)
    };
    if len < first + TAIL_LEN as u64 {
        return Err(damaged("the file is cut off".to_owned()));
    }
    let tail = read_from(len - TAIL_LEN as u64)?;
    let start = table_start(&tail, len).map_err(damaged)?;
    let table = read_from(start)?;
    decode_table(&table, first, start, head.registers.len()).map_err(damaged)
}
