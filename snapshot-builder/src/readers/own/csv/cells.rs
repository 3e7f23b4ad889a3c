//! Converts the cells of a row to the fields of a record, as the description maps them.

use std::borrow::Cow;

use tamis_ingest::table::StringRecord;

use super::headings::Headings;
use crate::countries::country_of_code;
use crate::error::LoadError;
use crate::readers::collector::Collector;
use crate::readers::common::facts;
use crate::readers::own::column_map::{ColumnMap, ColumnSource, Origin};
use crate::readers::own::fields::{OwnField, REQUIRED_FIELDS, Refusal};
use crate::readers::own::record::Draft;
use crate::readers::own::values;

/// Reason for rejecting a row, and its reference if it could be read.
pub(super) type Fault = (String, Option<String>);

/// Fields of the mapping with their columns in a file.
pub(super) struct Columns<'m> {
    fields: Vec<(OwnField, Vec<Cells<'m>>)>,
    missing: &'m [String],
}

/// A source of a field with the positions of its columns.
struct Cells<'m> {
    source: &'m ColumnSource,
    at: Vec<usize>,
    country_at: Option<usize>,
}

impl<'m> Columns<'m> {
    /// Finds the columns named by the mapping.
    pub(super) fn find(map: &'m ColumnMap, headings: &Headings<'_>) -> Result<Self, LoadError> {
        let mut fields = Vec::with_capacity(map.fields.len());
        for (field, sources) in &map.fields {
            let find = |name: &String| headings.find(*field, name);
            let mut cells = Vec::with_capacity(sources.len());
            for source in sources {
                let at = source.origin.headers().iter().map(find).collect::<Result<_, _>>()?;
                let country_at = source.country.as_ref().map(find).transpose()?;
                cells.push(Cells { source, at, country_at });
            }
            fields.push((*field, cells));
        }
        Ok(Self { fields, missing: &map.csv.missing })
    }

    fn cell<'r>(&self, row: &'r StringRecord, at: usize) -> &'r str {
        self.value(row.get(at).unwrap_or_default())
    }

    /// The text; empty if it marks a missing value.
    fn value<'r>(&self, text: &'r str) -> &'r str {
        let text = text.trim();
        if self.missing.iter().any(|missing| missing == text) { "" } else { text }
    }

    fn cells<'r>(&self, row: &'r StringRecord, at: &[usize]) -> Vec<&'r str> {
        at.iter().map(|at| self.cell(row, *at)).collect()
    }
}

/// Reads a row into a draft.
pub(super) fn read_row(
    row: &StringRecord,
    columns: &Columns<'_>,
    collector: &mut Collector<'_>,
) -> Result<Draft, Fault> {
    let mut draft = Draft::default();
    for (field, sources) in &columns.fields {
        if let Err(refusal) = read_field(*field, sources, row, columns, &mut draft, collector) {
            return Err((refusal.to_string(), reference_of(row, columns)));
        }
    }
    let is_empty = |field: &OwnField| match *field {
        OwnField::REFERENCE => draft.record.reference.is_empty(),
        _ => draft.record.name.is_empty(),
    };
    match REQUIRED_FIELDS.iter().find(|field| is_empty(field)) {
        Some(missing) => {
            Err((format!("{} is missing", missing.name()), reference_of(row, columns)))
        }
        None => Ok(draft),
    }
}

/// Reference of a row that is otherwise unusable.
pub(super) fn reference_of(row: &StringRecord, columns: &Columns<'_>) -> Option<String> {
    let (_, sources) = columns.fields.iter().find(|(field, _)| *field == OwnField::REFERENCE)?;
    let references = sources.iter().map(|cells| match &cells.source.origin {
        Origin::Made(_) => facts::joined(columns.cells(row, &cells.at), facts::MADE_OF_JOINER),
        _ => text_of(cells, row, columns).into_owned(),
    });
    references.map(|text| text.trim().to_owned()).find(|text| !text.is_empty())
}

/// Reads all values of a multi-valued field, else the first.
fn read_field(
    field: OwnField,
    sources: &[Cells<'_>],
    row: &StringRecord,
    columns: &Columns<'_>,
    draft: &mut Draft,
    collector: &mut Collector<'_>,
) -> Result<(), Refusal> {
    for cells in sources {
        let is_set = match &cells.source.origin {
            Origin::Made(_) => {
                facts::make_reference(&mut draft.record, columns.cells(row, &cells.at));
                true
            }
            _ => read_source(field, cells, row, columns, draft, collector)?,
        };
        if is_set && !field.is_plural() {
            break;
        }
    }
    Ok(())
}

/// Reads a source; returns true if it has a value.
fn read_source(
    field: OwnField,
    cells: &Cells<'_>,
    row: &StringRecord,
    columns: &Columns<'_>,
    draft: &mut Draft,
    collector: &mut Collector<'_>,
) -> Result<bool, Refusal> {
    let source = cells.source;
    let text = text_of(cells, row, columns);
    let parts = match &source.separator {
        _ if text.is_empty() => vec![""],
        Some(separator) => text.split(separator.as_str()).collect(),
        None if source.is_numbered => values::numbered(&text),
        None => vec![text.as_ref()],
    };
    let is_one = parts.len() == 1;
    let values = parts.into_iter().map(|part| columns.value(part));
    let values = values.filter(|value| is_one || !value.is_empty());
    let mut is_set = false;
    for value in values {
        let before = draft.record.identifiers.len();
        match set_value(field, source, value, draft, collector) {
            Ok(was_set) => is_set |= was_set,
            Err(_) if source.notes_unreadable => {
                facts::add_note(&mut draft.record, field.label(), value);
            }
            Err(refusal) => return Err(refusal),
        }
        if let (Some(at), true) = (cells.country_at, draft.record.identifiers.len() > before) {
            add_issuer(columns.cell(row, at), draft, collector);
        }
    }
    Ok(is_set)
}

fn set_value(
    field: OwnField,
    source: &ColumnSource,
    value: &str,
    draft: &mut Draft,
    collector: &mut Collector<'_>,
) -> Result<bool, Refusal> {
    let Some(meaning) = source.meaning_of(value) else {
        let mapped: Vec<&str> = source.values.keys().map(String::as_str).collect();
        return Err(field.refuse(value, mapped.join(", ")));
    };
    field.set(draft, meaning, &source.style, collector)
}

/// Text of a source in this row, before it is split into values.
fn text_of<'t>(cells: &Cells<'t>, row: &'t StringRecord, columns: &Columns<'_>) -> Cow<'t, str> {
    match (&cells.source.origin, &cells.at[..]) {
        (Origin::Constant(text), _) => Cow::Borrowed(text),
        (_, [at]) => Cow::Borrowed(columns.cell(row, *at)),
        (Origin::Cells { joiner, .. }, at) => {
            Cow::Owned(facts::joined(columns.cells(row, at), joiner))
        }
        (Origin::Made(_), _) => Cow::Borrowed(""),
    }
}

/// Adds the issuing country to the identifier added last.
fn add_issuer(text: &str, draft: &mut Draft, collector: &mut Collector<'_>) {
    if text.is_empty() {
        return;
    }
    let Some(identifier) = draft.record.identifiers.last_mut() else { return };
    identifier.country = country_of_code(text).or_else(|| collector.country(text));
    if identifier.country.is_none() {
        let label = format!("{} {} issued by", identifier.kind, identifier.value);
        facts::add_note(&mut draft.record, &label, text);
    }
}
