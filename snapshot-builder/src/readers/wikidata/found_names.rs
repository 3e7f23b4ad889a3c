//! Finds names of persons without a complete name property: in names of pictures, in identifiers with
//! hyphenated names, in addresses of the person's own site, in user names.
//!
//! A text is taken as the name if it has no other words. In addition, the given name (or the family
//! name) in it must be known, or another text must repeat it. User names are made up freely, so their
//! part must occur in another text, too.

use serde_json::Value;

use super::texts::{Text, letters, name_of, texts_of};
use tamis_ingest::squeeze;

/// Least number of letters of a name part that is cut out of a word or taken from a user name; shorter
/// ones may be an ending with another meaning.
const LETTERS_MIN: usize = 4;
/// Greatest number of words of a text that may be only a name.
const WORDS_MAX: usize = 4;

/// A name with its origin.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Given name first, if it is known.
    pub(super) name: String,
    /// Note about the origin, for the record.
    pub(super) note: String,
}

/// Finds the name of an item.
pub(super) fn find(item: &Value, given: &[String], family: &[String]) -> Option<Found> {
    let texts = texts_of(item);
    let found = |text: &Text<'_>, name: String| Found {
        name: squeeze(&name),
        note: format!("Name taken from {}: {}", text.property, text.raw),
    };
    let portrait = texts.iter().find_map(|text| Some((text, portrait_name(&text.raw)?)));
    if let Some((text, name)) = portrait {
        return Some(found(text, name));
    }
    let known = if given.is_empty() { family.first() } else { given.first() };
    let Some(known) = known else {
        let (text, name) = texts.iter().find_map(|text| Some((text, text.whole_name(&texts)?)))?;
        return Some(found(text, name));
    };
    let first = |way: &dyn Fn(&Text<'_>) -> Option<String>| {
        texts.iter().find_map(|text| Some((text, way(text)?)))
    };
    let (text, rest) = first(&|text| text.rest_beside(known))
        .or_else(|| first(&|text| text.word_said_twice(known, &texts)))
        .or_else(|| first(&|text| text.rest_said_twice(known, &texts)))?;
    let parts = if given.is_empty() { [&rest, known] } else { [known, &rest] };
    Some(found(text, parts.map(String::as_str).join(" ")))
}

impl Text<'_> {
    /// The text without the known part, if it is trusted and has no other words.
    fn rest_beside(&self, known: &str) -> Option<String> {
        if !self.is_trusted || self.words.len() > WORDS_MAX {
            return None;
        }
        let known = letters(known);
        let ends = [self.words.split_first(), self.words.split_last()].into_iter().flatten();
        let mut beside = ends.filter(|(end, rest)| letters(end) == known && !rest.is_empty());
        if let Some((_, rest)) = beside.next() {
            return Some(name_of(rest));
        }
        match self.words.as_slice() {
            [word] if self.property != "image" => self.remainder(word, &known),
            _ => None,
        }
    }

    /// A word of the text, other than the known part, that another text repeats.
    fn word_said_twice(&self, known: &str, texts: &[Text<'_>]) -> Option<String> {
        let known = letters(known);
        let mut pairs = self.words.windows(2).filter_map(|pair| match pair {
            [a, b] if letters(a) == known => Some(b),
            [a, b] if letters(b) == known => Some(a),
            _ => None,
        });
        let is_elsewhere = |word: &&String| {
            let sought = letters(word);
            sought.len() >= LETTERS_MIN
                && self.others(texts).any(|other| other.letters.contains(&sought))
        };
        pairs.find(is_elsewhere).map(|word| name_of(std::slice::from_ref(word)))
    }

    /// Rest of a word that begins or ends with the known part, if it is a word of another text.
    fn rest_said_twice(&self, known: &str, texts: &[Text<'_>]) -> Option<String> {
        let known = letters(known);
        let mut rests = self.words.iter().filter_map(|word| self.remainder(word, &known));
        rests.find(|rest| {
            let sought = letters(rest);
            self.others(texts).any(|other| other.words.iter().any(|word| letters(word) == sought))
        })
    }

    /// Texts that differ from this one.
    fn others<'t>(&'t self, texts: &'t [Text<'t>]) -> impl Iterator<Item = &'t Text<'t>> {
        texts.iter().filter(|other| other.raw != self.raw)
    }

    /// A word without the known part at its beginning or end.
    fn remainder(&self, word: &str, known: &str) -> Option<String> {
        let word = letters(word);
        let rest = word.strip_prefix(known).or_else(|| word.strip_suffix(known))?;
        let is_name = rest.len() >= LETTERS_MIN && !known.is_empty();
        is_name.then(|| name_of(&[rest.to_owned()]))
    }

    /// The whole text, if another one has all its words.
    fn whole_name(&self, texts: &[Text<'_>]) -> Option<String> {
        let is_name = self.is_trusted && (2..WORDS_MAX).contains(&self.words.len());
        let holds_all =
            |other: &Text<'_>| self.words.iter().all(|word| other.letters.contains(&letters(word)));
        let is_said_twice = is_name && self.others(texts).any(holds_all);
        is_said_twice.then(|| match self.property {
            "image" => squeeze(&self.raw),
            _ => name_of(&self.words),
        })
    }
}

/// Name in the file name of a portrait by the European Parliament: number, day, family name in capital
/// letters, given name, country, number.
fn portrait_name(file_name: &str) -> Option<String> {
    let parts: Vec<&str> = file_name.split_whitespace().collect();
    let [number, day, name @ .., country, _] = parts.as_slice() else { return None };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_capital = |text: &&&str| text.chars().all(|c| !c.is_lowercase());
    let is_portrait = is_number(number) && is_number(day) && day.len() == 8 && country.len() == 2;
    let is_name = name.iter().all(|word| word.chars().all(|c| c.is_alphabetic() || c == '-'));
    let (family, given): (Vec<&&str>, Vec<&&str>) = name.iter().partition(|word| is_capital(word));
    if !is_portrait || !is_name || family.is_empty() || given.is_empty() {
        return None;
    }
    let words = given.into_iter().chain(family).copied();
    Some(words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_found_where_it_is_sure_that_they_are_names() {
        let picture = |name: &str| format!("http://commons.example/Special:FilePath/{name}");
        for (item, given, family, expected) in [
            (
                json!({"image": picture("1718798677927%2020240618%20DEL%20SOL%20Ana%20EL%20005.jpg")}),
                "",
                "",
                Some("Ana DEL SOL"),
            ),
            (
                json!({"image": picture("1718798677927%2020240618%20EP-1%20EL%20005.jpg")}),
                "",
                "",
                None,
            ),
            (json!({"image": picture("%C3%81na%20Minta.png")}), "Ana", "", Some("Ana Minta")),
            (json!({"image": picture("Ana%20in%20the%20house%20today.png")}), "Ana", "", None),
            (json!({"LinkedIn ID": "ana-del-minta-0474334b"}), "Ana", "", Some("Ana Del Minta")),
            (json!({"Diet ID": "minta-ana"}), "Ana", "", Some("Ana Minta")),
            (json!({"Diet ID": "ana-minta-1"}), "", "Minta", Some("Ana Minta")),
            (json!({"Diet ID": "19721, ABC"}), "Ana", "", None),
            (
                json!({"official website": "https://www.anaminta.example/"}),
                "Ana",
                "",
                Some("Ana Minta"),
            ),
            (json!({"official website": "https://ana.minta.example/"}), "Ana", "", None),
            (json!({"X username": "ana.doctor"}), "Ana", "", None),
            (
                json!({"X username": "ana.minta.eu", "Facebook username": "anamintaeu"}),
                "Ana",
                "",
                Some("Ana Minta"),
            ),
            (json!({"X username": ["mintaana", "AnaMinta"]}), "Ana", "", Some("Ana Minta")),
            (json!({"X username": "ana.doctor", "TikTok username": "ana.doctor"}), "Ana", "", None),
            (
                json!({"Radio ID": "ana-minta", "X username": "anaminta1", "Y username": "mintaana"}),
                "",
                "",
                Some("Ana Minta"),
            ),
            (json!({"Radio ID": "ana-minta"}), "", "", None),
            (json!({"place of birth": "Ana Minta"}), "Ana", "", None),
            (json!("Ana"), "Ana", "", None),
        ] {
            let names = |name: &str| -> Vec<String> {
                Some(name.to_owned()).filter(|name| !name.is_empty()).into_iter().collect()
            };
            let found = find(&item, &names(given), &names(family));
            assert_eq!(found.map(|found| found.name).as_deref(), expected, "{item}");
        }
    }

    #[test]
    fn the_note_says_where_the_name_was() {
        let item = json!({"Diet ID": "minta-ana"});
        let found = find(&item, &["Ana".to_owned()], &[]).expect("found");
        assert_eq!(found.note, "Name taken from Diet ID: minta-ana");
    }
}
