//! Country codes of the general formats: ISO 3166-1, and the codes of follow-the-money for former
//! states and for territories.

use tamis_engine::model::CountryCode;

use super::facts::add_unique;
use crate::countries::country_of_code;
use crate::readers::collector::Collector;

/// Codes with exactly one present country: former states (ISO 3166-3), and parts of states with a code
/// of their own.
const SAME: [(&str, &str); 8] = [
    ("suhh", "SU"),
    ("csxx", "CS"),
    ("cshh", "CS"),
    ("yucs", "YU"),
    ("ddde", "DD"),
    ("gb-nir", "GB"),
    ("gb-sct", "GB"),
    ("gb-wls", "GB"),
];

/// Territories with the state to which the United Nations assign them, and codes outside ISO 3166-1.
/// The code is more precise, so it is kept in addition to the country.
const WITHIN: [(&str, &str); 19] = [
    ("ac", "SH"),
    ("az-nk", "AZ"),
    ("cn-xz", "CN"),
    ("cp", "FR"),
    ("cq", "GG"),
    ("cy-trnc", "CY"),
    ("dg", "IO"),
    ("ge-ab", "GE"),
    ("ic", "ES"),
    ("iq-kr", "IQ"),
    ("md-pmr", "MD"),
    ("so-som", "SO"),
    ("ta", "SH"),
    ("ua-cri", "UA"),
    ("ua-dpr", "UA"),
    ("ua-lpr", "UA"),
    ("x-so", "GE"),
    ("zr", "CD"),
    ("gb-eng", "GB"),
];

/// Codes that are no countries: the European Union, the United Nations, the whole world, the internet,
/// and an area held by three states.
const NONE: [&str; 5] = ["eu", "un", "zz", "ip", "pk-km"];

/// Adds the country of a code or a name; returns true if the text says nothing more. Unknown names are
/// counted.
pub(in crate::readers) fn add_country(
    text: &str,
    countries: &mut Vec<CountryCode>,
    collector: &mut Collector<'_>,
) -> bool {
    let lower = text.trim().to_lowercase();
    let found = |table: &[(&str, &str)]| {
        table.iter().find(|(code, _)| *code == lower).and_then(|(_, c)| CountryCode::parse(c))
    };
    let (country, is_all) = match (found(&SAME), found(&WITHIN)) {
        (Some(country), _) => (Some(country), true),
        (None, Some(country)) => (Some(country), false),
        (None, None) if NONE.contains(&lower.as_str()) => return false,
        (None, None) => (country_of_code(&lower), true),
    };
    match country {
        Some(country) => {
            add_unique(countries, country);
            is_all
        }
        None => collector.add_countries(text, countries),
    }
}

/// The single country of a text, if it has one.
pub(in crate::readers) fn country(
    text: &str,
    collector: &mut Collector<'_>,
) -> Option<CountryCode> {
    let mut countries = Vec::new();
    add_country(text, &mut countries, collector);
    countries.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use crate::readers::Keep;
    use crate::report::RegisterReport;

    #[test]
    fn codes_of_all_kinds_are_read() {
        let mut collector = Collector::new(RegisterReport::new("xx"), Keep::All, &Silent);
        for (text, expected, is_all) in [
            ("ru", "RU", true),
            ("RU", "RU", true),
            ("suhh", "SU", true),
            ("csxx", "CS", true),
            ("yucs", "YU", true),
            ("dd", "DD", true),
            ("xk", "XK", true),
            ("gb-sct", "GB", true),
            ("ge-ab", "GE", false),
            ("zr", "CD", false),
            ("France", "FR", true),
            ("eu", "", false),
            ("zz", "", false),
            ("Atlantis", "", false),
        ] {
            let mut countries = Vec::new();
            assert_eq!(add_country(text, &mut countries, &mut collector), is_all, "{text}");
            let country = countries.first().map(ToString::to_string).unwrap_or_default();
            assert_eq!(country, expected, "{text}");
        }
        let unknown = collector.finish().report.unknown_countries;
        assert_eq!(unknown.keys().collect::<Vec<_>>(), ["Atlantis"]);
    }
}
