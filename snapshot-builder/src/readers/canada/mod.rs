//! The consolidated list of Canada's autonomous sanctions: `data-set` with one `record` per party. The
//! publisher renamed elements when ships were added, and gives no references.
//!
//! | module | what it holds |
//! |---|---|
//! | `field` | the elements that are read |
//! | `key` | references made for entries |
//! | `names`, `aliases`, `pieces` | names; the string of aliases; its pieces |

mod aliases;
mod field;
mod key;
mod names;
mod pieces;

use tamis_engine::model::{Alias, EntityType, Record};

use self::field::text_of;
use self::names::Names;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::acronyms::add_acronyms;
use crate::readers::common::english_date::read_dates;
use crate::readers::common::facts::{
    add_birth_reading, add_imo, add_note, date_or_note, entity_type_of,
};
use crate::report::Position;
use tamis_ingest::xml::{Element, XmlStream};

const RECORD: &str = "record";

/// Reads the list, one party at a time. The list has no date of its own: the latest listing date
/// ignores later removals.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        let (mut stream, _) = XmlStream::open(file, &["data-set"])?;
        let mut seen = 0;
        while let Some((_, element)) = stream.next_of(&[RECORD])? {
            seen += 1;
            let mut record = read_record(&element);
            key::set_reference(&mut record, &element, collector);
            record.source_url = input.url_of(&record.reference);
            collector.accept(record, &file.name, Position::Element(RECORD, seen));
        }
    }
    Ok(())
}

fn read_record(element: &Element) -> Record {
    let text = |names: &[&str]| text_of(element, names);
    let Names { name, aliases, is_person, unread } = Names::read(element);
    let (title, imo) = (text(field::TITLE), text(field::IMO));
    // For parties other than persons, the title is the type of a ship.
    let entity_type = if is_person {
        EntityType::Individual
    } else if title.is_empty() && imo.is_empty() {
        entity_type_of(&name)
    } else {
        EntityType::Vessel
    };
    let is_ship = entity_type == EntityType::Vessel;
    let programme = text(field::COUNTRY);
    let mut record = Record {
        name,
        aliases: aliases.into_iter().map(Alias::strong).collect(),
        entity_type: Some(entity_type),
        programmes: Some(programme).filter(|text| !text.is_empty()).into_iter().collect(),
        ..Record::default()
    };
    if is_ship {
        add_note(&mut record, "Ship type", &title);
        add_note(&mut record, "Ship build date", &text(field::DATE));
    } else {
        record.positions.extend(Some(title).filter(|title| !title.is_empty()));
        read_birth_date(&text(field::DATE), &mut record);
    }
    if !imo.is_empty() {
        add_imo(&mut record, &imo);
    }
    read_listing_date(&text(field::LISTED_ON), &mut record);
    add_note(&mut record, "Schedule", &text(field::SCHEDULE));
    add_note(&mut record, "Item", &text(field::ITEM));
    add_note(&mut record, "Aliases", &unread);
    keep_unknown_elements(element, &mut record);
    add_acronyms(&mut record);
    record
}

/// Reads a date, or several joined by `or`. Any other text ("Sep-99", "born in the early 1970s")
/// becomes a note.
fn read_birth_date(text: &str, record: &mut Record) {
    let spelling = text.replace(" OR ", " or ");
    for reading in spelling.split(" or ").map(read_dates) {
        add_birth_reading(record, text, reading);
    }
}

fn read_listing_date(text: &str, record: &mut Record) {
    record.listed_on = date_or_note(text.parse().ok(), "Date of listing", text, record);
}

/// Keeps unknown elements as notes, since elements are renamed and added between versions of the list.
fn keep_unknown_elements(element: &Element, record: &mut Record) {
    let is_known = |name: &str| field::ALL.iter().any(|names| names.contains(&name));
    for child in element.children.iter().filter(|child| !is_known(&child.name)) {
        add_note(record, &child.name, &child.text);
    }
}
