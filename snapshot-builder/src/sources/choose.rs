//! Chooses the folder and the form in which a register is read.

use std::collections::BTreeMap;
use std::path::Path;

use tamis_engine::model::PartialDate;

use super::candidate::Candidate;
use super::folder::{Folder, names_in};
use super::{FileNames, FolderDate, SourceFile};
use crate::error::LoadError;
use crate::report::PassedOver;

/// The chosen folder, and facts about the choice for the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Index of the chosen form.
    pub form: usize,
    /// Name of the (newest) folder relative to the folder of sources.
    pub folder: String,
    /// Date of the folder; `None` if the files are directly in the register's own folder.
    pub date: Option<PartialDate>,
    /// Main files in reading order: older folders first, then by name.
    pub main: Vec<SourceFile>,
    /// Existing companions, by role.
    pub companions: BTreeMap<String, Vec<SourceFile>>,
    /// Folders that were not chosen.
    pub passed_over: Vec<PassedOver>,
    /// Remarks for the user about the choice.
    pub warnings: Vec<String>,
}

/// Chooses the folder to read for the register `slug` in `sources_dir`, and one of the forms, which are
/// in order of preference.
///
/// The choice is the newest folder, not after `as_of`, with a complete form. If there is none, it is
/// the newest with a main file, with a warning. A form is complete with its main file and all required
/// companions. Optional ones add little, and waiting for them would leave the register years behind.
/// Files directly in the register's folder count as the newest; since they have no date, dated folders
/// take precedence if `as_of` is given. A form with increments is read from the newest folder with the
/// whole list and all folders after it.
///
/// # Errors
/// The folder is missing or unreadable, or has no main file anywhere.
pub fn choose(
    sources_dir: &Path,
    slug: &str,
    forms: &[&FileNames],
    as_of: Option<PartialDate>,
) -> Result<Choice, LoadError> {
    let root = sources_dir.join(slug);
    if !root.is_dir() {
        return Err(LoadError::NoFolder { path: root });
    }
    let (folders, passed_over) = folders_of(&root, slug, as_of)?;
    let mut choice =
        decide(&folders, passed_over, forms).map_err(|seen| LoadError::NoMainFile {
            path: root,
            main: forms.iter().map(|form| form.shown()).collect::<Vec<_>>().join(" or "),
            seen,
        })?;
    if let (Some(day), None) = (as_of, choice.date) {
        let warning =
            format!("the files directly in {slug} state no date; they may be after {day}");
        choice.warnings.push(warning);
    }
    Ok(choice)
}

/// All readable lists: each folder in each of its forms, newest first.
///
/// # Errors
/// The folder is missing or unreadable.
pub fn all_choices(
    sources_dir: &Path,
    slug: &str,
    forms: &[&FileNames],
) -> Result<Vec<Choice>, LoadError> {
    let root = sources_dir.join(slug);
    if !root.is_dir() {
        return Err(LoadError::NoFolder { path: root });
    }
    let (folders, _) = folders_of(&root, slug, None)?;
    let candidates = candidates_of(&folders, forms).into_iter();
    Ok(candidates.map(|candidate| choice_of(candidate, &folders, Vec::new(), Vec::new())).collect())
}

/// Choice of one file, whatever its name, with the companions in its folder.
///
/// # Errors
/// The folder cannot be read.
pub fn choice_of_file(file: &Path, names: &FileNames) -> Result<Choice, LoadError> {
    let parent = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let path = parent.unwrap_or(Path::new("."));
    let folder = Folder::read(path, &path.display().to_string(), None)?;
    let (mut companions, mut warnings) = (BTreeMap::new(), Vec::new());
    for (role, patterns) in names.companions() {
        let found = folder.find(patterns);
        warnings.extend(found.doubled);
        if !found.files.is_empty() {
            companions.insert(role.clone(), found.files);
        } else if names.required.contains_key(role) {
            warnings.push(format!("there is no {} beside the file", patterns.join(" or ")));
        }
    }
    Ok(Choice {
        form: 0,
        folder: folder.shown,
        date: None,
        main: vec![SourceFile { path: file.to_owned(), name: file.display().to_string() }],
        companions,
        passed_over: Vec::new(),
        warnings,
    })
}

/// Eligible folders, newest first, and excluded ones.
fn folders_of(
    root: &Path,
    slug: &str,
    as_of: Option<PartialDate>,
) -> Result<(Vec<Folder>, Vec<PassedOver>), LoadError> {
    let (mut dated, mut passed_over) = (Vec::new(), Vec::new());
    for name in names_in(root, slug, Path::is_dir)? {
        match FolderDate::parse(&name) {
            None => passed_over.push(PassedOver {
                folder: name,
                reason: "its name does not begin with a date".to_owned(),
                is_newer: false,
            }),
            Some(date) if as_of.is_some_and(|day| !date.is_not_after(day)) => {
                let day = as_of.map(|day| day.to_string()).unwrap_or_default();
                let reason = format!("it is after {day}, the date asked for");
                // Users who ask for the state of a day leave it out on purpose.
                passed_over.push(PassedOver { folder: name, reason, is_newer: false });
            }
            Some(date) => {
                let shown = format!("{slug}/{name}");
                dated.push(Folder::read(&root.join(&name), &shown, Some(date))?);
            }
        }
    }
    dated.sort_by(|a, b| b.date.cmp(&a.date));
    let own_position = if as_of.is_some() { dated.len() } else { 0 };
    dated.insert(own_position, Folder::read(root, slug, None)?);
    Ok((dated, passed_over))
}

/// Chooses the best list of the folders, newest first; if there is none, returns what was found.
fn decide(
    folders: &[Folder],
    mut passed_over: Vec<PassedOver>,
    forms: &[&FileNames],
) -> Result<Choice, String> {
    let mut candidates = candidates_of(folders, forms);
    let complete = candidates.iter().position(Candidate::is_complete);
    let taken = if candidates.is_empty() { None } else { Some(complete.unwrap_or(0)) };
    for (at, folder) in folders.iter().enumerate() {
        let is_taken = taken.is_some_and(|taken| candidates[taken].folders.contains(&at));
        let holds_list = candidates.iter().any(|candidate| candidate.folders.contains(&at));
        // The register's own folder is only mentioned if it holds a list.
        if !is_taken && (folder.date.is_some() || holds_list) {
            let reason = reason_to_skip(at, folder, &candidates, forms);
            let is_newer = taken.is_some_and(|taken| at < candidates[taken].newest);
            passed_over.push(PassedOver { folder: folder.name().to_owned(), reason, is_newer });
        }
    }
    passed_over.sort_by(|a, b| a.folder.cmp(&b.folder));
    let Some(taken) = taken else { return Err(what_was_seen(&passed_over)) };
    let warnings = warnings_about(&candidates, taken, folders, forms);
    Ok(choice_of(candidates.swap_remove(taken), folders, passed_over, warnings))
}

/// Choice of this list.
fn choice_of(
    candidate: Candidate,
    folders: &[Folder],
    passed_over: Vec<PassedOver>,
    warnings: Vec<String>,
) -> Choice {
    let Candidate { form, newest, main, companions, .. } = candidate;
    let Folder { shown, date, .. } = &folders[newest];
    let (folder, date) = (shown.clone(), date.as_ref().map(|date| date.date));
    Choice { form, folder, date, main, companions, passed_over, warnings }
}

/// All lists in these folders, newest first; within a folder, preferred forms first.
fn candidates_of(folders: &[Folder], forms: &[&FileNames]) -> Vec<Candidate> {
    let all = forms.iter().enumerate();
    let mut candidates: Vec<Candidate> =
        all.flat_map(|(form, names)| Candidate::all(form, names, folders)).collect();
    candidates.sort_by_key(|candidate| (candidate.newest, candidate.form));
    candidates
}

fn warnings_about(
    candidates: &[Candidate],
    taken: usize,
    folders: &[Folder],
    forms: &[&FileNames],
) -> Vec<String> {
    let chosen = &candidates[taken];
    let mut newer: Vec<usize> = candidates[..taken].iter().map(|c| c.newest).collect();
    newer.retain(|at| *at < chosen.newest);
    newer.dedup();
    let mut warnings: Vec<String> = newer
        .into_iter()
        .map(|at| {
            let reason = reason_to_skip(at, &folders[at], candidates, forms);
            format!("the newer list in {} was not taken: {reason}", folders[at].shown)
        })
        .collect();
    if !chosen.is_complete() {
        let (shown, missing) = (&folders[chosen.newest].shown, chosen.missing.join(", "));
        warnings.push(format!("no folder is complete; {shown} lacks {missing}"));
    }
    warnings.extend(chosen.doubled.iter().cloned());
    warnings
}

fn reason_to_skip(
    at: usize,
    folder: &Folder,
    candidates: &[Candidate],
    forms: &[&FileNames],
) -> String {
    let here: Vec<&Candidate> = candidates.iter().filter(|c| c.folders.contains(&at)).collect();
    if here.iter().any(|candidate| candidate.is_complete()) {
        return "a newer folder is complete".to_owned();
    }
    let or = |lacking: Vec<String>| format!("it lacks {}", lacking.join("; or "));
    if !here.is_empty() {
        return or(here.iter().map(|candidate| candidate.missing.join(", ")).collect());
    }
    let all_of = |form: &&FileNames| {
        let required = form.required.values();
        let missing = required.filter(|names| folder.find(names).files.is_empty());
        let mut missing: Vec<String> = missing.map(|names| names.join(" or ")).collect();
        missing.sort();
        missing.insert(0, form.shown());
        missing.join(", ")
    };
    let lacks = or(forms.iter().map(all_of).collect());
    match folder.others(forms) {
        others if others.is_empty() => lacks,
        others => format!("{lacks} (it holds {})", others.join(", ")),
    }
}

fn what_was_seen(passed_over: &[PassedOver]) -> String {
    if passed_over.is_empty() {
        return "there is no dated folder either".to_owned();
    }
    let seen = passed_over.iter().map(|p| format!("{}: {}", p.folder, p.reason));
    seen.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder of sources in which the register `xx` has these files.
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
            required: BTreeMap::from([("aliases".to_owned(), vec!["alt.csv".to_owned()])]),
            optional: BTreeMap::from([("comments".to_owned(), vec!["more.csv".to_owned()])]),
            ..FileNames::of("main.csv")
        }
    }

    fn taken(files: &[&str], as_of: Option<&str>) -> Choice {
        let dir = sources(files);
        let as_of = as_of.map(|day| day.parse().expect(day));
        choose(dir.path(), "xx", &[&names()], as_of).expect("a choice")
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
        let shown = |p: &PassedOver| (p.folder.clone(), p.reason.clone(), p.is_newer);
        let passed_over: Vec<_> = choice.passed_over.iter().map(shown).collect();
        let expected = [
            ("2016-text", "it lacks main.csv, alt.csv (it holds list.txt)", false),
            ("2023-01-01", "a newer folder is complete", false),
            ("2024-01-01", "it lacks alt.csv", true),
            ("old", "its name does not begin with a date", false),
        ];
        assert_eq!(passed_over, expected.map(|(f, r, n)| (f.to_owned(), r.to_owned(), n)));
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
        let error =
            choose(dir.path(), "xx", &[&names()], None).expect_err("no main file").to_string();
        assert!(error.contains("holds main.csv"), "{error}");
        assert!(error.contains("(it holds list.xml)"), "{error}");
        let error = choose(dir.path(), "yy", &[&names()], None).expect_err("no folder").to_string();
        assert!(error.ends_with("yy: no such folder"), "{error}");
    }

    #[test]
    fn patterns_find_several_files_and_a_plain_copy_goes_before_a_compressed_one() {
        let dir = sources(&["part-2.jsonl.gz", "part-1.jsonl", "part-1.jsonl.gz", "readme.txt"]);
        let names = FileNames::of("part-*.jsonl");
        let choice = choose(dir.path(), "xx", &[&names], None).expect("a choice");
        let main: Vec<_> = choice.main.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(main, ["xx/part-1.jsonl", "xx/part-2.jsonl.gz"]);
        assert_eq!(
            choice.warnings,
            ["xx holds part-1.jsonl and part-1.jsonl.gz; part-1.jsonl was read"]
        );
    }

    #[test]
    fn the_newest_folder_goes_before_the_better_form_and_the_better_form_within_it() {
        let forms = [&names(), &FileNames::of("list.xml")];
        for (files, folder, form) in [
            (&["2024/main.csv", "2024/alt.csv", "2024/list.xml"][..], "xx/2024", 0),
            (&["2023/main.csv", "2023/alt.csv", "2024/list.xml"], "xx/2024", 1),
            (&["2023/list.xml", "2024/main.csv", "2024/alt.csv"], "xx/2024", 0),
            // A complete form takes precedence over an incomplete one, also in the same folder.
            (&["2023/list.xml", "2024/main.csv"], "xx/2023", 1),
            (&["2024/main.csv", "2024/list.xml"], "xx/2024", 1),
            (&["2024/main.csv"], "xx/2024", 0),
        ] {
            let dir = sources(files);
            let choice = choose(dir.path(), "xx", &forms, None).expect("a choice");
            assert_eq!((choice.folder.as_str(), choice.form), (folder, form), "{files:?}");
        }
        let dir = sources(&["2024/other.txt"]);
        let error = choose(dir.path(), "xx", &forms, None).expect_err("no list").to_string();
        let expected = "it lacks main.csv, alt.csv; or list.xml (it holds other.txt)";
        assert!(
            error.contains("holds main.csv or list.xml") && error.contains(expected),
            "{error}"
        );
    }

    #[test]
    fn increments_are_read_from_the_newest_whole_list_on_older_first() {
        let names = FileNames {
            increments: vec!["add*.csv".to_owned()],
            optional: BTreeMap::from([("ends".to_owned(), vec!["end*.csv".to_owned()])]),
            ..FileNames::of("main.csv")
        };
        for (files, main, ends) in [
            (
                &[
                    "2021/main.csv",
                    "2022/main.csv",
                    "2022/add1.csv",
                    "2023/add2.csv",
                    "2021/add0.csv",
                ][..],
                &["2022/main.csv", "2022/add1.csv", "2023/add2.csv"][..],
                0,
            ),
            (
                &["2021/add0.csv", "2020/add9.csv", "2021/end0.csv", "2020/end9.csv"],
                &["2020/add9.csv", "2021/add0.csv"],
                2,
            ),
            (
                &["2021/main.csv", "2022/other.csv", "2023/add1.csv"],
                &["2021/main.csv", "2023/add1.csv"],
                0,
            ),
        ] {
            let dir = sources(files);
            let choice = choose(dir.path(), "xx", &[&names], None).expect("a choice");
            let read: Vec<_> =
                choice.main.iter().filter_map(|f| f.name.strip_prefix("xx/")).collect();
            assert_eq!(read, main, "{files:?}");
            assert_eq!(choice.companions.values().flatten().count(), ends, "{files:?}");
            assert!(!choice.passed_over.iter().any(|p| p.folder == "2023"), "{files:?}");
        }
    }
}
