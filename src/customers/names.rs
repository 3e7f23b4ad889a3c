//! The names to search for a row, from columns of whole names and of their parts.

/// Cells of a row in the columns of names, and the presence of these columns in the table.
#[derive(Debug, Default)]
pub(crate) struct NameCells<'r> {
    /// Cells of whole names.
    pub(crate) whole: Vec<&'r str>,
    pub(crate) given: Vec<&'r str>,
    pub(crate) middle: Vec<&'r str>,
    pub(crate) family: Vec<&'r str>,
    /// True if the table has columns of given and of family names. If it has only one of them, people
    /// put the other part into the column of whole names.
    pub(crate) has_both_parts: bool,
}

impl NameCells<'_> {
    /// Returns the names to search, as alternatives: whole names, and the joined parts unless a whole
    /// name holds them. A row with a company and a person gives both.
    pub(crate) fn names(&self) -> Vec<String> {
        let Self { whole, given, middle, family, has_both_parts } = self;
        let parts: Vec<&str> = [given, middle, family].into_iter().flatten().copied().collect();
        let of_parts = |parts: &[&str]| parts.join(" ");
        let whole = whole.iter().map(|name| (*name).to_owned());
        if parts.is_empty() {
            return whole.collect();
        }
        if *has_both_parts || whole.len() == 0 {
            let is_in_whole = self.whole.iter().any(|name| holds(name, &parts));
            let joined = (!is_in_whole).then(|| of_parts(&parts));
            return whole.chain(joined).collect();
        }
        // Next to a column of given names, the column "name" holds the family name, and vice versa.
        let completed = self.whole.iter().flat_map(|name| {
            if holds(name, &parts) {
                return vec![(*name).to_owned()];
            }
            let before: Vec<&str> = given.iter().chain(middle).copied().collect();
            let completed = of_parts(&[&before, &[*name][..], family].concat());
            // A single word is not a whole name.
            let alone = name.contains(char::is_whitespace).then(|| (*name).to_owned());
            std::iter::once(completed).chain(alone).collect()
        });
        completed.collect()
    }
}

/// True if all words of the parts occur in the name, ignoring case.
fn holds(name: &str, parts: &[&str]) -> bool {
    let words_of = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let words = words_of(name);
    parts.iter().flat_map(|part| words_of(part)).all(|word| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(whole: &str, given: &str, family: &str, has_both_parts: bool) -> Vec<String> {
        let cell = |text| if str::is_empty(text) { vec![] } else { vec![text] };
        let (whole, given, family) = (cell(whole), cell(given), cell(family));
        NameCells { whole, given, middle: vec![], family, has_both_parts }.names()
    }

    #[test]
    fn parts_are_joined_and_beside_a_whole_name_both_are_asked() {
        for (whole, given, family, expected) in [
            ("", "Anna", "Berg", &["Anna Berg"][..]),
            ("", "", "Berg", &["Berg"]),
            ("Berg & Co", "", "", &["Berg & Co"]),
            ("Berg & Co", "Anna", "Berg", &["Berg & Co", "Anna Berg"]),
            ("BERG, Anna Maria", "Anna", "Berg", &["BERG, Anna Maria"]),
            ("", "", "", &[]),
        ] {
            assert_eq!(names(whole, given, family, true), expected, "{whole}, {given}, {family}");
        }
    }

    #[test]
    fn a_name_beside_one_part_is_the_other_part() {
        for (whole, given, family, expected) in [
            ("Berg", "Anna", "", &["Anna Berg"][..]),
            ("Anna", "", "Berg", &["Anna Berg"]),
            ("van den Berg", "Anna", "", &["Anna van den Berg", "van den Berg"]),
            ("Anna Berg", "Anna", "", &["Anna Berg"]),
            ("Berg & Co", "", "", &["Berg & Co"]),
            ("", "Anna", "", &["Anna"]),
        ] {
            assert_eq!(names(whole, given, family, false), expected, "{whole}, {given}, {family}");
        }
    }
}
