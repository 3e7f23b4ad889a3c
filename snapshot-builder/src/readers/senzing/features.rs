//! Parses a line in any form of the specification into features.

use serde_json::{Map, Value};

use super::attributes::{Attribute, Feature, find};
use crate::readers::common::facts::filled;
use crate::readers::common::json::as_text;

/// A parsed line: its keys, its features in order, and the payload.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// Value of `DATA_SOURCE`; may be empty.
    pub(super) data_source: String,
    /// Value of `RECORD_ID`; may be empty.
    pub(super) record_id: String,
    pub(super) features: Vec<Group>,
    /// Payload: names and values outside the specification.
    pub(super) payload: Vec<(String, String)>,
}

/// The attributes of one feature.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) feature: Feature,
    /// Number of the feature, see [`Attribute`].
    number: usize,
    /// Usage type before the attributes' names; empty if there is none.
    usage: String,
    values: Vec<(&'static str, String)>,
}

impl Parsed {
    /// The features of this kind.
    pub(super) fn of(&self, feature: Feature) -> impl Iterator<Item = &Group> {
        self.features.iter().filter(move |group| group.feature == feature)
    }

    /// Values of the payload under these names.
    pub(super) fn payload_texts<'p>(&'p self, names: &'p [&str]) -> impl Iterator<Item = &'p str> {
        let named = |name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        self.payload.iter().filter(move |(name, _)| named(name)).map(|(_, value)| value.as_str())
    }
}

impl Group {
    /// The value of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// All attributes and values, in the order of their names.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Usage type: the attribute of this name, or the prefix of the attributes' names.
    pub(super) fn usage(&self, attribute: &str) -> &str {
        self.get(attribute).unwrap_or(&self.usage)
    }
}

/// Reads a line.
pub(super) fn parse(object: Map<String, Value>) -> Parsed {
    let mut parsed = Parsed::default();
    // Flat attributes with the same number describe one feature.
    let mut beside = Vec::new();
    for (name, value) in object {
        match (name.to_ascii_uppercase().as_str(), value) {
            ("DATA_SOURCE", value) => parsed.data_source = as_text(&value).unwrap_or_default(),
            ("RECORD_ID", value) => parsed.record_id = as_text(&value).unwrap_or_default(),
            (_, Value::Array(values)) => {
                for value in values {
                    if let Value::Object(object) = value {
                        parsed.add_object(object);
                    } else {
                        parsed.add_to_own(&name, &value);
                    }
                }
            }
            (_, Value::Object(object)) => parsed.add_object(object),
            (_, value) => parsed.add(&name, &value, &mut beside),
        }
    }
    parsed.features.extend(beside);
    // Nationality comes before citizenship and the like, in any form of the line.
    parsed.features.sort_by_key(|group| group.number);
    parsed
}

impl Parsed {
    /// Adds the attributes of an object; those with the same number describe one feature.
    fn add_object(&mut self, object: Map<String, Value>) {
        let mut groups = Vec::new();
        for (name, value) in object {
            self.add(&name, &value, &mut groups);
        }
        self.features.extend(groups);
    }

    /// Adds one value of a list of texts as a feature of its own.
    fn add_to_own(&mut self, name: &str, value: &Value) {
        let mut groups = Vec::new();
        self.add(name, value, &mut groups);
        self.features.extend(groups);
    }

    fn add(&mut self, name: &str, value: &Value, groups: &mut Vec<Group>) {
        let Some(text) = text_of(value) else { return };
        let Some((Attribute { name, feature, number }, usage)) = find(name) else {
            self.payload.push((name.to_owned(), text));
            return;
        };
        let same = |group: &&mut Group| group.number == number && group.usage == usage;
        match groups.iter_mut().find(same) {
            Some(group) => group.values.push((name, text)),
            None => {
                let (usage, values) = (usage.to_owned(), vec![(name, text)]);
                groups.push(Group { feature, number, usage, values });
            }
        }
    }
}

/// A value as a text; deeper structures than the specification's are kept as written.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => filled(&value.to_string()),
        Value::String(_) | Value::Number(_) => as_text(value),
    }
}
