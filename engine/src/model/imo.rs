//! IMO ship identification numbers (IMO resolution A.1117(30)).

use std::fmt;

use super::as_text::as_text;

/// A seven-digit IMO number. Its check digit may be wrong: a query may carry a mistyped number and must
/// still be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImoNumber(u32);

impl ImoNumber {
    /// Reads a number after stripping everything that is not an ASCII digit (docs/api.md, "Match
    /// queries"); `None` unless exactly seven digits, not all zero, remain.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut value = 0u32;
        let mut digits = 0;
        for digit in text.bytes().filter(u8::is_ascii_digit) {
            digits += 1;
            if digits > 7 {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
        }
        (digits == 7).then_some(value).and_then(Self::from_code)
    }

    /// Returns the number of a stored code; `None` outside 1 to 9,999,999.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        (1..=9_999_999).contains(&code).then_some(Self(code))
    }

    /// Returns the number as stored in a snapshot column.
    #[must_use]
    pub fn to_code(self) -> u32 {
        self.0
    }

    /// Returns the numbers that differ from it by one digit, or by a swap of two neighbours.
    pub fn one_slip_away(self) -> impl Iterator<Item = Self> {
        const PLACES: [u32; 7] = [1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];
        let digit = move |place: u32| self.0 / place % 10;
        let changed = PLACES.into_iter().flat_map(move |place| {
            let rest = self.0 - digit(place) * place;
            let others = (0..10).filter(move |other| *other != digit(place));
            others.map(move |other| rest + other * place)
        });
        let swapped = PLACES.into_iter().skip(1).filter_map(move |place| {
            let [left, right] = [digit(10 * place), digit(place)];
            let rest = self.0 - left * 10 * place - right * place;
            (left != right).then_some(rest + right * 10 * place + left * place)
        });
        changed.chain(swapped).filter_map(Self::from_code)
    }

    /// True if the last digit is the check digit: the first six digits weighted 7 to 2.
    #[must_use]
    pub fn has_valid_check_digit(self) -> bool {
        let (mut rest, mut sum) = (self.0 / 10, 0);
        for weight in 2..=7 {
            sum += rest % 10 * weight;
            rest /= 10;
        }
        sum % 10 == self.0 % 10
    }
}

impl fmt::Display for ImoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:07}", self.0)
    }
}

as_text!(ImoNumber, ImoNumber::parse, "an IMO number of seven digits");

#[cfg(test)]
mod tests {
    use super::ImoNumber;

    #[test]
    fn prefixes_and_blanks_are_stripped() {
        let imo = ImoNumber::parse("IMO 907-4729").expect("seven digits");
        assert_eq!(imo.to_string(), "9074729");
        assert!(imo.has_valid_check_digit());
    }

    #[test]
    fn other_lengths_are_refused_and_leading_zeros_kept() {
        for text in ["", "907472", "90747290", "IMO", "0000000"] {
            assert_eq!(ImoNumber::parse(text), None, "{text:?}");
        }
        assert_eq!(ImoNumber::parse("0123456").map(|i| i.to_string()).as_deref(), Some("0123456"));
    }

    #[test]
    fn a_slip_changes_one_digit_or_swaps_two() {
        let imo = ImoNumber::parse("9074728").expect("seven digits");
        let slips: Vec<String> = imo.one_slip_away().map(|slip| slip.to_string()).collect();
        assert_eq!(slips.len(), 7 * 9 + 6);
        for slip in ["9074729", "0074728", "9074278", "0974728"] {
            assert!(slips.iter().any(|own| own == slip), "{slip}");
        }
        assert!(!slips.contains(&imo.to_string()));
        let alike = ImoNumber::parse("0000001").expect("seven digits");
        assert_eq!(alike.one_slip_away().count(), 7 * 9 - 1 + 1, "none is all zero");
    }

    #[test]
    fn a_swapped_digit_breaks_the_check() {
        assert!(!ImoNumber::parse("9047729").expect("seven digits").has_valid_check_digit());
    }
}
