//! The name of a person as it is said, from its parts.

use crate::readers::common::facts::joined;

/// Words that tell a son from his father. They stand behind the family name, where the list has
/// them in the middle name ("B JR") or behind a comma ("DOE, III").
const GENERATIONS: [&str; 5] = ["JR", "SR", "II", "III", "IV"];

/// First names, middle names and family name in natural order, then what follows the family name.
pub(super) fn person_name(last: &str, first: &str, middle: &str) -> String {
    let (last, after_last) = split_generation(last);
    let (middle, after_middle) = split_generation(middle);
    // Behind a comma the words before it would be taken for the family name.
    let last = last.replace(',', " ");
    joined([first, middle, &last, after_last, after_middle], " ")
}

/// A name part and the word for the generation at its end.
fn split_generation(part: &str) -> (&str, &str) {
    let start = part.rfind([' ', ',']).map_or(0, |at| at + 1);
    let (rest, word) = part.split_at_checked(start).unwrap_or((part, ""));
    let bare = word.trim_end_matches('.');
    if GENERATIONS.iter().any(|generation| generation.eq_ignore_ascii_case(bare)) {
        (rest.trim_end_matches([' ', ',']), word)
    } else {
        (part, "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_in_the_order_in_which_a_name_is_said() {
        for (last, first, middle, expected) in [
            ("DOE", "JANE", "", "JANE DOE"),
            ("DE LA CRUZ", "ANA", "MARIA P", "ANA MARIA P DE LA CRUZ"),
            ("DOE", "JOHN", "B JR", "JOHN B DOE JR"),
            ("DOE", "JOHN", "SR", "JOHN DOE SR"),
            ("DOE, III", "JOHN", "", "JOHN DOE III"),
            ("DOE IV", "JOHN", "P", "JOHN P DOE IV"),
            ("DOE,JR.", "JOHN", "", "JOHN DOE JR."),
            ("DOE, MD", "JOHN", "", "JOHN DOE MD"),
            ("SMITHSR", "ANA", "IIA", "ANA IIA SMITHSR"),
            ("ÉCLAIR JR", "ÉVA", "é", "ÉVA é ÉCLAIR JR"),
            ("JR", "", "", "JR"),
        ] {
            assert_eq!(person_name(last, first, middle), expected, "{last}, {first} {middle}");
        }
    }
}
