//! IMO numbers in free text. Until 2022 OFSI has no type for ships: they are entities whose remarks
//! begin with the ship's number. Companies have such numbers too.

use tamis_engine::model::ImoNumber;
use tamis_engine::text::has_legal_form;

/// A number that a text calls an IMO number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) imo: ImoNumber,
    /// True if it belongs to the party itself, not to a ship that the text mentions.
    pub(super) is_own: bool,
}

/// All numbers in a text such as `IMO: 1234567` and `(IMO number: 1234567)`.
pub(super) fn mentions(text: &str) -> Vec<Mention> {
    text.match_indices("IMO")
        .filter_map(|(at, mark)| {
            let before = text.get(..at)?;
            let behind = text.get(at + mark.len()..)?;
            if before.ends_with(char::is_alphanumeric) {
                return None;
            }
            let behind = behind.trim_start();
            let behind = ["number", "Number", "No"]
                .iter()
                .find_map(|w| behind.strip_prefix(w))
                .unwrap_or(behind);
            let behind = behind.trim_start_matches([' ', ':', '.', ')']);
            let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            let imo =
                behind.get(..end).filter(|digits| digits.len() == 7).and_then(ImoNumber::parse)?;
            let before = before.trim_end_matches([' ', '(']);
            let is_own = before.is_empty()
                || before.ends_with(['.', ']'])
                || before.ends_with("Company Number");
            Some(Mention { imo, is_own })
        })
        .collect()
}

/// True if an entity is a ship. Its remarks must hold a single number, its own, and its name must not
/// be a company's. The number must have the check digit of ships' numbers, which companies' numbers
/// have only by chance.
pub(super) fn is_ship(name: &str, remarks: &[String]) -> bool {
    let all: Vec<Mention> = remarks.iter().flat_map(|text| mentions(text)).collect();
    match all.as_slice() {
        [Mention { imo, is_own: true }] => imo.has_valid_check_digit() && !has_legal_form(name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ship_is_an_entity_whose_own_number_is_sound() {
        for (name, remarks, expected) in [
            ("SEA STAR", "IMO: 9074729. MMSI: 123456789. The following vessel", true),
            ("SEA STAR 2", "(IMO number: 9074729).Annex XIV.", true),
            ("SEA STAR", "UN Ref LYe.005. IMO: 9074729. Flag State: Palau.", true),
            ("SEA STAR", "IMO: 9074728.", false),
            ("SEA STAR", "IMO: 90747290.", false),
            ("SEA STAR CO LTD", "IMO Number: 9074729.", false),
            ("STAR MARITIME", "Manager of the vessel (IMO number: 9074729).", false),
            ("STAR MARITIME", "IMO: 9074729. Manager of IMO 8814275.", false),
            ("STAR MARITIME", "Vessels with IMO Number: ((a) Star 9074729", false),
            ("EKONOMIMO 9074729", "AKIMO 9074729 IMOLA", false),
        ] {
            assert_eq!(is_ship(name, &[remarks.to_owned()]), expected, "{name}: {remarks}");
        }
    }
}
