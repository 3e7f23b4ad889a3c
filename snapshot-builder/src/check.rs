//! The use case: reads one file as a build would, without writing anything.

use std::path::{self, Path, PathBuf};

use crate::error::{Refused, at};
use crate::load::{Loaded, load_chosen};
use crate::progress::Progress;
use crate::readers::{FORMATS, Format, Keep};
use crate::registers::{Description, Descriptions, Form};
use crate::sources::{FileNames, FolderDate, choice_of_file};

#[derive(Debug, Clone, clap::Args)]
pub struct CheckOptions {
    /// The file, plain or compressed with gzip or zstd.
    pub file: PathBuf,
    /// Slug of the register to which the list belongs.
    #[arg(long = "register", value_name = "SLUG")]
    pub slug: String,
    /// Format of the file; needed only if its name does not show it.
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
    /// Folder with descriptions (*.toml) of further registers.
    #[arg(long = "registers", value_name = "DIR")]
    pub registers_dir: Option<PathBuf>,
    /// Number of records to show of each register.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub samples: usize,
}

/// Reads the file with its companions in the same folder, and keeps samples of the records. Faults of
/// its content are part of the result. If the file holds several registers, all of them are read, or
/// only the requested one.
///
/// # Errors
/// [`Refused::Option`] if the register of the file is not known; another error if a description is
/// wrong.
pub fn check(
    options: &CheckOptions,
    progress: &dyn Progress,
) -> anyhow::Result<(Description, Loaded)> {
    let file = &options.file;
    if !file.is_file() {
        return Err(Refused::Option(format!("{}: no such file", file.display())).into());
    }
    // A file named without a folder is in the current one.
    let path = path::absolute(file).map_err(at(file))?;
    let description = describe(options, &path)?;
    let form = form_of(&description, file, options.format.as_deref())?;
    let is_part = description.slug != options.slug;
    let chosen = choice_of_file(file, &form.files).map(|choice| (choice, form.format));
    let keep = Keep::First(options.samples);
    let mut loaded = load_chosen(&description, chosen, keep, progress);
    loaded.parts.retain(|slug, _| !is_part || *slug == options.slug);
    loaded.report.warnings.extend(left_out(&path, &description));
    Ok((description, loaded))
}

/// Finds the description: shipped, in the folder of descriptions, or next to the file or its folder. A
/// register that is part of another one's file uses the description of that one.
fn describe(options: &CheckOptions, file: &Path) -> anyhow::Result<Description> {
    let CheckOptions { slug, registers_dir, .. } = options;
    let mut known = Descriptions::with(registers_dir.as_deref())?;
    // Also if the folder belongs to another register: a build refuses a description in it that
    // is wrong or belongs to a third one.
    for folder in file.ancestors().skip(1).take(2) {
        known.add_own(folder)?;
    }
    let described = known.get(slug);
    let described = described.ok_or_else(|| {
        Refused::Option(format!(
            "--register: unknown register {slug:?}; describe it in register.toml beside the file, \
             or see `snapshot-builder registers` for those that are known"
        ))
    })?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let holds_file = |d: &&Description| d.forms.iter().any(|form| form.files.is_main(&name));
    let container = described.part_of.as_deref().and_then(|slug| known.get(slug));
    Ok(container.filter(holds_file).unwrap_or(described).clone())
}

/// Explains why a build would skip the file at its place or under its name; `None` if it would read it.
fn left_out(file: &Path, description: &Description) -> Option<String> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (slug, forms) = (&description.slug, &description.forms);
    let own = name(file);
    if !forms.iter().any(|form| form.files.is_main(&own)) {
        let shown: Vec<String> = forms.iter().map(|form| form.files.shown()).collect();
        let shown = shown.join(" or ");
        return Some(format!("a build does not read a file called {own}; it reads {shown}"));
    }
    let mut folders = file.ancestors().skip(1).map(name);
    let (folder, above) = (folders.next()?, folders.next());
    if folder == *slug {
        return None;
    }
    if above.as_ref() != Some(slug) {
        return Some(format!(
            "a build does not read the file in the folder {folder}: the lists of this register go into \
             a folder {slug}, or into dated ones in that"
        ));
    }
    let is_dated = FolderDate::parse(&folder).is_some();
    (!is_dated).then(|| {
        format!("a build does not read the folder {folder}: its name does not begin with a date")
    })
}

fn form_of(description: &Description, file: &Path, format: Option<&str>) -> Result<Form, Refused> {
    let forms = &description.forms;
    if let Some(name) = format {
        let format = Format::from_name(name).ok_or_else(|| {
            let accepted: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
            let accepted = accepted.join(", ");
            Refused::Option(format!("--format: unknown format {name:?}; accepted: {accepted}"))
        })?;
        let known = forms.iter().find(|form| form.format == format).cloned();
        return Ok(known.unwrap_or(Form { format, files: FileNames::default() }));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let named = forms.iter().find(|form| form.files.is_main(&name));
    // A single form is certain, whatever the file's name.
    let only = forms.first().filter(|_| forms.len() == 1);
    named.or(only).cloned().ok_or_else(|| {
        let shown = |form: &Form| format!("{} ({})", form.files.shown(), form.format.name);
        let (slug, shown) = (&description.slug, forms.iter().map(shown).collect::<Vec<_>>());
        let shown = shown.join("; ");
        Refused::Option(format!(
            "{name}: {slug} is read from {shown}; say with --format which of them it is"
        ))
    })
}
