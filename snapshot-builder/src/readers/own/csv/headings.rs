//! Columns of a file by name or number.

use std::fmt;

use tamis_ingest::table::StringRecord;

use crate::error::LoadError;
use crate::readers::own::fields::OwnField;
use tamis_ingest::squeeze;

/// The columns of a file.
pub(super) struct Headings<'f> {
    /// Their names; `None` if the file has none.
    names: Option<Vec<String>>,
    count: usize,
    file: &'f str,
}

impl<'f> Headings<'f> {
    /// Columns named by a header row.
    pub(super) fn of(row: &StringRecord, file: &'f str) -> Self {
        Self { names: Some(row.iter().map(squeeze).collect()), count: row.len(), file }
    }

    /// This number of unnamed columns.
    pub(super) fn numbered(count: usize, file: &'f str) -> Self {
        Self { names: None, count, file }
    }

    /// Position of a column by its name, or by its number after `#`.
    pub(super) fn find(&self, field: OwnField, name: &str) -> Result<usize, LoadError> {
        let names = self.names.as_deref().unwrap_or_default().iter().enumerate();
        let mut found = names.filter(|(_, found)| *found == name).map(|(at, _)| at);
        let (file, column) = (self.file.to_owned(), name.to_owned());
        match (found.next(), found.next()) {
            (Some(at), None) => Ok(at),
            (Some(first), Some(second)) => Err(LoadError::TwoColumns {
                file,
                column,
                field: field.name(),
                first: first + 1,
                second: second + 1,
            }),
            (None, _) => self.numbered_column(name).ok_or_else(|| LoadError::MissingColumn {
                file,
                column,
                field: field.name(),
                header: self.to_string(),
            }),
        }
    }

    fn numbered_column(&self, name: &str) -> Option<usize> {
        let number: usize = name.strip_prefix('#')?.parse().ok()?;
        number.checked_sub(1).filter(|at| *at < self.count)
    }
}

/// Lists the names for error messages.
impl fmt::Display for Headings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.names {
            Some(names) => f.write_str(&names.join(", ")),
            None => write!(f, "no names, only #1 to #{}", self.count),
        }
    }
}
