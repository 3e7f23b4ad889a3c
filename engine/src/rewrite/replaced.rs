//! A text with some places replaced.

use std::ops::Range;

/// Replaces places of a text, in their order; `None` if there are none. Two words may be read from one place,
/// which is replaced once.
pub(super) fn replaced<S: AsRef<str>>(
    text: &str,
    places: impl IntoIterator<Item = (Range<usize>, S)>,
) -> Option<String> {
    let (mut all, mut end) = (String::new(), 0);
    for (place, with) in places.into_iter() {
        if place.start >= end {
            all.push_str(text.get(end..place.start)?);
            all.push_str(with.as_ref());
            end = place.end;
        }
    }
    (end > 0).then(|| text.get(end..).map(|rest| all + rest))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_replaced_once_and_the_rest_is_kept() {
        let text = "Mahan Eng Comp.";
        for (places, expected) in [
            (vec![], None),
            (vec![(6..9, "Engineering")], Some("Mahan Engineering Comp.")),
            (vec![(0..5, "Danan"), (10..14, "Company")], Some("Danan Eng Company.")),
            (vec![(6..9, "Energy"), (6..9, "England")], Some("Mahan Energy Comp.")),
            (vec![(6..99, "beyond")], None),
        ] {
            assert_eq!(replaced(text, places).as_deref(), expected);
        }
    }
}
