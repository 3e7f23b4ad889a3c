//! Descriptions of registers, and the forms in which their lists are published.

use std::collections::BTreeMap;

use tamis_engine::model::{CountryCode, ListType, Offer, Register, RegisterRun};

use crate::readers::{ColumnMap, Format, HistoricalScope};
use crate::sources::FileNames;

/// The builder's knowledge of a register before it reads any of its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Lower-case letters, digits and underscores; the name of its folder.
    pub slug: String,
    /// Full name.
    pub name: String,
    pub short_name: String,
    /// Publisher of the list.
    pub publisher: String,
    /// Country of the publisher: `UN`, `EU`, `ZZ` (international) or an ISO code.
    pub country: CountryCode,
    /// Type of the list.
    pub list_type: ListType,
    /// Hours between expected updates; at least 1.
    pub cadence_hours: u32,
    /// Forms in which its list can be read, in order of preference; at least one.
    pub forms: Vec<Form>,
    /// Slug of the register whose files also hold this one. A folder of its own takes precedence.
    pub part_of: Option<String>,
    /// Formats that its publisher offers, for a register without a reader of its own.
    pub published_as: Option<String>,
    /// Columns of a CSV file of our own format; empty for other formats.
    pub columns: ColumnMap,
    /// Slug of the register whose numbers it uses as references, if these are not its own: a
    /// compilation keeps the numbers of its sources.
    pub numbered_by: Option<String>,
    /// Slug of the register whose entries it repeats, for a compilation without the numbers of its
    /// source.
    pub compiles: Option<String>,
    /// Addresses of its files for download, by the local file names.
    pub downloads: BTreeMap<String, String>,
    /// Instructions to get the list by hand, if no address leads directly to it.
    pub by_hand: Option<String>,
    /// Official address of the list.
    pub source_url: String,
    /// Official address of one entry, with the placeholder `{ref}` for its reference.
    pub record_url: Option<String>,
    /// Licence in words.
    pub licence: String,
    /// Address of the licence text.
    pub licence_url: Option<String>,
    /// Uses of the list that the licence permits.
    pub offer: Offer,
    /// If a load lacks more than this percentage of the register's records, they are kept until the
    /// drop is accepted; 0 to 100, 20 by default.
    pub max_drop_percent: u8,
    /// Limits of historical records.
    pub scope: HistoricalScope,
}

/// A form in which a publisher offers a list: a format and the names of its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Its source format.
    pub format: &'static Format,
    pub files: FileNames,
}

impl Description {
    /// Derives the description of a register in this one's files that has no description.
    #[must_use]
    pub fn for_part(&self, slug: &str, list_type: Option<ListType>) -> Self {
        Self {
            slug: slug.to_owned(),
            name: slug.to_owned(),
            short_name: slug.to_owned(),
            list_type: list_type.unwrap_or(self.list_type),
            published_as: None,
            part_of: Some(self.slug.clone()),
            numbered_by: None,
            compiles: None,
            downloads: BTreeMap::new(),
            by_hand: None,
            ..self.clone()
        }
    }

    /// The register in a snapshot after this run; `format` is the label of the form that was read.
    #[must_use]
    pub fn to_register(&self, format: &str, run: RegisterRun) -> Register {
        Register {
            slug: self.slug.clone(),
            name: self.name.clone(),
            short_name: self.short_name.clone(),
            publisher: self.publisher.clone(),
            country: self.country,
            list_type: self.list_type,
            cadence_hours: self.cadence_hours,
            format: format.to_owned(),
            source_url: self.source_url.clone(),
            licence: self.licence.clone(),
            licence_url: self.licence_url.clone(),
            offer: self.offer,
            max_drop_percent: self.max_drop_percent,
            run,
        }
    }
}
