//! Reads texts from JSON objects.

use serde_json::Value;

use super::facts::filled;

/// Text of an object, without superfluous blanks; `None` if it is missing, empty or no text. Numbers
/// are returned as written.
pub(in crate::readers) fn text(object: &Value, key: &str) -> Option<String> {
    as_text(object.get(key)?)
}

/// A single text or number; see [`text`].
pub(in crate::readers) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => filled(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Texts of a value that is one text or a list of texts.
pub(in crate::readers) fn texts(object: &Value, key: &str) -> Vec<String> {
    match object.get(key) {
        Some(Value::Array(values)) => values.iter().filter_map(as_text).collect(),
        Some(value) => as_text(value).into_iter().collect(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
