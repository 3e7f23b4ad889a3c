//! The command line of the snapshot builder.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
