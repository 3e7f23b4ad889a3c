//! Dates of the list: `YYYYMMDD`, and birth dates as `MM/DD/YY` up to March 2016.

use tamis_engine::model::{DateOrder, PartialDate, read_numeric};

/// Who is excluded works in health care, so is of age.
const ADULT_YEARS: u16 = 18;

/// A date in eight figures; `None` also for `00000000`.
pub(super) fn read_date(text: &str) -> Option<PartialDate> {
    read_numeric(text, DateOrder::YearMonthDay)
}

/// A birth date. A year of two figures is in the latest century in which the person was an adult
/// on the day of the exclusion; in the 20th where that day is not known.
pub(super) fn read_birth_date(text: &str, excluded_on: Option<PartialDate>) -> Option<PartialDate> {
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
