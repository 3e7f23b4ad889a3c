//! Reads the records of a JSON document one by one, and files with one JSON object per line.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};

use crate::entities::decode;
use crate::error::FileError;
use crate::file::SourceFile;
use crate::text::{Allowance, ControlCharacters, TextReader};

/// Receiver of the records of a document.
pub trait Records {
    /// True if values of an object are records as well as elements of an array.
    const IN_OBJECTS: bool;

    /// Reads the next record.
    ///
    /// # Errors
    /// The value is not a valid record.
    fn read<'de, D: Deserializer<'de>>(&mut self, record: D) -> Result<(), D::Error>;
}

/// Calls `on_element` with each element of the array at `path` and its number, counted from 1. An empty
/// path is the document itself. Content outside the array is skipped.
///
/// # Errors
/// The file is damaged, is not JSON or has no array there, or an element is larger than
/// [`crate::limits::RECORD_BYTES_MAX`].
pub fn for_each_element(
    file: &SourceFile,
    path: &[&str],
    on_element: impl FnMut(u64, &Value),
) -> Result<(), FileError> {
    let text = file.open(ControlCharacters::Allowed)?;
    for_each_record(text, path, &mut Elements { number: 0, on_element })
}

/// Passes each record of the array, or of the object, at `path` to `records`.
///
/// # Errors
/// Same as [`for_each_element`].
pub fn for_each_record<P: AsRef<str>, R: Records>(
    text: TextReader<'_>,
    path: &[P],
    records: &mut R,
) -> Result<(), FileError> {
    let file = text.get_ref().file().to_owned();
    let allowance = text.get_ref().allowance();
    let mut parser = serde_json::Deserializer::from_reader(text);
    let mut found = false;
    let walk = Walk { path, allowance: &allowance, found: &mut found, records };
    let read = walk.deserialize(&mut parser).and_then(|()| parser.end());
    read.map_err(|error| fault(&file, error))?;
    if !found {
        let path: Vec<&str> = path.iter().map(AsRef::as_ref).collect();
        let what = if R::IN_OBJECTS { "array or object" } else { "array" };
        let reason = format!("there is no {what} {:?} in the document", path.join("."));
        return Err(FileError::BadJson { file, line: 1, column: 1, reason });
    }
    Ok(())
}

/// Parses a line of a JSON lines file as an object.
///
/// # Errors
/// The reason, in words.
pub fn object_of_line(line: &[u8]) -> Result<Map<String, Value>, String> {
    let object: Result<Map<String, Value>, _> = serde_json::from_slice(line);
    let mut object = object.map_err(|error| {
        // The parser counts lines within this one, so only its column is useful.
        format!("not a JSON object: {} at column {}", reason_of(&error), error.column())
    })?;
    object.values_mut().for_each(decode_texts);
    Ok(object)
}

/// Decodes the character entities in all texts of a value; see [`decode`].
fn decode_texts(value: &mut Value) {
    match value {
        Value::String(text) => decode(text),
        Value::Array(values) => values.iter_mut().for_each(decode_texts),
        Value::Object(object) => object.values_mut().for_each(decode_texts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Error in a line; the parser itself counts it as the first line.
#[must_use]
pub fn fault_of_line(file: &str, line: u64, error: &serde_json::Error) -> FileError {
    let (column, reason) = (error.column() as u64, reason_of(error));
    FileError::BadJson { file: file.to_owned(), line, column, reason }
}

/// Text of a parser error without its position.
fn reason_of(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

fn fault(file: &str, error: serde_json::Error) -> FileError {
    if error.is_io() {
        return FileError::from_io(file, error.into());
    }
    let (line, column) = (error.line() as u64, error.column() as u64);
    let reason = reason_of(&error);
    FileError::BadJson { file: file.to_owned(), line, column, reason }
}

/// Passes on whole values with their numbers.
struct Elements<F> {
    number: u64,
    on_element: F,
}

impl<F: FnMut(u64, &Value)> Records for Elements<F> {
    const IN_OBJECTS: bool = false;

    fn read<'de, D: Deserializer<'de>>(&mut self, record: D) -> Result<(), D::Error> {
        let mut element = <Value as serde::Deserialize>::deserialize(record)?;
        decode_texts(&mut element);
        self.number += 1;
        (self.on_element)(self.number, &element);
        Ok(())
    }
}

/// Descends to the records and iterates over them.
struct Walk<'w, P, R> {
    path: &'w [P],
    allowance: &'w Allowance,
    found: &'w mut bool,
    records: &'w mut R,
}

/// Reads a single record.
struct One<'w, R>(&'w mut R);

impl<'de, R: Records> DeserializeSeed<'de> for One<'_, R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, record: D) -> Result<(), D::Error> {
        self.0.read(record)
    }
}

impl<'de, P: AsRef<str>, R: Records> DeserializeSeed<'de> for Walk<'_, P, R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match (self.path.is_empty(), R::IN_OBJECTS) {
            (false, _) => deserializer.deserialize_map(self),
            (true, false) => deserializer.deserialize_seq(self),
            (true, true) => deserializer.deserialize_any(self),
        }
    }
}

impl<'de, P: AsRef<str>, R: Records> Visitor<'de> for Walk<'_, P, R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.first() {
            Some(key) => write!(f, "an object with {:?}", key.as_ref()),
            None if R::IN_OBJECTS => f.write_str("an array or an object of records"),
            None => f.write_str("an array of records"),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { path, allowance, found, records } = self;
        allowance.renew();
        let Some((first, path)) = path.split_first() else {
            *found = true;
            while map.next_key::<IgnoredAny>()?.is_some() {
                map.next_value_seed(One(&mut *records))?;
                allowance.renew();
            }
            return Ok(());
        };
        while let Some(key) = map.next_key::<String>()? {
            allowance.renew();
            if first.as_ref() == key {
                let (found, records) = (&mut *found, &mut *records);
                map.next_value_seed(Walk { path, allowance, found, records })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if !self.path.is_empty() {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        }
        // An empty array is found, too.
        *self.found = true;
        self.allowance.renew();
        while seq.next_element_seed(One(&mut *self.records))?.is_some() {
            self.allowance.renew();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::RECORD_BYTES_MAX;

    fn read(text: &str, path: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = SourceFile { path: folder.path().join("a.json"), name: "a.json".to_owned() };
        std::fs::write(&file.path, text).expect("written");
        let mut read = Vec::new();
        for_each_element(&file, path, |number, value| read.push(format!("{number} {value}")))
            .map_err(|error| error.to_string())?;
        Ok(read)
    }

    #[test]
    fn elements_are_found_at_the_top_and_below() {
        assert_eq!(read("[1, {\"a\": 2}]", &[]).expect("sound"), ["1 1", "2 {\"a\":2}"]);
        let nested = r#"{"x": [0], "response": {"y": 1, "LIST": ["a"], "z": {}}, "w": null}"#;
        assert_eq!(read(nested, &["response", "LIST"]).expect("sound"), ["1 \"a\""]);
        assert_eq!(read("[]", &[]).expect("sound"), [""; 0]);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, path, expected) in [
            ("[1,\n 2", &[][..], "a.json: line 2, column 2: EOF while parsing a list"),
            ("[1]\n[2]", &[], "a.json: line 2, column 1: trailing characters"),
            ("{\"a\": 1}", &[], "invalid type: map, expected an array of records"),
            ("{\"a\": 1}", &["b"], "there is no array \"b\" in the document"),
            ("{\"b\": 1}", &["b"], "expected an array of records"),
            ("[\"\u{1}\"]", &[], "control character"),
        ] {
            let error = read(text, path).expect_err(expected);
            assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        }
        let deep = "[".repeat(1_000);
        assert!(read(&deep, &[]).expect_err("deep").contains("recursion limit exceeded"));
    }

    #[test]
    fn one_element_is_bounded_and_the_document_is_not() {
        let quarter = RECORD_BYTES_MAX as usize / 4;
        let element = format!("\"{}\"", "x".repeat(quarter));
        let many = format!("[{}]", vec![element; 6].join(","));
        assert_eq!(read(&many, &[]).expect("sound").len(), 6);
        let one = format!("[\"{}\"]", "x".repeat(quarter * 5));
        let error = read(&one, &[]).expect_err("too large");
        assert!(error.contains("one record has more than 16777216 bytes"), "{error}");
    }
}
