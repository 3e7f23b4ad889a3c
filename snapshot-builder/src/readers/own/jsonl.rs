//! `records.jsonl`: one JSON object per line (docs/formats.md, "records.jsonl").

use serde_json::{Map, Value};

use super::fields::{FIELD_NAMES, OwnField, REQUIRED_FIELDS};
use super::record::{Draft, Style};
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::report::Position;
use tamis_ingest::json::object_of_line;
use tamis_ingest::lines::{Line, Lines};

/// Reads the files line by line; empty lines are skipped.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        let mut lines = Lines::open(file)?;
        while let Some((number, line)) = lines.next_line()? {
            let position = Position::Line(number);
            let parsed = match line {
                Line::Text(text) if text.trim_ascii().is_empty() => continue,
                Line::Text(text) => parse(text, collector),
                Line::TooLong => Err((Line::too_long_reason(), None)),
            };
            match parsed {
                Ok(draft) => {
                    let record = draft.finish(|reference| input.url_of(reference));
                    collector.accept(record, &file.name, position);
                }
                Err((reason, reference)) => {
                    collector.reject(&file.name, position, reason, reference);
                }
            }
        }
        lines.check_last_object()?;
    }
    Ok(())
}

/// Parses a line as a draft; otherwise returns the reason, and its reference if it could be read.
fn parse(line: &[u8], collector: &mut Collector<'_>) -> Result<Draft, (String, Option<String>)> {
    let object = object_of_line(line).map_err(|reason| (reason, None))?;
    let reference = object.get("ref").and_then(Value::as_str).map(str::to_owned);
    read_object(&object, collector).map_err(|reason| (reason, reference))
}

fn read_object(
    object: &Map<String, Value>,
    collector: &mut Collector<'_>,
) -> Result<Draft, String> {
    let (mut draft, style) = (Draft::default(), Style::default());
    let mut set = |field: OwnField, text: &str| {
        field.set(&mut draft, text, &style, collector).map_err(|refusal| refusal.to_string())
    };
    for (key, value) in object {
        let field = OwnField::from_name(key)
            .ok_or_else(|| format!("unknown key {key:?}; accepted: {}", FIELD_NAMES.join(", ")))?;
        match (field.is_plural(), value) {
            (false, Value::String(text)) => drop(set(field, text)?),
            (true, Value::Array(values)) => {
                for value in values {
                    let Value::String(text) = value else {
                        return Err(wrong_type(key, "an array of strings", value));
                    };
                    set(field, text)?;
                }
            }
            (false, value) => return Err(wrong_type(key, "a string", value)),
            (true, value) => return Err(wrong_type(key, "an array of strings", value)),
        }
    }
    match REQUIRED_FIELDS.iter().find(|field| !object.contains_key(field.name())) {
        Some(missing) => Err(format!("{} is missing", missing.name())),
        None => Ok(draft),
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
    format!("{key} must be {expected}, not {found}")
}
