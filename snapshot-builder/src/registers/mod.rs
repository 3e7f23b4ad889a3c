//! Descriptions of registers: who publishes a list, under which terms, in which files.
//!
//! Three sources, the later ones replacing descriptions of the same slug: those shipped with the
//! builder, those in the folder of `--registers`, and `register.toml` in a register's own folder.
//!
//! | module | what it holds |
//! |---|---|
//! | `parse` | the TOML of a description |
//! | `forms` | its formats and files |
//! | `columns` | its `[csv]` and `[columns]` tables |
//! | `shipped` | the descriptions that are part of the program |

mod columns;
mod forms;
mod parse;
mod shipped;

use std::collections::BTreeMap;
use std::path::Path;

use tamis_engine::model::{CountryCode, ListType, Offer, Register, RegisterRun};
use tamis_ingest::descriptions;
pub use tamis_ingest::descriptions::DescriptionError;

use crate::readers::{ColumnMap, Format, Reach};
use crate::sources::FileNames;
use shipped::SHIPPED;

/// Name of a description in a register's own folder (docs/formats.md, "register.toml").
pub const DESCRIPTION_FILE: &str = "register.toml";

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
    /// Reads a description; `file` is what error messages call it.
    ///
    /// # Errors
    /// The text is not TOML, has an unknown key, lacks a required one or has a value that is not
    /// accepted.
    pub fn parse(file: &str, text: &str) -> Result<Self, DescriptionError> {
        parse::parse(file, text)
    }

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

    fn read(path: &Path) -> Result<Self, DescriptionError> {
        Self::parse(&path.display().to_string(), &descriptions::text_of(path)?)
    }
}

/// Descriptions by slug.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Descriptions(BTreeMap<String, Description>);

impl Descriptions {
    /// Those shipped with the builder.
    ///
    /// # Errors
    /// Never in a tested build: a test reads them all.
    pub fn shipped() -> Result<Self, DescriptionError> {
        let mut all = Self::default();
        for (file, text) in SHIPPED {
            all.insert(Description::parse(file, text)?);
        }
        Ok(all)
    }

    /// Adds every `*.toml` of a folder.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read, or a description is wrong.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), DescriptionError> {
        for path in descriptions::files_in(folder)? {
            self.insert(Description::read(&path)?);
        }
        Ok(())
    }

    /// Adds `register.toml` of a register's own folder, where there is one. Its slug must be the
    /// name of the folder.
    ///
    /// # Errors
    /// The file cannot be read or is wrong.
    pub fn add_own(&mut self, folder: &Path) -> Result<(), DescriptionError> {
        let path = folder.join(DESCRIPTION_FILE);
        if !path.is_file() {
            return Ok(());
        }
        let description = Description::read(&path)?;
        let expected = folder.file_name().unwrap_or_default().to_string_lossy();
        if description.slug != expected {
            let fault = format!("slug is {:?} in the folder {expected:?}", description.slug);
            return Err(DescriptionError::Misplaced { file: path.display().to_string(), fault });
        }
        self.insert(description);
        Ok(())
    }

    /// The description of a register.
    #[must_use]
    pub fn get(&self, slug: &str) -> Option<&Description> {
        self.0.get(slug)
    }

    /// A set of these descriptions.
    #[must_use]
    pub fn of(descriptions: impl IntoIterator<Item = Description>) -> Self {
        Self(descriptions.into_iter().map(|d| (d.slug.clone(), d)).collect())
    }

    /// All descriptions, by slug.
    pub fn iter(&self) -> impl Iterator<Item = &Description> {
        self.0.values()
    }

    /// The registers that come with the files of this one.
    pub fn parts_of<'d>(&'d self, slug: &'d str) -> impl Iterator<Item = &'d Description> {
        self.iter().filter(move |description| description.part_of.as_deref() == Some(slug))
    }

    fn insert(&mut self, description: Description) {
        self.0.insert(description.slug.clone(), description);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_shipped_description_is_sound_and_named_after_its_slug() {
        let all = Descriptions::shipped().expect("sound descriptions");
        for (file, _) in SHIPPED {
            let slug = file.trim_end_matches(".toml");
            assert_eq!(all.get(slug).map(|d| d.slug.as_str()), Some(slug));
        }
        let sdn = all.get("us_ofac_sdn").expect("shipped");
        assert_eq!(sdn.forms[0].format.label, "OFAC CSV");
        assert_eq!(sdn.max_drop_percent, 20);
    }

    #[test]
    fn a_description_in_the_registers_own_folder_goes_before_the_shipped_one() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let own = folder.path().join("us_ofac_sdn");
        fs::create_dir(&own).expect("created");
        let (_, text) =
            SHIPPED.iter().find(|(file, _)| *file == "us_ofac_sdn.toml").expect("shipped");
        let text = text.replace("max_drop_percent = 20", "max_drop_percent = 5");
        fs::write(own.join(DESCRIPTION_FILE), text).expect("written");
        let mut all = Descriptions::shipped().expect("sound descriptions");
        all.add_own(&own).expect("sound");
        assert_eq!(all.get("us_ofac_sdn").map(|d| d.max_drop_percent), Some(5));
        let other = folder.path().join("other");
        fs::rename(&own, &other).expect("renamed");
        let error = all.add_own(&other).expect_err("wrong folder").to_string();
        assert!(error.ends_with("slug is \"us_ofac_sdn\" in the folder \"other\""), "{error}");
    }
}
