//! Dates of the enhanced XML: a date is the time between four days, `fromDateBegin` to
//! `toDateEnd`, so that a year is its first to its last day.

use tamis_engine::model::PartialDate;

use super::super::elements::is_true;
use crate::readers::common::english_date::{DateReading, in_words, read_range};
use tamis_ingest::xml::Element;

/// The dates of an element; `None` where it states none.
pub(super) fn read(dates: &Element) -> Option<DateReading> {
    let day = |name| dates.text_of(name)?.get(..10)?.parse::<PartialDate>().ok();
    let from = day("fromDateBegin").or_else(|| day("fromDateEnd"))?;
    let to = day("toDateEnd").or_else(|| day("toDateBegin")).unwrap_or(from);
    let reading = match from == to {
        true => DateReading::exact(from),
        false => read_range(from, to),
    };
    Some(reading.about(is_true(dates, "isApproximate")))
}

/// The dates as the other forms of the list write them: `10 Jul 1991`.
pub(super) fn shown(dates: &Element) -> Option<String> {
    let texts: Vec<String> =
        read(dates)?.dates.into_iter().map(|born| in_words(born.date)).collect();
    Some(texts.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(name: &str, text: &str) -> Element {
        Element { name: name.to_owned(), text: text.to_owned(), ..Element::default() }
    }

    #[test]
    fn dates_are_written_as_in_the_other_forms() {
        for (date, expected) in
            [("1991-07-01", "01 Jul 1991"), ("1991-12", "Dec 1991"), ("1991", "1991")]
        {
            assert_eq!(in_words(date.parse().expect(date)), expected);
        }
    }

    #[test]
    fn days_months_years_and_ranges_are_read() {
        let table: [(&str, &str, bool, &[&str], bool); 7] = [
            ("1961-07-23", "1961-07-23", false, &["1961-07-23"], false),
            ("1961-07-01", "1961-07-31", false, &["1961-07"], false),
            ("1961-01-01", "1961-12-31", false, &["1961"], false),
            ("1957-01-01", "1957-12-31", true, &["circa 1957"], false),
            ("1951-01-01", "1952-12-31", false, &["circa 1951", "circa 1952"], false),
            ("1965-03-21", "1966-03-20", false, &["circa 1965", "circa 1966"], false),
            ("1940-01-01", "1960-12-31", false, &[], true),
        ];
        for (from, to, is_approximate, expected, is_lossy) in table {
            let children = vec![
                element("fromDateBegin", from),
                element("toDateEnd", to),
                element("isApproximate", &is_approximate.to_string()),
            ];
            let reading = read(&Element { children, ..Element::default() }).expect(from);
            let dates: Vec<_> = reading.dates.iter().map(ToString::to_string).collect();
            assert_eq!(
                (dates, reading.is_lossy),
                (expected.iter().map(ToString::to_string).collect(), is_lossy)
            );
        }
        assert_eq!(read(&element("valueDate", "1961")), None);
    }
}
