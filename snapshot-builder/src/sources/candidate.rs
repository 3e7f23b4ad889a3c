//! A readable list: the files of one form, in one folder or in several.

use std::collections::BTreeMap;

use super::folder::{Folder, Found};
use super::{FileNames, SourceFile};

/// Files of a form in a folder; for a form with increments, a folder with the whole list and the
/// folders after it.
pub(super) struct Candidate {
    pub(super) form: usize,
    /// Newest folder of the list, as an index into the folders, newest first.
    pub(super) newest: usize,
    /// All folders of the list.
    pub(super) folders: Vec<usize>,
    /// Files with records, in reading order.
    pub(super) main: Vec<SourceFile>,
    /// Companions by role.
    pub(super) companions: BTreeMap<String, Vec<SourceFile>>,
    /// Required files that do not exist.
    pub(super) missing: Vec<String>,
    /// Warnings about files that exist both plain and compressed.
    pub(super) doubled: Vec<String>,
}

impl Candidate {
    /// All lists of a form in these folders, newest first.
    pub(super) fn all(form: usize, names: &FileNames, folders: &[Folder]) -> Vec<Self> {
        if !names.increments.is_empty() {
            return Self::with_increments(form, names, folders).into_iter().collect();
        }
        let read = |(at, folder)| Self::read(form, names, folders, vec![at], folder);
        folders.iter().enumerate().filter_map(read).collect()
    }

    /// The newest folder with a main file and the increments in newer folders; without one, all
    /// increments.
    fn with_increments(form: usize, names: &FileNames, folders: &[Folder]) -> Option<Self> {
        let base = folders.iter().position(|folder| !folder.find(&names.main).files.is_empty());
        let newer = match base {
            Some(base) => &folders[..=base],
            None => folders,
        };
        let adds = |at: &usize| !newer[*at].find(&names.increments).files.is_empty();
        let read: Vec<usize> =
            (0..newer.len()).rev().filter(|at| Some(*at) == base || adds(at)).collect();
        let oldest = &folders[*read.first()?];
        Self::read(form, names, folders, read, oldest)
    }

    /// The form's files in these folders, oldest first; `None` without a main file.
    fn read(
        form: usize,
        names: &FileNames,
        all: &[Folder],
        folders: Vec<usize>,
        oldest: &Folder,
    ) -> Option<Self> {
        let mut doubled = Vec::new();
        let mut take = |found: Found| {
            doubled.extend(found.doubled);
            found.files
        };
        let mut main = take(oldest.find(&names.main));
        for at in &folders {
            main.extend(take(all[*at].find(&names.increments)));
        }
        let (mut companions, mut missing) = (BTreeMap::new(), Vec::new());
        for (role, patterns) in names.companions() {
            let found = folders.iter().flat_map(|at| take(all[*at].find(patterns)));
            let found: Vec<SourceFile> = found.collect();
            if !found.is_empty() {
                companions.insert(role.clone(), found);
            } else if names.required.contains_key(role) {
                missing.push(patterns.join(" or "));
            }
        }
        missing.sort();
        let newest = *folders.last()?;
        let is_list = !main.is_empty();
        is_list.then_some(Self { form, newest, folders, main, companions, missing, doubled })
    }

    /// True if all required files exist.
    pub(super) fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }
}
