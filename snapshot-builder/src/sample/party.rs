//! Parties of records. A party may be on several registers, and then comes from the same random stream
//! each time.

use tamis_engine::model::{EntityType, ImoNumber, PartialDate};

use super::business::{self, CompanyName};
use super::craft;
use super::person::{self, PersonName};
use super::random::Random;

/// True facts of a party, before a register writes them in its own way.
pub(super) struct Party {
    pub(super) name: PartyName,
    /// `None` if a register would not state it.
    pub(super) entity_type: Option<EntityType>,
    pub(super) birth_date: Option<PartialDate>,
    /// Countries; the first is the best known.
    pub(super) countries: Vec<String>,
    pub(super) imo: Option<ImoNumber>,
    /// Kind of ship, model of aircraft.
    pub(super) description: String,
}

/// A name in the parts needed for its variants.
pub(super) enum PartyName {
    Person(PersonName),
    Company(CompanyName),
    Plain(String),
}

/// Difficult names for readers: very long, very short, digits, signs and scripts.
const EDGE_NAMES: [&str; 12] = [
    "Pelé",
    "王",
    "X",
    "D'Arcy O'Shaughnessy-M'Bala",
    "Ng",
    "3M7 Holdings 2000",
    "Đặng Thị Ánh Tuyết",
    "Abū ʿAbd ar-Raḥmān al-ʿAlawī",
    "Søren Ærø Ångström",
    "A.B.C. & Sons",
    "Mohammed Ahmed Ali Hassan Hussein Ibrahim Khalil Omar Salim Yusuf Mahmoud Abdullah Nasser \
     Karim Majid Rashid Tariq Walid Zakariya Yahya Musa Isa Dawud Harun al-Tikriti al-Baghdadi",
    "Karl-Theodor Maria Nikolaus Johann Jacob Philipp Franz Joseph Sylvester von und zu Hohenfels",
];

/// Draws a random party of a kind (as in the plans of the registers). A vessel gets this IMO number.
pub(super) fn draw(kind: u8, imo: Option<ImoNumber>, random: &mut Random) -> Party {
    let mut party = match kind {
        b'C' => company(random),
        b'O' => plain(EntityType::Organization, business::organization(random), random),
        b'V' => vessel(imo, random),
        b'A' => aircraft(random),
        b'-' => Party {
            entity_type: None,
            ..if random.chance(50) { company(random) } else { individual(random) }
        },
        _ => individual(random),
    };
    if random.chance(12) && party.entity_type != Some(EntityType::Aircraft) {
        let further = person::any(random).1;
        let country = random.pick(&further.countries).to_owned();
        if !party.countries.contains(&country) {
            party.countries.push(country);
        }
    }
    party
}

/// The same party with a difficult name.
pub(super) fn with_edge_name(party: Party, number: u64) -> Party {
    let name = EDGE_NAMES[(number % EDGE_NAMES.len() as u64) as usize];
    Party { name: PartyName::Plain(name.to_owned()), ..party }
}

fn individual(random: &mut Random) -> Party {
    let (name, culture) = person::any(random);
    let birth_date = PartialDate::new(
        random.between(1938, 2002) as u16,
        Some(random.between(1, 12) as u8),
        Some(random.between(1, 28) as u8),
    );
    Party {
        name: PartyName::Person(name),
        entity_type: Some(EntityType::Individual),
        birth_date,
        countries: vec![random.pick(&culture.countries).to_owned()],
        imo: None,
        description: String::new(),
    }
}

fn company(random: &mut Random) -> Party {
    let (name, country) = business::company(random);
    Party {
        name: PartyName::Company(name),
        entity_type: Some(EntityType::Company),
        birth_date: None,
        countries: vec![country.to_owned()],
        imo: None,
        description: String::new(),
    }
}

fn vessel(imo: Option<ImoNumber>, random: &mut Random) -> Party {
    let mut party = plain(EntityType::Vessel, craft::vessel_name(random), random);
    party.countries = vec![craft::flag(random)];
    party.imo = imo;
    party.description = craft::description(false, random);
    party
}

fn aircraft(random: &mut Random) -> Party {
    let (mark, country) = craft::tail_number(random);
    let mut party = plain(EntityType::Aircraft, mark, random);
    party.countries = vec![country.to_owned()];
    party.description = craft::description(true, random);
    party
}

fn plain(entity_type: EntityType, name: String, random: &mut Random) -> Party {
    let culture = person::any(random).1;
    Party {
        name: PartyName::Plain(name),
        entity_type: Some(entity_type),
        birth_date: None,
        countries: vec![random.pick(&culture.countries).to_owned()],
        imo: None,
        description: String::new(),
    }
}
