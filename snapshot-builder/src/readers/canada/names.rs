//! Names of a party: persons have name parts, and other names may contain further names.

use super::aliases::{Party, is_short_at, split_aliases};
use super::field::{self, text_of};
use super::pieces::{Separator, pieces, tidy};
use crate::readers::common::facts::joined;
use tamis_ingest::xml::Element;

/// Text before further names within a name.
const ALSO_KNOWN_AS: &str = "(also known as ";

/// The names of a party.
pub(super) struct Names {
    pub(super) name: String,
    pub(super) aliases: Vec<String>,
    pub(super) is_person: bool,
    /// Aliases as published, if none of them is a name.
    pub(super) unread: String,
}

impl Names {
    /// Reads the names in an element. If it names a person and another party, the person's name is an
    /// alias.
    pub(super) fn read(element: &Element) -> Self {
        let text = |names: &[&str]| text_of(element, names);
        let (given, family) = (text(field::GIVEN_NAME), text(field::FAMILY_NAME));
        let person = joined([&*given, &*family], " ");
        let thing = text(field::THING);
        let is_person = thing.is_empty();
        let (name, mut aliases) = if is_person { (person, Vec::new()) } else { divide(&thing) };
        if !is_person && !family.is_empty() {
            aliases.push(joined([&*given, &*family], " "));
        }
        let text = text(field::ALIASES);
        let party = if is_person { Party::person(&name, &family) } else { Party::thing(&name) };
        let others = split_aliases(&text, &party);
        let unread = if others.is_empty() { text } else { String::new() };
        aliases.extend(others);
        Self { name, aliases, is_person, unread }
    }
}

/// Splits the name of a party that is not a person: `Name (also known as Other and Another)` and
/// `English name/Nom français` hold more than one.
fn divide(text: &str) -> (String, Vec<String>) {
    let (name, others) = text.split_once(ALSO_KNOWN_AS).unwrap_or((text, ""));
    let others = others.trim().trim_end_matches(')');
    let (name, mut aliases) = divide_languages(&tidy(name));
    aliases.extend(split_aliases(others, &Party::thing(&name)));
    (name, aliases)
}

/// Splits an English and a French name. Both halves must have several words, without a further slash.
fn divide_languages(text: &str) -> (String, Vec<String>) {
    let pieces = pieces(text, &[Separator::Slash]);
    let is_name = |text: &str| text.split_whitespace().nth(1).is_some();
    match &pieces[..] {
        [(_, english), (_, french)]
            if is_name(english) && is_name(french) && !is_short_at(english, french) =>
        {
            (tidy(english), vec![tidy(french)])
        }
        _ => (text.to_owned(), Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_within_names_are_aliases() {
        let table: [(&str, &str, &[&str]); 8] = [
            ("Sun Bureau;", "Sun Bureau", &[]),
            ("Sun Ltd. (also known as OAO Sun)", "Sun Ltd.", &["OAO Sun"]),
            (
                "Sun (SB), JSC (also known as OAO Sun and JSC Moon",
                "Sun (SB), JSC",
                &["OAO Sun", "JSC Moon"],
            ),
            ("Sun on TV/Soleil à la télé", "Sun on TV", &["Soleil à la télé"]),
            (
                "Sun Force (and Moon Force)/Force soleil (et lune)",
                "Sun Force (and Moon Force)",
                &["Force soleil (et lune)"],
            ),
            ("Sun Mills (Hill/Dale Road)", "Sun Mills (Hill/Dale Road)", &[]),
            ("Sun 24/7 Media", "Sun 24/7 Media", &[]),
            ("", "", &[]),
        ];
        for (text, name, aliases) in table {
            let (found, others) = divide(text);
            assert_eq!(found, name, "{text}");
            assert_eq!(others, aliases, "{text}");
        }
    }
}
