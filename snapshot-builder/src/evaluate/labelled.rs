//! Files of labelled queries and pairs (columns as in docs/measurements.md, "Labelled names").

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{CountryCode, Schema};

use crate::error::at;

/// A labelled query. Missing columns are empty.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Case {
    #[serde(default)]
    pub(super) schema: String,
    #[serde(default, alias = "kind", alias = "part")]
    pub(super) variant: String,
    pub(super) query_name: String,
    #[serde(default)]
    birth_date: String,
    #[serde(default)]
    nationality: String,
    /// References of the expected records; `|` separates alternatives.
    #[serde(default)]
    pub(super) expected_ref: String,
    #[serde(default)]
    pub(super) expected: String,
    #[serde(default, alias = "list_name")]
    pub(super) expected_name: String,
    #[serde(default)]
    pub(super) note: String,
}

/// A labelled pair: true if the query `name1` means the party of the record `name2`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct LabelledPair {
    pub(super) case_id: String,
    #[serde(default)]
    pub(super) case_group: String,
    pub(super) schema: String,
    pub(super) name1: String,
    pub(super) name2: String,
    pub(super) is_match: bool,
    #[serde(default)]
    pub(super) quality: String,
    #[serde(default)]
    pub(super) contested: String,
}

impl Case {
    /// True if a record with this reference is expected.
    pub(super) fn expects(&self, reference: &str) -> bool {
        self.expected_ref.split('|').any(|expected| expected == reference)
    }

    pub(super) fn query(&self, with_facts: bool) -> MatchQuery {
        let facts = |text: &str| Some(text.to_owned()).filter(|_| with_facts);
        let date = facts(&self.birth_date).and_then(|text| text.parse().ok());
        let country = facts(&self.nationality).and_then(|text| CountryCode::parse(&text));
        MatchQuery {
            birth_dates: date.into_iter().collect(),
            countries: country.into_iter().collect(),
            ..MatchQuery::by_name(schema(&self.schema), self.query_name.as_str())
        }
    }
}

/// The schema of this name; for an unknown name, one that means any party.
pub(super) fn schema(name: &str) -> Schema {
    Schema::from_name(name).unwrap_or(Schema::LegalEntity)
}

/// CSV files of a folder whose names begin with `beginning`, ordered by name.
pub(super) fn files(folder: &Path, beginning: &str) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(at(folder))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(at(folder))?.path();
        let name = path.file_name().map_or_else(String::new, |name| name.display().to_string());
        if name.starts_with(beginning) && name.ends_with(".csv") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The rows of a file.
pub(super) fn rows<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let wrong = |error| anyhow!("{}: {error}", path.display());
    let reader = csv::Reader::from_path(path).map_err(wrong)?;
    reader.into_deserialize().map(|row| row.map_err(wrong)).collect()
}
