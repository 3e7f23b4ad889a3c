//! What addresses in the lists of US agencies say beyond their text.

/// Codes of the states and territories of the US.
const STATES: &[&str] = &[
    "AK", "AL", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "GU", "HI", "IA", "ID",
    "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND",
    "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "PR", "RI", "SC", "SD", "TN", "TX",
    "UT", "VA", "VI", "VT", "WA", "WI", "WV", "WY",
];

/// Beginnings of words that only an address in a prison has.
const PRISON_WORDS: &[&str] = &["INMATE", "INCARCERAT", "CORRECTION", "PENITENTIAR", "PRISON"];

/// Whole words that do, most of them abbreviations for kinds of federal prisons.
const PRISONS: &[&str] = &["FCI", "FMC", "FDC", "FPC", "USP", "JAIL"];

/// Whether a code is that of a state of the US.
pub(super) fn is_us_state(code: &str) -> bool {
    STATES.contains(&code)
}

/// Whether an address is that of a prison: it says nothing about the country of who is held there.
pub(super) fn is_prison(address: &str) -> bool {
    address.split(|c: char| !c.is_alphanumeric()).map(str::to_ascii_uppercase).any(|word| {
        PRISONS.contains(&word.as_str()) || PRISON_WORDS.iter().any(|w| word.starts_with(w))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prisons_are_known_by_their_words() {
        for (address, expected) in [
            ("INMATE NUMBER: 1-2, FCI SOMEWHERE, P.O. BOX 3", true),
            ("Upon the date of the order incarcerated at Somewhere", true),
            ("NO. 1-2, FEDERAL PRISON CAMP", true),
            ("NOWHERE COUNTY JAIL, 1 ROAD", true),
            ("1 FCIRCLE ROAD, SUITE 2", false),
            ("", false),
        ] {
            assert_eq!(is_prison(address), expected, "{address}");
        }
    }

    #[test]
    fn states_are_told_from_other_codes() {
        assert!(is_us_state("TX") && is_us_state("PR"));
        assert!(!is_us_state("RS") && !is_us_state("tx") && !is_us_state(""));
    }
}
