//! Maps the data sets of an export to registers.

use std::collections::BTreeSet;

use crate::error::LoadError;
use crate::limits::{FTM_DATASET_CHARS_MAX, FTM_DATASETS_MAX};
use crate::readers::common::facts::add_unique;

/// Slugs of an entity's registers, each once, or the reason for which its data sets cannot be
/// registers.
pub(super) fn registers_of(datasets: &[String]) -> Result<Vec<String>, String> {
    let mut registers: Vec<String> = Vec::with_capacity(datasets.len());
    for dataset in datasets {
        let length = dataset.chars().count();
        if length > FTM_DATASET_CHARS_MAX {
            let most = format!("at most {FTM_DATASET_CHARS_MAX} are accepted");
            return Err(format!("datasets holds a name of {length} characters; {most}"));
        }
        add_unique(&mut registers, slug_of(dataset));
    }
    Ok(registers)
}

/// Registers found in a list so far.
#[derive(Debug, Default)]
pub(super) struct Registers(BTreeSet<String>);

impl Registers {
    /// Adds a register.
    pub(super) fn admit(&mut self, slug: &str, file: &str, line: u64) -> Result<(), LoadError> {
        if self.0.contains(slug) {
            return Ok(());
        }
        if self.0.len() >= FTM_DATASETS_MAX {
            let (file, dataset) = (file.to_owned(), slug.to_owned());
            let limit = FTM_DATASETS_MAX;
            return Err(LoadError::TooManyDatasets { file, line, dataset, limit });
        }
        self.0.insert(slug.to_owned());
        Ok(())
    }
}

/// Converts a name to a slug: lower-case letters, digits and underscores.
pub(super) fn slug_of(dataset: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    dataset.chars().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_have_the_letters_of_slugs() {
        for (dataset, expected) in [
            ("us_ofac_sdn", "us_ofac_sdn"),
            ("US-OFAC.SDN 2", "us_ofac_sdn_2"),
            ("liste é", "liste__"),
        ] {
            assert_eq!(slug_of(dataset), expected);
        }
        let datasets = ["a-b", "A_B", "c"].map(str::to_owned);
        let registers = registers_of(&datasets).expect("short names");
        assert_eq!(registers, ["a_b", "c"]);
    }

    #[test]
    fn the_number_of_registers_and_the_length_of_their_names_are_bounded() {
        let long = ["x".repeat(FTM_DATASET_CHARS_MAX + 1)];
        let reason = registers_of(&long).expect_err("too long");
        assert_eq!(reason, "datasets holds a name of 101 characters; at most 100 are accepted");
        let mut registers = Registers::default();
        for number in 0..FTM_DATASETS_MAX {
            registers.admit(&number.to_string(), "xx/list", 1).expect("room");
        }
        registers.admit("0", "xx/list", 2).expect("known");
        let error = registers.admit("more", "xx/list", 3).expect_err("one too many").to_string();
        assert_eq!(error, "xx/list: line 3: more than 2000 data sets; the next is \"more\"");
    }
}
