//! The shipped descriptions over real samples of their registries.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::support::registries::{Registries, count, describe, shown};
use crate::support::shared::shared;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_shipped_descriptions_count_the_real_samples() {
    let shared = shared();
    let registries = Registries::new(&[]);
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/registries");
    let samples = shared.join("data/registries");
    for folder in [&shipped, &samples] {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path().canonicalize().expect("it is there");
            let link = registries.path().join(path.file_name().expect("a name"));
            symlink(path, link).expect("linked");
        }
    }
    let counts = count(&mut registries.load()).counts;
    let expected = [
        ("gleif_lei", "company 13: US 9 GB 2 KY 1 SE 1"),
        ("gleif_lei", "beneficial_owner 10: XX 10"),
        ("us_dol_lca", "employment_disclosure 10: US 10"),
        ("us_nasdaq_listings", "security 5571: US 5571"),
        (
            "us_sam_entity",
            "company 447: US 432 GB 4 AR 2 AE 1 BG 1 ES 1 HK 1 JP 1 KR 1 NG 1 NI 1 PE 1",
        ),
        ("us_sec_tickers", "company 8911: US 8911"),
        ("us_sec_tickers", "security 11611: US 11611"),
    ];
    let slugs = counts.rows().iter().map(|row| row.slug.as_str());
    let shown = shown(&counts);
    let found: Vec<(&str, &str)> = slugs.zip(shown.iter().map(String::as_str)).collect();
    assert_eq!(found, expected);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn further_files_of_the_real_samples_are_counted() {
    let shared = shared();
    let samples = shared.join("data/registries");
    let csv = "format = \"csv\"\n[data.security]\n";
    let xml = |record: &str| format!("format = \"xml\"\nrecord = {record:?}\n[data.company]\n");
    for (file, form, expected) in [
        ("gleif_lei/lei-updates-data2.xml", xml("LEIRecord"), 12),
        ("gleif_lei/lei-updates-data2-new.xml", xml("LEIRecord"), 12),
        ("gleif_lei/rr-updates-data2-new.xml", xml("RelationshipRecord"), 10),
        ("gleif_lei/repex-data.xml", xml("Exception"), 10),
        ("us_nasdaq_listings/nasdaq-listed.csv", csv.to_owned(), 5571),
    ] {
        let data = format!("[[data]]\nfiles = [\"d\"]\n{form}");
        let registries = Registries::new(&[("test.toml", &describe(&data))]);
        symlink(samples.join(file), registries.path().join("d")).expect("linked");
        let totals = count(&mut registries.load()).counts.totals;
        assert_eq!((totals.underlying(), totals.counts_exact), (expected, true), "{file}");
    }
}
