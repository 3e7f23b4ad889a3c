//! Offices and their terms, and the positions of a record made from them.

use chrono::NaiveDate;
use serde_json::Value;
use tamis_engine::model::PartialDate;

use crate::readers::common::facts::joined;
use crate::readers::common::json::text;
use crate::readers::us::places::place_name;

/// Greatest gap in days between two terms that count as one: a Congress may meet some days after the
/// previous one ended.
const BREAK_DAYS_MAX: i64 = 31;

/// Year before which all of [`PAST_PARTIES`] ended.
const PAST_PARTIES_END: &str = "1900";

/// Parties of the past, in the spelling of the data set. An office holder of one of them was born before
/// [`PAST_PARTIES_END`], if nothing else shows when. Names that a later party reused, such as
/// "American", are left out.
const PAST_PARTIES: [&str; 21] = [
    "Adams",
    "Adams Democrat",
    "Anti Jackson",
    "Anti Jacksonian",
    "Anti Masonic",
    "Anti-Administration",
    "Anti-Jacksonian",
    "Anti-Lecompton Democrat",
    "Crawford Republican",
    "Democratic Republican",
    "Federalist",
    "Free Soil",
    "Ind. Whig",
    "Jackson",
    "Jackson Republican",
    "Jacksonian",
    "Law and Order",
    "Nullifier",
    "Pro-Administration",
    "Unconditional Unionist",
    "Whig",
];

/// An office held: for one term, until terms are joined.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Office {
    /// `US Senator, Ohio`.
    pub(super) title: String,
    /// Party at that time.
    pub(super) party: Option<String>,
    /// First day, as published.
    pub(super) start: Option<String>,
    /// Last day, as published; of a current term, its scheduled end.
    pub(super) end: Option<String>,
    /// True for president or vice president.
    pub(super) is_executive: bool,
}

impl Office {
    /// The office of a kind (`sen`, `rep`, `prez`, `viceprez`), without terms.
    pub(super) fn of(kind: &str, state: &str, district: &str) -> Self {
        let title = match kind {
            "sen" => "US Senator",
            "rep" => "US Representative",
            "prez" => "President of the United States",
            "viceprez" => "Vice President of the United States",
            other => other,
        };
        let district = match district {
            "0" => "at large".to_owned(),
            // Unknown in historical data.
            "" | "-1" => String::new(),
            number => format!("district {number}"),
        };
        Self {
            title: joined([title, place_name(state), &*district], ", "),
            is_executive: matches!(kind, "prez" | "viceprez"),
            ..Self::default()
        }
    }

    /// Offices of a term: several if the party changed during it.
    pub(super) fn of_term(term: &Value) -> Vec<Self> {
        let field = |key: &str| text(term, key).unwrap_or_default();
        let office = Self {
            party: text(term, "party"),
            start: text(term, "start"),
            end: text(term, "end"),
            ..Self::of(&field("type"), &field("state"), &field("district"))
        };
        match term.get("party_affiliations").and_then(Value::as_array) {
            Some(changes) if !changes.is_empty() => {
                let during = |change: &Value| Self {
                    party: text(change, "party"),
                    start: text(change, "start"),
                    end: text(change, "end"),
                    ..office.clone()
                };
                changes.iter().map(during).collect()
            }
            _ => vec![office],
        }
    }

    /// Office of a post in the leadership of a chamber or party.
    pub(super) fn of_role(role: &Value) -> Option<Self> {
        let (start, end) = (text(role, "start"), text(role, "end"));
        Some(Self { title: text(role, "title")?, start, end, ..Self::default() })
    }

    /// Date by which the holder was born, as implied by the party: office holders were born by its end.
    pub(super) fn born_before(&self) -> Option<PartialDate> {
        let party = self.party.as_deref().filter(|party| PAST_PARTIES.contains(party));
        party.and_then(|_| PAST_PARTIES_END.parse().ok())
    }

    /// True if the dates of the office are known.
    pub(super) fn has_dates(&self) -> bool {
        self.start().is_some() && self.end().is_some()
    }

    /// First day, if it is a valid date.
    pub(super) fn start(&self) -> Option<PartialDate> {
        self.start.as_deref()?.parse().ok()
    }

    /// Last day, if it is a valid date.
    pub(super) fn end(&self) -> Option<PartialDate> {
        self.end.as_deref()?.parse().ok()
    }

    fn is_continued_by(&self, next: &Self) -> bool {
        let same = self.title == next.title && self.party == next.party;
        let days = self
            .end()
            .zip(next.start())
            .and_then(|(end, start)| Some((day_of(start)? - day_of(end)?).num_days()));
        same && days.is_some_and(|days| (0..=BREAK_DAYS_MAX).contains(&days))
    }

    fn to_position(&self) -> String {
        let party = self.party.as_ref().map(|party| format!(" ({party})")).unwrap_or_default();
        let span = span(self.start.as_deref(), self.end.as_deref());
        format!("{}{party}{span}", self.title)
    }
}

/// Positions in the order of their terms; terms without a gap are joined.
pub(super) fn positions(mut offices: Vec<Office>) -> Vec<String> {
    offices.sort_by_key(Office::start);
    let mut united: Vec<Office> = Vec::new();
    for office in offices {
        match united.last_mut() {
            Some(last) if last.is_continued_by(&office) => last.end = office.end,
            _ => united.push(office),
        }
    }
    united.iter().map(Office::to_position).collect()
}

/// Text such as `, 2001-01-03 to 2007-01-03`, with the known days.
fn span(start: Option<&str>, end: Option<&str>) -> String {
    match (start, end) {
        (Some(start), Some(end)) => format!(", {start} to {end}"),
        (Some(start), None) => format!(", from {start}"),
        (None, Some(end)) => format!(", to {end}"),
        (None, None) => String::new(),
    }
}

fn day_of(date: PartialDate) -> Option<NaiveDate> {
    let (month, day) = (date.month()?, date.day()?);
    NaiveDate::from_ymd_opt(i32::from(date.year()), u32::from(month), u32::from(day))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn offices_are_named_with_their_place() {
        for (kind, state, district, title) in [
            ("sen", "OH", "", "US Senator, Ohio"),
            ("rep", "OH", "3", "US Representative, Ohio, district 3"),
            ("rep", "AK", "0", "US Representative, Alaska, at large"),
            ("rep", "NY", "-1", "US Representative, New York"),
            ("prez", "", "", "President of the United States"),
            ("gov", "XX", "", "gov, XX"),
        ] {
            assert_eq!(Office::of(kind, state, district).title, title);
        }
    }

    #[test]
    fn terms_without_a_break_are_one_position() {
        let term = |start: &str, end: &str, party: &str| {
            let term = json!({"type": "rep", "state": "OH", "district": "3", "start": start,
                "end": end, "party": party});
            Office::of_term(&term)
        };
        let offices = [
            term("2003-01-07", "2005-01-03", "Blue"),
            term("1999-01-06", "2001-01-03", "Blue"),
            term("2001-01-03", "2003-01-03", "Blue"),
            term("2005-01-04", "2007-01-03", "Green"),
            term("2009-01-06", "2011-01-03", "Green"),
            term("someday", "2013", "Green"),
        ];
        let expected = [
            "US Representative, Ohio, district 3 (Green), someday to 2013",
            "US Representative, Ohio, district 3 (Blue), 1999-01-06 to 2005-01-03",
            "US Representative, Ohio, district 3 (Green), 2005-01-04 to 2007-01-03",
            "US Representative, Ohio, district 3 (Green), 2009-01-06 to 2011-01-03",
        ];
        assert_eq!(positions(offices.concat()), expected);
    }

    #[test]
    fn posts_still_held_have_no_end() {
        let role = |start: &str, end: Option<&str>| {
            Office::of_role(&json!({"title": "Whip", "start": start, "end": end})).expect("titled")
        };
        let roles = vec![role("2023-01-03", None), role("2021-01-03", Some("2023-01-03"))];
        assert_eq!(positions(roles), ["Whip, from 2021-01-03"]);
        let ended = vec![
            role("2021-01-03", None),
            Office { end: Some("2020".to_owned()), ..Office::default() },
        ];
        assert_eq!(positions(ended), [", to 2020", "Whip, from 2021-01-03"]);
        assert_eq!(Office::of_role(&json!({"start": "2021-01-03"})), None);
    }

    #[test]
    fn a_change_of_party_divides_a_term() {
        let term = json!({"type": "sen", "state": "OH", "start": "2025-01-03", "end": "2031-01-03",
            "party": "Green", "party_affiliations": [
                {"start": "2025-01-03", "end": "2026-03-08", "party": "Blue"},
                {"start": "2026-03-09", "end": "2031-01-03", "party": "Green"}]});
        let expected = [
            "US Senator, Ohio (Blue), 2025-01-03 to 2026-03-08",
            "US Senator, Ohio (Green), 2026-03-09 to 2031-01-03",
        ];
        assert_eq!(positions(Office::of_term(&term)), expected);
    }
}
