//! One JSON document that holds an array of records, read element by element.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::facts::filled;
use crate::error::LoadError;
use crate::sources::{Allowance, ControlCharacters, SourceFile};

/// Calls `on_element` with each element of the array at `path` and its number, counted from 1;
/// an empty path is the document itself. What stands beside the array is passed over.
///
/// # Errors
/// The file is damaged, is not JSON or has no array there, or an element is larger than
/// [`crate::limits::RECORD_BYTES_MAX`].
pub(in crate::readers) fn for_each_element(
    file: &SourceFile,
    path: &[&str],
    mut on_element: impl FnMut(u64, &Value),
) -> Result<(), LoadError> {
    let input = file.open(ControlCharacters::Allowed)?;
    let allowance = input.get_ref().allowance();
    let mut parser = serde_json::Deserializer::from_reader(input);
    let mut found = 0;
    let seed = Walk { path, allowance: &allowance, found: &mut found, on_element: &mut on_element };
    let read = seed.deserialize(&mut parser).and_then(|()| parser.end());
    read.map_err(|error| fault(file, error))?;
    if found == 0 {
        let reason = format!("there is no array {:?} in the document", path.join("."));
        return Err(LoadError::BadJson { file: file.name.clone(), line: 1, column: 1, reason });
    }
    Ok(())
}

/// A line of a file of JSON lines as an object, or why it is none.
pub(in crate::readers) fn object_of_line(line: &[u8]) -> Result<Map<String, Value>, String> {
    serde_json::from_slice(line).map_err(|error| {
        // The parser counts lines within this one; only its column says something.
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        format!("not a JSON object: {what} at column {}", error.column())
    })
}

/// A text of an object, without superfluous blanks; `None` where it is missing, empty or no text.
/// Numbers are given as they are written.
pub(in crate::readers) fn text(object: &Value, key: &str) -> Option<String> {
    as_text(object.get(key)?)
}

/// A text or number by itself; see [`text`].
pub(in crate::readers) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => filled(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The texts of a value that is one text or a list of texts.
pub(in crate::readers) fn texts(object: &Value, key: &str) -> Vec<String> {
    match object.get(key) {
        Some(Value::Array(values)) => values.iter().filter_map(as_text).collect(),
        Some(value) => as_text(value).into_iter().collect(),
        None => Vec::new(),
    }
}

fn fault(file: &SourceFile, error: serde_json::Error) -> LoadError {
    if error.is_io() {
        return LoadError::from_io(&file.name, error.into());
    }
    let (line, column) = (error.line() as u64, error.column() as u64);
    let what = error.to_string();
    let reason = what.split(" at line ").next().unwrap_or_default().to_owned();
    LoadError::BadJson { file: file.name.clone(), line, column, reason }
}

/// Goes down to the array and through it.
struct Walk<'w, F> {
    path: &'w [&'w str],
    allowance: &'w Allowance,
    found: &'w mut u64,
    on_element: &'w mut F,
}

impl<'de, F: FnMut(u64, &Value)> DeserializeSeed<'de> for Walk<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.path.is_empty() {
            deserializer.deserialize_seq(self)
        } else {
            deserializer.deserialize_map(self)
        }
    }
}

impl<'de, F: FnMut(u64, &Value)> Visitor<'de> for Walk<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.first() {
            Some(key) => write!(f, "an object with {key:?}"),
            None => f.write_str("an array of records"),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { path, allowance, found, on_element } = self;
        while let Some(key) = map.next_key::<String>()? {
            allowance.renew();
            match path.split_first() {
                Some((first, path)) if *first == key => {
                    let (found, on_element) = (&mut *found, &mut *on_element);
                    map.next_value_seed(Walk { path, allowance, found, on_element })?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        // An empty array is found, too.
        *self.found += 1;
        let mut number = 0;
        self.allowance.renew();
        while let Some(element) = seq.next_element::<Value>()? {
            self.allowance.renew();
            number += 1;
            (self.on_element)(number, &element);
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

    #[test]
    fn texts_are_read_from_texts_numbers_and_lists() {
        let object = serde_json::json!({"a": " x  y ", "b": 7, "c": ["p", "", 2], "d": null});
        assert_eq!(text(&object, "a").as_deref(), Some("x y"));
        assert_eq!(text(&object, "b").as_deref(), Some("7"));
        assert_eq!(
            (text(&object, "c"), text(&object, "d"), text(&object, "e")),
            (None, None, None)
        );
        assert_eq!(texts(&object, "c"), ["p", "2"]);
        assert_eq!(texts(&object, "a"), ["x y"]);
    }
}
