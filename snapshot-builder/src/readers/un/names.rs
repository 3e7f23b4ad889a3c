//! Splits the cells of names in the UN list, which mix names and remarks.
//!
//! | cell | how it is read |
//! |---|---|
//! | `A; B`, `A b) B`, `) A` | names |
//! | `حسن غول (A; B)`, `A (حسن غول)`, `A (original script: Б)` | a name, and its spellings in the other script |
//! | `A (حسن غول (original script); B)` | the same; the words only repeat that the script differs |
//! | `A, B, C`, all of one word | names; `LAST, First` is one |
//! | `A (previously listed as)`, `A, born in 1963`, `A (KPE.018)`, `A - sub-unit name` | a name and a remark on it |
//! | `A son of B` | one name: without his father's name only two common words would remain |
//! | `A/B`, `A (martyrs)`, `(Sheikh) A`, `Lom-ali Butayev (Butaev)`, `A (HONG KONG)`, `“A”` | one name |
//!
//! An acronym stays with its name here: see
//! [`add_acronyms`](crate::readers::common::acronyms::add_acronyms).

use tamis_engine::model::{Alias, Record};
use tamis_ingest::squeeze;

use crate::readers::common::facts::{add_note, is_latin};
use crate::readers::common::groups::{Piece, outside_of, pieces};
use crate::readers::common::wording::strip_prefix_any_case;

/// Longest cell, in bytes, that is split; longer ones are one name. The longest of the list has 540.
const CELL_BYTES_READ: usize = 2_000;
/// Least number of digits that make a text in parentheses a number instead of a name.
const NUMBER_FIGURES: usize = 3;
/// Least number of one-word names for commas to separate them.
const ENUMERATED_MIN: usize = 3;
/// Words after a comma that are no names.
const SUFFIXES: [&str; 7] = ["Jr", "Sr", "II", "III", "Ltd", "Inc", "Co"];
/// Words that announce a name in its original script.
const SCRIPT: &str = "original script";
/// Remarks in parentheses, other than numbers.
const REMARKS: [&str; 7] = [
    "birth name",
    "combat name",
    "formerly listed as",
    "previously listed as",
    "prominently known as",
    "third",
    "Tigrinya",
];
/// A remark after a name, without parentheses.
const REMARK_BEHIND: &str = " - sub-unit name";

/// Content of a cell.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Names, in the order of the text.
    names: Vec<String>,
    /// A name with its remark.
    remarks: Vec<(String, String)>,
}

impl Names {
    /// The first name.
    pub(super) fn first(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Adds the names as aliases and the remarks as notes.
    pub(super) fn add_to(self, record: &mut Record, alias: impl Fn(String) -> Alias) {
        for (name, remark) in self.remarks {
            add_note(record, &format!("Alias {name}"), &remark);
        }
        record.aliases.extend(self.names.into_iter().map(alias));
    }
}

/// Sets the primary name. A cell with several names is kept as a note; the others become aliases.
pub(super) fn set_name(cell: &str, record: &mut Record) {
    let mut names = read(cell);
    if names.names.is_empty() {
        return;
    }
    record.name = names.names.remove(0);
    if record.name != squeeze(cell) {
        add_note(record, "Name as published", cell);
    }
    names.add_to(record, Alias::strong);
}

/// Names in the note on an alias with the given cell. They are a name in another script after words
/// that announce it (`original script: Б`, `Previously listed as. In Arabic: حسن`), a list in
/// parentheses, and spellings of a name in another script.
pub(super) fn of_note(note: &str, cell: &str) -> Vec<String> {
    let note = squeeze(note);
    let mut names = Vec::new();
    for before in ["script:", "Arabic:"] {
        let behind = note.rsplit_once(before).map(|(_, behind)| behind.trim());
        names.extend(behind.filter(|name| is_name(name) && !is_latin(name)).map(str::to_owned));
    }
    for piece in pieces(&note) {
        if let Piece::Inside { inner, .. } = piece {
            names.extend(spellings(inner));
        }
    }
    if !is_latin(cell) && !note.contains(['(', ':']) {
        names.extend(spellings(&note));
    }
    names
}

/// Names of a list separated by semicolons; empty if the text is no list of names.
fn spellings(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let is_list = parts.len() > 1 && parts.iter().all(|part| is_name(part));
    parts.into_iter().filter(|_| is_list).map(str::to_owned).collect()
}

fn is_name(text: &str) -> bool {
    let begins_small = text.starts_with(|c: char| c.is_lowercase());
    !text.is_empty() && !begins_small && !text.contains(|c: char| c.is_ascii_digit() || c == ':')
}

/// Reads a cell; if no name is found in it, the whole cell is the name.
pub(super) fn read(cell: &str) -> Names {
    let cell = squeeze(cell);
    let mut names = Names::default();
    if cell.len() <= CELL_BYTES_READ {
        read_parts(&cell, &mut names);
    }
    if names.names.is_empty() {
        let whole = Some(cell).filter(|cell| !cell.is_empty());
        return Names { names: whole.into_iter().collect(), remarks: Vec::new() };
    }
    names
}

fn read_parts(text: &str, names: &mut Names) {
    divide(text).into_iter().for_each(|part| read_part(part, names));
}

/// Parts between semicolons and between counters (`a)`), outside parentheses.
fn divide(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        let before = text.get(start..at).unwrap_or_default();
        let end = match c {
            ';' if depth == 0 => Some(before),
            ')' if depth == 0 => without_counter(before),
            _ => None,
        };
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(part) = end {
            parts.push(part);
            start = at + c.len_utf8();
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Text before the counter that a closing parenthesis ends; `None` if it ends none.
fn without_counter(text: &str) -> Option<&str> {
    let letter = |c: char| c.is_ascii_lowercase();
    let bare = text.strip_suffix(letter).unwrap_or(text);
    (bare.is_empty() || (bare.len() < text.len() && bare.ends_with(' '))).then_some(bare)
}

/// Content of a pair of parentheses.
enum Group<'t> {
    /// A part of the preceding name.
    Part,
    /// Separate names.
    Names(&'t str),
    Remark,
    /// Nothing of interest.
    Label,
}

/// Reads a text with one name outside parentheses.
fn read_part(text: &str, names: &mut Names) {
    let (text, birth) = without_birth(text);
    let pieces = pieces(text);
    let outside = outside_of(&pieces).concat();
    let (mut own, mut remarks, mut others) = (String::new(), Vec::new(), Vec::new());
    for piece in &pieces {
        match piece {
            Piece::Outside(text) => own.push_str(text),
            Piece::Inside { inner, whole } => match group(inner, &outside) {
                Group::Part => own.push_str(whole),
                Group::Names(text) => others.push(text),
                Group::Remark => remarks.push(*inner),
                Group::Label => {}
            },
        }
    }
    remarks.extend(birth);
    let own = squeeze(&own);
    let mut own = own.trim_matches([',', ' ']);
    if let Some(bare) = own.strip_suffix(REMARK_BEHIND) {
        remarks.push(REMARK_BEHIND.trim_start_matches([' ', '-']));
        own = bare;
    }
    own = unquoted(own);
    let remarks = remarks.into_iter().map(|remark| (own.to_owned(), remark.to_owned()));
    names.remarks.extend(remarks);
    names.names.extend(enumerated(own));
    others.into_iter().for_each(|text| read_parts(text, names));
}

/// A name without quotation marks around the whole of it.
fn unquoted(name: &str) -> &str {
    let inner = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    inner.filter(|inner| !inner.is_empty() && !inner.contains('"')).unwrap_or(name)
}

fn group<'t>(inner: &'t str, outside: &str) -> Group<'t> {
    let has_letter = |text: &str| text.contains(char::is_alphabetic);
    let figures = inner.chars().filter(char::is_ascii_digit).count();
    if let Some(rest) = strip_prefix_any_case(inner, SCRIPT) {
        let name = rest.trim_start_matches([':', ' ']);
        return if name.is_empty() { Group::Label } else { Group::Names(name) };
    }
    let is_remark = REMARKS.iter().any(|remark| remark.eq_ignore_ascii_case(inner));
    if divide(inner).len() > 1 {
        Group::Names(inner)
    } else if is_remark || figures >= NUMBER_FIGURES {
        Group::Remark
    } else if has_letter(inner) && has_letter(outside) && is_latin(inner) != is_latin(outside) {
        Group::Names(inner)
    } else {
        Group::Part
    }
}

/// Splits the text before a birth (`, born 1 Jan. 1953`) from the birth.
fn without_birth(text: &str) -> (&str, Option<&str>) {
    let birth = text.find(" born ").map(|at| text.split_at(at));
    match birth {
        Some((name, birth)) if birth.contains(|c: char| c.is_ascii_digit()) => {
            (name, Some(birth.trim()))
        }
        _ => (text, None),
    }
}

fn enumerated(name: &str) -> Vec<String> {
    let parts: Vec<&str> = name.split(',').map(str::trim).collect();
    let is_word = |part: &&str| !part.is_empty() && !part.contains(' ');
    let is_suffix = |part: &&str| SUFFIXES.contains(&part.trim_end_matches('.'));
    let is_list = parts.iter().all(is_word) && !parts.iter().any(is_suffix);
    if parts.len() >= ENUMERATED_MIN && is_list {
        parts.into_iter().map(str::to_owned).collect()
    } else {
        Some(name.to_owned()).filter(|name| !name.is_empty()).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_on_aliases_hold_names() {
        for (note, cell, expected) in [
            ("original script: Ана Ли", "Ana Lee", &["Ана Ли"][..]),
            ("Previously listed as. In Arabic: آنا لي", "Ana Lee", &["آنا لي"]),
            ("DOB: 1963. In\nArabic: آنا لي", "Ana Lee", &["آنا لي"]),
            ("Ana Lee; Ana Li; Anna\nLi", "آنا لي", &["Ana Lee", "Ana Li", "Anna Li"]),
            ("(Ana Lee; Ana Li) prominently known so", "آنا لي", &["Ana Lee", "Ana Li"]),
            ("born in 1971 (Ana Lee; Ana Li)", "Anna Lee", &["Ana Lee", "Ana Li"]),
            ("Ana Lee; Ana Li", "Anna Lee", &[]),
            ("Passport number: B05; DOB: 1948; POB: Mali", "آنا لي", &[]),
            ("previously listed as", "آنا لي", &[]),
            ("Call sign", "Ana", &[]),
        ] {
            assert_eq!(of_note(note, cell), expected, "{note}");
        }
    }

    #[test]
    fn cells_of_several_names_are_taken_apart() {
        let table: [(&str, &[&str]); 14] = [
            ("Ana Lee; Anna Lee;  Anna Li", &["Ana Lee", "Anna Lee", "Anna Li"]),
            ("Ana Lee; Ana Li b) A. Lee; A. Li", &["Ana Lee", "Ana Li", "A. Lee", "A. Li"]),
            ("a) Ana Lee b) Ana Li", &["Ana Lee", "Ana Li"]),
            (") Ana Lee", &["Ana Lee"]),
            ("Ana Lee (آنا لي),", &["Ana Lee", "آنا لي"]),
            ("آنا لي (Ana Lee)", &["آنا لي", "Ana Lee"]),
            ("آنا لي (Ana Lee; Ana- Li)", &["آنا لي", "Ana Lee", "Ana- Li"]),
            ("Ana (original script: Ана)", &["Ana", "Ана"]),
            (
                "Star of Sol (SOS) (شمس (original script); Sol; Sol’s Star)",
                &["Star of Sol (SOS)", "شمس", "Sol", "Sol’s Star"],
            ),
            ("شمس (Sun of Asia (SA))", &["شمس", "Sun of Asia (SA)"]),
            ("Anna, Ana, Annie", &["Anna", "Ana", "Annie"]),
            ("SUN COMPANY (SC) ; MOON BUSINESS (MB)", &["SUN COMPANY (SC)", "MOON BUSINESS (MB)"]),
            ("", &[]),
            (" ; ", &[";"]),
        ];
        for (cell, expected) in table {
            let names = read(cell);
            assert_eq!(names.names, expected, "{cell}");
            assert!(names.remarks.is_empty(), "{cell}");
        }
    }

    #[test]
    fn remarks_are_taken_off_and_kept() {
        for (cell, expected, remark) in [
            ("EL SOL (COMBAT NAME)", "EL SOL", "COMBAT NAME"),
            ("Ana Lee (previously listed as)", "Ana Lee", "previously listed as"),
            ("Ana Lee born in 1963", "Ana Lee", "born in 1963"),
            (
                "Ana Lee, born 1 Jan. 1953 (passport 0382, lost.)",
                "Ana Lee",
                "born 1 Jan. 1953 (passport 0382, lost.)",
            ),
            (
                "Ana Lee (false identity of passport 4340)",
                "Ana Lee",
                "false identity of passport 4340",
            ),
            ("Ana Lee, III (third)", "Ana Lee, III", "third"),
            ("SUN ACADEMY (KPE.018)", "SUN ACADEMY", "KPE.018"),
            ("Sun Network - sub-unit name", "Sun Network", "sub-unit name"),
            ("ኣና (Tigrinya)", "ኣና", "Tigrinya"),
        ] {
            let names = read(cell);
            assert_eq!(names.names, [expected], "{cell}");
            assert_eq!(names.remarks, [(expected.to_owned(), remark.to_owned())], "{cell}");
        }
        let within = read("شمس (Sun Network - sub-unit name)");
        assert_eq!(within.names, ["شمس", "Sun Network"]);
        assert_eq!(within.remarks, [("Sun Network".to_owned(), "sub-unit name".to_owned())]);
    }

    #[test]
    fn one_name_stays_one() {
        for cell in [
            "LEE, Ana",
            "LEE, Ana May, Jr",
            "SUN TRADING COMPANY, LTD",
            "Sun/Moon",
            "The Sun and the Moon, or Sol",
            "Sun Battalion of Shahids (martyrs)",
            "(Sheikh) Ana Lee",
            "Leon Butayev (Butaev)",
            "LEADER (HONG KONG) INTERNATIONAL",
            "太阳(香港)有限公司",
            "Ana Lee son of Ben Lee",
            "“Kawa”",
            "Office No. 39",
            "Ana) Lee",
            "Ana born Lee",
            "(combat name)",
            "Sun (",
        ] {
            let names = read(cell);
            assert_eq!(names.names.len(), 1, "{cell}: {names:?}");
            assert!(names.remarks.is_empty() || names.first() == cell, "{cell}: {names:?}");
        }
        assert_eq!(read("Sun (").first(), "Sun");
    }

    #[test]
    fn hostile_cells_are_read_in_one_go() {
        for unit in ["a;(", "(", ")", "; a b) ", "é(ا;"] {
            let long = unit.repeat(100_000);
            assert_eq!(read(&long).names.len(), 1, "{unit}");
            let _ = read(&unit.repeat(CELL_BYTES_READ / unit.len()));
        }
    }
}
