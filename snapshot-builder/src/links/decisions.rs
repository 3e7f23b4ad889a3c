//! `links.csv`: reviewers' decisions about pairs of records (docs/linking.md).

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{anyhow, bail};
use serde::Deserialize;
use tamis_engine::named_enum;

use crate::error::at;

/// Name of the file in the folder of sources.
pub const DECISIONS_FILE: &str = "links.csv";

named_enum!(
    /// Decision of a reviewer.
    Verdict {
        /// Both are entries for one party.
        Same = "same",
        Different = "different",
    }
);

/// An entry of a register.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryRef {
    /// Slug of the register.
    pub register: String,
    /// The publisher's reference of the entry, or the one that the reader made.
    pub reference: String,
}

/// A reviewed pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub left: EntryRef,
    /// The other entry.
    pub right: EntryRef,
    /// The decision.
    pub verdict: Verdict,
    /// Reviewer and date, as given in the file.
    pub by: String,
    pub line: u64,
}

/// Reviewers' decisions, in the order of the file.
#[derive(Debug, Clone, Default)]
pub struct Decisions(pub Vec<Decision>);

/// Required columns of the file.
const COLUMNS: [&str; 5] =
    ["left_register", "left_reference", "right_register", "right_reference", "decision"];

/// A row of the file. Further columns of suggestions are ignored.
#[derive(Debug, Deserialize)]
struct Row {
    left_register: String,
    left_reference: String,
    right_register: String,
    right_reference: String,
    decision: String,
    #[serde(default)]
    reviewer: String,
    #[serde(default)]
    date: String,
}

impl Decisions {
    /// Reads the file in a folder of sources; without one there are no decisions.
    ///
    /// # Errors
    /// Names the line and the accepted values.
    pub fn of_sources(sources: &Path) -> anyhow::Result<Self> {
        let path = sources.join(DECISIONS_FILE);
        if path.exists() { Self::read(&path) } else { Ok(Self::default()) }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Names the line and the accepted values.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display();
        let wrong = |error: csv::Error| anyhow!("{shown}: {error}");
        let file = File::open(path).map_err(at(path))?;
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.trim(csv::Trim::All).from_reader(BufReader::new(file));
        let headers = reader.headers().map_err(wrong)?.clone();
        if let Some(missing) = COLUMNS.iter().find(|name| !headers.iter().any(|has| has == **name))
        {
            let needed = COLUMNS.join(", ");
            bail!("{shown}, line 1: there is no column {missing}; needed: {needed}");
        }
        let mut decisions = Vec::new();
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(wrong)? {
            let line = record.position().map_or(0, csv::Position::line);
            let row: Row = record.deserialize(Some(&headers)).map_err(wrong)?;
            let decision = row.read(line);
            decisions.extend(decision.map_err(|reason| anyhow!("{shown}, line {line}: {reason}"))?);
        }
        Ok(Self(decisions))
    }
}

impl Row {
    /// The decision; `None` if it is still to be made.
    fn read(self, line: u64) -> Result<Option<Decision>, String> {
        if self.decision.is_empty() {
            return Ok(None);
        }
        let verdict = Verdict::from_name(&self.decision).ok_or_else(|| {
            let accepted = Verdict::NAMES.join(", ");
            format!("decision is {:?}; accepted: {accepted}, or nothing", self.decision)
        })?;
        let side = |name: &str, register: String, reference: String| {
            for (part, value) in [("register", &register), ("reference", &reference)] {
                if value.is_empty() {
                    return Err(format!("{name}_{part} is empty"));
                }
            }
            Ok(EntryRef { register, reference })
        };
        let left = side("left", self.left_register, self.left_reference)?;
        let right = side("right", self.right_register, self.right_reference)?;
        if left == right {
            return Err("left and right are the same entry".to_owned());
        }
        let by = [self.reviewer, self.date];
        let by: Vec<String> = by.into_iter().filter(|text| !text.is_empty()).collect();
        Ok(Some(Decision { left, right, verdict, by: by.join(", "), line }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        "left_register,left_reference,right_register,right_reference,decision,reviewer,date";

    fn read(header: &str, rows: &str) -> Result<Decisions, String> {
        let folder = tempfile::tempdir().expect("temporary folder");
        std::fs::write(folder.path().join(DECISIONS_FILE), format!("{header}\n{rows}"))
            .expect("written");
        let prefix = folder.path().display().to_string();
        Decisions::of_sources(folder.path()).map_err(|error| error.to_string().replace(&prefix, ""))
    }

    #[test]
    fn decisions_are_read_and_open_rows_and_further_columns_passed_over() {
        let header = format!("{HEADER},score,reason");
        let rows = "aa_list,1,bb_list,\"2, b\",same,Ann,2026-11-01,0.9,why\naa_list,1,bb_list,3,,,,,\n\
                    aa_list,1,bb_list,4,different,,,,\n";
        let Decisions(decisions) = read(&header, rows).expect("sound");
        let entry = |register: &str, reference: &str| EntryRef {
            register: register.to_owned(),
            reference: reference.to_owned(),
        };
        let expected =
            [("2, b", Verdict::Same, "Ann, 2026-11-01", 2), ("4", Verdict::Different, "", 4)];
        let expected = expected.map(|(reference, verdict, by, line)| {
            let (left, right) = (entry("aa_list", "1"), entry("bb_list", reference));
            Decision { left, right, verdict, by: by.to_owned(), line }
        });
        assert_eq!(decisions, expected);
    }

    #[test]
    fn a_row_that_is_not_understood_is_named() {
        for (rows, expected) in [
            (
                "a,1,b,2,maybe,,\n",
                "/links.csv, line 2: decision is \"maybe\"; accepted: same, different, or nothing",
            ),
            ("a,1,b,2,same,,\na,,b,2,same,,\n", "/links.csv, line 3: left_reference is empty"),
            ("a,1,a,1,same,,\n", "/links.csv, line 2: left and right are the same entry"),
        ] {
            assert_eq!(read(HEADER, rows).expect_err("refused"), expected);
        }
        let error = read("left_register,right_register,decision", "").expect_err("refused");
        assert!(
            error.starts_with("/links.csv, line 1: there is no column left_reference"),
            "{error}"
        );
        let short = read(HEADER, "a,1,b\n").expect_err("refused");
        assert!(short.contains("line: 2"), "{short}");
    }

    #[test]
    fn without_the_file_nothing_is_decided() {
        let folder = tempfile::tempdir().expect("temporary folder");
        assert!(Decisions::of_sources(folder.path()).expect("none").0.is_empty());
    }
}
