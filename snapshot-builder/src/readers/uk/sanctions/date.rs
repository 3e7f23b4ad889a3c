//! Date formats of the two lists.

use tamis_engine::model::{DateOrder, PartialDate, read_numeric};

use crate::readers::common::english_date::{DateReading, read_date, read_dates};

/// Characters of the longest text that can be a date or a range of dates.
const DATE_BYTES_MAX: usize = 60;

/// Date in the title of a list: `Last Updated, 13/04/2018`, `Report Date: 13-Feb-2026`.
pub(super) fn read_title(title: &str) -> Option<PartialDate> {
    title.split([',', ':']).map(str::trim).find_map(|part| {
        read_day(part).or_else(|| read_date(&part.replace('-', " ")).filter(|d| d.day().is_some()))
    })
}

/// A day in digits.
pub(super) fn read_day(text: &str) -> Option<PartialDate> {
    read_numeric(text, DateOrder::DayMonthYear)
        .or_else(|| read_numeric(text, DateOrder::YearMonthDay))
        .filter(|date| date.day().is_some())
}

/// Reads a birth date. Unknown parts are zeros (`00/00/1962`), letters (`dd/mm/1962`), hyphens
/// (`--/--/1962`) or missing (`1962`).
pub(super) fn read_birth_date(text: &str) -> DateReading {
    if text.len() > DATE_BYTES_MAX {
        return DateReading::default();
    }
    let mut figures = text.to_ascii_lowercase();
    for unknown in ["dd/", "mm/", "--/"] {
        figures = figures.replace(unknown, "00/");
    }
    match read_numeric(&figures, DateOrder::DayMonthYear) {
        Some(date) => DateReading::exact(date),
        None => read_dates(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_state_the_date_in_both_forms() {
        for (title, expected) in [
            ("Last Updated, 13/04/2018, , ", Some("2018-04-13")),
            ("Last Updated, 2018-04-13", Some("2018-04-13")),
            ("Report Date: 13-Feb-2026", Some("2026-02-13")),
            ("Report Date: 01/10/2026", Some("2026-10-01")),
            ("Report Date:", None),
            ("UK Sanctions List 2026", None),
        ] {
            assert_eq!(read_title(title).map(|d| d.to_string()).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn birth_dates_are_read_as_far_as_they_are_known() {
        let long = "circa ".repeat(100_000);
        for (text, expected, is_lossy) in [
            ("05/02/1969", vec!["1969-02-05"], false),
            ("00/00/1969", vec!["1969"], false),
            ("00/02/1969", vec!["1969-02"], false),
            ("dd/mm/1969", vec!["1969"], false),
            ("DD/02/1969", vec!["1969-02"], false),
            ("--/--/1969", vec!["1969"], false),
            ("1969", vec!["1969"], false),
            ("circa 1969", vec!["circa 1969"], false),
            ("1968 to 1969", vec!["circa 1968", "circa 1969"], false),
            ("15/08/19yy", vec![], false),
            ("31/02/1969", vec![], false),
            (long.as_str(), vec![], false),
        ] {
            let reading = read_birth_date(text);
            let dates: Vec<_> = reading.dates.iter().map(ToString::to_string).collect();
            assert_eq!(
                (dates, reading.is_lossy),
                (expected.iter().map(|d| (*d).to_owned()).collect(), is_lossy)
            );
        }
    }
}
