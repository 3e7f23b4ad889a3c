//! Short forms of a name: `(HURDO)` after "Human Resources Development Organization".

use tamis_engine::text::has_legal_form;

/// Longest text, in characters, that is checked; no real short form is nearly as long.
const SHORT_FORM_CHARS_MAX: usize = 40;

/// True if a text consists of beginnings of the name's words, in order, ignoring its own legal form.
pub(in crate::readers) fn is_short_form(text: &str, name: &str) -> bool {
    if text.chars().count() > SHORT_FORM_CHARS_MAX {
        return false;
    }
    let letters: Vec<char> = words(&without_legal_form(text)).concat();
    if letters.len() < 2 {
        return false;
    }
    // Numbers of letters that can be formed from the words so far.
    let mut reached = vec![false; letters.len() + 1];
    if let Some(none) = reached.first_mut() {
        *none = true;
    }
    for word in words(name) {
        for from in (0..letters.len()).rev() {
            if !reached.get(from).copied().unwrap_or_default() {
                continue;
            }
            let rest = letters.iter().skip(from);
            let common = rest.zip(&word).take_while(|(one, other)| one == other).count();
            for to in reached.iter_mut().skip(from + 1).take(common) {
                *to = true;
            }
        }
    }
    reached.last().copied().unwrap_or_default()
}

/// True if all words of a text are words of the name, so that it adds nothing.
pub(in crate::readers) fn repeats_words(text: &str, name: &str) -> bool {
    let of_name = words(name);
    words(&without_legal_form(text)).iter().all(|word| of_name.contains(word))
}

fn without_legal_form(text: &str) -> String {
    // Some forms differ from words only by their position at the end.
    let is_form = |word: &str| has_legal_form(&format!("x {word}"));
    let kept = text.split_whitespace().filter(|word| !is_form(word));
    let kept = kept.collect::<Vec<_>>().join(" ");
    if kept.is_empty() { text.to_owned() } else { kept }
}

/// Letters and digits of each word, in lower case.
pub(in crate::readers) fn words(text: &str) -> Vec<Vec<char>> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().flat_map(char::to_lowercase).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_made_of_beginnings() {
        for (text, name, expected) in [
            ("HURDO", "HUMAN RESOURCES DEVELOPMENT ORGANIZATION", true),
            ("NSEA", "NORTH SEA TRADERS", true),
            ("SIVA S.A.", "SERVICIOS DE INGENIERIA VALLE", true),
            ("“NSL”", "NORTH SEA LIMITED", true),
            ("BEIL INFRA", "BEIL INFRASTRUCTURE LIMITED", true),
            ("VALLE", "ANA DEL VALLE RIOS", true),
            ("GROUP", "GEO ENGINEERING CORPORATION", false),
            ("BRANCH", "NORTH SEA LTD, RWANDA", false),
            ("TAMBOV", "NORTH SEA ZAO", false),
            ("NSX", "NORTH SEA LIMITED", false),
            ("N", "NORTH SEA", false),
            ("", "NORTH SEA", false),
        ] {
            assert_eq!(is_short_form(text, name), expected, "{text} of {name}");
        }
    }

    #[test]
    fn repeated_words_say_nothing_new() {
        assert!(repeats_words("DEL VALLE", "ANA DEL VALLE RIOS"));
        assert!(repeats_words("J&R S.R.L.", "J&R CONTRATISTAS S.R.L."));
        assert!(!repeats_words("BEIL INFRA", "BEIL INFRASTRUCTURE LIMITED"));
    }
}
