//! Results of a fetch, register by register.

use std::fmt::Write;

use serde::Serialize;

/// Results for the registers to fetch, by slug.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FetchReport {
    /// One row per register.
    pub registers: Vec<FetchedRegister>,
}

/// Result for one register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FetchedRegister {
    pub slug: String,
    /// Outcome of its fetch.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Outcome of fetching a register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// The register has a new folder.
    New {
        /// Name of the folder, inside that of the register.
        folder: String,
        /// Bytes of its files.
        bytes: u64,
        /// An existing file that a build prefers to the new ones.
        #[serde(skip_serializing_if = "Option::is_none")]
        passed_over: Option<String>,
    },
    /// The publisher's version is already here; it counts as fetched now.
    Unchanged {
        /// The folder that holds it.
        folder: String,
    },
    /// The register must be fetched by hand.
    ByHand {
        /// Instructions for that person.
        reason: String,
    },
    /// Addresses that would be requested; nothing was.
    Planned { addresses: Vec<String> },
    /// The register stays unchanged.
    Failed {
        /// Reason for the failure.
        reason: String,
    },
}

/// Outcome of a fetch over all registers.
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
    /// Outcome over all registers.
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

    /// Failed registers by slug, with reasons.
    pub fn failures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.registers.iter().filter_map(|row| match &row.outcome {
            Outcome::Failed { reason } => Some((row.slug.as_str(), reason.as_str())),
            _ => None,
        })
    }

    /// A line per register for people.
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
