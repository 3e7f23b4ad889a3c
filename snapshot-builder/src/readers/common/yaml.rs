//! Reads a YAML document that is a list of records, item by item; or its JSON counterpart, which the
//! same publishers offer under another name.
//!
//! The lists in question are in block style: an item begins with `- ` at the start of a line, and
//! nothing else begins there. The file is therefore split at these lines, and a parser sees one item at
//! a time.

use std::io::{self, BufRead};

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

use tamis_ingest::text::ControlCharacters;
use tamis_ingest::{FileError, SourceFile, decoded, json};

use crate::error::LoadError;
use crate::limits::YAML_DEPTH_MAX;

/// Calls `on_item` with each item of the list and its number, counted from 1. Scalars of YAML are texts
/// as written (`1`, `true`), or null if empty.
///
/// # Errors
/// The file is damaged or truncated, or is neither such a list nor a JSON array. An item is larger than
/// [`tamis_ingest::limits::RECORD_BYTES_MAX`], deeper than [`YAML_DEPTH_MAX`], or uses an alias.
pub(in crate::readers) fn for_each_item(
    file: &SourceFile,
    mut on_item: impl FnMut(u64, &Value),
) -> Result<(), LoadError> {
    if is_json(file)? {
        return Ok(json::for_each_element(file, &[], on_item)?);
    }
    let mut reader = file.open(ControlCharacters::Allowed)?;
    let allowance = reader.get_ref().allowance();
    let mut items = Items { file, text: String::new(), line: 0, begins_at: 0, number: 0 };
    let mut line = String::new();
    loop {
        line.clear();
        let read = reader.read_line(&mut line);
        if read.map_err(|error: io::Error| FileError::from_io(&file.name, error))? == 0 {
            break;
        }
        items.line += 1;
        if !line.ends_with('\n') {
            // An item truncated inside still parses, as a smaller item.
            let reason = "the last line has no end".to_owned();
            let (file, line) = (file.name.clone(), items.line);
            return Err(FileError::Truncated { file, line, reason }.into());
        }
        if items.take(&line, &mut on_item)? {
            allowance.renew();
        }
    }
    items.finish(&mut on_item)?;
    match items.number {
        0 => Err(items.fault(1, "there is no list")),
        _ => Ok(()),
    }
}

/// True if the file is a JSON array.
fn is_json(file: &SourceFile) -> Result<bool, LoadError> {
    let mut reader = file.open(ControlCharacters::Allowed)?;
    let start = reader.fill_buf().map_err(|error| FileError::from_io(&file.name, error))?;
    Ok(start.trim_ascii_start().starts_with(b"["))
}

/// State of reading a list.
struct Items<'f> {
    file: &'f SourceFile,
    /// Lines of the current item; empty before the first one.
    text: String,
    /// Lines read.
    line: u64,
    /// Line at which the current item begins.
    begins_at: u64,
    /// Items completed.
    number: u64,
}

impl Items<'_> {
    /// Takes a line; returns true if it begins an item.
    fn take(
        &mut self,
        line: &str,
        on_item: &mut impl FnMut(u64, &Value),
    ) -> Result<bool, LoadError> {
        let text = line.trim_end();
        if text == "-" || text.starts_with("- ") {
            self.finish(on_item)?;
            self.begins_at = self.line;
            self.text.push_str(line);
            return Ok(true);
        }
        match text.bytes().next() {
            // A comment ends even a multi-line text.
            Some(b'#') => {}
            Some(b' ' | b'\t') | None if !self.text.is_empty() => self.text.push_str(line),
            None => {}
            _ if self.begins_at == 0 && (text == "---" || text.starts_with('%')) => {}
            _ => {
                return Err(
                    self.fault(self.line, "a line that does not belong to an item of a list")
                );
            }
        }
        Ok(false)
    }

    /// Passes on the current item, if any.
    fn finish(&mut self, on_item: &mut impl FnMut(u64, &Value)) -> Result<(), LoadError> {
        if self.text.is_empty() {
            return Ok(());
        }
        let item = parse(&self.text)
            .map_err(|(line, reason)| self.fault(self.begins_at + line - 1, reason))?;
        self.number += 1;
        on_item(self.number, &item);
        self.text.clear();
        Ok(())
    }

    fn fault(&self, line: u64, reason: impl Into<String>) -> LoadError {
        LoadError::BadYaml { file: self.file.name.clone(), line, reason: reason.into() }
    }
}

/// A value that is not complete yet.
enum Open {
    List(Vec<Value>),
    Mapping(Map<String, Value>, Option<String>),
}

/// Parses a list of exactly one item; otherwise returns the reason, with the line counted from 1.
fn parse(text: &str) -> Result<Value, (u64, String)> {
    let mut open: Vec<Open> = Vec::new();
    let mut item = None;
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) =
            event.map_err(|error| (error.marker().line() as u64, error.info().to_owned()))?;
        let fault = |reason: &str| (span.start.line() as u64, reason.to_owned());
        let whole = match event {
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                None
            }
            Event::MappingStart(..) => {
                open.push(Open::Mapping(Map::new(), None));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(Open::close),
            Event::Scalar(text, style, ..) => Some(scalar(&text, style)),
            Event::Alias(_) => {
                return Err(fault("an alias; aliases are not expanded"));
            }
            _ => None,
        };
        if open.len() > YAML_DEPTH_MAX {
            return Err(fault("lists or mappings are nested too deeply"));
        }
        if let Some(value) = whole {
            match open.last_mut() {
                Some(outer) => outer.push(value).map_err(fault)?,
                None => item = Some(value),
            }
        }
    }
    match item {
        Some(Value::Array(items)) => match <[Value; 1]>::try_from(items) {
            Ok([item]) => Ok(item),
            Err(_) => Err((1, "not exactly one item".to_owned())),
        },
        _ => Err((1, "not an item of a list".to_owned())),
    }
}

impl Open {
    /// Adds a value, or a key if one is expected.
    fn push(&mut self, value: Value) -> Result<(), &'static str> {
        match self {
            Self::List(values) => values.push(value),
            Self::Mapping(values, key) => match (key.take(), value) {
                (Some(key), _) if values.contains_key(&key) => return Err("a key occurs twice"),
                (Some(key), value) => {
                    values.insert(key, value);
                }
                (None, Value::String(text)) => *key = Some(text),
                (None, _) => return Err("a key that is not a text"),
            },
        }
        Ok(())
    }

    fn close(self) -> Value {
        match self {
            Self::List(values) => Value::Array(values),
            Self::Mapping(values, _) => Value::Object(values),
        }
    }
}

fn scalar(text: &str, style: ScalarStyle) -> Value {
    match text {
        "" | "~" | "null" if style == ScalarStyle::Plain => Value::Null,
        text => Value::String(decoded(text).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_ingest::limits::RECORD_BYTES_MAX;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = SourceFile { path: folder.path().join("a.yaml"), name: "a.yaml".to_owned() };
        std::fs::write(&file.path, text).expect("written");
        let mut read = Vec::new();
        for_each_item(&file, |number, value| read.push(format!("{number} {value}")))
            .map_err(|error| error.to_string())?;
        Ok(read)
    }

    #[test]
    fn items_are_read_one_by_one_and_scalars_stay_as_written() {
        let text = "# members\n---\n- id:\n    a: '001'\n    b: 7\n    c:\n  terms:\n  - x: 1993-01-05\n\
                    \n  # here\n  - x: \"-\\x41 \"\n-\n  y: |\n    - no item\n- [p, {q: ~}]\n";
        let expected = [
            r#"1 {"id":{"a":"001","b":"7","c":null},"terms":[{"x":"1993-01-05"},{"x":"-A "}]}"#,
            r#"2 {"y":"- no item\n"}"#,
            r#"3 ["p",{"q":null}]"#,
        ];
        assert_eq!(read(text).expect("sound"), expected);
        assert_eq!(read(&text.replace('\n', "\r\n")).expect("sound"), expected);
    }

    #[test]
    fn the_twin_in_json_is_read_as_well() {
        assert_eq!(read("\n [{\"id\": 7}, \"-\"]").expect("sound"), ["1 {\"id\":7}", "2 \"-\""]);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, expected) in [
            ("- a: 1\n- b: 1\n  c: [\n- d: 1\n", "a.yaml: line 4: "),
            ("- a: 1\n- a: 1\n  b: 2\n  a: 3\n", "a.yaml: line 4: a key occurs twice"),
            ("- a: 1\n- ? [x]\n  : 1\n", "a.yaml: line 2: a key that is not a text"),
            ("a: 1\n", "a.yaml: line 1: a line that does not belong to an item"),
            ("- a: 1\n---\n- b: 1\n", "a.yaml: line 2: a line that does not belong to an item"),
            ("  - a: 1\n", "a.yaml: line 1: a line that does not belong to an item"),
            ("# nothing\n", "a.yaml: line 1: there is no list"),
            ("- a: 1\n- b: no", "a.yaml: line 2: the last line has no end; the file is truncated"),
            ("- a: \"\n- b\n", "a.yaml: line 1: "),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        }
    }

    #[test]
    fn aliases_and_depth_are_refused() {
        let mut laughs = "- a0: &a0 [x, x]\n".to_owned();
        for level in 1..40 {
            laughs += &format!("  a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1);
        }
        assert!(read(&laughs).expect_err("refused").contains("line 2: an alias"));
        let merged = "- a: &a {b: 1}\n  c:\n    <<: *a\n";
        assert!(read(merged).expect_err("refused").contains("line 3: an alias"));
        for deep in ["- ".repeat(100_000), format!("- {}", "[".repeat(200)), "? ".repeat(99)] {
            let error = read(&format!("- {deep}\n")).expect_err("refused");
            assert!(error.contains("too deep"), "{error}");
        }
    }

    #[test]
    fn one_item_is_bounded_and_the_document_is_not() {
        let quarter = RECORD_BYTES_MAX as usize / 4;
        let line = format!("  - {}\n", "x".repeat(quarter));
        let many = format!("-\n{line}").repeat(6);
        assert_eq!(read(&many).expect("sound").len(), 6);
        let error = read(&format!("-\n{}", line.repeat(5))).expect_err("too large");
        assert!(error.contains("one record has more than 16777216 bytes"), "{error}");
    }
}
