//! Chunks of the lines of a stream. A chunk is one task of the pool. It is large enough to be worth a
//! task, and small enough that no thread waits long for the last one.

use std::io::BufReader;

use super::body::BodyFault;
use crate::api::http::coding::Unpacked;
use crate::limits::{self, is_a_task};
use tamis_ingest::lines::read_line;

/// Consecutive lines.
#[derive(Debug, Default)]
pub(in crate::api) struct Chunk {
    text: Vec<u8>,
    lines: Vec<Place>,
    /// Fault that ends the body here, with the number of the line before it.
    pub(in crate::api) fault: Option<(u64, String)>,
}

/// End of a line within the text of a chunk; it begins after the previous line.
#[derive(Debug)]
struct Place {
    number: u64,
    end: usize,
    is_too_long: bool,
}

impl Chunk {
    /// Each line with its number, from 1; `None` if it is too long.
    pub(in crate::api) fn lines(&self) -> impl Iterator<Item = (u64, Option<&[u8]>)> {
        let mut start = 0;
        self.lines.iter().map(move |place| {
            let text = &self.text[start..place.end];
            start = place.end;
            (place.number, (!place.is_too_long).then_some(text))
        })
    }

    fn push(&mut self, number: u64, text: &[u8], is_too_long: bool) {
        if !is_too_long {
            self.text.extend_from_slice(text);
        }
        self.lines.push(Place { number, end: self.text.len(), is_too_long });
    }

    fn is_full(&self) -> bool {
        is_a_task(self.lines.len(), self.text.len())
    }
}

/// Reads the chunks of a body.
pub(in crate::api) struct Lines {
    reader: BufReader<Unpacked>,
    /// Most bytes of a line.
    most: usize,
    buffer: Vec<u8>,
    /// Lines read so far.
    number: u64,
    is_over: bool,
}

impl Lines {
    /// Reads a body. Lines of more than `most` bytes are passed over, and marked as such.
    pub(in crate::api) fn new(body: Unpacked, most: usize) -> Self {
        let reader = BufReader::with_capacity(limits::STREAM_READ_BYTES, body);
        Self { reader, most, buffer: Vec::new(), number: 0, is_over: false }
    }

    /// Returns the next chunk; `None` at the end. Waits for one line, but not for more to fill the
    /// chunk, so that a caller gets each answer before it sends the next query. Blank lines are
    /// skipped.
    pub(in crate::api) fn next_chunk(&mut self) -> Option<Chunk> {
        if self.is_over {
            return None;
        }
        let mut chunk = Chunk::default();
        loop {
            let read = match read_line(&mut self.reader, self.most, &mut self.buffer, || {}) {
                Ok(read) => read,
                Err(error) => {
                    self.is_over = true;
                    chunk.fault = Some((self.number, reason(&error)));
                    return Some(chunk);
                }
            };
            if read.last.is_none() {
                self.is_over = true;
                return (!chunk.lines.is_empty()).then_some(chunk);
            }
            self.number += 1;
            let text = self.buffer.strip_prefix("\u{feff}".as_bytes()).filter(|_| self.number == 1);
            let text = text.unwrap_or(&self.buffer).trim_ascii();
            if read.is_too_long || !text.is_empty() {
                chunk.push(self.number, text, read.is_too_long);
            }
            let is_more_there = self.reader.buffer().contains(&b'\n');
            if chunk.is_full() || (!is_more_there && !chunk.lines.is_empty()) {
                return Some(chunk);
            }
        }
    }
}

/// Description of an error while reading a body.
pub(in crate::api) fn reason(error: &std::io::Error) -> String {
    let fault = error.get_ref().and_then(|inner| inner.downcast_ref::<BodyFault>());
    match fault {
        Some(fault) => fault.to_string(),
        None => format!("the packed body is damaged or cut off ({error})"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::*;

    /// A reader that returns its pieces one at a time.
    struct Pieces(Vec<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    fn read(body: impl Read + Send + 'static) -> Lines {
        Lines::new(Box::new(body), limits::QUERY_LINE_BYTES_MAX)
    }

    fn lines_of(chunk: &Chunk) -> Vec<(u64, Option<&str>)> {
        let text = |text| std::str::from_utf8(text).expect("UTF-8");
        chunk.lines().map(|(number, line)| (number, line.map(text))).collect()
    }

    #[test]
    fn lines_are_numbered_as_they_stand_and_blank_ones_passed_over() {
        let mut lines = read(Pieces(vec![b"\xef\xbb\xbf{}\r\n\n  \n{\"a\":1}\n{}"]));
        let chunk = lines.next_chunk().expect("a chunk");
        assert_eq!(lines_of(&chunk), [(1, Some("{}")), (4, Some("{\"a\":1}"))]);
        assert_eq!(lines_of(&lines.next_chunk().expect("the last line")), [(5, Some("{}"))]);
        assert!(lines.next_chunk().is_none() && lines.next_chunk().is_none());
    }

    #[test]
    fn what_is_there_is_not_held_back_for_what_may_come() {
        let mut lines = read(Pieces(vec![b"1\n2\n", b"3", b"\n4\n"]));
        let chunks = std::iter::from_fn(|| lines.next_chunk());
        let texts: Vec<Vec<_>> =
            chunks.map(|chunk| chunk.lines().map(|(number, _)| number).collect()).collect();
        assert_eq!(texts, [vec![1, 2], vec![3, 4]]);
    }

    #[test]
    fn a_chunk_is_bounded_by_lines_and_by_bytes() {
        let short = "{}\n".repeat(limits::CHUNK_LINES + 1);
        let mut lines = read(io::Cursor::new(short));
        let first = lines.next_chunk().expect("a chunk");
        assert_eq!(first.lines().count(), limits::CHUNK_LINES);

        let long = (" ".repeat(10) + &"x".repeat(limits::CHUNK_BYTES / 2) + "\n").repeat(3);
        let mut lines = read(io::Cursor::new(long));
        assert_eq!(lines.next_chunk().expect("a chunk").lines().count(), 2);
    }

    #[test]
    fn a_line_of_the_most_bytes_is_read_and_a_longer_one_is_said() {
        let most = limits::QUERY_LINE_BYTES_MAX;
        let text = "x".repeat(most) + "\n" + &"y".repeat(most + 1) + "\nz\n";
        let mut lines = read(io::Cursor::new(text));
        let chunks: Vec<Chunk> = std::iter::from_fn(|| lines.next_chunk()).collect();
        let found: Vec<_> = chunks.iter().flat_map(|chunk| chunk.lines()).collect();
        let lengths: Vec<_> =
            found.iter().map(|(number, line)| (*number, line.map(<[_]>::len))).collect();
        assert_eq!(lengths, [(1, Some(most)), (2, None), (3, Some(1))]);
    }
}
