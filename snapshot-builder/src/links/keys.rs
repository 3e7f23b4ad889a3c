//! Keys that records of one party may share: a reference, an IMO number, a name with a birth date.

use std::fmt;

use tamis_engine::model::{DatePrecision, EntityType, ListType, Record};
use tamis_engine::named_enum;
use tamis_engine::text::WordForm;
use tamis_engine::text::keys::primary_skeleton;
use xxhash_rust::xxh3::xxh3_64;

use super::names::{NameRole, names_of};
use super::party::Party;
use crate::ledger::Ledger;
use crate::ledger::entry::RegisterLine;

/// The register whose references national lists cite.
pub(super) const UN_REGISTER: &str = "un_sc_consolidated";

named_enum!(
    /// Reasons to link two records, best evidence first (docs/api.md, "Merged entities").
    Kind {
        /// A reviewer joined them.
        Reviewed = "reviewed",
        /// One list gives the reference of the other, or both give that of a third.
        Reference = "reference",
        /// Ships with one IMO number.
        Imo = "imo",
        /// An entry repeated by a compilation: same primary name and date of listing.
        Copy = "copy",
        /// Persons with the same primary name and full birth date.
        Name = "name",
        /// Like `Name`, but at least one of the names is an alias.
        Alias = "alias",
        /// Organisations or companies with two names in common, or with one and a registration number.
        Names = "names",
        /// Persons with one full birth date whose names differ only in spelling.
        Spelling = "spelling",
        /// Organisations or companies with a common name whose holders are all of one country.
        SoleName = "sole_name",
    }
);

/// A key that records of one party may share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    /// Kind of the key; [`Kind::Name`] for names of all roles.
    pub(super) kind: Kind,
    /// The shared value, in words.
    pub(super) value: String,
}

impl Key {
    fn new(kind: Kind, value: impl fmt::Display) -> Self {
        Self { kind, value: value.to_string() }
    }

    /// Hash of the key; different keys may have the same hash.
    #[must_use]
    pub(super) fn hash(&self) -> u64 {
        xxh3_64(self.value.as_bytes()).wrapping_add(self.kind as u64)
    }
}

/// A key of a record, and the role of the name in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) key: Key,
    /// Role of the name; [`NameRole::Primary`] for keys without a name.
    pub(super) role: NameRole,
}

/// Relations between the registers of a ledger.
#[derive(Debug)]
pub(super) struct Numbering(Vec<Related>);

#[derive(Debug, Default)]
struct Related {
    /// The register whose numbers serve as references.
    numbers: Option<String>,
    /// The register whose entries are repeated; its own slug if another register repeats them.
    copies: Option<String>,
    is_sanctions: bool,
}

impl Numbering {
    /// Relations of the registers in a ledger. A register whose references no other one uses is left
    /// out.
    #[must_use]
    pub(super) fn of(ledger: &Ledger) -> Self {
        let lines = ledger.registers();
        let is_shared = |slug: &str| {
            slug == UN_REGISTER || lines.iter().any(|l| l.numbered_by.as_deref() == Some(slug))
        };
        let is_copied = |slug: &str| lines.iter().any(|l| l.compiles.as_deref() == Some(slug));
        let of_line = |line: &RegisterLine| {
            let slug = &line.register.slug;
            let numbers = line.numbered_by.as_ref().or(Some(slug).filter(|slug| is_shared(slug)));
            let copies = line.compiles.as_ref().or(Some(slug).filter(|slug| is_copied(slug)));
            Related {
                numbers: numbers.cloned(),
                copies: copies.cloned(),
                is_sanctions: line.register.list_type == ListType::Sanction,
            }
        };
        Self(lines.iter().map(of_line).collect())
    }

    /// The given number of unrelated registers of sanctions.
    #[cfg(test)]
    pub(super) fn of_sanctions(count: usize) -> Self {
        let related = || Related { is_sanctions: true, ..Related::default() };
        Self((0..count).map(|_| related()).collect())
    }

    /// Identifies the entry of a party: equal numbers mean the same entry.
    pub(super) fn entry<'p>(&'p self, party: &'p Party) -> (Result<&'p str, u32>, &'p str) {
        let numbers = self.of_register(party.register).ok_or(party.register);
        (numbers, party.reference.as_str())
    }

    /// The register whose numbers serve as references of the register at this place.
    fn of_register(&self, place: u32) -> Option<&str> {
        self.0[place as usize].numbers.as_deref()
    }
}

/// The keys of a record of the register at this place.
#[must_use]
pub(super) fn keys_of(record: &Record, register: u32, numbering: &Numbering) -> Vec<Held> {
    let mut held = Vec::new();
    let mut hold = |key, role| held.push(Held { key, role });
    if let Some(slug) = numbering.of_register(register).filter(|_| !record.is_reference_made) {
        hold(reference(slug, &record.reference), NameRole::Primary);
    }
    if let Some(cited) = &record.un_reference {
        hold(reference(UN_REGISTER, cited), NameRole::Primary);
    }
    let Related { copies, is_sanctions, .. } = &numbering.0[register as usize];
    if let (Some(slug), Some(listed_on)) = (copies, record.listed_on) {
        let name = names_of(record).swap_remove(0);
        if !name.words.is_empty() {
            let value = format_args!("{slug} {} {listed_on}", name.words.join(" ")).to_string();
            hold(Key::new(Kind::Copy, value), NameRole::Primary);
        }
    }
    match record.entity_type {
        Some(EntityType::Company | EntityType::Organization) | None if *is_sanctions => {
            for name in names_of(record).iter().filter(|name| name.distinguishes_firms()) {
                hold(Key::new(Kind::Names, name.words.join(" ")), name.role);
            }
        }
        Some(EntityType::Vessel) => {
            let imo = record.imo.filter(|number| number.has_valid_check_digit());
            if let Some(number) = imo {
                hold(Key::new(Kind::Imo, number), NameRole::Primary);
            }
        }
        Some(EntityType::Individual) => {
            let full = record.birth_dates.iter();
            let full =
                full.filter(|born| !born.is_approximate && born.precision() == DatePrecision::Day);
            let mut full = full.peekable();
            if full.peek().is_none() {
                return held;
            }
            let names = names_of(record);
            for born in full {
                for name in names.iter().filter(|name| name.is_distinctive()) {
                    let value = format_args!("{} {born}", name.words.join(" ")).to_string();
                    hold(Key::new(Kind::Name, value), name.role);
                    // Similar words share a skeleton, other words seldom do.
                    for word in &name.full {
                        if let Some(skeleton) = primary_skeleton(&WordForm::new(word)) {
                            let value = format_args!("{born} {skeleton:x}").to_string();
                            hold(Key::new(Kind::Spelling, value), NameRole::Primary);
                        }
                    }
                }
            }
        }
        _ => {}
    }
    held
}

fn reference(slug: &str, number: &str) -> Key {
    let number = match slug {
        UN_REGISTER => present_un_reference(number),
        _ => number.trim().to_uppercase(),
    };
    Key::new(Kind::Reference, format_args!("{slug} {number}"))
}

/// Present form of a reference of the United Nations. Until 2014, references of the lists on Al-Qaida
/// and the Taliban contained the initial of the name and the year (`QI.A.12.01`, now `QDi.012`).
#[must_use]
pub(super) fn present_un_reference(text: &str) -> String {
    let text = text.trim();
    superseded(text).unwrap_or_else(|| text.to_uppercase())
}

fn superseded(text: &str) -> Option<String> {
    let upper = text.to_uppercase();
    let mut parts = upper.split('.');
    let list = match (parts.next()?, parts.next()?, parts.next()?, parts.next()?, parts.next()) {
        (list @ ("QI" | "QE" | "TI" | "TE"), initial, number, year, None)
            if initial.len() == 1 && year.len() == 2 =>
        {
            (list, number)
        }
        _ => return None,
    };
    let (list, number) = list;
    let present = match &list[..1] {
        "Q" => "QD",
        _ => "TA",
    };
    let number: u32 = number.parse().ok()?;
    Some(format!("{present}{}.{number:03}", &list[1..]))
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{Alias, ImoNumber};

    use super::*;

    fn numbering(slugs: &[Option<&str>]) -> Numbering {
        let related = |slug: &Option<&str>| Related {
            numbers: slug.map(str::to_owned),
            ..Related::default()
        };
        Numbering(slugs.iter().map(related).collect())
    }

    fn values(record: &Record, register: u32) -> Vec<(Kind, String, NameRole)> {
        let numbering = numbering(&[None, Some("us_ofac_sdn"), Some(UN_REGISTER)]);
        let held = keys_of(record, register, &numbering).into_iter();
        let held = held.filter(|held| held.key.kind != Kind::Spelling);
        held.map(|held| (held.key.kind, held.key.value, held.role)).collect()
    }

    #[test]
    fn superseded_references_of_the_united_nations_are_those_of_today() {
        for (text, expected) in [
            ("QI.A.12.01", "QDI.012"),
            ("QE.M.108.04", "QDE.108"),
            ("TI.A.5.01", "TAI.005"),
            ("QDi.012 ", "QDI.012"),
            ("KPe.056", "KPE.056"),
            ("E.29.I.9", "E.29.I.9"),
            ("QI.A.x.01", "QI.A.X.01"),
            ("QI.A.12", "QI.A.12"),
        ] {
            assert_eq!(present_un_reference(text), expected, "{text}");
        }
    }

    #[test]
    fn references_count_where_another_list_may_have_them() {
        let mut record = Record { reference: "36".to_owned(), ..Record::default() };
        let own = (Kind::Reference, "us_ofac_sdn 36".to_owned(), NameRole::Primary);
        assert_eq!(values(&record, 0), []);
        assert_eq!(values(&record, 1), [own]);
        record.is_reference_made = true;
        assert_eq!(values(&record, 1), []);
        record.un_reference = Some("QI.A.12.01".to_owned());
        let cited = (Kind::Reference, format!("{UN_REGISTER} QDI.012"), NameRole::Primary);
        assert_eq!(values(&record, 0), [cited]);
    }

    #[test]
    fn an_entry_that_a_compilation_repeats_is_known_by_name_and_date_of_listing() {
        let mut numbering = numbering(&[None, None]);
        numbering.0[0].copies = Some("aa_list".to_owned());
        let listed_on = "2020-03-01".parse().ok();
        let record = Record { name: "LEE, Ann".to_owned(), listed_on, ..Record::default() };
        let key = |record: &Record, register| {
            let held = keys_of(record, register, &numbering).into_iter().next();
            held.map(|held| (held.key.kind, held.key.value))
        };
        let expected = (Kind::Copy, "aa_list ann lee 2020-03-01".to_owned());
        assert_eq!(key(&record, 0), Some(expected));
        assert_eq!(key(&record, 1), None, "of another register");
        assert_eq!(key(&Record { listed_on: None, ..record }, 0), None);
    }

    #[test]
    fn numbers_of_ships_and_full_birth_dates_of_persons() {
        let imo = ImoNumber::parse("9074729");
        let mut record = Record {
            name: "LEE, Ann".to_owned(),
            aliases: vec![Alias::strong("Annie Lee"), Alias::weak("Big Annie"), Alias::strong("A")],
            entity_type: Some(EntityType::Vessel),
            birth_dates: ["1962-05-01", "1963", "circa 1964-01-01"]
                .map(|date| date.parse().expect("a date"))
                .to_vec(),
            imo,
            ..Record::default()
        };
        assert_eq!(values(&record, 0), [(Kind::Imo, "9074729".to_owned(), NameRole::Primary)]);
        record.entity_type = Some(EntityType::Individual);
        assert_eq!(
            values(&record, 0),
            [
                (Kind::Name, "ann lee 1962-05-01".to_owned(), NameRole::Primary),
                (Kind::Name, "annie lee 1962-05-01".to_owned(), NameRole::Alias),
            ]
        );
        record.entity_type = None;
        assert_eq!(values(&record, 0), []);
    }
}
