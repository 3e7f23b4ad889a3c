//! Parses the TOML description of a registry.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use super::description::{Data, Delimited, Description, Form, KindRule};
use super::{Clearance, RegistryKind};
use tamis_engine::model::CountryCode;
use tamis_ingest::descriptions::{self, DescriptionError, Source, Spanned};

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

impl Description {
    /// Parses a description; `file` is its name in error messages.
    ///
    /// # Errors
    /// [`DescriptionError`] with file, line and field.
    pub fn parse(file: &str, text: &str) -> Result<Self, DescriptionError> {
        parse(file, text)
    }

    /// Reads all `*.toml` files of a folder, in the order of their slugs.
    ///
    /// # Errors
    /// A file is unreadable or not a description, or two have the same slug or name.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, DescriptionError> {
        let mut all: Vec<Self> = Vec::new();
        for path in descriptions::files_in(folder)? {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let description = Self::parse(&file, &descriptions::text_of(&path)?)?;
            let is_same =
                |other: &Self| other.slug == description.slug || other.name == description.name;
            if all.iter().any(is_same) {
                let slug = description.slug;
                let fault = format!(
                    "another file describes a registry of the slug {slug:?} or of its name"
                );
                return Err(DescriptionError::Misplaced { file: file.into_owned(), fault });
            }
            all.push(description);
        }
        all.sort_by(|a, b| a.slug.cmp(&b.slug));
        Ok(all)
    }
}

fn parse(file: &str, text: &str) -> Result<Description, DescriptionError> {
    let source = Source::new(file, text);
    let raw: Raw = source.parse()?;
    let country = |text: &str| CountryCode::parse(text).filter(|code| code.as_str() != "XX");
    let data =
        raw.data.iter().map(|data| read_data(&source, data)).collect::<Result<Vec<_>, _>>()?;
    if data.is_empty() {
        return Err(source.malformed(&(0..0), "there is no [[data]]"));
    }
    let jurisdiction = raw.jurisdiction.map(|code| {
        let rule = || "a two-letter code; none where it is international".to_owned();
        source.checked("jurisdiction", &code, country, rule)
    });
    let clearances = || Clearance::NAMES.join(", ");
    Ok(Description {
        name: source.text("name", &raw.name)?,
        slug: source.slug("slug", &raw.slug)?,
        publisher: source.text("publisher", &raw.publisher)?,
        jurisdiction: jurisdiction.transpose()?,
        source_url: source.url("source_url", &raw.source_url)?,
        licence_url: raw.licence_url.map(|url| source.url("licence_url", &url)).transpose()?,
        clearance: source.checked("clearance", &raw.clearance, Clearance::from_name, clearances)?,
        data,
    })
}

fn read_data(source: &Source<'_>, data: &Spanned<RawData>) -> Result<Data, DescriptionError> {
    let raw = data.get_ref();
    let files = raw.files.get_ref();
    let is_name = |name: &String| {
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        !last.is_empty() && last.matches('*').count() <= 1 && !folder.contains('*')
    };
    if files.is_empty() || !files.iter().all(is_name) {
        let accepted = "names relative to this file, with at most one * in the last part";
        return Err(source.refuse("files", &raw.files.span(), format!("{files:?}"), accepted));
    }
    let mut fields = Vec::new();
    let kinds = raw.kinds(&mut fields);
    if kinds.is_empty() {
        let names = RegistryKind::NAMES.join("], [data.");
        let message = format!("nothing is counted; add one of [data.{names}]");
        return Err(source.malformed(&data.span(), message));
    }
    let one_star = |text: &str| (text.matches('*').count() <= 1).then(|| text.to_owned());
    let rule = || "a name with at most one *".to_owned();
    let member = raw.member.as_ref();
    Ok(Data {
        files: files.clone(),
        member: member.map(|m| source.checked("member", m, one_star, rule)).transpose()?,
        form: read_form(source, raw)?,
        fields,
        kinds,
    })
}

const FORMATS: &str = "csv, json_lines, json, xml";

fn read_form(source: &Source<'_>, raw: &RawData) -> Result<Form, DescriptionError> {
    let format = raw.format.get_ref().as_str();
    if let Some(at) = raw.key_of_other_format(format) {
        return Err(source.malformed(&at, format!("this key is not for the format {format:?}")));
    }
    match format {
        "csv" => delimited(source, raw).map(Form::Delimited),
        "json_lines" => Ok(Form::JsonLines),
        "json" => {
            let path = raw.records.as_ref().map_or("", |path| path.get_ref());
            let records = path.split('.').filter(|key| !key.is_empty()).map(str::to_owned);
            Ok(Form::Json { records: records.collect() })
        }
        "xml" => match &raw.record {
            Some(record) => Ok(Form::Xml { record: source.text("record", record)? }),
            None => {
                let message = "xml needs the key record: the element that is a record";
                Err(source.malformed(&raw.format.span(), message))
            }
        },
        _ => Err(source.refuse("format", &raw.format.span(), format, FORMATS)),
    }
}

fn delimited(source: &Source<'_>, raw: &RawData) -> Result<Delimited, DescriptionError> {
    let one_byte = |text: &str| match text.as_bytes() {
        [byte] if byte.is_ascii() && !b"\"\r\n".contains(byte) => Some(*byte),
        _ => None,
    };
    let rule = || "one ASCII character".to_owned();
    let delimiter = raw.delimiter.as_ref();
    let delimiter = delimiter.map(|text| source.checked("delimiter", text, one_byte, rule));
    Ok(Delimited {
        delimiter: delimiter.transpose()?.unwrap_or(b','),
        header_row: raw.header_row.as_ref().map_or(1, |row| *row.get_ref()),
        quotes: raw.quotes.as_ref().is_none_or(|quotes| *quotes.get_ref()),
        skip: raw.skip.as_ref().map(|skip| skip.get_ref().clone()).unwrap_or_default(),
    })
}

impl RawData {
    /// Position of a key that belongs to another format.
    fn key_of_other_format(&self, format: &str) -> Option<Range<usize>> {
        fn place<T>(key: &Option<Spanned<T>>) -> Option<Range<usize>> {
            key.as_ref().map(Spanned::span)
        }
        let keys = [
            ("csv", place(&self.delimiter)),
            ("csv", place(&self.header_row)),
            ("csv", place(&self.quotes)),
            ("csv", place(&self.skip)),
            ("json", place(&self.records)),
            ("xml", place(&self.record)),
        ];
        keys.into_iter().filter(|(own, _)| *own != format).find_map(|(_, place)| place)
    }

    /// The rules of the kinds that have a table; adds the fields they refer to to `fields`.
    fn kinds(&self, fields: &mut Vec<String>) -> Vec<KindRule> {
        let tables = [
            &self.company,
            &self.person,
            &self.beneficial_owner,
            &self.security,
            &self.vessel,
            &self.employment_disclosure,
        ];
        let given = RegistryKind::ALL.iter().copied().zip(tables);
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
