//! The TOML form of a description, read strictly: an unknown key or a value outside its rule is an
//! error that names file, line, field and what is accepted.

use std::io;
use std::ops::Range;

use serde::Deserialize;
use tamis::model::{CountryCode, ListType, Offer};
use toml::Spanned;

use super::columns::{self, RawColumns, RawCsv};
use super::forms::{RawFiles, RawForm};
use super::{Description, Form};
use crate::readers::ColumnMap;

/// Used where a description says nothing (decisions D2).
const MAX_DROP_PERCENT_DEFAULT: u8 = 20;

/// A description that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// The file or folder cannot be read.
    #[error("{file}: {source}")]
    Unreadable {
        /// Which.
        file: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// No TOML, an unknown key, a missing key or a value of the wrong type.
    #[error("{file}: line {line}: {message}")]
    Malformed {
        /// Which file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong; names the key.
        message: String,
    },
    /// A value that the field does not accept.
    #[error("{file}: line {line}: {field} is {value:?}; accepted is {accepted}")]
    BadValue {
        /// Which file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The field, with its table.
        field: String,
        /// Its value.
        value: String,
        /// What it may be.
        accepted: String,
    },
    /// A register's own description under the name of another register.
    #[error("{file}: slug is {slug:?} in the folder {folder:?}")]
    WrongFolder {
        /// Which file.
        file: String,
        /// Slug in the file.
        slug: String,
        /// Name of the folder.
        folder: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    name: Spanned<String>,
    short_name: Spanned<String>,
    slug: Spanned<String>,
    publisher: Spanned<String>,
    country: Spanned<String>,
    list_type: Spanned<String>,
    cadence_hours: Spanned<u32>,
    pub(super) format: Option<Spanned<String>>,
    pub(super) part_of: Option<Spanned<String>>,
    published_as: Option<Spanned<String>>,
    source_url: Spanned<String>,
    record_url: Option<Spanned<String>>,
    licence: Spanned<String>,
    licence_url: Option<Spanned<String>>,
    offer: Spanned<String>,
    max_drop_percent: Option<Spanned<u8>>,
    pub(super) files: Option<RawFiles>,
    #[serde(default)]
    pub(super) also: Vec<RawForm>,
    csv: Option<Spanned<RawCsv>>,
    columns: Option<RawColumns>,
}

pub(super) fn parse(file: &str, text: &str) -> Result<Description, DescriptionError> {
    let source = Source { file, text };
    let raw: Raw = toml::from_str(text).map_err(|error| DescriptionError::Malformed {
        file: file.to_owned(),
        line: source.line(&error.span().unwrap_or_default()),
        message: error.message().trim().replace('\n', " "),
    })?;
    let forms = source.forms(&raw)?;
    Ok(Description {
        slug: source.slug("slug", &raw.slug)?,
        name: source.text("name", &raw.name)?,
        short_name: source.text("short_name", &raw.short_name)?,
        publisher: source.text("publisher", &raw.publisher)?,
        country: source.checked("country", &raw.country, CountryCode::parse, || {
            "a two-letter code".to_owned()
        })?,
        list_type: source.checked("list_type", &raw.list_type, ListType::from_name, || {
            ListType::NAMES.join(", ")
        })?,
        cadence_hours: source.number(
            "cadence_hours",
            &raw.cadence_hours,
            |hours| hours > 0,
            "1 or more",
        )?,
        columns: source.columns(&raw, &forms)?,
        forms,
        published_as: raw.published_as.map(|t| source.text("published_as", &t)).transpose()?,
        part_of: raw.part_of.map(|slug| source.slug("part_of", &slug)).transpose()?,
        source_url: source.url("source_url", &raw.source_url)?,
        record_url: raw.record_url.map(|url| source.url("record_url", &url)).transpose()?,
        licence: source.text("licence", &raw.licence)?,
        licence_url: raw.licence_url.map(|url| source.url("licence_url", &url)).transpose()?,
        offer: source
            .checked("offer", &raw.offer, read_offer, || OFFERS.map(Offer::as_str).join(", "))?,
        max_drop_percent: match raw.max_drop_percent {
            None => MAX_DROP_PERCENT_DEFAULT,
            Some(percent) => {
                source.number("max_drop_percent", &percent, |percent| percent <= 100, "0 to 100")?
            }
        },
    })
}

const OFFERS: [Offer; 3] = [Offer::Download, Offer::Sale, Offer::None];

fn read_offer(text: &str) -> Option<Offer> {
    OFFERS.into_iter().find(|offer| offer.as_str() == text)
}

fn read_slug(text: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (!text.is_empty() && text.chars().all(allowed)).then(|| text.to_owned())
}

/// A file being read: everything an error message needs.
pub(super) struct Source<'s> {
    file: &'s str,
    text: &'s str,
}

impl Source<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        let before = self.text.get(..span.start).unwrap_or_default();
        1 + before.matches('\n').count()
    }

    pub(super) fn refuse(
        &self,
        field: impl Into<String>,
        span: &Range<usize>,
        value: impl Into<String>,
        accepted: impl Into<String>,
    ) -> DescriptionError {
        DescriptionError::BadValue {
            file: self.file.to_owned(),
            line: self.line(span),
            field: field.into(),
            value: value.into(),
            accepted: accepted.into(),
        }
    }

    pub(super) fn checked<T>(
        &self,
        field: &str,
        value: &Spanned<String>,
        read: impl Fn(&str) -> Option<T>,
        accepted: impl Fn() -> String,
    ) -> Result<T, DescriptionError> {
        let text = value.get_ref();
        read(text).ok_or_else(|| self.refuse(field, &value.span(), text, accepted()))
    }

    fn slug(&self, field: &str, value: &Spanned<String>) -> Result<String, DescriptionError> {
        let accepted = || "lower-case letters, digits and underscores".to_owned();
        self.checked(field, value, read_slug, accepted)
    }

    fn text(&self, field: &str, value: &Spanned<String>) -> Result<String, DescriptionError> {
        let read = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        self.checked(field, value, read, || "a text that is not empty".to_owned())
    }

    fn url(&self, field: &str, value: &Spanned<String>) -> Result<String, DescriptionError> {
        let read = |text: &str| {
            let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
            (!host.is_empty() && !text.contains(char::is_whitespace)).then(|| text.to_owned())
        };
        self.checked(field, value, read, || "an address with http:// or https://".to_owned())
    }

    fn number<N: Copy + ToString>(
        &self,
        field: &str,
        value: &Spanned<N>,
        is_accepted: impl Fn(N) -> bool,
        accepted: &str,
    ) -> Result<N, DescriptionError> {
        let number = *value.get_ref();
        if is_accepted(number) {
            return Ok(number);
        }
        Err(self.refuse(field, &value.span(), number.to_string(), accepted))
    }

    /// The tables of a CSV form, where one of the forms is read through them.
    fn columns(&self, raw: &Raw, forms: &[Form]) -> Result<ColumnMap, DescriptionError> {
        let mapped = forms.iter().find(|form| form.format.takes_columns);
        let Some(form) = mapped.or(forms.first()) else { return Ok(ColumnMap::new()) };
        let at = raw.format.as_ref().map(Spanned::span).unwrap_or_default();
        columns::read(self, raw.csv.as_ref(), raw.columns.as_ref(), form.format, &at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"
name = "Test List"
short_name = "Test"
slug = "xx_test"
publisher = "Nobody"
country = "xx"
list_type = "DEBARMENT"
cadence_hours = 24
format = "records_csv"
source_url = "https://example.org/list"
licence = "None"
offer = "none"

[columns]
ref = "ID"
name = "Full name"
aliases = { header = "Other names", separator = ";" }
"#;

    #[test]
    fn a_sound_description_is_read_with_its_defaults() {
        let description = Description::parse("a.toml", SOUND).expect("sound");
        assert_eq!(description.forms[0].files.main, ["records.csv"]);
        assert_eq!(description.max_drop_percent, 20);
        assert_eq!(description.country.as_str(), "XX");
        assert_eq!(description.columns.fields.len(), 3);
    }

    #[test]
    fn what_is_wrong_is_named_with_line_field_and_accepted_values() {
        for (from, to, expected) in [
            (
                "DEBARMENT",
                "debarment",
                "a.toml: line 7: list_type is \"debarment\"; accepted is SANCTION, PEP,",
            ),
            ("\"xx_test\"", "\"XX-Test\"", "line 4: slug is \"XX-Test\"; accepted is lower-case"),
            (
                "\"records_csv\"",
                "\"xlsx\"",
                "line 9: format is \"xlsx\"; accepted is bis_dpl, ca_sema_xml,",
            ),
            ("\"records_csv\"", "\"un_xml\"", "line 9: files is \"missing\"; accepted is a table"),
            ("\"records_csv\"", "\"records_jsonl\"", "columns is \"a table\"; accepted is nothing"),
            (
                "offer = \"none\"",
                "offer = \"gift\"",
                "line 12: offer is \"gift\"; accepted is download, sale, none",
            ),
            (
                "cadence_hours = 24",
                "cadence_hours = 0",
                "line 8: cadence_hours is \"0\"; accepted is 1 or more",
            ),
            (
                "cadence_hours = 24",
                "cadence_hours = \"daily\"",
                "line 8: invalid type: string \"daily\"",
            ),
            (
                "https://example.org/list",
                "example.org",
                "line 10: source_url is \"example.org\"; accepted is an address",
            ),
            ("offer =", "offers =", "line 12: unknown field `offers`, expected one of"),
            ("licence = \"None\"", "", "missing field `licence`"),
            (
                "ref = \"ID\"",
                "id = \"ID\"",
                "line 15: columns is \"id\"; accepted is ref, name, aliases,",
            ),
            ("ref = \"ID\"", "", "columns.ref is \"missing\"; accepted is a header name"),
            (
                "name = \"Full name\"",
                "name = { header = \"N\", separator = \";\" }",
                "line 16: columns.name.separator",
            ),
            (
                "[columns]",
                "[files]\nmain = \"../a.csv\"\n[columns]",
                "line 15: files.main is \"../a.csv\"",
            ),
            (
                "[columns]",
                "[files]\nmain = \"a\"\nrequired = { alt = \"b\" }\n[columns]",
                "line 16: files.required is \"alt\"; accepted is nothing",
            ),
            (
                "offer",
                "max_drop_percent = 101\noffer",
                "line 12: max_drop_percent is \"101\"; accepted is 0 to 100",
            ),
        ] {
            assert!(SOUND.contains(from), "{from}");
            let error = Description::parse("a.toml", &SOUND.replacen(from, to, 1));
            let error = error.expect_err(expected).to_string();
            assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        }
    }
}
