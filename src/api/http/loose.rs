//! JSON as the caller sent it: keys in order, texts borrowed from the body, types not yet checked. One
//! query with a wrong value can so be refused alone.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Any JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Loose<'b> {
    Null,
    Boolean,
    /// A number, as text: `1962` even if it was sent as `1962.0`.
    Number(String),
    Text(Cow<'b, str>),
    List(Vec<Loose<'b>>),
    /// An object; repeated keys are kept.
    Object(Vec<(Cow<'b, str>, Loose<'b>)>),
}

/// The fields of an object in order.
pub(crate) type Fields<'b> = [(Cow<'b, str>, Loose<'b>)];

/// The value of a field; the last one if the key is repeated.
pub(crate) fn field<'f, 'b>(fields: &'f Fields<'b>, name: &str) -> Option<&'f Loose<'b>> {
    fields.iter().rfind(|(key, _)| key == name).map(|(_, value)| value)
}

impl Loose<'_> {
    /// Name of the type for error messages.
    #[must_use]
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

impl<'de: 'b, 'b> Deserialize<'de> for Loose<'b> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LooseVisitor)
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Loose::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Loose::Boolean)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Loose::Number(number.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Loose::Number(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Loose::Number(number.to_string()))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Loose::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Loose::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Loose::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut object = Vec::new();
        while let Some((key, value)) = entries.next_entry::<Loose<'de>, Loose<'de>>()? {
            let Loose::Text(key) = key else {
                return Err(A::Error::custom("an object key must be a string"));
            };
            object.push((key, value));
        }
        Ok(Loose::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::Loose;

    #[test]
    fn order_and_types_are_kept_and_plain_texts_are_borrowed() {
        let body = r#"{"b": ["x", "\u00e9", null, 1, -1, 0.5, true], "a": {}}"#;
        let value: Loose<'_> = serde_json::from_str(body).expect("JSON");
        let Loose::Object(entries) = value else { panic!("an object") };
        assert_eq!(entries.iter().map(|(key, _)| key.as_ref()).collect::<Vec<_>>(), ["b", "a"]);
        let Loose::List(items) = &entries[0].1 else { panic!("a list") };
        let types: Vec<_> = items.iter().map(Loose::type_name).collect();
        let number = "a number";
        assert_eq!(types, ["a string", "a string", "null", number, number, number, "a boolean"]);
        assert!(matches!(&items[0], Loose::Text(std::borrow::Cow::Borrowed("x"))));
    }

    #[test]
    fn broken_and_too_deep_texts_are_errors() {
        for body in ["", "{", "{\"a\":1,}", "[1 2]", "{1:2}", &"[".repeat(100_000)] {
            assert!(serde_json::from_str::<Loose<'_>>(body).is_err());
        }
    }
}
