//! Descriptions of registers: publisher, terms and files of a list.
//!
//! There are three sources. Later ones replace descriptions of the same slug: those shipped with the
//! builder, those in the folder of `--registers`, and `register.toml` in a register's own folder. The
//! last may also change some keys of the previous description.
//!
//! | module | what it holds |
//! |---|---|
//! | `description` | the description of a register |
//! | `parse` | the TOML of a description |
//! | `forms` | its formats and files |
//! | `columns` | its `[csv]` and `[columns]` tables |

mod columns;
mod description;
mod forms;
mod parse;

use std::collections::BTreeMap;
use std::path::Path;

use tamis_ingest::descriptions;
pub use tamis_ingest::descriptions::DescriptionError;

pub use self::description::{Description, Form};

/// Name of a description in a register's own folder (docs/formats.md, "register.toml").
pub const DESCRIPTION_FILE: &str = "register.toml";

/// Descriptions in the folder `registers`: file name and text, by slug. `build.rs` makes the list.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Descriptions by slug.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Descriptions(BTreeMap<String, Description>);

impl Descriptions {
    /// Descriptions shipped with the builder.
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

    /// The shipped descriptions, and every `*.toml` of a further folder.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read, or a description is wrong.
    pub fn with(further: Option<&Path>) -> Result<Self, DescriptionError> {
        let mut all = Self::shipped()?;
        for path in further.map(descriptions::files_in).transpose()?.into_iter().flatten() {
            all.insert(Description::read(&path)?);
        }
        Ok(all)
    }

    /// Adds `register.toml` of a register's own folder, if it exists. Its slug must be the name of the
    /// folder. Without a `name` it changes only the given keys of the known description.
    ///
    /// # Errors
    /// The file cannot be read or is wrong.
    pub fn add_own(&mut self, folder: &Path) -> Result<(), DescriptionError> {
        let path = folder.join(DESCRIPTION_FILE);
        if !path.is_file() {
            return Ok(());
        }
        let expected = folder.file_name().unwrap_or_default().to_string_lossy();
        let description = Description::read_own(&path, self.get(&expected))?;
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

    /// Registers in the files of this one.
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
        fs::write(
            own.join(DESCRIPTION_FILE),
            "source_url = \"https://mirror.example.org\"\nmax_drop_percent = 7\n[download]\n\"sdn.csv\" = \
             \"https://mirror.example.org/sdn.csv\"\n",
        )
        .expect("written");
        let mut changed = Descriptions::shipped().expect("sound descriptions");
        let shipped = changed.get("us_ofac_sdn").cloned().expect("shipped");
        changed.add_own(&own).expect("sound");
        let mut expected = shipped.clone();
        expected.source_url = "https://mirror.example.org".to_owned();
        expected.max_drop_percent = 7;
        let url = "https://mirror.example.org/sdn.csv".to_owned();
        assert!(
            expected.downloads.insert("sdn.csv".to_owned(), url).is_some()
                && shipped.downloads.len() > 1
        );
        assert_eq!(changed.get("us_ofac_sdn"), Some(&expected), "all else is as it was");
        for (text, expected) in [
            (
                "\n[download]\n\"sdn.csv\" = \"mirror\"",
                "line 3: download.sdn.csv is \"mirror\"; accepted",
            ),
            ("slug = \"us_ofac\"", "slug is \"us_ofac\" in the folder \"us_ofac_sdn\""),
            ("country = \"DE\"", "line 1: unknown field `country`, expected one of `slug`,"),
        ] {
            fs::write(own.join(DESCRIPTION_FILE), text).expect("written");
            let error = changed.add_own(&own).expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        }
        let (_, text) =
            SHIPPED.iter().find(|(file, _)| *file == "us_ofac_sdn.toml").expect("shipped");
        fs::write(own.join(DESCRIPTION_FILE), text).expect("written");
        let other = folder.path().join("other");
        fs::rename(&own, &other).expect("renamed");
        let error = all.add_own(&other).expect_err("wrong folder").to_string();
        assert!(error.ends_with("slug is \"us_ofac_sdn\" in the folder \"other\""), "{error}");
    }
}
