//! Numeric dates, with the parts in the order that the publisher uses.

use super::date::PartialDate;

/// Order of the parts of a numeric date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// `31/12/1999`
    DayMonthYear,
    /// `12/31/1999`
    MonthDayYear,
    /// `1999/12/31`, `1999-12-31` and `19991231`
    YearMonthDay,
}

/// Reads a date whose parts are separated by `/`, `-` or `.`, or a run of eight digits. Parts of zero
/// are unknown (`00/00/1962`); a time behind a `T` or a blank is ignored. `None` for anything else,
/// also for years of two digits and where another date follows.
#[must_use]
pub fn read_numeric(text: &str, order: DateOrder) -> Option<PartialDate> {
    let text = text.trim();
    let (text, time) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    if !is_time(time) {
        return None;
    }
    let parts = split(text, order)?;
    let [day, month, year] = match order {
        DateOrder::DayMonthYear => parts,
        DateOrder::MonthDayYear => [parts[1], parts[0], parts[2]],
        DateOrder::YearMonthDay => [parts[2], parts[1], parts[0]],
    };
    let figures = |part: &str, most: usize| {
        (part.len() <= most && part.bytes().all(|b| b.is_ascii_digit())).then_some(())?;
        part.parse::<u16>().ok()
    };
    let year = figures(year, 4).filter(|_| year.len() == 4)?;
    let known = |part: &str| Some(Some(figures(part, 2)? as u8).filter(|value| *value > 0));
    PartialDate::new(year, known(month)?, known(day)?)
}

/// True if a text is a time of day with its zone, or empty: `00:00:00.000Z`, `1:05:00 PM`.
fn is_time(text: &str) -> bool {
    text.is_empty() || (text.contains(':') && !text.contains(['/', ',']))
}

/// Returns the three parts in the written order.
fn split(text: &str, order: DateOrder) -> Option<[&str; 3]> {
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        let at = if order == DateOrder::YearMonthDay { [4, 6] } else { [2, 4] };
        return Some([&text[..at[0]], &text[at[0]..at[1]], &text[at[1]..]]);
    }
    let mut parts = text.split(['/', '-', '.']);
    let three = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(three)
}

#[cfg(test)]
mod tests {
    use super::DateOrder::{DayMonthYear, MonthDayYear, YearMonthDay};
    use super::*;

    #[test]
    fn every_order_and_separator_is_read() {
        for (text, order, expected) in [
            ("31/12/1999", DayMonthYear, "1999-12-31"),
            (" 1.2.1999", DayMonthYear, "1999-02-01"),
            ("12/31/1999", MonthDayYear, "1999-12-31"),
            ("12311999", MonthDayYear, "1999-12-31"),
            ("19991231", YearMonthDay, "1999-12-31"),
            ("1999-12-31T00:00:00Z", YearMonthDay, "1999-12-31"),
            ("12/31/1999 1:05:00 PM", MonthDayYear, "1999-12-31"),
            ("00/00/1962", DayMonthYear, "1962"),
            ("00/05/1962", DayMonthYear, "1962-05"),
            ("19620500", YearMonthDay, "1962-05"),
        ] {
            let date = read_numeric(text, order).map(|date| date.to_string());
            assert_eq!(date.as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_day_of_the_calendar_is_refused() {
        for (text, order) in [
            ("31/02/1999", DayMonthYear),
            ("31/12/1999", MonthDayYear),
            ("01/01/62", DayMonthYear),
            ("00000000", YearMonthDay),
            ("1/1/1/1999", DayMonthYear),
            ("01/00/1999", DayMonthYear),
            ("+1/01/1999", DayMonthYear),
            ("01/02/1999 to 03/04/2000", DayMonthYear),
            ("01/02/1999 or 1998", DayMonthYear),
            ("1999", YearMonthDay),
            ("", YearMonthDay),
        ] {
            assert_eq!(read_numeric(text, order), None, "{text}");
        }
    }
}
