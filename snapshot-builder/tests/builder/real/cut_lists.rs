//! Every list at hand cut somewhere: what is left of it never retires a party, unless nothing in it
//! tells that it was cut.

use std::collections::BTreeSet;
use std::fs;

use snapshot_builder::Loaded;
use snapshot_builder::readers::FORMATS;

use crate::reading::cut_files::Untraced;
use crate::reading::support::{load, real_lists, shipped};
use crate::support::random::Random;

/// Cuts of each file when `TAMIS_CUTS` gives no other number.
const CUTS: usize = 4;

/// The references of all records; none if the load failed.
fn references(loaded: &Loaded) -> Option<BTreeSet<String>> {
    let own = loaded.outcome.as_ref().ok()?;
    let parts = loaded.parts.values().flat_map(|part| &part.records);
    Some(own.iter().chain(parts).map(|record| record.reference.clone()).collect())
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn no_real_list_that_is_cut_retires_a_party() {
    let cuts = std::env::var("TAMIS_CUTS").map_or(CUTS, |cuts| cuts.parse().expect("a number"));
    let mut random = Random::new(7, 0);
    let mut formats = BTreeSet::new();
    let sorted = |path: &std::path::Path| {
        let entries = fs::read_dir(path).expect("readable");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    for register in sorted(&real_lists()) {
        let slug = register.file_name().expect("a name").to_string_lossy().into_owned();
        let description = shipped(&slug);
        for version in sorted(&register).into_iter().filter(|path| path.is_dir()) {
            // Files directly in the folder of the register need no date.
            let place = tempfile::tempdir().expect("temporary folder");
            let folder = place.path().join(&slug);
            fs::create_dir_all(&folder).expect("created");
            for path in sorted(&version).into_iter().filter(|path| path.is_file()) {
                fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("copied");
            }
            let whole = load(&description, place.path());
            // Some versions are kept because they are damaged.
            let Some(all) = references(&whole) else { continue };
            let format = FORMATS.iter().find(|f| Some(f.label) == whole.report.format.as_deref());
            let format = format.expect("one of the formats");
            formats.insert(format.name);
            for file in &whole.report.files {
                let path = place.path().join(&file.path);
                let bytes = fs::read(&path).expect("readable");
                let untraced = Untraced::of(format, &bytes, &file.path);
                for _ in 0..cuts {
                    let (part, rest) = bytes.split_at(random.below(bytes.len()));
                    fs::write(&path, part).expect("written");
                    let Some(found) = references(&load(&description, place.path())) else {
                        continue;
                    };
                    let lost = all.difference(&found).count();
                    let name = format!("{} cut at byte {}", path.display(), part.len());
                    assert!(lost == 0 || untraced.hides(part, rest), "{name}: {lost} lost");
                }
                fs::write(&path, &bytes).expect("written");
            }
        }
    }
    assert!(formats.len() >= 10, "{formats:?}");
}
