//! Sorted, distinct names in bounded memory: an external merge sort with temporary files.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::limits::BULK_NAMES_BYTES_MAX;

/// Names in any order, each with the set of collections that hold it.
pub(super) struct Names {
    /// Folder of the temporary files. They are unnamed, so that none remains after a crash.
    folder: PathBuf,
    in_memory: Run,
    /// Sorted runs written to temporary files.
    spilled: Vec<File>,
    /// Greatest number of bytes of names in memory.
    bytes_max: usize,
}

/// Concatenated names.
#[derive(Default)]
struct Run {
    text: Vec<u8>,
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    start: u32,
    end: u32,
    collections: u8,
}

impl Place {
    fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..self.end as usize]
    }
}

impl Names {
    /// Begins without names; temporary files go to `folder`.
    pub(super) fn new(folder: &Path) -> Self {
        Self::with_memory(folder, BULK_NAMES_BYTES_MAX)
    }

    fn with_memory(folder: &Path, bytes_max: usize) -> Self {
        let folder = folder.to_owned();
        Self { folder, in_memory: Run::default(), spilled: Vec::new(), bytes_max }
    }

    /// Adds a name that belongs to these collections.
    pub(super) fn add(&mut self, name: &[u8], collections: u8) -> io::Result<()> {
        let Run { text, places } = &mut self.in_memory;
        let start = text.len() as u32;
        text.extend_from_slice(name);
        places.push(Place { start, end: text.len() as u32, collections });
        if text.len() < self.bytes_max { Ok(()) } else { self.spill() }
    }

    fn spill(&mut self) -> io::Result<()> {
        self.in_memory.sort();
        let mut file = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
        self.in_memory.write(&mut file)?;
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.spilled.push(file);
        self.in_memory = Run::default();
        Ok(())
    }

    /// All names in byte order.
    pub(super) fn sorted(mut self) -> io::Result<SortedNames> {
        self.in_memory.sort();
        let Run { text, places } = self.in_memory;
        let in_memory = Source::Memory { text, places: places.into_iter() };
        let spilled = self.spilled.into_iter().map(|file| Source::File(BufReader::new(file)));
        let mut sources: Vec<Source> = spilled.chain([in_memory]).collect();
        let mut heads = BinaryHeap::new();
        for (at, source) in sources.iter_mut().enumerate() {
            let mut name = Vec::new();
            if let Some(collections) = source.next(&mut name)? {
                heads.push(Reverse(Head { name, source: at, collections }));
            }
        }
        Ok(SortedNames { sources, heads, name: Vec::new() })
    }
}

impl Run {
    /// Sorts the names and removes duplicates.
    fn sort(&mut self) {
        let Self { text, places } = self;
        places.par_sort_unstable_by(|a, b| a.of(text).cmp(b.of(text)));
        places.dedup_by(|again, kept| {
            let is_same = again.of(text) == kept.of(text);
            kept.collections |= if is_same { again.collections } else { 0 };
            is_same
        });
    }

    fn write(&self, file: &mut impl Write) -> io::Result<()> {
        self.places.iter().try_for_each(|place| {
            file.write_all(&[place.collections])?;
            file.write_all(&(place.end - place.start).to_le_bytes())?;
            file.write_all(place.of(&self.text))
        })
    }
}

/// Names in sorted order.
pub(super) struct SortedNames {
    sources: Vec<Source>,
    /// Next name of each source that is not exhausted.
    heads: BinaryHeap<Reverse<Head>>,
    name: Vec<u8>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    name: Vec<u8>,
    source: usize,
    collections: u8,
}

impl SortedNames {
    /// The next name, and the set of collections that hold it.
    pub(super) fn next(&mut self) -> io::Result<Option<(&[u8], u8)>> {
        self.name.clear();
        let (mut all, mut is_first) = (0, true);
        while let Some(mut head) = self.heads.peek_mut() {
            if is_first {
                self.name.extend_from_slice(&head.0.name);
            } else if head.0.name != self.name {
                break;
            }
            is_first = false;
            all |= head.0.collections;
            let Head { name, source, collections } = &mut head.0;
            match self.sources[*source].next(name)? {
                Some(next) => *collections = next,
                None => drop(PeekMut::pop(head)),
            }
        }
        Ok((!is_first).then_some((self.name.as_slice(), all)))
    }
}

/// A sorted run of distinct names.
enum Source {
    Memory { text: Vec<u8>, places: std::vec::IntoIter<Place> },
    File(BufReader<File>),
}

impl Source {
    /// Reads the next name into `name`; returns its collections.
    fn next(&mut self, name: &mut Vec<u8>) -> io::Result<Option<u8>> {
        name.clear();
        match self {
            Self::Memory { text, places } => Ok(places.next().map(|place| {
                name.extend_from_slice(place.of(text));
                place.collections
            })),
            Self::File(file) => {
                let mut collections = [0];
                match file.read_exact(&mut collections) {
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                    read => read?,
                }
                let mut length = [0; 4];
                file.read_exact(&mut length)?;
                name.resize(u32::from_le_bytes(length) as usize, 0);
                file.read_exact(name)?;
                Ok(Some(collections[0]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn names_are_sorted_and_each_is_there_once_however_many_fit_into_memory() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mut expected: BTreeMap<Vec<u8>, u8> = BTreeMap::new();
        let added: Vec<(Vec<u8>, u8)> = (0..3_000_u32)
            .map(|n| (format!("Имя {}", n * 7_919 % 1_013).into_bytes(), 1 << (n % 5)))
            .collect();
        for (name, bits) in &added {
            *expected.entry(name.clone()).or_default() |= bits;
        }
        let expected: Vec<(Vec<u8>, u8)> = expected.into_iter().collect();
        for (bytes_max, files) in [(1 << 20, 0..=0), (9_000, 2..=9), (300, 50..=200)] {
            let mut names = Names::with_memory(folder.path(), bytes_max);
            added.iter().for_each(|(name, bits)| names.add(name, *bits).expect("added"));
            assert!(files.contains(&names.spilled.len()), "{}", names.spilled.len());
            let (mut sorted, mut found) = (names.sorted().expect("sorted"), Vec::new());
            while let Some((name, bits)) = sorted.next().expect("read") {
                found.push((name.to_vec(), bits));
            }
            assert!(found == expected, "{bytes_max} bytes in memory");
        }
        let left = std::fs::read_dir(folder.path()).expect("there").count();
        assert_eq!(left, 0, "temporary files have no names");
    }
}
