//! The detail of a record: its facts without a column, those marked `in detail` in the table of facts. It is a string of bytes, read from front to back. A further fact changes the layout: raise [`FORMAT_VERSION`](super::format::FORMAT_VERSION).
//!
//! ```text
//! detail      flags  value*              flags: 1 if the reference is made
//! value       fact  body                 fact: its place in the table; values in its order
//! body        text | date | country | alias | identifier, by the type of the fact
//! text        length  UTF-8
//! date        code of model::PartialDate
//! country     code of model::CountryCode
//! alias       4 * length + (2 if former) + (1 if weak)  UTF-8
//! identifier  text (its kind)  text (the number)  0, or 1 + code of model::CountryCode
//! ```
//!
//! Every number is a varint: seven bits a byte, low ones first, the highest bit set if another byte
//! follows. Nothing is aligned, and absent values take no byte. On sample records a detail takes 120
//! bytes, an archive of the same facts 272.

use crate::model::facts::{FactKind, FactMut, Value};
use crate::model::{Alias, AliasQuality, CountryCode, Fact, Identifier, PartialDate, Record};

/// Flag of a reference that the builder made because the publisher gives none.
const REFERENCE_MADE: u8 = 1;

/// Encodes the detail of a record.
#[must_use]
pub(super) fn encode(record: &Record) -> Vec<u8> {
    let mut bytes = vec![if record.is_reference_made { REFERENCE_MADE } else { 0 }];
    for &fact in Fact::ALL.iter().filter(|fact| fact.is_in_detail()) {
        for value in record.fact(fact).values() {
            bytes.push(fact as u8);
            put_value(&mut bytes, &value);
        }
    }
    bytes
}

fn put_value(bytes: &mut Vec<u8>, value: &Value<'_>) {
    match *value {
        Value::Text(text) => put_text(bytes, text),
        Value::Date(date) => put_number(bytes, date.to_code()),
        Value::Country(country) => put_number(bytes, country.to_code().into()),
        Value::Alias { name, quality, is_former } => {
            let weak = u32::from(quality == AliasQuality::Weak);
            put_number(bytes, 4 * name.len() as u32 + 2 * u32::from(is_former) + weak);
            bytes.extend_from_slice(name.as_bytes());
        }
        Value::Identifier { kind, value, country } => {
            put_text(bytes, kind);
            put_text(bytes, value);
            put_number(bytes, country.map_or(0, |country| 1 + u32::from(country.to_code())));
        }
        Value::Type(_) | Value::BirthDate(_) | Value::Imo(_) => unreachable!("these are columns"),
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u32);
    bytes.extend_from_slice(text.as_bytes());
}

fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The borrowed detail of a record. Damaged bytes, which [`Detail::check`] reports, end it early.
#[derive(Clone, Copy)]
pub(super) struct Detail<'s> {
    flags: u8,
    values: &'s [u8],
}

impl<'s> Detail<'s> {
    /// Borrows a detail from its bytes.
    pub(super) fn of(bytes: &'s [u8]) -> Self {
        let (flags, values) = bytes.split_first().unwrap_or((&0, &[]));
        Self { flags: *flags, values }
    }

    /// Checks that the bytes are a detail; the error says why they are not.
    pub(super) fn check(self) -> Result<(), &'static str> {
        if self.flags & !REFERENCE_MADE != 0 {
            return Err("unknown flags");
        }
        let mut values = self.all();
        let sorted = values.by_ref().map(|(fact, _)| fact).is_sorted();
        match values.rest.is_empty() {
            false => Err("a value that is none"),
            true if !sorted => Err("values out of order"),
            true => Ok(()),
        }
    }

    /// True if the builder made the reference.
    pub(super) fn is_reference_made(self) -> bool {
        self.flags & REFERENCE_MADE != 0
    }

    #[inline]
    pub(super) fn values(self, fact: Fact) -> DetailValues<'s> {
        DetailValues { all: self.all(), fact }
    }

    /// Returns the first text of a fact.
    pub(super) fn text(self, fact: Fact) -> Option<&'s str> {
        self.texts(fact).next()
    }

    pub(super) fn texts(self, fact: Fact) -> impl Iterator<Item = &'s str> {
        self.values(fact).filter_map(|value| match value {
            Value::Text(text) => Some(text),
            _ => None,
        })
    }

    pub(super) fn date(self, fact: Fact) -> Option<PartialDate> {
        self.values(fact).find_map(|value| match value {
            Value::Date(date) => Some(date),
            _ => None,
        })
    }

    /// Adds all facts of the detail to a record.
    pub(super) fn restore(self, record: &mut Record) {
        record.is_reference_made = self.is_reference_made();
        for (fact, value) in self.all() {
            restore(record.fact_mut(fact), value);
        }
    }

    fn all(self) -> AllValues<'s> {
        AllValues { rest: self.values }
    }
}

fn restore(fact: FactMut<'_>, value: Value<'_>) {
    match (fact, value) {
        (FactMut::Required(text), Value::Text(value)) => value.clone_into(text),
        (FactMut::Text(text), Value::Text(value)) => *text = Some(value.to_owned()),
        (FactMut::Texts(texts), Value::Text(value)) => texts.push(value.to_owned()),
        (FactMut::Date(date), Value::Date(value)) => *date = Some(value),
        (FactMut::Countries(countries), Value::Country(country)) => countries.push(country),
        (FactMut::Aliases(aliases), Value::Alias { name, quality, is_former }) => {
            aliases.push(Alias { name: name.to_owned(), quality, is_former });
        }
        (FactMut::Identifiers(identifiers), Value::Identifier { kind, value, country }) => {
            let (kind, value) = (kind.to_owned(), value.to_owned());
            identifiers.push(Identifier { kind, value, country });
        }
        _ => unreachable!("a value is read by the type of its fact"),
    }
}

/// The values of one fact of a detail.
#[derive(Clone)]
pub struct DetailValues<'s> {
    all: AllValues<'s>,
    fact: Fact,
}

impl<'s> Iterator for DetailValues<'s> {
    type Item = Value<'s>;

    #[inline]
    fn next(&mut self) -> Option<Value<'s>> {
        loop {
            let &at = self.all.rest.first()?;
            if at > self.fact as u8 {
                return None;
            }
            if at == self.fact as u8 {
                return self.all.next().map(|(_, value)| value);
            }
            self.all.skip_one()?;
        }
    }
}

/// All values of a detail; ends before the first damaged one.
#[derive(Clone)]
struct AllValues<'s> {
    rest: &'s [u8],
}

impl AllValues<'_> {
    /// Passes over a value by its lengths, without reading what it holds.
    #[inline]
    fn skip_one(&mut self) -> Option<()> {
        let (&at, body) = self.rest.split_first()?;
        let mut body = Body(body);
        body.skip(Fact::ALL.get(usize::from(at))?.kind())?;
        self.rest = body.0;
        Some(())
    }
}

impl<'s> Iterator for AllValues<'s> {
    type Item = (Fact, Value<'s>);

    #[inline]
    fn next(&mut self) -> Option<(Fact, Value<'s>)> {
        let (&at, body) = self.rest.split_first()?;
        let fact = Fact::ALL.get(usize::from(at)).copied().filter(|fact| fact.is_in_detail())?;
        let mut body = Body(body);
        let value = body.value(fact.kind())?;
        self.rest = body.0;
        Some((fact, value))
    }
}

fn country_of(code: u32) -> Option<CountryCode> {
    CountryCode::from_code(u16::try_from(code).ok()?)
}

/// The unread bytes of a detail.
struct Body<'s>(&'s [u8]);

impl<'s> Body<'s> {
    #[inline]
    fn value(&mut self, kind: FactKind) -> Option<Value<'s>> {
        match kind {
            FactKind::Required | FactKind::Text | FactKind::Texts => self.text().map(Value::Text),
            FactKind::Date => PartialDate::from_code(self.number()?).map(Value::Date),
            FactKind::Countries => self.country().map(Value::Country),
            FactKind::Aliases => {
                let head = self.number()?;
                let quality = if head % 2 == 1 { AliasQuality::Weak } else { AliasQuality::Strong };
                let is_former = head / 2 % 2 == 1;
                Some(Value::Alias { name: self.text_of(head / 4)?, quality, is_former })
            }
            FactKind::Identifiers => {
                let (kind, value) = (self.text()?, self.text()?);
                let country = match self.number()?.checked_sub(1) {
                    None => None,
                    Some(code) => Some(country_of(code)?),
                };
                Some(Value::Identifier { kind, value, country })
            }
            FactKind::Type | FactKind::BirthDates | FactKind::Imo => None,
        }
    }

    /// Passes over a value of this kind.
    #[inline]
    fn skip(&mut self, kind: FactKind) -> Option<()> {
        match kind {
            FactKind::Required | FactKind::Text | FactKind::Texts => self.skip_text(),
            FactKind::Date | FactKind::Countries => self.number().map(drop),
            FactKind::Aliases => {
                let head = self.number()?;
                self.skip_bytes(head / 4)
            }
            FactKind::Identifiers => {
                self.skip_text()?;
                self.skip_text()?;
                self.number().map(drop)
            }
            FactKind::Type | FactKind::BirthDates | FactKind::Imo => None,
        }
    }

    #[inline]
    fn skip_text(&mut self) -> Option<()> {
        let length = self.number()?;
        self.skip_bytes(length)
    }

    #[inline]
    fn skip_bytes(&mut self, count: u32) -> Option<()> {
        self.0 = self.0.get(count as usize..)?;
        Some(())
    }

    fn country(&mut self) -> Option<CountryCode> {
        country_of(self.number()?)
    }

    #[inline]
    fn text(&mut self) -> Option<&'s str> {
        let len = self.number()?;
        self.text_of(len)
    }

    #[inline]
    fn text_of(&mut self, len: u32) -> Option<&'s str> {
        let (text, rest) = self.0.split_at_checked(len as usize)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    /// Reads a varint of at most five bytes. Superfluous bytes are refused: each number has one
    /// encoding.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for (at, &byte) in self.0.iter().enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 1 << 7 {
                let is_shortest = byte != 0 || at == 0;
                self.0 = &self.0[at + 1..];
                return u32::try_from(number).ok().filter(|_| is_shortest);
            }
            if at == 4 {
                break;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let text = |text: &str| Some(text.to_owned());
        Record {
            reference: "A-1".to_owned(),
            is_reference_made: true,
            name: "Łukasz 明".to_owned(),
            aliases: vec![
                Alias::strong("x".repeat(200)),
                Alias::weak("Л. К."),
                Alias::weak("L. K.").formerly(true),
            ],
            address_countries: ["PE", "CL"]
                .iter()
                .filter_map(|code| CountryCode::parse(code))
                .collect(),
            programmes: vec!["SDGT".to_owned(), String::new()],
            listed_on: "2001-09".parse().ok(),
            listed_until: "2031".parse().ok(),
            ticker: text("TMS"),
            identifiers: [None, CountryCode::parse("PE")]
                .map(|country| Identifier {
                    kind: "Passport".to_owned(),
                    value: "A1".to_owned(),
                    country,
                })
                .to_vec(),
            ..Record::default()
        }
    }

    #[test]
    fn a_record_is_restored_as_it_was() {
        for record in [record(), Record::default()] {
            let bytes = encode(&record);
            let detail = Detail::of(&bytes);
            assert_eq!(detail.check(), Ok(()));
            let mut restored = Record::default();
            detail.restore(&mut restored);
            assert_eq!(restored, record);
        }
    }

    #[test]
    fn values_are_found_by_their_fact() {
        let bytes = encode(&record());
        let detail = Detail::of(&bytes);
        assert_eq!(detail.text(Fact::Name), Some("Łukasz 明"));
        assert_eq!(detail.texts(Fact::Programmes).collect::<Vec<_>>(), ["SDGT", ""]);
        assert_eq!(detail.text(Fact::Status), None);
        assert_eq!(detail.date(Fact::ListedUntil), "2031".parse().ok());
        assert_eq!(detail.values(Fact::Identifiers).count(), 2);
        assert_eq!(detail.values(Fact::Countries).count(), 0, "a column");
    }

    #[test]
    fn whatever_byte_is_changed_or_missing_nothing_is_read_beyond() {
        let bytes = encode(&record());
        for end in 0..bytes.len() {
            let mut restored = Record::default();
            Detail::of(&bytes[..end]).restore(&mut restored);
            for value in 0..=u8::MAX {
                let mut changed = bytes.clone();
                changed[end] = value;
                Detail::of(&changed).restore(&mut restored);
                let _ = Detail::of(&changed).check();
            }
        }
    }

    #[test]
    fn what_is_not_a_detail_is_told() {
        let name = Fact::Name as u8;
        for (bytes, expected) in [
            (&[2][..], "unknown flags"),
            (&[0, name, 3, b'a'], "a value that is none"),
            (&[0, name, 1, 0xff], "a value that is none"),
            (&[0, name, 0x81, 0, b'a'], "a value that is none"),
            (&[0, name, 0xff, 0xff, 0xff, 0xff, 0xff, 0], "a value that is none"),
            (&[0, Fact::Imo as u8, 0], "a value that is none"),
            (&[0, 0xfe, 0], "a value that is none"),
            (&[0, name, 0, Fact::Reference as u8, 0], "values out of order"),
        ] {
            assert_eq!(Detail::of(bytes).check(), Err(expected), "{bytes:?}");
        }
    }
}
