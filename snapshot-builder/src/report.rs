//! Reports of loading registers: `build-report.json` and its readable summary.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::{Serialize, Serializer};
use tamis_engine::model::{RunStatus, Timestamp};
use tamis_engine::store::Pin;

/// Content of `build-report.json`.
#[derive(Debug, Clone, Serialize)]
pub struct BuildReport {
    /// The built version, `YYYYMMDDHHMMSS`.
    pub version: String,
    /// Name and version of the building program.
    pub builder: String,
    /// The version whose ids and dates this one continues: the current one, or the newest one while
    /// another is pinned.
    pub previous: Option<String>,
    /// Active records of all registers.
    pub records: u64,
    /// Records that are no longer active.
    pub retired: u64,
    /// Registers that this build loaded or tried to load, by slug.
    pub registers: Vec<RegisterReport>,
    /// Result of linking records of one party.
    pub links: LinkReport,
    /// Slugs of registers that the build left unchanged.
    pub carried_over: Vec<String>,
    /// Folders without a description of a register.
    pub ignored: Vec<String>,
    /// Ignored folders with names close to the slug of a known register, each with that slug.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub misspelt: BTreeMap<String, String>,
    /// Registers whose lists could not be fetched before this build, by slug, with the reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub not_fetched: BTreeMap<String, String>,
    /// The bulk files, by collection; empty unless they were requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<CollectionReport>,
    /// The pin that kept this version from becoming current. Not in the file, since it is no fact about
    /// the build.
    #[serde(skip)]
    pub pin: Option<Pin>,
}

/// The bulk files of a collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CollectionReport {
    pub name: &'static str,
    /// Changes in the collection since the previous version.
    pub delta: DeltaReport,
    /// Its files, without `index.json`.
    pub files: Vec<BulkFileReport>,
}

/// Content of `delta.json`, counted in entities: records and their Sanction entities.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct DeltaReport {
    /// The version compared with; `None` in a first build.
    pub since: Option<String>,
    /// Entities that are new.
    pub added: u64,
    /// Entities whose schema, caption or properties differ.
    pub modified: u64,
    /// Entities that no longer exist.
    pub deleted: u64,
    /// Reason for not comparing with an existing version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BulkFileReport {
    pub name: &'static str,
    /// Lines, or rows below the header.
    pub rows: u64,
    /// Bytes of the uncompressed file.
    pub size: u64,
    /// Bytes of the variant compressed with gzip.
    pub size_gzip: u64,
    /// Bytes of the variant compressed with zstd.
    pub size_zstd: u64,
}

impl BuildReport {
    /// True if every attempted register was loaded.
    #[must_use]
    pub fn all_loaded(&self) -> bool {
        self.registers.iter().all(|register| register.status == RunStatus::Ok)
    }
}

/// Result of linking, as written to `build-report.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LinkReport {
    /// Merged entities with active records.
    pub entities: u64,
    /// Active records in these entities.
    pub records: u64,
    /// Merged entities that did not exist before.
    pub new: u64,
    /// Merged entities that were merged into another one.
    pub merged: u64,
    /// Pairs of linked records, counted by the best reason of each pair.
    pub joined: BTreeMap<&'static str, u64>,
    /// Pairs that share a key but are not linked because of a contradiction.
    pub refused: u64,
    /// Pairs that are not linked because of a reviewer's decision.
    pub different: u64,
    /// Unusual findings: decisions about records that do not exist, keys shared by too many records.
    pub warnings: Vec<String>,
}

/// The load of one register, as written to `build-report.json`.
#[derive(Debug, Clone, Serialize)]
pub struct RegisterReport {
    /// Slug of the register.
    pub slug: String,
    /// Result of the load.
    #[serde(serialize_with = "as_run_status")]
    pub status: RunStatus,
    /// Reason for the failure.
    pub error: Option<String>,
    /// Date of the list as stated in the file, else the date of its folder. YYYY, YYYY-MM or
    /// YYYY-MM-DD.
    pub list_date: Option<String>,
    /// Time when its files were fetched, as stated by a file next to them.
    pub fetched_at: Option<Timestamp>,
    /// Folder that was read, relative to the folder of sources.
    pub folder: Option<String>,
    /// Format that was read, as shown by the API.
    pub format: Option<String>,
    /// The files that were read.
    pub files: Vec<FileReport>,
    /// Folders that were not chosen, with the reasons.
    pub passed_over: Vec<PassedOver>,
    /// Unusual findings that did not stop the load.
    pub warnings: Vec<String>,
    /// Records loaded.
    pub records: u64,
    /// Changes of the load; all zero if it failed.
    pub changes: Changes,
    /// Records by entity type (docs/api.md, "Entity types and schemas"); `UNKNOWN` if the list does not
    /// state it.
    pub by_type: BTreeMap<String, u64>,
    /// Records with at least one value in a field, by the name of the field.
    pub filled: BTreeMap<&'static str, u64>,
    /// Aliases kept, weak ones included.
    pub aliases: u64,
    /// Weak aliases kept.
    pub weak_aliases: u64,
    /// Aliases left out because they repeat the primary name or an alias of the same record.
    pub repeated_aliases: u64,
    /// Entries of the files that are not records of their own, by kind.
    pub left_out: BTreeMap<String, u64>,
    /// Rejected rows and elements.
    pub rejected: u64,
    /// The first [`REJECTS_KEPT_MAX`](crate::limits::REJECTS_KEPT_MAX) rejected rows.
    pub rejects: Vec<Reject>,
    /// Spellings that the table of countries does not know, with the number of uses.
    pub unknown_countries: BTreeMap<String, u64>,
}

/// Changes of a register by a load, counted in records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Changes {
    /// Records never seen before.
    pub added: u64,
    /// Records that are active again after they had been retired.
    pub returned: u64,
    /// Records that were active before, with different content.
    pub changed: u64,
    /// Records that were active before, with the same content.
    pub unchanged: u64,
    /// Records that were active before and are no longer on the list.
    pub retired: u64,
    /// Records that are kept active though no longer on the list, until the drop is accepted.
    pub waiting: u64,
}

/// A source file as read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// Name relative to the folder of sources, with `/` on every system.
    pub path: String,
    /// Size in bytes as stored, compressed or not.
    pub size: u64,
    /// SHA-256 of the stored bytes, 64 lower-case hexadecimal digits.
    pub sha256: String,
}

/// A folder of the register that was not chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PassedOver {
    pub folder: String,
    pub reason: String,
    /// True if its name dates it after the chosen folder.
    pub is_newer: bool,
}

/// A row or element that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// File, relative to the folder of sources.
    pub file: String,
    /// Position in the file.
    pub line_or_element: Position,
    /// Reason, naming the field if there is one.
    pub reason: String,
    /// The publisher's reference of the entry, if it could be read.
    pub reference: Option<String>,
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Line number, counted from 1.
    Line(u64),
    /// The n-th element of this name, counted from 1.
    Element(&'static str, u64),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Element(name, number) => write!(f, "{name} {number}"),
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn as_run_status<S: Serializer>(status: &RunStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.as_str())
}

impl RegisterReport {
    /// Number of records with a value in the field of this name.
    #[must_use]
    pub fn filled(&self, field: &str) -> u64 {
        self.filled.get(field).copied().unwrap_or_default()
    }

    /// Report of a load that has not begun: failed, with all counts zero.
    #[must_use]
    pub fn new(slug: impl Into<String>) -> Self {
        Self {
            slug: slug.into(),
            status: RunStatus::Failed,
            error: None,
            list_date: None,
            fetched_at: None,
            folder: None,
            format: None,
            files: Vec::new(),
            passed_over: Vec::new(),
            warnings: Vec::new(),
            records: 0,
            changes: Changes::default(),
            by_type: BTreeMap::new(),
            filled: BTreeMap::new(),
            aliases: 0,
            weak_aliases: 0,
            repeated_aliases: 0,
            left_out: BTreeMap::new(),
            rejected: 0,
            rejects: Vec::new(),
            unknown_countries: BTreeMap::new(),
        }
    }
}

/// Writes the summary that a person reads after a build: one paragraph per register.
#[must_use]
pub fn render_summary(reports: &[RegisterReport]) -> String {
    let mut text = String::new();
    for report in reports {
        // Writing to a String cannot fail.
        let _ = render_register(&mut text, report);
    }
    text
}

fn render_register(text: &mut String, report: &RegisterReport) -> fmt::Result {
    let date = report
        .list_date
        .as_deref()
        .map_or_else(|| "list without a date".to_owned(), |date| format!("list of {date}"));
    write!(text, "{}: {}", report.slug, report.status.as_str())?;
    if let Some(error) = &report.error {
        writeln!(text, ": {error}")?;
    } else {
        writeln!(text, ", {} records, {date}", report.records)?;
        let types: Vec<String> =
            report.by_type.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(text, "  types      {}", types.join(", "))?;
        writeln!(
            text,
            "  facts      birth date {}, country {}, IMO number {}, aliases {} ({} weak)",
            report.filled("birth_dates"),
            report.filled("countries"),
            report.filled("imo"),
            report.aliases,
            report.weak_aliases
        )?;
    }
    let Changes { added, returned, changed, unchanged, retired, waiting } = report.changes;
    // A checked file is not compared with a ledger.
    if report.changes != Changes::default() {
        write!(
            text,
            "  changes    added {added}, returned {returned}, changed {changed}, unchanged \
             {unchanged}, retired {retired}"
        )?;
        if waiting > 0 {
            write!(text, ", kept though missing {waiting}")?;
        }
        writeln!(text)?;
    }
    for file in &report.files {
        writeln!(text, "  read       {} ({} bytes)", file.path, file.size)?;
    }
    for folder in &report.passed_over {
        writeln!(text, "  not taken  {}: {}", folder.folder, folder.reason)?;
    }
    for warning in &report.warnings {
        writeln!(text, "  warning    {warning}")?;
    }
    for (what, count) in &report.left_out {
        writeln!(text, "  skipped    {count} {what}")?;
    }
    if report.rejected > 0 {
        writeln!(text, "  rejected   {}", report.rejected)?;
    }
    for reject in &report.rejects {
        let reference = reject.reference.as_deref().map(|r| format!(" ({r})")).unwrap_or_default();
        let Reject { file, line_or_element, reason, .. } = reject;
        writeln!(text, "             {file}, {line_or_element}{reference}: {reason}")?;
    }
    let hidden = report.rejected.saturating_sub(report.rejects.len() as u64);
    if hidden > 0 {
        writeln!(text, "             and {hidden} more")?;
    }
    for (spelling, uses) in &report.unknown_countries {
        writeln!(text, "  unknown country {spelling:?}, {uses} times")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_what_a_reader_must_act_on() {
        let mut report = RegisterReport::new("xx_test");
        report.status = RunStatus::Ok;
        report.records = 3;
        report.list_date = Some("2024-05-03".to_owned());
        report.rejected = 7;
        report.rejects.push(Reject {
            file: "xx_test/a.csv".to_owned(),
            line_or_element: Position::Line(4),
            reason: "name is empty".to_owned(),
            reference: Some("17".to_owned()),
        });
        let text = render_summary(&[report]);
        assert!(text.starts_with("xx_test: ok, 3 records, list of 2024-05-03\n"), "{text}");
        assert!(text.contains("xx_test/a.csv, line 4 (17): name is empty"), "{text}");
        assert!(text.contains("and 6 more"), "{text}");
    }

    #[test]
    fn the_json_has_words_for_status_and_place() {
        let mut report = RegisterReport::new("xx_test");
        report.rejects.push(Reject {
            file: "a.xml".to_owned(),
            line_or_element: Position::Element("ENTITY", 2),
            reason: "name is empty".to_owned(),
            reference: None,
        });
        let json = serde_json::to_value(&report).expect("serialisable");
        assert_eq!(json["status"], "failed");
        assert_eq!(json["rejects"][0]["line_or_element"], "ENTITY 2");
    }
}
