//! Readers: convert the files of a list from the publisher's format to records.
//!
//! A format is a row of [`FORMATS`], the only registry of readers. A reader is a function that streams
//! its input and passes each record, or the reason for rejecting it, to the [`Collector`]. Readers know
//! nothing of folders, descriptions or snapshots.
//!
//! | module | whose lists it reads, or what it holds |
//! |---|---|
//! | `canada`, `eu`, `ofac`, `uk`, `un`, `us`, `world_bank` | each publisher's own lists; `us` covers the United States except `ofac` |
//! | `ftm`, `senzing` | formats that many publishers use |
//! | `wikidata` | items of Wikidata, in JSON with labels as keys |
//! | `own` | the project's own formats, for lists without a reader |
//! | `common` | steps shared by several publishers' readers |
//! | `collector` | the receiver of records from readers |
//! | `historical` | treatment of historical records |
//! | `listed_names` | splitting of several names in one, for all formats |
//! | `format` | source formats, and the input of readers |

mod canada;
mod collector;
mod common;
mod eu;
mod format;
mod ftm;
mod historical;
mod listed_names;
mod ofac;
mod own;
mod senzing;
mod uk;
mod un;
mod us;
mod wikidata;
mod world_bank;

pub use collector::{Collected, Collector, Keep};
pub use format::{Format, Input, ReadFn};
pub use historical::{Historical, HistoricalScope};
pub use own::{
    ANY_VALUE, ColumnMap, ColumnSource, CsvForm, DATE_FORMS, DateForm, ENTITY, FIELD_NAMES, Origin,
    OwnField, REQUIRED_FIELDS, Refusal, Style, record_to_json,
};

/// All formats, by name.
pub const FORMATS: &[Format] = &[
    Format::new("bis_dpl", "BIS denied persons text", us::bis_dpl::read),
    Format::new("ca_sema_xml", "Canada sanctions XML", canada::read),
    Format::new("congress", "US Congress CSV", us::congress::read).with_roles(&[
        us::congress::HISTORICAL,
        us::congress::EXECUTIVE,
        us::congress::TERMS,
    ]),
    Format::new("congress_yaml", "US Congress YAML", us::congress::read_lists)
        .with_roles(&[us::congress::HISTORICAL, us::congress::EXECUTIVE]),
    Format::new("csl_csv", "Consolidated Screening List CSV", us::csl::read),
    Format::new("eu_xml", "EU XML", eu::read),
    Format::new("ftm_entities", "follow-the-money JSON", ftm::read).with_main("entities.ftm.json"),
    Format::new("leie_csv", "LEIE CSV", us::leie::read).with_roles(&[us::leie::REINSTATEMENTS]),
    Format::new("ofac_csv", "OFAC CSV", ofac::csv_set::read).with_roles(&[
        ofac::csv_set::ALIASES,
        ofac::csv_set::ADDRESSES,
        ofac::csv_set::COMMENTS,
    ]),
    Format::new("ofac_enhanced_xml", "OFAC enhanced XML", ofac::enhanced::read),
    Format::new("ofac_text", "OFAC printed list", ofac::printed::read),
    Format::new("ofac_xml", "OFAC XML", ofac::xml_list::read),
    Format::new("records_csv", "CSV", own::csv::read).with_main("records.csv").with_columns(),
    Format::new("records_jsonl", "JSON lines", own::jsonl::read).with_main("records.jsonl"),
    Format::new("senzing_jsonl", "Senzing JSON", senzing::read).with_main("senzing.json"),
    Format::new("uk_ofsi_csv", "UK OFSI CSV", uk::sanctions::read_consolidated_list),
    Format::new("uk_parliament_csv", "UK Parliament CSV", uk::parliament::read),
    Format::new(
        "uk_sanctions_list_csv",
        "UK Sanctions List CSV",
        uk::sanctions::read_sanctions_list,
    ),
    Format::new("un_xml", "UN XML", un::read),
    Format::new("wikidata_json", "Wikidata JSON", wikidata::read),
    Format::new("world_bank_json", "World Bank JSON", world_bank::read),
];

impl Format {
    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }
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
