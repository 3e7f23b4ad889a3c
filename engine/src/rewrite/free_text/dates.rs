//! Dates of birth in free text.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use ahash::AHashMap;

use crate::model::PartialDate;
use crate::text::pieces::{Phrases, Piece, Pieces, Table};
use crate::text::tables;

static MARKERS: Table =
    LazyLock::new(|| Phrases::of(include_str!("../../text/tables/birth_markers.txt")));

/// Numbers of months by their names.
static MONTHS: LazyLock<AHashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut months = AHashMap::new();
    for row in tables::rows(include_str!("../../text/tables/months.txt")) {
        let mut words = row.split_whitespace();
        let number = words.next().and_then(|number| number.parse().ok());
        months.extend(
            number.into_iter().flat_map(|number| words.clone().map(move |word| (word, number))),
        );
    }
    months
});

/// Birth years of people on lists. Some lists hold all members that a parliament ever had.
const YEARS: RangeInclusive<u16> = 1700..=2020;
/// Most pieces between a marker and its date: "born in Leningrad on 7 October 1952".
const BETWEEN_MAX: usize = 4;
/// Words to skip within a date, and between a year and the thing that it dates.
const FILLERS: [&str; 8] = ["of", "de", "del", "the", "in", "on", "am", "le"];
/// Words that may follow a date of birth.
const BEHIND: [&str; 7] = ["г", "р", "года", "рождения", "born", "生", "生まれ"];

/// A date in a text.
pub(super) struct Found {
    /// Number of pieces, those of the marker included.
    pub(super) pieces: usize,
    /// Possible dates: day and month may come in either order.
    pub(super) dates: Vec<PartialDate>,
    /// True for a year that only its place in the text marks as one of birth.
    pub(super) is_bare_year: bool,
}

/// Returns the date of birth that begins at a piece, with its marker.
pub(super) fn at(pieces: &Pieces<'_>, at: usize) -> Option<Found> {
    let rest = &pieces.list[at..];
    if let Some(marker) = MARKERS.at(rest) {
        let is_marked = |between: &usize| {
            let first = at + marker + between;
            first < pieces.list.len()
                && !(marker..marker + between).any(|of| MARKERS.at(&rest[of..]).is_some())
        };
        for between in (0..=BETWEEN_MAX).take_while(is_marked) {
            let first = at + marker + between;
            let date = date(pieces, first).or_else(|| month_or_year(pieces, first));
            if let Some((count, dates)) = date {
                let pieces = with_behind(pieces, first + count) - at;
                return Some(Found { pieces, dates, is_bare_year: false });
            }
        }
        return None;
    }
    if let Some((count, dates)) = date(pieces, at) {
        let pieces = with_behind(pieces, at + count) - at;
        return Some(Found { pieces, dates, is_bare_year: false });
    }
    let year = PartialDate::new(year(&rest[0])?, None, None)?;
    let end = with_behind(pieces, at + 1);
    let opens = pieces.gap_before(at).trim_end().ends_with(['(', '[', '（']);
    let is_marked = end > at + 1
        || opens && pieces.gap_before(at + 1).trim_start().starts_with([')', ']', '）']);
    let is_last = at >= 2 && end == pieces.list.len();
    (is_marked || is_last).then(|| Found {
        pieces: end - at,
        dates: vec![year],
        is_bare_year: !is_marked,
    })
}

/// Returns the end of a date, words that may follow it included.
fn with_behind(pieces: &Pieces<'_>, end: usize) -> usize {
    let behind =
        pieces.list[end..].iter().take_while(|piece| BEHIND.contains(&piece.text.as_str()));
    end + behind.count()
}

fn year(piece: &Piece) -> Option<u16> {
    piece.number(4).filter(|year| YEARS.contains(year))
}

/// Returns the years that a piece behind day and month may mean: "52" is 1952, and "05" 1905 or 2005.
fn years(piece: &Piece) -> impl Iterator<Item = u16> {
    let short = piece.number(2).filter(|_| piece.text.len() == 2);
    let long = year(piece).into_iter();
    long.chain(short.into_iter().flat_map(|year| [1900 + year, 2000 + year]))
        .filter(|year| YEARS.contains(year))
}

/// Returns the day of a number or an ordinal such as "7th".
fn day(piece: &Piece) -> Option<u8> {
    let text = piece.text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let ending = &piece.text[text.len()..];
    let is_day = matches!(text.len(), 1 | 2)
        && matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er" | "º");
    text.parse().ok().filter(|_| is_day)
}

fn month(piece: &Piece) -> Option<u8> {
    named_month(&piece.text)
}

/// Returns the number of a month, 1 to 12. The name or an abbreviation of it is in lower case, in one
/// of the languages of `months.txt`.
#[must_use]
pub fn named_month(word: &str) -> Option<u8> {
    MONTHS.get(word).copied()
}

/// Reads a date to the day, and returns the number of its pieces.
fn date(pieces: &Pieces<'_>, at: usize) -> Option<(usize, Vec<PartialDate>)> {
    let rest = &pieces.list[at..];
    if let Some(date) = in_one_piece(&rest[0]) {
        return Some((1, vec![date]));
    }
    // Words such as "de" within a date are skipped.
    let said: Vec<usize> = (0..rest.len())
        .filter(|&of| of == 0 || !FILLERS.contains(&rest[of].text.as_str()))
        .take(3)
        .collect();
    let &[a, b, c] = said.as_slice() else { return None };
    let count = c + 1;
    let [first, second, third] = [&rest[a], &rest[b], &rest[c]];
    let made = |year: u16, month: u8, day: u8| PartialDate::new(year, Some(month), Some(day));
    let of_month = day(first).zip(month(second)).or_else(|| day(second).zip(month(first)));
    let named = if let Some((day, month)) = of_month {
        years(third).filter_map(|year| made(year, month, day)).collect()
    } else if let (Some(year), Some(month), Some(day)) = (year(first), month(second), day(third)) {
        made(year, month, day).into_iter().collect()
    } else {
        Vec::new()
    };
    if !named.is_empty() {
        return Some((count, named));
    }
    let is_tight = [at + 1, at + 2].map(|of| is_date_gap(pieces.gap_before(of))) == [true; 2];
    let numbers = [first, second, third].map(|piece| piece.number(4));
    let [Some(x), Some(y), Some(z)] = numbers else { return None };
    if !is_tight || count != 3 {
        return None;
    }
    let small = |number: u16| u8::try_from(number).ok();
    let dates: Vec<PartialDate> = if let Some(year) = year(first) {
        made(year, small(y)?, small(z)?).into_iter().collect()
    } else {
        // Pairs of digits separated by blanks are a number of another kind.
        let is_signed = [at + 1, at + 2].iter().all(|of| !pieces.gap_before(*of).trim().is_empty());
        let (x, y) = (small(x)?, small(y)?);
        let both = |year| [made(year, y, x), made(year, x, y).filter(|_| x != y)];
        years(third).filter(|_| is_signed || z > 99).flat_map(both).flatten().collect()
    };
    (!dates.is_empty()).then_some((3, dates))
}

/// True for a separator between the digits of a date.
fn is_date_gap(gap: &str) -> bool {
    matches!(gap.trim(), "" | "-" | "/" | "." | "–" | "年" | "月" | "년" | "월")
}

/// Reads a date written in one piece: `19521007` and `07OCT1952`.
fn in_one_piece(piece: &Piece) -> Option<PartialDate> {
    let text = piece.text.as_str();
    let number = |text: &str| text.parse::<u16>().ok();
    let (year, month, day) = match text.len() {
        8 if piece.figures() == 8 => {
            (number(&text[..4])?, number(&text[4..6])? as u8, number(&text[6..])?)
        }
        _ => {
            let letters = text.find(|c: char| !c.is_ascii_digit())?;
            let figures = letters + text[letters..].find(|c: char| c.is_ascii_digit())?;
            let month = named_month(&text[letters..figures])?;
            let is_whole = matches!(letters, 1 | 2) && text.len() - figures == 4;
            (number(&text[figures..]).filter(|_| is_whole)?, month, number(&text[..letters])?)
        }
    };
    PartialDate::new(year, Some(month), Some(day as u8)).filter(|date| YEARS.contains(&date.year()))
}

/// Reads a month with its year, or a year alone, which is enough behind a marker.
fn month_or_year(pieces: &Pieces<'_>, at: usize) -> Option<(usize, Vec<PartialDate>)> {
    let rest = &pieces.list[at..];
    let of_month = month(&rest[0]).zip(rest.get(1).and_then(year));
    let (count, date) = match of_month {
        Some((month, year)) => (2, PartialDate::new(year, Some(month), None)),
        None => (1, year(&rest[0]).and_then(|year| PartialDate::new(year, None, None))),
    };
    date.map(|date| (count, vec![date]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<String> {
        let pieces = Pieces::of(text);
        let found = at(&pieces, 0)?;
        let dates: Vec<String> = found.dates.iter().map(ToString::to_string).collect();
        Some(format!("{} {}", found.pieces, dates.join("|")))
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, expected) in [
            ("7 October 1952", "3 1952-10-07"),
            ("October 7, 1952", "3 1952-10-07"),
            ("7th of October 1952", "4 1952-10-07"),
            ("7 de octubre de 1952", "5 1952-10-07"),
            ("7 октября 1952 г.р.", "5 1952-10-07"),
            ("1952-10-07", "3 1952-10-07"),
            ("07.10.1952", "3 1952-10-07|1952-07-10"),
            ("25/10/1952", "3 1952-10-25"),
            ("25/10/52", "3 1952-10-25"),
            ("7 Oct 52", "3 1952-10-07"),
            ("25-10-05", "3 1905-10-25|2005-10-25"),
            ("DOB 07/10/52", "4 1952-10-07|1952-07-10"),
            ("07 10 1952", "3 1952-10-07|1952-07-10"),
            ("10/25/1952", "3 1952-10-25"),
            ("19521007", "1 1952-10-07"),
            ("07OCT1952", "1 1952-10-07"),
            ("1952年10月7日", "3 1952-10-07"),
            ("born on 7 October 1952", "5 1952-10-07"),
            ("born in Leningrad on 7 October 1952", "7 1952-10-07"),
            ("D.O.B.: October 1952", "5 1952-10"),
            ("née le 2 janvier 1968", "5 1968-01-02"),
            ("geb. 02.01.1968", "4 1968-01-02|1968-02-01"),
            ("born 1952", "2 1952"),
            ("(1952)", "1 1952"),
        ] {
            assert_eq!(found(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "7 October",
            "May",
            "1952",
            "Born Free",
            "31.02.1952",
            "2099-01-01",
            "12 345 6789",
            "07 10 52",
            "45/10/52",
            "7/10/2",
            "born soon",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
