//! Legal forms in front of a name: "PLC First East Export Bank". Behind a legal form, "first" is a number;
//! at the beginning of a name it is a word.

use crate::text::{self, NameKind, Word};

/// Returns the text with the legal form in front of it at its end, if the other words then read differently.
pub(super) fn at_end(text: &str, words: &[Word]) -> Option<String> {
    let (form, others) = words.split_first().filter(|(form, _)| form.is_legal_form())?;
    let (start, end) = form.span.range();
    let (form, rest) = (text.get(start..end)?, text.get(end..)?.trim_start());
    let alone = text::tokenize(rest, NameKind::Thing).words;
    let is_read_alike = alone.iter().map(|word| (&word.text, word.class));
    let is_read_alike = is_read_alike.eq(others.iter().map(|word| (&word.text, word.class)));
    (!rest.is_empty() && !is_read_alike).then(|| format!("{rest} {form}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legal_form_goes_to_the_end_where_that_changes_the_name() {
        for (text, expected) in [
            ("PLC First East Export Bank", Some("First East Export Bank PLC")),
            ("LLC Second Danan", Some("Second Danan LLC")),
            ("LLC Danan", None),
            ("First East Export Bank PLC", None),
            ("LLC", None),
            ("", None),
        ] {
            let words = text::tokenize(text, NameKind::Thing).words;
            assert_eq!(at_end(text, &words).as_deref(), expected, "{text}");
        }
    }
}
