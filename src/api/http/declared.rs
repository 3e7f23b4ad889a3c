//! Query parameters, each declared once with its name, purpose, rule and default. Parsing, error
//! messages and the OpenAPI document are derived from the declaration.

use std::str::FromStr;

use serde_json::Value;

use super::error::ApiError;
use super::parameters::Parameters;
use crate::api::interface::{Shape, ShownParameter, rules};
use tamis_engine::model::CountryCode;

/// The rule for the values of a parameter.
pub(crate) trait Rule {
    /// Type of a parsed value.
    type Value: Clone;

    /// Parses a given value.
    ///
    /// # Errors
    /// For a text outside the rule; the error names `parameter`, the text and the rule.
    fn read(&self, parameter: &'static str, text: &str) -> Result<Self::Value, ApiError>;

    /// The rule as a schema of the OpenAPI document.
    fn schema(&self) -> Shape;
}

/// A rule whose values can be shown as a default.
pub(crate) trait Shown: Rule {
    /// The value as JSON.
    fn shown(&self, value: &Self::Value) -> Value;
}

/// A parameter that takes one value.
pub(crate) struct Parameter<R> {
    pub(crate) name: &'static str,
    says: &'static str,
    rule: R,
}

/// A parameter with a default value.
pub(crate) struct Defaulted<R: Rule> {
    parameter: Parameter<R>,
    default: R::Value,
}

/// A parameter with several texts: repeated, or separated by commas.
pub(crate) struct Several {
    pub(crate) name: &'static str,
    pub(crate) says: &'static str,
    /// Schema of each item.
    pub(crate) items: fn() -> Shape,
}

impl<R: Rule> Parameter<R> {
    /// An optional parameter.
    pub(crate) const fn new(name: &'static str, says: &'static str, rule: R) -> Self {
        Self { name, says, rule }
    }

    /// The parameter with a default value.
    pub(crate) const fn or(self, default: R::Value) -> Defaulted<R> {
        Defaulted { parameter: self, default }
    }

    /// The value, if one is given.
    ///
    /// # Errors
    /// For a value outside the rule, and for several different values.
    pub(crate) fn given(&self, parameters: &Parameters) -> Result<Option<R::Value>, ApiError> {
        parameters.one(self.name)?.map(|text| self.read(text)).transpose()
    }

    /// The value of a text, wherever it is given.
    ///
    /// # Errors
    /// For a text outside the rule.
    pub(crate) fn read(&self, text: &str) -> Result<R::Value, ApiError> {
        self.rule.read(self.name, text)
    }

    /// The value of a required parameter; `rule` describes the allowed values.
    ///
    /// # Errors
    /// Those of [`Self::given`], and a missing value.
    pub(crate) fn needed(
        &self,
        parameters: &Parameters,
        rule: &'static str,
    ) -> Result<R::Value, ApiError> {
        self.given(parameters)?.ok_or(ApiError::Missing { parameter: self.name, rule })
    }

    /// The parameter in the OpenAPI document.
    pub(crate) fn shown(&self) -> ShownParameter {
        ShownParameter::query(self.name, self.says, self.rule.schema())
    }

    /// The parameter in the OpenAPI document, marked as required.
    pub(crate) fn shown_needed(&self) -> ShownParameter {
        ShownParameter::needed(self.name, self.says, self.rule.schema())
    }
}

impl<R: Shown> Defaulted<R> {
    pub(crate) const fn name(&self) -> &'static str {
        self.parameter.name
    }

    /// The value, if one is given.
    ///
    /// # Errors
    /// See [`Parameter::given`].
    pub(crate) fn given(&self, parameters: &Parameters) -> Result<Option<R::Value>, ApiError> {
        self.parameter.given(parameters)
    }

    /// The given value, or the default.
    ///
    /// # Errors
    /// See [`Parameter::given`].
    pub(crate) fn read(&self, parameters: &Parameters) -> Result<R::Value, ApiError> {
        Ok(self.given(parameters)?.unwrap_or_else(|| self.default.clone()))
    }

    /// The parameter in the OpenAPI document.
    pub(crate) fn shown(&self) -> ShownParameter {
        let Parameter { name, says, rule } = &self.parameter;
        let schema = rule.schema().default(rule.shown(&self.default));
        ShownParameter::query(name, says, schema)
    }
}

impl Several {
    /// The given values; an empty form field gives none.
    ///
    /// # Errors
    /// For commas and blanks without a value.
    pub(crate) fn read<'p>(&self, parameters: &'p Parameters) -> Result<Vec<&'p str>, ApiError> {
        let values: Vec<&str> = parameters.list(self.name).collect();
        match parameters.all(self.name).next() {
            Some(text) if values.is_empty() => {
                Err(ApiError::bad_value(self.name, text, "a list with at least one value"))
            }
            _ => Ok(values),
        }
    }

    /// The parameter in the OpenAPI document.
    pub(crate) fn shown(&self) -> ShownParameter {
        ShownParameter::list(self.name, self.says, (self.items)())
    }
}

/// A whole number.
pub(crate) struct Whole {
    least: usize,
    most: Option<usize>,
}

impl Whole {
    /// A whole number from `least`.
    pub(crate) const fn from(least: usize) -> Self {
        Self { least, most: None }
    }

    /// A whole number from `least` to `most`.
    pub(crate) const fn between(least: usize, most: usize) -> Self {
        Self { least, most: Some(most) }
    }
}

impl Rule for Whole {
    type Value = usize;

    fn read(&self, parameter: &'static str, text: &str) -> Result<usize, ApiError> {
        let Self { least, most } = *self;
        let number = text.parse().ok();
        let number = number.filter(|n| *n >= least && most.is_none_or(|most| *n <= most));
        number.ok_or_else(|| {
            let to = most.map(|most| format!(" to {most}")).unwrap_or_default();
            ApiError::bad_value(parameter, text, format!("a whole number from {least}{to}"))
        })
    }

    fn schema(&self) -> Shape {
        Shape::integer(self.least as u64, self.most.map_or(rules::WHOLE_MAX, |most| most as u64))
    }
}

impl Shown for Whole {
    fn shown(&self, value: &usize) -> Value {
        (*value).into()
    }
}

/// A number from `least` to `most`.
pub(crate) struct Number {
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Rule for Number {
    type Value = f64;

    fn read(&self, parameter: &'static str, text: &str) -> Result<f64, ApiError> {
        let Self { least, most } = *self;
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        // Adding zero turns "-0" into "0" for the answer.
        number.map(|number: f64| number + 0.0).ok_or_else(|| {
            ApiError::bad_value(parameter, text, format!("a number from {least} to {most}"))
        })
    }

    fn schema(&self) -> Shape {
        Shape::number(self.least, self.most)
    }
}

impl Shown for Number {
    fn shown(&self, value: &f64) -> Value {
        (*value).into()
    }
}

/// One of a set of named values, compared exactly.
pub(crate) struct Choice<T> {
    /// Maps a name to its value.
    pub(crate) from_name: fn(&str) -> Option<T>,
    /// Every accepted name.
    pub(crate) accepted: &'static [&'static str],
}

impl<T: Clone> Rule for Choice<T> {
    type Value = T;

    fn read(&self, parameter: &'static str, text: &str) -> Result<T, ApiError> {
        let accepted = self.accepted;
        (self.from_name)(text).ok_or_else(|| ApiError::not_accepted(parameter, text, accepted))
    }

    fn schema(&self) -> Shape {
        rules::one_of(self.accepted)
    }
}

impl<T: Clone + PartialEq> Shown for Choice<T> {
    /// The first name of the value.
    fn shown(&self, value: &T) -> Value {
        let names = self.accepted.iter().copied();
        names.clone().find(|name| (self.from_name)(name).as_ref() == Some(value)).into()
    }
}

/// A boolean: `true` or `false` in any case, or `1` and `0`. Several languages write booleans
/// capitalised.
pub(crate) struct Switch;

impl Rule for Switch {
    type Value = bool;

    fn read(&self, parameter: &'static str, text: &str) -> Result<bool, ApiError> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(ApiError::not_accepted(parameter, text, &["true", "false", "1", "0"])),
        }
    }

    fn schema(&self) -> Shape {
        rules::switch()
    }
}

/// A text with a syntax of its own, parsed as a whole.
pub(crate) struct Form<T> {
    pub(crate) read: fn(&str) -> Option<T>,
    /// The rule, as the end of "it must be ...".
    pub(crate) must_be: &'static str,
    /// The rule as a schema of the OpenAPI document.
    pub(crate) schema: fn() -> Shape,
}

impl<T: Clone> Rule for Form<T> {
    type Value = T;

    fn read(&self, parameter: &'static str, text: &str) -> Result<T, ApiError> {
        (self.read)(text).ok_or_else(|| ApiError::bad_value(parameter, text, self.must_be))
    }

    fn schema(&self) -> Shape {
        (self.schema)()
    }
}

/// Parses a text with [`FromStr`], for [`Form::read`].
pub(crate) fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// A two-letter country code in any case.
pub(crate) const COUNTRY: Form<CountryCode> = Form {
    read: CountryCode::asked,
    must_be: "a country code of two letters",
    schema: rules::asked_country,
};

/// Any text.
pub(crate) const TEXT: Form<String> =
    Form { read: |text| Some(text.to_owned()), must_be: "a text", schema: Shape::string };

/// A text whose schema forbids a blank value; handlers look it up unchanged.
pub(crate) const FILLED: Form<String> = Form { schema: rules::filled, ..TEXT };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_keep_to_their_bounds_and_errors_tell_them() {
        let limit = Parameter::new("limit", "", Whole::between(1, 50)).or(5);
        let read = |query: &str| limit.read(&Parameters::parse(Some(query)));
        assert_eq!((read(""), read("limit=1"), read("limit=50")), (Ok(5), Ok(1), Ok(50)));
        for query in ["limit=0", "limit=51", "limit=-1", "limit=5.0", "limit=x"] {
            let error = read(query).expect_err(query).to_string();
            assert!(error.ends_with("it must be a whole number from 1 to 50"), "{error}");
        }
        let page = Parameter::new("page", "", Whole::from(1));
        let error = page.given(&Parameters::parse(Some("page=0"))).expect_err("0");
        assert!(error.to_string().ends_with("it must be a whole number from 1"), "{error}");
    }

    #[test]
    fn switches_are_read_as_several_languages_write_them() {
        let nested = Parameter::new("n", "", Switch);
        let read = |query: &str| nested.given(&Parameters::parse(Some(query)));
        for (query, expected) in
            [("n=true", Some(true)), ("n=False", Some(false)), ("n=0", Some(false)), ("", None)]
        {
            assert_eq!(read(query), Ok(expected), "{query}");
        }
        for query in ["n=yes", "n=2"] {
            assert!(read(query).is_err(), "{query}");
        }
    }

    #[test]
    fn a_default_is_shown_by_its_first_name() {
        let from_name = |name: &str| ["a", "b", "also b"].iter().position(|n| *n == name);
        let choice = Choice { from_name, accepted: &["a", "b"] };
        assert_eq!(choice.shown(&1), "b");
        assert_eq!(choice.read("x", "c").expect_err("no value").accepted(), Some(&["a", "b"][..]));
    }
}
