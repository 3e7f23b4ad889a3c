//! Rows in a temporary file, partitioned into buckets by key. One bucket at a time can then be joined,
//! whatever the size of the list.
//!
//! All buckets share one file: each fills a block in memory, and full blocks are appended. A list that
//! fits into the blocks never reaches the disk. The file has no name, so that nothing remains when the
//! program dies.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::row::Row;
use crate::error::LoadError;
use crate::limits::{
    FTM_BUCKET_BYTES_MAX, FTM_GROWTH_MAX, FTM_JOINED_BYTES_FREE, FTM_TEMPORARY_BYTES_MAX,
};

/// Number of buckets: for the largest list of [`FILE_BYTES_MAX`](tamis_ingest::limits::FILE_BYTES_MAX)
/// they have 32 MiB each.
const BUCKETS: usize = 256;
/// Bytes that a bucket collects before they are written; 8 MiB for all buckets.
const BLOCK_BYTES: usize = 32 << 10;
/// Number of times that too large a bucket is divided again. Three divisions make four thousand million
/// buckets, so a bucket that is still too large has a single key.
const DIVISIONS_MAX: u64 = 3;

/// Rows, partitioned by bucket.
pub(super) struct Spill {
    buckets: Vec<Bucket>,
    file: Option<File>,
    /// Length of the file in bytes.
    end: u64,
    /// Absolute limit of the file in bytes.
    limit: u64,
    /// Limit of the file in bytes for the part of the list that was read.
    growth_limit: u64,
    /// Number of earlier divisions of the keys; it seeds the hash.
    division: u64,
}

#[derive(Default)]
struct Bucket {
    pending: Vec<u8>,
    /// Offsets of its blocks, with their lengths.
    blocks: Vec<(u64, usize)>,
    /// Bytes of the rows that a join holds in memory.
    held: u64,
}

impl Spill {
    /// No rows yet.
    pub(super) fn new() -> Self {
        Self::at_division(0)
    }

    fn at_division(division: u64) -> Self {
        let buckets = (0..BUCKETS).map(|_| Bucket::default()).collect();
        let (limit, growth_limit) = (FTM_TEMPORARY_BYTES_MAX, growth_limit(0));
        Self { buckets, file: None, end: 0, limit, growth_limit, division }
    }

    /// Raises the limit to the growth allowed for this many bytes read from the list.
    pub(super) fn allow_for(&mut self, list_bytes: u64) {
        self.growth_limit = growth_limit(list_bytes);
    }

    /// Adds a row to the bucket of its key.
    pub(super) fn push(&mut self, row: &Row<'_>) -> Result<(), LoadError> {
        // The hash has no key of its own: the same list always gives the same order.
        let hash = xxh3_64_with_seed(row.key.as_bytes(), self.division);
        let Some(bucket) = self.buckets.get_mut(hash as usize % BUCKETS) else { return Ok(()) };
        let before = bucket.pending.len();
        row.write(&mut bucket.pending).map_err(unusable)?;
        if row.kind.is_held() {
            bucket.held += (bucket.pending.len() - before) as u64;
        }
        if bucket.pending.len() < BLOCK_BYTES {
            return Ok(());
        }
        let block = std::mem::take(&mut bucket.pending);
        bucket.blocks.push((self.end, block.len()));
        self.append(&block)
    }

    fn append(&mut self, block: &[u8]) -> Result<(), LoadError> {
        let end = self.end + block.len() as u64;
        if end > self.limit {
            return Err(LoadError::TemporaryTooLarge { limit: self.limit });
        }
        if end > self.growth_limit {
            return Err(LoadError::JoinsTooLarge { limit: self.growth_limit });
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => tempfile::tempfile().map_err(unusable)?,
        };
        file.write_all(block).map_err(unusable)?;
        self.end = end;
        self.file = Some(file);
        Ok(())
    }

    /// Calls `on_bucket` with one bucket after the other. Buckets too large for memory are divided
    /// first.
    pub(super) fn for_each_bucket(
        self,
        mut on_bucket: impl FnMut(&mut BucketRows<'_>) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        let mut open = vec![(self, 0)];
        while let Some((mut spill, number)) = open.pop() {
            let Some(bucket) = spill.buckets.get_mut(number) else { continue };
            let bucket = std::mem::take(bucket);
            let mut rows = BucketRows { bucket, file: spill.file.as_mut() };
            if rows.bucket.held <= FTM_BUCKET_BYTES_MAX {
                on_bucket(&mut rows)?;
                open.push((spill, number + 1));
            } else {
                let finer = rows.divide(Self {
                    growth_limit: spill.growth_limit,
                    ..Self::at_division(spill.division + 1)
                })?;
                open.push((spill, number + 1));
                open.push((finer, 0));
            }
        }
        Ok(())
    }
}

/// The rows of one bucket, in the order in which they were added.
pub(super) struct BucketRows<'s> {
    bucket: Bucket,
    file: Option<&'s mut File>,
}

impl BucketRows<'_> {
    /// Calls `on_row` with each row, holding only one block in memory.
    pub(super) fn for_each(
        &mut self,
        mut on_row: impl FnMut(Row<'_>) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        let mut block = Vec::new();
        for number in 0..self.bucket.blocks.len() {
            block.clear();
            self.read_block(number, &mut block)?;
            Row::read_all(&block, &mut on_row)?;
        }
        Row::read_all(&self.bucket.pending, &mut on_row)
    }

    /// All rows as bytes, for [`Row::read_all`].
    pub(super) fn read(&mut self) -> Result<Vec<u8>, LoadError> {
        let mut bytes = Vec::new();
        for number in 0..self.bucket.blocks.len() {
            self.read_block(number, &mut bytes)?;
        }
        bytes.extend_from_slice(&self.bucket.pending);
        Ok(bytes)
    }

    fn read_block(&mut self, number: usize, bytes: &mut Vec<u8>) -> Result<(), LoadError> {
        let (Some(file), Some((start, length))) =
            (self.file.as_mut(), self.bucket.blocks.get(number).copied())
        else {
            return Ok(());
        };
        file.seek(SeekFrom::Start(start)).map_err(unusable)?;
        let before = bytes.len();
        bytes.resize(before + length, 0);
        file.read_exact(bytes.get_mut(before..).unwrap_or_default()).map_err(unusable)
    }

    /// Moves its rows into the buckets of an empty spill.
    fn divide(&mut self, mut finer: Spill) -> Result<Spill, LoadError> {
        self.for_each(|row| {
            if finer.division > DIVISIONS_MAX {
                return Err(LoadError::EntityTooLarge {
                    id: row.key.to_owned(),
                    limit: FTM_BUCKET_BYTES_MAX,
                });
            }
            finer.push(&row)
        })?;
        Ok(finer)
    }
}

/// Greatest number of bytes for the rows of a list with this many bytes.
pub(super) fn growth_limit(list_bytes: u64) -> u64 {
    FTM_JOINED_BYTES_FREE.max(list_bytes.saturating_mul(FTM_GROWTH_MAX))
}

/// Error for a temporary file that cannot be written or read back.
fn unusable(error: io::Error) -> LoadError {
    let folder = std::env::temp_dir();
    LoadError::io(format!("temporary file in {}", folder.display()), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::ftm::row::{Kind, Origin};

    fn row<'r>(kind: Kind, line: u64, key: &'r str, body: &'r str) -> Row<'r> {
        Row { kind, order: 7, origin: Origin { file: 1, line }, key, other: "é", body }
    }

    /// Keys and lines of all rows by bucket, in their order.
    fn walked(spill: Spill) -> Result<Vec<Vec<(String, u64)>>, LoadError> {
        let mut buckets = Vec::new();
        spill.for_each_bucket(|rows| {
            let mut bucket = Vec::new();
            rows.for_each(|row| {
                assert_eq!((row.kind, row.order, row.other), (Kind::Party, 7, "é"));
                bucket.push((row.key.to_owned(), row.origin.line));
                Ok(())
            })?;
            let (bytes, mut rows_of_bytes) = (rows.read()?, 0);
            Row::read_all(&bytes, |_| {
                rows_of_bytes += 1;
                Ok(())
            })?;
            assert_eq!(rows_of_bytes, bucket.len());
            buckets.push(bucket);
            Ok(())
        })?;
        Ok(buckets)
    }

    #[test]
    fn rows_come_back_by_bucket_from_memory_and_from_disk() {
        let body = "x".repeat(1_000);
        let mut spill = Spill::new();
        let keys: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
        for line in 0..20_000 {
            let key = &keys[line % keys.len()];
            spill.push(&row(Kind::Party, line as u64, key, &body)).expect("room");
        }
        assert!(spill.file.is_some() && spill.end > 10_000_000);
        let buckets = walked(spill).expect("readable");
        assert_eq!(buckets.len(), BUCKETS);
        assert_eq!(buckets.iter().map(Vec::len).sum::<usize>(), 20_000);
        for bucket in buckets {
            assert!(bucket.is_sorted_by_key(|(_, line)| *line));
            assert!(bucket.len() < 20_000 / 10, "{} rows in one bucket", bucket.len());
        }
    }

    #[test]
    fn a_bucket_that_is_too_large_is_divided_and_one_key_is_not() {
        let mut spill = Spill::new();
        // Claimed to be large, so that the test need not write that much.
        for (line, key) in (0..).zip(["a", "b", "c", "d", "a"]) {
            spill.push(&row(Kind::Party, line, key, "")).expect("room");
        }
        spill.buckets.iter_mut().filter(|b| b.held > 0).for_each(|b| b.held = u64::MAX);
        let mut rows: Vec<_> = walked(spill).expect("readable").into_iter().flatten().collect();
        rows.sort();
        let rows: Vec<_> = rows.iter().map(|(key, line)| (key.as_str(), *line)).collect();
        assert_eq!(rows, [("a", 0), ("a", 4), ("b", 1), ("c", 2), ("d", 3)]);

        let mut spill = Spill::at_division(DIVISIONS_MAX);
        spill.push(&row(Kind::Party, 1, "a", "")).expect("room");
        spill.buckets.iter_mut().filter(|b| b.held > 0).for_each(|b| b.held = u64::MAX);
        let error = walked(spill).expect_err("too large").to_string();
        assert_eq!(error, "the data of entity \"a\" takes more than 134217728 bytes");
    }

    #[test]
    fn wishes_are_not_held_and_the_disk_is_bounded() {
        let mut spill = Spill::new();
        spill.push(&row(Kind::AddressWanted, 1, "a", "")).expect("room");
        assert!(spill.buckets.iter().all(|bucket| bucket.held == 0));
        spill.limit = 100_000;
        let body = "x".repeat(BLOCK_BYTES);
        let pushed: Result<Vec<()>, _> =
            (0..4).map(|line| spill.push(&row(Kind::Party, line, "a", &body))).collect();
        let error = pushed.expect_err("too much").to_string();
        assert!(error.contains("more than 100000 bytes of temporary files"), "{error}");
    }

    #[test]
    fn the_disk_takes_what_the_list_read_so_far_may_grow_to() {
        let body = "x".repeat(BLOCK_BYTES);
        let row = row(Kind::Party, 1, "a", &body);
        let mut bytes = Vec::new();
        row.write(&mut bytes).expect("memory");
        let mut spill = Spill::new();
        assert_eq!(spill.growth_limit, FTM_JOINED_BYTES_FREE);
        spill.growth_limit = 2 * bytes.len() as u64;
        spill.push(&row).and_then(|()| spill.push(&row)).expect("just enough");
        let error = spill.push(&row).expect_err("too much");
        assert!(matches!(error, LoadError::JoinsTooLarge { limit } if limit == spill.growth_limit));
        spill.allow_for(FTM_JOINED_BYTES_FREE);
        assert_eq!(spill.growth_limit, FTM_GROWTH_MAX * FTM_JOINED_BYTES_FREE);
        spill.push(&row).expect("room again");
    }
}
