//! What is in parentheses and what is not, and the footnotes of the publisher's page.

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Outside parentheses.
    Outside(&'t str),
    /// Inside a pair of parentheses, with all that is nested in it.
    Inside {
        /// Without the outer pair.
        inner: &'t str,
        /// With it.
        whole: &'t str,
    },
}

/// The pieces of a text, in order. Parentheses of both widths count, a group that is not closed
/// ends with the text, and what closes nothing divides two pieces.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut inner_start, mut depth) = (0, 0, 0_usize);
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        match c {
            '(' | '（' => {
                if depth == 0 {
                    push_outside(&mut pieces, text, start, at);
                    (start, inner_start) = (at, after);
                }
                depth += 1;
            }
            ')' | '）' => {
                match depth {
                    0 => push_outside(&mut pieces, text, start, at),
                    1 => push_inside(&mut pieces, text, inner_start, at, start, after),
                    _ => {}
                }
                if depth <= 1 {
                    start = after;
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    match depth {
        0 => push_outside(&mut pieces, text, start, text.len()),
        _ => push_inside(&mut pieces, text, inner_start, text.len(), start, text.len()),
    }
    pieces
}

fn push_outside<'t>(pieces: &mut Vec<Piece<'t>>, text: &'t str, from: usize, to: usize) {
    let piece = text.get(from..to).unwrap_or_default();
    if !piece.is_empty() {
        pieces.push(Piece::Outside(piece));
    }
}

fn push_inside<'t>(
    pieces: &mut Vec<Piece<'t>>,
    text: &'t str,
    inner_from: usize,
    inner_to: usize,
    from: usize,
    to: usize,
) {
    let inner = text.get(inner_from..inner_to).unwrap_or_default().trim();
    let whole = text.get(from..to).unwrap_or_default();
    if !inner.is_empty() {
        pieces.push(Piece::Inside { inner, whole });
    }
}

/// The text without footnotes (`*192`, `*518 and 572`, `*` alone): the publisher numbers them anew
/// with every change of the list. A text of nothing but figures is one, too.
pub(super) fn without_footnotes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('*') {
        kept.push_str(before);
        kept.push(' ');
        rest = skip_numbers(after);
    }
    kept.push_str(rest);
    let kept = super::squeeze(&kept);
    let kept = kept.trim_start_matches([',', '.', ' ']).trim_end_matches([',', ' ']);
    let says = |c: char| c.is_alphanumeric() && !c.is_ascii_digit();
    if kept.contains(says) { kept.to_owned() } else { String::new() }
}

/// What follows the numbers of footnotes.
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
            // Figures within a word are not a number.
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
    fn parentheses_of_both_widths_are_paired() {
        let shown = |text| {
            let show = |piece: &Piece<'_>| match piece {
                Piece::Outside(text) => text.trim().to_owned(),
                Piece::Inside { inner, .. } => format!("<{inner}>"),
            };
            pieces(text).iter().map(show).collect::<Vec<_>>().join("|")
        };
        for (text, expected) in [
            ("A (B) C", "A|<B>|C"),
            ("(A (B) C)(D)", "<A (B) C>|<D>"),
            ("（甲（乙）丙）x", "<甲（乙）丙>|x"),
            ("A (B）", "A|<B>"),
            ("A (B (C) D", "A|<B (C) D>"),
            ("A) B (", "A|B"),
            ("() x", "x"),
            ("(A) (B)", "<A>||<B>"),
            ("", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

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
