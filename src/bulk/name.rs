//! The bulk files that a collection may have (docs/api.md, "Bulk files").

use tamis_engine::named_enum;

named_enum!(
    /// A bulk file of a collection.
    BulkName {
        /// What was built: figures, and the other files with their checksums.
        Index = "index.json",
        /// A row for each record, flat.
        TargetsSimple = "targets.simple.csv",
        /// A line for each record with its listings nested.
        TargetsNested = "targets.nested.json",
        /// A line for each follow-the-money entity.
        EntitiesFtm = "entities.ftm.json",
        /// A line for each record, for entity resolution by Senzing.
        Senzing = "senzing.json",
        /// A row for each value of a property.
        Statements = "statements.csv",
        /// Every distinct name and alias, one a line.
        Names = "names.txt",
        /// A line for each record that was added, changed or removed by the build.
        Delta = "delta.json",
    }
);
