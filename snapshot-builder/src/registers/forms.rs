//! The part of a description about the published forms of a list: formats and files.

use std::collections::BTreeMap;

use serde::Deserialize;
use tamis_ingest::descriptions::{DescriptionError, Source};
use toml::Spanned;

use super::description::Form;
use crate::readers::{FORMATS, Format};
use crate::sources::FileNames;

/// Formats of a register that names none: records in a general format can be supplied under its slug
/// without another description.
const GENERAL_FORMATS: [&str; 3] = ["records_jsonl", "ftm_entities", "senzing_jsonl"];

/// A further form: `[[also]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawForm {
    format: Spanned<String>,
    files: Option<RawFiles>,
}

/// The table `files`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFiles {
    main: Spanned<Names>,
    increments: Option<Spanned<Names>>,
    #[serde(default)]
    required: BTreeMap<Spanned<String>, Spanned<Names>>,
    #[serde(default)]
    optional: BTreeMap<Spanned<String>, Spanned<Names>>,
}

/// One file name `"a.csv"`, or a list `["a.csv", "b*.csv"]`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a file name or a list of file names")]
enum Names {
    One(String),
    Several(Vec<String>),
}

/// Reads all forms, that of the description first; `is_part` if it has a `part_of`.
pub(super) fn read(
    source: &Source<'_>,
    format: Option<&Spanned<String>>,
    is_part: bool,
    files: Option<&RawFiles>,
    also: &[RawForm],
) -> Result<Vec<Form>, DescriptionError> {
    let mut forms = Vec::new();
    match format {
        Some(format) if !is_part => forms.push(form(source, format, files)?),
        Some(format) => {
            let accepted = "nothing: a register with part_of is read with another one's files";
            return Err(source.refuse("format", &format.span(), format.get_ref(), accepted));
        }
        None => forms.extend(general_forms()),
    }
    for also in also {
        forms.push(form(source, &also.format, also.files.as_ref())?);
    }
    Ok(forms)
}

fn form(
    source: &Source<'_>,
    name: &Spanned<String>,
    files: Option<&RawFiles>,
) -> Result<Form, DescriptionError> {
    let format_names = || FORMATS.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    let format = source.checked("format", name, Format::from_name, format_names)?;
    Ok(Form { format, files: files_of(source, files, format, name)? })
}

fn files_of(
    source: &Source<'_>,
    raw: Option<&RawFiles>,
    format: &Format,
    at: &Spanned<String>,
) -> Result<FileNames, DescriptionError> {
    let Some(raw) = raw else {
        let Some(main) = format.default_main else {
            let accepted = "a table with the name of the main file";
            return Err(source.refuse("files", &at.span(), "missing", accepted));
        };
        return Ok(FileNames::of(main));
    };
    Ok(FileNames {
        main: file_names(source, "files.main", &raw.main)?,
        increments: match &raw.increments {
            Some(names) => file_names(source, "files.increments", names)?,
            None => Vec::new(),
        },
        required: companions(source, "files.required", &raw.required, format)?,
        optional: companions(source, "files.optional", &raw.optional, format)?,
    })
}

fn companions(
    source: &Source<'_>,
    table: &str,
    raw: &BTreeMap<Spanned<String>, Spanned<Names>>,
    format: &Format,
) -> Result<BTreeMap<String, Vec<String>>, DescriptionError> {
    let mut companions = BTreeMap::new();
    for (role, names) in raw {
        if !format.roles.contains(&role.get_ref().as_str()) {
            let accepted = match format.roles {
                [] => format!("nothing: {} has no companion files", format.name),
                roles => roles.join(", "),
            };
            return Err(source.refuse(table, &role.span(), role.get_ref(), accepted));
        }
        let names = file_names(source, &format!("{table}.{}", role.get_ref()), names)?;
        companions.insert(role.get_ref().clone(), names);
    }
    Ok(companions)
}

fn file_names(
    source: &Source<'_>,
    field: &str,
    names: &Spanned<Names>,
) -> Result<Vec<String>, DescriptionError> {
    let list = match names.get_ref() {
        Names::One(name) => std::slice::from_ref(name),
        Names::Several(names) => names.as_slice(),
    };
    match list.iter().find(|name| !is_file_name(name)) {
        None => Ok(list.to_vec()),
        Some(bad) => {
            let accepted = "a file name without folder and without .gz or .zst, with at most one *";
            Err(source.refuse(field, &names.span(), bad, accepted))
        }
    }
}

fn is_file_name(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(['/', '\\'])
        && text.matches('*').count() < 2
        && !text.ends_with(".gz")
        && !text.ends_with(".zst")
}

fn general_forms() -> impl Iterator<Item = Form> {
    let formats = GENERAL_FORMATS.iter().filter_map(|name| Format::from_name(name));
    formats.filter_map(|format| Some(Form { format, files: FileNames::of(format.default_main?) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_general_format_exists_and_has_a_usual_file_name() {
        assert_eq!(general_forms().count(), GENERAL_FORMATS.len());
    }
}
