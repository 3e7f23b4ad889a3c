//! Names of a person from Wikidata, combined from the properties that hold names.
//!
//! There are three kinds of such properties, and no person has all of them:
//!
//! - Whole names: the name in the person's own language, and the category of pictures, which has the
//!   name in common use. (Some lists also have the label.) If there are any, one of these is the
//!   primary name.
//! - Given and family names. They are labels of items for a name in general, so lists of them have no
//!   order. Family names before and after a marriage are both present, and the form may be that of
//!   another language or gender. The combined name counts if the whole names confirm it, otherwise
//!   it is weak; it is primary only if there are no whole names.
//! - Names of some time or use: at birth, by marriage, in secret, among friends.

use serde_json::Value;
use tamis_engine::limits::NAME_WORDS_MAX;
use tamis_engine::model::Alias;
use tamis_engine::text::normalize;

use super::found_names;
use super::labels::labels;
use crate::readers::common::facts::{add_unique, is_latin};
use crate::readers::common::titles::split_titles;
use crate::readers::common::wording::without_parentheses;
use tamis_ingest::squeeze;

/// Names of a person.
#[derive(Debug, Default)]
pub(super) struct Naming {
    /// Primary name.
    pub(super) name: String,
    /// All other names.
    pub(super) aliases: Vec<Alias>,
    /// Titles found before names.
    pub(super) titles: Vec<String>,
    /// Origin of the primary name, if it is not a property for names.
    pub(super) note: Option<String>,
}

/// Reads the names of an item, or returns the reason for having none.
pub(super) fn read(item: &Value) -> Result<Naming, String> {
    let mut naming = Naming::default();
    let given = parts(item, "given name");
    let family = parts(item, "family name");
    let whole = whole_names(item, &mut naming);
    let former = [labels(item, "birth name"), labels(item, "married name")].concat();
    let former: Vec<String> = former.iter().map(|name| plain(name)).collect();
    let known: Vec<String> = whole.iter().chain(&former).map(|name| normalize(name)).collect();
    let composed = composed_names(item, &given, &family, &known);
    let (latin, other): (Vec<_>, Vec<_>) = whole.iter().cloned().partition(|name| is_latin(name));
    let mut names: Vec<Alias> = latin.into_iter().map(Alias::strong).collect();
    names.extend(composed);
    names.extend(other.into_iter().chain(former).map(graded));
    names.retain(|alias| !alias.name.is_empty());
    if !names.iter().any(|alias| alias.name.contains(' '))
        && let Some(found) = found_names::find(item, &given, &family)
    {
        names.insert(0, Alias::strong(found.name));
        naming.note = Some(found.note);
    }
    names.extend(family.iter().filter(|_| names.is_empty()).cloned().map(Alias::strong).next());
    if names.is_empty() {
        return Err(match given.as_slice() {
            [] => "no property holds a name".to_owned(),
            given => format!("no property holds more than the given name {:?}", given.join(" ")),
        });
    }
    names.extend(nicknames(item, &family));
    naming.name = names.remove(0).name;
    naming.aliases = names;
    Ok(naming)
}

/// Whole names, those in common use first.
fn whole_names(item: &Value, naming: &mut Naming) -> Vec<String> {
    let mut names: Vec<String> = labels(item, "label");
    names.extend(labels(item, "Commons category"));
    names.extend(labels(item, "name in native language"));
    names.extend(labels(item, "name"));
    let categories = labels(item, "topic's main category");
    names.extend(
        categories.iter().filter_map(|name| name.strip_prefix("Category:")).map(str::to_owned),
    );
    let untitled = names.iter().map(|name| {
        let name = plain(name);
        let (titles, bare) = split_titles(&name);
        titles.into_iter().for_each(|title| add_unique(&mut naming.titles, title.to_owned()));
        bare.to_owned()
    });
    let mut names = Vec::new();
    untitled.for_each(|name| add_unique(&mut names, name));
    names
}

/// Names combined from given and family names, the fullest first.
fn composed_names(
    item: &Value,
    given: &[String],
    family: &[String],
    known: &[String],
) -> Vec<Alias> {
    if given.is_empty() {
        return Vec::new();
    }
    let given = given.join(" ");
    let with_quality = |name: String| match known.is_empty() || is_confirmed(&name, known) {
        true => Alias::strong(name),
        false => Alias::weak(name),
    };
    match family {
        [] => Vec::new(),
        [family] => {
            let before = [
                parts(item, "first family name in Portuguese name"),
                parts(item, "Scandinavian middle family name"),
            ];
            let before = before.concat().join(" ");
            let after = parts(item, "second family name in Spanish name").join(" ");
            let full = squeeze(&format!("{given} {before} {family} {after}"));
            [full, format!("{given} {family}")].map(with_quality).into()
        }
        several => {
            let all = with_quality(format!("{given} {}", several.join(" ")));
            let each = several.iter().filter(|family| !is_confirmed(family, known));
            let each = each.map(|family| Alias::weak(format!("{given} {family}")));
            // If whole names are known, all family names in arbitrary order form no name.
            let all = Some(all).filter(|_| known.is_empty());
            all.into_iter().chain(each).collect()
        }
    }
}

/// Pseudonyms and nicknames, the latter also with the family name; user names do not count.
fn nicknames(item: &Value, family: &[String]) -> Vec<Alias> {
    let is_name = |name: &String| !name.contains(|c: char| c.is_ascii_digit() || c == '_');
    let names = |property: &str| {
        let names = labels(item, property).into_iter().map(|name| plain(&name));
        names.filter(is_name).filter(|name| !name.is_empty()).collect::<Vec<_>>()
    };
    let nicknames = names("nickname");
    let with_family = match family {
        [family] => nicknames
            .iter()
            .filter(|name| !name.contains(' '))
            .map(|name| Alias::weak(format!("{name} {family}")))
            .collect(),
        _ => Vec::new(),
    };
    let all = nicknames.into_iter().chain(names("pseudonym")).map(graded);
    all.chain(with_family).collect()
}

/// Given or family names, with alternatives (`Yeva/Eva`) separated.
fn parts(item: &Value, property: &str) -> Vec<String> {
    let values = labels(item, property);
    let names = values.iter().flat_map(|value| value.split('/')).map(plain);
    names.filter(|name| !name.is_empty()).collect()
}

/// The name without disambiguating parentheses, and without commas, which would reverse its order.
fn plain(name: &str) -> String {
    squeeze(&without_parentheses(name).replace(',', " "))
}

/// An alias that the item states directly: weak if it is a single word.
fn graded(name: String) -> Alias {
    if name.contains(' ') { Alias::strong(name) } else { Alias::weak(name) }
}

/// True if one of the known, folded names contains all words of the name, or is contained in it.
fn is_confirmed(name: &str, known: &[String]) -> bool {
    let words = |name: &str| -> Vec<String> {
        name.split(' ').take(NAME_WORDS_MAX).map(str::to_owned).collect()
    };
    let holds =
        |longer: &[String], shorter: &[String]| shorter.iter().all(|word| longer.contains(word));
    let name = words(&normalize(name));
    known.iter().map(|known| words(known)).any(|known| holds(&known, &name) || holds(&name, &known))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tamis_engine::model::AliasQuality;

    use super::*;

    /// The names, weak ones with a question mark; else the reason.
    fn read_names(item: &Value) -> Result<Vec<String>, String> {
        let naming = read(item)?;
        let aliases = naming.aliases.into_iter().map(|alias| {
            let mark = if alias.quality == AliasQuality::Weak { "?" } else { "" };
            alias.name + mark
        });
        Ok(std::iter::once(naming.name).chain(aliases).collect())
    }

    #[test]
    fn names_come_from_every_property_that_holds_them() {
        for (item, expected) in [
            (json!({"given name": "Ana", "family name": "Sol"}), &["Ana Sol", "Ana Sol"][..]),
            (
                json!({"given name": ["Eva", "Ana"], "family name": "Sol",
                    "Commons category": "Ana Sol (politician)"}),
                &["Ana Sol", "Eva Ana Sol", "Eva Ana Sol"],
            ),
            (
                json!({"given name": "Ana", "family name": "Mar", "Commons category": "Ana Sol"}),
                &["Ana Sol", "Ana Mar?", "Ana Mar?"],
            ),
            (
                json!({"given name": "Ana", "family name": "Sol", "birth name": "Ana Sol Mar",
                    "second family name in Spanish name": "Mar"}),
                &["Ana Sol Mar", "Ana Sol", "Ana Sol Mar"],
            ),
            (
                json!({"given name": "Ana", "family name": ["Sol", "Mar"],
                    "name in native language": "Ana Sol"}),
                &["Ana Sol", "Ana Mar?"],
            ),
            (
                json!({"given name": "Ana", "family name": ["Sol", "Mar"]}),
                &["Ana Sol Mar", "Ana Sol?", "Ana Mar?"],
            ),
            (
                json!({"given name": "Béla", "name": "Dr. Minta Béla", "pseudonym": "Kő",
                    "nickname": "b_1", "given names": 3}),
                &["Minta Béla", "Kő?"],
            ),
            (
                json!({"given name": "Nikos", "family name": "Paradeigma", "nickname": "Niko",
                    "name in native language": "Νίκος Παράδειγμα"}),
                &[
                    "Nikos Paradeigma",
                    "Nikos Paradeigma",
                    "Νίκος Παράδειγμα",
                    "Niko?",
                    "Niko Paradeigma?",
                ],
            ),
            (json!({"family name": ["Q12", "Sol"]}), &["Sol"]),
            (json!({"birth name": "Παράδειγμα"}), &["Παράδειγμα"]),
            (json!({"given name": "Ana", "birth name": "Sol, Ana"}), &["Sol Ana"]),
        ] {
            assert_eq!(read_names(&item).expect("named"), expected, "{item}");
        }
    }

    #[test]
    fn without_a_name_there_is_a_reason() {
        for (item, reason) in [
            (json!({"given name": "Q7"}), "no property holds a name"),
            (
                json!({"given name": ["Ana", "Eva (Ева)"]}),
                "no property holds more than the given name \"Ana Eva\"",
            ),
        ] {
            assert_eq!(read_names(&item).expect_err("nameless"), reason);
        }
    }

    #[test]
    fn what_tells_namesakes_apart_is_no_part_of_a_name() {
        for (text, expected) in
            [("Ana Sol (politician)", "Ana Sol"), ("Ana (A (B) C) Sol (D", "Ana Sol"), ("(", "")]
        {
            assert_eq!(plain(text), expected);
        }
    }
}
