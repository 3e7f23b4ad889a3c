//! From the files of a list, in the publisher's format, to records.
//!
//! A format is one file here and one row of [`FORMATS`]: a function that streams its input and
//! hands each record, or the reason why there is none, to the [`Collector`]. Readers know nothing
//! of folders, descriptions or snapshots.

mod bis_dpl;
mod by_name;
mod ca_sema_xml;
mod collector;
mod column_map;
mod congress;
mod country_codes;
mod csl_csv;
mod english_date;
mod entity_type;
mod eu_xml;
mod facts;
mod ftm;
mod gathered;
mod json;
mod known_as;
mod leie_csv;
mod lines;
mod numbers;
mod numeric_date;
mod ofac;
mod own_fields;
mod own_record;
mod own_values;
mod record_json;
mod records_csv;
mod records_jsonl;
mod senzing;
mod table;
mod titles;
mod topics;
mod uk;
mod uk_parliament_csv;
mod un_xml;
mod us_address;
mod wikidata_json;
mod wording;
mod world_bank_json;
mod xml;
mod yaml;

use std::collections::BTreeMap;
use std::fmt;

pub use collector::{Collected, Collector, Keep};
pub use column_map::{ANY_VALUE, ColumnMap, ColumnSource, CsvForm, Origin};
pub use own_fields::{ENTITY, FIELD_NAMES, OwnField, REQUIRED_FIELDS, Refusal};
pub use own_record::Style;
pub use own_values::{DATE_FORMS, DateForm};
pub use record_json::record_to_json;

use crate::error::LoadError;
use crate::sources::SourceFile;

/// Reads all records of the files into the collector.
pub type ReadFn = fn(&Input<'_>, &mut Collector<'_>) -> Result<(), LoadError>;

/// What a reader works on.
pub struct Input<'a> {
    /// The main file or files; at least one.
    pub main: &'a [SourceFile],
    /// Companions by role, where there are any.
    pub companions: &'a BTreeMap<String, Vec<SourceFile>>,
    /// The `[csv]` and `[columns]` tables of the description.
    pub columns: &'a ColumnMap,
    /// Address of one entry, with `{ref}` for its reference.
    pub record_url: Option<&'a str>,
}

impl Input<'_> {
    /// The files of a role; empty when there are none.
    fn companions(&self, role: &str) -> &[SourceFile] {
        self.companions.get(role).map_or(&[], Vec::as_slice)
    }

    /// The publisher's page of an entry.
    fn url_of(&self, reference: &str) -> Option<String> {
        self.record_url.map(|template| template.replace("{ref}", reference))
    }
}

/// A source format.
pub struct Format {
    /// Name in descriptions.
    pub name: &'static str,
    /// Name for people, as the API shows it.
    pub label: &'static str,
    /// Name of the main file when the description gives none.
    pub default_main: Option<&'static str>,
    /// Roles that companions may have.
    pub roles: &'static [&'static str],
    /// Whether a `[columns]` table is needed; otherwise it is an error.
    pub takes_columns: bool,
    /// The reader.
    pub read: ReadFn,
}

/// All formats, by name.
pub const FORMATS: &[Format] = &[
    Format::new("bis_dpl", "BIS denied persons text", bis_dpl::read),
    Format::new("ca_sema_xml", "Canada sanctions XML", ca_sema_xml::read),
    Format::new("congress", "US Congress CSV", congress::read).with_roles(&[
        congress::HISTORICAL,
        congress::EXECUTIVE,
        congress::TERMS,
    ]),
    Format::new("congress_yaml", "US Congress YAML", congress::read_lists)
        .with_roles(&[congress::HISTORICAL, congress::EXECUTIVE]),
    Format::new("csl_csv", "Consolidated Screening List CSV", csl_csv::read),
    Format::new("eu_xml", "EU XML", eu_xml::read),
    Format::new("ftm_entities", "follow-the-money JSON", ftm::read).with_main("entities.ftm.json"),
    Format::new("leie_csv", "LEIE CSV", leie_csv::read).with_roles(&[leie_csv::REINSTATEMENTS]),
    Format::new("ofac_csv", "OFAC CSV", ofac::csv_set::read).with_roles(&[
        ofac::csv_set::ALIASES,
        ofac::csv_set::ADDRESSES,
        ofac::csv_set::COMMENTS,
    ]),
    Format::new("ofac_enhanced_xml", "OFAC enhanced XML", ofac::enhanced::read),
    Format::new("ofac_text", "OFAC printed list", ofac::printed::read),
    Format::new("ofac_xml", "OFAC XML", ofac::xml_list::read),
    Format::new("records_csv", "CSV", records_csv::read).with_main("records.csv").with_columns(),
    Format::new("records_jsonl", "JSON lines", records_jsonl::read).with_main("records.jsonl"),
    Format::new("senzing_jsonl", "Senzing JSON", senzing::read).with_main("senzing.json"),
    Format::new("uk_ofsi_csv", "UK OFSI CSV", uk::read_consolidated_list),
    Format::new("uk_parliament_csv", "UK Parliament CSV", uk_parliament_csv::read),
    Format::new("uk_sanctions_list_csv", "UK Sanctions List CSV", uk::read_sanctions_list),
    Format::new("un_xml", "UN XML", un_xml::read),
    Format::new("wikidata_json", "Wikidata JSON", wikidata_json::read),
    Format::new("world_bank_json", "World Bank JSON", world_bank_json::read),
];

impl Format {
    /// A format without companions, whose main file the description names.
    const fn new(name: &'static str, label: &'static str, read: ReadFn) -> Self {
        Self { name, label, default_main: None, roles: &[], takes_columns: false, read }
    }

    /// With a name that the main file has by itself.
    const fn with_main(self, name: &'static str) -> Self {
        Self { default_main: Some(name), ..self }
    }

    /// With companions.
    const fn with_roles(self, roles: &'static [&'static str]) -> Self {
        Self { roles, ..self }
    }

    /// With a table of columns.
    const fn with_columns(self) -> Self {
        Self { takes_columns: true, ..self }
    }

    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The text without blanks around it and with single blanks within.
pub(crate) fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_stand_in_the_order_of_their_names_each_once() {
        assert!(FORMATS.is_sorted_by(|one, next| one.name < next.name));
        assert_eq!(Format::from_name("un_xml").map(|format| format.label), Some("UN XML"));
        assert_eq!(Format::from_name("un_XML"), None);
    }
}
