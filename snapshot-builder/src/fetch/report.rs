//! What a fetch came to, register by register.

use std::fmt::Write;

use serde::Serialize;

/// What became of the registers that were to be fetched, by slug.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FetchReport {
    /// One row per register.
    pub registers: Vec<FetchedRegister>,
}

/// What became of one register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FetchedRegister {
    pub slug: String,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// How the fetch of a register ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// It has a new folder.
    New {
        /// The folder, below that of the register.
        folder: String,
        /// Bytes of its files.
        bytes: u64,
        /// The file that a build reads in its place, where one lies there that goes before it.
        #[serde(skip_serializing_if = "Option::is_none")]
        passed_over: Option<String>,
    },
    /// The publisher has what is there; it counts as fetched now.
    Unchanged {
        /// The folder that holds it.
        folder: String,
    },
    /// It cannot be fetched without a person.
    ByHand {
        /// What that person must do.
        reason: String,
    },
    /// What would be asked for; nothing was.
    Planned { addresses: Vec<String> },
    /// It stays as it was.
    Failed {
        /// Why.
        reason: String,
    },
}

/// How a fetch ended, all registers together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchStatus {
    /// Something is new, and nothing failed.
    New,
    /// Nothing is new, and nothing failed.
    NothingNew,
    /// Some registers failed, others did not.
    PartlyFailed,
    Failed,
}

impl FetchReport {
    /// How it ended.
    #[must_use]
    pub fn status(&self) -> FetchStatus {
        let any = |is: fn(&Outcome) -> bool| self.registers.iter().any(|row| is(&row.outcome));
        let is_well = any(|of| matches!(of, Outcome::New { .. } | Outcome::Unchanged { .. }));
        match any(|of| matches!(of, Outcome::Failed { .. })) {
            true if is_well => FetchStatus::PartlyFailed,
            true => FetchStatus::Failed,
            false if any(|of| matches!(of, Outcome::New { .. })) => FetchStatus::New,
            false => FetchStatus::NothingNew,
        }
    }

    /// The registers that failed, by slug, and why.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.registers.iter().filter_map(|row| match &row.outcome {
            Outcome::Failed { reason } => Some((row.slug.as_str(), reason.as_str())),
            _ => None,
        })
    }

    /// A line per register for a person.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for FetchedRegister { slug, outcome } in &self.registers {
            // Writing to a String cannot fail.
            let _ = match outcome {
                Outcome::New { folder, bytes, passed_over: None } => {
                    writeln!(text, "{slug:<26}new        {folder} ({bytes} bytes)")
                }
                Outcome::New { folder, passed_over: Some(file), .. } => writeln!(
                    text,
                    "{slug:<26}new        {folder}, but a build reads {file}, which goes before it"
                ),
                Outcome::Unchanged { folder } => writeln!(text, "{slug:<26}unchanged  {folder}"),
                Outcome::ByHand { reason } => writeln!(text, "{slug:<26}by hand    {reason}"),
                Outcome::Failed { reason } => writeln!(text, "{slug:<26}failed     {reason}"),
                Outcome::Planned { addresses } => {
                    writeln!(text, "{slug:<26}would ask  {}", addresses.join("  "))
                }
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_and_the_best_decide_how_it_ended() {
        let folder = || "2026-10-04".to_owned();
        let new = || Outcome::New { folder: folder(), bytes: 1, passed_over: None };
        let unchanged = || Outcome::Unchanged { folder: "2026-10-03".to_owned() };
        let by_hand = || Outcome::ByHand { reason: "log in".to_owned() };
        let failed = || Outcome::Failed { reason: "500".to_owned() };
        for (outcomes, expected) in [
            (vec![new(), unchanged(), by_hand()], FetchStatus::New),
            (vec![unchanged(), by_hand()], FetchStatus::NothingNew),
            (vec![by_hand()], FetchStatus::NothingNew),
            (vec![failed(), unchanged()], FetchStatus::PartlyFailed),
            (vec![failed(), new()], FetchStatus::PartlyFailed),
            (vec![failed(), by_hand()], FetchStatus::Failed),
        ] {
            let registers = outcomes.into_iter().map(|outcome| {
                let slug = "xx".to_owned();
                FetchedRegister { slug, outcome }
            });
            let report = FetchReport { registers: registers.collect() };
            assert_eq!(report.status(), expected, "{}", report.summary());
        }
    }
}
