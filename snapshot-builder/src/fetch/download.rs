//! Downloads one file: sends the validators of the last download, retries temporary errors, and resumes
//! interrupted downloads.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::client::{Client, FetchError, Reply, of_body};
use super::patience::{Deadline, Patience, Rate};
use super::state::FetchedFile;
use crate::limits::FETCH_PAUSE_FIRST;
use tamis_engine::store::checksum::size_and_sha256;

/// Result of requesting a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Downloaded {
    /// The local file is current.
    NotModified,
    /// The file is at its path.
    New(FetchedFile),
}

/// Downloads of one register.
pub(super) struct Downloads<'c> {
    pub(super) client: &'c Client,
    pub(super) patience: Patience,
    /// End of the time for all downloads together.
    pub(super) deadline: Deadline,
    /// Time recorded as the download time of each file.
    pub(super) now: String,
    /// Receives the number of bytes of a file that have arrived.
    pub(super) progress: &'c dyn Fn(&str, u64),
}

/// A partly downloaded file.
struct Part {
    path: PathBuf,
    /// Strong validator of the bytes that have arrived.
    etag: Option<String>,
    len: u64,
}

impl Downloads<'_> {
    /// Downloads `url` to `path`, unless `known` is still the server's version.
    pub(super) fn get(
        &self,
        url: &str,
        path: &Path,
        known: Option<&FetchedFile>,
    ) -> Result<Downloaded, FetchError> {
        let mut part = Part { path: path.to_owned(), etag: None, len: 0 };
        let (mut failed, mut pause) = (0, self.patience.first_pause.unwrap_or(FETCH_PAUSE_FIRST));
        loop {
            let before = part.len;
            let error = match self.attempt(url, &mut part, known) {
                Ok(downloaded) => return Ok(downloaded),
                Err(error) => error,
            };
            // A request that delivered enough of a resumable file is no failure.
            let came = part.len.saturating_sub(before);
            let has_come_closer = came >= self.patience.rate_bytes_min && part.etag.is_some();
            failed = if has_come_closer { 0 } else { failed + 1 };
            if !error.may_pass || failed >= self.patience.attempts {
                let times = if failed > 1 { format!(" ({failed} times)") } else { String::new() };
                return Err(FetchError { reason: format!("{url}: {error}{times}"), ..error });
            }
            let wait = error.wait.unwrap_or(pause).min(self.patience.longest_pause);
            // A pause beyond the deadline would be useless.
            if self.deadline.left(Instant::now()).is_none_or(|left| left <= wait) {
                let over = self.deadline.reason();
                return Err(FetchError::lasting(format!("{url}: {over}; before: {error}")));
            }
            std::thread::sleep(wait);
            pause = (pause * 2).min(self.patience.longest_pause);
        }
    }

    fn attempt(
        &self,
        url: &str,
        part: &mut Part,
        known: Option<&FetchedFile>,
    ) -> Result<Downloaded, FetchError> {
        let reply = self.client.get(url, &headers(part, known), &self.deadline)?;
        match reply.status.as_u16() {
            304 => return Ok(Downloaded::NotModified),
            // The part is longer than the file, or belongs to another one: begin anew.
            416 => {
                part.len = 0;
                part.etag = None;
                return Err(FetchError::passing("the server cannot resume"));
            }
            206 if goes_on(&reply, part) => {}
            // The file has changed, or the server ignores ranges.
            206 => {
                part.len = 0;
                part.etag = None;
                return Err(FetchError::passing("the server sends another part than asked for"));
            }
            _ => part.len = 0,
        }
        if is_page(&reply, url) {
            return Err(FetchError::lasting("a page in HTML came in place of the list"));
        }
        let header = |name| reply.header(name).map(str::to_owned);
        let (etag, last_modified) = (header("etag"), header("last-modified"));
        part.etag = etag.clone().filter(|etag| !etag.starts_with("W/"));
        self.receive(reply, part)?;
        let (size, sha256) = size_and_sha256(&part.path).map_err(|error| of_disk(part, &error))?;
        let (url, fetched_at) = (url.to_owned(), self.now.clone());
        Ok(Downloaded::New(FetchedFile { url, fetched_at, size, sha256, etag, last_modified }))
    }

    /// Appends the body to the part. `part` has its new length, even after an error.
    fn receive(&self, reply: Reply, part: &mut Part) -> Result<(), FetchError> {
        let expected = reply.length().map(|length| length + part.len);
        let most = self.patience.bytes_max;
        let too_large = || FetchError::lasting(format!("the file is larger than {most} bytes"));
        if expected.is_some_and(|expected| expected > most) {
            return Err(too_large());
        }
        let mut file = open(part).map_err(|error| of_disk(part, &error))?;
        let name = part.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (mut body, excess) = reply.into_reader();
        let mut buffer = vec![0; 1 << 16];
        let mut rate = Rate::new(Instant::now(), &self.patience);
        loop {
            let read = match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(of_body(&error)),
            };
            if part.len + read as u64 > most {
                return Err(too_large());
            }
            file.write_all(&buffer[..read]).map_err(|error| of_disk(part, &error))?;
            part.len += read as u64;
            (self.progress)(&name, part.len);
            if !rate.count(read as u64, Instant::now()) {
                return Err(FetchError::passing(rate.reason()));
            }
        }
        file.sync_all().map_err(|error| of_disk(part, &error))?;
        if excess.is_there() {
            // The received bytes may be truncated: nothing is resumed.
            part.etag = None;
            return Err(FetchError::passing("more came than the length that the server announced"));
        }
        match expected.filter(|expected| *expected != part.len) {
            None => Ok(()),
            Some(expected) => {
                let reason = format!("{} of {expected} bytes came", part.len);
                Err(FetchError::passing(reason))
            }
        }
    }
}

/// Headers of a request: a range after the part, or the validators of the known file.
fn headers(part: &Part, known: Option<&FetchedFile>) -> Vec<(&'static str, String)> {
    if let Some(etag) = part.etag.as_ref().filter(|_| part.len > 0) {
        return vec![("range", format!("bytes={}-", part.len)), ("if-range", etag.clone())];
    }
    let Some(known) = known else { return Vec::new() };
    let etag = known.etag.iter().map(|etag| ("if-none-match", etag.clone()));
    let date = known.last_modified.iter().map(|date| ("if-modified-since", date.clone()));
    etag.chain(date).collect()
}

/// True if a partial response continues the part exactly at its end.
fn goes_on(reply: &Reply, part: &Part) -> bool {
    let range = reply.header("content-range").and_then(|range| range.strip_prefix("bytes "));
    let from = range.and_then(|range| range.split('-').next()?.parse().ok());
    from == Some(part.len) && reply.header("etag") == part.etag.as_deref()
}

/// True if the response is declared as a page in HTML and the address does not name one.
fn is_page(reply: &Reply, url: &str) -> bool {
    let kind = reply.header("content-type").unwrap_or_default().to_ascii_lowercase();
    kind.starts_with("text/html") && !url.ends_with(".html")
}

fn open(part: &Part) -> io::Result<File> {
    let mut options = OpenOptions::new();
    if part.len > 0 {
        let file = options.append(true).open(&part.path)?;
        file.set_len(part.len)?;
        return Ok(file);
    }
    options.write(true).create(true).truncate(true).open(&part.path)
}

fn of_disk(part: &Part, error: &io::Error) -> FetchError {
    FetchError::lasting(format!("{}: {error}", part.path.display()))
}
