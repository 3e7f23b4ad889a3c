//! The use case: one file, read as a build would read it, with nothing written.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::load::{Loaded, load_chosen};
use crate::progress::Progress;
use crate::readers::{FORMATS, Format, Keep};
use crate::registers::{Description, DescriptionError, Descriptions, Form};
use crate::sources::{FileNames, choice_of_file};

#[derive(Clone)]
pub struct CheckOptions {
    /// The main file.
    pub file: PathBuf,
    /// The register whose list it is.
    pub slug: String,
    /// Its format; `None` for the one that the name of the file tells.
    pub format: Option<String>,
    /// A folder of further descriptions.
    pub registers_dir: Option<PathBuf>,
    /// Records of each register to keep as samples.
    pub samples: usize,
    /// Who is told how far it is.
    pub progress: Arc<dyn Progress>,
}

/// A file that cannot be checked, because it is not known what it is.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A description is wrong.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    #[error("{}: no such file", file.display())]
    NoFile { file: PathBuf },
    #[error(
        "--register: unknown register {slug:?}; describe it in register.toml beside the file, or \
         see `snapshot-builder registers` for those that are known"
    )]
    UnknownRegister { slug: String },
    #[error("--format: unknown format {format:?}; accepted: {}", accepted.join(", "))]
    UnknownFormat { format: String, accepted: Vec<&'static str> },
    #[error("{file}: {slug} is read from {}; say with --format which of them it is", forms.join("; "))]
    UnclearForm { file: String, slug: String, forms: Vec<String> },
}

/// Reads the file, with its companions in the same folder, and keeps samples of the records. What
/// is wrong with its content is in the result. Of a file that holds several registers, all are
/// read, or the one asked for.
///
/// # Errors
/// [`CheckError`].
pub fn check(options: &CheckOptions) -> Result<(Description, Loaded), CheckError> {
    let file = &options.file;
    if !file.is_file() {
        return Err(CheckError::NoFile { file: file.clone() });
    }
    let description = describe(options)?;
    let form = form_of(&description, file, options.format.as_deref())?;
    let is_part = description.slug != options.slug;
    let chosen = choice_of_file(file, &form.files).map(|choice| (choice, form.format));
    let keep = Keep::First(options.samples);
    let mut loaded = load_chosen(&description, chosen, keep, options.progress.as_ref());
    loaded.parts.retain(|slug, _| !is_part || *slug == options.slug);
    Ok((description, loaded))
}

/// The description: shipped, of the folder of descriptions, or beside the file or its folder. For
/// a register that comes in the file of another one, the description of that one.
fn describe(options: &CheckOptions) -> Result<Description, CheckError> {
    let CheckOptions { file, slug, registers_dir, .. } = options;
    let mut known = Descriptions::shipped()?;
    if let Some(folder) = registers_dir {
        known.add_folder(folder)?;
    }
    for folder in file.ancestors().skip(1).take(2).filter(|folder| folder.ends_with(slug)) {
        known.add_own(folder)?;
    }
    let described = known.get(slug);
    let described = described.ok_or_else(|| CheckError::UnknownRegister { slug: slug.clone() })?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let holds_file = |d: &&Description| d.forms.iter().any(|form| form.files.is_main(&name));
    let container = described.part_of.as_deref().and_then(|slug| known.get(slug));
    Ok(container.filter(holds_file).unwrap_or(described).clone())
}

fn form_of(
    description: &Description,
    file: &Path,
    format: Option<&str>,
) -> Result<Form, CheckError> {
    let forms = &description.forms;
    if let Some(name) = format {
        let format = Format::from_name(name).ok_or_else(|| CheckError::UnknownFormat {
            format: name.to_owned(),
            accepted: FORMATS.iter().map(|format| format.name).collect(),
        })?;
        let known = forms.iter().find(|form| form.format == format).cloned();
        return Ok(known.unwrap_or(Form { format, files: FileNames::default() }));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let named = forms.iter().find(|form| form.files.is_main(&name));
    // With one form only it can be no other, whatever the file is called.
    let only = forms.first().filter(|_| forms.len() == 1);
    named.or(only).cloned().ok_or_else(|| CheckError::UnclearForm {
        file: name.into_owned(),
        slug: description.slug.clone(),
        forms: forms.iter().map(|f| format!("{} ({})", f.files.shown(), f.format.name)).collect(),
    })
}
