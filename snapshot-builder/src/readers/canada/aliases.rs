//! Splits a string of aliases into names: decides which of its pieces belong together.

use tamis_engine::text::{NameKind, WordClass, normalize, tokenize};

use super::pieces::{Separator, pieces, tidy, without_languages};
use crate::readers::common::facts::is_latin;

/// Legal forms that occur on this list only.
const OTHER_LEGAL_FORMS: [&str; 3] = ["МК", "Некоммерческое Партнерство", "САО"];

/// Number of first letters that the first words of two names of one company share.
const LETTERS_ALIKE: usize = 4;
/// Number of first letters that two spellings of a family name share.
const LETTERS_ALIKE_FAMILY: usize = 3;

/// The party whose names are split.
pub(super) struct Party {
    is_person: bool,
    /// Primary name, normalised.
    name: String,
    /// Family name of a person, normalised.
    family_name: String,
}

impl Party {
    pub(super) fn person(name: &str, family_name: &str) -> Self {
        Self { is_person: true, name: normalize(name), family_name: normalize(family_name) }
    }

    /// Any party other than a person.
    pub(super) fn thing(name: &str) -> Self {
        Self { is_person: false, name: normalize(name), family_name: String::new() }
    }
}

/// Names in a text. Semicolons and languages always separate names; [`join`] decides about other
/// separators.
pub(super) fn split_aliases(text: &str, party: &Party) -> Vec<String> {
    let text = without_languages(text);
    let parts =
        text.split([';', '；']).flat_map(|part| join(&pieces(part, &Separator::ALL), party));
    parts.map(|name| tidy(&name)).filter(|name| !name.is_empty() && !is_legal_form(name)).collect()
}

/// Rejoins pieces that are parts of one name.
fn join(pieces: &[(Separator, &str)], party: &Party) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(pieces.len());
    let mut is_joined = false;
    for (at, (separator, piece)) in pieces.iter().enumerate() {
        let left = at.checked_sub(1).and_then(|before| pieces.get(before)).map(|(_, left)| *left);
        let is_one_name = left.is_some_and(|left| match separator {
            // `Sun, LLC, Moon`: the form belongs to one name only.
            Separator::Comma if !party.is_person => {
                (!is_joined && is_legal_form(left))
                    || is_legal_form(piece)
                    || begins_within_name(piece)
            }
            Separator::Comma => pieces.len() == 2 && is_family_name_first(left, piece, party),
            Separator::Slash => is_short_at(left, piece),
            Separator::Or => false,
            Separator::And => !party.is_person && !are_two_names(left, piece, party),
        });
        match names.last_mut() {
            Some(name) if is_one_name => {
                name.push_str(separator.text().trim_end());
                name.push_str(piece);
            }
            _ => names.push((*piece).to_owned()),
        }
        is_joined = is_one_name;
    }
    names
}

/// True for a slash as in `24/7` and `A/S`, which does not separate words.
pub(super) fn is_short_at(left: &str, right: &str) -> bool {
    let is_short =
        |word: Option<&str>| word.is_some_and(|word| (1..=2).contains(&word.chars().count()));
    is_short(left.split(' ').next_back()) && is_short(right.split(' ').next())
}

/// True for `Baranov, Oleg`: before the comma is a single word that begins like the family name, in any
/// script.
fn is_family_name_first(left: &str, right: &str, party: &Party) -> bool {
    let is_family_name =
        |word: &str| begin_alike(&normalize(word), &party.family_name, LETTERS_ALIKE_FAMILY);
    let is_single = left.split_whitespace().nth(1).is_none();
    is_single && is_family_name(left) && !right.split_whitespace().any(is_family_name)
}

/// True if a piece begins like the inside of a name: enumerations within a name continue in lower case,
/// except for articles of names.
fn begins_within_name(text: &str) -> bool {
    let text = text.trim_start();
    let has_article = ["the ", "l'", "l’"].iter().any(|article| text.starts_with(article));
    !has_article && text.starts_with(char::is_lowercase)
}

/// True if `and` separates names of things. Words that the primary name joins in the same way are one
/// name. Names in other scripts are always separated. Latin names are separated if a legal form ends
/// the first or begins the second, or if both have one. They are also separated if the second begins
/// like the first or the primary name.
fn are_two_names(left: &str, right: &str, party: &Party) -> bool {
    let last_word = left.split_whitespace().next_back().unwrap_or_default();
    let next_word = right.split_whitespace().next().unwrap_or_default();
    if party.name.contains(&normalize(&format!("{last_word} and {next_word}"))) {
        return false;
    }
    if !is_latin(left) || !is_latin(right) {
        return true;
    }
    let (first, second) = (legal_words(left), legal_words(right));
    let has_form = |words: &[bool]| words.contains(&true);
    let (left, right) = (normalize(left), normalize(right));
    let first_word = |name: &str| name.split(' ').next().unwrap_or_default().to_owned();
    let begins_again =
        |name: &str| begin_alike(&first_word(name), &first_word(&right), LETTERS_ALIKE);
    first.last() == Some(&true)
        || second.first() == Some(&true)
        || (has_form(&first) && has_form(&second))
        || begins_again(&left)
        || begins_again(&party.name)
}

/// True if two words are equal or begin with the same letters.
fn begin_alike(a: &str, b: &str, letters: usize) -> bool {
    let start = |word: &str| word.chars().take(letters).collect::<String>();
    !a.is_empty() && (a == b || (a.chars().count() >= letters && start(a) == start(b)))
}

/// True for a legal form alone, which belongs to the name next to it: `Sun, LLC`.
fn is_legal_form(text: &str) -> bool {
    // "TBK JSC" is a name, though both words may be forms.
    let is_abbreviation = |word: &str| {
        (2..=4).contains(&word.chars().count()) && !word.chars().any(char::is_lowercase)
    };
    let several = text.split_whitespace().nth(1).is_some();
    if several && text.split_whitespace().any(is_abbreviation) {
        return false;
    }
    // A legal form needs a name before it.
    let words = legal_words(&format!("Sun {text}"));
    let is_form = words.len() > 1 && words.iter().skip(1).all(|is_legal| *is_legal);
    is_form || OTHER_LEGAL_FORMS.contains(&text.trim())
}

/// For each word, true if it is a legal form.
fn legal_words(text: &str) -> Vec<bool> {
    let words = tokenize(text, NameKind::Thing).words;
    words.iter().map(|word| word.class == WordClass::Legal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(party: &Party, table: &[(&str, &[&str])]) {
        for (text, expected) in table {
            assert_eq!(split_aliases(text, party), *expected, "{text}");
        }
    }

    #[test]
    fn names_of_persons_are_divided() {
        check(
            &Party::person("Oleg Ivanovich SOLNTSEV", "SOLNTSEV"),
            &[
                ("Олег Солнцев", &["Олег Солнцев"]),
                ("Oleh Sontsev; Олег Солнцев;", &["Oleh Sontsev", "Олег Солнцев"]),
                ("Oleh Sontsev;, Oleg", &["Oleh Sontsev", "Oleg"]),
                ("Oleh,Aleh, Alik SONTSEV", &["Oleh", "Aleh", "Alik SONTSEV"]),
                ("Солнцев, Олег Иванович", &["Солнцев, Олег Иванович"]),
                ("SOLNTSEV, Oleh", &["SOLNTSEV, Oleh"]),
                ("Oleh, Aleh SONTSEV", &["Oleh", "Aleh SONTSEV"]),
                ("Solntsev, Oleg Solntsev", &["Solntsev", "Oleg Solntsev"]),
                ("Олег СОЛНЦЕВ / Олег СОНЦЕВ", &["Олег СОЛНЦЕВ", "Олег СОНЦЕВ"]),
                ("(Олег СОЛНЦЕВ / Олег СОНЦЕВ", &["Олег СОЛНЦЕВ", "Олег СОНЦЕВ"]),
                ("Oleh, or Aleh Sontsev and also Alik", &["Oleh", "Aleh Sontsev", "Alik"]),
                ("Oleh (Aleh) Sontsev", &["Oleh (Aleh) Sontsev"]),
                (
                    "Aleh Sontsau, Belarusian: Алег Сонцаў, Russian : Олег Солнцев",
                    &["Aleh Sontsau", "Алег Сонцаў", "Олег Солнцев"],
                ),
                ("Aleh Sontsau Arabic:أوليغ", &["Aleh Sontsau", "أوليغ"]),
            ],
        );
    }

    #[test]
    fn names_of_companies_keep_what_belongs_to_them() {
        check(
            &Party::thing("Sun Trade and Transport JSC"),
            &[
                ("Солнце, ООО; Луна, САО", &["Солнце, ООО", "Луна, САО"]),
                ("ОАО, СОЛНЦЕ", &["ОАО, СОЛНЦЕ"]),
                ("STT, Солнце, ООО, ООО “СОЛ”", &["STT", "Солнце, ООО", "ООО “СОЛ”"]),
                ("Sun Co. Ltd., TBK JSC, Moon Ltd", &["Sun Co. Ltd.", "TBK JSC", "Moon Ltd"]),
                ("Отдел науки, труда и жизни", &["Отдел науки, труда и жизни"]),
                ("Sazman-e Sun, the Sun", &["Sazman-e Sun", "the Sun"]),
                ("Завод (труда, АО)", &["Завод (труда, АО)"]),
                ("ООО СОЛ and СОЛНЦЕ", &["ООО СОЛ", "СОЛНЦЕ"]),
                ("Moon Trade and Transport", &["Moon Trade and Transport"]),
                ("Moon Storage and Repair", &["Moon Storage and Repair"]),
                ("Moon Co. and Star Repair", &["Moon Co.", "Star Repair"]),
                ("Moon Works and OAO Star", &["Moon Works", "OAO Star"]),
                ("Moon and Moonshine Works", &["Moon", "Moonshine Works"]),
                ("Moon and Sun Works", &["Moon", "Sun Works"]),
                ("Sun 24/7", &["Sun 24/7"]),
                ("Солнце) (Russian: Сол\"/ ОАО Сол", &["Солнце", "Сол\"", "ОАО Сол"]),
                ("(Sol)", &["Sol"]),
                ("Sun or Sol", &["Sun", "Sol"]),
                ("Sun: Sol", &["Sun: Sol"]),
                ("Акционерное общество", &[]),
                (";,/ or (", &[]),
            ],
        );
    }
}
