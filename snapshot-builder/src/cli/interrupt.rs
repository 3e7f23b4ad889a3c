//! Handles Ctrl-C and similar signals while a version is built.

use std::io::{self, IsTerminal};
use std::process::exit;
use std::thread;

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use snapshot_builder::unfinished::Unfinished;

use super::print_error;

/// Offset that shells add to the number of the signal that ended a program.
const ENDED_BY_SIGNAL: i32 = 128;

/// Waits for SIGINT and SIGTERM on another thread. Then unfinished work is removed, and the program
/// ends. A version that is just being published is completed first.
pub(super) fn watch(unfinished: &Unfinished) -> anyhow::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM]).context("cannot wait for signals")?;
    let unfinished = unfinished.clone();
    thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        // Held until the program ends, so that nothing is published meanwhile.
        let abandoned = unfinished.abandon();
        if io::stderr().is_terminal() {
            // Ends the progress line.
            eprintln!();
        }
        match abandoned.published() {
            Some(version) => {
                print_error(&format!("interrupted; version {version} was published before"));
            }
            None => print_error(&"interrupted; nothing was published"),
        }
        exit(ENDED_BY_SIGNAL + signal);
    });
    Ok(())
}
