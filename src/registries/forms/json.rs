//! JSON records: one per line, or all in one text. Only the wanted values are kept; everything else
//! is checked and passed over.

use std::fmt;
use std::io::BufRead;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::tally::{Sink, TooManyValues};
use super::FormError;

/// Reads one object per line; blank lines do not count.
pub(super) fn read_lines(
    input: &mut dyn BufRead,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    let wanted = wanted(sink.fields);
    let (mut line, mut number) = (Vec::new(), 0_u64);
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        number += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut reader = serde_json::Deserializer::from_slice(&line);
        let read = ValueSeed { wanted: &wanted, sink, is_record: true }.deserialize(&mut reader);
        let read = read.and_then(|()| reader.end());
        read.map_err(|error| FormError::Damaged(format!("line {number}: {error}")))?;
        sink.end_record()?;
    }
}

/// Reads one text: an array of records, or an object whose values are the records, at the end of
/// a path of keys.
pub(super) fn read_text(
    path: &[String],
    input: &mut dyn BufRead,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    let wanted = wanted(sink.fields);
    let mut reader = serde_json::Deserializer::from_reader(input);
    let mut refused = None;
    let seed = RecordsSeed { path, wanted: &wanted, sink, refused: &mut refused };
    let read = seed.deserialize(&mut reader).and_then(|()| reader.end());
    match (refused, read) {
        (Some(refused), _) => Err(refused.into()),
        (None, Err(error)) if error.is_io() => Err(FormError::Io(error.into())),
        (None, read) => read.map_err(|error| FormError::Damaged(error.to_string())),
    }
}

/// A wanted value: the keys that lead to it, and its place among the fields.
type Wanted<'f> = (Vec<&'f str>, usize);

fn wanted(fields: &[String]) -> Vec<Wanted<'_>> {
    let fields = fields.iter().enumerate();
    fields.map(|(place, field)| (field.split('.').collect(), place)).collect()
}

/// The container of the records.
struct RecordsSeed<'s, 'w, 'a, 'd> {
    /// Keys still to go.
    path: &'s [String],
    wanted: &'s [Wanted<'w>],
    sink: &'s mut Sink<'a, 'd>,
    /// Why the sink did not take a record.
    refused: &'s mut Option<TooManyValues>,
}

impl<'w, 'a, 'd> RecordsSeed<'_, 'w, 'a, 'd> {
    fn record(&mut self) -> ValueSeed<'_, 'w, 'a, 'd> {
        ValueSeed { wanted: self.wanted, sink: &mut *self.sink, is_record: true }
    }

    fn end_record<E: Error>(&mut self) -> Result<(), E> {
        self.sink.end_record().map_err(|error| {
            let message = E::custom(&error);
            *self.refused = Some(error);
            message
        })
    }
}

impl<'de> DeserializeSeed<'de> for RecordsSeed<'_, '_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for RecordsSeed<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.first() {
            Some(key) => write!(f, "an object with the key {key:?}"),
            None => f.write_str("an array of records or an object whose values are records"),
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let Some((wanted_key, path)) = self.path.split_first() else {
            while map.next_key::<IgnoredAny>()?.is_some() {
                map.next_value_seed(self.record())?;
                self.end_record()?;
            }
            return Ok(());
        };
        let mut found = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == *wanted_key && !found {
                found = true;
                let (wanted, refused) = (self.wanted, &mut *self.refused);
                let sink = &mut *self.sink;
                map.next_value_seed(RecordsSeed { path, wanted, sink, refused })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        match found {
            true => Ok(()),
            false => Err(A::Error::custom(format!("there is no key {wanted_key:?}"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        if !self.path.is_empty() {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        }
        while items.next_element_seed(self.record())?.is_some() {
            self.end_record()?;
        }
        Ok(())
    }
}

/// A value in a record, of which some parts may be wanted.
struct ValueSeed<'s, 'w, 'a, 'd> {
    wanted: &'s [Wanted<'w>],
    sink: &'s mut Sink<'a, 'd>,
    /// Whether it is a whole record, which must be an object.
    is_record: bool,
}

impl ValueSeed<'_, '_, '_, '_> {
    /// Gives a plain value to the fields whose path ends here.
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

    /// Of an array the first value counts.
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
