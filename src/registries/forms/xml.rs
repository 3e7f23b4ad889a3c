//! XML records: all elements with one local name.

use tamis_ingest::text::TextReader;
use tamis_ingest::xml_parts::{Part, XmlParts};

use super::super::tally::Sink;
use super::error::FormError;

/// Reads a well-formed text. Fields are paths of local names below the record, such as
/// `Entity/LegalJurisdiction`. An unknown entity reference is replaced by its name.
pub(super) fn read(
    record: &str,
    text: TextReader<'_>,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    let wanted: Vec<Vec<&str>> =
        sink.fields.iter().map(|field| field.split('/').collect()).collect();
    let file = text.get_ref().file().to_owned();
    let mut parts = XmlParts::of(text);
    let mut place = Place::default();
    loop {
        if place.record.is_none() {
            parts.renew();
        }
        let depth = parts.depth();
        match parts.next_part()? {
            Some(Part::Open(tag)) => place.open(tag.name(), depth + 1, record, &wanted),
            Some(Part::Close) => {
                if let Some(field) = place.field {
                    sink.set(field, place.text.as_bytes());
                }
                if place.close(depth) {
                    let ended = sink.end_record();
                    ended.map_err(|reason| FormError::TooMany { file: file.clone(), reason })?;
                }
            }
            Some(Part::Text(text)) if place.field.is_some() => place.text.push_str(&text),
            Some(Part::Letter(letter)) if place.field.is_some() => place.text.push(letter),
            Some(Part::UnknownEntity(name)) if place.field.is_some() => place.text.push_str(&name),
            Some(_) => {}
            None => return Ok(()),
        }
    }
}

/// Position of the reader in the text.
#[derive(Default)]
struct Place {
    /// Depth of the record's element, while in a record.
    record: Option<usize>,
    /// Names of the open elements below the record, as long as they may be the path of a field.
    path: Vec<String>,
    /// Index of the field whose element is the innermost open one.
    field: Option<usize>,
    /// Text of that element so far.
    text: String,
}

impl Place {
    /// Enters an element at this depth.
    fn open(&mut self, name: &str, depth: usize, record: &str, wanted: &[Vec<&str>]) {
        self.field = None;
        match self.record {
            None if name == record => self.record = Some(depth),
            None => {}
            Some(record) => {
                let longest = wanted.iter().map(Vec::len).max().unwrap_or_default();
                let below = depth - record;
                if below <= longest {
                    self.path.truncate(below - 1);
                    self.path.push(name.to_owned());
                    self.field = wanted.iter().position(|path| *path == self.path);
                    self.text.clear();
                }
            }
        }
    }

    /// Leaves an element at this depth; returns true if it is a record.
    fn close(&mut self, depth: usize) -> bool {
        let is_record = self.record == Some(depth);
        self.field = None;
        if is_record {
            self.record = None;
            self.path.clear();
        }
        is_record
    }
}
