//! Validator of a value against a schema of the interface document, for the part of JSON Schema that
//! the document uses. An unknown keyword fails, so that no rule is skipped unnoticed.
//!
//! The jsonschema crate would do it, and adds 30 crates to the build of the tests, a minute of
//! processor time (November 2026). schemathesis also checks the document against the real answers.

use regex::Regex;
use serde_json::{Map, Value};

/// Returns the faults of a value, each with its place.
pub fn faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut checker = Checker { document, faults: Vec::new() };
    checker.check(schema, value, "");
    checker.faults
}

struct Checker<'d> {
    document: &'d Value,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Value, value: &Value, place: &str) {
        let rules = match schema {
            Value::Bool(true) => return,
            Value::Bool(false) => return self.fault(place, "nothing is allowed here"),
            Value::Object(rules) => rules,
            other => panic!("no schema: {other}"),
        };
        for (keyword, rule) in rules {
            if let Err(fault) = self.keyword(keyword, rule, rules, value, place) {
                self.fault(place, &fault);
            }
        }
    }

    fn fault(&mut self, place: &str, fault: &str) {
        self.faults.push(format!("{place}: {fault}"));
    }

    fn holds(&self, schema: &Value, value: &Value) -> bool {
        faults(self.document, schema, value).is_empty()
    }

    fn keyword(
        &mut self,
        keyword: &str,
        rule: &Value,
        rules: &Map<String, Value>,
        value: &Value,
        place: &str,
    ) -> Result<(), String> {
        let need = |holds: bool| match holds {
            true => Ok(()),
            false => Err(format!("{value} is not {keyword} {rule}")),
        };
        match keyword {
            "description" | "default" | "examples" | "contentMediaType" => Ok(()),
            "$ref" => {
                let pointer = text(rule).strip_prefix('#').expect("a reference inside");
                let document = self.document;
                self.check(document.pointer(pointer).expect("a component"), value, place);
                Ok(())
            }
            "type" => need(is_of_type(value, text(rule))),
            "const" => need(value == rule),
            "enum" => need(rule.as_array().is_some_and(|accepted| accepted.contains(value))),
            "not" => need(!self.holds(rule, value)),
            "anyOf" => {
                let forms = rule.as_array().expect("schemas");
                if forms.iter().any(|form| self.holds(form, value)) {
                    return Ok(());
                }
                let why = forms.iter().flat_map(|form| faults(self.document, form, value));
                Err(format!("is none of anyOf: {:#?}", why.collect::<Vec<_>>()))
            }
            "minimum" => need(value.as_f64().is_none_or(|n| Some(n) >= rule.as_f64())),
            "maximum" => need(value.as_f64().is_none_or(|n| Some(n) <= rule.as_f64())),
            "minLength" => need(length(value).is_none_or(|n| Some(n) >= rule.as_u64())),
            "maxLength" => need(length(value).is_none_or(|n| Some(n) <= rule.as_u64())),
            "minItems" => need(items(value).is_none_or(|n| Some(n) >= rule.as_u64())),
            "maxItems" => need(items(value).is_none_or(|n| Some(n) <= rule.as_u64())),
            "pattern" => {
                let pattern = Regex::new(text(rule)).expect("a regular expression");
                need(value.as_str().is_none_or(|value| pattern.is_match(value)))
            }
            "format" => need(value.as_str().is_none_or(|value| has_format(value, text(rule)))),
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, item, &format!("{place}/{at}"));
                }
                Ok(())
            }
            "required" => {
                let names = rule.as_array().expect("names").iter().map(text);
                let missing = |name: &&str| value.is_object() && value.get(*name).is_none();
                match names.filter(missing).collect::<Vec<_>>() {
                    missing if missing.is_empty() => Ok(()),
                    missing => Err(format!("{missing:?} missing")),
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().expect("schemas") {
                    if let Some(value) = value.get(name) {
                        self.check(rule, value, &format!("{place}/{name}"));
                    }
                }
                Ok(())
            }
            "additionalProperties" => {
                let named = rules.get("properties").and_then(Value::as_object);
                for (name, value) in value.as_object().into_iter().flatten() {
                    if !named.is_some_and(|named| named.contains_key(name)) {
                        self.check(rule, value, &format!("{place}/{name}"));
                    }
                }
                Ok(())
            }
            other => panic!("{place}: keyword {other} is not known to the checker"),
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn length(value: &Value) -> Option<u64> {
    value.as_str().map(|text| text.chars().count() as u64)
}

fn items(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    }
}

fn has_format(text: &str, format: &str) -> bool {
    let is = |pattern: &str| Regex::new(pattern).expect("a regular expression").is_match(text);
    match format {
        "date" => is("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        "date-time" => {
            is("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$")
        }
        "binary" => true,
        "uuid" => uuid::Uuid::try_parse(text).is_ok(),
        "uri-reference" => !text.contains([' ', '"', '<', '>', '\\']),
        other => panic!("there is no format {other}"),
    }
}
