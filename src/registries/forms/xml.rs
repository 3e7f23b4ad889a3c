//! XML records: every element of one local name. Namespaces do not count: publishers change them
//! from one year to the next.

use std::io::{self, BufRead};
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

use super::super::tally::Sink;
use super::FormError;

/// Reads a well-formed text; fields are paths of local names below the record, as
/// `Entity/LegalJurisdiction`.
pub(super) fn read(
    record: &str,
    input: &mut dyn BufRead,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    let wanted: Vec<Vec<&str>> =
        sink.fields.iter().map(|field| field.split('/').collect()).collect();
    let mut reader = Reader::from_reader(input);
    reader.config_mut().expand_empty_elements = true;
    let mut buffer = Vec::new();
    let mut place = Place::default();
    loop {
        buffer.clear();
        if place.record.is_none() {
            sink.pass_over();
        }
        let event = reader.read_event_into(&mut buffer).map_err(of_xml)?;
        match event {
            Event::Start(start) => place.open(start.local_name().as_ref(), record, &wanted),
            Event::End(_) => {
                if let Some(field) = place.field {
                    sink.set(field, place.text.as_bytes());
                }
                if place.close()? {
                    sink.end_record()?;
                }
            }
            Event::Text(text) if place.field.is_some() => place.text.push_str(&text),
            Event::CData(text) if place.field.is_some() => place.text.push_str(&text),
            Event::GeneralRef(reference) if place.field.is_some() => place.refer(&reference),
            Event::Decl(declaration) => {
                let encoding = declaration.encoding().and_then(Result::ok);
                if encoding.is_some_and(|name| !name.eq_ignore_ascii_case("utf-8")) {
                    return Err(FormError::damaged("only UTF-8 is read"));
                }
            }
            Event::Eof if place.depth > 0 => {
                return Err(FormError::damaged("its elements are not closed; the file was cut"));
            }
            Event::Eof if !place.has_root => return Err(FormError::damaged("this is not XML")),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Where in the text the reader stands.
#[derive(Default)]
struct Place {
    has_root: bool,
    depth: usize,
    /// Depth of the record's element, while in one.
    record: Option<usize>,
    /// Names of the open elements below the record, as far as they may lead to a field.
    path: Vec<String>,
    /// The field whose element is the innermost open one.
    field: Option<usize>,
    /// Its text so far.
    text: String,
}

impl Place {
    fn open(&mut self, name: &str, record: &str, wanted: &[Vec<&str>]) {
        self.has_root = true;
        self.depth += 1;
        self.field = None;
        match self.record {
            None if name == record => self.record = Some(self.depth),
            None => {}
            Some(record) => {
                let longest = wanted.iter().map(Vec::len).max().unwrap_or_default();
                let below = self.depth - record;
                if below <= longest {
                    self.path.truncate(below - 1);
                    self.path.push(name.to_owned());
                    self.field = wanted.iter().position(|path| *path == self.path);
                    self.text.clear();
                }
            }
        }
    }

    /// Whether the element that closes is a record.
    fn close(&mut self) -> Result<bool, FormError> {
        let is_record = self.record == Some(self.depth);
        self.field = None;
        if is_record {
            self.record = None;
            self.path.clear();
        }
        let depth = self.depth.checked_sub(1);
        self.depth = depth.ok_or_else(|| FormError::damaged("an element ends that is not open"))?;
        Ok(is_record)
    }

    /// Adds the character of a reference; an unknown entity stays as it is written.
    fn refer(&mut self, reference: &BytesRef<'_>) {
        let character = match &**reference {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => reference.resolve_char_ref().ok().flatten(),
        };
        match character {
            Some(character) => self.text.push(character),
            None => self.text.push_str(reference),
        }
    }
}

fn of_xml(error: quick_xml::Error) -> FormError {
    match error {
        quick_xml::Error::Io(error) => FormError::Io(match Arc::try_unwrap(error) {
            Ok(error) => error,
            Err(shared) => io::Error::new(shared.kind(), shared.to_string()),
        }),
        error => FormError::Damaged(error.to_string()),
    }
}
