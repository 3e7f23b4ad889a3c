//! Reads a well-formed XML file part by part. Elements are identified by local names, since publishers
//! change namespaces from year to year.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::error::FileError;
use crate::text::{Allowance, TextReader, count_line_ends};

/// A part of a file.
pub enum Part<'p> {
    /// An element begins.
    Open(Tag<'p>),
    /// The current element ends.
    Close,
    /// Text in an element.
    Text(Cow<'p, str>),
    /// A character of the text written as a reference.
    Letter(char),
    /// A reference to an entity that XML does not define. None are expanded.
    UnknownEntity(String),
    /// A comment, an instruction or content outside elements.
    Other,
}

/// The opening tag of an element.
pub struct Tag<'p>(BytesStart<'p>);

/// Parts being read.
pub struct XmlParts<'r> {
    reader: Reader<CountedLines<'r>>,
    file: String,
    buffer: Vec<u8>,
    allowance: Allowance,
    depth: usize,
    has_root: bool,
}

impl Tag<'_> {
    /// Local name of the element.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// Attributes by local name, in order.
    ///
    /// # Errors
    /// In words, if one cannot be read.
    pub fn attributes(&self) -> Result<Vec<(String, String)>, String> {
        let mut attributes = Vec::new();
        for attribute in self.0.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value =
                attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|e| e.to_string())?;
            attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
        }
        Ok(attributes)
    }
}

impl<'r> XmlParts<'r> {
    /// The parts of a text.
    #[must_use]
    pub fn of(text: TextReader<'r>) -> Self {
        let file = text.get_ref().file().to_owned();
        let allowance = text.get_ref().allowance();
        let mut reader = Reader::from_reader(CountedLines { inner: text, line_ends: 0 });
        reader.config_mut().expand_empty_elements = true;
        Self { reader, file, buffer: Vec::new(), allowance, depth: 0, has_root: false }
    }

    /// Announces a new record.
    pub fn renew(&self) {
        self.allowance.renew();
    }

    /// Number of open elements.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The next part; `None` at the end of a well-formed file.
    ///
    /// # Errors
    /// The file is damaged, truncated, or not XML in UTF-8.
    pub fn next_part(&mut self) -> Result<Option<Part<'_>>, FileError> {
        self.buffer.clear();
        let line = self.reader.get_ref().line();
        let event = match self.reader.read_event_into(&mut self.buffer) {
            Ok(event) => event,
            Err(quick_xml::Error::Io(error)) => return Err(of_io(&self.file, error)),
            Err(error) => {
                let byte = self.reader.error_position();
                let (file, reason) = (self.file.clone(), error.to_string());
                return Err(FileError::BadXml { file, line, byte, reason });
            }
        };
        let fault = |reason: String| {
            let (line, byte) = (self.reader.get_ref().line(), self.reader.buffer_position());
            Err(FileError::BadXml { file: self.file.clone(), line, byte, reason })
        };
        Ok(Some(match event {
            Event::Start(start) => {
                if self.depth == 0 && self.has_root {
                    let name = start.local_name().into_inner().to_owned();
                    return fault(format!("a second root element <{name}>"));
                }
                self.depth += 1;
                self.has_root = true;
                Part::Open(Tag(start))
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                Part::Close
            }
            Event::Text(text) if !self.has_root && !text.trim().is_empty() => {
                return fault("text before the root element; this is not XML".to_owned());
            }
            Event::Text(text) if self.depth > 0 => Part::Text(text.xml10_content()),
            Event::CData(text) if self.depth > 0 => Part::Text(text.xml10_content()),
            Event::GeneralRef(reference) if self.depth > 0 => match resolve(&reference) {
                Ok(part) => part,
                Err(reason) => return fault(reason),
            },
            Event::Decl(declaration) => {
                let encoding = declaration.encoding().and_then(Result::ok);
                let other = encoding.filter(|name| !name.eq_ignore_ascii_case("utf-8"));
                if let Some(other) = other {
                    return fault(format!("declared encoding {other}; expected UTF-8"));
                }
                Part::Other
            }
            Event::Eof if self.depth > 0 => {
                let reason = "the file ends before its elements are closed; it is truncated";
                return fault(reason.to_owned());
            }
            Event::Eof if !self.has_root => {
                return fault("there is no element; this is not XML".to_owned());
            }
            Event::Eof => return Ok(None),
            _ => Part::Other,
        }))
    }

    /// Error about the part read last.
    pub fn fault(&self, reason: impl Into<String>) -> FileError {
        let (line, byte) = (self.reader.get_ref().line(), self.reader.buffer_position());
        FileError::BadXml { file: self.file.clone(), line, byte, reason: reason.into() }
    }
}

fn of_io(file: &str, error: Arc<io::Error>) -> FileError {
    match Arc::try_unwrap(error) {
        Ok(error) => FileError::from_io(file, error),
        Err(shared) => FileError::io(file, io::Error::new(shared.kind(), shared.to_string())),
    }
}

/// Resolves a reference to its character. Entities declared by the file are not supported.
fn resolve(reference: &BytesRef<'_>) -> Result<Part<'static>, String> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        return Ok(Part::Letter(character));
    }
    Ok(Part::Letter(match &**reference {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        other => return Ok(Part::UnknownEntity(other.to_owned())),
    }))
}

/// Counts the line ends in the input that the parser has consumed.
struct CountedLines<'r> {
    inner: TextReader<'r>,
    line_ends: u64,
}

impl CountedLines<'_> {
    /// Current line, counted from 1.
    fn line(&self) -> u64 {
        1 + self.line_ends
    }
}

impl Read for CountedLines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let block = self.fill_buf()?;
        let length = block.len().min(buffer.len());
        buffer[..length].copy_from_slice(&block[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for CountedLines<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.line_ends += count_line_ends(&self.inner.buffer()[..bytes]);
        self.inner.consume(bytes);
    }
}
