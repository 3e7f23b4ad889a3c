//! The command line of the snapshot builder.

mod cli;

use std::process::ExitCode;

// Records are read on one thread and freed on another; this allocator gives their pages back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
