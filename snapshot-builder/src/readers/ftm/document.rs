//! Identity documents and securities of a party.

use tamis_engine::model::{CountryCode, Identifier, Record};

use super::entity::{Entity, label};

use crate::limits::RECORD_VALUES_MAX;
use crate::readers::collector::Collector;
use crate::readers::common::country_codes::country;
use crate::readers::common::facts::{add_identifier, add_note, add_unique, set_first};

/// Properties of a document that are read or carry no information about it.
const READ: [&str; 7] =
    ["holder", "number", "passportNumber", "type", "country", "retrievedAt", "indexText"];

/// Adds an Identification or a Passport.
pub(super) fn add_document(record: &mut Record, document: &Entity, collector: &mut Collector<'_>) {
    let kind = match document.values("type").into_iter().next() {
        Some(kind) => kind,
        None if document.schema == "Passport" => "Passport".to_owned(),
        None => "Identification".to_owned(),
    };
    let issuer = document.values("country").iter().find_map(|code| country(code, collector));
    let mut numbers = document.values_of(&["number", "passportNumber"]);
    numbers.dedup();
    let details = details(document);
    if !details.is_empty() {
        let number = numbers.first().map(|number| format!(" {number}")).unwrap_or_default();
        add_note(record, &format!("{kind}{number}"), &details);
    }
    for number in numbers {
        add_number(record, &kind, number, issuer);
    }
}

/// Adds a number. Exports repeat the number of a document among the properties of its holder, without
/// the country; the document's own version takes precedence.
fn add_number(record: &mut Record, kind: &str, value: String, country: Option<CountryCode>) {
    let repeated = |known: &Identifier| known.value == value && known.country.is_none();
    let at = record.identifiers.iter().take(RECORD_VALUES_MAX).position(repeated);
    let identifier = Identifier { kind: kind.to_owned(), value, country };
    match at.and_then(|at| record.identifiers.get_mut(at)) {
        Some(known) => *known = identifier,
        None => add_unique(&mut record.identifiers, identifier),
    }
}

fn details(document: &Entity) -> String {
    let other = document.properties().filter(|property| !READ.contains(property));
    let says = other.map(|property| {
        format!("{} {}", label(property).to_lowercase(), document.values(property).join(", "))
    });
    says.collect::<Vec<_>>().join("; ")
}

/// Adds the numbers of a Security that the party issued. A record shows one of each.
pub(super) fn add_security(record: &mut Record, security: &Entity) {
    for value in security.values("isin") {
        if let Some(other) = set_first(&mut record.isin, value) {
            add_identifier(record, "ISIN", other, None);
        }
    }
    for value in security.values("ticker") {
        if let Some(other) = set_first(&mut record.ticker, value) {
            add_identifier(record, "Ticker", other, None);
        }
    }
    for (property, kind) in
        [("figiCode", "FIGI"), ("registrationNumber", "Security registration number")]
    {
        for value in security.values(property) {
            add_identifier(record, kind, value, None);
        }
    }
    let name = security.values("name").join("; ");
    add_note(record, "Security", &name);
}
