//! Parses a line of the list as an entity.

use serde_json::{Map, Value};

use crate::readers::common::facts::joined;
use crate::readers::common::json::{as_text, text, texts};
use crate::readers::common::wording::capitalized;
use tamis_ingest::json::object_of_line;

/// An entity with unprocessed properties.
#[derive(Debug)]
pub(super) struct Entity {
    pub(super) id: String,
    pub(super) schema: String,
    /// The publisher's caption, usually one of its names.
    pub(super) caption: Option<String>,
    /// Data sets that contain the entity.
    pub(super) datasets: Vec<String>,
    /// True if the entity itself is listed; plain follow-the-money does not state it.
    pub(super) target: Option<bool>,
    properties: Map<String, Value>,
}

/// Reason for rejecting a line, and its id if it could be read.
pub(super) type Refusal = (String, Option<String>);

impl Entity {
    /// Reads a line.
    pub(super) fn parse(line: &[u8]) -> Result<Self, Refusal> {
        let mut object = object_of_line(line).map_err(|reason| (reason, None))?;
        let properties = object.remove("properties");
        let object = Value::Object(object);
        let id = text(&object, "id").ok_or_else(|| ("id is missing".to_owned(), None))?;
        let refuse = |reason: String| (reason, Some(id.clone()));
        let schema =
            text(&object, "schema").ok_or_else(|| refuse("schema is missing".to_owned()))?;
        let properties = match properties {
            Some(Value::Object(properties)) => properties,
            None | Some(Value::Null) => Map::new(),
            Some(_) => return Err(refuse("properties is not an object".to_owned())),
        };
        check(&properties).map_err(&refuse)?;
        let caption = text(&object, "caption");
        let datasets = texts(&object, "datasets");
        let target = object.get("target").and_then(Value::as_bool);
        Ok(Self { id, schema, caption, datasets, target, properties })
    }

    /// The values of a property, each once.
    ///
    /// They are sorted: in follow-the-money they are a set, and a publisher's exports write the
    /// same set in another order every time. Sorted, a record changes only with its content.
    pub(super) fn values(&self, property: &str) -> Vec<String> {
        let mut values = self.published(property);
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The values of several properties, one property after the other.
    pub(super) fn values_of(&self, properties: &[&str]) -> Vec<String> {
        properties.iter().flat_map(|property| self.values(property)).collect()
    }

    /// The values of a property in published order.
    pub(super) fn published(&self, property: &str) -> Vec<String> {
        match self.properties.get(property) {
            Some(Value::Array(values)) => values.iter().filter_map(as_text).collect(),
            Some(value) => as_text(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// Names of the properties, sorted.
    pub(super) fn properties(&self) -> impl Iterator<Item = &str> {
        self.properties.keys().map(String::as_str)
    }
}

/// Checks that all values are texts. In the nested form of the format, properties hold entities.
fn check(properties: &Map<String, Value>) -> Result<(), String> {
    for (name, value) in properties {
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let is_text = |value: &&Value| value.is_string() || value.is_number() || value.is_null();
        let found = match values.iter().find(|value| !is_text(value)) {
            None => continue,
            Some(Value::Object(_)) => "an entity, as in the nested form".to_owned(),
            Some(Value::Array(_)) => "a list in a list".to_owned(),
            Some(other) => other.to_string(),
        };
        return Err(format!("properties.{name} holds {found}; expected a list of texts"));
    }
    Ok(())
}

/// Name of a property in words: `deathDate` is "Death date", `programUrl` "Program URL".
pub(super) fn label(property: &str) -> String {
    let mut words = vec![String::new()];
    for letter in property.chars() {
        if letter.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    for word in words.iter_mut().filter(|word| ["id", "url"].contains(&word.as_str())) {
        word.make_ascii_uppercase();
    }
    capitalized(&joined(words.iter().map(String::as_str), " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_labelled_in_words() {
        for (property, expected) in [
            ("deathDate", "Death date"),
            ("programUrl", "Program URL"),
            ("programId", "Program ID"),
            ("NPI", "N p i"),
            ("été", "Été"),
            ("", ""),
        ] {
            assert_eq!(label(property), expected, "{property}");
        }
    }

    #[test]
    fn lines_that_are_no_entities_are_refused_with_their_id() {
        for (line, reason, id) in [
            ("[]", "not a JSON object: invalid type: sequence, expected a map at column 0", None),
            ("{\"id\": ", "not a JSON object: EOF while parsing a value at column 7", None),
            ("{}", "id is missing", None),
            ("{\"id\": \" \"}", "id is missing", None),
            ("{\"id\": \"1\"}", "schema is missing", Some("1")),
            (
                "{\"id\": 1, \"schema\": \"Person\", \"properties\": []}",
                "properties is not an object",
                Some("1"),
            ),
            (
                "{\"id\": \"1\", \"schema\": \"Person\", \"properties\": {\"name\": [true]}}",
                "properties.name holds true; expected a list of texts",
                Some("1"),
            ),
            (
                "{\"id\": \"1\", \"schema\": \"Person\", \"properties\": {\"sanctions\": [{\"id\": \"2\"}]}}",
                "properties.sanctions holds an entity, as in the nested form; expected a list of texts",
                Some("1"),
            ),
        ] {
            let (found, found_id) = Entity::parse(line.as_bytes()).expect_err(reason);
            assert_eq!((found.as_str(), found_id.as_deref()), (reason, id));
        }
    }

    #[test]
    fn values_are_a_set() {
        let line = r#"{"id": "1", "schema": "X", "properties": {"a": ["c", " b ", 2, "c", ""], "d": "e", "f": null}}"#;
        let entity = Entity::parse(line.as_bytes()).expect("an entity");
        assert_eq!(entity.values("a"), ["2", "b", "c"]);
        assert_eq!(entity.published("a"), ["c", "b", "2", "c"]);
        assert_eq!(entity.values_of(&["d", "f", "g", "a"]), ["e", "2", "b", "c"]);
    }
}
