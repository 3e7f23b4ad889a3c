//! JSON Schema in the dialect of OpenAPI 3.1, as far as the document uses it.
//!
//! Objects are closed: answers are described in full, so that a test can detect any difference between
//! the document and the server.

use super::json::{Json, Object};

/// Schema of a value.
#[derive(Debug, Clone)]
pub(crate) struct Shape(Object);

impl Shape {
    fn of_type(name: &str) -> Self {
        Self(Object::new().with("type", name))
    }

    /// Any value.
    pub(crate) fn anything() -> Self {
        Self(Object::new())
    }

    /// A text.
    pub(crate) fn string() -> Self {
        Self::of_type("string")
    }

    /// A text with a format of JSON Schema.
    pub(crate) fn format(name: &str) -> Self {
        Self(Object::new().with("type", "string").with("format", name))
    }

    /// A text that matches a regular expression of ECMA-262. The caller anchors the expression.
    pub(crate) fn pattern(expression: &str) -> Self {
        Self(Object::new().with("type", "string").with("pattern", expression))
    }

    /// One of these texts.
    pub(crate) fn one_of(names: &[&str]) -> Self {
        Self(Object::new().with("type", "string").with("enum", names.to_vec()))
    }

    pub(crate) fn exactly(value: impl Into<Json>) -> Self {
        Self(Object::new().with("const", value))
    }

    /// `true` or `false`.
    pub(crate) fn boolean() -> Self {
        Self::of_type("boolean")
    }

    /// A whole number from `least` to `most`.
    pub(crate) fn integer(least: u64, most: u64) -> Self {
        Self(Self::whole_from(least).0.with("maximum", most))
    }

    /// A whole number from `least`.
    pub(crate) fn whole_from(least: u64) -> Self {
        Self(Object::new().with("type", "integer").with("minimum", least))
    }

    /// A count: a whole number from 0.
    pub(crate) fn count() -> Self {
        Self::whole_from(0)
    }

    /// A whole number, possibly negative.
    pub(crate) fn any_integer() -> Self {
        Self::of_type("integer")
    }

    /// A number from `least` to `most`.
    pub(crate) fn number(least: f64, most: f64) -> Self {
        let number = Object::new().with("type", "number");
        Self(number.with("minimum", least).with("maximum", most))
    }

    pub(crate) fn any_number() -> Self {
        Self::of_type("number")
    }

    /// `null`.
    pub(crate) fn null() -> Self {
        Self::of_type("null")
    }

    pub(crate) fn array(items: Shape) -> Self {
        Self(Object::new().with("type", "array").with("items", items))
    }

    /// An object with exactly these fields, all of them present.
    pub(crate) fn object(fields: Vec<(&str, Shape)>) -> Self {
        Self(Object::new().with("type", "object").with("additionalProperties", false)).and(fields)
    }

    /// The object of a request with these fields, all of them present. The server passes over others, as
    /// JSON Schema does where it is not told; generated types take none, so that a misspelt field does
    /// not compile.
    pub(crate) fn of_request(fields: Vec<(&str, Shape)>) -> Self {
        Self::of_type("object").and(fields)
    }

    /// An object with any keys and values of one kind.
    pub(crate) fn map(values: Shape) -> Self {
        Self(Object::new().with("type", "object").with("additionalProperties", values))
    }

    pub(crate) fn component(name: &str) -> Self {
        Self(Object::new().with("$ref", format!("#/components/schemas/{name}")))
    }

    /// A value that satisfies at least one of these rules.
    pub(crate) fn any_of(rules: Vec<Shape>) -> Self {
        Self(Object::new().with("anyOf", rules))
    }

    /// The object with further fields, all of them present.
    #[must_use]
    pub(crate) fn and(mut self, fields: Vec<(&str, Shape)>) -> Self {
        let mut required = match self.0.get("required") {
            Some(Json::Array(names)) => names.clone(),
            _ => Vec::new(),
        };
        for (name, rule) in fields {
            self.0.object_at("properties").set(name, rule);
            required.push(name.into());
        }
        self.0.set("required", required);
        self
    }

    /// The object with further fields that may be absent.
    #[must_use]
    pub(crate) fn and_perhaps(mut self, fields: Vec<(&str, Shape)>) -> Self {
        for (name, rule) in fields {
            self.0.object_at("properties").set(name, rule);
        }
        self
    }

    /// The object, open to fields that are not listed.
    #[must_use]
    pub(crate) fn open(self) -> Self {
        self.with("additionalProperties", true)
    }

    /// The rule, or `null`.
    #[must_use]
    pub(crate) fn or_null(self) -> Self {
        Self::any_of(vec![self, Self::null()])
    }

    /// The rule with a description.
    #[must_use]
    pub(crate) fn says(self, description: &str) -> Self {
        self.with("description", description)
    }

    /// The rule with a default value.
    #[must_use]
    pub(crate) fn default(self, value: impl Into<Json>) -> Self {
        self.with("default", value)
    }

    /// The rule with one more keyword of JSON Shape.
    #[must_use]
    pub(crate) fn with(self, keyword: &str, value: impl Into<Json>) -> Self {
        Self(self.0.with(keyword, value))
    }
}

impl From<Shape> for Json {
    fn from(schema: Shape) -> Self {
        Self::Object(schema.0)
    }
}
