//! The command line: serving, and screening without a server.

mod cli;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use tamis_manual::Manual;

use cli::config::{self, ConfigError};

// Answers make many small allocations, allocated and freed on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Screens names against sanctions, PEP, debarment and enforcement lists.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    // Boxed because the options make the variant large.
    Serve(Box<cli::serve::Serve>),
    Screen(Box<cli::screen::Screen>),
    Filter(Box<cli::filter::Filter>),
    Clear(cli::clear::Clear),
    Replay(cli::replay::Replay),
    VerifyReceipts(cli::verify_receipts::VerifyReceipts),
    #[command(hide = true)]
    Manual(Manual),
}

/// Exit code of an invalid option, on the command line or in the configuration file.
const WRONG_OPTION: u8 = 2;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => match error.downcast::<ConfigError>().map(|error| *error) {
            Ok(ConfigError::Options(error)) => error.exit(),
            Ok(ConfigError::File(error)) => {
                eprintln!("tamis: {error}");
                ExitCode::from(WRONG_OPTION)
            }
            Err(error) => {
                eprintln!("tamis: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let program = Cli::command();
    let configured = config::read(&program, std::env::args_os().collect())?;
    match Cli::from_arg_matches(&configured.matches).map_err(ConfigError::from)?.command {
        Command::Serve(serve) => serve.run(&configured, &program).map(|()| ExitCode::SUCCESS),
        Command::Screen(screen) => screen.run(),
        Command::Filter(filter) => Ok(filter.run()),
        Command::Clear(clear) => clear.run(),
        Command::Replay(replay) => replay.run(),
        Command::VerifyReceipts(verify) => verify.run(),
        Command::Manual(manual) => {
            manual.write(program).map(|()| ExitCode::SUCCESS).map_err(Into::into)
        }
    }
}
