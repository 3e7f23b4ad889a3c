//! A member of Congress, a president or a vice president: facts of one person from all files of the
//! data set.

use serde_json::{Map, Value};
use tamis_engine::model::{CountryCode, EntityType, Identifier, Record};

use super::names::{Name, Parts};
use super::offices::{Office, positions};
use crate::readers::Input;
use crate::readers::common::english_date::DateReading;
use crate::readers::common::facts::{
    add_all, add_birth_reading, add_note, gender_of, make_reference,
};
use crate::readers::common::json::{text, texts};

/// Kind of the identifier that is also the reference.
pub(super) const BIOGUIDE: &str = "Bioguide ID";
/// Kind of the identifier of presidents who never sat in Congress.
pub(super) const GOVTRACK: &str = "GovTrack ID";
/// Kind of the identifiers of candidates in campaign finance reports.
pub(super) const FEC: &str = "FEC ID";

#[derive(Debug, Clone, Default)]
pub(super) struct Person {
    /// Identifier in the directory of Congress, the key of the list.
    pub(super) bioguide: Option<String>,
    pub(super) identifiers: Vec<Identifier>,
    /// The name and its variants in other files.
    pub(super) names: Vec<Name>,
    pub(super) birthdays: Vec<String>,
    /// `M` or `F`.
    pub(super) gender: Option<String>,
    pub(super) offices: Vec<Office>,
    /// Posts in the leadership of a chamber or party.
    pub(super) roles: Vec<Office>,
    pub(super) addresses: Vec<String>,
    /// Further facts with their labels.
    pub(super) notes: Vec<(&'static str, String)>,
}

impl Person {
    /// Reads an item of the lists in YAML or JSON.
    pub(super) fn of_item(item: &Value) -> Self {
        let empty = Value::Object(Map::new());
        let part = |key: &str| item.get(key).unwrap_or(&empty);
        let (ids, name, bio) = (part("id"), part("name"), part("bio"));
        let list = |key: &str| item.get(key).and_then(Value::as_array).into_iter().flatten();
        let main = Name::of(&name_parts(name, &Parts::default()));
        // Other names list only the differing parts: "last: Sample" until a marriage.
        let others = list("other_names").map(|other| {
            let parts = name_parts(other, &name_parts(name, &Parts::default()));
            Name::of(&Parts { nickname: String::new(), full: String::new(), ..parts })
        });
        let last_term = item.get("terms").and_then(Value::as_array).and_then(|terms| terms.last());
        let last_term = last_term.unwrap_or(&empty);
        let mut notes = notes_of_last_term(last_term);
        notes.extend(text(bio, "died").map(|day| ("Died", day)));
        notes.extend(list("family").filter_map(|relative| {
            let relation = text(relative, "relation").map(|how| format!(" ({how})"));
            Some(("Family", text(relative, "name")? + &relation.unwrap_or_default()))
        }));
        Self {
            bioguide: text(ids, "bioguide"),
            identifiers: identifiers(ids),
            names: std::iter::once(main).chain(others).collect(),
            birthdays: text(bio, "birthday").into_iter().collect(),
            gender: text(bio, "gender"),
            offices: list("terms").flat_map(Office::of_term).collect(),
            roles: list("leadership_roles").flat_map(Office::of_role).collect(),
            addresses: text(last_term, "address").into_iter().collect(),
            notes,
        }
    }

    /// Adds the facts of the same person in another file. Terms replace an office without known dates.
    pub(super) fn absorb(&mut self, other: Self) {
        if other.offices.iter().any(|office| !office.is_executive) {
            self.offices.retain(|office| office.has_dates());
        }
        self.offices.extend(other.offices);
        self.names.extend(other.names);
        self.roles.extend(other.roles);
        self.gender = self.gender.take().or(other.gender);
        add_all(&mut self.identifiers, other.identifiers);
        add_all(&mut self.birthdays, other.birthdays);
        add_all(&mut self.addresses, other.addresses);
        add_all(&mut self.notes, other.notes);
    }

    /// Makes the record. The listing begins with the first term and ends with the last one. An office
    /// without dates gives neither, and the listing of current office holders has no end.
    pub(super) fn into_record(self, is_in_office: bool, input: &Input<'_>) -> Record {
        let mut record = Record {
            entity_type: Some(EntityType::Individual),
            countries: CountryCode::parse("US").into_iter().collect(),
            status: Some(if is_in_office { "current" } else { "former" }.to_owned()),
            gender: self.gender.map(|gender| match gender_of(&gender) {
                Some(gender) => gender.to_owned(),
                None => gender.to_lowercase(),
            }),
            addresses: self.addresses,
            ..Record::default()
        };
        if self.offices.iter().all(Office::has_dates) {
            record.listed_on = self.offices.iter().filter_map(Office::start).min();
            let last_day = self.offices.iter().filter_map(Office::end).max();
            record.listed_until = last_day.filter(|_| !is_in_office);
        }
        if self.birthdays.is_empty() {
            record.born_before = self.offices.iter().find_map(Office::born_before);
        }
        record.positions = positions(self.offices);
        record.positions.extend(positions(self.roles));
        let mut names = self.names.iter().map(Name::whole);
        record.name = names.next().unwrap_or_default();
        record.aliases = names.map(tamis_engine::model::Alias::strong).collect();
        record.aliases.extend(self.names.iter().flat_map(Name::aliases));
        for birthday in &self.birthdays {
            let reading = DateReading::of(birthday.parse().ok());
            add_birth_reading(&mut record, birthday, reading);
        }
        for (label, note) in &self.notes {
            add_note(&mut record, label, note);
        }
        match self.bioguide {
            Some(bioguide) => {
                record.source_url = input.url_of(&bioguide);
                record.reference = bioguide;
            }
            None => refer(&mut record, &self.identifiers, &self.birthdays),
        }
        record.identifiers = self.identifiers;
        record
    }
}

/// Makes a reference from another identifier of the publisher, else from name and birthday.
fn refer(record: &mut Record, identifiers: &[Identifier], birthdays: &[String]) {
    match identifiers.first() {
        Some(id) => make_reference(record, [id.kind.as_str(), id.value.as_str()]),
        None => {
            let name = record.name.clone();
            let birthday = birthdays.first().map(String::as_str);
            make_reference(record, [name.as_str(), birthday.unwrap_or_default()]);
        }
    }
}

/// Parts of a name; missing ones are taken from another name.
fn name_parts(name: &Value, other: &Parts) -> Parts {
    let part = |key: &str, other: &str| text(name, key).unwrap_or_else(|| other.to_owned());
    Parts {
        first: part("first", &other.first),
        middle: part("middle", &other.middle),
        last: part("last", &other.last),
        suffix: part("suffix", &other.suffix),
        nickname: part("nickname", &other.nickname),
        full: part("official_full", &other.full),
    }
}

/// Identifiers used outside the data set. It has a dozen more, of web sites.
fn identifiers(ids: &Value) -> Vec<Identifier> {
    let of = |kind: &str, key: &str| {
        let values = texts(ids, key).into_iter();
        values.map(|value| identifier(kind, value)).collect::<Vec<_>>()
    };
    [
        of(BIOGUIDE, "bioguide"),
        of(GOVTRACK, "govtrack"),
        of(FEC, "fec"),
        of("Wikidata ID", "wikidata"),
        of("Former Bioguide ID", "bioguide_previous"),
    ]
    .concat()
}

pub(super) fn identifier(kind: &str, value: String) -> Identifier {
    // Wikidata belongs to no country.
    let country = CountryCode::parse("US").filter(|_| !kind.starts_with("Wikidata"));
    Identifier { kind: kind.to_owned(), value, country }
}

fn notes_of_last_term(term: &Value) -> Vec<(&'static str, String)> {
    let note = |label, key| text(term, key).map(|text| (label, text));
    [note("Website", "url"), note("Telephone", "phone")].into_iter().flatten().collect()
}
