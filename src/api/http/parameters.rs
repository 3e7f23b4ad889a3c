//! Query parameters: decoded once, then read one at a time by their rules.
//!
//! Unknown parameters are ignored. A known one with a value outside its rule is an error that names
//! both, never silently clamped (docs/api.md, "Requests").

use percent_encoding::percent_decode;

use super::error::ApiError;
use crate::limits;

/// The decoded parameters of one address, in order.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    pairs: Vec<(String, String)>,
}

/// True if the percent escapes of an address or a form are valid UTF-8.
pub(crate) fn is_utf8(encoded: &[u8]) -> bool {
    percent_decode(encoded).decode_utf8().is_ok()
}

/// Checks that a text is no longer than a name may be.
///
/// # Errors
/// [`ApiError::BadValue`] for more than [`limits::NAME_CHARS_MAX`] characters.
pub(crate) fn check_length(parameter: &'static str, text: &str) -> Result<(), ApiError> {
    if text.chars().nth(limits::NAME_CHARS_MAX).is_none() {
        return Ok(());
    }
    let rule = "at most 512 characters long";
    Err(ApiError::bad_value(parameter, text, rule))
}

/// Rule of a parameter that names one register, as the end of "it must be ...".
pub(crate) const REGISTER_RULE: &str =
    "the name, slug or short name of a register, as /api/sources lists them";

impl Parameters {
    /// Decodes the query of an address. An empty value, which a form sends for an empty field, counts
    /// as not given.
    #[must_use]
    pub(crate) fn parse(query: Option<&str>) -> Self {
        Self::of_form(query.unwrap_or_default().as_bytes())
    }

    /// Decodes a body of `application/x-www-form-urlencoded`.
    #[must_use]
    pub(crate) fn of_form(body: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(body).into_owned();
        Self { pairs: pairs.filter(|(_, value)| !value.is_empty()).collect() }
    }

    /// The parameters except those with these names, encoded.
    pub(crate) fn without(&self, names: &[&str]) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(self.others(names)).finish()
    }

    /// The parameters except those with these names, each with its value.
    pub(crate) fn others(&self, names: &[&str]) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        pairs.filter(|(name, _)| !names.contains(name))
    }

    /// Every value given for a parameter, in order.
    pub(crate) fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.pairs.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter that takes one value.
    ///
    /// # Errors
    /// [`ApiError::Repeated`] if it is given again with another value.
    pub(crate) fn one(&self, name: &'static str) -> Result<Option<&str>, ApiError> {
        let mut values = self.all(name);
        let first = values.next();
        match values.all(|other| Some(other) == first) {
            true => Ok(first),
            false => Err(ApiError::Repeated { parameter: name }),
        }
    }

    /// The values of a list parameter, which is repeated or separated by commas. Blank values, which
    /// forms send for empty fields, are left out.
    pub(crate) fn list(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.all(name).flat_map(|value| value.split(',')).map(str::trim).filter(|v| !v.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{ApiError, Parameters};

    #[test]
    fn values_are_decoded_and_kept_in_order() {
        let parameters = Parameters::parse(Some("a=1&b=x%20y+z&a=%C3%A9"));
        assert_eq!(parameters.all("a").collect::<Vec<_>>(), ["1", "é"]);
        assert_eq!(parameters.one("b"), Ok(Some("x y z")));
        assert_eq!(parameters.one("c"), Ok(None));
    }

    #[test]
    fn empty_fields_of_a_form_may_count_as_not_given() {
        let parameters = Parameters::parse(Some("a=&a=1&b=+&c"));
        assert_eq!(parameters.one("a"), Ok(Some("1")));
        assert_eq!((parameters.one("b"), parameters.one("c")), (Ok(Some(" ")), Ok(None)));
    }

    #[test]
    fn escapes_of_another_encoding_are_seen() {
        for (text, expected) in [
            ("", true),
            ("q=M%C3%BCller+100%25", true),
            ("q=100%&r=%zz%4", true),
            ("q=M%FCller", false),
            ("q=%C3", false),
        ] {
            assert_eq!(super::is_utf8(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn one_value_may_be_repeated_but_not_contradicted() {
        assert_eq!(Parameters::parse(Some("a=1&a=1")).one("a"), Ok(Some("1")));
        let contradicted = Parameters::parse(Some("a=1&a=2"));
        assert_eq!(contradicted.one("a"), Err(ApiError::Repeated { parameter: "a" }));
    }

    #[test]
    fn lists_are_repeated_or_separated_by_commas() {
        let parameters = Parameters::parse(Some("t=a,b&t=c&t=&t=%2C+d"));
        assert_eq!(parameters.list("t").collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    }
}
