//! Names of an entity of the enhanced XML: each with translations, one per script.

use tamis_engine::model::Alias;

use super::super::elements::{is_true, marked_first};
use super::super::fields::full_name;
use crate::readers::common::facts::graded;
use tamis_ingest::squeeze;
use tamis_ingest::xml::Element;

/// The primary name and the aliases. Names in other scripts are added to those in Latin letters. Names
/// that the publisher calls low quality are weak.
pub(super) fn read(entity: &Element) -> (String, Vec<Alias>) {
    let names = marked_first(entity, "names", "name", "isPrimary").into_iter();
    let mut aliases: Vec<Alias> = names.flat_map(aliases_of).collect();
    let primary = if aliases.is_empty() { String::new() } else { aliases.remove(0).name };
    (primary, aliases)
}

fn aliases_of(name: &Element) -> impl Iterator<Item = Alias> + use<> {
    let is_weak = is_true(name, "isLowQuality");
    let is_former = name.text_of("aliasType").is_some_and(|kind| kind == "F.K.A.");
    translations(name).into_iter().map(move |text| graded(text, is_weak).formerly(is_former))
}

/// Texts of a name, the main one first.
fn translations(name: &Element) -> Vec<String> {
    let all = marked_first(name, "translations", "translation", "isPrimary").into_iter();
    let texts = all.map(|translation| {
        let part = |name| translation.text_of(name).unwrap_or_default();
        let full = without_direction(&part("formattedFullName"));
        match full.is_empty() {
            true => full_name(&part("formattedLastName"), &part("formattedFirstName")),
            false => full,
        }
    });
    texts.filter(|text| !text.is_empty()).collect()
}

/// Removes the invisible marks for the direction of Arabic names. The joiners of Persian are part of a
/// name and stay.
fn without_direction(text: &str) -> String {
    let is_mark = |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    squeeze(&text.replace(is_mark, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_direction_go_and_joiners_stay() {
        for (text, expected) in [
            ("\u{202b}آنا لی\u{202c}", "آنا لی"),
            ("\u{200f}می\u{200c}شود ", "می\u{200c}شود"),
            ("LEE, Ana", "LEE, Ana"),
        ] {
            assert_eq!(without_direction(text), expected);
        }
    }
}
