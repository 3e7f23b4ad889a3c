//! Splits a string of names into pieces. The publisher separates names by semicolons, commas, slashes,
//! words and names of languages, most of which also occur within names.

use crate::readers::common::languages::LANGUAGES;
use crate::readers::common::wording::open_parentheses;

/// Greatest number of brackets removed from a name; the list has at most two.
const BRACKETS_MAX: usize = 4;

/// Possible separator of two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Comma,
    Slash,
    Or,
    And,
}

impl Separator {
    pub(super) const ALL: [Self; 4] = [Self::Comma, Self::Slash, Self::Or, Self::And];

    /// Its text; words include the blanks around them.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Slash => "/",
            Self::Or => " or ",
            Self::And => " and ",
        }
    }
}

/// A name without remains of separators at its ends, and without an unmatched bracket.
pub(super) fn tidy(name: &str) -> String {
    let mut name = name.trim_matches([' ', ',', ';', ':', '/']).trim_end_matches([' ', '(']);
    name = name.strip_prefix("\" ").unwrap_or(name);
    for word in ["or ", "and ", "also "] {
        name = name.strip_prefix(word).unwrap_or(name).trim_start();
    }
    for _ in 0..BRACKETS_MAX {
        let inner = name.strip_prefix('(').and_then(|name| name.strip_suffix(')'));
        let bare = match (inner, open_parentheses(name)) {
            (Some(inner), _) if !inner.contains(['(', ')']) => Some(inner),
            (_, 0) => None,
            (_, open) if open > 0 => name.strip_prefix('('),
            _ => name.strip_suffix(')'),
        };
        let Some(bare) = bare else { break };
        name = bare.trim();
    }
    name.to_owned()
}

/// Replaces each name of a language and its colon by a semicolon.
pub(super) fn without_languages(text: &str) -> String {
    let mut parts = text.split(':');
    let mut divided = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let before = divided.trim_end();
        let rest = LANGUAGES.iter().find_map(|language| before.strip_suffix(language));
        match rest.map(str::len) {
            Some(rest) => {
                divided.truncate(rest);
                divided.push(';');
            }
            None => divided.push(':'),
        }
        divided.push_str(part);
    }
    divided
}

/// Splits the text at these separators outside parentheses. Each piece comes with the separator before
/// it; empty pieces are left out.
pub(super) fn pieces<'t>(text: &'t str, at: &[Separator]) -> Vec<(Separator, &'t str)> {
    let mut pieces = Vec::new();
    let (mut depth, mut start, mut before) = (0usize, 0, Separator::Comma);
    let mut skip_to = 0;
    let last_bracket = text.rfind(')').unwrap_or(0);
    for (position, character) in text.char_indices() {
        let rest = text.get(position..).unwrap_or_default();
        match character {
            '(' if position < last_bracket => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let found = at.iter().find(|separator| rest.starts_with(separator.text()));
        let Some(separator) = found.filter(|_| depth == 0 && position >= skip_to) else { continue };
        pieces.push((before, text.get(start..position).unwrap_or_default()));
        // The blank after a separator may also be the one before the next.
        start = position + separator.text().trim_end().len();
        skip_to = start;
        before = *separator;
    }
    pieces.push((before, text.get(start..).unwrap_or_default()));
    pieces.retain(|(_, piece)| !piece.trim().is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_in_parentheses_do_not_cut() {
        let cut =
            |text| pieces(text, &Separator::ALL).into_iter().map(|(_, piece)| piece).collect();
        let found: Vec<&str> = cut("a, b (c, d) or e / (f and g");
        assert_eq!(found, ["a", " b (c, d)", " e ", " (f", " g"]);
        let none: Vec<&str> = cut(" ,, / ");
        assert!(none.is_empty());
    }

    #[test]
    fn what_is_left_at_the_ends_goes() {
        for (text, expected) in [
            (" , or Sun;", "Sun"),
            ("(Sun)", "Sun"),
            ("(Sun) (Moon)", "(Sun) (Moon)"),
            ("Sun) (", "Sun"),
            ("((Sun", "Sun"),
            ("Sun (S)", "Sun (S)"),
            ("\" Sun", "Sun"),
            ("((((((((", ""),
        ] {
            assert_eq!(tidy(text), expected, "{text}");
        }
    }

    #[test]
    fn names_of_languages_become_dividers() {
        for (text, expected) in [
            ("Sun Russian: Сол", "Sun ; Сол"),
            ("Arabic:شمس", ";شمس"),
            ("Sun: Sol", "Sun: Sol"),
            (":", ":"),
        ] {
            assert_eq!(without_languages(text), expected, "{text}");
        }
    }
}
