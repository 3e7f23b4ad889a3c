//! Names of people: their structure in each culture, and their written orders.

use super::culture::{self, Culture, Style, Word};
use super::random::Random;

/// A person's name in parts.
#[derive(Debug, Clone)]
pub(super) struct PersonName {
    /// Given names, patronymics, names of ancestors.
    pub(super) given: Vec<Word>,
    /// Family names with their particles; empty for people of one name.
    pub(super) family: Vec<Word>,
    /// Structure of names in its culture; determines titles and by-names.
    pub(super) style: Style,
    /// True if the natural order has the family name first.
    family_first: bool,
    /// True if the original script has no blanks between the words.
    joined: bool,
}

/// Order of a register's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameOrder {
    /// Natural order of the culture: `Ivan Petrov`, `Kim Jong Su`.
    Natural,
    /// `PETROV, Ivan`.
    FamilyComma,
    /// `PETROV Ivan`.
    FamilyFirst,
    /// Natural order, in capitals.
    Capitals,
}

impl PersonName {
    /// The name in Latin letters, written in this order.
    pub(super) fn latin(&self, order: NameOrder) -> String {
        let given = join(&self.given);
        if self.family.is_empty() {
            return if order == NameOrder::Capitals { given.to_uppercase() } else { given };
        }
        let family = join(&self.family);
        match order {
            NameOrder::Natural if self.family_first => format!("{family} {given}"),
            NameOrder::Natural => format!("{given} {family}"),
            NameOrder::FamilyComma => format!("{}, {given}", family.to_uppercase()),
            NameOrder::FamilyFirst => format!("{} {given}", family.to_uppercase()),
            NameOrder::Capitals => self.latin(NameOrder::Natural).to_uppercase(),
        }
    }

    /// The name in its original script; `None` if a word has no such form.
    pub(super) fn original(&self) -> Option<String> {
        let words: Vec<&str> = if self.family_first || self.joined {
            self.family.iter().chain(&self.given).map(|word| word.original.as_str()).collect()
        } else {
            self.given.iter().chain(&self.family).map(|word| word.original.as_str()).collect()
        };
        let complete = words.iter().all(|word| !word.is_empty());
        complete.then(|| words.join(if self.joined { "" } else { " " }))
    }
}

fn join(words: &[Word]) -> String {
    words.iter().map(|word| word.latin.as_str()).collect::<Vec<_>>().join(" ")
}

/// A random person's name and its culture.
pub(super) fn any(random: &mut Random) -> (PersonName, &'static Culture) {
    let culture = culture::any(random);
    (of(culture, random), culture)
}

fn of(culture: &Culture, random: &mut Random) -> PersonName {
    let female = random.chance(18);
    let mut given = vec![culture.given(female, random)];
    let mut family = match culture.style {
        Style::Mononym => Vec::new(),
        _ => vec![culture.family(random)],
    };
    match culture.style {
        Style::Western | Style::African => {
            if random.chance(35) {
                given.push(culture.given(female, random));
            }
            if !culture.particles.is_empty() && random.chance(25) {
                family.insert(0, Word::latin(random.pick(&culture.particles).replace('_', " ")));
            }
        }
        Style::Iberian => {
            if random.chance(45) {
                given.push(culture.given(female, random));
            }
            if random.chance(75) {
                family.push(culture.family(random));
            }
        }
        Style::Slavic => {
            let father = culture.given(false, random);
            if random.chance(75) {
                given.extend(culture.patronymic(&father, female));
            }
        }
        Style::Arabic => add_forefathers(culture, &mut given, female, random),
        Style::Persian | Style::SouthAsian => {
            if random.chance(40) {
                given.push(culture.given(female, random));
            }
        }
        Style::EastAsian | Style::Vietnamese => {}
        Style::Mononym => {
            if random.chance(75) {
                given.push(culture.family(random));
            }
            if random.chance(20) {
                given.push(culture.given(female, random));
            }
        }
    }
    if female {
        family = family.into_iter().map(|word| culture.feminine(word)).collect();
    }
    let family_first = matches!(culture.style, Style::EastAsian | Style::Vietnamese);
    PersonName { given, family, style: culture.style, family_first, joined: culture.joined }
}

/// Adds father's and grandfather's names, with or without `bin` and `bint`.
fn add_forefathers(culture: &Culture, given: &mut Vec<Word>, female: bool, random: &mut Random) {
    for chance in [65, 35] {
        if !random.chance(chance) {
            return;
        }
        if random.chance(30) {
            given.push(if female {
                Word { latin: "bint".into(), original: "بنت".into() }
            } else {
                Word { latin: random.pick(&["bin", "bin", "ibn"]).into(), original: "بن".into() }
            });
        }
        given.push(culture.given(false, random));
    }
}
