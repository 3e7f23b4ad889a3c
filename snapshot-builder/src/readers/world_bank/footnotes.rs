//! Removes the footnotes of the publisher's page.

use tamis_ingest::squeeze;

/// The text without footnotes (`*192`, `*518 and 572`, a single `*`): the publisher renumbers them with
/// every change of the list. A text of only digits is one, too.
pub(super) fn without_footnotes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('*') {
        kept.push_str(before);
        kept.push(' ');
        rest = skip_numbers(after);
    }
    kept.push_str(rest);
    let kept = squeeze(&kept);
    let kept = kept.trim_start_matches([',', '.', ' ']).trim_end_matches([',', ' ']);
    let says = |c: char| c.is_alphanumeric() && !c.is_ascii_digit();
    if kept.contains(says) { kept.to_owned() } else { String::new() }
}

/// Text after the numbers of footnotes.
fn skip_numbers(text: &str) -> &str {
    let without_number = |text: &'_ str| {
        let figures = text.trim_start();
        let rest = figures.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < figures.len()).then_some(figures.len() - rest.len())
    };
    let mut rest = text;
    let mut is_first = true;
    loop {
        let next = rest.trim_start();
        let next = match (is_first, next.strip_prefix(',').or_else(|| next.strip_prefix("and "))) {
            (true, _) => next,
            (false, Some(next)) => next.trim_start(),
            (false, None) => return rest,
        };
        match without_number(next).and_then(|figures| next.get(figures..)) {
            // Digits within a word are not a number.
            Some(after) if is_first || !after.starts_with(char::is_alphanumeric) => rest = after,
            _ => return rest,
        }
        is_first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footnotes_are_dropped() {
        for (text, expected) in [
            ("*192 (AKA MR. LEE)", "(AKA MR. LEE)"),
            ("(Reg. No. 77)*512", "(Reg. No. 77)"),
            ("SUN CO. *518 and 572", "SUN CO."),
            ("* 43", ""),
            ("*566, 576", ""),
            ("*192, *193.", ""),
            ("342", ""),
            ("SUN CO., LTD.*", "SUN CO., LTD."),
            (", also SUN *12", "also SUN"),
            ("*12 and 3M", "and 3M"),
            ("*623 (Reg. No. 5) x", "(Reg. No. 5) x"),
            ("*12, 12A", "12A"),
            ("太阳 * 5", "太阳"),
        ] {
            assert_eq!(without_footnotes(text), expected, "{text}");
        }
    }
}
