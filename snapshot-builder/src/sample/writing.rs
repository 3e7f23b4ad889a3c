//! Style of a register's names, and the aliases that it adds.

use tamis_engine::model::EntityType;

use super::business::CompanyName;
use super::craft;
use super::culture::Style;
use super::party::PartyName;
use super::person::{NameOrder, PersonName};
use super::random::Random;
use super::registers::RegisterPlan;
use super::spelling::{mistyped, respelt};

/// The primary name and the aliases, without duplicates.
pub(super) fn names(
    name: &PartyName,
    entity_type: Option<EntityType>,
    plan: &RegisterPlan,
    shared: bool,
    random: &mut Random,
) -> (String, Vec<String>) {
    let mut primary = match name {
        PartyName::Person(person) if shared && random.chance(55) => {
            respelt_person(person, random).latin(plan.name_order)
        }
        PartyName::Person(person) => person.latin(plan.name_order),
        PartyName::Company(company) => company_primary(company, shared, random),
        PartyName::Plain(text) => text.clone(),
    };
    if random.chance(1) {
        primary = slip(&primary, random);
    }
    let count = alias_count(random);
    let mut aliases: Vec<String> = Vec::with_capacity(count);
    for _ in 0..count {
        let alias = match name {
            PartyName::Person(person) => person_alias(person, plan.name_order, random),
            PartyName::Company(company) => company_alias(company, random),
            PartyName::Plain(text) => plain_alias(text, entity_type, random),
        };
        if alias != primary && !alias.is_empty() && !aliases.contains(&alias) {
            aliases.push(alias);
        }
    }
    (primary, aliases)
}

/// A name with one typing error in one of its words.
pub(super) fn slip(name: &str, random: &mut Random) -> String {
    change_one_word(name, random, mistyped)
}

/// Number of aliases: half of the entries have none, few have many.
fn alias_count(random: &mut Random) -> usize {
    match random.below(100) {
        0..45 => 0,
        45..70 => 1,
        70..84 => 2,
        84..92 => 3,
        92..98 => random.between(4, 6),
        _ => random.between(7, 15),
    }
}

fn person_alias(person: &PersonName, order: NameOrder, random: &mut Random) -> String {
    let natural = NameOrder::Natural;
    match random.below(100) {
        0..25 => person.original().unwrap_or_else(|| respelt_person(person, random).latin(order)),
        25..60 => respelt_person(person, random).latin(order),
        60..68 => person.latin(if order == natural { NameOrder::FamilyFirst } else { natural }),
        68..78 => {
            // Without middle names, patronymic or ancestors.
            let mut short = person.clone();
            short.given.truncate(1);
            respelt_person(&short, random).latin(natural)
        }
        78..84 => initials(person),
        84..90 => person.latin(natural).replacen(' ', "", 1),
        90..92 => slip(&person.latin(natural), random),
        92..96 => format!("{} {}", title(person.style, random), person.latin(natural)),
        // A by-name after an ancestor: first sons are often named after theirs.
        _ if person.style == Style::Arabic => match person.given.last() {
            Some(word) if person.given.len() > 1 => format!("Abu {}", respelt(&word.latin, random)),
            _ => person.latin(natural),
        },
        _ => person.latin(natural).to_uppercase(),
    }
}

fn title(style: Style, random: &mut Random) -> &'static str {
    let titles = match style {
        Style::Arabic => ["Sheikh", "Dr.", "Haji", "General"],
        Style::Persian => ["Dr.", "Brigadier General", "Ayatollah", "Haji"],
        Style::SouthAsian => ["Maulana", "Mullah", "Haji", "Shri"],
        Style::African => ["Chief", "Alhaji", "Hon.", "Dr."],
        _ => ["Dr.", "General", "Hon.", "Col."],
    };
    random.pick(&titles)
}

/// The person with one or two words in another spelling.
fn respelt_person(person: &PersonName, random: &mut Random) -> PersonName {
    let mut other = person.clone();
    for _ in 0..random.between(1, 2) {
        let words = other.given.len() + other.family.len();
        let at = random.below(words);
        if let Some(word) = other.given.iter_mut().chain(&mut other.family).nth(at) {
            word.latin = respelt(&word.latin, random);
        }
    }
    other
}

fn initials(person: &PersonName) -> String {
    let mut short = person.clone();
    for word in &mut short.given {
        word.latin = word.latin.chars().take(1).chain(['.']).collect();
    }
    short.latin(NameOrder::Natural)
}

fn company_primary(company: &CompanyName, shared: bool, random: &mut Random) -> String {
    let form = company.form_long.as_ref().filter(|_| random.chance(12)).unwrap_or(&company.form);
    if shared && random.chance(40) {
        return slip_or_respell(&company.with_form(form), random);
    }
    company.with_form(form)
}

fn company_alias(company: &CompanyName, random: &mut Random) -> String {
    match random.below(10) {
        0..3 => company.bare(),
        3 => company.acronym().unwrap_or_else(|| company.bare()),
        4 | 5 => company
            .form_long
            .as_ref()
            .map_or_else(|| format!("{} Company", company.bare()), |long| company.with_form(long)),
        6 => company.with_form(&company.form).to_uppercase(),
        7 => company.brand.clone(),
        _ => slip_or_respell(&company.with_form(&company.form), random),
    }
}

/// An alias by type: vessels have former names, aircraft other forms of their mark, organizations
/// spellings.
fn plain_alias(name: &str, entity_type: Option<EntityType>, random: &mut Random) -> String {
    match entity_type {
        Some(EntityType::Vessel) if random.chance(85) => craft::vessel_name(random),
        Some(EntityType::Vessel) => format!("M/V {name}"),
        Some(EntityType::Aircraft) => name.replace('-', ""),
        _ => slip_or_respell(name, random),
    }
}

fn slip_or_respell(name: &str, random: &mut Random) -> String {
    if random.chance(15) { slip(name, random) } else { change_one_word(name, random, respelt) }
}

fn change_one_word(
    name: &str,
    random: &mut Random,
    change: fn(&str, &mut Random) -> String,
) -> String {
    let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
    let at = random.below(words.len());
    words[at] = change(&words[at], random);
    words.join(" ")
}
