//! Query parameters, each declared once: its name, what it is for, its rule and its default. What
//! reads it, the error that names it and what the interface document shows are made from that.

use std::str::FromStr;

use serde_json::Value;

use super::error::ApiError;
use super::parameters::Parameters;
use crate::api::interface::{Shape, ShownParameter, rules};
use tamis_engine::model::CountryCode;

/// What the values of a parameter must be.
pub(crate) trait Rule {
    /// What is read from a text.
    type Value: Clone;

    /// Reads a value that is given.
    ///
    /// # Errors
    /// For a text outside the rule; the error names `parameter`, the text and the rule.
    fn read(&self, parameter: &'static str, text: &str) -> Result<Self::Value, ApiError>;

    /// The rule as the document shows it.
    fn schema(&self) -> Shape;
}

/// A rule whose values can be shown, as a default.
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

/// A parameter with a value that holds when none is given.
pub(crate) struct Defaulted<R: Rule> {
    parameter: Parameter<R>,
    default: R::Value,
}

/// A parameter of several texts: repeated, or separated by commas.
pub(crate) struct Several {
    pub(crate) name: &'static str,
    pub(crate) says: &'static str,
    /// The rule of each.
    pub(crate) items: fn() -> Shape,
}

impl<R: Rule> Parameter<R> {
    /// A parameter that may be left out.
    pub(crate) const fn new(name: &'static str, says: &'static str, rule: R) -> Self {
        Self { name, says, rule }
    }

    /// The parameter with a value that holds when none is given.
    pub(crate) const fn or(self, default: R::Value) -> Defaulted<R> {
        Defaulted { parameter: self, default }
    }

    /// The value, if one is given.
    ///
    /// # Errors
    /// For a value outside the rule, and for several different ones.
    pub(crate) fn given(&self, parameters: &Parameters) -> Result<Option<R::Value>, ApiError> {
        parameters.one(self.name)?.map(|text| self.rule.read(self.name, text)).transpose()
    }

    /// The value, which must be given; `rule` says what it must be.
    ///
    /// # Errors
    /// As for [`Self::given`], and when there is none.
    pub(crate) fn needed(
        &self,
        parameters: &Parameters,
        rule: &'static str,
    ) -> Result<R::Value, ApiError> {
        self.given(parameters)?.ok_or(ApiError::Missing { parameter: self.name, rule })
    }

    /// The parameter in the document.
    pub(crate) fn shown(&self) -> ShownParameter {
        ShownParameter::query(self.name, self.says, self.rule.schema())
    }

    /// The parameter in the document, where it must be given.
    pub(crate) fn shown_needed(&self) -> ShownParameter {
        ShownParameter::needed(self.name, self.says, self.rule.schema())
    }
}

impl<R: Shown> Defaulted<R> {
    /// The name of the parameter.
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

    /// The value that is given, or the default.
    ///
    /// # Errors
    /// See [`Parameter::given`].
    pub(crate) fn read(&self, parameters: &Parameters) -> Result<R::Value, ApiError> {
        Ok(self.given(parameters)?.unwrap_or_else(|| self.default.clone()))
    }

    /// The parameter in the document.
    pub(crate) fn shown(&self) -> ShownParameter {
        let Parameter { name, says, rule } = &self.parameter;
        let schema = rule.schema().default(rule.shown(&self.default));
        ShownParameter::query(name, says, schema)
    }
}

impl Several {
    /// The values that are given; an empty field of a form gives none.
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

    /// The parameter in the document.
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
        // Adding zero turns "-0" into the zero that a reader expects in the answer.
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

/// One of a set of named values, exact.
pub(crate) struct Choice<T> {
    /// The value of a name.
    pub(crate) from_name: fn(&str) -> Option<T>,
    /// Every name.
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
    /// The first name that stands for the value.
    fn shown(&self, value: &T) -> Value {
        let names = self.accepted.iter().copied();
        names.clone().find(|name| (self.from_name)(name).as_ref() == Some(value)).into()
    }
}

/// A switch: `true` or `false` in any case, as several languages write them, or `1` and `0`.
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

/// A text that is read as a whole.
pub(crate) struct Form<T> {
    pub(crate) read: fn(&str) -> Option<T>,
    /// What it must be, as the end of "it must be ...".
    pub(crate) must_be: &'static str,
    /// The same in the document.
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

/// What a text is parsed to, for [`Form::read`].
pub(crate) fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// A country code of two letters in any case.
pub(crate) const COUNTRY: Form<CountryCode> = Form {
    read: CountryCode::asked,
    must_be: "a country code of two letters",
    schema: rules::asked_country,
};

/// Any text.
pub(crate) const TEXT: Form<String> =
    Form { read: |text| Some(text.to_owned()), must_be: "a text", schema: Shape::string };

/// A text that is not blank, in the document; handlers look it up as it is.
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
