//! Fetches one register: downloads and checks its files, and puts them into a new folder, which appears
//! complete or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tamis_engine::model::Timestamp;

use super::client::Client;
use super::content::wrong_content;
use super::download::{Downloaded, Downloads};
use super::patience::{Deadline, Patience};
use super::report::Outcome;
use super::state::{FetchState, write_fetched_at};
use crate::load::load_chosen;
use crate::progress::{Progress, Silent};
use crate::readers::Keep;
use crate::registers::Description;
use crate::sources::{FETCH_FILE, FolderDate, choice_of_file, choose};

/// Shared state of fetching every register.
pub(super) struct Fetching<'f> {
    pub(super) sources: &'f Path,
    /// Folder for incomplete files, on the same file system.
    pub(super) workshop: &'f Path,
    pub(super) client: &'f Client,
    pub(super) patience: Patience,
    pub(super) now: Timestamp,
    pub(super) progress: &'f dyn Progress,
}

/// The newest fetched folder of a register.
struct Newest {
    path: PathBuf,
    name: String,
    state: FetchState,
}

impl Fetching<'_> {
    /// Fetches a register that has addresses.
    pub(super) fn register(&self, description: &Description) -> Outcome {
        let fetched = self.try_register(description);
        fetched.unwrap_or_else(|reason| Outcome::Failed { reason })
    }

    fn try_register(&self, description: &Description) -> Result<Outcome, String> {
        let slug = &description.slug;
        let own = self.sources.join(slug);
        let at = |path: &Path| {
            let path = path.display().to_string();
            move |error: io::Error| format!("{path}: {error}")
        };
        let newest = newest(&own).map_err(at(&own))?;
        let work = self.workshop.join(slug);
        fs::create_dir_all(&work).map_err(at(&work))?;
        let state = self.files(description, &newest, &work)?;
        let before = newest.as_ref().map(|newest| &newest.state);
        if let Some(newest) = newest.as_ref().filter(|_| is_same(&state, before)) {
            state.write(&newest.path).map_err(at(&newest.path))?;
            write_fetched_at(&newest.path, self.now).map_err(at(&newest.path))?;
            return Ok(Outcome::Unchanged { folder: newest.name.clone() });
        }
        readable(description, &work)?;
        state.write(&work).map_err(at(&work))?;
        write_fetched_at(&work, self.now).map_err(at(&work))?;
        let folder = free_name(&own, self.now);
        let target = own.join(&folder);
        fs::create_dir_all(&own).map_err(at(&own))?;
        fs::rename(&work, &target).map_err(at(&target))?;
        File::open(&own).and_then(|own| own.sync_all()).map_err(at(&own))?;
        let bytes = state.0.values().map(|file| file.size).sum();
        let passed_over = read_instead(self.sources, description, &target);
        Ok(Outcome::New { folder, bytes, passed_over })
    }

    /// Downloads all files of the register into `work`; unchanged files come from the newest folder.
    fn files(
        &self,
        description: &Description,
        newest: &Option<Newest>,
        work: &Path,
    ) -> Result<FetchState, String> {
        let show = |file: &str, bytes| {
            self.progress.bytes_fetched(&format!("{}/{file}", description.slug), bytes);
        };
        let (client, patience, now) = (self.client, self.patience, self.now.to_string());
        let deadline = Deadline::new(Instant::now(), patience.list_time_max);
        let downloads = Downloads { client, patience, deadline, now, progress: &show };
        let mut state = FetchState::default();
        for (name, url) in &description.downloads {
            let path = work.join(name);
            let known = newest.as_ref().and_then(|newest| newest.known(name, url));
            let got = downloads.get(url, &path, known.as_ref().map(|(file, _)| *file));
            let file = match (got.map_err(|error| error.reason)?, known) {
                (Downloaded::New(file), _) => {
                    let wrong = wrong_content(&path, name).map_err(|error| error.to_string())?;
                    wrong.map_or(Ok(file), |wrong| Err(format!("{url}: {wrong}")))?
                }
                (Downloaded::NotModified, Some((file, here))) => {
                    fs::copy(&here, &path)
                        .map_err(|error| format!("{}: {error}", here.display()))?;
                    file.clone()
                }
                (Downloaded::NotModified, None) => {
                    return Err(format!("{url}: the server says that nothing changed, unasked"));
                }
            };
            state.0.insert(name.clone(), file);
        }
        Ok(state)
    }
}

impl Newest {
    /// A known file that was fetched from this address, with its path.
    fn known(&self, name: &str, url: &str) -> Option<(&super::state::FetchedFile, PathBuf)> {
        let file = self.state.0.get(name).filter(|file| file.url == url)?;
        let here = self.path.join(name);
        let is_whole = here.metadata().is_ok_and(|metadata| metadata.len() == file.size);
        is_whole.then_some((file, here))
    }
}

/// The newest dated folder with a record of its fetch.
fn newest(own: &Path) -> io::Result<Option<Newest>> {
    let mut dated = Vec::new();
    let entries = match fs::read_dir(own) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let date = FolderDate::parse(&name).filter(|_| entry.path().join(FETCH_FILE).is_file());
        dated.extend(date.map(|date| (date, name, entry.path())));
    }
    let newest = dated.into_iter().max_by(|a, b| a.0.cmp(&b.0));
    Ok(newest.map(|(_, name, path)| Newest { state: FetchState::of_folder(&path), path, name }))
}

/// True if the files have the same bytes as before.
fn is_same(state: &FetchState, before: Option<&FetchState>) -> bool {
    before.is_some_and(|before| {
        let sums = |state: &FetchState| -> Vec<(String, String)> {
            state.0.iter().map(|(name, file)| (name.clone(), file.sha256.clone())).collect()
        };
        sums(state) == sums(before)
    })
}

/// Reads the files as a build would, so that an unreadable download never becomes the newest folder.
fn readable(description: &Description, work: &Path) -> Result<(), String> {
    let main = description.downloads.keys().find_map(|name| {
        let form = description.forms.iter().find(|form| form.files.is_main(name))?;
        Some((work.join(name), form))
    });
    let (main, form) = main.ok_or("none of its files is a main file of a form of the register")?;
    let chosen = choice_of_file(&main, &form.files).map(|choice| (choice, form.format));
    match load_chosen(description, chosen, Keep::First(0), &Silent).outcome {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("what came cannot be read: {error}")),
    }
}

/// Files that a build would prefer to the fetched ones: those directly in the register's folder, or in
/// a folder with a later date.
fn read_instead(sources: &Path, description: &Description, fetched: &Path) -> Option<String> {
    let forms: Vec<_> = description.forms.iter().map(|form| &form.files).collect();
    let choice = choose(sources, &description.slug, &forms, None).ok()?;
    let main = choice.main.last().filter(|_| sources.join(&choice.folder) != fetched)?;
    Some(main.name.clone())
}

/// Name of the first second from `now` on without a folder of the register: two fetches in one second
/// may both find something new.
fn free_name(own: &Path, now: Timestamp) -> String {
    let mut time = now;
    while own.join(folder_name(time)).exists() {
        time.0 += 1;
    }
    folder_name(time)
}

/// Folder name such as `2026-10-04T080000Z`: the date that folder names begin with, and the time to
/// distinguish fetches of one day.
fn folder_name(now: Timestamp) -> String {
    let text = now.to_string();
    let (date, time) = text.split_once('T').unwrap_or((&text, ""));
    let time: String = time.chars().take(8).filter(char::is_ascii_digit).collect();
    format!("{date}T{time}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_that_has_a_folder_is_passed_over() {
        let own = tempfile::tempdir().expect("temporary folder");
        let now = Timestamp(1_791_100_800);
        for expected in ["2026-10-04T080000Z", "2026-10-04T080001Z", "2026-10-04T080002Z"] {
            let name = free_name(own.path(), now);
            assert_eq!(name, expected);
            fs::create_dir(own.path().join(name)).expect("created");
        }
    }

    #[test]
    fn folders_of_a_day_are_in_order() {
        let name = folder_name(Timestamp(1_791_100_800));
        assert_eq!(name, "2026-10-04T080000Z");
        let later = folder_name(Timestamp(1_791_100_801));
        assert!(FolderDate::parse(&name) < FolderDate::parse(&later));
        assert!(FolderDate::parse(&later) < FolderDate::parse("2026-10-05"));
    }
}
