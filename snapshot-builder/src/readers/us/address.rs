//! What addresses in the lists of US agencies say beyond their text.

/// Codes of the states and territories of the US.
const STATES: &[&str] = &[
    "AK", "AL", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "GU", "HI", "IA", "ID",
    "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND",
    "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "PR", "RI", "SC", "SD", "TN", "TX",
    "UT", "VA", "VI", "VT", "WA", "WI", "WV", "WY",
];

/// Whether a code is that of a state of the US.
pub(super) fn is_us_state(code: &str) -> bool {
    STATES.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_from_other_codes() {
        assert!(is_us_state("TX") && is_us_state("PR"));
        assert!(!is_us_state("RS") && !is_us_state("tx") && !is_us_state(""));
    }
}
