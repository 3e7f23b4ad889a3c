//! The files of a collection beside its `index.json`, as the builder makes them.

use tamis_engine::ftm::statement;
pub(super) use tamis_engine::model::BulkName as Format;

use super::simple;

/// Those whose text is that of one record after the other.
pub(super) const BY_RECORD: [Format; 5] = [
    Format::TargetsSimple,
    Format::TargetsNested,
    Format::EntitiesFtm,
    Format::Senzing,
    Format::Statements,
];

/// The columns of a table.
pub(super) fn columns_of(format: Format) -> Option<&'static [&'static str]> {
    match format {
        Format::TargetsSimple => Some(&simple::COLUMNS),
        Format::Statements => Some(&statement::COLUMNS),
        _ => None,
    }
}
