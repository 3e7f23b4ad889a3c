//! The field `SUPP_NAME`: title, name, and texts in parentheses.
//!
//! | What | How it is read |
//! |---|---|
//! | `MR.`, `DR.` before a person, `M/S` before a firm | title |
//! | `(FORMERLY X)`, `AKA X` | alias; if the whole field is `AKA X`, X is the name |
//! | `(宋…)`, a name in another script | alias |
//! | `(ABC)` made of the beginnings of the name's words | weak alias; a note if it has fewer than three letters or only repeats words |
//! | any other parentheses (`(GROUP)`, `(FIJI)`, `(BRANCH)`) | part of the name |
//! | `THE SUN INC./LE SUN INC.`, two full names of a firm | name and alias |
//! | `ANA "ANNIE" LEE`, a person | the name without the nickname; with it, an alias |

use tamis_engine::model::Alias;

use super::footnotes::without_footnotes;
use super::markers::{TEXT_BYTES_READ, Within, names_of_list, split};
use super::titles::{is_personal, take_titles};
use crate::readers::common::facts::is_latin;
use crate::readers::common::groups::{Piece, outside_of, pieces};
use crate::readers::common::short_form::{is_short_form, repeats_words, words};
use tamis_ingest::squeeze;

/// Least number of words of a firm's full name, including its legal form.
const TWIN_WORDS_MIN: usize = 3;

/// Content of the field.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) name: String,
    pub(super) aliases: Vec<Alias>,
    /// Titles in the order of the text, as written.
    pub(super) titles: Vec<String>,
    /// Short forms that are no names of their own.
    pub(super) short_forms: Vec<String>,
}

impl Names {
    /// True if a title implies a person.
    pub(super) fn has_personal_title(&self) -> bool {
        self.titles.iter().any(|title| is_personal(title))
    }
}

/// Reads the field; `is_person` follows the publisher's type.
pub(super) fn read(text: &str, is_person: bool) -> Names {
    let text = without_footnotes(text);
    if text.len() > TEXT_BYTES_READ {
        return Names { name: text, ..Names::default() };
    }
    let mut names = Names::default();
    let rest = take_groups(&text, is_person, &mut names);
    let within = if is_person { Within::Person } else { Within::Firm };
    let mut full_names = Vec::new();
    for part in split(&rest, within) {
        if part.is_marked {
            full_names.extend(names_of_list(&part.text));
        } else {
            full_names.push(part.text);
        }
    }
    for (number, full_name) in full_names.iter().enumerate() {
        let bare = take_titles(full_name, is_person, &mut names.titles);
        let (first, second) = twins(&bare).unwrap_or((&bare, ""));
        if number == 0 {
            names.name = first.to_owned();
        } else {
            names.aliases.push(Alias::strong(first));
        }
        names.aliases.extend(Some(second).filter(|name| !name.is_empty()).map(Alias::strong));
    }
    if is_person {
        take_nickname(&mut names);
    }
    names
}

/// Removes the parenthesised parts that are separate names; they become aliases.
fn take_groups(text: &str, is_person: bool, names: &mut Names) -> String {
    let pieces = pieces(text);
    let outside = outside_of(&pieces).join(" ");
    let mut rest = String::with_capacity(text.len());
    for piece in &pieces {
        match piece {
            Piece::Outside(text) => rest.push_str(text),
            Piece::Inside { inner, whole } => {
                if !take_group(inner, &outside, is_person, names) {
                    rest.push_str(whole);
                }
            }
        }
    }
    squeeze(&rest).replace(" ,", ",")
}

/// Takes a group as a name if it is a separate one; true if so.
fn take_group(inner: &str, outside: &str, is_person: bool, names: &mut Names) -> bool {
    let parts = split(inner, Within::Remark);
    if parts.iter().any(|part| part.is_marked) {
        for name in parts.iter().flat_map(|part| names_of_list(&part.text)) {
            let name = take_titles(&name, is_person, &mut Vec::new());
            names.aliases.push(Alias::strong(name));
        }
    } else if !is_latin(inner) {
        names.aliases.push(Alias::strong(inner));
    } else if is_short_form(inner, outside) {
        let letters = inner.chars().filter(|c| c.is_alphabetic()).count();
        let bare = inner.trim_matches(['"', '“', '”', ' ']);
        if letters < 3 || repeats_words(inner, outside) {
            names.short_forms.push(bare.to_owned());
        } else {
            names.aliases.push(Alias::weak(bare));
        }
    } else {
        return false;
    }
    true
}

/// Splits two full names of a firm at a slash: each has several words, and they share one.
/// `SNC-LAVALIN/ACRES INC.` is one name.
fn twins(name: &str) -> Option<(&str, &str)> {
    name.match_indices('/').find_map(|(at, _)| {
        let (left, right) = (name.get(..at)?.trim(), name.get(at + 1..)?.trim());
        let (of_left, of_right) = (words(left), words(right));
        let is_full = of_left.len() >= TWIN_WORDS_MIN && of_right.len() >= TWIN_WORDS_MIN;
        let is_shared = |word: &Vec<char>| word.len() > 2 && of_right.contains(word);
        (is_full && of_left.iter().any(is_shared)).then_some((left, right))
    })
}

/// Removes a nickname in quotation marks from the name of a person.
fn take_nickname(names: &mut Names) {
    let quote = |c: char| matches!(c, '"' | '“' | '”');
    let mut parts = names.name.split(quote);
    if let (Some(before), Some(nickname), Some(after), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
        && ![before, nickname, after].iter().any(|part| part.trim().is_empty())
    {
        let bare = squeeze(&format!("{before} {after}"));
        names.aliases.insert(0, Alias::strong(std::mem::replace(&mut names.name, bare)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, strong aliases, weak ones in angle brackets, titles in square ones, short forms in
    /// braces.
    fn shown(text: &str, is_person: bool) -> String {
        let names = read(text, is_person);
        let show = |alias: &Alias| match *alias == Alias::strong(alias.name.as_str()) {
            true => alias.name.clone(),
            false => format!("<{}>", alias.name),
        };
        let mut parts = vec![names.name];
        parts.extend(names.aliases.iter().map(show));
        parts.extend(names.titles.iter().map(|title| format!("[{title}]")));
        parts.extend(names.short_forms.iter().map(|short| format!("{{{short}}}")));
        parts.join("|")
    }

    #[test]
    fn names_of_persons_lose_titles_nicknames_and_footnotes() {
        for (text, expected) in [
            ("MR. ANA LEE", "ANA LEE|[MR.]"),
            ("MR ANA LEE", "ANA LEE|[MR]"),
            ("DR.ANA LEE *38", "ANA LEE|[DR.]"),
            ("MD. ANA LEE", "MD. ANA LEE"),
            ("MSIBI LEE", "MSIBI LEE"),
            ("IR LEE", "IR LEE"),
            ("MR.", "MR."),
            ("ENGR. ANA O. LEE JR.", "ANA O. LEE JR.|[ENGR.]"),
            ("AKA MR. ANA LEE", "ANA LEE|[MR.]"),
            ("A.K.A. ANA LEE", "ANA LEE"),
            ("MR. ANA LEE (A.K.A. MR. ANNA LI)", "ANA LEE|ANNA LI|[MR.]"),
            ("MR. A. LEE A.K.A. ANNA LI", "A. LEE|ANNA LI|[MR.]"),
            ("MR. AKA LEE", "AKA LEE|[MR.]"),
            ("MR. ANA LEE (李安)", "ANA LEE|李安|[MR.]"),
            ("MS. ANA \"ANNIE\" LEE", "ANA LEE|ANA \"ANNIE\" LEE|[MS.]"),
            ("ANA LEE \"ANNIE\"", "ANA LEE \"ANNIE\""),
            ("ANA DEL VALLE RIOS (DEL VALLE)", "ANA DEL VALLE RIOS|{DEL VALLE}"),
            ("ANA LEE, PROPRIETOR", "ANA LEE|[PROPRIETOR]"),
        ] {
            assert_eq!(shown(text, true), expected, "{text}");
        }
    }

    #[test]
    fn names_of_firms_keep_what_belongs_to_them() {
        for (text, expected) in [
            ("SUN (GROUP) CO., LTD.", "SUN (GROUP) CO., LTD."),
            ("SUN (ZIMBABWE) (PRIVATE) LTD", "SUN (ZIMBABWE) (PRIVATE) LTD"),
            ("SUN GROUP（FIJI）CO.,LTD.", "SUN GROUP（FIJI）CO.,LTD."),
            ("SUN LTD, RWANDA (BRANCH)", "SUN LTD, RWANDA (BRANCH)"),
            ("SUN TRADERS *55", "SUN TRADERS"),
            ("SUN CO., LTD.*", "SUN CO., LTD."),
            ("M/S SUN TRADERS", "SUN TRADERS|[M/S]"),
            ("M/S. SUN TRADERS", "SUN TRADERS|[M/S.]"),
            ("DR. SUN LABORATORIES", "DR. SUN LABORATORIES"),
            ("MR. ANA LEE", "ANA LEE|[MR.]"),
            ("SUN CORP. (FORMERLY MOON CORPORATION)", "SUN CORP.|MOON CORPORATION"),
            ("SUN CO., LTD. (ALSO KNOWN AS MOON CO., LTD.", "SUN CO., LTD.|MOON CO., LTD."),
            ("SUN LTD, FORMERLY KNOWN AS MOON LTD", "SUN LTD|MOON LTD"),
            ("SUN LTD. AKA MOON (PVT) LTD", "SUN LTD.|MOON (PVT) LTD"),
            ("D/B/A SUN PARTS", "SUN PARTS"),
            ("D/B/A SUN WORKS, SUN GROUP, SUN SYSTEMS", "SUN WORKS|SUN GROUP|SUN SYSTEMS"),
            ("A.K.A. SUN B.V., ALSO D.B.A. SUN MEDICAL *1", "SUN B.V.|SUN MEDICAL"),
            ("*294 AKA SUN COMPANY", "SUN COMPANY"),
            ("NORTH SEA FISH, S.A. (NOSEFI)", "NORTH SEA FISH, S.A.|<NOSEFI>"),
            ("NORTH SEA (NOSE), S.A.", "NORTH SEA, S.A.|<NOSE>"),
            ("NORTH SEA (NS)", "NORTH SEA|{NS}"),
            ("NORTH SEA TRADERS (“NST”)", "NORTH SEA TRADERS|<NST>"),
            (
                "SUN INFRASTRUCTURE LIMITED (SUN INFRA)(FKA MOON LTD.)",
                "SUN INFRASTRUCTURE LIMITED|<SUN INFRA>|MOON LTD.",
            ),
            ("SUN LTD. (KUNDERA)", "SUN LTD. (KUNDERA)"),
            ("THE SUN INC./LE SUN INC.", "THE SUN INC.|LE SUN INC."),
            ("SNC-SUN/MOON INC.", "SNC-SUN/MOON INC."),
            ("SUN ENGINEERING/CONSTRUCTION LIMITED", "SUN ENGINEERING/CONSTRUCTION LIMITED"),
            ("“SUN” LLC", "“SUN” LLC"),
            ("", ""),
        ] {
            assert_eq!(shown(text, false), expected, "{text}");
        }
    }
}
