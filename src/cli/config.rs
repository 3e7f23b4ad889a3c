//! The configuration file of `tamis serve`. Its keys are the names of the options, and its values are
//! parsed as options, so the two cannot differ.
//!
//! An option takes precedence over its environment variable, the variable over the file, and the file
//! over the default.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use serde::Deserialize;
use tamis_ingest::descriptions::{DescriptionError, Source, Spanned, text_of};
use tamis_ingest::nearest::nearest;

/// The subcommand that the file configures.
const CONFIGURED: &str = "serve";
/// Options that select an action rather than configure the server.
const NOT_IN_FILE: [&str; 5] = ["config", "check-config", "print-config", "help", "version"];

/// Similarity from which a key counts as a misspelt option.
const LIKE: f64 = 0.7;

/// A value in the file.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "give a text, a whole number, true or false, or a list of texts")]
enum Value {
    Text(String),
    Number(u64),
    Switch(bool),
    Texts(Vec<String>),
}

impl Value {
    fn into_texts(self) -> Vec<String> {
        match self {
            Self::Text(text) => vec![text],
            Self::Number(number) => vec![number.to_string()],
            Self::Switch(is_on) => vec![is_on.to_string()],
            Self::Texts(texts) => texts,
        }
    }
}

/// A parsed command line, and the options that come from the file.
#[derive(Debug)]
pub(crate) struct Configured {
    pub(crate) matches: ArgMatches,
    from_file: BTreeSet<String>,
}

/// Reason why a command line is invalid.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error(transparent)]
    Options(#[from] clap::Error),
    #[error(transparent)]
    File(#[from] DescriptionError),
}

/// Parses a command line and its configuration file.
///
/// # Errors
/// An invalid option, or an invalid key or value of the file; also `--help` and `--version`.
pub(crate) fn read(
    program: &Command,
    mut arguments: Vec<OsString>,
) -> Result<Configured, ConfigError> {
    let mut from_file = BTreeSet::new();
    // Errors of options are reported later, when they are parsed together with those of the file.
    let first = program.clone().ignore_errors(true).try_get_matches_from(&arguments).ok();
    let first = first.as_ref().and_then(|first| first.subcommand_matches(CONFIGURED));
    if let Some(first) = first
        && let Some(file) = first.get_raw("config").and_then(|mut files| files.next())
        && let Some(serve) = program.find_subcommand(CONFIGURED)
    {
        for (arg, texts) in in_file(serve, Path::new(file))? {
            let source = first.value_source(arg.get_id().as_str());
            if matches!(source, None | Some(ValueSource::DefaultValue)) {
                let option = name_of(arg);
                arguments.extend(texts.iter().map(|text| format!("--{option}={text}").into()));
                from_file.insert(arg.get_id().to_string());
            }
        }
    }
    let matches = program.clone().try_get_matches_from(arguments)?;
    Ok(Configured { matches, from_file })
}

/// Reads the settings of the file; each value must be accepted by its option.
fn in_file<'c>(
    serve: &'c Command,
    path: &Path,
) -> Result<Vec<(&'c Arg, Vec<String>)>, DescriptionError> {
    let (name, text) = (path.display().to_string(), text_of(path)?);
    let file = Source::new(&name, &text);
    let keys: BTreeMap<Spanned<String>, Spanned<Value>> = file.parse()?;
    let set = keys.into_iter().map(|(key, value)| {
        let known = || serve.get_arguments().filter(|arg| !NOT_IN_FILE.contains(&name_of(arg)));
        let Some(arg) = known().find(|arg| name_of(arg) == key.get_ref()) else {
            let meant = nearest(&key.get_ref().to_lowercase(), known().map(name_of), LIKE);
            let meant = meant.map_or_else(
                || "see tamis serve --help for the options, which are the keys".to_owned(),
                |meant| format!("did you mean {meant}?"),
            );
            let fault = format!("{} is no key; {meant}", key.get_ref());
            return Err(file.malformed(&key.span(), fault));
        };
        let span = value.span();
        let texts = value.into_inner().into_texts();
        let fault = texts.iter().find_map(|text| fault(serve, arg, text));
        fault.map_or(Ok((arg, texts)), |fault| Err(file.malformed(&span, fault)))
    });
    set.collect()
}

/// Reason why an option does not accept a value.
fn fault(serve: &Command, arg: &Arg, text: &str) -> Option<String> {
    let name = name_of(arg);
    // Checks the value alone, without the other options that it needs or the environment sets.
    let alone = serve.clone().no_binary_name(true).mut_args(|arg| arg.env(None::<&str>));
    let error = alone.try_get_matches_from([format!("--{name}={text}")]).err()?;
    match error.kind() {
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(&error).map(ToString::to_string);
            Some(format!("{name} is {text:?}: {}", why.unwrap_or_default()))
        }
        ErrorKind::InvalidValue => {
            let accepted = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(values)) if !values.is_empty() => values.join(", "),
                _ => "a text that is not empty".to_owned(),
            };
            Some(format!("{name} is {text:?}; accepted: {accepted}"))
        }
        _ => None,
    }
}

impl Configured {
    /// The effective configuration as a file; each line has the source of its value.
    pub(crate) fn as_file(&self, program: &Command) -> String {
        let (mut lines, nothing) = (String::new(), ArgMatches::default());
        let matches = self.matches.subcommand_matches(CONFIGURED).unwrap_or(&nothing);
        let args = program.find_subcommand(CONFIGURED).into_iter().flat_map(Command::get_arguments);
        for arg in args.filter(|arg| !NOT_IN_FILE.contains(&name_of(arg))) {
            let (id, name) = (arg.get_id().as_str(), name_of(arg));
            let raw = matches.get_raw(id).into_iter().flatten();
            let texts: Vec<_> = raw.map(|text| text.to_string_lossy()).collect();
            let source = match matches.value_source(id) {
                Some(ValueSource::CommandLine) if self.from_file.contains(id) => "the file".into(),
                Some(ValueSource::CommandLine) => "an option".into(),
                Some(ValueSource::EnvVariable) => {
                    arg.get_env().unwrap_or_default().to_string_lossy()
                }
                _ => "default".into(),
            };
            let value = match &*texts {
                [] => {
                    let _ = writeln!(lines, "# {name} is not set");
                    continue;
                }
                [text] => quoted(text),
                texts => {
                    let texts: Vec<_> = texts.iter().map(|text| quoted(text)).collect();
                    format!("[{}]", texts.join(", "))
                }
            };
            let _ = writeln!(lines, "{:<39} # {source}", format!("{name} = {value}"));
        }
        lines
    }
}

/// A TOML value: whole numbers, true and false unchanged, other texts as basic strings. These escape
/// control characters like JSON.
fn quoted(text: &str) -> String {
    let is_number = text.parse::<u32>().is_ok_and(|number| number.to_string() == text);
    if is_number || text.parse::<bool>().is_ok() {
        text.to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}

fn name_of(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}
