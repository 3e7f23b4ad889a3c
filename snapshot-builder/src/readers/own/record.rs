//! Drafts of records in the own formats: checks values of fields and sets them.

use std::fmt;

use tamis_engine::model::facts::FactMut;
use tamis_engine::model::{
    Alias, BirthDate, EntityType, Fact, Identifier, ImoNumber, PartialDate, Record,
};

use super::fields::{ENTITY, OwnField, Refusal};
use super::values::{self, DateForm};
use crate::countries::country_of_code;
use crate::progress::Silent;
use crate::readers::collector::{Collector, Keep};
use crate::readers::common::births::is_of_year_one;
use crate::readers::common::english_date::DateReading;
use crate::readers::common::facts::{self, entity_type_of};
use crate::report::RegisterReport;

/// Format of the values of a field; by default as in `records.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Style {
    pub date: DateForm,
    /// Kind of notes and identifiers whose text does not state it.
    pub label: Option<String>,
}

/// A draft of a record.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// Facts set so far.
    pub(super) record: Record,
    /// Type of the party.
    pub(super) kind: Option<Kind>,
}

/// A type in the own formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A type of the API.
    Known(EntityType),
    /// The type [`ENTITY`].
    Entity,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Known(entity_type) => entity_type.as_str(),
            Self::Entity => ENTITY,
        })
    }
}

impl Draft {
    /// Completes the record: the type of an entity from its name, the page of the entry from its
    /// reference.
    pub(super) fn finish(self, url_of: impl FnOnce(&str) -> Option<String>) -> Record {
        let mut record = self.record;
        record.entity_type = self.kind.map(|kind| match kind {
            Kind::Known(entity_type) => entity_type,
            Kind::Entity => entity_type_of(&record.name),
        });
        if record.source_url.is_none() && !record.is_reference_made {
            record.source_url = url_of(&record.reference);
        }
        record
    }
}

impl OwnField {
    /// Checks that the field accepts the value; countries must be known.
    ///
    /// # Errors
    /// It does not accept it.
    pub fn check(self, value: &str, style: &Style) -> Result<(), Refusal> {
        let (mut draft, report) = (Draft::default(), RegisterReport::new("check"));
        let mut collector = Collector::new(report, Keep::All, &Silent);
        self.set(&mut draft, value, style, &mut collector)?;
        if self == Self::Fact(Fact::Countries) && draft.record.countries.is_empty() {
            return Err(self.refuse(value, "a country's two-letter code or English name"));
        }
        Ok(())
    }

    /// Sets the field, or adds a value to a multi-valued one. Surrounding blanks are ignored, and an
    /// empty value is skipped. Returns true if there was a value.
    ///
    /// # Errors
    /// The field does not accept the value.
    pub(super) fn set(
        self,
        draft: &mut Draft,
        value: &str,
        style: &Style,
        collector: &mut Collector<'_>,
    ) -> Result<bool, Refusal> {
        let value = value.trim();
        if value.is_empty() {
            return Ok(false);
        }
        match self {
            Self::Fact(fact) => self.set_fact(fact, draft, value, style, collector)?,
            Self::WeakAliases => draft.record.aliases.push(Alias::weak(value)),
            Self::FormerNames => {
                draft.record.aliases.push(Alias::strong(value).formerly(true));
            }
        }
        Ok(true)
    }

    fn set_fact(
        self,
        fact: Fact,
        draft: &mut Draft,
        value: &str,
        style: &Style,
        collector: &mut Collector<'_>,
    ) -> Result<(), Refusal> {
        let Draft { record, kind } = draft;
        let text = match fact {
            Fact::Gender => {
                let gender = facts::gender_of(value);
                gender.ok_or_else(|| self.refuse(value, "male, female"))?.to_owned()
            }
            Fact::Notes => labelled(value, style),
            _ => value.to_owned(),
        };
        match record.fact_mut(fact) {
            FactMut::Required(required) => *required = text,
            FactMut::Text(one) => *one = Some(text),
            FactMut::Texts(texts) => texts.push(text),
            FactMut::Type(_) => *kind = Some(self.entity_kind(value)?),
            FactMut::Date(date) => *date = Some(self.date(value, style)?),
            FactMut::BirthDates(dates) => {
                let reading = self.dates(value, style)?;
                facts::add_all(dates, reading.dates);
                if reading.is_lossy {
                    facts::add_note(record, self.label(), value);
                }
            }
            FactMut::Countries(countries) => {
                // Unknown countries are counted and kept as notes.
                match country_of_code(value) {
                    Some(code) => facts::add_unique(countries, code),
                    None => collector.add_party_countries(self.label(), value, record),
                }
            }
            FactMut::Imo(imo) => {
                let number = ImoNumber::parse(value);
                *imo = Some(number.ok_or_else(|| self.refuse(value, "seven digits"))?);
            }
            FactMut::Aliases(aliases) => aliases.push(Alias::strong(text)),
            FactMut::Identifiers(identifiers) => identifiers.push(self.identifier(value, style)?),
        }
        Ok(())
    }

    fn entity_kind(self, value: &str) -> Result<Kind, Refusal> {
        let known = || EntityType::from_name(value).map(Kind::Known);
        let kind = if value == ENTITY { Some(Kind::Entity) } else { known() };
        kind.ok_or_else(|| {
            self.refuse(value, format!("{}, {ENTITY}", EntityType::NAMES.join(", ")))
        })
    }

    /// Reads one date or several; none if the text is not a date.
    fn dates(self, value: &str, style: &Style) -> Result<DateReading, Refusal> {
        let reading = style.date.read(value);
        // A party is not rejected for an impossible date or a wide range.
        if is_of_year_one(value) {
            return Ok(DateReading { dates: Vec::new(), is_lossy: true });
        }
        if reading.dates.is_empty() && !reading.is_lossy {
            return Err(self.refuse(value, style.date.accepted()));
        }
        Ok(reading)
    }

    /// Reads one date; a range is refused.
    fn date(self, value: &str, style: &Style) -> Result<PartialDate, Refusal> {
        match style.date.read(value).dates[..] {
            [BirthDate { date, is_approximate: false }] => Ok(date),
            _ => Err(self.refuse(value, style.date.accepted())),
        }
    }

    fn identifier(self, value: &str, style: &Style) -> Result<Identifier, Refusal> {
        match &style.label {
            Some(kind) => Ok(identified(kind, value)),
            None => {
                values::identifier(value).ok_or_else(|| self.refuse(value, values::IDENTIFIER_FORM))
            }
        }
    }
}

fn identified(kind: &str, value: &str) -> Identifier {
    Identifier { kind: kind.to_owned(), value: value.to_owned(), country: None }
}

/// A note with the label of its source.
fn labelled(value: &str, style: &Style) -> String {
    match &style.label {
        Some(label) => format!("{label}: {value}"),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_as_they_are_read() {
        use Fact::{Countries, EntityType, Gender, Identifiers, ListedUntil, Notes};
        let style = Style::default();
        for (field, good, bad) in [
            (EntityType, "VESSEL", "vessel"),
            (EntityType, "entity", "ENTITY"),
            (Gender, "Female", "woman"),
            (Countries, "Peru", "Atlantis"),
            (Countries, "pe", "unknown"),
            (ListedUntil, "2024-05", "1999 to 2001"),
            (Identifiers, "Passport: A1 (PE)", "A1"),
        ] {
            let field = OwnField::Fact(field);
            assert_eq!(field.check(good, &style), Ok(()));
            let refusal = field.check(bad, &style).expect_err(bad).to_string();
            assert!(refusal.starts_with(&format!("{} is {bad:?}; accepted", field.name())));
        }
        assert_eq!(OwnField::Fact(Notes).check("anything", &style), Ok(()));
    }
}
