//! Remarks of an OFAC record: facts in words, separated by semicolons, closed by a full stop.

use tamis_engine::model::{Alias, Record};

use super::fields::{add_birth_date, add_identifier, add_ticker, set_gender};
use super::identifiers;
use crate::readers::collector::Collector;
use crate::readers::common::facts::add_unique;
use crate::readers::common::quotes::unquoted;
use crate::readers::common::wording::{open_parentheses, says_more_than_a_country, strip_any};
use tamis_ingest::squeeze;

/// Part of an item that went into fields of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Understood {
    /// All of the item.
    Whole,
    InPart,
    /// Nothing: the item begins with no known word of the publisher.
    Nothing,
}

/// Adds the facts of the remarks to the record. Unknown items become notes, and so does the last item
/// of a truncated text, whatever its content.
pub(super) fn read(
    remarks: &str,
    is_cut: bool,
    record: &mut Record,
    collector: &mut Collector<'_>,
) {
    let remarks = without_full_stop(remarks.trim(), is_cut);
    let mut items: Vec<&str> = remarks.split(';').map(str::trim).collect();
    let unfinished = if is_cut { items.pop() } else { None };
    read_items(items, record, collector);
    record.notes.extend(unfinished.map(|item| format!("{} ...", squeeze(item))));
}

/// Same as [`read`], for remarks without a closing full stop.
pub(super) fn read_open(remarks: &str, record: &mut Record, collector: &mut Collector<'_>) {
    read_items(remarks.split(';').map(str::trim), record, collector);
}

fn read_items<'t>(
    items: impl IntoIterator<Item = &'t str>,
    record: &mut Record,
    collector: &mut Collector<'_>,
) {
    for item in items.into_iter().filter(|item| !item.is_empty()) {
        if read_item(item, record, collector) != Understood::Whole {
            add_remark(item, record);
        }
    }
}

/// Keeps an item as a note. The CSV files repeat titles as remarks, and the full stop of the last one
/// may be removed with that of the remarks.
pub(super) fn add_remark(item: &str, record: &mut Record) {
    let item = squeeze(item);
    let is_title = record.positions.iter().any(|title| title.trim_end_matches('.') == item)
        || record.positions.contains(&item);
    if !item.is_empty() && !is_title {
        add_unique(&mut record.notes, item);
    }
}

/// Adds one item.
pub(super) fn read_item(
    item: &str,
    record: &mut Record,
    collector: &mut Collector<'_>,
) -> Understood {
    let item = item.strip_prefix("alt. ").unwrap_or(item);
    let whole_if = |is_whole| if is_whole { Understood::Whole } else { Understood::InPart };
    if let Some(text) = item.strip_prefix("DOB ") {
        return whole_if(add_birth_date(text, record));
    }
    if let Some(place) = item.strip_prefix("POB ") {
        add_unique(&mut record.birth_places, squeeze(place));
        return Understood::Whole;
    }
    if let Some(country) = strip_any(
        item,
        &["nationality ", "citizen ", "Nationality of Registration ", "Registration Country "],
    ) {
        let is_known = collector.add_countries(country, &mut record.countries);
        return whole_if(is_known && !says_more_than_a_country(country));
    }
    if let Some(gender) = item.strip_prefix("Gender ") {
        return whole_if(set_gender(gender, record));
    }
    if let Some(name) = strip_any(item, &["a.k.a. ", "f.k.a. ", "n.k.a. "]).and_then(unquoted) {
        record.aliases.push(Alias::weak(name).formerly(item.starts_with("f.k.a. ")));
        return Understood::Whole;
    }
    if let Some(ticker) = item.strip_prefix("Equity Ticker ") {
        return whole_if(add_ticker(ticker, record));
    }
    if let Some(party) = linked_party(item) {
        add_unique(&mut record.notes, format!("{LINKED}{}", squeeze(party)));
        return Understood::Whole;
    }
    let Some(identifiers::Reading { identifier, has_more }) = identifiers::read(item) else {
        return Understood::Nothing;
    };
    add_identifier(identifier, record);
    whole_if(!has_more)
}

const LINKED: &str = "Linked To: ";

/// The party to which an item links the record. All such items of a record may share one pair of
/// parentheses, which the semicolons split.
fn linked_party(item: &str) -> Option<&str> {
    let party = item.strip_prefix('(').unwrap_or(item).strip_prefix(LINKED)?;
    let is_closed = open_parentheses(party) < 0;
    Some(party.strip_suffix(')').filter(|_| is_closed).unwrap_or(party))
}

/// Removes the closing full stop, unless it belongs to the last word (`S.A.`) or the text is truncated.
fn without_full_stop(remarks: &str, is_cut: bool) -> &str {
    let Some(bare) = remarks.strip_suffix('.').filter(|_| !is_cut) else { return remarks };
    let last_word = bare.rsplit(' ').next().unwrap_or_default();
    let is_letter = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    };
    let is_abbreviation = last_word.contains('.') && last_word.split('.').all(is_letter);
    if is_abbreviation { remarks } else { bare }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{AliasQuality, EntityType};

    use super::*;
    use crate::progress::Silent;
    use crate::readers::Keep;
    use crate::report::RegisterReport;

    fn read_as(entity_type: EntityType, remarks: &str) -> Record {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let mut record = Record { entity_type: Some(entity_type), ..Record::default() };
        read(remarks, false, &mut record, &mut collector);
        record
    }

    #[test]
    fn a_person_is_read_fact_by_fact() {
        let record = read_as(
            EntityType::Individual,
            "DOB 10 Dec 1948; alt. DOB 1972; alt. DOB circa 1955; POB Springfield, Sudan; \
             nationality Korea, North; citizen Iran; alt. citizen Iran; Gender Female; \
             Passport X12 (Iran); a.k.a. 'BNC'; Secondary sanctions risk: section 1(b).",
        );
        let dates: Vec<_> = record.birth_dates.iter().map(ToString::to_string).collect();
        assert_eq!(dates, ["1948-12-10", "1972", "circa 1955"]);
        assert_eq!(record.birth_places, ["Springfield, Sudan"]);
        let countries: Vec<_> = record.countries.iter().map(ToString::to_string).collect();
        assert_eq!(countries, ["KP", "IR"]);
        assert_eq!(record.gender.as_deref(), Some("female"));
        assert_eq!(record.aliases, [Alias::weak("BNC")]);
        assert_eq!(record.identifiers[0].value, "X12");
        assert_eq!(record.notes, ["Secondary sanctions risk: section 1(b)"]);
    }

    #[test]
    fn quotation_marks_within_a_weak_alias_stay() {
        let record = read_as(
            EntityType::Individual,
            "a.k.a. 'ABU-'UMAR'; a.k.a. ''FOO''; a.k.a. ''ABD, Ali'; f.k.a. 'OLD NAME'.",
        );
        let names: Vec<_> = record.aliases.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["ABU-'UMAR", "FOO", "'ABD, Ali", "OLD NAME"]);
    }

    #[test]
    fn any_quotation_marks_make_a_weak_alias() {
        let remarks = "a.k.a. \"testfox1987\"; a.k.a. “Fox”; a.k.a. „Reh“; a.k.a. «Лиса»; \
                       a.k.a. ‘Doe’; f.k.a. ‹Renne›.";
        let record = read_as(EntityType::Individual, remarks);
        let names: Vec<_> = record.aliases.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["testfox1987", "Fox", "Reh", "Лиса", "Doe", "Renne"]);
        assert!(record.aliases.iter().all(|alias| alias.quality == AliasQuality::Weak));
        assert!(record.notes.is_empty());
    }

    #[test]
    fn a_weak_alias_may_end_the_remarks_with_an_abbreviation() {
        for (remarks, name) in [
            ("DOB 1950; a.k.a. 'NASR, Samir M.'.", "NASR, Samir M."),
            ("a.k.a. 'DOCTOR M.R.O.'.", "DOCTOR M.R.O."),
        ] {
            let record = read_as(EntityType::Individual, remarks);
            assert_eq!(record.aliases, [Alias::weak(name)], "{remarks}");
            assert!(record.notes.is_empty(), "{remarks}");
        }
    }

    #[test]
    fn only_a_vessel_takes_an_imo_number() {
        let remarks = "Vessel Registration Identification IMO  9074729 (Russia); MMSI 123456789.";
        let ship = read_as(EntityType::Vessel, remarks);
        assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
        assert_eq!(ship.identifiers[0].kind, "MMSI");
        let company = read_as(EntityType::Company, "Identification Number IMO 9074729.");
        assert_eq!(company.imo, None);
        assert_eq!(company.identifiers[0].value, "IMO 9074729");
        let odd = read_as(EntityType::Vessel, "Vessel Registration Identification IMO 15411.");
        assert_eq!(
            (odd.imo, odd.identifiers.len()),
            (None, 1),
            "five digits are not an IMO number"
        );
    }

    #[test]
    fn the_full_stop_goes_and_an_abbreviation_keeps_its_own() {
        let notes = |text| read_as(EntityType::Organization, text).notes;
        assert_eq!(notes("Linked To: SUN BANK."), ["Linked To: SUN BANK"]);
        assert_eq!(notes("Linked To: SUN BANK S.A."), ["Linked To: SUN BANK S.A."]);
    }

    #[test]
    fn linked_parties_come_with_and_without_parentheses_around_them() {
        let remarks = "Fax (357)(226); (Linked To: SUN (U.K.) LTD; Linked To: MOON BANK (PVT))";
        let notes = read_as(EntityType::Organization, remarks).notes;
        assert_eq!(
            notes,
            ["Fax (357)(226)", "Linked To: SUN (U.K.) LTD", "Linked To: MOON BANK (PVT)"]
        );
    }

    #[test]
    fn titles_that_are_repeated_as_remarks_are_kept_once() {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let positions = ["Chief", "Director, Sun Ltd."].map(str::to_owned).to_vec();
        let mut record = Record { positions, ..Record::default() };
        let remarks = "DOB 1950; Chief; Chief of Staff; Director, Sun Ltd.";
        read(remarks, false, &mut record, &mut collector);
        assert_eq!(record.notes, ["Chief of Staff"]);
    }

    #[test]
    fn the_last_item_of_cut_remarks_is_not_trusted() {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        let mut record = Record::default();
        read("DOB 1950; Passport 12", true, &mut record, &mut collector);
        assert_eq!(record.identifiers, []);
        assert_eq!(record.notes, ["Passport 12 ..."]);
    }

    #[test]
    fn securities_keep_their_first_isin_and_ticker() {
        let record = read_as(
            EntityType::Company,
            "ISIN XX0000000001; alt. ISIN XX0000000002; Equity Ticker 12 HK; alt. Equity Ticker 13 HK.",
        );
        assert_eq!(record.isin.as_deref(), Some("XX0000000001"));
        assert_eq!(record.ticker.as_deref(), Some("12 HK"));
        assert_eq!(record.identifiers[0].value, "XX0000000002");
        assert_eq!(record.notes, ["alt. Equity Ticker 13 HK"]);
    }

    #[test]
    fn unknown_countries_are_kept_as_notes() {
        let record = read_as(EntityType::Individual, "nationality Atlantis.");
        assert_eq!(record.countries, []);
        assert_eq!(record.notes, ["nationality Atlantis"]);
    }
}
