//! Files of a collection that the builder makes, without `index.json`.

use tamis_engine::ftm::statement;
pub(super) use tamis_engine::model::BulkName as Format;

use super::simple;

/// Formats that consist of one text per record.
pub(super) const BY_RECORD: [Format; 5] = [
    Format::TargetsSimple,
    Format::TargetsNested,
    Format::EntitiesFtm,
    Format::Senzing,
    Format::Statements,
];

/// Columns of a table; `None` for other formats.
pub(super) fn columns_of(format: Format) -> Option<&'static [&'static str]> {
    match format {
        Format::TargetsSimple => Some(&simple::COLUMNS),
        Format::Statements => Some(&statement::COLUMNS),
        _ => None,
    }
}
