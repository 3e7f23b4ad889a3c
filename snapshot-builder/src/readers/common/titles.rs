//! Titles and forms of address before a name: they describe a person, and are not part of the name.

/// Forms of address, without full stops. Words that are also names (King, Earl) are left out.
const TITLES: [&str; 20] = [
    "Mr",
    "Mrs",
    "Ms",
    "Miss",
    "Mx",
    "Dr",
    "Prof",
    "Professor",
    "Sir",
    "Dame",
    "Lord",
    "Lady",
    "Baroness",
    "Rev",
    "Reverend",
    "Rt Hon",
    "The Rt Hon",
    "Hon",
    "The Hon",
    "Capt",
];

/// Splits the titles from the beginning of a name. Blanks must be single.
pub(in crate::readers) fn split_titles(text: &str) -> (Vec<&str>, &str) {
    let mut titles = Vec::new();
    let mut name = text.trim_start();
    while let Some((title, rest)) = first_title(name) {
        titles.push(title);
        name = rest;
    }
    (titles, name)
}

/// The longest title at the start, and the text after it.
fn first_title(text: &str) -> Option<(&str, &str)> {
    let ends = text.match_indices(' ').map(|(at, _)| text.split_at(at)).take(3);
    let found = ends.filter(|(start, _)| {
        let bare = start.replace('.', "");
        TITLES.iter().any(|title| title.eq_ignore_ascii_case(&bare))
    });
    found.last().map(|(title, rest)| (title, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_taken_off_and_names_are_not() {
        for (text, titles, name) in [
            ("Mr Ben Sample", &["Mr"][..], "Ben Sample"),
            ("Rt Hon Dame Ada Sample", &["Rt Hon", "Dame"], "Ada Sample"),
            ("The Rt. Hon. Ada Sample", &["The Rt. Hon."], "Ada Sample"),
            ("Dr. Minta Béla", &["Dr."], "Minta Béla"),
            ("Lady Sample", &["Lady"], "Sample"),
            ("Sirius Sample", &[], "Sirius Sample"),
            ("Earl Sample", &[], "Earl Sample"),
            ("Dr", &[], "Dr"),
            ("", &[], ""),
        ] {
            assert_eq!(split_titles(text), (titles.to_vec(), name), "{text}");
        }
    }
}
