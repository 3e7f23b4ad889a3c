//! The files of a collection.

/// A file of a collection beside its `index.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A row per record.
    Simple,
    /// Records as follow-the-money entities with their Sanction entities in them.
    Nested,
    /// Records and their Sanction entities, each by itself.
    Entities,
    /// Records for entity resolution.
    Senzing,
    /// A row per value of a property.
    Statements,
    /// Every name once.
    Names,
    /// What changed since the version before.
    Delta,
}

impl Format {
    /// Those whose text is that of one record after the other.
    pub(super) const BY_RECORD: [Self; 5] =
        [Self::Simple, Self::Nested, Self::Entities, Self::Senzing, Self::Statements];

    /// The name of the file.
    pub(super) fn file_name(self) -> &'static str {
        match self {
            Self::Simple => "targets.simple.csv",
            Self::Nested => "targets.nested.json",
            Self::Entities => "entities.ftm.json",
            Self::Senzing => "senzing.json",
            Self::Statements => "statements.csv",
            Self::Names => "names.txt",
            Self::Delta => "delta.json",
        }
    }

    /// Its content type. Those with lines of JSON have that of exports.
    pub(super) fn mime_type(self) -> &'static str {
        match self {
            Self::Simple | Self::Statements => "text/csv",
            Self::Names => "text/plain",
            Self::Nested | Self::Entities | Self::Senzing | Self::Delta => "application/x-ndjson",
        }
    }

    /// The columns of a table.
    pub(super) fn columns(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Simple => Some(&super::simple::COLUMNS),
            Self::Statements => Some(&tamis_engine::ftm::statement::COLUMNS),
            _ => None,
        }
    }
}
