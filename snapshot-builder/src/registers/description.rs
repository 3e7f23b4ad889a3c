//! What is known of a register, and the forms in which its list is published.

use std::collections::BTreeMap;

use tamis_engine::model::{CountryCode, ListType, Offer, Register, RegisterRun};

use crate::readers::{ColumnMap, Format, Reach};
use crate::sources::FileNames;

/// What the builder knows of a register before it reads a file of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Lower-case letters, digits and underscores; the name of its folder.
    pub slug: String,
    /// Full name.
    pub name: String,
    pub short_name: String,
    /// Who publishes it.
    pub publisher: String,
    /// Country of the publisher; `UN`, `EU` and `ZZ` (international) beside ISO codes.
    pub country: CountryCode,
    /// What kind of list it is.
    pub list_type: ListType,
    /// How often it is refreshed, in hours; at least 1.
    pub cadence_hours: u32,
    /// The forms in which its list can be read, the best first; at least one.
    pub forms: Vec<Form>,
    /// Slug of the register whose files hold this one too. A folder of its own goes before them.
    pub part_of: Option<String>,
    /// What its publisher offers, for a register without a reader of its own.
    pub published_as: Option<String>,
    /// Columns of a CSV file of our own format; empty for other formats.
    pub columns: ColumnMap,
    /// Slug of the register whose numbers its references are, where they are another one's: a list
    /// compiled from others keeps theirs.
    pub numbered_by: Option<String>,
    /// Slug of the register whose entries it repeats, for a compilation that keeps no number of theirs.
    pub compiles: Option<String>,
    /// Addresses from which its files can be downloaded, by the names under which they are kept.
    pub downloads: BTreeMap<String, String>,
    /// What a person must do to get the list, where no address leads straight to it.
    pub by_hand: Option<String>,
    /// Official address of the list.
    pub source_url: String,
    /// Official address of one entry, with `{ref}` for its reference.
    pub record_url: Option<String>,
    /// Licence in words.
    pub licence: String,
    /// Address of the licence text.
    pub licence_url: Option<String>,
    /// What the licence lets the service offer.
    pub offer: Offer,
    /// Where a load lacks more than this share of the register's records, these are kept until
    /// somebody accepts the drop; 0 to 100, 20 when the description gives none.
    pub max_drop_percent: u8,
    /// How far back it reaches.
    pub reach: Reach,
}

/// A form in which a publisher offers a list: a format and the names of its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Its source format.
    pub format: &'static Format,
    pub files: FileNames,
}

impl Description {
    /// The description of a register that this one's files hold and no description knows.
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

    /// The register as a snapshot shows it after this run; `format` is the label of the form that
    /// was read.
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
