//! Titles before names, and suffixes of a person's name.

use crate::readers::common::wording::strip_prefix_any_case;

/// Titles; true if they also count without a full stop.
const TITLES: [(&str, bool); 9] = [
    ("MR", true),
    ("MS", true),
    ("MRS", true),
    ("MISS", true),
    ("DR", true),
    ("PROF", false),
    ("ENG", false),
    ("ENGR", false),
    ("IR", false),
];
/// Titles that never begin a firm's name: some entries of the type for firms are persons.
const PERSONS_ONLY: [&str; 3] = ["MR.", "MS.", "MRS."];
/// Forms of "Messieurs", before firms.
const FIRM_TITLES: [&str; 2] = ["M/S.", "M/S"];
/// Possible suffix of a person's name.
const ROLE_SUFFIX: &str = ", PROPRIETOR";

/// Removes titles from the name and adds them to `titles`.
pub(super) fn take_titles(name: &str, is_person: bool, titles: &mut Vec<String>) -> String {
    let mut rest = name.trim();
    while let Some((title, after)) = title_of(rest, is_person) {
        titles.push(title.to_owned());
        rest = after;
    }
    if is_person && let Some(before) = rest.strip_suffix(ROLE_SUFFIX) {
        titles.push(ROLE_SUFFIX.trim_start_matches(", ").to_owned());
        rest = before;
    }
    rest.to_owned()
}

/// True if a single word is a title.
pub(super) fn is_title(word: &str) -> bool {
    plain_title_of(&format!("{word} x"), true).is_some()
}

/// True if only persons have this title, so that the entry is a person.
pub(super) fn is_personal(title: &str) -> bool {
    PERSONS_ONLY.iter().any(|known| known.eq_ignore_ascii_case(title))
}

/// The title at the start and the text after it, if there is any.
fn title_of(name: &str, is_person: bool) -> Option<(&str, &str)> {
    if let Some((title, rest)) = name.strip_prefix('(').and_then(|name| name.split_once(") ")) {
        return is_title(title).then_some((title, rest.trim_start()));
    }
    plain_title_of(name, is_person)
}

/// Same as [`title_of`], for a title without parentheses.
fn plain_title_of(name: &str, is_person: bool) -> Option<(&str, &str)> {
    let persons = TITLES.iter().flat_map(|(title, is_bare)| {
        [Some(format!("{title}.")), is_bare.then(|| format!("{title} "))].into_iter().flatten()
    });
    let firms = FIRM_TITLES.iter().map(|title| format!("{title} "));
    let of_both = PERSONS_ONLY.iter().map(|title| (*title).to_owned()).chain(firms);
    let behind = |title: String| strip_prefix_any_case(name, &title);
    let rest = match is_person {
        true => persons.chain(of_both).find_map(behind),
        false => of_both.into_iter().find_map(behind),
    }?;
    let title = name.strip_suffix(rest)?;
    let (title, rest) = (title.trim(), rest.trim_start());
    (!rest.is_empty()).then_some((title, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_told_from_names() {
        for (name, is_person, bare, titles) in [
            ("MR. ANA LEE", true, "ANA LEE", "MR."),
            ("(Ms.) Ir. Ana Lee", true, "Ana Lee", "Ms.|Ir."),
            ("DR.ANA LEE", true, "ANA LEE", "DR."),
            ("ENG LEE", true, "ENG LEE", ""),
            ("MD. ANA LEE", true, "MD. ANA LEE", ""),
            ("M/S ANA LEE", true, "ANA LEE", "M/S"),
            ("M/S. SUN TRADERS", false, "SUN TRADERS", "M/S."),
            ("((MR)) LEE", true, "((MR)) LEE", ""),
            ("MS TRADERS", false, "MS TRADERS", ""),
            ("DR. SUN LABORATORIES", false, "DR. SUN LABORATORIES", ""),
            ("MR.", true, "MR.", ""),
            ("ANA LEE, PROPRIETOR", true, "ANA LEE", "PROPRIETOR"),
            ("(SUN) MOON", true, "(SUN) MOON", ""),
            ("ÉÉÉ", true, "ÉÉÉ", ""),
        ] {
            let mut taken = Vec::new();
            assert_eq!(take_titles(name, is_person, &mut taken), bare, "{name}");
            assert_eq!(taken.join("|"), titles, "{name}");
        }
        assert!(is_personal("Mr.") && !is_personal("M/S."));
    }
}
