//! `senzing_jsonl`: Senzing entity records, one JSON object per line (docs/formats.md, "Senzing").
//!
//! ```toml
//! # register.toml
//! format = "senzing_jsonl"   # the main file is senzing.json unless [files] says otherwise
//! ```
//!
//! All forms of the entity specification are read, also mixed: the `FEATURES` array of the current
//! one, older lists of objects (`NAMES`, `ADDRESSES`), and flat attributes. Repeated attributes have
//! their usage type as prefix (`PRIMARY_NAME_LAST`, `HOME_ADDR_CITY`).
//!
//! `RECORD_ID` is the reference. A list is one register, so a record id may occur under one
//! `DATA_SOURCE` only. Attributes without a field and unknown payload become notes; relationships are
//! counted.
//!
//! | module | what it holds |
//! |---|---|
//! | `features` | a line in any form to its features |
//! | `attributes` | the attributes of the specification, by feature |
//! | `record` | features to a record |
//! | `names`, `identifiers` | names; numbers of documents, ships and securities |

mod attributes;
mod features;
mod identifiers;
mod names;
mod record;

use std::collections::BTreeMap;

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::add_note;
use crate::readers::common::topics::list_types_of;
use crate::report::Position;
use features::Parsed;
use tamis_ingest::json::object_of_line;
use tamis_ingest::lines::{Line, Lines};

/// Reads the files line by line; empty lines are skipped.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    let mut sources = Sources::default();
    for file in input.main {
        let mut lines = Lines::open(file)?;
        while let Some((number, line)) = lines.next_line()? {
            let position = Position::Line(number);
            let parsed = match line {
                Line::Text(text) if text.trim_ascii().is_empty() => continue,
                Line::Text(text) => parse(text).and_then(|parsed| sources.check(parsed, collector)),
                Line::TooLong => Err((Line::too_long_reason(), None)),
            };
            match parsed {
                Ok(parsed) => take(&parsed, &mut sources, input, collector, &file.name, position),
                Err((reason, id)) => collector.reject(&file.name, position, reason, id),
            }
        }
        lines.check_last_object()?;
    }
    Ok(())
}

/// Reason for rejecting a line, and its id if it could be read.
type Refusal = (String, Option<String>);

fn parse(line: &[u8]) -> Result<Parsed, Refusal> {
    let object = object_of_line(line).map_err(|reason| (reason, None))?;
    let parsed = features::parse(object);
    if parsed.record_id.is_empty() {
        Err(("RECORD_ID is missing".to_owned(), None))
    } else {
        Ok(parsed)
    }
}

fn take(
    parsed: &Parsed,
    sources: &mut Sources,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
    file: &str,
    position: Position,
) {
    let mut record = record::read_record(parsed, collector);
    if record.name.is_empty() {
        let reason = "no name: NAME_FULL, NAME_ORG, NAME_FIRST and NAME_LAST are missing";
        collector.reject(file, position, reason, Some(record.reference));
        return;
    }
    if sources.first.as_ref().is_some_and(|first| *first != parsed.data_source) {
        add_note(&mut record, "Data source", &parsed.data_source);
    }
    if record.source_url.is_none() {
        record.source_url = input.url_of(&record.reference);
    }
    if !collector.has_reference(&record.reference) {
        sources.note(parsed);
        let topics = parsed.payload_texts(record::TOPICS);
        list_types_of(topics).into_iter().for_each(|list_type| collector.suggest(list_type));
    }
    collector.accept(record, file, position);
}

/// Data sources of the records read so far.
#[derive(Debug, Default)]
struct Sources {
    /// Data source of the first record, and so of nearly all.
    first: Option<String>,
    /// Data sources by record id, if different from the first.
    others: BTreeMap<String, String>,
}

impl Sources {
    /// Refuses a record whose id was already read under another data source.
    fn check(&self, parsed: Parsed, collector: &Collector<'_>) -> Result<Parsed, Refusal> {
        let id = &parsed.record_id;
        if !collector.has_reference(id) {
            return Ok(parsed);
        }
        match self.others.get(id).or(self.first.as_ref()) {
            Some(known) if *known != parsed.data_source => {
                let (found, id) = (&parsed.data_source, parsed.record_id.clone());
                let reason =
                    format!("RECORD_ID {id:?} occurs under DATA_SOURCE {known:?} and {found:?}");
                Err((reason, Some(id)))
            }
            _ => Ok(parsed),
        }
    }

    fn note(&mut self, parsed: &Parsed) {
        let first = self.first.get_or_insert_with(|| parsed.data_source.clone());
        if *first != parsed.data_source {
            self.others.insert(parsed.record_id.clone(), parsed.data_source.clone());
        }
    }
}
