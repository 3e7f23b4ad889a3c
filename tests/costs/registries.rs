//! Folders of registries, for the fuzz target `registries`: descriptions and data files, each below a
//! line that names it. `==> a.gz gzip` is compressed; `==> a.zip zip b.csv` is a member of an archive,
//! whose other members have further such lines. Archives can also be given as they are.

use std::collections::BTreeMap;

use tamis::registries::{Counter, Stop};

use crate::support::costs::{Bound, Line};
use crate::support::described_files::files_of;
use crate::support::registries::{Registries, gzip, zip};

/// Bound of the cost of counting the registries of a folder.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 12 << 20, per_byte: 512 }, Line { fixed: 1_000, per_byte: 2 });

/// Estimates and counts the registries that an input describes, and returns the bytes of the input.
pub(crate) fn count_described(input: &[u8]) -> usize {
    let registries = Registries::new(&[]);
    let mut archives: BTreeMap<&str, Vec<(&str, &[u8])>> = BTreeMap::new();
    for file in files_of(input) {
        match file.more[..] {
            ["gzip", ..] => registries.write(file.name, &gzip(file.bytes)),
            ["zip", member, ..] => {
                archives.entry(file.name).or_default().push((member, file.bytes));
            }
            _ => registries.write(file.name, file.bytes),
        }
    }
    for (name, mut members) in archives {
        members.sort_unstable();
        members.dedup_by_key(|(member, _)| *member);
        registries.write(name, &zip(&members));
    }
    let kept = registries.path().join("counts");
    if let Ok(mut counter) = Counter::load(registries.path(), Some(&kept)) {
        counter.count_now(&Stop::default());
    }
    input.len()
}

#[test]
fn any_registries_are_counted_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "registries", 1_000, count_described);
}
