//! Birth dates in the notations of tables.

use chrono::DateTime;
use tamis_engine::model::{DateOrder, Day, PartialDate, read_numeric};
use tamis_engine::rewrite::named_month;

const SECONDS_OF_DAY: i64 = 86_400;
/// Day 0 of spreadsheets: 30 December 1899, in days from 1970.
const SERIAL_ZERO: i64 = -25_569;
/// Least number that is a day and not a year: a day in May 1927.
const SERIAL_LEAST: i64 = 10_000;

/// Returns the possible dates of a cell: one, or for a two-digit year one in each past century. Reads
/// ISO 8601, numeric dates in the caller's order, months by name, and serial days of spreadsheets.
/// Empty if the cell is unreadable.
pub(crate) fn birth_dates(text: &str, order: DateOrder, today: Day) -> Vec<PartialDate> {
    let iso = || read_numeric(text, DateOrder::YearMonthDay);
    let whole = text.parse().ok().or_else(iso).or_else(|| read_numeric(text, order));
    let whole = whole.or_else(|| of_month(text)).or_else(|| of_serial(text, today));
    let whole = whole.or_else(|| by_name(text));
    match whole {
        Some(date) => vec![date],
        None => in_both_centuries(text, order, today),
    }
}

/// True if a numeric date is readable with month and day exchanged.
pub(crate) fn is_in_other_order(text: &str, order: DateOrder) -> bool {
    let other = match order {
        DateOrder::DayMonthYear => DateOrder::MonthDayYear,
        _ => DateOrder::DayMonthYear,
    };
    read_numeric(text, other).is_some()
}

/// Parses `05/1962`.
fn of_month(text: &str) -> Option<PartialDate> {
    let (month, year) = text.split_once(['/', '.', '-'])?;
    let is_figures = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_one = year.len() == 4 && month.len() <= 2 && is_figures(year) && is_figures(month);
    is_one.then(|| PartialDate::new(year.parse().ok()?, Some(month.parse().ok()?), None))?
}

fn of_serial(text: &str, today: Day) -> Option<PartialDate> {
    let figures = text.strip_suffix(".0").unwrap_or(text);
    let is_serial = figures.len() == 5 && figures.bytes().all(|byte| byte.is_ascii_digit());
    let serial: i64 = figures.parse().ok().filter(|serial| is_serial && *serial >= SERIAL_LEAST)?;
    let day = serial + SERIAL_ZERO;
    date_of(day).filter(|_| day <= today.number().into())
}

/// The date of a day, in days from 1970.
fn date_of(day: i64) -> Option<PartialDate> {
    DateTime::from_timestamp(day * SECONDS_OF_DAY, 0)?.date_naive().to_string().parse().ok()
}

/// Parses `7-Sep-1960`, `7. September 1960`, `Sep 7, 1960`, `September 1960`.
fn by_name(text: &str) -> Option<PartialDate> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut day, mut month, mut year) = (None, None, None);
    for word in words {
        if let Some(named) = named_month(&word.to_lowercase()) {
            month.is_none().then_some(())?;
            month = Some(named);
        } else if word.len() == 4 && year.is_none() {
            year = Some(word.parse().ok()?);
        } else {
            // Endings of ordinal numbers and particles: 7th, "7 de septiembre de 1960".
            let figures = word.trim_end_matches(|c: char| c.is_alphabetic());
            if !figures.is_empty() {
                (day.is_none() && figures.len() <= 2).then_some(())?;
                day = Some(figures.parse().ok()?);
            } else if !["de", "del", "of"].contains(&word) {
                return None;
            }
        }
    }
    PartialDate::new(year?, Some(month?), day)
}

/// Parses `14-09-65` with the year in this century and in the last one, without dates in the future.
fn in_both_centuries(text: &str, order: DateOrder, today: Day) -> Vec<PartialDate> {
    let Some(today) = date_of(today.number().into()) else { return Vec::new() };
    let (before, year) = text.split_at(text.rfind(['-', '/', '.']).map_or(0, |at| at + 1));
    if year.len() != 2 || order == DateOrder::YearMonthDay {
        return Vec::new();
    }
    let century = today.year() / 100;
    let of_century = |century: u16| read_numeric(&format!("{before}{century}{year}"), order);
    let dates = [century - 1, century].into_iter().filter_map(of_century);
    dates.filter(|date| *date <= today).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_engine::model::Timestamp;

    fn read(text: &str, order: DateOrder) -> Vec<String> {
        // 2026-10-04
        let today = Day::of(Timestamp(1_791_100_800));
        birth_dates(text, order, today).iter().map(PartialDate::to_string).collect()
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, order, expected) in [
            ("1962-05-17", DateOrder::DayMonthYear, "1962-05-17"),
            ("1962", DateOrder::DayMonthYear, "1962"),
            ("1962-05-17T00:00:00", DateOrder::DayMonthYear, "1962-05-17"),
            ("31.12.1970", DateOrder::DayMonthYear, "1970-12-31"),
            ("31/12/1970", DateOrder::DayMonthYear, "1970-12-31"),
            ("12/31/1970", DateOrder::MonthDayYear, "1970-12-31"),
            ("19701231", DateOrder::MonthDayYear, "1970-12-31"),
            ("7-Sep-1960", DateOrder::DayMonthYear, "1960-09-07"),
            ("Sep 7, 1960", DateOrder::DayMonthYear, "1960-09-07"),
            ("7th September 1960", DateOrder::DayMonthYear, "1960-09-07"),
            ("3. März 1960", DateOrder::DayMonthYear, "1960-03-03"),
            ("1er août 1960", DateOrder::DayMonthYear, "1960-08-01"),
            ("14 de diciembre de 1960", DateOrder::DayMonthYear, "1960-12-14"),
            ("3 Mrz 1960", DateOrder::DayMonthYear, "1960-03-03"),
            ("12 juillet 1960", DateOrder::DayMonthYear, "1960-07-12"),
            ("May 1960", DateOrder::DayMonthYear, "1960-05"),
            ("05/1960", DateOrder::MonthDayYear, "1960-05"),
            ("5.1960", DateOrder::DayMonthYear, "1960-05"),
            ("22158", DateOrder::DayMonthYear, "1960-08-30"),
            ("22158.0", DateOrder::DayMonthYear, "1960-08-30"),
        ] {
            assert_eq!(read(text, order), [expected], "{text}");
        }
    }

    #[test]
    fn a_year_of_two_figures_is_of_either_century_but_not_to_come() {
        let order = DateOrder::DayMonthYear;
        assert_eq!(read("14-09-65", order), ["1965-09-14"]);
        assert_eq!(read("14/09/05", order), ["1905-09-14", "2005-09-14"]);
        assert_eq!(read("09/14/65", DateOrder::MonthDayYear), ["1965-09-14"]);
    }

    #[test]
    fn what_is_no_date_is_not_read_as_one() {
        for text in [
            "soon",
            "31.02.1980",
            "12/31/1970",
            "1234567",
            "99999",
            "Mr 1960",
            "7 Sep 19",
            "7 Sep",
            "13/1960",
            "00/1960",
        ] {
            assert_eq!(read(text, DateOrder::DayMonthYear), [""; 0], "{text}");
        }
        assert!(is_in_other_order("12/31/1970", DateOrder::DayMonthYear));
        assert!(!is_in_other_order("soon", DateOrder::DayMonthYear));
    }
}
