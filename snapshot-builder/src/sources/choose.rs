//! Which folder of a register is read.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tamis::model::PartialDate;

use super::{FolderDate, SourceFile};
use crate::error::LoadError;
use crate::report::PassedOver;

/// Names of a register's files, without `.gz` or `.zst`; one `*` stands for any run of characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileNames {
    /// The file with the records.
    pub main: String,
    /// Companions by role that a complete folder holds.
    pub required: BTreeMap<String, String>,
    /// Companions by role that are read where they are.
    pub optional: BTreeMap<String, String>,
}

/// The folder taken, and everything the report says about the choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Name relative to the folder of sources.
    pub folder: String,
    /// Date of the folder; `None` when the files lie in the register's own folder.
    pub date: Option<PartialDate>,
    /// The main file; several when its name is a pattern, in the order of their names.
    pub main: Vec<SourceFile>,
    /// Companions that are there, by role.
    pub companions: BTreeMap<String, Vec<SourceFile>>,
    /// Folders not taken.
    pub passed_over: Vec<PassedOver>,
    /// What the user should know about the choice.
    pub warnings: Vec<String>,
}

/// Chooses the folder to read for the register `slug` in `sources_dir`.
///
/// Taken is the newest complete folder, not after `as_of`; where none is complete, the newest that
/// holds the main file, with a warning. A folder is complete when it holds the main file and all
/// required companions: an optional one adds a little to some records, and waiting for it would
/// leave the register years behind. Files directly in the register's folder count as the newest;
/// as they state no date, dated folders go before them when `as_of` is given.
///
/// # Errors
/// The folder is missing or unreadable, or holds the main file nowhere.
pub fn choose(
    sources_dir: &Path,
    slug: &str,
    names: &FileNames,
    as_of: Option<PartialDate>,
) -> Result<Choice, LoadError> {
    let root = sources_dir.join(slug);
    if !root.is_dir() {
        return Err(LoadError::NoFolder { path: root });
    }
    let own = Folder::read(&root, slug, None, names)?;
    let (mut dated, mut passed_over) = (Vec::new(), Vec::new());
    for name in folder_names(&root, slug)? {
        match FolderDate::parse(&name) {
            None => passed_over.push(PassedOver {
                folder: name,
                reason: "its name does not begin with a date".to_owned(),
            }),
            Some(date) if as_of.is_some_and(|day| !date.is_not_after(day)) => {
                let day = as_of.map(|day| day.to_string()).unwrap_or_default();
                let reason = format!("it is after {day}, the date asked for");
                passed_over.push(PassedOver { folder: name, reason });
            }
            Some(date) => {
                let shown = format!("{slug}/{name}");
                dated.push(Folder::read(&root.join(&name), &shown, Some(date), names)?);
            }
        }
    }
    dated.sort_by(|a, b| b.date.cmp(&a.date));
    let own_position = if as_of.is_some() { dated.len() } else { 0 };
    dated.insert(own_position, own);
    let mut choice = decide(dated, passed_over, names).map_err(|seen| LoadError::NoMainFile {
        path: root,
        main: names.main.clone(),
        seen,
    })?;
    if let (Some(day), None) = (as_of, choice.date) {
        let warning =
            format!("the files directly in {slug} state no date; they may be after {day}");
        choice.warnings.push(warning);
    }
    Ok(choice)
}

/// Takes the best of the folders, newest first; gives what was seen when none has the main file.
fn decide(
    mut folders: Vec<Folder>,
    mut passed_over: Vec<PassedOver>,
    names: &FileNames,
) -> Result<Choice, String> {
    let complete = folders.iter().position(|f| f.has_list() && f.missing.is_empty());
    let position = complete.or_else(|| folders.iter().position(Folder::has_list));
    let taken = position.map(|at| folders.remove(at));
    let newer = folders[..position.unwrap_or(0)].iter().filter(|folder| folder.has_list());
    let mut warnings: Vec<String> = newer
        .map(|folder| {
            let reason = folder.reason_to_skip(names);
            format!("the newer list in {} was not taken: {reason}", folder.shown)
        })
        .collect();
    // The register's own folder is only worth a word when a list lies in it.
    let worth_naming = folders.iter().filter(|folder| folder.date.is_some() || folder.has_list());
    passed_over.extend(
        worth_naming.map(|folder| PassedOver {
            folder: folder.name(),
            reason: folder.reason_to_skip(names),
        }),
    );
    passed_over.sort_by(|a, b| a.folder.cmp(&b.folder));
    let Some(taken) = taken else { return Err(what_was_seen(&passed_over)) };
    if !taken.missing.is_empty() {
        let missing = taken.missing.join(", ");
        warnings.push(format!("no folder is complete; {} lacks {missing}", taken.shown));
    }
    let Folder { shown, date, main, companions, doubled, .. } = taken;
    warnings.extend(doubled);
    let date = date.map(|date| date.date);
    Ok(Choice { folder: shown, date, main, companions, passed_over, warnings })
}

fn what_was_seen(passed_over: &[PassedOver]) -> String {
    if passed_over.is_empty() {
        return "there is no dated folder either".to_owned();
    }
    let seen = passed_over.iter().map(|p| format!("{}: {}", p.folder, p.reason));
    seen.collect::<Vec<_>>().join("; ")
}

/// A folder that may be taken.
struct Folder {
    shown: String,
    date: Option<FolderDate>,
    main: Vec<SourceFile>,
    companions: BTreeMap<String, Vec<SourceFile>>,
    /// Required files that are not there.
    missing: Vec<String>,
    /// Files that the description does not name.
    others: Vec<String>,
    /// Warnings about files that are there plain and compressed.
    doubled: Vec<String>,
}

impl Folder {
    fn read(
        path: &Path,
        shown: &str,
        date: Option<FolderDate>,
        names: &FileNames,
    ) -> Result<Self, LoadError> {
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(|error| LoadError::io(shown, error))? {
            let entry = entry.map_err(|error| LoadError::io(shown, error))?;
            if entry.path().is_file() {
                files.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        files.sort();
        let mut doubled = Vec::new();
        let mut find = |pattern: &str| {
            let (found, warning) = matching_files(path, shown, pattern, &files);
            doubled.extend(warning);
            found
        };
        let main = find(&names.main);
        let (mut companions, mut missing) = (BTreeMap::new(), Vec::new());
        for (role, pattern) in names.required.iter().chain(&names.optional) {
            let found = find(pattern);
            if !found.is_empty() {
                companions.insert(role.clone(), found);
            } else if names.required.contains_key(role) {
                missing.push(pattern.clone());
            }
        }
        missing.sort();
        let known = |file: &String| {
            main.iter().chain(companions.values().flatten()).any(|f| f.path.ends_with(file))
        };
        let others = files.iter().filter(|file| !known(file)).cloned().collect();
        Ok(Self { shown: shown.to_owned(), date, main, companions, missing, others, doubled })
    }

    /// Whether the main file is there.
    fn has_list(&self) -> bool {
        !self.main.is_empty()
    }

    fn name(&self) -> String {
        self.shown.rsplit('/').next().unwrap_or_default().to_owned()
    }

    fn reason_to_skip(&self, names: &FileNames) -> String {
        let mut missing = self.missing.clone();
        if !self.has_list() {
            missing.insert(0, names.main.clone());
        }
        if missing.is_empty() {
            return "a newer folder is complete".to_owned();
        }
        let lacks = format!("it lacks {}", missing.join(", "));
        if !self.has_list() && !self.others.is_empty() {
            return format!("{lacks} (it holds {})", self.others.join(", "));
        }
        lacks
    }
}

fn folder_names(root: &Path, shown: &str) -> Result<Vec<String>, LoadError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root).map_err(|error| LoadError::io(shown, error))? {
        let entry = entry.map_err(|error| LoadError::io(shown, error))?;
        if entry.path().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The files of a folder that a pattern names, each once: a file that lies there plain and
/// compressed is read plain, with a warning.
fn matching_files(
    path: &Path,
    shown: &str,
    pattern: &str,
    files: &[String],
) -> (Vec<SourceFile>, Option<String>) {
    let mut found: BTreeMap<&str, &String> = BTreeMap::new();
    let mut warning = None;
    for file in files {
        let plain = file.strip_suffix(".gz").or_else(|| file.strip_suffix(".zst")).unwrap_or(file);
        if !matches_pattern(pattern, plain) {
            continue;
        }
        // Names are sorted, so the plain one comes before its compressed copies.
        if let Some(first) = found.get(plain) {
            warning = Some(format!("{shown} holds {first} and {file}; read was {first}"));
        } else {
            found.insert(plain, file);
        }
    }
    let sources = found
        .values()
        .map(|file| SourceFile { path: path.join(file), name: format!("{shown}/{file}") });
    (sources.collect(), warning)
}

fn matches_pattern(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of sources with the register `xx` that holds these files.
    fn sources(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("temporary folder");
        for file in files {
            let path = dir.path().join("xx").join(file);
            fs::create_dir_all(path.parent().expect("has a parent")).expect("created");
            fs::write(path, "x").expect("written");
        }
        dir
    }

    fn names() -> FileNames {
        FileNames {
            main: "main.csv".to_owned(),
            required: BTreeMap::from([("aliases".to_owned(), "alt.csv".to_owned())]),
            optional: BTreeMap::from([("comments".to_owned(), "more.csv".to_owned())]),
        }
    }

    fn taken(files: &[&str], as_of: Option<&str>) -> Choice {
        let dir = sources(files);
        let as_of = as_of.map(|day| day.parse().expect(day));
        choose(dir.path(), "xx", &names(), as_of).expect("a choice")
    }

    #[test]
    fn the_newest_complete_folder_is_taken() {
        let files = [
            "2023-01-01/main.csv",
            "2023-01-01/alt.csv",
            "2023-06-01/main.csv.gz",
            "2023-06-01/alt.csv.zst",
            "2024-01-01/main.csv",
            "old/main.csv",
            "2016-text/list.txt",
        ];
        let choice = taken(&files, None);
        assert_eq!(choice.folder, "xx/2023-06-01");
        assert_eq!(choice.date.map(|d| d.to_string()).as_deref(), Some("2023-06-01"));
        assert_eq!(choice.main[0].name, "xx/2023-06-01/main.csv.gz");
        assert_eq!(choice.companions["aliases"][0].name, "xx/2023-06-01/alt.csv.zst");
        let reasons: Vec<_> =
            choice.passed_over.iter().map(|p| (p.folder.as_str(), p.reason.as_str())).collect();
        assert_eq!(
            reasons,
            [
                ("2016-text", "it lacks main.csv, alt.csv (it holds list.txt)"),
                ("2023-01-01", "a newer folder is complete"),
                ("2024-01-01", "it lacks alt.csv"),
                ("old", "its name does not begin with a date"),
            ]
        );
        assert_eq!(
            choice.warnings,
            ["the newer list in xx/2024-01-01 was not taken: it lacks alt.csv"]
        );
    }

    #[test]
    fn as_of_leaves_out_what_came_later_and_suffixes_order_a_day() {
        let files = [
            "2023-12-20T1/main.csv",
            "2023-12-20T1/alt.csv",
            "2023-12-20T2/main.csv",
            "2023-12-20T2/alt.csv",
            "2023-12-28/main.csv",
            "2023-12-28/alt.csv",
        ];
        let choice = taken(&files, Some("2023-12-20"));
        assert_eq!(choice.folder, "xx/2023-12-20T2");
        assert_eq!(choice.passed_over[1].reason, "it is after 2023-12-20, the date asked for");
    }

    #[test]
    fn without_a_complete_folder_the_newest_main_file_is_read_with_a_warning() {
        let choice = taken(&["2023-01-01/main.csv", "2024-01-01/main.csv"], None);
        assert_eq!(choice.folder, "xx/2024-01-01");
        assert_eq!(choice.warnings, ["no folder is complete; xx/2024-01-01 lacks alt.csv"]);
    }

    #[test]
    fn an_optional_companion_never_decides() {
        let files = [
            "2023-01-01/main.csv",
            "2023-01-01/alt.csv",
            "2023-01-01/more.csv",
            "2024-01-01/main.csv",
            "2024-01-01/alt.csv",
        ];
        let choice = taken(&files, None);
        assert_eq!(choice.folder, "xx/2024-01-01");
        assert_eq!(choice.warnings, [""; 0]);
    }

    #[test]
    fn files_beside_the_dated_folders_are_the_newest_unless_a_date_is_asked_for() {
        let files = ["main.csv", "alt.csv", "2024-01-01/main.csv", "2024-01-01/alt.csv"];
        assert_eq!(taken(&files, None).folder, "xx");
        assert_eq!(taken(&files, Some("2024-02-01")).folder, "xx/2024-01-01");
        let undated = taken(&files, Some("2023-02-01"));
        assert_eq!(undated.folder, "xx");
        let expected = "the files directly in xx state no date; they may be after 2023-02-01";
        assert_eq!(undated.warnings, [expected]);
    }

    #[test]
    fn a_missing_main_file_is_an_error_that_says_what_is_there() {
        let dir = sources(&["2024-01-01/list.xml"]);
        let error = choose(dir.path(), "xx", &names(), None).expect_err("no main file").to_string();
        assert!(error.contains("holds main.csv"), "{error}");
        assert!(error.contains("(it holds list.xml)"), "{error}");
        let error = choose(dir.path(), "yy", &names(), None).expect_err("no folder").to_string();
        assert!(error.ends_with("yy: no such folder"), "{error}");
    }

    #[test]
    fn patterns_find_several_files_and_a_plain_copy_goes_before_a_compressed_one() {
        let dir = sources(&["part-2.jsonl.gz", "part-1.jsonl", "part-1.jsonl.gz", "readme.txt"]);
        let names = FileNames { main: "part-*.jsonl".to_owned(), ..FileNames::default() };
        let choice = choose(dir.path(), "xx", &names, None).expect("a choice");
        let main: Vec<_> = choice.main.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(main, ["xx/part-1.jsonl", "xx/part-2.jsonl.gz"]);
        assert_eq!(
            choice.warnings,
            ["xx holds part-1.jsonl and part-1.jsonl.gz; read was part-1.jsonl"]
        );
    }
}
