//! A parameter of a request in the OpenAPI document.

use super::json::{Json, Object};
use super::shape::Shape;

/// A parameter of a request.
#[derive(Debug, Clone)]
pub(crate) struct ShownParameter {
    pub(crate) name: &'static str,
    parts: Object,
    examples: Object,
}

impl ShownParameter {
    /// A path parameter, always required.
    pub(crate) fn path(name: &'static str, says: &str, rule: Shape) -> Self {
        Self::new("path", name, says, rule).required()
    }

    /// A query parameter. An empty value, which a form sends for an empty field, counts as not
    /// given.
    pub(crate) fn query(name: &'static str, says: &str, rule: Shape) -> Self {
        let mut parameter = Self::new("query", name, says, rule);
        parameter.parts.set("allowEmptyValue", true);
        parameter
    }

    /// A required query parameter, which rejects an empty value like a missing one.
    pub(crate) fn needed(name: &'static str, says: &str, rule: Shape) -> Self {
        Self::new("query", name, says, rule).required()
    }

    /// A query parameter of several values: repeated, or separated by commas.
    pub(crate) fn list(name: &'static str, says: &str, items: Shape) -> Self {
        let mut parameter = Self::new("query", name, says, Shape::array(items));
        parameter.parts.set("style", "form");
        parameter.parts.set("explode", true);
        parameter
    }

    /// A request header.
    pub(crate) fn header(name: &'static str, says: &str, rule: Shape) -> Self {
        Self::new("header", name, says, rule)
    }

    /// A query parameter whose value is a JSON text.
    pub(crate) fn json(name: &'static str, says: &str, rule: Shape) -> Self {
        let content = Object::new().with("application/json", Object::new().with("schema", rule));
        let parts = Object::new().with("name", name).with("in", "query");
        let parts = parts.with("description", says).with("content", content);
        Self { name, parts, examples: Object::new() }
    }

    fn new(place: &str, name: &'static str, says: &str, rule: Shape) -> Self {
        let parts = Object::new().with("name", name).with("in", place).with("description", says);
        Self { name, parts: parts.with("schema", rule), examples: Object::new() }
    }

    /// True for a query parameter.
    pub(crate) fn is_of_query(&self) -> bool {
        matches!(self.parts.get("in"), Some(Json::Plain(place)) if place == "query")
    }

    /// The parameter, marked as required.
    #[must_use]
    pub(crate) fn required(mut self) -> Self {
        self.parts.set("required", true);
        self
    }

    /// Adds this value to the named example.
    pub(crate) fn set_example(&mut self, example: &str, value: &str) {
        let value = self.typed(value);
        self.examples.set(example, Object::new().with("value", value));
    }

    /// A value in an example: a number if the rule takes numbers, an array if it takes several values.
    fn typed(&self, value: &str) -> Json {
        let kind = match self.parts.get("schema") {
            Some(Json::Object(rule)) => rule.get("type"),
            _ => None,
        };
        let is = |name: &str| matches!(kind, Some(Json::Plain(own)) if own == name);
        let number = || serde_json::from_str(value).map(Json::Plain).unwrap_or(value.into());
        match () {
            () if is("array") => value.split(',').collect::<Vec<_>>().into(),
            () if is("string") => value.into(),
            () => number(),
        }
    }

    pub(crate) fn finish(self) -> Json {
        let Self { mut parts, examples, .. } = self;
        if examples.is_empty() {
            return parts.into();
        }
        let holder = match parts.get("content").is_some() {
            true => parts.object_at("content").object_at("application/json"),
            false => &mut parts,
        };
        holder.set("examples", examples);
        parts.into()
    }
}
