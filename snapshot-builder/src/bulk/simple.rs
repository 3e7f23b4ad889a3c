//! `targets.simple.csv`: a row per record, for spreadsheets and databases.

use std::collections::BTreeSet;
use std::fmt;

use tamis_engine::csv::Line;
use tamis_engine::ftm::{FtmEntity, FtmId};
use tamis_engine::model::Property;
use tamis_engine::snapshot::RecordView;

pub(super) const COLUMNS: [&str; 16] = [
    "id",
    "schema",
    "name",
    "aliases",
    "birth_date",
    "countries",
    "addresses",
    "identifiers",
    "sanctions",
    "phones",
    "emails",
    "program_ids",
    "dataset",
    "first_seen",
    "last_seen",
    "last_change",
];

/// Writes the row of a record from its `entity`. Lists have no field for phones and e-mail addresses,
/// so these columns are empty.
pub(super) fn write(record: RecordView<'_>, entity: &FtmEntity<'_>, line: Line<'_>) {
    let said = entity.said();
    let of = |is_asked: &dyn Fn(Property) -> bool| -> Several {
        let said = said.iter().filter(|said| is_asked(said.property));
        Several(said.map(|said| said.value.to_string()).collect())
    };
    let of_type = |name: &str| of(&|property| property.type_name() == name);
    let mut aliases = of_type("name");
    aliases.0.remove(entity.caption());
    line.cell(FtmId::Record(record.id()))
        .cell(entity.schema().as_str())
        .cell(entity.caption())
        .cell(aliases)
        .cell(of(&|property| property == Property::BirthDate))
        .cell(of_type("country"))
        .cell(of_type("address"))
        .cell(of_type("identifier"))
        .cell(listing(record))
        .cell("")
        .cell("")
        .cell(Several(record.programmes().map(str::to_owned).collect()))
        .cell(&record.register().slug)
        .cell(record.first_seen())
        .cell(record.last_seen())
        .cell(record.changes().party)
        .end();
}

/// The listing in words, `publisher - programme - date`, once per programme.
fn listing(record: RecordView<'_>) -> Several {
    let publisher = &record.register().publisher;
    let date = record.listed_on().map(|date| format!(" - {date}")).unwrap_or_default();
    let mut programmes = record.programmes().peekable();
    if programmes.peek().is_none() {
        return Several([format!("{publisher}{date}")].into());
    }
    Several(programmes.map(|programme| format!("{publisher} - {programme}{date}")).collect())
}

/// Values in one cell: a CSV row of its own, separated by `;`, sorted, each once.
struct Several(BTreeSet<String>);

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, value) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ";" })?;
            if value.contains([';', '"', '\r', '\n']) {
                write!(f, "\"{}\"", value.replace('"', "\"\""))?;
            } else {
                f.write_str(value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_values_are_a_sorted_row_of_their_own() {
        for (values, expected) in [
            (vec![], ""),
            (vec!["b", "a", "b"], "a;b"),
            (vec!["DOE, Jane"], "DOE, Jane"),
            (vec!["1 Road; Lima", "the \"Fox\""], "\"1 Road; Lima\";\"the \"\"Fox\"\"\""),
            (vec!["two\nlines"], "\"two\nlines\""),
        ] {
            let several = Several(values.iter().map(|value| (*value).to_owned()).collect());
            assert_eq!(several.to_string(), expected);
            let mut reader = csv::ReaderBuilder::new()
                .delimiter(b';')
                .has_headers(false)
                .from_reader(expected.as_bytes());
            let read: BTreeSet<String> = reader
                .records()
                .flatten()
                .flat_map(|row| row.deserialize::<Vec<String>>(None).expect("texts"))
                .collect();
            assert_eq!(read, several.0);
        }
    }
}
