//! Dates in English-language lists, shared by all readers.
//!
//! | form | read as |
//! |---|---|
//! | `10 Dec 1948`, `Mar 1972`, `1972`, `1972-03-31`, `01/2001` | the date, with the given precision |
//! | `circa 1955`, `c. 1955`, `Approximately 2001`, `1963 (approximative)` | an approximate date |
//! | `1955 to 1958`, `1955-1958`, `Between 1955 and 1958` | each year of the range, approximate |

use chrono::Month;
use tamis_engine::model::{BirthDate, PartialDate};

use super::wording::strip_prefix_any_case;
use crate::limits::YEARS_EXPANDED_MAX;

/// Least number of letters of an abbreviated month.
const MONTH_LETTERS: usize = 3;

/// Dates read from one text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::readers) struct DateReading {
    /// The dates, earliest first; empty if the text is no date.
    pub(in crate::readers) dates: Vec<BirthDate>,
    /// True if the text says more than the dates do (a wide range).
    pub(in crate::readers) is_lossy: bool,
}

impl DateReading {
    /// A single exact date.
    pub(in crate::readers) fn exact(date: PartialDate) -> Self {
        Self { dates: vec![date.into()], is_lossy: false }
    }

    /// A single exact date, or none.
    pub(in crate::readers) fn of(date: Option<PartialDate>) -> Self {
        date.map(Self::exact).unwrap_or_default()
    }

    /// Marks the dates as approximate if `is_about`.
    pub(in crate::readers) fn about(mut self, is_about: bool) -> Self {
        self.dates.iter_mut().for_each(|born| born.is_approximate |= is_about);
        self
    }
}

/// Words before an approximate date, in any case. Longer ones come before their own prefixes.
const ABOUT: [&str; 10] =
    ["approximately", "approx.", "approx", "circa", "about", "around", "ca.", "ca", "c.", "c"];
/// Words after an approximate date.
const ABOUT_BEHIND: [&str; 4] = ["(approximative)", "(approximately)", "(approximate)", "(circa)"];

/// Words before and between the ends of a range. The hyphens in the last ones count only with blanks
/// around them, or between two years.
const RANGES: [(&str, &str); 6] =
    [("between ", " and "), ("from ", " to "), ("", " to "), ("", " - "), ("", " – "), ("", "–")];
/// Characters of two years joined by a hyphen.
const TWO_YEARS: usize = 9;

/// Reads a date, an approximate date, or a range of dates.
pub(in crate::readers) fn read_dates(text: &str) -> DateReading {
    let (text, is_about) = without_about(text);
    read_exact(text).about(is_about)
}

/// Removes words that mark a date as approximate; the flag is true if there were any.
pub(in crate::readers) fn without_about(text: &str) -> (&str, bool) {
    let mut bare = text.trim();
    while let Some(date) = behind_about(bare) {
        bare = date;
    }
    let before = ABOUT_BEHIND.iter().find_map(|words| bare.strip_suffix(words));
    bare = before.map_or(bare, str::trim_end);
    (bare, bare.len() < text.trim().len())
}

fn behind_about(text: &str) -> Option<&str> {
    let behind = |words: &&str| {
        let date = strip_prefix_any_case(text, words)?;
        date.starts_with(|c: char| c.is_whitespace() || c.is_ascii_digit()).then_some(date)
    };
    ABOUT.iter().find_map(behind).map(str::trim_start)
}

/// A date or a range of dates.
fn read_exact(text: &str) -> DateReading {
    if let Some(date) = read_date(text) {
        return DateReading::exact(date);
    }
    let ends = RANGES.iter().find_map(|(before, between)| {
        let (from, to) = strip_prefix_any_case(text, before)?.split_once(between)?;
        Some((read_end(from)?, read_end(to)?))
    });
    let years = || {
        let (from, to) = text.split_once('-').filter(|_| text.len() == TWO_YEARS)?;
        Some((read_date(from)?, read_date(to)?))
    };
    ends.or_else(years).map(|(from, to)| read_range(from, to)).unwrap_or_default()
}

/// One end of a range; it is approximate anyway.
fn read_end(text: &str) -> Option<PartialDate> {
    read_date(without_about(text).0)
}

/// Reads one date: `YYYY`, `MM/YYYY`, `Mon YYYY`, `DD Mon YYYY` or ISO. Months may be abbreviated to
/// three letters.
pub(in crate::readers) fn read_date(text: &str) -> Option<PartialDate> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [figures] => figures.parse().ok().or_else(|| month_of_year(figures)),
        [month, year] => PartialDate::new(read_year(year)?, Some(read_month(month)?), None),
        [day, month, year] => {
            let day = read_figures(day).filter(|_| day.len() <= 2)?;
            let day = u8::try_from(day).ok()?;
            PartialDate::new(read_year(year)?, Some(read_month(month)?), Some(day))
        }
        _ => None,
    }
}

/// Reads `01/2001`, `1.2001` or `01-2001`.
fn month_of_year(text: &str) -> Option<PartialDate> {
    let (month, year) = text.split_once(['/', '.', '-'])?;
    let month = read_figures(month).filter(|_| month.len() <= 2)?;
    PartialDate::new(read_year(year)?, Some(u8::try_from(month).ok()?), None)
}

/// Month by its English name or an abbreviation of at least three letters, 1 to 12.
pub(in crate::readers) fn read_month(text: &str) -> Option<u8> {
    let text = text.trim_end_matches('.');
    if text.len() < MONTH_LETTERS {
        return None;
    }
    let begins_so = |name: &str| strip_prefix_any_case(name, text).is_some();
    (1..=12).find(|&number| month_name(number).is_some_and(begins_so))
}

/// The English name of a month, 1 to 12.
fn month_name(number: u8) -> Option<&'static str> {
    Month::try_from(number).ok().map(|month| month.name())
}

/// A date in the wording of lists: `10 Jul 1991`, `Jul 1991`, `1991`.
pub(in crate::readers) fn in_words(date: PartialDate) -> String {
    let month = date.month().and_then(month_name);
    match (date.day(), month.and_then(|month| month.get(..MONTH_LETTERS))) {
        (Some(day), Some(month)) => format!("{day:02} {month} {}", date.year()),
        (None, Some(month)) => format!("{month} {}", date.year()),
        _ => date.year().to_string(),
    }
}

/// A birth date between two dates. If both are in one month or year, it is that month or year.
/// Otherwise it is approximate: every year of a range up to [`YEARS_EXPANDED_MAX`] years, or none and
/// lossy for a wider one.
pub(in crate::readers) fn read_range(from: PartialDate, to: PartialDate) -> DateReading {
    use tamis_engine::model::DatePrecision::{Month, Year};
    let (from, to) = (from.min(to), from.max(to));
    if from.month().is_some() && from.truncated(Month) == to.truncated(Month) {
        return DateReading::exact(from.truncated(Month));
    }
    if from.year() == to.year() {
        return DateReading::exact(from.truncated(Year));
    }
    let years = from.year()..=to.year();
    let year_date = |year| PartialDate::new(year, None, None).map(BirthDate::approximate);
    let is_lossy = to.year() - from.year() > YEARS_EXPANDED_MAX;
    let dates = if is_lossy { Vec::new() } else { years.filter_map(year_date).collect() };
    DateReading { dates, is_lossy }
}

fn read_year(text: &str) -> Option<u16> {
    read_figures(text).filter(|_| text.len() == 4)
}

/// Parses a number of digits only: `parse` would also accept a sign.
fn read_figures(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> (Vec<String>, bool) {
        let reading = read_dates(text);
        (reading.dates.iter().map(ToString::to_string).collect(), reading.is_lossy)
    }

    #[test]
    fn every_form_of_the_lists_is_read() {
        let table: [(&str, &[&str], bool); 31] = [
            ("1972", &["1972"], false),
            ("Mar 1972", &["1972-03"], false),
            ("Sept. 1972", &["1972-09"], false),
            ("August 1961", &["1961-08"], false),
            ("10 Dec 1948", &["1948-12-10"], false),
            ("1960-01-31", &["1960-01-31"], false),
            ("circa 1955", &["circa 1955"], false),
            ("circa 01 Feb 1955", &["circa 1955-02-01"], false),
            ("1955 to 1957", &["circa 1955", "circa 1956", "circa 1957"], false),
            ("circa 1979-1980", &["circa 1979", "circa 1980"], false),
            ("01 Jan 1966 to 31 Dec 1966", &["1966"], false),
            ("01 Jun 1966 to 30 Jun 1966", &["1966-06"], false),
            ("1950 to 1961", &[], true),
            ("01/2001", &["2001-01"], false),
            ("1/2001", &["2001-01"], false),
            ("12.2001", &["2001-12"], false),
            ("01-2001", &["2001-01"], false),
            ("c. 1955", &["circa 1955"], false),
            ("c.1955", &["circa 1955"], false),
            ("C. 1955", &["circa 1955"], false),
            ("ca. 1955", &["circa 1955"], false),
            ("Approximately 2001", &["circa 2001"], false),
            ("about Mar 1955", &["circa 1955-03"], false),
            ("approx. 03/1955", &["circa 1955-03"], false),
            ("1963 (approximative)", &["circa 1963"], false),
            ("Between 1959 and 1961", &["circa 1959", "circa 1960", "circa 1961"], false),
            ("between Mar 1959 and Apr 1960", &["circa 1959", "circa 1960"], false),
            ("From 1959 to 1960", &["circa 1959", "circa 1960"], false),
            ("1955-1956", &["circa 1955", "circa 1956"], false),
            ("1955 – 1956", &["circa 1955", "circa 1956"], false),
            ("circa 1955 to circa 1956", &["circa 1955", "circa 1956"], false),
        ];
        for (text, dates, is_lossy) in table {
            let dates = dates.iter().map(ToString::to_string).collect();
            assert_eq!(shown(text), (dates, is_lossy), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_gives_none() {
        for text in [
            "",
            "+1 Dec 1948",
            "Dec +948",
            "30-35 years old",
            "31 Feb 1960",
            "24/06/1402 (Hijri Calendar)",
            "Ma 1972",
            "19 to 20",
            "13/2001",
            "00/2001",
            "1955-58",
            "Between 1959",
            "1959 and 1965",
            "cable 1955",
            "circa",
        ] {
            assert_eq!(shown(text), (vec![], false), "{text}");
        }
    }

    #[test]
    fn any_number_of_circa_is_one() {
        assert_eq!(shown("circa  circa 1955"), (vec!["circa 1955".to_owned()], false));
        assert_eq!(read_dates(&"circa ".repeat(100_000)), DateReading::default());
    }

    #[test]
    fn a_range_of_exactly_the_limit_is_expanded() {
        assert_eq!(read_dates("1950 to 1960").dates.len(), 11);
    }
}
