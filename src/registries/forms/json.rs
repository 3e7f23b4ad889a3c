//! JSON records: one per line, or all in one text. Only the wanted values are kept; the rest is
//! validated and skipped.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use tamis_ingest::FileError;
use tamis_ingest::json::{Records, fault_of_line, for_each_record};
use tamis_ingest::limits::RECORD_BYTES_MAX;
use tamis_ingest::lines::{Line, Lines};
use tamis_ingest::text::TextReader;

use super::super::tally::{Sink, TooManyValues};
use super::error::FormError;

/// Reads one object per line; skips blank lines.
pub(super) fn read_lines(text: TextReader<'_>, sink: &mut Sink<'_, '_>) -> Result<(), FormError> {
    let wanted = wanted(sink.fields);
    let file = text.get_ref().file().to_owned();
    let mut lines = Lines::of(text, RECORD_BYTES_MAX as usize);
    while let Some((number, line)) = lines.next_line()? {
        let line = match line {
            Line::Text(line) if line.trim_ascii().is_empty() => continue,
            Line::Text(line) => line,
            Line::TooLong => {
                let limit = RECORD_BYTES_MAX;
                return Err(FileError::RecordTooLarge { file, line: number, limit }.into());
            }
        };
        let mut reader = serde_json::Deserializer::from_slice(line);
        let read = ValueSeed { wanted: &wanted, sink, is_record: true }.deserialize(&mut reader);
        let read = read.and_then(|()| reader.end());
        read.map_err(|error| fault_of_line(&file, number, &error))?;
        let ended = sink.end_record();
        ended.map_err(|reason| FormError::TooMany { file: file.clone(), reason })?;
    }
    Ok(())
}

/// Reads one text: an array of records, or an object whose values are the records, below a path of
/// keys.
pub(super) fn read_text(
    path: &[String],
    text: TextReader<'_>,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    let wanted = wanted(sink.fields);
    let file = text.get_ref().file().to_owned();
    let mut counted = Counted { wanted: &wanted, sink, refused: None };
    let read = for_each_record(text, path, &mut counted);
    match counted.refused {
        Some(reason) => Err(FormError::TooMany { file, reason }),
        None => Ok(read?),
    }
}

/// A wanted value: its path of keys, and its index among the fields.
type Wanted<'f> = (Vec<&'f str>, usize);

fn wanted(fields: &[String]) -> Vec<Wanted<'_>> {
    let fields = fields.iter().enumerate();
    fields.map(|(place, field)| (field.split('.').collect(), place)).collect()
}

/// Passes records to the sink.
struct Counted<'s, 'w, 'a, 'd> {
    wanted: &'s [Wanted<'w>],
    sink: &'s mut Sink<'a, 'd>,
    /// Reason why the sink refused a record.
    refused: Option<TooManyValues>,
}

impl Records for Counted<'_, '_, '_, '_> {
    const IN_OBJECTS: bool = true;

    fn read<'de, D: Deserializer<'de>>(&mut self, record: D) -> Result<(), D::Error> {
        let (wanted, sink) = (self.wanted, &mut *self.sink);
        ValueSeed { wanted, sink, is_record: true }.deserialize(record)?;
        self.sink.end_record().map_err(|error| {
            let message = D::Error::custom(&error);
            self.refused = Some(error);
            message
        })
    }
}

/// Visitor of a value in a record, parts of which may be wanted.
struct ValueSeed<'s, 'w, 'a, 'd> {
    wanted: &'s [Wanted<'w>],
    sink: &'s mut Sink<'a, 'd>,
    /// True for a whole record, which must be an object.
    is_record: bool,
}

impl ValueSeed<'_, '_, '_, '_> {
    /// Sets a scalar value for the fields whose path ends here.
    fn plain<E: Error>(self, value: &[u8]) -> Result<(), E> {
        if self.is_record {
            return Err(E::custom("a record must be an object"));
        }
        for (path, place) in self.wanted {
            if path.is_empty() {
                self.sink.set(*place, value);
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_, '_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        if self.wanted.is_empty() {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(());
        }
        while let Some(key) = map.next_key::<String>()? {
            let below: Vec<Wanted<'_>> = self
                .wanted
                .iter()
                .filter(|(path, _)| path.first() == Some(&key.as_str()))
                .map(|(path, place)| (path[1..].to_vec(), *place))
                .collect();
            if below.is_empty() {
                map.next_value::<IgnoredAny>()?;
            } else {
                let sink = &mut *self.sink;
                map.next_value_seed(ValueSeed { wanted: &below, sink, is_record: false })?;
            }
        }
        Ok(())
    }

    /// Uses the first value of an array.
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        if self.is_record {
            return Err(A::Error::custom("a record must be an object"));
        }
        let (wanted, sink) = (self.wanted, &mut *self.sink);
        let first = ValueSeed { wanted, sink, is_record: false };
        if items.next_element_seed(first)?.is_some() {
            while items.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.plain(text.as_bytes())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.plain(if value { b"true" } else { b"false" })
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.plain(number.to_string().as_bytes())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.plain(number.to_string().as_bytes())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.plain(number.to_string().as_bytes())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.plain(b"")
    }
}
