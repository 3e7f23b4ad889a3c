//! Vessels and aircraft: names, flags, IMO numbers, tail numbers.

use std::sync::OnceLock;

use tamis_engine::model::ImoNumber;

use super::culture;
use super::random::Random;
use super::table::{Table, spaced};

/// Number of different IMO numbers: six free digits, the first of them not 0.
pub(super) const IMO_NUMBERS: u64 = 900_000;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| Table::parse(include_str!("tables/craft.txt")))
}

fn ranked(section: &str, random: &mut Random) -> String {
    let items = table().items(section);
    spaced(items[random.ranked(items.len())])
}

/// The IMO number of the vessel with this ordinal, below [`IMO_NUMBERS`]: a permutation, so
/// that no two vessels share one, with the check digit of IMO resolution A.1117(30).
pub(super) fn imo_number(seed: u64, ordinal: u64) -> Option<ImoNumber> {
    // The multiplier has no factor in common with 900,000 = 2^5 3^2 5^5.
    let scattered = ordinal * 612_347 + seed % IMO_NUMBERS;
    let digits = 100_000 + scattered % IMO_NUMBERS;
    let (mut rest, mut sum) = (digits, 0);
    for weight in 2..=7 {
        sum += rest % 10 * weight;
        rest /= 10;
    }
    ImoNumber::from_code((digits * 10 + sum % 10) as u32)
}

/// A vessel's name.
pub(super) fn vessel_name(random: &mut Random) -> String {
    let name = match random.below(10) {
        0..5 => format!("{} {}", ranked("first", random), ranked("second", random)),
        5..7 => culture::any(random).given(random.chance(60), random).latin,
        7..9 => culture::any(random).family(random).latin,
        _ => ranked("second", random),
    };
    let name = name.to_uppercase();
    if random.chance(15) { format!("{name} {}", random.between(1, 30)) } else { name }
}

/// A flag state.
pub(super) fn flag(random: &mut Random) -> String {
    ranked("flags", random)
}

/// Kind of ship or, with `aircraft`, model, for the notes.
pub(super) fn description(aircraft: bool, random: &mut Random) -> String {
    ranked(if aircraft { "models" } else { "kinds" }, random)
}

/// An aircraft's tail number and the country that issued it.
pub(super) fn tail_number(random: &mut Random) -> (String, &'static str) {
    let known: Vec<_> = table().pairs("tails").collect();
    let (country, pattern) = known[random.ranked(known.len())];
    let mark = pattern.chars().map(|c| match c {
        '@' => char::from(b'A' + random.below(26) as u8),
        '#' => char::from(b'0' + random.below(10) as u8),
        other => other,
    });
    (mark.collect(), country)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn imo_numbers_are_valid_and_distinct() {
        let numbers: HashSet<_> = (0..IMO_NUMBERS).map(|at| imo_number(7, at)).collect();
        assert_eq!(numbers.len() as u64, IMO_NUMBERS);
        assert!(numbers.iter().flatten().all(|imo| imo.has_valid_check_digit()));
        assert!(!numbers.contains(&None));
    }

    #[test]
    fn tail_numbers_fill_the_pattern() {
        let mut random = Random::new(1, "tails", 0);
        for _ in 0..100 {
            let (mark, _) = tail_number(&mut random);
            assert!(mark.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{mark}");
        }
    }
}
