//! One file and its compressed variants: writes three files and records their sizes and checksums.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tamis_engine::model::BulkForm;
use zstd::Encoder;

use crate::error::at;
use crate::limits::BULK_PIECE_BYTES;
use tamis_engine::store::checksum::hexadecimal;

/// Compression level of the gzip variant. Low, since the files are written with every build and seldom
/// read.
const GZIP_LEVEL: u32 = 2;
const ZSTD_LEVEL: i32 = 2;

/// A file being written in three variants: plain, gzip (one member, without time and name) and zstd.
pub(super) struct BulkFile {
    path: PathBuf,
    rows: u64,
    /// Bytes not written yet. Larger pieces compress at less cost than single lines.
    piece: Vec<u8>,
    plain: Measured,
    gzip: GzEncoder<Measured>,
    zstd: Encoder<'static, Measured>,
}

/// A completed file.
#[derive(Debug, Clone)]
pub(super) struct Written {
    /// Lines, or rows below a header.
    pub(super) rows: u64,
    /// The plain, gzip and zstd variants.
    pub(super) forms: [WrittenForm; 3],
}

/// One of the three variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WrittenForm {
    /// File name.
    pub(super) name: String,
    /// Size in bytes.
    pub(super) size: u64,
    /// SHA-256 in hexadecimal.
    pub(super) sha256: String,
}

impl BulkFile {
    /// Creates the file in this folder; replaces an existing one.
    pub(super) fn create(folder: &Path, name: &str) -> anyhow::Result<Self> {
        let path = folder.join(name);
        let make = || {
            let gzip = Measured::create(folder, format!("{name}{}", BulkForm::Gzip.suffix()))?;
            let zstd = Measured::create(folder, format!("{name}{}", BulkForm::Zstd.suffix()))?;
            Ok(Self {
                rows: 0,
                piece: Vec::new(),
                plain: Measured::create(folder, name.to_owned())?,
                gzip: GzEncoder::new(gzip, Compression::new(GZIP_LEVEL)),
                zstd: Encoder::new(zstd, ZSTD_LEVEL)?,
                path: path.clone(),
            })
        };
        make().map_err(at(&path))
    }

    /// Appends some rows.
    pub(super) fn push(&mut self, text: &[u8], rows: u64) -> anyhow::Result<()> {
        self.rows += rows;
        self.piece.extend_from_slice(text);
        if self.piece.len() >= BULK_PIECE_BYTES { self.write_piece() } else { Ok(()) }
    }

    fn write_piece(&mut self) -> anyhow::Result<()> {
        let Self { piece, plain, gzip, zstd, .. } = self;
        let (packed, others) = rayon::join(
            || gzip.write_all(piece),
            || plain.write_all(piece).and_then(|()| zstd.write_all(piece)),
        );
        self.piece.clear();
        packed.and(others).map_err(at(&self.path))
    }

    /// Writes the remaining bytes and makes all three files durable.
    pub(super) fn finish(mut self) -> anyhow::Result<Written> {
        self.write_piece()?;
        let Self { path, rows, plain, gzip, zstd, .. } = self;
        let (plain, (gzip, zstd)) = rayon::join(
            || plain.finish(),
            || rayon::join(|| gzip.finish()?.finish(), || zstd.finish()?.finish()),
        );
        let forms = || Ok([plain?, gzip?, zstd?]);
        Ok(Written { rows, forms: forms().map_err(at(&path))? })
    }
}

/// A file that measures the size and the checksum of its content.
struct Measured {
    name: String,
    file: BufWriter<File>,
    digest: Sha256,
    size: u64,
}

impl Measured {
    fn create(folder: &Path, name: String) -> io::Result<Self> {
        let file = BufWriter::new(File::create(folder.join(&name))?);
        Ok(Self { name, file, digest: Sha256::new(), size: 0 })
    }

    fn finish(self) -> io::Result<WrittenForm> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let sha256 = hexadecimal(&self.digest.finalize());
        Ok(WrittenForm { name: self.name, size: self.size, sha256 })
    }
}

impl Write for Measured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Makes the entries of a folder durable.
pub(super) fn sync_folder(folder: &Path) -> anyhow::Result<()> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(at(folder))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;
    use tamis_engine::store::checksum::size_and_sha256;

    /// Files made of lines, in pieces smaller and larger than the compressed pieces.
    fn written(folder: &Path, lines: usize) -> (Vec<u8>, Written) {
        let mut file = BulkFile::create(folder, "x.txt").expect("created");
        let mut text = Vec::new();
        for line in 0..lines {
            let line = format!("line {line}\n");
            file.push(line.as_bytes(), 1).expect("written");
            text.extend_from_slice(line.as_bytes());
        }
        (text, file.finish().expect("written"))
    }

    #[test]
    fn the_variants_hold_the_same_and_are_measured() {
        for lines in [0, 3, 200_000] {
            let folder = tempfile::tempdir().expect("temporary folder");
            let (text, file) = written(folder.path(), lines);
            assert_eq!(file.rows, lines as u64);
            let names = file.forms.each_ref().map(|form| form.name.as_str());
            assert_eq!(names, ["x.txt", "x.txt.gz", "x.txt.zst"]);
            for form in &file.forms {
                let (size, sha256) =
                    size_and_sha256(&folder.path().join(&form.name)).expect("read");
                assert_eq!((form.size, &form.sha256), (size, &sha256), "{}", form.name);
            }
            let [plain, gzip, zstd] =
                names.map(|name| fs::read(folder.path().join(name)).expect("there"));
            assert!(plain == text, "{lines} lines");
            let mut unpacked = Vec::new();
            // Reads one member only: there must be no second.
            let mut decoder = GzDecoder::new(gzip.as_slice());
            decoder.read_to_end(&mut unpacked).expect("gzip");
            assert!(unpacked == text && decoder.into_inner().is_empty(), "{lines} lines");
            assert!(zstd::decode_all(zstd.as_slice()).expect("zstd") == text, "{lines} lines");
        }
    }

    #[test]
    fn the_same_text_gives_the_same_bytes() {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("temporary folder"));
        let [one, two] = folders.each_ref().map(|folder| written(folder.path(), 5_000).1.forms);
        assert_eq!(one, two);
    }
}
