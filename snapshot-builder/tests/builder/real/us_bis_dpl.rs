//! The real Denied Persons List, held against the figures that were measured on its files.

use std::collections::BTreeSet;

use snapshot_builder::readers::Collected;

use crate::reading::support::{read_files, real_lists};

const VERSIONS: [&str; 3] = ["2019-06-29", "2022-09-07", "2023-11-30"];

fn read(lists: &std::path::Path, version: &str) -> Collected {
    let file = lists.join("us_bis_dpl").join(version).join("dpl.txt");
    read_files("bis_dpl", &[file], &[]).expect(version)
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_denied_persons_list_agrees_in_every_version() {
    let lists = real_lists();
    // Rows; names, less those that differ from others in blanks and hyphens only: "AL-NASER",
    // "ALNASER" and "AL NASER AIRLINES", a leading blank in each version (measured as a name of its
    // own in the last), and in 2019 "HASSANSHAHI". Then the parties with a country: the others have
    // neither a country nor a state of the US.
    for (version, rows, names, with_country) in [
        ("2019-06-29", 546, 416 - 1 - 3, 408),
        ("2022-09-07", 581, 460 - 1 - 2, 454),
        ("2023-11-30", 665, 546 - 1 - 2, 542),
    ] {
        let Collected { records, report, .. } = read(&lists, version);
        assert_eq!(report.rejected, 0, "{version}: {:?}", report.rejects);
        assert_eq!(report.records, names, "{version}");
        assert_eq!(report.records + report.left_out["further row of the same party"], rows);
        assert_eq!(report.by_type["UNKNOWN"], names, "the list has no types");
        assert_eq!(report.filled("address_countries"), with_country, "{version}");
        assert_eq!(report.filled("countries"), 0, "the list has addresses only");
        // 53 rows of each version.
        let open = records.iter().filter(|record| record.listed_until.is_none()).count();
        assert_eq!(open, 45, "{version}");
        assert!(records.iter().all(|record| record.listed_on.is_some()), "{version}");
        let is_odd =
            |name: &str| name.starts_with(' ') || name.contains("  ") || name.ends_with(' ');
        assert!(!records.iter().any(|record| is_odd(&record.name)), "{version}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn references_stay_while_orders_are_renewed() {
    let lists = real_lists();
    let references = VERSIONS.map(|version| -> BTreeSet<String> {
        read(&lists, version).records.into_iter().map(|record| record.reference).collect()
    });
    // By name and effective date 173 and 185 are new and 129 and 99 gone: 25 and 36 of each are
    // parties that stay, most of them with an order that was renewed. One spelling came to another.
    for (pair, added, removed) in [(&references[..2], 148, 103), (&references[1..], 149, 63)] {
        assert_eq!(pair[1].difference(&pair[0]).count(), added);
        assert_eq!(pair[0].difference(&pair[1]).count(), removed);
    }
}
