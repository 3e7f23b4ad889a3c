//! Texts in the form of the follow-the-money model. Its tools treat any other form as an error, or as
//! another value.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Returns a text in composed form (NFC), without invisible characters, and with a plain blank for
/// other kinds of blank.
pub(super) fn clean_text(text: &str) -> Cow<'_, str> {
    if is_nfc(text) && !text.chars().any(|c| is_invisible(c) || is_odd_blank(c)) {
        return Cow::Borrowed(text);
    }
    let kept = text.nfc().filter(|c| !is_invisible(*c));
    Cow::Owned(kept.map(|c| if is_odd_blank(c) { ' ' } else { c }).collect())
}

/// Returns a clean name, without quotation marks around all of it and with single blanks. A name of
/// nothing else stays unchanged, because every party needs a name.
pub(super) fn clean_name(name: &str) -> Cow<'_, str> {
    if is_clean_name(name) {
        return Cow::Borrowed(name);
    }
    let mut cleaned = clean_text(name).split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some(inner) = unquoted(&cleaned) {
        cleaned = inner.trim().to_owned();
    }
    if cleaned.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(cleaned) }
}

/// Returns a clean address in one line, with commas between its parts.
pub(super) fn clean_address(address: &str) -> Cow<'_, str> {
    const ENDS_OF_LINES: [&str; 8] = ["\r\n", "\n", "<BR/>", "<BR>", "\t", "ESQ.,", "ESQ,", ";"];
    let mut cleaned = clean_text(address);
    if ENDS_OF_LINES.iter().any(|end| cleaned.contains(end)) {
        let commas = |text: String, end: &&str| text.replace(*end, ", ");
        cleaned = Cow::Owned(ENDS_OF_LINES.iter().fold(cleaned.into_owned(), commas));
    }
    // Removed parts may leave two commas in a row.
    while [",,", ", ,", ",.", ", ."].iter().any(|twice| cleaned.contains(twice)) {
        let merged = cleaned.replace(", ,", ", ").replace(",,", ", ");
        cleaned = Cow::Owned(merged.replace(", .", ", ").replace(",.", ", "));
    }
    let squeezed = || cleaned.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_single =
        !cleaned.contains("  ") && cleaned.trim() == cleaned && !cleaned.contains('\u{a0}');
    if is_single { cleaned } else { Cow::Owned(squeezed()) }
}

fn is_clean_name(name: &str) -> bool {
    let blank = |c: char| c.is_whitespace();
    let single = !name.contains("  ") && !name.starts_with(blank) && !name.ends_with(blank);
    let plain = |c: char| c == ' ' || !(blank(c) || is_invisible(c) || is_odd_blank(c));
    single && unquoted(name).is_none() && name.chars().all(plain) && is_nfc(name)
}

/// Returns the text between quotation marks, single or double, at its beginning and end.
fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])
}

/// True for control characters except tab and line ends, and for format characters.
fn is_invisible(c: char) -> bool {
    let control = c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    control
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}')
}

/// True for blanks of a special width. The no-break space is not one of them: it is kept in texts, and
/// becomes a plain blank in names.
fn is_odd_blank(c: char) -> bool {
    let single = matches!(c, '\u{a00}' | '\u{1680}' | '\u{202f}' | '\u{205f}' | '\u{3000}');
    single || matches!(c, '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{clean_address, clean_name, clean_text};

    #[test]
    fn addresses_are_one_line_with_single_commas() {
        for (address, expected) in [
            ("1 Road, Lima", "1 Road, Lima"),
            ("1 Road; Lima", "1 Road, Lima"),
            ("1 Road,; Lima", "1 Road, Lima"),
            ("1 Road,, ,Lima", "1 Road, Lima"),
            ("Box 1, .Lima", "Box 1, Lima"),
            ("1 Road\r\nLima\tPeru", "1 Road, Lima, Peru"),
            ("1  Road<BR/>Lima", "1 Road, Lima"),
        ] {
            assert_eq!(clean_address(address), expected, "{address:?}");
        }
    }

    /// The expected forms are those of `followthemoney` 4.11, cleaned until nothing changes.
    #[test]
    fn names_have_the_form_of_the_model() {
        for (name, expected) in [
            ("\"The Base\"", "The Base"),
            ("'Papa Six'", "Papa Six"),
            ("\"\"twice\"\"", "twice"),
            (" \"a\" ", "a"),
            ("\" a \"", "a"),
            ("a  b\tc\nd", "a b c d"),
            ("a\u{a0}b\u{3000}c\u{2028}d", "a b c d"),
            ("حسن\u{200c}زاده", "حسنزاده"),
            ("\u{feff}a\u{ad}b\u{7f}c\u{200e}", "abc"),
            ("и\u{306}", "й"),
            ("\"\"", "\"\""),
            ("\u{200b}", "\u{200b}"),
        ] {
            assert_eq!(clean_name(name), expected, "{name:?}");
        }
    }

    #[test]
    fn names_in_that_form_are_not_copied() {
        for name in ["Ivan Sokolov", "Al \"Fox\"", "\"", "a'", "«Ромашка»", "김정은", "a\u{202e}b"]
        {
            assert!(matches!(clean_name(name), Cow::Borrowed(same) if same == name), "{name:?}");
        }
    }

    #[test]
    fn texts_keep_their_lines_and_quotation_marks() {
        for (text, expected) in [
            ("\"so\"  he\tsaid\r\n", "\"so\"  he\tsaid\r\n"),
            ("a\u{0}b\u{200d}c", "abc"),
            ("a\u{2003}b\u{a0}c", "a b\u{a0}c"),
        ] {
            assert_eq!(clean_text(text), expected);
        }
    }
}
