//! Files of lists, for the fuzz target `lists`.

use std::sync::{LazyLock, Mutex};

use snapshot_builder::readers::FORMATS;

use crate::seeded::Seeds;
use crate::support::costs::{Bound, Line};

/// What a file of a list may cost.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 4 << 20, per_byte: 256 }, Line { fixed: 2_000, per_byte: 4 });

/// Reads what an input of the fuzz target `lists` describes: a line such as `ofac_csv/aliases` that
/// says which file of which format it is, then the file. The other files are the seeds.
pub(crate) fn read_described(input: &[u8]) -> usize {
    static ALL: LazyLock<Vec<Mutex<Seeds>>> =
        LazyLock::new(|| FORMATS.iter().map(|format| Mutex::new(Seeds::of(format))).collect());
    let mut parts = input.splitn(2, |&byte| byte == b'\n');
    let described = parts.next().and_then(|line| std::str::from_utf8(line).ok());
    let Some((name, role)) = described.and_then(|line| line.split_once('/')) else {
        return input.len();
    };
    let Some(at) = FORMATS.iter().position(|format| format.name == name) else {
        return input.len();
    };
    let seeds = ALL[at].lock().expect("no reader panicked before");
    let which = (0..seeds.count()).find(|which| seeds.name(*which) == role);
    if let Some(which) = which {
        seeds.references_with(&FORMATS[at], which, parts.next().unwrap_or_default());
    }
    input.len()
}

#[test]
fn every_reader_survives_the_corpus_of_its_fuzz_target() {
    crate::support::costs::try_corpus_within(&BOUND, "lists", 2_000, read_described);
}
