//! `records.jsonl`: one JSON object a line (decisions D11).

use std::io::BufRead;

use serde_json::{Map, Value};
use tamis::model::Record;

use super::Input;
use super::collector::Collector;
use super::own_fields::{self, FIELD_NAMES, OwnField, REQUIRED_FIELDS};
use crate::error::LoadError;
use crate::limits::LINE_BYTES_MAX;
use crate::report::Position;
use crate::sources::{ControlCharacters, SourceFile, SourceReader};

/// Reads the files line by line; empty lines are passed over.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        let mut lines = Lines::open(file)?;
        while let Some((number, line)) = lines.next()? {
            let position = Position::Line(number);
            let parsed = match line {
                Line::Text(text) if text.trim_ascii().is_empty() => continue,
                Line::Text(text) => parse(text, collector),
                Line::TooLong => {
                    Err((format!("the line is longer than {LINE_BYTES_MAX} bytes"), None))
                }
            };
            match parsed {
                Ok(mut record) => {
                    own_fields::complete(&mut record, |reference| input.url_of(reference));
                    collector.accept(record, &file.name, position);
                }
                Err((reason, reference)) => {
                    collector.reject(&file.name, position, reason, reference);
                }
            }
        }
    }
    Ok(())
}

/// A line as a record, or why it is none and its reference as far as it could be read.
fn parse(line: &[u8], collector: &mut Collector<'_>) -> Result<Record, (String, Option<String>)> {
    let object: Map<String, Value> = serde_json::from_slice(line).map_err(|error| {
        // The parser counts lines within this one; only its column says something.
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        (format!("not a JSON object: {what} at column {}", error.column()), None)
    })?;
    let reference = object.get("ref").and_then(Value::as_str).map(str::to_owned);
    read_object(&object, collector).map_err(|reason| (reason, reference))
}

fn read_object(
    object: &Map<String, Value>,
    collector: &mut Collector<'_>,
) -> Result<Record, String> {
    let mut record = Record::default();
    for (key, value) in object {
        let field = OwnField::from_name(key).ok_or_else(|| {
            format!("unknown key {key:?}; accepted are {}", FIELD_NAMES.join(", "))
        })?;
        match (field.is_plural(), value) {
            (false, Value::String(text)) => field.set(&mut record, text, collector)?,
            (true, Value::Array(values)) => {
                for value in values {
                    let Value::String(text) = value else {
                        return Err(wrong_type(key, "an array of strings", value));
                    };
                    field.set(&mut record, text, collector)?;
                }
            }
            (false, value) => return Err(wrong_type(key, "a string", value)),
            (true, value) => return Err(wrong_type(key, "an array of strings", value)),
        }
    }
    match REQUIRED_FIELDS.iter().find(|field| !object.contains_key(field.name())) {
        Some(missing) => Err(format!("{} is missing", missing.name())),
        None => Ok(record),
    }
}

fn wrong_type(key: &str, expected: &str, found: &Value) -> String {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    format!("{key} must be {expected}, found is {found}")
}

/// Lines of a file, none of them held in memory beyond the limit.
struct Lines<'f> {
    reader: SourceReader,
    file: &'f SourceFile,
    buffer: Vec<u8>,
    number: u64,
}

enum Line<'b> {
    Text(&'b [u8]),
    TooLong,
}

impl<'f> Lines<'f> {
    fn open(file: &'f SourceFile) -> Result<Self, LoadError> {
        let reader = file.open(ControlCharacters::Allowed)?;
        Ok(Self { reader, file, buffer: Vec::new(), number: 0 })
    }

    /// The next line with its number, counted from 1.
    fn next(&mut self) -> Result<Option<(u64, Line<'_>)>, LoadError> {
        self.buffer.clear();
        self.number += 1;
        let (mut read, mut is_too_long) = (0, false);
        loop {
            let block = self
                .reader
                .fill_buf()
                .map_err(|error| LoadError::from_io(&self.file.name, error))?;
            if block.is_empty() {
                break;
            }
            let end = block.iter().position(|byte| *byte == b'\n');
            let used = end.unwrap_or(block.len());
            if self.buffer.len() + used <= LINE_BYTES_MAX {
                self.buffer.extend_from_slice(&block[..used]);
            } else {
                is_too_long = true;
            }
            read += used + usize::from(end.is_some());
            self.reader.consume(used + usize::from(end.is_some()));
            if end.is_some() {
                break;
            }
        }
        Ok(match (read, is_too_long) {
            (0, _) => None,
            (_, true) => Some((self.number, Line::TooLong)),
            _ => Some((self.number, Line::Text(&self.buffer))),
        })
    }
}
