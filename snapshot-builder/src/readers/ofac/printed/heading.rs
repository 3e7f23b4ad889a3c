//! Names at the head of a printed entry. If no other names follow the first one in parentheses, only a
//! comma separates it from the address.

use tamis_engine::model::EntityType;

use super::vessel;
use crate::readers::common::quotes::unquoted;

/// Words before an alias; true for former names.
const MARKS: [(&str, bool); 3] = [("a.k.a. ", false), ("f.k.a. ", true), ("n.k.a. ", false)];

/// Parts of a person's name after the given names.
const SUFFIXES: [&str; 6] = ["Jr.", "Sr.", "II", "III", "IV", "Jr"];

/// Another name of the party of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alias<'t> {
    /// Name without quotation marks.
    pub(super) name: &'t str,
    /// True if it is in quotation marks.
    pub(super) is_weak: bool,
    /// True if it is a former name.
    pub(super) is_former: bool,
}

/// Names, and the text after them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading<'t> {
    pub(super) name: String,
    pub(super) aliases: Vec<Alias<'t>>,
    /// The rest: begins with `, ` before an address, with `; ` before anything else.
    pub(super) rest: &'t str,
}

/// Splits the names from the rest.
pub(super) fn split(text: &str, entity_type: Option<EntityType>) -> Result<Heading<'_>, String> {
    if let Some((name, parenthesis)) = split_at_aliases(text) {
        let end = closing_parenthesis(parenthesis)
            .ok_or("the parentheses around the aliases are not closed")?;
        let (within, rest) = parenthesis.split_at(end);
        let aliases = aliases(within.strip_prefix('(').unwrap_or(within));
        let rest = rest.strip_prefix(')').unwrap_or(rest);
        return Ok(Heading { name: name.trim().to_owned(), aliases, rest });
    }
    let end = match entity_type {
        Some(EntityType::Vessel) => vessel::name_end(text),
        Some(EntityType::Individual) => person_end(text),
        Some(EntityType::Aircraft) => segment_end(text, 0),
        _ => entity_end(text),
    };
    let (name, rest) = text.split_at(end);
    Ok(Heading { name: name.trim().to_owned(), aliases: Vec::new(), rest })
}

/// Splits the text before the aliases from their parenthesis and the rest.
fn split_at_aliases(text: &str) -> Option<(&str, &str)> {
    let starts = MARKS.iter().filter_map(|(mark, _)| text.find(&format!(" ({mark}")));
    let start = starts.min()?;
    let (name, rest) = text.split_at(start);
    // After a semicolon it is an alias of a party named in a remark.
    (!name.contains("; ")).then(|| (name, rest.trim_start()))
}

/// Position of the parenthesis that closes the one at the start.
fn closing_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth <= 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn aliases(text: &str) -> Vec<Alias<'_>> {
    let mut aliases = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let begins_alias = |rest: &str| MARKS.iter().any(|(mark, _)| rest.starts_with(mark));
        let mut ends = text.match_indices("; ").map(|(at, _)| at);
        let next = ends.find(|at| text.get(at + 2..).is_some_and(begins_alias));
        let (alias, after) = text.split_at(next.unwrap_or(text.len()));
        aliases.extend(alias_of(alias));
        rest = after.strip_prefix("; ");
    }
    aliases
}

fn alias_of(text: &str) -> Option<Alias<'_>> {
    let marked = MARKS.iter().find_map(|(mark, former)| Some((text.strip_prefix(mark)?, *former)));
    let (name, is_former) = marked.unwrap_or((text, false));
    let name = name.trim();
    let quoted = unquoted(name);
    let alias = Alias { name: quoted.unwrap_or(name), is_weak: quoted.is_some(), is_former };
    (!alias.name.is_empty()).then_some(alias)
}

/// End of a person's name: `LAST, First` and a suffix. A name of one word may have its address after
/// the comma.
fn person_end(text: &str) -> usize {
    let last = segment_end(text, 0);
    let given = segment_at(text, last);
    let is_address = given.starts_with("c/o ") || given.contains(|c: char| c.is_ascii_digit());
    if given.is_empty() || is_address {
        return last;
    }
    let end = segment_end(text, last + 2);
    match SUFFIXES.contains(&segment_at(text, end)) {
        true => segment_end(text, end + 2),
        false => end,
    }
}

/// End of an entity's name: the first part and its continuations. Names are in capitals, addresses are
/// not (`SUN TRADING CO., LTD., 1 High Street`).
fn entity_end(text: &str) -> usize {
    let mut end = segment_end(text, 0);
    loop {
        let next = segment_at(text, end);
        let is_name = next.contains(char::is_uppercase)
            && !next.contains(|c: char| c.is_lowercase() || c.is_ascii_digit());
        if !is_name {
            return end;
        }
        end = segment_end(text, end + 2);
    }
}

/// End of the part of the text that begins at `from`: before `, ` or `; `.
fn segment_end(text: &str, from: usize) -> usize {
    let part = text.get(from..).unwrap_or_default();
    // One search for both: separate ones would scan to the end for a missing mark.
    let mut marks = part.match_indices([',', ';']).map(|(at, _)| at);
    let end = marks.find(|at| part.get(at + 1..).is_some_and(|rest| rest.starts_with(' ')));
    from.min(text.len()) + end.unwrap_or(part.len())
}

/// Part after the comma at this position; empty if there is none.
fn segment_at(text: &str, at: usize) -> &str {
    let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(", ")) else { return "" };
    rest.get(..segment_end(rest, 0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, entity_type: Option<EntityType>) -> (String, &str) {
        let heading = split(text, entity_type).expect(text);
        (heading.name, heading.rest)
    }

    #[test]
    fn persons_have_two_parts_before_the_address() {
        for (text, name, rest) in [
            ("LEE, Ana May, c/o SUN, Lima", "LEE, Ana May", ", c/o SUN, Lima"),
            ("LEE, Ana; DOB 1950", "LEE, Ana", "; DOB 1950"),
            ("LEE, Ana, Jr., Lima, Peru", "LEE, Ana, Jr.", ", Lima, Peru"),
            ("LEE; DOB 1950", "LEE", "; DOB 1950"),
            ("LEE, c/o SUN, Lima", "LEE", ", c/o SUN, Lima"),
            ("LEE, 12 High Street, Lima", "LEE", ", 12 High Street, Lima"),
            ("LEE, Ana", "LEE, Ana", ""),
        ] {
            assert_eq!(shown(text, Some(EntityType::Individual)), (name.to_owned(), rest));
        }
    }

    #[test]
    fn names_of_entities_are_in_capitals() {
        for (text, name, rest) in [
            ("SUN CO., LTD., 24 Corner, Lima", "SUN CO., LTD.", ", 24 Corner, Lima"),
            ("SUN, S.A. DE C.V., Lima, Peru", "SUN, S.A. DE C.V.", ", Lima, Peru"),
            (
                "SUN, MOON, AND STARS; Website sun.example",
                "SUN, MOON, AND STARS",
                "; Website sun.example",
            ),
            ("SUN S.A., C.P. 22290, Lima", "SUN S.A.", ", C.P. 22290, Lima"),
            ("SUN BANK", "SUN BANK", ""),
        ] {
            assert_eq!(shown(text, None), (name.to_owned(), rest));
        }
    }

    #[test]
    fn aliases_keep_their_parentheses_and_lose_their_marks() {
        let text =
            "SUN (U.K.) LTD. (f.k.a. MOON (PVT), INC.; a.k.a. \"SUN; A STAR\"; n.k.a. DAY), Lima";
        let heading = split(text, None).expect(text);
        assert_eq!((heading.name.as_str(), heading.rest), ("SUN (U.K.) LTD.", ", Lima"));
        let shown: Vec<_> =
            heading.aliases.iter().map(|a| (a.name, a.is_weak, a.is_former)).collect();
        let expected = [
            ("MOON (PVT), INC.", false, true),
            ("SUN; A STAR", true, false),
            ("DAY", false, false),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn long_entries_are_read_in_one_go() {
        let text = format!("SUN (a.k.a. {}), Lima", vec!["MOON"; 100_000].join("; a.k.a. "));
        assert_eq!(split(&text, None).expect("closed").aliases.len(), 100_000);
        let text = "SUN, ".repeat(200_000);
        assert_eq!(shown(&text, None).0.len(), text.len() - 2);
    }

    #[test]
    fn an_alias_in_a_remark_is_no_heading() {
        let text = "LEE, Ana; wife of BO (a.k.a. BOB)";
        assert_eq!(shown(text, Some(EntityType::Individual)).0, "LEE, Ana");
    }
}
