//! Impossible birth dates: in the future, in the year 9999 and in the year 1. Systems write them for
//! unknown dates; if compared, they would contradict every query.

use tamis_engine::model::{BirthDate, Fact, Record, Timestamp};

use super::facts::{BIRTH_NOTE, add_note};

/// Year that means "no date", as `PartialDate` can hold it.
const NO_YEAR: u16 = 9999;
/// The year 1 as written, which also means "no date".
const YEAR_ONE: &str = "0001";
/// OFAC's label of a birth date.
const OFAC_LABEL: &str = "DOB";

/// Moves impossible birth dates into the notes. Returns them, with those of the year 1, which readers
/// already left in the notes.
pub(in crate::readers) fn set_aside(record: &mut Record, now: Timestamp) -> Vec<String> {
    let of_year_one = |note: &String| {
        let labels = [BIRTH_NOTE, Fact::BirthDates.label(), OFAC_LABEL];
        let labelled = labels.iter().find_map(|label| note.strip_prefix(label))?;
        let text = labelled.trim_start_matches([':', ' ']);
        is_of_year_one(text).then(|| text.to_owned())
    };
    let mut aside: Vec<String> = record.notes.iter().filter_map(of_year_one).collect();
    let is_nobodys = |born: &BirthDate| born.date.start() > now || born.year() == NO_YEAR;
    if record.birth_dates.iter().any(is_nobodys) {
        let (nobodys, kept): (Vec<BirthDate>, _) =
            record.birth_dates.drain(..).partition(is_nobodys);
        record.birth_dates = kept;
        for born in nobodys.iter().map(ToString::to_string) {
            add_note(record, BIRTH_NOTE, &born);
            aside.push(born);
        }
    }
    aside
}

/// True if a date in any form is of the year 1: `0001-01-01`, `01/01/0001`, `00010101`.
pub(in crate::readers) fn is_of_year_one(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.any(|number| number == YEAR_ONE || (number.len() == 8 && number.starts_with(YEAR_ONE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_nobody_has_become_notes_and_old_ones_stay() {
        let now = Timestamp::parse_iso("2026-03-01").expect("a day");
        let dates = ["1743-04-13", "2026-02", "2026-03-02", "9999-12-31", "2027"];
        let mut record = Record {
            birth_dates: dates.iter().map(|date| date.parse().expect("a date")).collect(),
            notes: vec!["Date of birth: 01/01/0001".to_owned(), "File: 0001".to_owned()],
            ..Record::default()
        };
        let aside = set_aside(&mut record, now);
        assert_eq!(aside, ["01/01/0001", "2026-03-02", "9999-12-31", "2027"]);
        let kept: Vec<_> = record.birth_dates.iter().map(ToString::to_string).collect();
        assert_eq!(kept, ["1743-04-13", "2026-02"]);
        assert_eq!(record.notes.len(), 5);
        assert_eq!(record.notes[4], "Date of birth: 2027");
    }

    #[test]
    fn the_year_one_is_known_in_every_form() {
        for text in ["0001-01-01", "01/01/0001", "1 Jan 0001", "0001", "00010101"] {
            assert!(is_of_year_one(text), "{text}");
        }
        for text in ["10001", "1 Jan 1001", "1962-05-17", "20000101", "AB00012"] {
            assert!(!is_of_year_one(text), "{text}");
        }
    }
}
