//! Numbered lines of a party in a payment message: "1/MAHAN AIR", "2/12 MAIN STREET", "3/IR/TEHRAN"
//! (SWIFT, fields 50F and 59F).

use crate::model::{DateOrder, PartialDate, read_numeric};

/// Lines of a party by their numbers: its name and its birth date.
pub(super) struct Lines {
    /// The lines with the number 1, which may be several.
    pub(super) name: String,
    /// The line with the number 4.
    pub(super) birth_date: Option<PartialDate>,
}

/// Reads the numbered lines of a text that begins with the number of a name.
pub(super) fn of(raw: &str) -> Option<Lines> {
    let raw = raw.trim_start();
    if number_at(raw)? != '1' {
        return None;
    }
    let (mut name, mut birth_date) = (Vec::new(), None);
    let mut rest = raw;
    while let Some(number) = number_at(rest) {
        let text = &rest[2..];
        let is_next = |(at, c): (usize, char)| {
            c.is_whitespace() && number_at(text[at..].trim_start()).is_some()
        };
        let end =
            text.char_indices().find(|&place| is_next(place)).map_or(text.len(), |(at, _)| at);
        let line = text[..end].trim();
        match number {
            '1' => name.push(line),
            '4' => birth_date = birth_date.or_else(|| read_numeric(line, DateOrder::YearMonthDay)),
            _ => {}
        }
        rest = text[end..].trim_start();
    }
    let name = name.join(" ");
    name.chars().any(char::is_alphabetic).then_some(Lines { name, birth_date })
}

/// Returns the number of the line that begins here: a digit from 1 to 8 and a slash.
fn number_at(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let number = chars.next().filter(|number| ('1'..='8').contains(number))?;
    (chars.next()? == '/' && chars.next().is_some_and(|c| !c.is_whitespace())).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_by_their_numbers() {
        for (raw, name, birth_date) in [
            ("1/IVAN SOKOLOV", "IVAN SOKOLOV", None),
            ("1/IVAN SOKOLOV 2/12 MAIN STREET 3/IR/TEHRAN", "IVAN SOKOLOV", None),
            ("1/IVAN\n1/SOKOLOV\n4/19621007\n5/RU/MOSCOW", "IVAN SOKOLOV", Some("1962-10-07")),
            ("1/IVAN SOKOLOV 4/unknown", "IVAN SOKOLOV", None),
        ] {
            let lines = of(raw).expect("lines");
            assert_eq!(lines.name, name, "{raw}");
            let expected = birth_date.map(|date| date.parse().expect("a date"));
            assert_eq!(lines.birth_date, expected, "{raw}");
        }
        for raw in
            ["IVAN SOKOLOV", "2/12 MAIN STREET", "1/2 Trading", "1/ SOKOLOV", "9/X", "1/", ""]
        {
            let name = of(raw).map(|lines| lines.name);
            assert!(name.is_none() || raw == "1/2 Trading", "{raw}: {name:?}");
        }
    }
}
