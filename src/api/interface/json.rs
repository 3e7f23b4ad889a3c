//! JSON whose objects keep their order, so that the OpenAPI document has its fields in the order of the
//! API description rather than sorted.

use serde::Serialize;
use serde::ser::Serializer;
use serde_json::Value;

/// Any JSON value.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Json {
    /// A scalar value.
    Plain(Value),
    Array(Vec<Json>),
    Object(Object),
}

/// An object; its keys are in the order of insertion.
#[derive(Debug, Clone, Default)]
pub(crate) struct Object(Vec<(String, Json)>);

impl Object {
    /// An object without keys.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The object with one more key, or with a new value for an existing key.
    #[must_use]
    pub(crate) fn with(mut self, key: &str, value: impl Into<Json>) -> Self {
        self.set(key, value);
        self
    }

    /// The object followed by all keys of another one.
    #[must_use]
    pub(crate) fn joined(mut self, other: Self) -> Self {
        other.0.into_iter().for_each(|(key, value)| self.set(&key, value));
        self
    }

    /// Adds a key, or replaces its value at the same position.
    pub(crate) fn set(&mut self, key: &str, value: impl Into<Json>) {
        let value = value.into();
        match self.get_mut(key) {
            Some(place) => *place = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }

    /// Sorts the keys.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by(|(a, _), (b, _)| a.cmp(b));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Json> {
        self.0.iter().find(|(own, _)| own == key).map(|(_, value)| value)
    }

    fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        self.0.iter_mut().find(|(own, _)| own == key).map(|(_, value)| value)
    }

    /// The object under a key, created if there is none.
    pub(crate) fn object_at(&mut self, key: &str) -> &mut Object {
        if !matches!(self.get(key), Some(Json::Object(_))) {
            self.set(key, Object::new());
        }
        match self.get_mut(key) {
            Some(Json::Object(object)) => object,
            _ => unreachable!("the key was just given an object"),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

/// Conversions that `serde_json` provides.
macro_rules! plain {
    ($($type:ty),+) => {
        $(impl From<$type> for Json {
            fn from(value: $type) -> Self {
                Self::Plain(value.into())
            }
        })+
    };
}

plain!(Value, &str, String, bool, u64, i64, u16, f64);

#[cfg(test)]
mod tests {
    use super::{Json, Object};

    #[test]
    fn keys_keep_their_order_and_stand_once() {
        let object = Object::new().with("b", 1u64).with("a", vec!["x"]).with("b", true);
        let text = serde_json::to_string(&Json::from(object)).expect("plain JSON");
        assert_eq!(text, r#"{"b":true,"a":["x"]}"#);
    }

    #[test]
    fn an_inner_object_is_made_once() {
        let mut object = Object::new();
        object.object_at("in").set("x", 1u64);
        object.object_at("in").set("y", 2u64);
        let text = serde_json::to_string(&object).expect("plain JSON");
        assert_eq!(text, r#"{"in":{"x":1,"y":2}}"#);
    }
}
