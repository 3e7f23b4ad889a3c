//! The World Bank's list of ineligible firms and individuals: one JSON document with an array
//! `response.ZPROCSUPP`, one object per party.
//!
//! | Field | How it is read |
//! |---|---|
//! | `SUPP_ID` | reference |
//! | `SUPP_NAME` | name, titles, aliases: see [`names`] |
//! | `ADD_SUPP_INFO` | weak aliases and a note: see [`remarks`] |
//! | `SUPP_TYPE_CODE` | `F` firm, `I` individual; the few others from the name, if possible |
//! | `LAND1`, `COUNTRY_NAME` | country |
//! | `DEBAR_REASON` | programme; `Cross Debarment: ADB` marks the decision of another bank |
//! | `DEBAR_FROM_DATE`, `DEBAR_TO_DATE` | dates of listing; the year 2999 means that it has no end |
//! | `ELIG_STAT`, `INELIGIBLY_STATUS` | status |
//! | `REGISTER_ID` | a note: like `ADD_SUPP_INFO`, it moves between records |
//!
//! All other fields are internal to the publisher (the editor and time of changes) and change daily on
//! all records.
//!
//! | module | what it holds |
//! |---|---|
//! | `names`, `remarks` | the fields `SUPP_NAME` and `ADD_SUPP_INFO` |
//! | `titles` | titles before a name |
//! | `markers` | marks that announce another name |
//! | `footnotes` | the footnotes of the publisher's page |

mod footnotes;
mod markers;
mod names;
mod remarks;
mod titles;

use serde_json::Value;
use tamis_engine::model::{CountryCode, DateOrder, EntityType, PartialDate, Record, read_numeric};
use tamis_engine::text::has_legal_form;

use names::Names;

use crate::countries::country_of_code;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{
    add_note, add_unique, date_or_note, entity_type_of, filled, joined,
};
use crate::readers::common::json::text;
use crate::report::Position;
use tamis_ingest::json::for_each_element;

const ARRAY: &str = "ZPROCSUPP";
const INDIVIDUAL: &str = "I";
const FIRM: &str = "F";
/// Year of the end date of a listing without an end.
const NO_END: u16 = 2999;
/// Former codes of countries that the Bank keeps using.
const FORMER_CODES: [(&str, &str); 2] = [("RY", "YE"), ("ZR", "CD")];

/// Reads the list, one party at a time.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        for_each_element(file, &["response", ARRAY], |number, party| {
            let mut record = read_party(party, collector);
            record.source_url = input.url_of(&record.reference);
            collector.accept(record, &file.name, Position::Element(ARRAY, number));
        })?;
    }
    Ok(())
}

fn read_party(party: &Value, collector: &mut Collector<'_>) -> Record {
    let field = |key: &str| text(party, key).unwrap_or_default();
    let kind = field("SUPP_TYPE_CODE");
    let names = names::read(&field("SUPP_NAME"), kind == INDIVIDUAL);
    let entity_type = entity_type(&kind, &names);
    let is_person = entity_type == Some(EntityType::Individual);
    let mut record = Record {
        reference: field("SUPP_ID"),
        name: names.name,
        aliases: names.aliases,
        entity_type,
        status: filled(&joined([&*field("ELIG_STAT"), &field("INELIGIBLY_STATUS")], ", ")),
        ..Record::default()
    };
    record.programmes.extend(filled(&programme(&field("DEBAR_REASON"))));
    let titles = names.titles.into_iter().chain(text(party, "SUPP_PRE_ACRN"));
    for title in titles {
        if is_person {
            add_unique(&mut record.positions, title);
        } else {
            add_note(&mut record, "Title", &title);
        }
    }
    add_note(&mut record, "Legal form", &field("SUPP_POST_ACRN"));
    // From one day to the next 11 of 12 records changed to the number of another one.
    add_note(&mut record, "Registration number (unreliable)", &field("REGISTER_ID"));
    for short_form in names.short_forms {
        add_note(&mut record, "Short name", &short_form);
    }
    if let Some(kind) = Some(kind).filter(|kind| kind != INDIVIDUAL && kind != FIRM) {
        add_note(&mut record, "Type", &kind);
    }
    read_country(&field("LAND1"), &field("COUNTRY_NAME"), &mut record, collector);
    if is_person {
        // The country of residence is not a nationality.
        record.address_countries = std::mem::take(&mut record.countries);
    }
    read_address(party, &mut record);
    record.listed_on = date(&field("DEBAR_FROM_DATE"), "Debarred from", &mut record);
    record.listed_until = date(&field("DEBAR_TO_DATE"), "Debarred until", &mut record)
        .filter(|until| until.year() < NO_END);
    remarks::read(&field("ADD_SUPP_INFO"), is_person, &mut record);
    record
}

/// Type of a party. A personal title outweighs the publisher's type, which calls a few persons firms.
fn entity_type(kind: &str, names: &Names) -> Option<EntityType> {
    if kind == INDIVIDUAL || names.has_personal_title() {
        Some(EntityType::Individual)
    } else if kind == FIRM {
        Some(entity_type_of(&names.name))
    } else {
        has_legal_form(&names.name).then_some(EntityType::Company)
    }
}

/// The reason without a full stop. Decisions of other banks have a dozen spellings (`Cross-debarment:
/// IDB`), reduced to one.
fn programme(reason: &str) -> String {
    let reason = reason.trim_end_matches(['.', ' ']);
    match reason.split_once(':') {
        Some((kind, bank)) if kind.to_ascii_lowercase().starts_with("cross") => {
            format!("Cross Debarment: {}", bank.trim().replace("AFDB", "AfDB"))
        }
        _ => reason.to_owned(),
    }
}

fn read_country(code: &str, name: &str, record: &mut Record, collector: &mut Collector<'_>) {
    let former = FORMER_CODES.iter().find(|(former, _)| *former == code);
    let country = match former {
        Some((_, today)) => CountryCode::parse(today),
        None => country_of_code(code),
    };
    if let Some(country) = country {
        record.countries.push(country);
        return;
    }
    let spelling = if name.is_empty() { code } else { name };
    if !spelling.is_empty() && !collector.add_countries(spelling, &mut record.countries) {
        add_note(record, "Country", &joined([name, code], ", "));
    }
}

/// Adds the address in one line; a country alone is no address.
fn read_address(party: &Value, record: &mut Record) {
    let field = |key: &str| text(party, key).unwrap_or_default();
    let state = joined([&*field("SUPP_STATE_CODE"), &field("SUPP_ZIP_CODE")], " ");
    let place = joined(
        [
            &*field("SUPP_ADDR"),
            &field("SUPP_CITY"),
            &field("SUPP_PROV_NAME"),
            &state,
            &field("SUPP_POST_CODE"),
        ],
        ", ",
    );
    if !place.is_empty() {
        record.addresses.push(joined([place.as_str(), &field("COUNTRY_NAME")], ", "));
    }
}

/// Reads a date; any other text becomes a note.
fn date(text: &str, label: &str, record: &mut Record) -> Option<PartialDate> {
    date_or_note(read_numeric(text, DateOrder::YearMonthDay), label, text, record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_of_other_banks_are_written_in_one_way() {
        for (reason, expected) in [
            ("Cross Debarment: ADB", "Cross Debarment: ADB"),
            ("Cross-debarment:  IDB", "Cross Debarment: IDB"),
            ("Cross Debarmemt: AFDB", "Cross Debarment: AfDB"),
            ("Controlled Affiliate.", "Controlled Affiliate"),
            ("Guidelines, 1.16(a)(ii)", "Guidelines, 1.16(a)(ii)"),
            ("", ""),
        ] {
            assert_eq!(programme(reason), expected, "{reason}");
        }
    }
}
