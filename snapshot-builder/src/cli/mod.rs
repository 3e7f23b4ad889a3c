//! The command line: one file per subcommand.
//!
//! | module | what it holds |
//! |---|---|
//! | `build`, `check`, `fetch`, `links`, `refresh`, `registers`, `reindex`, `sample`, `verify`, `evaluate`, `learn_signs` | the subcommands of these names |
//! | `prune`, `rollback`, `release`, `diff`, `versions` | the subcommands of these names: several versions |
//! | `keygen`, `sign` | the subcommands of these names: signatures of versions |
//! | `retain`, `restore` | the subcommands of these names: versions that receipts name |
//! | `publish`, `pull` | the subcommands of these names: versions in an object store |
//! | `inspect`, `record`, `word` | `inspect`, `inspect --record`, `inspect --word` |
//! | `target` | the snapshot named on the command line |
//! | `progress` | progress on the error stream |
//! | `interrupt` | Ctrl-C and similar signals while a version is built |

mod build;
mod check;
mod diff;
mod evaluate;
mod fetch;
mod inspect;
mod interrupt;
mod keygen;
mod learn_signs;
mod links;
mod progress;
mod prune;
#[cfg(feature = "object-store")]
mod publish;
#[cfg(feature = "object-store")]
mod pull;
mod record;
mod refresh;
mod registers;
mod reindex;
mod release;
mod restore;
mod retain;
mod rollback;
mod sample;
mod sign;
mod target;
mod verify;
mod versions;
mod word;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use snapshot_builder::Refused;
use tamis_manual::Manual;

/// Compiles official sanctions, PEP and debarment lists into snapshots for the Tamis server.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print only errors, and the results of `inspect`, `diff` and `versions`.
    #[arg(long, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Reindex(reindex::Reindex),
    Fetch(fetch::Fetch),
    Refresh(refresh::Refresh),
    Check(check::Check),
    Links(links::Links),
    Registers(registers::Registers),
    Sample(sample::Sample),
    Verify(verify::Verify),
    Keygen(keygen::Keygen),
    Sign(sign::Sign),
    Evaluate(evaluate::Evaluate),
    LearnSigns(learn_signs::LearnSigns),
    Inspect(inspect::Inspect),
    Diff(diff::Diff),
    Versions(versions::Versions),
    Rollback(rollback::Rollback),
    Release(release::Release),
    Prune(prune::Prune),
    Retain(retain::Retain),
    Restore(restore::Restore),
    #[cfg(feature = "object-store")]
    Publish(publish::Publish),
    #[cfg(feature = "object-store")]
    Pull(pull::Pull),
    #[command(hide = true)]
    Manual(Manual),
}

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  an error; nothing was published
  2  a wrong option
  3  published, but a register failed: it kept its last good records, or those missing from its list
  130, 143  interrupted by SIGINT or SIGTERM; what was begun is removed";

/// Columns reserved for the name of a fact before its values; the longest name has 19.
const LABEL_WIDTH: usize = 20;
/// Exit code for a wrong option, as the argument parser uses it.
const EXIT_USAGE: u8 = 2;
/// Exit code when a version was published and a register failed.
const EXIT_REGISTER_FAILED: u8 = 3;

/// Parses the command line and runs the subcommand.
pub(crate) fn run() -> ExitCode {
    let Cli { command, quiet } = Cli::parse();
    let outcome = match command {
        Command::Build(build) => build.run(quiet),
        Command::Reindex(reindex) => reindex.run(quiet),
        Command::Fetch(fetch) => fetch.run(quiet),
        Command::Refresh(refresh) => refresh.run(quiet),
        Command::Check(check) => check.run(quiet),
        Command::Links(links) => links.run(),
        Command::Registers(registers) => registers.run(quiet),
        Command::Sample(sample) => sample.run(quiet),
        Command::Verify(verify) => verify.run(quiet),
        Command::Keygen(keygen) => keygen.run(quiet),
        Command::Sign(sign) => sign.run(quiet),
        Command::LearnSigns(learn) => learn.run(),
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Inspect(inspect) => inspect.run(),
        Command::Diff(diff) => diff.run(),
        Command::Versions(versions) => versions.run(),
        Command::Rollback(rollback) => rollback.run(quiet),
        Command::Release(release) => release.run(quiet),
        Command::Prune(prune) => prune.run(quiet),
        Command::Retain(retain) => retain.run(quiet),
        Command::Restore(restore) => restore.run(quiet),
        #[cfg(feature = "object-store")]
        Command::Publish(publish) => publish.run(quiet),
        #[cfg(feature = "object-store")]
        Command::Pull(pull) => pull.run(quiet),
        Command::Manual(manual) => {
            manual.write(Cli::command()).map(|()| ExitCode::SUCCESS).map_err(Into::into)
        }
    };
    outcome.unwrap_or_else(|error| {
        print_error(&error);
        match error.downcast_ref() {
            Some(Refused::Option(_)) => ExitCode::from(EXIT_USAGE),
            _ => ExitCode::FAILURE,
        }
    })
}

fn print_error(error: &dyn std::fmt::Display) {
    eprintln!("snapshot-builder: {error}");
}

/// Prints a result.
fn print(text: &str) -> anyhow::Result<ExitCode> {
    let mut output = io::stdout().lock();
    ended(output.write_all(text.as_bytes()).and_then(|()| output.flush()))
}

/// Prints a line about a part of the work, unless quiet. A closed output does not stop the work.
fn say(line: &str, quiet: bool) {
    if !quiet {
        let _ = print(line);
    }
}

/// Treats a closed pipe (`inspect | head`) as success.
fn ended(written: io::Result<()>) -> anyhow::Result<ExitCode> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), expected);
        }
    }
}
