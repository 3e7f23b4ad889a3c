//! The columns of the file, found by their names: the publisher adds and leaves out columns.

use ahash::AHashMap;
use tamis_ingest::table::StringRecord;

use crate::error::LoadError;
use crate::readers::collector::Collector;
use tamis_ingest::table::Header;

/// Columns that every file has.
const REQUIRED: &[&str] = &["source", "name"];

/// Columns that are read where they are there.
const KNOWN: &[&str] = &[
    "source",
    "entity_number",
    "type",
    "programs",
    "name",
    "title",
    "addresses",
    "federal_register_notice",
    "start_date",
    "end_date",
    "standard_order",
    "license_requirement",
    "license_policy",
    "call_sign",
    "vessel_type",
    "gross_tonnage",
    "gross_registered_tonnage",
    "vessel_flag",
    "vessel_owner",
    "remarks",
    "source_list_url",
    "alt_names",
    "citizenships",
    "dates_of_birth",
    "nationalities",
    "places_of_birth",
    "source_information_url",
    "ids",
];

/// Column that is left aside: it repeats `entity_number`, or is a hash of the row's text that
/// changes whenever the text does.
const ROW_HASH: &str = "_id";

/// Where the known columns are.
pub(super) struct Columns(AHashMap<&'static str, usize>);

impl Columns {
    /// Finds the columns; those that nobody reads are named in a warning.
    ///
    /// # Errors
    /// A column is not there without which there are no records.
    pub(super) fn find(header: &Header, collector: &mut Collector<'_>) -> Result<Self, LoadError> {
        for column in REQUIRED {
            header.require(column)?;
        }
        let is_read = |name: &&str| KNOWN.contains(name) || *name == ROW_HASH || name.is_empty();
        let unread: Vec<_> =
            header.names().iter().map(String::as_str).filter(|name| !is_read(name)).collect();
        if !unread.is_empty() {
            collector.warn(format!("columns that are not read: {}", unread.join(", ")));
        }
        Ok(Self(KNOWN.iter().filter_map(|name| Some((*name, header.find(name)?))).collect()))
    }
}

/// A row and its columns.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    pub(super) columns: &'r Columns,
    pub(super) fields: &'r StringRecord,
}

impl<'r> Row<'r> {
    /// A field without blanks around it; empty where there is no such column.
    pub(super) fn field(self, column: &str) -> &'r str {
        let at = self.columns.0.get(column);
        at.and_then(|at| self.fields.get(*at)).unwrap_or_default().trim()
    }

    /// The values of a field that holds several, without empty ones.
    pub(super) fn values(self, column: &str) -> impl Iterator<Item = &'r str> {
        self.field(column).split(';').map(str::trim).filter(|value| !value.is_empty())
    }
}
