//! Countries by their names in the languages of customer files.

use std::sync::LazyLock;

use ahash::AHashMap;
use tamis_engine::model::CountryCode;

use super::plain;

/// One country a line; see the head of the file.
const TABLE: &str = include_str!("countries.txt");

/// Returns the country of this name, ignoring case, blanks and accents.
pub(crate) fn country_named(name: &str) -> Option<CountryCode> {
    static NAMES: LazyLock<AHashMap<&str, CountryCode>> = LazyLock::new(|| {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        let rows = lines.filter_map(|line| line.split_once(' '));
        let rows = rows.filter_map(|(code, names)| Some((CountryCode::parse(code)?, names)));
        rows.flat_map(|(code, names)| names.split(' ').map(move |name| (name, code))).collect()
    });
    NAMES.get(plain(name).as_str()).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn countries_are_known_in_many_languages() {
        for (name, code) in [
            ("Russland", "RU"),
            ("ALLEMAGNE", "DE"),
            ("Estados Unidos", "US"),
            ("Россия", "RU"),
            ("Côte d’Ivoire", "CI"),
            ("中国", "CN"),
            ("Türkiye", "TR"),
        ] {
            assert_eq!(
                country_named(name).map(|own| own.to_string()).as_deref(),
                Some(code),
                "{name}"
            );
        }
        for name in ["Kongo", "Narnia", "", "x"] {
            assert_eq!(country_named(name), None, "{name}");
        }
    }

    #[test]
    fn no_name_is_that_of_two_countries_and_each_country_has_an_english_name() {
        let mut names = BTreeSet::new();
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let (code, own) = line.split_once(' ').expect("a code and names");
            let code = CountryCode::parse(code).expect("a code");
            assert!(code.english_name().is_some(), "{line}");
            for name in own.split(' ') {
                assert!(name == plain(name) && names.insert(name), "{line}: {name}");
            }
        }
    }
}
