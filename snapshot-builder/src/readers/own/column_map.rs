//! Mapping of CSV rows to records: the `[csv]` and `[columns]` tables of a description.

use std::collections::BTreeMap;

use super::fields::OwnField;
use super::record::Style;
use crate::sources::Encoding;

/// The mapping of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColumnMap {
    /// Syntax of the file.
    pub csv: CsvForm,
    /// Sources of each field. A single-valued field takes the first source with a value, a multi-valued
    /// field takes them all.
    pub fields: BTreeMap<OwnField, Vec<ColumnSource>>,
}

impl ColumnMap {
    /// An empty mapping, for formats with fixed fields.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// Syntax of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvForm {
    /// Separator of cells.
    pub delimiter: u8,
    pub encoding: Encoding,
    /// Line of the row of column names, from 1; 0 if there is none.
    pub header_row: u64,
    /// Texts that mark a missing value.
    pub missing: Vec<String>,
    /// True if rows with the same reference form one record; otherwise they are an error.
    pub merge_rows: bool,
}

impl Default for CsvForm {
    fn default() -> Self {
        Self {
            delimiter: b',',
            encoding: Encoding::Utf8,
            header_row: 1,
            missing: Vec::new(),
            merge_rows: false,
        }
    }
}

/// One source of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnSource {
    /// Origin of the text.
    pub origin: Origin,
    /// Separator of several values; without it the text is one value.
    pub separator: Option<String>,
    /// True if several values are numbered, as in `1) Peru 2) Chile`.
    pub is_numbered: bool,
    /// Translations of the list's values; see [`Self::meaning_of`].
    pub values: BTreeMap<String, String>,
    /// Format of the values.
    pub style: Style,
    /// Column of the issuing country of an identifier.
    pub country: Option<String>,
    /// True if a value that the field does not accept becomes a note; otherwise the row is rejected.
    pub notes_unreadable: bool,
}

/// Origin of the text of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The cells under these names; cells with a value are joined.
    Cells {
        /// Names in the header row, or `#3` for the third column.
        headers: Vec<String>,
        /// Text between joined cells.
        joiner: String,
    },
    /// A constant text for every record.
    Constant(String),
    /// A reference made from these cells, if the publisher gives none.
    Made(Vec<String>),
}

impl Origin {
    /// Names of the required columns.
    pub(super) fn headers(&self) -> &[String] {
        match self {
            Self::Cells { headers, .. } | Self::Made(headers) => headers,
            Self::Constant(_) => &[],
        }
    }
}

/// Wildcard: as a key, every other value; as a meaning, the value itself.
pub const ANY_VALUE: &str = "*";

impl ColumnSource {
    /// The unchanged text of one origin.
    #[must_use]
    pub fn of(origin: Origin) -> Self {
        let values = BTreeMap::new();
        Self {
            origin,
            separator: None,
            is_numbered: false,
            values,
            style: Style::default(),
            country: None,
            notes_unreadable: false,
        }
    }

    /// Translates a value of the list. Without a mapping it is the value itself; `None` if the mapping
    /// lacks it. [`ANY_VALUE`] matches every other non-empty value, and as a meaning is the value
    /// itself.
    #[must_use]
    pub fn meaning_of<'v>(&'v self, value: &'v str) -> Option<&'v str> {
        if self.values.is_empty() {
            return Some(value);
        }
        let meaning = self.values.get(value).map(String::as_str);
        if value.is_empty() {
            return Some(meaning.unwrap_or_default());
        }
        let meaning = meaning.or_else(|| self.values.get(ANY_VALUE).map(String::as_str))?;
        Some(if meaning == ANY_VALUE { value } else { meaning })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_mean_what_the_table_says() {
        let mut source = ColumnSource::of(Origin::Constant(String::new()));
        assert_eq!(source.meaning_of("P"), Some("P"));
        let table = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
        };
        source.values = table(&[("P", "INDIVIDUAL"), ("-", "")]);
        for (value, expected) in
            [("P", Some("INDIVIDUAL")), ("-", Some("")), ("E", None), ("", Some(""))]
        {
            assert_eq!(source.meaning_of(value), expected, "{value}");
        }
        source.values = table(&[("P", "INDIVIDUAL"), ("*", "entity"), ("", "VESSEL")]);
        assert_eq!(source.meaning_of("E"), Some("entity"));
        assert_eq!(source.meaning_of(""), Some("VESSEL"));
        source.values = table(&[("UAR", "EG"), ("*", "*")]);
        assert_eq!((source.meaning_of("Peru"), source.meaning_of("")), (Some("Peru"), Some("")));
    }
}
