//! Query parameters: decoded once, then read one by one by their rules.
//!
//! Unknown parameters are ignored; a known one with a value outside its rule is an error that
//! names both, never silently clamped (decisions D4).

use std::str::FromStr;

use percent_encoding::percent_decode;

use super::error::{ApiError, Given};
use crate::limits;
use tamis_engine::model::CountryCode;

/// The decoded parameters of one address, in order.
#[derive(Debug, Default)]
pub(in crate::api) struct Parameters {
    pairs: Vec<(String, String)>,
}

/// Whether the escapes of an address or a form make up UTF-8.
pub(in crate::api) fn is_utf8(encoded: &[u8]) -> bool {
    percent_decode(encoded).decode_utf8().is_ok()
}

/// Whether a text is no longer than a name may be.
///
/// # Errors
/// [`ApiError::BadValue`] for more than [`limits::NAME_CHARS_MAX`] characters.
pub(in crate::api) fn check_length(parameter: &'static str, text: &str) -> Result<(), ApiError> {
    if text.chars().nth(limits::NAME_CHARS_MAX).is_none() {
        return Ok(());
    }
    let rule = "at most 512 characters long";
    Err(ApiError::BadValue { parameter, given: Given::new(text), rule })
}

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) struct Paging {
    /// Entries of a page.
    pub(in crate::api) limit: usize,
    /// Which page, from 1.
    pub(in crate::api) page: usize,
    /// Entries passed over.
    pub(in crate::api) offset: usize,
}

impl Parameters {
    /// Decodes the part of an address after the question mark. An empty value, which a form sends
    /// for an empty field, counts as not given.
    #[must_use]
    pub(in crate::api) fn parse(query: Option<&str>) -> Self {
        Self::of_form(query.unwrap_or_default().as_bytes())
    }

    /// Decodes a body of `application/x-www-form-urlencoded`.
    #[must_use]
    pub(in crate::api) fn of_form(body: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(body).into_owned();
        Self { pairs: pairs.filter(|(_, value)| !value.is_empty()).collect() }
    }

    /// Every value given for a parameter, in order.
    pub(in crate::api) fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.pairs.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter that takes one.
    ///
    /// # Errors
    /// [`ApiError::Repeated`] when it is given again with another value.
    pub(in crate::api) fn one(&self, name: &'static str) -> Result<Option<&str>, ApiError> {
        let mut values = self.all(name);
        let first = values.next();
        match values.all(|other| Some(other) == first) {
            true => Ok(first),
            false => Err(ApiError::Repeated { parameter: name }),
        }
    }

    /// The value of a parameter, read and checked; `rule` ends the sentence "it must be ...".
    ///
    /// # Errors
    /// [`ApiError::BadValue`] when it cannot be read or is not `valid`.
    pub(in crate::api) fn read<T: FromStr>(
        &self,
        name: &'static str,
        rule: &'static str,
        valid: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, ApiError> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        let value = text.parse().ok().filter(valid);
        let given = || Given::new(text);
        value.map(Some).ok_or_else(|| ApiError::BadValue { parameter: name, given: given(), rule })
    }

    /// One of a set of named values, exact.
    ///
    /// # Errors
    /// [`ApiError::NotAccepted`] for any other value.
    pub(in crate::api) fn choice<T>(
        &self,
        name: &'static str,
        from_name: impl Fn(&str) -> Option<T>,
        accepted: &'static [&'static str],
    ) -> Result<Option<T>, ApiError> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        let given = || Given::new(text);
        let value = from_name(text);
        value.map(Some).ok_or_else(|| ApiError::NotAccepted {
            parameter: name,
            given: given(),
            accepted,
        })
    }

    /// A country code of two letters in any case.
    ///
    /// # Errors
    /// [`ApiError::BadValue`] for anything else.
    pub(in crate::api) fn country(
        &self,
        name: &'static str,
    ) -> Result<Option<CountryCode>, ApiError> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        let rule = "a country code of two letters";
        let given = || Given::new(text);
        let code = CountryCode::asked(text);
        code.map(Some).ok_or_else(|| ApiError::BadValue { parameter: name, given: given(), rule })
    }

    /// `page` and `limit` of a list; `rule` says what `limit` may be.
    ///
    /// # Errors
    /// [`ApiError::BadValue`] outside their rules.
    pub(in crate::api) fn paging(
        &self,
        limit_default: usize,
        limit_max: usize,
        rule: &'static str,
    ) -> Result<Paging, ApiError> {
        let limit = self.read("limit", rule, |limit| (1..=limit_max).contains(limit))?;
        let page = self.read("page", "a whole number from 1", |page| *page >= 1)?;
        let (limit, page) = (limit.unwrap_or(limit_default), page.unwrap_or(1));
        Ok(Paging { limit, page, offset: (page - 1).saturating_mul(limit) })
    }

    /// A switch: `true` or `false` in any case, as several languages write them, or `1` and `0`.
    ///
    /// # Errors
    /// [`ApiError::NotAccepted`] for any other value.
    pub(in crate::api) fn flag(&self, name: &'static str) -> Result<Option<bool>, ApiError> {
        let Some(text) = self.one(name)? else { return Ok(None) };
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(Some(true)),
            "false" | "0" => Ok(Some(false)),
            _ => Err(ApiError::NotAccepted {
                parameter: name,
                given: Given::new(text),
                accepted: &["true", "false", "1", "0"],
            }),
        }
    }

    /// The values of a list parameter that is repeated or separated by commas; blank ones, which
    /// forms send for empty fields, are left out.
    pub(in crate::api) fn list(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.all(name).flat_map(|value| value.split(',')).map(str::trim).filter(|v| !v.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{ApiError, Paging, Parameters};

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
    fn pages_begin_with_one_and_keep_to_the_limit() {
        let read = |query: &str| Parameters::parse(Some(query)).paging(50, 100, "1 to 100");
        let paging = |limit, page, offset| Ok(Paging { limit, page, offset });
        assert_eq!(read(""), paging(50, 1, 0));
        assert_eq!(read("limit=100&page=3"), paging(100, 3, 200));
        let last = usize::MAX.to_string();
        assert_eq!(read(&format!("page={last}")).map(|paging| paging.offset), Ok(usize::MAX));
        for (query, parameter) in [
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("limit=x", "limit"),
            ("page=0", "page"),
            ("page=-1", "page"),
            ("page=1.5", "page"),
        ] {
            assert_eq!(read(query).expect_err(query).parameter(), Some(parameter), "{query}");
        }
    }

    #[test]
    fn lists_are_repeated_or_separated_by_commas() {
        let parameters = Parameters::parse(Some("t=a,b&t=c&t=&t=%2C+d"));
        assert_eq!(parameters.list("t").collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn switches_are_read_as_several_languages_write_them() {
        for (query, expected) in
            [("n=true", Some(true)), ("n=False", Some(false)), ("n=0", Some(false)), ("", None)]
        {
            assert_eq!(Parameters::parse(Some(query)).flag("n"), Ok(expected), "{query}");
        }
        for query in ["n=yes", "n=2"] {
            assert!(Parameters::parse(Some(query)).flag("n").is_err(), "{query}");
        }
    }
}
