//! States and territories of the United States by their postal codes, former ones included.

/// Name of a state or territory; the code itself if unknown.
pub(super) fn place_name(code: &str) -> &str {
    PLACES.iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| name)
}

/// True if the code is that of a present state or territory, as used in addresses.
pub(super) fn is_us_state(code: &str) -> bool {
    PLACES.iter().any(|(known, _)| *known == code) && !FORMER.contains(&code)
}

/// Codes of places that are no longer part of the United States, or are now part of its states.
const FORMER: [&str; 3] = ["DK", "OL", "PI"];

const PLACES: [(&str, &str); 59] = [
    ("AK", "Alaska"),
    ("AL", "Alabama"),
    ("AR", "Arkansas"),
    ("AS", "American Samoa"),
    ("AZ", "Arizona"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DC", "District of Columbia"),
    ("DE", "Delaware"),
    ("DK", "Dakota Territory"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("GU", "Guam"),
    ("HI", "Hawaii"),
    ("IA", "Iowa"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("MA", "Massachusetts"),
    ("MD", "Maryland"),
    ("ME", "Maine"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MO", "Missouri"),
    ("MP", "Northern Mariana Islands"),
    ("MS", "Mississippi"),
    ("MT", "Montana"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("NE", "Nebraska"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NV", "Nevada"),
    ("NY", "New York"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OL", "Territory of Orleans"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("PI", "Philippine Islands"),
    ("PR", "Puerto Rico"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VA", "Virginia"),
    ("VI", "Virgin Islands"),
    ("VT", "Vermont"),
    ("WA", "Washington"),
    ("WI", "Wisconsin"),
    ("WV", "West Virginia"),
    ("WY", "Wyoming"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_names_and_unknown_ones_stay() {
        assert_eq!(place_name("OH"), "Ohio");
        assert_eq!(place_name("XX"), "XX");
        assert!(PLACES.windows(2).all(|pair| pair[0].0 < pair[1].0), "in order, none twice");
    }

    #[test]
    fn states_are_told_from_other_codes() {
        assert!(is_us_state("TX") && is_us_state("PR"));
        assert!(!is_us_state("RS") && !is_us_state("tx") && !is_us_state(""));
    }
}
