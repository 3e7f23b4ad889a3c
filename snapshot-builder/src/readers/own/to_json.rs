//! Writes a record as a line of `records.jsonl`.

use serde_json::{Map, Value};
use tamis_engine::model::Record;

use super::fields::OwnField;

/// Writes the record as a line of `records.jsonl`, without empty fields. Countries of identifiers
/// follow in parentheses.
#[must_use]
pub fn record_to_json(record: &Record) -> Value {
    let mut object = Map::new();
    for field in OwnField::all() {
        let texts = field.values(record).into_iter().map(|value| value.to_string());
        let value = if field.is_plural() {
            Some(texts.collect::<Vec<_>>()).filter(|texts| !texts.is_empty()).map(Value::from)
        } else {
            texts.map(Value::from).next()
        };
        object.extend(value.map(|value| (field.name().to_owned(), value)));
    }
    Value::Object(object)
}
