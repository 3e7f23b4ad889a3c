//! Names of companies and organizations.

use std::sync::OnceLock;

use super::culture;
use super::random::Random;
use super::table::{Table, spaced};

/// A company's name in parts.
#[derive(Debug, Clone)]
pub(super) struct CompanyName {
    /// Distinctive part: a coined brand, a family name, an appealing word, a place.
    pub(super) brand: String,
    /// Business and place.
    pub(super) activity: String,
    /// Legal form, short.
    pub(super) form: String,
    /// Legal form written out, if the table has one.
    pub(super) form_long: Option<String>,
    /// True if the legal form comes before the name.
    form_first: bool,
}

impl CompanyName {
    /// Brand and activity without the legal form.
    pub(super) fn bare(&self) -> String {
        if self.activity.is_empty() {
            return self.brand.clone();
        }
        format!("{} {}", self.brand, self.activity)
    }

    /// The full name with a legal form.
    pub(super) fn with_form(&self, form: &str) -> String {
        if self.form_first {
            format!("{form} {}", self.bare())
        } else {
            format!("{} {form}", self.bare())
        }
    }

    /// The initials of the words, when there are three or more.
    pub(super) fn acronym(&self) -> Option<String> {
        let bare = self.bare();
        let initials = bare.split([' ', '-']).filter_map(|word| word.chars().next());
        let acronym: String = initials.filter(|c| c.is_alphabetic()).collect();
        (acronym.chars().count() >= 3).then(|| acronym.to_uppercase())
    }
}

struct LegalForm {
    country: &'static str,
    short: String,
    long: Option<String>,
    first: bool,
}

struct Businesses {
    words: Table,
    forms: Vec<LegalForm>,
}

fn businesses() -> &'static Businesses {
    static BUSINESSES: OnceLock<Businesses> = OnceLock::new();
    BUSINESSES.get_or_init(|| {
        let table = Table::parse(include_str!("tables/legal_forms.txt"));
        let form = |(country, text): (&'static str, &'static str)| {
            let (short, long) = text.split_once('|').map_or((text, None), |(s, l)| (s, Some(l)));
            let first = short.starts_with('^');
            let short = spaced(short.trim_start_matches('^'));
            LegalForm { country, short, long: long.map(spaced), first }
        };
        let forms = table.pairs("forms").map(form).collect();
        Businesses { words: Table::parse(include_str!("tables/businesses.txt")), forms }
    })
}

fn ranked(section: &str, random: &mut Random) -> String {
    let items = businesses().words.items(section);
    spaced(items[random.ranked(items.len())])
}

/// A company and its country.
pub(super) fn company(random: &mut Random) -> (CompanyName, &'static str) {
    let culture = culture::any(random);
    let country = random.pick(&culture.countries);
    let brand = match random.below(10) {
        0..4 => coined_brand(random),
        4..7 => culture.family(random).latin.trim_start_matches("al-").to_owned(),
        7 => format!("{} {}", ranked("qualities", random), culture.family(random).latin),
        8 => format!("{} {}", ranked("qualities", random), ranked("qualities", random)),
        _ => ranked("places", random),
    };
    let brand = if random.chance(4) { format!("{brand} {}", random.between(2, 99)) } else { brand };
    let mut activity = ranked("activities", random);
    if random.chance(45) {
        let second = ranked("activities", random);
        if second != activity {
            activity = format!("{activity} {}{second}", if random.chance(40) { "& " } else { "" });
        }
    }
    if random.chance(12) {
        activity = format!("{activity} {}", ranked("qualifiers", random));
    }
    let form = legal_form(country, random);
    let name = CompanyName {
        brand,
        activity,
        form: form.short.clone(),
        form_long: form.long.clone(),
        form_first: form.first,
    };
    (name, country)
}

fn legal_form(country: &str, random: &mut Random) -> &'static LegalForm {
    let forms = &businesses().forms;
    let of = |wanted: &str| forms.iter().filter(|f| f.country == wanted).collect::<Vec<_>>();
    let mut own = of(country);
    if own.is_empty() {
        own = of("*");
    }
    own[random.ranked(own.len())]
}

/// A coined brand outside any dictionary, from an unbounded vocabulary like that of family names.
fn coined_brand(random: &mut Random) -> String {
    let words = &businesses().words;
    let mut rest = random.endless_rank();
    let mut next = |section| {
        let items = words.items(section);
        let item = items[(rest % items.len() as u64) as usize];
        rest /= items.len() as u64;
        (item, rest)
    };
    let (tail, _) = next("tails");
    let (stem, mut left) = next("stems");
    let mut brand = stem.to_owned();
    while left > 0 && brand.len() < 12 {
        let (link, after) = next("links");
        brand.push_str(link);
        left = after;
    }
    brand + tail
}

pub(super) fn organization(random: &mut Random) -> String {
    let head = ranked("heads", random);
    let subject = ranked("subjects", random);
    let place = match random.below(3) {
        0 => format!(" {}", ranked("places", random)),
        1 => format!(" ({})", culture::any(random).family(random).latin),
        _ => String::new(),
    };
    let suffix = if random.chance(20) { ranked("suffixes", random) } else { String::new() };
    format!("{head} {subject}{suffix}{place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_every_section_and_forms_for_other_countries() {
        let known = businesses();
        let sections = ["activities", "qualities", "places", "qualifiers", "stems", "links"];
        for section in sections.iter().chain(&["tails", "heads", "subjects", "suffixes"]) {
            assert!(known.words.items(section).len() > 5, "{section}");
        }
        assert!(known.forms.iter().any(|form| form.country == "*"));
        let codes = known.forms.iter().map(|form| form.country).filter(|code| *code != "*");
        assert!(
            codes.into_iter().all(|code| tamis_engine::model::CountryCode::parse(code).is_some())
        );
    }

    #[test]
    fn a_russian_form_stands_before_and_a_german_one_behind() {
        let mut random = Random::new(1, "forms", 0);
        assert!(legal_form("RU", &mut random).short.chars().count() > 1);
        let name = |first| CompanyName {
            brand: "Vektor".into(),
            activity: "Trading Energy Group".into(),
            form: "OOO".into(),
            form_long: None,
            form_first: first,
        };
        assert_eq!(name(true).with_form("OOO"), "OOO Vektor Trading Energy Group");
        assert_eq!(name(false).with_form("GmbH"), "Vektor Trading Energy Group GmbH");
        assert_eq!(name(true).acronym().as_deref(), Some("VTEG"));
    }
}
