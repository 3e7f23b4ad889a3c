//! Data files as streams: gzip, zstd and zip are recognised by their first bytes, whatever the
//! name says.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::pace::{Metered, Pace, Paced, Whole};

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const ZIP_MAGIC: &[u8] = b"PK\x03\x04";
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];
const BUFFER_BYTES: usize = 64 << 10;

/// A data file of a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DataFile {
    /// Where it is.
    pub(super) path: PathBuf,
    /// Its name as answers may show it: relative to the descriptions.
    pub(super) name: String,
}

impl DataFile {
    /// The files of this name, which may have one `*` in its last part, sorted.
    pub(super) fn find(folder: &Path, name: &str) -> io::Result<Vec<Self>> {
        let (parent, pattern) = name.rsplit_once('/').unwrap_or(("", name));
        if !pattern.contains('*') {
            let path = folder.join(name);
            let there = path.try_exists()?;
            return Ok(there.then(|| Self { path, name: name.to_owned() }).into_iter().collect());
        }
        let folder = folder.join(parent);
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let found = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_file() && matches(pattern, &found) {
                let name = if parent.is_empty() { found } else { format!("{parent}/{found}") };
                files.push(Self { path, name });
            }
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(files)
    }

    /// What tells one state of the file from another, without reading it.
    pub(super) fn state(&self) -> io::Result<String> {
        let data = fs::metadata(&self.path)?;
        let (inode, size) = (data.ino(), data.len());
        Ok(format!("{} {inode} {size} {}.{}", self.name, data.mtime(), data.mtime_nsec()))
    }

    /// Calls `read` with the unpacked content: once, or for each wanted member of an archive.
    pub(super) fn read<E: From<io::Error>>(
        &self,
        member: Option<&str>,
        pace: &Pace<'_>,
        read: &mut dyn FnMut(&mut dyn BufRead) -> Result<(), E>,
    ) -> Result<(), E> {
        let file = File::open(&self.path)?;
        pace.set_whole(Whole::Stored(file.metadata()?.len()));
        let inner = BufReader::with_capacity(BUFFER_BYTES, file);
        let mut file = Metered { inner, pace };
        let start = file.fill_buf()?;
        if start.starts_with(ZIP_MAGIC) {
            file.rewind()?;
            return read_members(
                ZipArchive::new(file).map_err(io::Error::other)?,
                member,
                pace,
                read,
            );
        }
        if member.is_some() {
            return Err(io::Error::other("it is not a zip archive, so it has no member").into());
        }
        if start.starts_with(GZIP_MAGIC) {
            read_text(flate2::bufread::MultiGzDecoder::new(file), pace, read)
        } else if start.starts_with(ZSTD_MAGIC) {
            read_text(zstd::stream::read::Decoder::with_buffer(file)?, pace, read)
        } else {
            read_text(file, pace, read)
        }
    }
}

fn read_members<R: Read + Seek, E: From<io::Error>>(
    mut archive: ZipArchive<R>,
    member: Option<&str>,
    pace: &Pace<'_>,
    read: &mut dyn FnMut(&mut dyn BufRead) -> Result<(), E>,
) -> Result<(), E> {
    let names: Vec<String> =
        archive.file_names_raw().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    let is_wanted = |name: &str| !name.ends_with('/') && member.is_none_or(|m| matches(m, name));
    let wanted: Vec<usize> = (0..names.len()).filter(|at| is_wanted(&names[*at])).collect();
    if wanted.is_empty() || (member.is_none() && wanted.len() > 1) {
        let reason = format!("member must say which of its files are read: {}", names.join(", "));
        return Err(io::Error::other(reason).into());
    }
    let mut whole = 0_u64;
    for at in &wanted {
        whole = whole.saturating_add(archive.by_index_raw(*at).map_err(io::Error::other)?.size());
    }
    pace.set_whole(Whole::Unpacked(whole));
    for at in wanted {
        let member = archive.by_index(at).map_err(io::Error::other)?;
        read_text(member, pace, read)?;
    }
    Ok(())
}

/// Passes the unpacked bytes on without their byte order mark.
fn read_text<E: From<io::Error>>(
    unpacked: impl Read,
    pace: &Pace<'_>,
    read: &mut dyn FnMut(&mut dyn BufRead) -> Result<(), E>,
) -> Result<(), E> {
    let mut text = BufReader::with_capacity(BUFFER_BYTES, Paced { inner: unpacked, pace });
    pace.record_ended();
    let start = text.fill_buf()?;
    if start.is_empty() {
        return Err(io::Error::other("it is empty").into());
    }
    if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
        return Err(io::Error::other("it is UTF-16; only UTF-8 is read").into());
    }
    if start.starts_with(BYTE_ORDER_MARK) {
        text.consume(BYTE_ORDER_MARK.len());
    }
    read(&mut text)
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_run() {
        for (pattern, name, expected) in [
            ("a.csv", "a.csv", true),
            ("a.csv", "a.csv.gz", false),
            ("a*.csv", "a.csv", true),
            ("a*.csv", "a-1.csv", true),
            ("ab*ba", "aba", false),
            ("*", "anything", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
