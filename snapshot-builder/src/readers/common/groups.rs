//! Splits a text into the parts inside and outside parentheses.

/// Parentheses of both widths.
const OPENING: [char; 2] = ['(', '（'];
const CLOSING: [char; 2] = [')', '）'];

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::readers) enum Piece<'t> {
    /// Outside parentheses.
    Outside(&'t str),
    /// Inside a pair of parentheses, with all nested content.
    Inside {
        /// Text without the outer pair.
        inner: &'t str,
        whole: &'t str,
    },
}

/// Pieces of a text, in order. Parentheses of both widths count. An unclosed group ends with the text,
/// and an unmatched closing one separates two pieces.
pub(in crate::readers) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        if OPENING.contains(&c) {
            if depth == 0 {
                pieces.extend(outside(text.get(start..at)));
                start = at;
            }
            depth += 1;
        } else if CLOSING.contains(&c) {
            match depth {
                0 => pieces.extend(outside(text.get(start..at))),
                1 => pieces.extend(inside(text.get(start..after), true)),
                _ => {}
            }
            if depth <= 1 {
                start = after;
            }
            depth = depth.saturating_sub(1);
        }
    }
    let rest = text.get(start..);
    pieces.extend(if depth == 0 { outside(rest) } else { inside(rest, false) });
    pieces
}

fn outside(piece: Option<&str>) -> Option<Piece<'_>> {
    piece.filter(|piece| !piece.is_empty()).map(Piece::Outside)
}

fn inside(whole: Option<&str>, is_closed: bool) -> Option<Piece<'_>> {
    let whole = whole?;
    let inner = whole.strip_prefix(OPENING)?;
    let inner = if is_closed { inner.strip_suffix(CLOSING)? } else { inner }.trim();
    (!inner.is_empty()).then_some(Piece::Inside { inner, whole })
}

/// Pieces outside parentheses.
pub(in crate::readers) fn outside_of<'t>(pieces: &[Piece<'t>]) -> Vec<&'t str> {
    let outside = |piece: &Piece<'t>| match piece {
        Piece::Outside(text) => Some(*text),
        Piece::Inside { .. } => None,
    };
    pieces.iter().filter_map(outside).collect()
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
