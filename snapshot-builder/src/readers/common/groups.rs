//! What of a text is in parentheses and what is not.

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::readers) enum Piece<'t> {
    /// Outside parentheses.
    Outside(&'t str),
    /// Inside a pair of parentheses, with all that is nested in it.
    Inside {
        /// Without the outer pair.
        inner: &'t str,
        whole: &'t str,
    },
}

/// The pieces of a text, in order. Parentheses of both widths count, a group that is not closed
/// ends with the text, and what closes nothing divides two pieces.
pub(in crate::readers) fn pieces(text: &str) -> Vec<Piece<'_>> {
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
}
