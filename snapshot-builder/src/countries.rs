//! Maps names of countries in lists to ISO 3166-1 alpha-2 codes.

use tamis_engine::model::{CountryCode, countries_named, country_of_any_code, country_spelling};

/// Result of reading a text as a country.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Country {
    /// Countries that the text names. Several only if it lists them or says "or", and for the few
    /// ambiguous words ("Congolese").
    Known(Vec<CountryCode>),
    /// The text says that no country is known ("undetermined").
    NotStated,
    /// The text is not in the table.
    Unknown,
}

/// Country of a two-letter code, in any case; `None` for codes that are not in the table (`UK` is a
/// name, not a code). A withdrawn code gives the present country (`ZR` is `CD`).
#[must_use]
pub fn country_of_code(text: &str) -> Option<CountryCode> {
    let text = text.trim();
    (text.len() == 2).then(|| country_of_any_code(&text.to_ascii_uppercase())).flatten()
}

/// Reads an English name, former name or adjective in any case, or a three-letter code in capitals.
/// Additions by lists are understood: "Region: Gaza", "possibly Palestinian", "Indonesia (as at Dec.
/// 2003)", "Sudan/South Sudan", "(a) Iraq (b) Iran". Two-letter codes are not read: lists of names
/// write "na" for none, and NA is the code of Namibia.
#[must_use]
pub fn countries_of(text: &str) -> Country {
    let name = country_spelling(text);
    look_up(&name)
        .or_else(|| country_of_three_letters(text.trim()))
        .or_else(|| all_of(&name))
        .unwrap_or(Country::Unknown)
}

/// Country of a three-letter code. Only capitals are read, so that no ordinary word is taken for a
/// code.
fn country_of_three_letters(text: &str) -> Option<Country> {
    let is_code = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    is_code.then(|| country_of_any_code(text)).flatten().map(|code| Country::Known(vec![code]))
}

/// Countries of a list or of alternatives, if the table knows every one.
fn all_of(name: &str) -> Option<Country> {
    let mut codes = Vec::new();
    let mut is_stated = false;
    for part in parts_of(&without_letters(name)) {
        match one_or_two(part)? {
            Country::Known(found) => codes.extend(found),
            Country::NotStated => {}
            Country::Unknown => return None,
        }
        is_stated = true;
    }
    let mut seen = Vec::with_capacity(codes.len());
    for code in codes {
        if !seen.contains(&code) {
            seen.push(code);
        }
    }
    match (is_stated, seen.is_empty()) {
        (false, _) => None,
        (true, true) => Some(Country::NotStated),
        (true, false) => Some(Country::Known(seen)),
    }
}

/// The text with a stroke in place of "(a)", "b)" and "or". A number before the first name is removed;
/// the caller handles further numbers.
fn without_letters(name: &str) -> String {
    let name = name.replace("/or ", "/").replace(" or ", " / ").replace("national/citizen", "");
    let is_marker = |word: &str, is_mark: fn(&u8) -> bool| {
        let core = word.strip_suffix(')').map(|word| word.strip_prefix('(').unwrap_or(word));
        core.is_some_and(|core| core.len() == 1 && core.as_bytes().iter().all(is_mark))
    };
    let words = name.split(' ').enumerate();
    let words = words.filter(|(at, word)| *at > 0 || !is_marker(word, u8::is_ascii_digit));
    let words = words.map(|(_, word)| match is_marker(word, u8::is_ascii_alphabetic) {
        true => "/",
        false => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Parts of the text between strokes that are outside brackets.
fn parts_of(name: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let is_stroke = move |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == '/' && depth == 0
    };
    name.split(is_stroke).map(|part| part.trim_matches([' ', ','])).filter(|part| !part.is_empty())
}

/// One country, or several joined by "and".
fn one_or_two(part: &str) -> Option<Country> {
    one(part).or_else(|| {
        let part = part.replace(". also believed to hold ", " and ");
        let (first, second) = part.split_once(" and ")?;
        match (one(first)?, one(second)?) {
            (Country::Known(mut codes), Country::Known(more)) => {
                codes.extend(more);
                Some(Country::Known(codes))
            }
            _ => None,
        }
    })
}

/// Reads one country. Notes in brackets are removed one at a time from the end: "Congo (Kinshasa)" is a
/// name.
fn one(part: &str) -> Option<Country> {
    let mut rest = part;
    loop {
        if let Some(found) = look_up(rest).or_else(|| look_up(bare(rest))) {
            return Some(found);
        }
        let (before, note) = rest.rsplit_once(" (")?;
        if LOST.iter().any(|word| note.contains(word)) {
            return None;
        }
        rest = before;
    }
}

/// Words for a lost citizenship, which does not count as a country of the party.
const LOST: [&str; 3] = ["revoked", "withdrawn", "renounced"];

/// The name without the usual words that lists add before and after it.
fn bare(name: &str) -> &str {
    let name = ["region: ", "possibly ", "now ", "in ", "the "]
        .iter()
        .fold(name, |name, prefix| name.strip_prefix(prefix).unwrap_or(name));
    let name = [" as at ", " as of "]
        .iter()
        .fold(name, |name, note| name.split(note).next().unwrap_or_default());
    [" citizenship", " citizen", " nationality", " nationalities", " national", " passport"]
        .iter()
        .fold(name, |name, suffix| name.strip_suffix(suffix).unwrap_or(name))
}

fn look_up(spelling: &str) -> Option<Country> {
    let codes = countries_named(spelling)?;
    Some(if codes.is_empty() { Country::NotStated } else { Country::Known(codes.to_vec()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        match countries_of(text) {
            Country::Known(codes) => {
                codes.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
            }
            Country::NotStated => "-".to_owned(),
            Country::Unknown => "?".to_owned(),
        }
    }

    #[test]
    fn spellings_of_the_lists_are_known() {
        for (text, expected) in [
            ("Korea, North", "KP"),
            ("Democratic People’s Republic of Korea ", "KP"),
            ("RUSSIA", "RU"),
            ("Congo, Democratic Republic of the", "CD"),
            ("Iran (Islamic Republic of)", "IR"),
            ("United Kingdom of Great Britain and Northern\n   Ireland", "GB"),
            ("Türkiye", "TR"),
            ("The Gambia", "GM"),
            ("former Soviet Union", "SU"),
            ("Tunisian", "TN"),
            ("na", "-"),
            ("undetermined", "-"),
            ("None Identified", "-"),
            ("statelessness", "-"),
            ("-", "-"),
            ("Atlantis", "?"),
            ("", "?"),
            ("/", "?"),
            ("(", "?"),
            ("Afghanistan,", "AF"),
            ("Cabo Verde. Previously Cape Verde.", "CV"),
            ("Venezuela, Republica Bolivariana de", "VE"),
            ("Hong Kong SAR, China", "HK"),
            ("Republic of Korea", "KR"),
            ("Republic of China", "TW"),
            ("Congo", "CG"),
            ("Congolese", "CD+CG"),
            ("Kingdom of the Netherlands", "NL"),
            ("Polish People's Republic", "PL"),
            ("Socialist Federal Republic of Yugoslavia", "YU"),
            ("Ukranian SSR", "UA"),
            ("Trinadad and Tobago", "TT"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_lists_put_around_a_name_does_not_count() {
        for (text, expected) in [
            ("USSR (until 1991)", "SU"),
            ("USSR (until", "SU"),
            ("Region: Gaza", "PS"),
            ("possibly Palestinian", "PS"),
            ("now Republic of Moldova", "MD"),
            ("Indonesia (as at Dec. 2003)", "ID"),
            ("Pakistan (Karachi or Lahore)", "PK"),
            ("Kuwait (residence as at Mar 2009) (UN address)", "KW"),
            ("Congo (Kinshasa) (at time of listing)", "CD"),
            ("In Syria as at June 2013", "SY"),
            ("Syrian Arab Republic as of September 2015", "SY"),
            ("Iranian citizenship", "IR"),
            ("Tunisian passport", "TN"),
            ("(1) Iraq", "IQ"),
            ("2) Libya", "LY"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn lists_and_alternatives_are_known_when_every_part_is() {
        for (text, expected) in [
            ("Sudan/South Sudan", "SD+SS"),
            ("Sudan/or South Sudan", "SD+SS"),
            ("Iran / unknown", "IR"),
            ("Russia / Russie", "RU"),
            ("South Sudan / Soudan du sud", "SS"),
            ("Myanmar (Burma) / Myanmar (Birmanie)", "MM"),
            ("(a) Iraq (b) Iran", "IQ+IR"),
            ("a) French, b) Tunisian", "FR+TN"),
            ("Germany (b) Algeria", "DE+DZ"),
            ("(a) Trinidad and Tobago (b) Syria (since 2014)", "TT+SY"),
            ("DRC and Belgian nationalities", "CD+BE"),
            ("Iranian national and US national/citizen", "IR+US"),
            ("United States. Also believed to hold Syrian nationality", "US+SY"),
            ("Iran / Atlantis", "?"),
            ("Iran and Atlantis", "?"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_no_country_of_the_party_stays_unknown() {
        for text in [
            "Kuwaiti citizenship withdrawn in 2002",
            "Bahrain (citizenship revoked in Jan. 2015)",
            "Not registered as a citizen of the Russian Federation",
            "Unconfirmed (likely Iran)",
            "Latakia Province, Syria",
            "Region: Crimea",
            "Africa",
            "to",
        ] {
            assert_eq!(shown(text), "?", "{text:?}");
        }
    }

    #[test]
    fn three_letters_are_a_code_only_in_capitals() {
        for (text, expected) in [
            ("MAR", "MA"),
            (" CUB ", "CU"),
            ("COM", "KM"),
            ("COD", "CD"),
            ("ZAR", "CD"),
            ("YUG", "YU"),
            ("SCG", "CS"),
            ("PRC", "CN"),
            ("UAE", "AE"),
            ("usa", "US"),
            ("com", "?"),
            ("Mar", "?"),
            ("XXX", "?"),
            ("MSN", "?"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn codes_are_read_apart_from_names() {
        for (text, expected) in [
            ("ru", Some("RU")),
            ("NA", Some("NA")),
            (" zr ", Some("CD")),
            ("RY", Some("YE")),
            ("XK", Some("XK")),
            ("UK", None),
            ("ZQ", None),
            ("--", None),
            ("RUS", None),
            ("é", None),
            ("Peru", None),
        ] {
            assert_eq!(country_of_code(text).map(|c| c.to_string()).as_deref(), expected, "{text}");
        }
    }
}
