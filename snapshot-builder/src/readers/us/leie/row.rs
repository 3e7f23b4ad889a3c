//! Columns of a row, and its record.

use tamis_engine::model::{
    Alias, CountryCode, DateOrder, EntityType, PartialDate, Record, read_numeric,
};

use crate::readers::common::english_date::DateReading;
use crate::readers::common::facts::{
    add_birth_reading, add_identifier, add_note, date_or_note, entity_type_of, filled, joined,
    make_reference,
};
use crate::readers::common::rows::NamedRow;
use tamis_ingest::squeeze;

/// Characters that the publisher's record layout has for the name of a firm; longer ones are truncated.
const FIRM_NAME_CHARS: usize = 30;
/// Words that distinguish a son from his father. They follow the family name, though the list has them
/// in the middle name ("B JR") or after a comma ("DOE, III").
const GENERATIONS: [&str; 5] = ["JR", "SR", "II", "III", "IV"];
/// Least age in years of an excluded person, who works in health care.
const ADULT_YEARS: u16 = 18;

/// The columns, in the publisher's order.
pub(super) const COLUMNS: [&str; 18] = [
    "LASTNAME",
    "FIRSTNAME",
    "MIDNAME",
    "BUSNAME",
    "GENERAL",
    "SPECIALTY",
    "UPIN",
    "NPI",
    "DOB",
    "ADDRESS",
    "CITY",
    "STATE",
    "ZIP",
    "EXCLTYPE",
    "EXCLDATE",
    "REINDATE",
    "WAIVERDATE",
    "WVRSTATE",
];

/// A row of exclusions or of reinstatements.
pub(super) struct Row<'r>(pub(super) NamedRow<'r>);

impl Row<'_> {
    /// A field without superfluous blanks, which end middle names and types of exclusion.
    fn get(&self, column: &str) -> String {
        squeeze(self.0.text(column))
    }

    /// A number; `None` if it consists only of zeros, apart from a first letter.
    fn number(&self, column: &str) -> Option<String> {
        let is_number = |text: &String| text.bytes().any(|b| matches!(b, b'1'..=b'9'));
        Some(self.get(column)).filter(is_number)
    }

    /// Street and city in one line.
    fn address(&self) -> String {
        // Foreign addresses have the state XX and a post code of zeros.
        let state = self.get("STATE");
        let (state, zip, country) = match state.as_str() {
            "XX" => (String::new(), String::new(), ""),
            _ => (state, self.number("ZIP").unwrap_or_default(), "US"),
        };
        let place = joined([state.as_str(), &zip], " ");
        let line = joined([&*self.get("ADDRESS"), &self.get("CITY"), &place], ", ");
        if line.is_empty() { line } else { joined([line.as_str(), country], ", ") }
    }

    /// A record with only the reference: made of the facts that an exclusion and its reinstatement
    /// share, and no other exclusion of a person has.
    fn reference(&self) -> Record {
        let birth_date = match self.birth_date() {
            Some(date) => date.to_string(),
            None => self.number("DOB").unwrap_or_default(),
        };
        let names = ["LASTNAME", "FIRSTNAME", "MIDNAME", "BUSNAME"];
        let [last, first, middle, firm] = names.map(|column| self.get(column));
        let [date, kind] = ["EXCLDATE", "EXCLTYPE"].map(|column| self.get(column));
        let date = read_date(&date).map_or(date, |date| date.to_string());
        let mut record = Record::default();
        make_reference(&mut record, [&last, &first, &middle, &firm, &birth_date, &date, &*kind]);
        record
    }

    /// Record of the exclusion that the row publishes or ends.
    pub(super) fn record(&self) -> Record {
        let mut record = self.reference();
        self.read_names(&mut record);
        record.programmes.extend(filled(&self.get("EXCLTYPE")));
        record.addresses.extend(filled(&self.address()));
        record.listed_on = self.date("EXCLDATE", "Excluded on", &mut record);
        record.listed_until = self.date("REINDATE", "Reinstated on", &mut record);
        if let Some(text) = self.number("DOB") {
            add_birth_reading(&mut record, &text, DateReading::of(self.birth_date()));
        }
        for kind in ["NPI", "UPIN"] {
            if let Some(value) = self.number(kind) {
                add_identifier(&mut record, kind, value, CountryCode::parse("US"));
            }
        }
        if let Some(date) = self.number("WAIVERDATE") {
            let date = read_date(&date).map_or(date, |date| date.to_string());
            let waiver = joined([date.as_str(), &self.get("WVRSTATE")], ", ");
            add_note(&mut record, "Waiver", &waiver);
        }
        record
    }

    /// Reads the names. A person's occupation is a position, a firm's business is not.
    fn read_names(&self, record: &mut Record) {
        let names = ["LASTNAME", "FIRSTNAME", "MIDNAME", "BUSNAME"];
        let [last, first, middle, firm] = names.map(|column| self.get(column));
        let lines = ["GENERAL", "SPECIALTY"].map(|column| self.get(column));
        if firm.chars().count() >= FIRM_NAME_CHARS {
            let cut = format!("may be cut, the field holds {FIRM_NAME_CHARS} characters");
            add_note(record, "Business name", &cut);
        }
        if last.is_empty() && first.is_empty() && middle.is_empty() {
            record.entity_type = Some(entity_type_of(&firm));
            record.name = firm;
            for line in &lines {
                add_note(record, "Line of business", line);
            }
            return;
        }
        record.name = person_name(&last, &first, &middle);
        record.entity_type = Some(EntityType::Individual);
        record.aliases.extend(filled(&firm).map(Alias::strong));
        record.positions.extend(lines.iter().filter_map(|line| filled(line)));
    }

    /// Reads a date, `00000000` if there is none; a text that is not a date becomes a note.
    fn date(&self, column: &str, label: &str, record: &mut Record) -> Option<PartialDate> {
        let text = self.number(column)?;
        date_or_note(read_date(&text), label, &text, record)
    }

    fn birth_date(&self) -> Option<PartialDate> {
        read_birth_date(&self.get("DOB"), read_date(&self.get("EXCLDATE")))
    }
}

/// First names, middle names and family name in natural order, then any suffix.
fn person_name(last: &str, first: &str, middle: &str) -> String {
    let (last, after_last) = split_generation(last);
    let (middle, after_middle) = split_generation(middle);
    // After a comma, the words before it would be read as the family name.
    let last = last.replace(',', " ");
    joined([first, middle, &last, after_last, after_middle], " ")
}

/// A name part and the word for the generation at its end.
fn split_generation(part: &str) -> (&str, &str) {
    let start = part.rfind([' ', ',']).map_or(0, |at| at + 1);
    let (rest, word) = part.split_at_checked(start).unwrap_or((part, ""));
    let bare = word.trim_end_matches('.');
    if GENERATIONS.iter().any(|generation| generation.eq_ignore_ascii_case(bare)) {
        (rest.trim_end_matches([' ', ',']), word)
    } else {
        (part, "")
    }
}

/// A date in eight digits; `None` also for `00000000`.
fn read_date(text: &str) -> Option<PartialDate> {
    read_numeric(text, DateOrder::YearMonthDay)
}

/// Reads a birth date. A two-digit year is in the latest century in which the person was an adult on
/// the day of the exclusion. If that day is unknown, it is in the 20th.
fn read_birth_date(text: &str, excluded_on: Option<PartialDate>) -> Option<PartialDate> {
    let Some((month_and_day, year)) = text.rsplit_once('/') else { return read_date(text) };
    if year.len() != 2 {
        return read_numeric(text, DateOrder::MonthDayYear);
    }
    let in_century = |century| {
        read_numeric(&format!("{month_and_day}/{century}{year}"), DateOrder::MonthDayYear)
    };
    let is_adult = |born: &PartialDate| {
        excluded_on.is_some_and(|on| {
            let of_age = (born.year().saturating_add(ADULT_YEARS), born.month(), born.day());
            of_age <= (on.year(), on.month(), on.day())
        })
    };
    in_century("20").filter(is_adult).or_else(|| in_century("19"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_in_the_order_in_which_a_name_is_said() {
        for (last, first, middle, expected) in [
            ("DOE", "JANE", "", "JANE DOE"),
            ("DE LA CRUZ", "ANA", "MARIA P", "ANA MARIA P DE LA CRUZ"),
            ("DOE", "JOHN", "B JR", "JOHN B DOE JR"),
            ("DOE", "JOHN", "SR", "JOHN DOE SR"),
            ("DOE, III", "JOHN", "", "JOHN DOE III"),
            ("DOE IV", "JOHN", "P", "JOHN P DOE IV"),
            ("DOE,JR.", "JOHN", "", "JOHN DOE JR."),
            ("DOE, MD", "JOHN", "", "JOHN DOE MD"),
            ("SMITHSR", "ANA", "IIA", "ANA IIA SMITHSR"),
            ("ÉCLAIR JR", "ÉVA", "é", "ÉVA é ÉCLAIR JR"),
            ("JR", "", "", "JR"),
        ] {
            assert_eq!(person_name(last, first, middle), expected, "{last}, {first} {middle}");
        }
    }

    #[test]
    fn the_century_of_a_birth_date_makes_an_adult_on_the_day_of_the_exclusion() {
        for (text, excluded_on, expected) in [
            ("12/27/54", "20160120", Some("1954-12-27")),
            ("02/29/00", "20180228", None),
            ("02/29/00", "20180301", Some("2000-02-29")),
            ("01/20/98", "20160120", Some("1998-01-20")),
            ("05/06/01", "20190505", Some("1901-05-06")),
            ("05/06/01", "20190506", Some("2001-05-06")),
            ("05/06/01", "00000000", Some("1901-05-06")),
            ("05/06/1931", "20160120", Some("1931-05-06")),
            ("19710715", "20160120", Some("1971-07-15")),
            ("00000000", "20160120", None),
            ("13/01/54", "20160120", None),
            ("1/2", "20160120", None),
            ("", "20160120", None),
            ("é/é/54", "20160120", None),
        ] {
            let date = read_birth_date(text, read_date(excluded_on)).map(|date| date.to_string());
            assert_eq!(date.as_deref(), expected, "{text}, excluded on {excluded_on}");
        }
    }
}
