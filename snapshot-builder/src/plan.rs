//! Selects the registers that a build loads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::error::{Refused, at};
use crate::load::LoadOptions;
use crate::registers::{DESCRIPTION_FILE, Description, Descriptions};
use tamis_ingest::nearest::nearest;

/// Registers to load, by slug, and the folders that belong to no known register.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Registers whose folders are read.
    pub registers: Vec<Description>,
    /// All known descriptions, for further registers in the same folders.
    pub known: Descriptions,
    /// Requested registers; empty for all.
    pub only: Vec<String>,
    /// Folders without a description, if all registers are to be loaded; [`Plan::ignored_hint`]
    /// explains how to describe one.
    pub ignored: Vec<String>,
    /// Ignored folders with names close to the slug of a known register, each with that slug.
    pub misspelt: BTreeMap<String, String>,
}

impl Plan {
    /// True if a register held by the files of `source` is to be loaded.
    #[must_use]
    pub fn wants(&self, source: &Description, slug: &str) -> bool {
        let is_named = |slug: &str| self.only.iter().any(|only| only == slug);
        self.only.is_empty() || is_named(&source.slug) || is_named(slug)
    }

    /// Advice about an ignored folder, in words.
    #[must_use]
    pub fn ignored_hint(sources_dir: &Path, folder: &str) -> String {
        let path = sources_dir.join(folder).join(DESCRIPTION_FILE);
        format!(
            "{folder} is ignored: no description of a register with this slug; write one to {}",
            path.display()
        )
    }
}

/// Lists the registers to load: every folder of `sources_dir` whose name is the slug of a described
/// register, or those of `options.only`. A register in another one's files may be named there; it
/// selects the folder of that one.
///
/// # Errors
/// A folder or description cannot be read, `only` names an unknown register, or no register is left.
pub fn plan(sources_dir: &Path, options: &LoadOptions) -> anyhow::Result<Plan> {
    let mut descriptions = Descriptions::with(options.registers_dir.as_deref())?;
    let (mut registers, mut ignored) = (Vec::new(), Vec::new());
    for folder in folders(sources_dir)? {
        match descriptions.add_own(&sources_dir.join(&folder)) {
            // A wrong description matters only if its register was requested.
            Err(_) if !options.only.is_empty() && !options.only.contains(&folder) => continue,
            described => described?,
        }
        match descriptions.get(&folder) {
            Some(description) => registers.push(description.clone()),
            None => ignored.push(folder),
        }
    }
    if registers.is_empty() {
        if let Some((slug, above)) = register_around(sources_dir, &descriptions) {
            bail!(
                "{}: this is the folder of the register {slug}, or in it; give the folder above that \
                 of the register, {}",
                sources_dir.display(),
                above.display()
            );
        }
        let seen = seen(&ignored, &descriptions);
        bail!(
            "{}: no folder of a known register; {seen}. A folder has the slug of its register for a \
             name (`snapshot-builder registers` lists them), or holds a description of its own, \
             {DESCRIPTION_FILE}",
            sources_dir.display()
        );
    }
    if !options.only.is_empty() {
        let sources = sources_of(&options.only, &registers, &descriptions)?;
        registers.retain(|register| sources.contains(&register.slug));
        // Users who name registers leave the others out on purpose.
        ignored.clear();
    }
    let meant = ignored.iter().filter_map(|folder| {
        let slug = slug_meant(folder, &descriptions)?;
        Some((folder.clone(), slug.to_owned()))
    });
    let (misspelt, only) = (meant.collect(), options.only.clone());
    Ok(Plan { registers, known: descriptions, only, ignored, misspelt })
}

/// The register whose folder is this one or contains it, and the parent of the register's folder.
fn register_around(folder: &Path, known: &Descriptions) -> Option<(String, PathBuf)> {
    let folder = folder.canonicalize().ok()?;
    folder.ancestors().take(2).find_map(|folder| {
        let slug = folder.file_name()?.to_string_lossy().into_owned();
        let is_register = known.get(&slug).is_some() || folder.join(DESCRIPTION_FILE).is_file();
        Some((slug, folder.parent()?.to_owned())).filter(|_| is_register)
    })
}

/// Returns the folders that hold the requested registers.
fn sources_of(
    only: &[String],
    registers: &[Description],
    known: &Descriptions,
) -> Result<BTreeSet<String>, Refused> {
    let has_folder = |slug: &str| registers.iter().any(|register| register.slug == slug);
    let source_of = |slug: &String| {
        let container = known.get(slug).and_then(|description| description.part_of.clone());
        let source = if has_folder(slug) { Some(slug.clone()) } else { container };
        source.filter(|source| has_folder(source)).ok_or_else(|| {
            let parts = registers.iter().flat_map(|register| known.parts_of(&register.slug));
            let accepted = registers.iter().chain(parts).map(|register| &register.slug);
            unknown_slug("--only", slug, &accepted.collect())
        })
    };
    only.iter().map(source_of).collect()
}

/// Error for an option that names an unknown register.
pub(crate) fn unknown_slug(option: &str, slug: &str, accepted: &BTreeSet<&String>) -> Refused {
    let accepted: Vec<&str> = accepted.iter().map(|slug| slug.as_str()).collect();
    let accepted = accepted.join(", ");
    Refused::Option(format!("{option}: unknown register {slug:?}; accepted: {accepted}"))
}

/// Folders without a known register that an error names at most.
const FOLDERS_NAMED_MAX: usize = 10;

/// Existing folders in words, each with the known slug nearest to its name.
fn seen(folders: &[String], known: &Descriptions) -> String {
    let named =
        folders.iter().take(FOLDERS_NAMED_MAX).map(|folder| match slug_meant(folder, known) {
            Some(slug) => format!("{folder} (did you mean {slug}?)"),
            None => folder.clone(),
        });
    let named: Vec<String> = named.collect();
    match folders.len().saturating_sub(FOLDERS_NAMED_MAX) {
        _ if named.is_empty() => "it has no folder".to_owned(),
        0 => format!("it has {}", named.join(", ")),
        more => format!("it has {} and {more} more", named.join(", ")),
    }
}

/// The known slug that a misspelt name probably means, if any is close.
fn slug_meant<'k>(name: &str, known: &'k Descriptions) -> Option<&'k str> {
    /// Least similarity at which a name counts as a misspelling of another. Folders that share only a
    /// country and a word stay below it.
    const NEAR: f64 = 0.85;
    let name = name.to_lowercase().replace(['-', ' '], "_");
    let slugs = || known.iter().map(|description| description.slug.as_str());
    let words: Vec<&str> = name.split('_').collect();
    // Missing words make a name short and dissimilar: `us_sdn` for `us_ofac_sdn`.
    let has_all = |slug: &&str| words.iter().all(|word| slug.split('_').any(|own| own == *word));
    let longer = slugs().filter(has_all).filter(|_| words.len() > 1).min_by_key(|slug| slug.len());
    longer.or_else(|| nearest(&name, slugs(), NEAR))
}

/// Names of the folders in a folder, sorted; hidden folders are never registers.
fn folders(path: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(at(path))? {
        let entry = entry.map_err(at(path))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(folders: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("temporary folder");
        for folder in folders {
            fs::create_dir(dir.path().join(folder)).expect("created");
        }
        dir
    }

    fn only(slugs: &[&str]) -> LoadOptions {
        LoadOptions {
            only: slugs.iter().map(ToString::to_string).collect(),
            ..LoadOptions::default()
        }
    }

    #[test]
    fn every_described_folder_is_loaded_and_others_are_named() {
        let dir = sources(&["us_ofac_sdn", "un_sc_consolidated", "zz_mine", ".git"]);
        let plan = plan(dir.path(), &LoadOptions::default()).expect("a plan");
        let slugs: Vec<_> = plan.registers.iter().map(|r| r.slug.as_str()).collect();
        assert_eq!(slugs, ["un_sc_consolidated", "us_ofac_sdn"]);
        assert_eq!(plan.ignored, ["zz_mine"]);
        let hint = Plan::ignored_hint(dir.path(), "zz_mine");
        assert!(hint.ends_with("register.toml"), "{hint}");
    }

    #[test]
    fn only_is_checked_against_what_is_there() {
        let dir = sources(&["us_ofac_sdn", "un_sc_consolidated", "zz_mine"]);
        let chosen = plan(dir.path(), &only(&["us_ofac_sdn"])).expect("a plan");
        assert_eq!((chosen.registers.len(), chosen.ignored.len()), (1, 0));
        let error = plan(dir.path(), &only(&["us_ofac_cons"])).expect_err("no such folder");
        assert_eq!(
            error.to_string(),
            "--only: unknown register \"us_ofac_cons\"; accepted: un_sc_consolidated, us_ofac_sdn"
        );
    }

    #[test]
    fn a_wrong_description_stops_only_those_who_ask_for_it() {
        let dir = sources(&["us_ofac_sdn", "zz_mine"]);
        fs::write(dir.path().join("zz_mine").join(DESCRIPTION_FILE), "slug =").expect("written");
        for (asked, is_sound) in
            [(&[][..], false), (&["us_ofac_sdn"], true), (&["us_ofac_sdn", "zz_mine"], false)]
        {
            assert_eq!(plan(dir.path(), &only(asked)).is_ok(), is_sound, "{asked:?}");
        }
    }

    #[test]
    fn folders_of_no_register_are_named_with_the_nearest_slug() {
        for (folders, expected) in [
            (&["us-ofac-sdn", "zz_mine"][..], "us-ofac-sdn (did you mean us_ofac_sdn?), zz_mine."),
            (&["us_sdn"], "us_sdn (did you mean us_ofac_sdn?)."),
            (&["UN_SC_consolidate"], "UN_SC_consolidate (did you mean un_sc_consolidated?)."),
            (&[".git"], "it has no folder."),
            (&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"], "i, j and 2 more."),
        ] {
            let dir = sources(folders);
            let error = plan(dir.path(), &LoadOptions::default()).expect_err("nothing known");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn a_folder_of_a_register_is_told_from_the_one_above_it() {
        let dir = sources(&["us_ofac_sdn", "zz_mine"]);
        fs::write(dir.path().join("zz_mine").join(DESCRIPTION_FILE), "").expect("written");
        fs::create_dir(dir.path().join("us_ofac_sdn/2024-05-03")).expect("created");
        let above = dir.path().canonicalize().expect("there");
        for (given, slug) in [
            ("us_ofac_sdn", "us_ofac_sdn"),
            ("us_ofac_sdn/2024-05-03", "us_ofac_sdn"),
            ("zz_mine", "zz_mine"),
        ] {
            let error = plan(&dir.path().join(given), &LoadOptions::default()).expect_err(given);
            let expected = format!("this is the folder of the register {slug}, or in it; give");
            assert!(error.to_string().contains(&expected), "{error}");
            assert!(error.to_string().ends_with(&above.display().to_string()), "{error}");
        }
    }

    #[test]
    fn a_folder_of_descriptions_makes_registers_known() {
        let dir = sources(&["zz_mine"]);
        let error = plan(dir.path(), &LoadOptions::default()).expect_err("nothing known");
        let said = "no folder of a known register; it has zz_mine. A folder has the slug";
        assert!(error.to_string().contains(said), "{error}");
        let descriptions = tempfile::tempdir().expect("temporary folder");
        let text = include_str!("../registers/us_ofac_sdn.toml").replace("us_ofac_sdn", "zz_mine");
        fs::write(descriptions.path().join("mine.toml"), text).expect("written");
        let registers_dir = Some(descriptions.path().to_owned());
        let options = LoadOptions { registers_dir, ..LoadOptions::default() };
        assert_eq!(plan(dir.path(), &options).expect("a plan").registers[0].slug, "zz_mine");
    }
}
