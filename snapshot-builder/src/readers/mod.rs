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
mod json;
mod known_as;
mod leie_csv;
mod lines;
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
    Format {
        name: "bis_dpl",
        label: "BIS denied persons text",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: bis_dpl::read,
    },
    Format {
        name: "ca_sema_xml",
        label: "Canada sanctions XML",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: ca_sema_xml::read,
    },
    Format {
        name: "congress",
        label: "US Congress CSV",
        default_main: None,
        roles: &[congress::HISTORICAL, congress::EXECUTIVE, congress::TERMS],
        takes_columns: false,
        read: congress::read,
    },
    Format {
        name: "congress_yaml",
        label: "US Congress YAML",
        default_main: None,
        roles: &[congress::HISTORICAL, congress::EXECUTIVE],
        takes_columns: false,
        read: congress::read_lists,
    },
    Format {
        name: "csl_csv",
        label: "Consolidated Screening List CSV",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: csl_csv::read,
    },
    Format {
        name: "eu_xml",
        label: "EU XML",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: eu_xml::read,
    },
    Format {
        name: "ftm_entities",
        label: "follow-the-money JSON",
        default_main: Some("entities.ftm.json"),
        roles: &[],
        takes_columns: false,
        read: ftm::read,
    },
    Format {
        name: "leie_csv",
        label: "LEIE CSV",
        default_main: None,
        roles: &[leie_csv::REINSTATEMENTS],
        takes_columns: false,
        read: leie_csv::read,
    },
    Format {
        name: "ofac_csv",
        label: "OFAC CSV",
        default_main: None,
        roles: &[ofac::csv_set::ALIASES, ofac::csv_set::ADDRESSES, ofac::csv_set::COMMENTS],
        takes_columns: false,
        read: ofac::csv_set::read,
    },
    Format {
        name: "ofac_enhanced_xml",
        label: "OFAC enhanced XML",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: ofac::enhanced::read,
    },
    Format {
        name: "ofac_text",
        label: "OFAC printed list",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: ofac::printed::read,
    },
    Format {
        name: "ofac_xml",
        label: "OFAC XML",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: ofac::xml_list::read,
    },
    Format {
        name: "records_csv",
        label: "CSV",
        default_main: Some("records.csv"),
        roles: &[],
        takes_columns: true,
        read: records_csv::read,
    },
    Format {
        name: "records_jsonl",
        label: "JSON lines",
        default_main: Some("records.jsonl"),
        roles: &[],
        takes_columns: false,
        read: records_jsonl::read,
    },
    Format {
        name: "senzing_jsonl",
        label: "Senzing JSON",
        default_main: Some("senzing.json"),
        roles: &[],
        takes_columns: false,
        read: senzing::read,
    },
    Format {
        name: "uk_ofsi_csv",
        label: "UK OFSI CSV",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: uk::read_consolidated_list,
    },
    Format {
        name: "uk_parliament_csv",
        label: "UK Parliament CSV",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: uk_parliament_csv::read,
    },
    Format {
        name: "uk_sanctions_list_csv",
        label: "UK Sanctions List CSV",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: uk::read_sanctions_list,
    },
    Format {
        name: "un_xml",
        label: "UN XML",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: un_xml::read,
    },
    Format {
        name: "wikidata_json",
        label: "Wikidata JSON",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: wikidata_json::read,
    },
    Format {
        name: "world_bank_json",
        label: "World Bank JSON",
        default_main: None,
        roles: &[],
        takes_columns: false,
        read: world_bank_json::read,
    },
];

impl Format {
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
