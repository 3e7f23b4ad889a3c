//! The consolidated list of financial sanctions of the European Union: its version 1.1 (`export`), and
//! the form used until 2016 (`WHOLE`). The root element shows the form.
//!
//! The forms share no published reference. The old one has only `Id`, the key of the publisher's
//! database, which version 1.1 repeats as `logicalId` next to `euReferenceNumber`. The latter is the
//! one that the Union quotes, so it is the reference. A change from the old form to version 1.1 thus
//! gives every record a new reference.

mod common;
mod old;
mod version_1_1;

use tamis_engine::model::{PartialDate, Record};

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::report::Position;
use tamis_ingest::xml::{Element, XmlStream};

/// A form of the list.
struct Form {
    root: &'static str,
    entity: &'static str,
    list_date: fn(&Element) -> Option<PartialDate>,
    read_entity: fn(&Element, &mut Collector<'_>) -> Record,
}

const VERSION_1_1: Form = Form {
    root: "export",
    entity: "sanctionEntity",
    list_date: version_1_1::list_date,
    read_entity: version_1_1::read_entity,
};
const OLD: Form = Form {
    root: "WHOLE",
    entity: "ENTITY",
    list_date: old::list_date,
    read_entity: old::read_entity,
};

/// Reads the list, one party at a time.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        let (mut stream, root) = XmlStream::open(file, &[VERSION_1_1.root, OLD.root])?;
        let form = if root.name == OLD.root { OLD } else { VERSION_1_1 };
        match (form.list_date)(&root) {
            Some(date) => collector.set_list_date(date),
            None => collector.warn(format!("{}: no date in <{}>", file.name, form.root)),
        }
        let mut seen = 0;
        while let Some((_, element)) = stream.next_of(&[form.entity])? {
            seen += 1;
            let mut record = (form.read_entity)(&element, collector);
            record.source_url = input.url_of(&record.reference).or(record.source_url);
            collector.accept(record, &file.name, Position::Element(form.entity, seen));
        }
    }
    Ok(())
}
