//! Formats of values in the own formats: dates, identifiers, gender, numbered lists.

use tamis_engine::model::{DateOrder, Identifier, read_numeric};

use crate::countries::country_of_code;
use crate::readers::common::english_date::{self, DateReading};

/// Format of dates in digits. In every format the date may also be `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or
/// in words (see [`english_date`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DateForm {
    /// Only `1999-12-31`, as in `records.jsonl`.
    #[default]
    Iso,
    /// `1999/12/31`, `1999-12-31T00:00:00` or `19991231`.
    YearMonthDay,
    /// `31/12/1999`, `31.12.1999` or `31-12-1999`.
    DayMonthYear,
    /// `12/31/1999`
    MonthDayYear,
    /// `31 Dec 1999`, `31-Dec-1999`, `December 31, 1999`, `circa 1955` or `1955 to 1958`.
    Words,
}

/// Formats with their names in descriptions.
pub const DATE_FORMS: [(&str, DateForm); 6] = [
    ("YYYY-MM-DD", DateForm::YearMonthDay),
    ("YYYY/MM/DD", DateForm::YearMonthDay),
    ("YYYYMMDD", DateForm::YearMonthDay),
    ("DD/MM/YYYY", DateForm::DayMonthYear),
    ("MM/DD/YYYY", DateForm::MonthDayYear),
    ("DD Mon YYYY", DateForm::Words),
];

/// Accepted form of an identifier without a label.
pub(super) const IDENTIFIER_FORM: &str = "a text of the form `Kind: value` or `Kind: value (CC)`";

impl DateForm {
    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        DATE_FORMS.iter().find(|(known, _)| *known == name).map(|(_, form)| *form)
    }

    /// Reads a date, or several for a range; `circa` and the like make it approximate. Texts in other
    /// formats are read in the common wording of lists (see [`english_date`]).
    pub(super) fn read(self, text: &str) -> DateReading {
        let (text, is_about) = english_date::without_about(text);
        self.read_exact(text).about(is_about)
    }

    fn read_exact(self, text: &str) -> DateReading {
        let date = text.parse().ok().or_else(|| match self {
            Self::Iso | Self::Words => None,
            Self::YearMonthDay => read_numeric(text, DateOrder::YearMonthDay),
            Self::DayMonthYear => read_numeric(text, DateOrder::DayMonthYear),
            Self::MonthDayYear => read_numeric(text, DateOrder::MonthDayYear),
        });
        match date {
            Some(date) => DateReading::exact(date),
            None => english_date::read_dates(&day_first(text)),
        }
    }

    /// Accepted dates, for error messages.
    pub(super) fn accepted(self) -> &'static str {
        match self {
            Self::Iso | Self::YearMonthDay => "a date of the form YYYY, YYYY-MM or YYYY-MM-DD",
            Self::DayMonthYear => "a date of the form DD/MM/YYYY or YYYY",
            Self::MonthDayYear => "a date of the form MM/DD/YYYY or YYYY",
            Self::Words => "a date of the form DD Mon YYYY, Mon YYYY or YYYY",
        }
    }
}

/// Converts `31-Dec-1999` and `December 31, 1999` to `31 Dec 1999`; other texts stay unchanged.
fn day_first(text: &str) -> String {
    let parts: Vec<&str> = text.split([' ', '-', ',']).filter(|part| !part.is_empty()).collect();
    let is_word = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'.');
    match parts[..] {
        [day, month, year] if is_word(month) && !is_word(day) => format!("{day} {month} {year}"),
        [month, day, year] if is_word(month) && !is_word(day) => format!("{day} {month} {year}"),
        _ => text.to_owned(),
    }
}

/// Reads `Kind: value`, with an optional issuing country: `Passport: A1234567 (PE)`.
pub(super) fn identifier(text: &str) -> Option<Identifier> {
    let (kind, value) = text.split_once(": ")?;
    let (kind, value) = (kind.trim(), value.trim());
    let issued = value.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let issued = issued.and_then(|(value, code)| {
        let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase());
        Some((value.trim(), country_of_code(code).filter(|_| is_code)?))
    });
    let (value, country) = issued.map_or((value, None), |(value, country)| (value, Some(country)));
    let is_whole = !kind.is_empty() && !value.is_empty();
    is_whole.then(|| Identifier { kind: kind.to_owned(), value: value.to_owned(), country })
}

/// Values of `1) Peru 2) Chile` or `(1) Peru (2) Chile`. A text that does not begin with the number one
/// is one value.
pub(super) fn numbered(text: &str) -> Vec<&str> {
    let mut values = Vec::new();
    let start = text.trim_start();
    let mut rest = start.strip_prefix('(').unwrap_or(start).strip_prefix("1)");
    for number in 2_u32.. {
        let Some(text) = rest else { break };
        let mark = format!("{number})");
        // Only a separate number counts: not the one in "12)" or "b2)".
        let next = text.match_indices(&mark).find_map(|(at, _)| {
            let before = text.get(..at)?;
            let before = before.strip_suffix('(').unwrap_or(before);
            before.ends_with(' ').then(|| (before, text.get(at + mark.len()..)))
        });
        let (value, after) = next.unwrap_or((text, None));
        values.push(value);
        rest = after;
    }
    if values.is_empty() { vec![text] } else { values }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_date_is_read_by_its_name() {
        for (form, text, expected) in [
            ("YYYY-MM-DD", "1962-05-31", "1962-05-31"),
            ("YYYY-MM-DD", "1962-05-31T00:00:00Z", "1962-05-31"),
            ("YYYY-MM-DD", "1962-05", "1962-05"),
            ("YYYY-MM-DD", "circa 1962", "circa 1962"),
            ("YYYYMMDD", "19620531", "1962-05-31"),
            ("YYYY/MM/DD", "1962/5/31", "1962-05-31"),
            ("DD/MM/YYYY", "31/05/1962", "1962-05-31"),
            ("DD/MM/YYYY", "31.5.1962", "1962-05-31"),
            ("DD/MM/YYYY", "00/00/1962", "1962"),
            ("DD/MM/YYYY", "1962", "1962"),
            ("MM/DD/YYYY", "05/31/1962", "1962-05-31"),
            ("DD Mon YYYY", "31 May 1962", "1962-05-31"),
            ("DD Mon YYYY", "31-May-1962", "1962-05-31"),
            ("DD Mon YYYY", "May 31, 1962", "1962-05-31"),
            ("DD Mon YYYY", "Sept. 1962", "1962-09"),
            ("DD Mon YYYY", "1962 to 1963", "circa 1962 circa 1963"),
            ("DD Mon YYYY", "1962-05", "1962-05"),
            ("DD/MM/YYYY", "c. 31/05/1962", "circa 1962-05-31"),
            ("YYYY-MM-DD", "Approximately 1962", "circa 1962"),
            ("YYYY-MM-DD", "Between 1962 and 1963", "circa 1962 circa 1963"),
            ("YYYY-MM-DD", "1962-1963", "circa 1962 circa 1963"),
            ("MM/DD/YYYY", "05/1962", "1962-05"),
            ("YYYY-MM-DD", "31 May 1962", "1962-05-31"),
            ("YYYY-MM-DD", "31/05/1962", ""),
            ("DD/MM/YYYY", "05/31/1962", ""),
            ("DD/MM/YYYY", "31/05/62", ""),
            ("DD Mon YYYY", "31 Mai 1962", ""),
            ("DD Mon YYYY", "-", ""),
        ] {
            let form = DateForm::from_name(form).expect(form);
            let dates = form.read(text).dates;
            let shown: Vec<_> = dates.iter().map(ToString::to_string).collect();
            assert_eq!(shown.join(" "), expected, "{form:?} {text}");
        }
        assert_eq!(DateForm::Iso.read("19620531").dates, []);
        assert_eq!(DateForm::from_name("DD.MM.YY"), None);
    }

    #[test]
    fn identifiers_have_a_kind_and_perhaps_a_country() {
        let shown = |text| {
            let Identifier { kind, value, country } = identifier(text)?;
            let country = country.map_or("-".to_owned(), |country| country.to_string());
            Some(format!("{kind}|{value}|{country}"))
        };
        for (text, expected) in [
            ("Passport: A1 (PE)", Some("Passport|A1|PE")),
            ("Passport: A1", Some("Passport|A1|-")),
            ("Tax ID: 12: 34 (LY)", Some("Tax ID|12: 34|LY")),
            ("Tax ID: 12 (old)", Some("Tax ID|12 (old)|-")),
            ("Tax ID: 12 (QQ)", Some("Tax ID|12 (QQ)|-")),
            ("Tax ID: (PE)", Some("Tax ID|(PE)|-")),
            ("A1", None),
            (": A1", None),
            ("Passport: ", None),
            ("", None),
        ] {
            assert_eq!(shown(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn numbered_values_are_told_apart() {
        let table: [(&str, &[&str]); 9] = [
            ("1) Peru 2) Chile", &["Peru", "Chile"]),
            ("(1) Peru. (2) Chile (3) Cuba", &["Peru.", "Chile", "Cuba"]),
            ("1) Peru", &["Peru"]),
            ("1) 12) a 2) b", &["12) a", "b"]),
            ("1) a (2) b 2) c", &["a", "b 2) c"]),
            ("1) b2) a 12) (2) 3)", &["b2) a 12)", "", ""]),
            ("Peru 2) Chile", &["Peru 2) Chile"]),
            ("2) Chile", &["2) Chile"]),
            ("", &[""]),
        ];
        for (text, expected) in table {
            let values: Vec<_> = numbered(text).into_iter().map(str::trim).collect();
            assert_eq!(values, expected, "{text:?}");
        }
    }
}
