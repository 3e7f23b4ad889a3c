//! The TOML form of a description of a register.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use tamis_engine::model::{CountryCode, ListType, Offer};
use tamis_ingest::descriptions::{self, DescriptionError, Source};
use toml::Spanned;

use super::columns::{self, RawColumns, RawCsv};
use super::description::{Description, Form};
use super::forms::{self, RawFiles, RawForm};
use crate::limits::MAX_DROP_PERCENT_DEFAULT;
use crate::readers::{ColumnMap, Historical, HistoricalScope};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Spanned<String>,
    short_name: Spanned<String>,
    slug: Spanned<String>,
    publisher: Spanned<String>,
    country: Spanned<String>,
    list_type: Spanned<String>,
    cadence_hours: Spanned<u32>,
    format: Option<Spanned<String>>,
    part_of: Option<Spanned<String>>,
    numbered_by: Option<Spanned<String>>,
    compiles: Option<Spanned<String>>,
    published_as: Option<Spanned<String>>,
    #[serde(default)]
    download: BTreeMap<Spanned<String>, Spanned<String>>,
    by_hand: Option<Spanned<String>>,
    source_url: Spanned<String>,
    record_url: Option<Spanned<String>>,
    licence: Spanned<String>,
    licence_url: Option<Spanned<String>>,
    offer: Spanned<String>,
    max_drop_percent: Option<Spanned<u8>>,
    born_from: Option<Spanned<u16>>,
    ended_before: Option<Spanned<String>>,
    historical: Option<Spanned<String>>,
    files: Option<RawFiles>,
    #[serde(default)]
    also: Vec<RawForm>,
    csv: Option<Spanned<RawCsv>>,
    columns: Option<RawColumns>,
}

/// Keys of a known description that can be changed without repeating the rest: origin of the list and
/// expectations about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChanges {
    slug: Option<Spanned<String>>,
    #[serde(default)]
    download: BTreeMap<Spanned<String>, Spanned<String>>,
    by_hand: Option<Spanned<String>>,
    source_url: Option<Spanned<String>>,
    record_url: Option<Spanned<String>>,
    cadence_hours: Option<Spanned<u32>>,
    max_drop_percent: Option<Spanned<u8>>,
}

/// Distinguishes a whole description from changes to one.
#[derive(Deserialize)]
struct Named {
    name: Option<IgnoredAny>,
}

impl Description {
    /// Reads a description; error messages call it `file`.
    ///
    /// # Errors
    /// The text is not TOML, has an unknown key, lacks a required one or has a value that is not
    /// accepted.
    pub fn parse(file: &str, text: &str) -> Result<Self, DescriptionError> {
        parse(file, text)
    }

    /// Reads the description in a file.
    pub(super) fn read(path: &Path) -> Result<Self, DescriptionError> {
        Self::parse(&path.display().to_string(), &descriptions::text_of(path)?)
    }

    /// Reads the description in a register's own folder: a whole one, or changes to the known one.
    pub(super) fn read_own(path: &Path, known: Option<&Self>) -> Result<Self, DescriptionError> {
        let (file, text) = (path.display().to_string(), descriptions::text_of(path)?);
        let is_whole =
            |source: Source<'_>| source.parse().map_or(true, |Named { name }| name.is_some());
        match known.filter(|_| !is_whole(Source::new(&file, &text))) {
            Some(known) => changed(&file, &text, known.clone()),
            None => parse(&file, &text),
        }
    }
}

fn parse(file: &str, text: &str) -> Result<Description, DescriptionError> {
    let source = Source::new(file, text);
    let raw: Raw = source.parse()?;
    let Raw { format, part_of, files, also, .. } = &raw;
    let forms = forms::read(&source, format.as_ref(), part_of.is_some(), files.as_ref(), also)?;
    let scope = scope_of(&source, &raw)?;
    Ok(Description {
        scope,
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
        cadence_hours: cadence_of(&source, &raw.cadence_hours)?,
        columns: columns_of(&source, &raw, &forms)?,
        forms,
        published_as: raw.published_as.map(|t| source.text("published_as", &t)).transpose()?,
        part_of: raw.part_of.map(|slug| source.slug("part_of", &slug)).transpose()?,
        numbered_by: raw.numbered_by.map(|slug| source.slug("numbered_by", &slug)).transpose()?,
        compiles: raw.compiles.map(|slug| source.slug("compiles", &slug)).transpose()?,
        downloads: downloads_of(&source, &raw.download)?,
        by_hand: raw.by_hand.map(|text| source.text("by_hand", &text)).transpose()?,
        source_url: source.url("source_url", &raw.source_url)?,
        record_url: raw.record_url.map(|url| source.url("record_url", &url)).transpose()?,
        licence: source.text("licence", &raw.licence)?,
        licence_url: raw.licence_url.map(|url| source.url("licence_url", &url)).transpose()?,
        offer: source.checked("offer", &raw.offer, Offer::from_name, || Offer::NAMES.join(", "))?,
        max_drop_percent: match raw.max_drop_percent {
            None => MAX_DROP_PERCENT_DEFAULT,
            Some(percent) => max_drop_of(&source, &percent)?,
        },
    })
}

/// The description with values replaced by those of the text. Files without a new address keep theirs.
fn changed(file: &str, text: &str, known: Description) -> Result<Description, DescriptionError> {
    let source = Source::new(file, text);
    let raw: RawChanges = source.parse()?;
    let mut new = known;
    if let Some(slug) = raw.slug {
        new.slug = source.slug("slug", &slug)?;
    }
    new.downloads.extend(downloads_of(&source, &raw.download)?);
    if let Some(text) = raw.by_hand {
        new.by_hand = Some(source.text("by_hand", &text)?);
    }
    if let Some(url) = raw.source_url {
        new.source_url = source.url("source_url", &url)?;
    }
    if let Some(url) = raw.record_url {
        new.record_url = Some(source.url("record_url", &url)?);
    }
    if let Some(hours) = raw.cadence_hours {
        new.cadence_hours = cadence_of(&source, &hours)?;
    }
    if let Some(percent) = raw.max_drop_percent {
        new.max_drop_percent = max_drop_of(&source, &percent)?;
    }
    Ok(new)
}

fn cadence_of(source: &Source<'_>, hours: &Spanned<u32>) -> Result<u32, DescriptionError> {
    source.number("cadence_hours", hours, |hours| hours > 0, "1 or more")
}

fn max_drop_of(source: &Source<'_>, percent: &Spanned<u8>) -> Result<u8, DescriptionError> {
    source.number("max_drop_percent", percent, |percent| percent <= 100, "0 to 100")
}

/// The files of `[download]`, each with its address.
fn downloads_of(
    source: &Source<'_>,
    raw: &BTreeMap<Spanned<String>, Spanned<String>>,
) -> Result<BTreeMap<String, String>, DescriptionError> {
    let mut downloads = BTreeMap::new();
    for (name, url) in raw {
        let is_name = |text: &str| {
            !text.is_empty() && !text.contains(['/', '\\', '*']) && !text.starts_with('.')
        };
        let accepted = || "the name of a file, without folder".to_owned();
        let name = source.checked(
            "download",
            name,
            |text| is_name(text).then(|| text.to_owned()),
            accepted,
        )?;
        let url = source.url(&format!("download.{name}"), url)?;
        downloads.insert(name, url);
    }
    Ok(downloads)
}

fn scope_of(source: &Source<'_>, raw: &Raw) -> Result<HistoricalScope, DescriptionError> {
    if raw.part_of.is_some() {
        let born = raw.born_from.as_ref();
        let born = born.map(|year| ("born_from", year.span(), year.get_ref().to_string()));
        let ended = raw.ended_before.as_ref();
        let ended = ended.map(|date| ("ended_before", date.span(), date.get_ref().clone()));
        if let Some((key, at, value)) = born.or(ended) {
            let accepted = "nothing: a register with part_of reaches as far as the one it is in";
            return Err(source.refuse(key, &at, value, accepted));
        }
    }
    let year = |year: &Spanned<u16>| {
        source.number("born_from", year, |year| (1000..=9999).contains(&year), "1000 to 9999")
    };
    let date = |text: &Spanned<String>| {
        let accepted = || "YYYY, YYYY-MM or YYYY-MM-DD".to_owned();
        source.checked("ended_before", text, |text| text.parse().ok(), accepted)
    };
    let historical = |text: &Spanned<String>| {
        let accepted = || Historical::NAMES.join(", ");
        source.checked("historical", text, Historical::from_name, accepted)
    };
    Ok(HistoricalScope {
        born_from: raw.born_from.as_ref().map(year).transpose()?,
        ended_before: raw.ended_before.as_ref().map(date).transpose()?,
        historical: raw.historical.as_ref().map(historical).transpose()?.unwrap_or_default(),
    })
}

/// The tables of a CSV form, if one of the forms uses them.
fn columns_of(
    source: &Source<'_>,
    raw: &Raw,
    forms: &[Form],
) -> Result<ColumnMap, DescriptionError> {
    let mapped = forms.iter().find(|form| form.format.takes_columns);
    let Some(form) = mapped.or(forms.first()) else { return Ok(ColumnMap::new()) };
    let at = raw.format.as_ref().map(Spanned::span).unwrap_or_default();
    columns::read(source, raw.csv.as_ref(), raw.columns.as_ref(), form.format, &at)
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
                "a.toml: line 7: list_type is \"debarment\"; accepted: SANCTION, PEP,",
            ),
            ("\"xx_test\"", "\"XX-Test\"", "line 4: slug is \"XX-Test\"; accepted: lower-case"),
            (
                "\"records_csv\"",
                "\"xlsx\"",
                "line 9: format is \"xlsx\"; accepted: bis_dpl, ca_sema_xml,",
            ),
            ("\"records_csv\"", "\"un_xml\"", "line 9: files is missing; accepted: a table"),
            ("\"records_csv\"", "\"records_jsonl\"", "columns is a table; accepted: nothing"),
            (
                "offer = \"none\"",
                "offer = \"gift\"",
                "line 12: offer is \"gift\"; accepted: download, sale, none",
            ),
            (
                "cadence_hours = 24",
                "cadence_hours = 0",
                "line 8: cadence_hours is \"0\"; accepted: 1 or more",
            ),
            (
                "cadence_hours = 24",
                "cadence_hours = \"daily\"",
                "line 8: invalid type: string \"daily\"",
            ),
            (
                "https://example.org/list",
                "example.org",
                "line 10: source_url is \"example.org\"; accepted: an address",
            ),
            ("offer =", "offers =", "line 12: unknown field `offers`, expected one of"),
            ("licence = \"None\"", "", "missing field `licence`"),
            (
                "ref = \"ID\"",
                "id = \"ID\"",
                "line 15: columns is \"id\"; accepted: ref, name, aliases,",
            ),
            ("ref = \"ID\"", "", "columns.ref is missing; accepted: a header name"),
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
                "line 16: files.required is \"alt\"; accepted: nothing",
            ),
            (
                "offer",
                "born_from = 99\noffer",
                "line 12: born_from is \"99\"; accepted: 1000 to 9999",
            ),
            (
                "format = \"records_csv\"",
                "part_of = \"xx_all\"\nborn_from = 1900",
                "line 10: born_from is \"1900\"; accepted: nothing: a register with part_of",
            ),
            (
                "offer",
                "historical = \"forget\"\noffer",
                "line 12: historical is \"forget\"; accepted: leave_out, mark",
            ),
            (
                "offer",
                "max_drop_percent = 101\noffer",
                "line 12: max_drop_percent is \"101\"; accepted: 0 to 100",
            ),
        ] {
            assert!(SOUND.contains(from), "{from}");
            let error = Description::parse("a.toml", &SOUND.replacen(from, to, 1));
            let error = error.expect_err(expected).to_string();
            assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        }
    }
}
