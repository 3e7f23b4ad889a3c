//! Columns of the file; the publisher adds and removes some.

use crate::error::LoadError;
use crate::readers::collector::Collector;
use crate::readers::common::rows;
use crate::sources::SourceFile;
use tamis_ingest::table::{Dialect, Header, Table};

/// Required columns.
const REQUIRED: &[&str] = &["source", "name"];

/// Columns that are read if they exist.
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

/// Ignored column: it repeats `entity_number`, or is a hash of the row's text that changes with it.
const ROW_HASH: &str = "_id";

/// Opens the file; a warning names unknown columns.
///
/// # Errors
/// The file cannot be read, or a required column is missing.
pub(super) fn open(
    file: &SourceFile,
    collector: &mut Collector<'_>,
) -> Result<(Table, Header), LoadError> {
    let (table, header) = rows::open(file, Dialect::default(), REQUIRED)?;
    let is_read = |name: &&str| KNOWN.contains(name) || *name == ROW_HASH || name.is_empty();
    let unread: Vec<_> =
        header.names().iter().map(String::as_str).filter(|name| !is_read(name)).collect();
    if !unread.is_empty() {
        collector.warn(format!("columns that are not read: {}", unread.join(", ")));
    }
    Ok((table, header))
}
