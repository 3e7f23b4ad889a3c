//! The query of a line (docs/api.md, "Match stream").

use std::borrow::Cow;

use super::super::queries::{NamedQuery, read_query};
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::api::http::loose::Loose;
use crate::limits::QUERY_LINE_BYTES_MAX;
use tamis_engine::model::Day;

/// The content of a line.
#[derive(Debug)]
pub(crate) struct LineQuery {
    /// The caller's `id` as JSON, if given.
    pub(crate) id: Option<String>,
    /// The query, or the reason why the line has none.
    pub(crate) query: Result<NamedQuery, ApiError>,
    /// Ignored parts of the line.
    pub(crate) ignored: Ignored,
}

/// An object of a line with the caller's `id` apart.
#[derive(Debug)]
pub(in crate::api) struct LineObject<'l> {
    /// The caller's `id` as JSON, if given.
    pub(in crate::api) id: Option<String>,
    /// Name of the line in notes: the caller's `id`, or its number.
    pub(in crate::api) name: String,
    /// The other fields.
    pub(in crate::api) fields: Vec<(Cow<'l, str>, Loose<'l>)>,
}

impl<'l> LineObject<'l> {
    /// Reads a line; `None` stands for one of more than `limit` bytes.
    pub(in crate::api) fn read(
        number: u64,
        line: Option<&'l [u8]>,
        limit: usize,
    ) -> Result<Self, ApiError> {
        let line = line.ok_or(ApiError::LongLine { limit })?;
        let mut fields = match serde_json::from_slice(line) {
            Ok(Loose::Object(fields)) => fields,
            Ok(other) => {
                let found = other.type_name();
                return Err(ApiError::BadLine(format!("is {found}; it must be an object")));
            }
            // The line number within a single line is useless.
            Err(error) => {
                let error = error.to_string().replace(" at line 1 column ", " at column ");
                return Err(ApiError::BadLine(format!("is not valid JSON: {error}")));
            }
        };
        let id = fields.iter().rposition(|(key, _)| key == "id").map(|at| fields.swap_remove(at).1);
        fields.retain(|(key, _)| key != "id");
        let name = match &id {
            Some(Loose::Text(text)) => text.to_string(),
            Some(Loose::Number(text)) => text.clone(),
            _ => number.to_string(),
        };
        Ok(Self { id: id.map(id_text).transpose()?.flatten(), name, fields })
    }
}

/// Reads a line: a match query with the caller's `id` next to it.
pub(crate) fn read(number: u64, line: Option<&[u8]>, today: Day, ignored: Ignored) -> LineQuery {
    let object = match LineObject::read(number, line, QUERY_LINE_BYTES_MAX) {
        Ok(object) => object,
        Err(fault) => {
            return LineQuery { id: None, query: Err(fault), ignored: Ignored::default() };
        }
    };
    let LineObject { id, name, fields } = object;
    let mut ignored = ignored;
    let query = read_query(&name, &Loose::Object(fields), today, &mut ignored);
    let query = match query.fault {
        Some(fault) => Err(fault),
        None => Ok(query),
    };
    LineQuery { id, query, ignored }
}

/// An `id` as JSON: a text or a whole number, unchanged.
fn id_text(id: Loose<'_>) -> Result<Option<String>, ApiError> {
    const RULE: &str = "a string or a whole number";
    match id {
        Loose::Null => Ok(None),
        Loose::Text(text) => {
            Ok(Some(serde_json::to_string(&text).expect("a text is always valid JSON")))
        }
        Loose::Number(text) if text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() => {
            Ok(Some(text))
        }
        Loose::Number(text) => Err(ApiError::bad_value("id", &text, RULE)),
        other => Err(ApiError::WrongType { parameter: "id", rule: RULE, found: other.type_name() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_engine::model::Timestamp;

    fn read(line: &str) -> LineQuery {
        let today = Day::of(Timestamp(1_791_100_800));
        super::read(7, Some(line.as_bytes()), today, Ignored::default())
    }

    #[test]
    fn a_query_stands_beside_its_id() {
        for (line, id) in [
            (
                r#"{"id": "K-1", "schema": "Person", "properties": {"name": ["Ann"]}}"#,
                Some(r#""K-1""#),
            ),
            (r#"{"name": "Ann", "id": 17}"#, Some("17")),
            (r#"{"name": "Ann", "id": 18446744073709551615}"#, Some("18446744073709551615")),
            (r#"{"id": 1, "name": "Ann", "id": 2}"#, Some("2")),
            (r#"{"name": "Ann", "id": null}"#, None),
            (r#"{"name": "Ann"}"#, None),
        ] {
            let read = read(line);
            assert_eq!(read.id.as_deref(), id, "{line}");
            let query = read.query.expect(line).query;
            assert_eq!(query.names[0].text(), "Ann", "{line}");
            assert!(read.ignored.is_empty(), "{line}: {:?}", read.ignored);
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        for (line, id, expected) in [
            (
                "{\"name\":",
                None,
                "the line is not valid JSON: EOF while parsing a value at column 8",
            ),
            ("[1]", None, "the line is an array; it must be an object"),
            ("\"Ann\"", None, "the line is a string; it must be an object"),
            (
                "{\"name\": \"\u{fffd}\", \"id\": {}}",
                None,
                "id must be a string or a whole number, not an object",
            ),
            (
                r#"{"id": 1.5, "name": "A"}"#,
                None,
                "id is \"1.5\"; it must be a string or a whole number",
            ),
            (
                r#"{"id": "x"}"#,
                Some(r#""x""#),
                "the query has neither a name nor an IMO number; give one of them",
            ),
        ] {
            let read = read(line);
            assert_eq!(read.query.expect_err(line).to_string(), expected);
            assert_eq!(read.id.as_deref(), id, "{line}");
        }
    }

    #[test]
    fn what_is_not_read_is_said_under_the_id_or_the_line() {
        for (line, expected) in [
            (r#"{"id": "K-1", "name": "Ann", "town": "Ulm"}"#, "Query \"K-1\": "),
            (r#"{"name": "Ann", "town": "Ulm"}"#, "Query \"7\": "),
        ] {
            let said = serde_json::to_value(&read(line).ignored).expect("plain JSON");
            assert!(said[0].as_str().is_some_and(|said| said.starts_with(expected)), "{said}");
        }
    }
}
