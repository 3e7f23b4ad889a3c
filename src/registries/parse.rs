//! The TOML form of a description, read strictly: an unknown key or a value outside its rule is
//! an error that names file, line, field and what is accepted.

use std::io;

use serde::Deserialize;
use toml::Spanned;

use super::description::{Data, Delimited, Description, Form, KindRule};
use super::{Clearance, RegistryKind};
use crate::model::CountryCode;

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
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        accepted: String,
    },
    /// Two descriptions of one registry.
    #[error("{file}: another file describes a registry of the slug {slug:?} or of its name")]
    Twice {
        /// The second file.
        file: String,
        /// Its slug.
        slug: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Spanned<String>,
    slug: Spanned<String>,
    publisher: Spanned<String>,
    jurisdiction: Option<Spanned<String>>,
    source_url: Spanned<String>,
    licence_url: Option<Spanned<String>>,
    clearance: Spanned<String>,
    #[serde(default)]
    data: Vec<Spanned<RawData>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawData {
    files: Spanned<Vec<String>>,
    member: Option<Spanned<String>>,
    format: Spanned<String>,
    delimiter: Option<Spanned<String>>,
    header_row: Option<Spanned<u32>>,
    quotes: Option<Spanned<bool>>,
    skip: Option<Spanned<Vec<String>>>,
    records: Option<Spanned<String>>,
    record: Option<Spanned<String>>,
    company: Option<RawKind>,
    person: Option<RawKind>,
    beneficial_owner: Option<RawKind>,
    security: Option<RawKind>,
    vessel: Option<RawKind>,
    employment_disclosure: Option<RawKind>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawKind {
    jurisdiction: Option<Spanned<String>>,
    distinct: Option<Spanned<String>>,
    only: Option<RawOnly>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOnly {
    field: Spanned<String>,
    values: Vec<String>,
}

/// A file being read: everything an error message needs.
struct Source<'s> {
    file: &'s str,
    text: &'s str,
}

pub(super) fn parse(file: &str, text: &str) -> Result<Description, DescriptionError> {
    let source = Source { file, text };
    let raw: Raw = toml::from_str(text).map_err(|error| DescriptionError::Malformed {
        file: file.to_owned(),
        line: source.line(error.span().unwrap_or_default().start),
        message: error.message().trim().replace('\n', " "),
    })?;
    let jurisdiction = |text: &str| CountryCode::parse(text).filter(|code| code.as_str() != "XX");
    let data = raw.data.iter().map(|data| source.data(data)).collect::<Result<Vec<_>, _>>()?;
    if data.is_empty() {
        return Err(source.malformed(0, "there is no [[data]]"));
    }
    Ok(Description {
        name: source.text("name", &raw.name)?,
        slug: source.read("slug", &raw.slug, read_slug, || {
            "lower-case letters, digits and underscores".to_owned()
        })?,
        publisher: source.text("publisher", &raw.publisher)?,
        jurisdiction: raw
            .jurisdiction
            .map(|code| {
                let rule = || "a two-letter code; none where it is international".to_owned();
                source.read("jurisdiction", &code, jurisdiction, rule)
            })
            .transpose()?,
        source_url: source.url("source_url", &raw.source_url)?,
        licence_url: raw.licence_url.map(|url| source.url("licence_url", &url)).transpose()?,
        clearance: source.read("clearance", &raw.clearance, Clearance::from_name, || {
            Clearance::NAMES.join(", ")
        })?,
        data,
    })
}

fn read_slug(text: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (!text.is_empty() && text.chars().all(allowed)).then(|| text.to_owned())
}

const FORMATS: &str = "csv, json_lines, json, xml";

impl Source<'_> {
    fn data(&self, data: &Spanned<RawData>) -> Result<Data, DescriptionError> {
        let raw = data.get_ref();
        let files = raw.files.get_ref();
        let is_name = |name: &String| {
            let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
            !last.is_empty() && last.matches('*').count() <= 1 && !folder.contains('*')
        };
        if files.is_empty() || !files.iter().all(is_name) {
            let accepted = "names relative to this file, with one * at most in the last part";
            return Err(self.bad("files", &raw.files, format!("{files:?}"), accepted.to_owned()));
        }
        let mut fields = Vec::new();
        let kinds = raw.kinds(&mut fields);
        if kinds.is_empty() {
            let names = RegistryKind::NAMES.join("], [data.");
            let message = format!("nothing is counted; add one of [data.{names}]");
            return Err(self.malformed(data.span().start, &message));
        }
        let member = raw.member.as_ref();
        let one_star = |text: &str| (text.matches('*').count() <= 1).then(|| text.to_owned());
        Ok(Data {
            files: files.clone(),
            member: member
                .map(|m| {
                    self.read("member", m, one_star, || "a name with one * at most".to_owned())
                })
                .transpose()?,
            form: self.form(raw)?,
            fields,
            kinds,
        })
    }

    /// The form, whose keys are given with it only.
    fn form(&self, raw: &RawData) -> Result<Form, DescriptionError> {
        let is_csv = raw.format.get_ref() == "csv";
        let format = raw.format.get_ref().as_str();
        let delimited_key = [
            raw.delimiter.as_ref().map(|key| key.span().start),
            raw.header_row.as_ref().map(|key| key.span().start),
            raw.quotes.as_ref().map(|key| key.span().start),
            raw.skip.as_ref().map(|key| key.span().start),
        ];
        let start = |key: &Option<Spanned<String>>| key.as_ref().map(|key| key.span().start);
        let misplaced = (delimited_key.into_iter().flatten().next().filter(|_| !is_csv))
            .or(start(&raw.records).filter(|_| format != "json"))
            .or(start(&raw.record).filter(|_| format != "xml"));
        if let Some(at) = misplaced {
            return Err(self.malformed(at, &format!("this key is not for the format {format:?}")));
        }
        match format {
            "csv" => self.delimited(raw).map(Form::Delimited),
            "json_lines" => Ok(Form::JsonLines),
            "json" => {
                let path = raw.records.as_ref().map_or("", |path| path.get_ref());
                let records = path.split('.').filter(|key| !key.is_empty()).map(str::to_owned);
                Ok(Form::Json { records: records.collect() })
            }
            "xml" => match &raw.record {
                Some(record) => Ok(Form::Xml { record: self.text("record", record)? }),
                None => Err(self.malformed(
                    raw.format.span().start,
                    "xml needs the key record: the element that is a record",
                )),
            },
            _ => Err(self.bad("format", &raw.format, format.to_owned(), FORMATS.to_owned())),
        }
    }

    fn delimited(&self, raw: &RawData) -> Result<Delimited, DescriptionError> {
        let one_byte = |text: &str| match text.as_bytes() {
            [byte] if byte.is_ascii() && !b"\"\r\n".contains(byte) => Some(*byte),
            _ => None,
        };
        let delimiter = raw.delimiter.as_ref();
        let rule = || "one ASCII character".to_owned();
        Ok(Delimited {
            delimiter: delimiter
                .map(|text| self.read("delimiter", text, one_byte, rule))
                .transpose()?
                .unwrap_or(b','),
            header_row: raw.header_row.as_ref().map_or(1, |row| *row.get_ref()),
            quotes: raw.quotes.as_ref().is_none_or(|quotes| *quotes.get_ref()),
            skip: raw.skip.as_ref().map(|skip| skip.get_ref().clone()).unwrap_or_default(),
        })
    }

    fn text(
        &self,
        field: &'static str,
        text: &Spanned<String>,
    ) -> Result<String, DescriptionError> {
        let trimmed = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        self.read(field, text, trimmed, || "a text".to_owned())
    }

    fn url(&self, field: &'static str, url: &Spanned<String>) -> Result<String, DescriptionError> {
        let is_url = |url: &str| url.starts_with("https://") || url.starts_with("http://");
        let read = |url: &str| is_url(url).then(|| url.to_owned());
        self.read(field, url, read, || "an http or https address".to_owned())
    }

    fn read<T>(
        &self,
        field: &'static str,
        text: &Spanned<String>,
        read: impl Fn(&str) -> Option<T>,
        accepted: impl Fn() -> String,
    ) -> Result<T, DescriptionError> {
        let given = text.get_ref();
        read(given).ok_or_else(|| self.bad(field, text, given.clone(), accepted()))
    }

    fn bad<T>(
        &self,
        field: &'static str,
        at: &Spanned<T>,
        value: String,
        accepted: String,
    ) -> DescriptionError {
        let line = self.line(at.span().start);
        DescriptionError::BadValue { file: self.file.to_owned(), line, field, value, accepted }
    }

    fn malformed(&self, at: usize, message: &str) -> DescriptionError {
        let (file, line) = (self.file.to_owned(), self.line(at));
        DescriptionError::Malformed { file, line, message: message.to_owned() }
    }

    fn line(&self, byte: usize) -> usize {
        1 + self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
    }
}

impl RawData {
    /// The rules of the kinds that have a table; the fields they name are added to `fields`.
    fn kinds(&self, fields: &mut Vec<String>) -> Vec<KindRule> {
        let tables = [
            &self.company,
            &self.person,
            &self.beneficial_owner,
            &self.security,
            &self.vessel,
            &self.employment_disclosure,
        ];
        let given = RegistryKind::ALL.into_iter().zip(tables);
        let given = given.filter_map(|(kind, table)| Some((kind, table.as_ref()?)));
        let mut place = |name: &Spanned<String>| {
            let name = name.get_ref();
            fields.iter().position(|field| field == name).unwrap_or_else(|| {
                fields.push(name.clone());
                fields.len() - 1
            })
        };
        let rule = |(kind, table): (RegistryKind, &RawKind)| KindRule {
            kind,
            jurisdiction: table.jurisdiction.as_ref().map(&mut place),
            distinct: table.distinct.as_ref().map(&mut place),
            only: table.only.as_ref().map(|only| (place(&only.field), only.values.clone())),
        };
        given.map(rule).collect()
    }
}
