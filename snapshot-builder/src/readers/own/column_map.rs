//! How the rows of a CSV file become records: the `[csv]` and `[columns]` tables of a description.

use std::collections::BTreeMap;

use super::fields::OwnField;
use super::record::Style;
use crate::sources::Encoding;

/// The mapping of one file format.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColumnMap {
    /// How the file is written.
    pub csv: CsvForm,
    /// Where each field comes from. Of several sources a field of one value takes the first that
    /// has one, a field of several values takes them all.
    pub fields: BTreeMap<OwnField, Vec<ColumnSource>>,
}

impl ColumnMap {
    /// No mapping, for formats that know their fields.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// How a CSV file is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvForm {
    /// What stands between two cells.
    pub delimiter: u8,
    /// Its characters.
    pub encoding: Encoding,
    /// Line of the row of column names, from 1; 0 where there is none.
    pub header_row: u64,
    /// Texts by which a cell says that it has no value.
    pub missing: Vec<String>,
    /// Whether rows with the same reference are one record; otherwise they are an error.
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
    /// Where the text comes from.
    pub origin: Origin,
    /// What stands between several values; without it the text is one value.
    pub separator: Option<String>,
    /// Whether several values are numbered, as in `1) Peru 2) Chile`.
    pub is_numbered: bool,
    /// What the values of the list mean; see [`Self::meaning_of`].
    pub values: BTreeMap<String, String>,
    /// How the values are written.
    pub style: Style,
    /// Column of the issuing country of an identifier.
    pub country: Option<String>,
    /// Whether a value that the field does not accept becomes a note; otherwise the row is
    /// rejected.
    pub notes_unreadable: bool,
}

/// Where the text of a field comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The cells under these names, those with a value joined.
    Cells {
        /// Names in the header row, or `#3` for the third column.
        headers: Vec<String>,
        /// What is put between them.
        joiner: String,
    },
    /// The same text for every record.
    Constant(String),
    /// A reference made of these cells, because the publisher gives none.
    Made(Vec<String>),
}

impl Origin {
    /// Names of the columns it needs.
    pub(super) fn headers(&self) -> &[String] {
        match self {
            Self::Cells { headers, .. } | Self::Made(headers) => headers,
            Self::Constant(_) => &[],
        }
    }
}

/// Stands for every other value, or for the value itself.
pub const ANY_VALUE: &str = "*";

impl ColumnSource {
    /// The text of one origin, as it stands.
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

    /// What a value of the list means: itself where nothing is mapped; `None` for one that is not
    /// mapped. [`ANY_VALUE`] stands for every other value but the empty one, and as a meaning for
    /// the value itself.
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
