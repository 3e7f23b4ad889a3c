//! Names of languages and scripts that lists write with a colon before a name.

use super::wording::strip_prefix_any_case;

/// Names of languages and scripts; longer ones come before their own prefixes.
pub(in crate::readers) const LANGUAGES: [&str; 24] = [
    "Arabic",
    "Armenian",
    "Azerbaijani",
    "Belarusian",
    "Belarussian",
    "Burmese",
    "Chinese",
    "Cyrillic",
    "Dari",
    "English",
    "Farsi",
    "French",
    "Georgian",
    "German",
    "Hebrew",
    "Korean",
    "Pashto",
    "Persian",
    "Russian",
    "Serbian",
    "Spanish",
    "Turkish",
    "Ukrainian",
    "Urdu",
];

/// Text after a language and its colon: `Ана` for `in Russian: Ана`.
pub(in crate::readers) fn behind_language(text: &str) -> Option<&str> {
    let text = strip_prefix_any_case(text, "in ").unwrap_or(text);
    let behind = LANGUAGES.iter().find_map(|language| strip_prefix_any_case(text, language))?;
    behind.trim_start().strip_prefix(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_counts_with_its_colon() {
        for (text, expected) in [
            ("Russian: Ана", Some(" Ана")),
            ("in russian :Ана", Some("Ана")),
            ("Russian Ана", None),
            ("Sun: Ана", None),
        ] {
            assert_eq!(behind_language(text), expected, "{text}");
        }
    }
}
