//! One source of a field in `[columns]`: the name of a header, or a table with options.

use std::collections::BTreeMap;
use std::ops::Range;

use tamis_engine::model::Fact;
use tamis_ingest::descriptions::{DescriptionError, Source};
use tamis_ingest::squeeze;
use toml::{Table, Value};

use crate::readers::{
    ANY_VALUE, ColumnSource, DATE_FORMS, DateForm, Origin, OwnField, REQUIRED_FIELDS, Style,
};

/// Reads `"Header"` or a table such as `{ header = "Other names", separator = ";" }`.
pub(super) fn read(
    source: &Source<'_>,
    field: OwnField,
    path: &str,
    span: &Range<usize>,
    value: &Value,
) -> Result<ColumnSource, DescriptionError> {
    match value {
        Value::String(header) if !header.trim().is_empty() => {
            let mut column = ColumnSource::of(cells(vec![header.clone()], " "));
            column.style.date = DateForm::YearMonthDay;
            Ok(column)
        }
        Value::Table(table) => Entry { source, field, path, span, table }.read(),
        value => {
            let accepted = "a header name, a table with a source, or a list of these";
            Err(source.refuse(path, span, shown(value), accepted))
        }
    }
}

pub(super) fn cells(headers: Vec<String>, joiner: &str) -> Origin {
    Origin::Cells {
        headers: headers.iter().map(|header| squeeze(header)).collect(),
        joiner: joiner.to_owned(),
    }
}

/// A value as shown in error messages.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        other => format!("a value of type {}", other.type_str()),
    }
}

/// Keys that give the origin of the text; a source has exactly one of them.
const ORIGINS: [&str; 4] = ["header", "headers", "value", "made_of"];

/// A source written as a table, with what an error message needs.
struct Entry<'e> {
    source: &'e Source<'e>,
    field: OwnField,
    path: &'e str,
    span: &'e Range<usize>,
    table: &'e Table,
}

impl Entry<'_> {
    fn read(&self) -> Result<ColumnSource, DescriptionError> {
        let origin = self.origin()?;
        let accepted = self.accepted_keys(origin);
        if let Some((key, value)) =
            self.table.iter().find(|(key, _)| !accepted.contains(&key.as_str()))
        {
            let accepted = format!("no such key: {} takes {}", self.path, accepted.join(", "));
            return Err(self.refuse(key, shown(value), accepted));
        }
        let mut column = ColumnSource::of(self.read_origin(origin)?);
        column.separator = self.text("separator")?;
        column.is_numbered = self.truth("numbered")?;
        column.style = Style { date: self.date()?, label: self.text("label")? };
        column.country = self.text("country")?.map(|header| squeeze(&header));
        column.notes_unreadable = self.notes_unreadable()?;
        column.values = self.values(&column.style)?;
        if let Origin::Constant(text) = &column.origin {
            self.check("value", text, &column.style)?;
        }
        Ok(column)
    }

    /// The single key that gives the origin of the text.
    fn origin(&self) -> Result<&'static str, DescriptionError> {
        let given: Vec<_> =
            ORIGINS.into_iter().filter(|key| self.table.contains_key(*key)).collect();
        match given[..] {
            [origin] => Ok(origin),
            _ => {
                let given =
                    if given.is_empty() { "missing".to_owned() } else { given.join(" and ") };
                let accepted = format!("one of {}", ORIGINS.join(", "));
                Err(self.source.refuse(
                    format!("{}: its source", self.path),
                    self.span,
                    given,
                    accepted,
                ))
            }
        }
    }

    /// Keys that a source with this origin accepts for this field.
    fn accepted_keys(&self, origin: &str) -> Vec<&'static str> {
        let field = self.field;
        let is = |fact| field == OwnField::Fact(fact);
        let is_required = REQUIRED_FIELDS.contains(&field);
        let has_cells = matches!(origin, "header" | "headers");
        [
            ("header", true),
            ("headers", true),
            ("value", !is_required),
            ("made_of", is(Fact::Reference)),
            ("joiner", origin == "headers"),
            ("separator", has_cells && field.is_plural()),
            ("numbered", has_cells && field.is_plural() && !self.table.contains_key("separator")),
            ("values", has_cells && !is_required),
            ("date", has_cells && field.is_date()),
            ("label", has_cells && (is(Fact::Notes) || is(Fact::Identifiers))),
            ("country", has_cells && is(Fact::Identifiers)),
            ("unreadable", has_cells && !is_required),
        ]
        .into_iter()
        .filter_map(|(key, is_accepted)| is_accepted.then_some(key))
        .collect()
    }

    fn read_origin(&self, origin: &str) -> Result<Origin, DescriptionError> {
        Ok(match origin {
            "made_of" => match cells(self.list("made_of")?, " ") {
                Origin::Cells { headers, .. } => Origin::Made(headers),
                other => other,
            },
            "headers" => {
                let joiner = self.text("joiner")?;
                cells(self.list("headers")?, joiner.as_deref().unwrap_or(" "))
            }
            "value" => Origin::Constant(self.text("value")?.unwrap_or_default()),
            _ => cells(self.text("header")?.into_iter().collect(), " "),
        })
    }

    fn date(&self) -> Result<DateForm, DescriptionError> {
        let Some(name) = self.text("date")? else { return Ok(DateForm::YearMonthDay) };
        let names = || DATE_FORMS.map(|(name, _)| name).join(", ");
        DateForm::from_name(&name).ok_or_else(|| self.refuse("date", name, names()))
    }

    fn notes_unreadable(&self) -> Result<bool, DescriptionError> {
        match self.text("unreadable")?.as_deref() {
            None | Some("reject") => Ok(false),
            Some("note") => Ok(true),
            Some(other) => Err(self.refuse("unreadable", other, "reject, note")),
        }
    }

    /// Translations of the list's values; the field must accept each of them.
    fn values(&self, style: &Style) -> Result<BTreeMap<String, String>, DescriptionError> {
        let Some(table) = self.table.get("values") else { return Ok(BTreeMap::new()) };
        let refuse = |value: &Value| {
            let accepted = "a table from values of the list to values of the field";
            self.refuse("values", shown(value), accepted)
        };
        let mut values = BTreeMap::new();
        for (value, meaning) in
            table.as_table().filter(|t| !t.is_empty()).ok_or_else(|| refuse(table))?
        {
            let meaning = meaning.as_str().ok_or_else(|| refuse(meaning))?.trim();
            if meaning != ANY_VALUE {
                self.check(&format!("values.{value}"), meaning, style)?;
            }
            values.insert(value.trim().to_owned(), meaning.to_owned());
        }
        Ok(values)
    }

    fn check(&self, key: &str, text: &str, style: &Style) -> Result<(), DescriptionError> {
        let is_given = !text.is_empty();
        let checked = if is_given { self.field.check(text, style) } else { Ok(()) };
        checked.map_err(|refusal| self.refuse(key, refusal.value, refusal.accepted))
    }

    /// A non-empty text.
    fn text(&self, key: &str) -> Result<Option<String>, DescriptionError> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.clone())),
            Some(value) => Err(self.refuse(key, shown(value), "a text that is not empty")),
        }
    }

    /// `true` or `false` (the default).
    fn truth(&self, key: &str) -> Result<bool, DescriptionError> {
        match self.table.get(key) {
            None => Ok(false),
            Some(Value::Boolean(truth)) => Ok(*truth),
            Some(value) => Err(self.refuse(key, shown(value), "true, false")),
        }
    }

    /// A list of at least one text.
    fn list(&self, key: &str) -> Result<Vec<String>, DescriptionError> {
        let value = self.table.get(key);
        let texts = value.and_then(Value::as_array).filter(|values| !values.is_empty());
        let texts =
            texts.map(|values| values.iter().map(|value| value.as_str().map(str::to_owned)));
        texts.and_then(Iterator::collect).ok_or_else(|| {
            let value = value.map(shown).unwrap_or_default();
            self.refuse(key, value, "a list of header names")
        })
    }

    fn refuse(
        &self,
        key: &str,
        value: impl Into<String>,
        accepted: impl Into<String>,
    ) -> DescriptionError {
        self.source.refuse(format!("{}.{key}", self.path), self.span, value, accepted)
    }
}
