//! The traps of the table of members of the House of Commons, on invented people.

use tamis_engine::model::Alias;

use super::support::{read_bytes, texts};

const HEADER: &str = "\"id\",\"uri\",\"additional.name\",\"given.name\",\"family.name\",\"full.name\",\
\"birth.date\",\"gender\",\"constituency\",\"party\"";

fn read(rows: &str) -> snapshot_builder::readers::Collected {
    read_bytes("uk_parliament_csv", format!("{HEADER}\n{rows}").as_bytes()).expect("sound")
}

#[test]
fn a_member_has_name_titles_office_and_birth_date() {
    let collected = read(
        "\"177\",\"http://lda.example/members/177.csv\",\"Roy\",\"Benjamin\",\"Sample\",\"Rt Hon Sir Ben Sample\",\
         \"1967-07-15\",\"Male\",\"York, Outer\",\"Blue (Co-op)\"\n",
    );
    let record = &collected.records[0];
    assert_eq!((record.reference.as_str(), record.is_reference_made), ("177", false));
    assert_eq!(record.name, "Ben Sample", "titles are not part of it");
    assert_eq!(record.aliases, [Alias::strong("Benjamin Roy Sample")]);
    let expected = ["Rt Hon", "Sir", "Member of Parliament for York, Outer (Blue (Co-op))"];
    assert_eq!(record.positions, expected);
    assert_eq!(texts(&record.birth_dates), ["1967-07-15"]);
    assert_eq!(record.gender.as_deref(), Some("male"));
    assert_eq!(texts(&record.countries), ["GB"]);
    assert_eq!(record.source_url.as_deref(), Some("http://lda.example/members/177.csv"));
}

#[test]
fn names_are_put_together_from_what_is_known() {
    for (additional, given, family, full, name, aliases) in [
        ("NA", "Ana", "Sample", "Ana Sample", "Ana Sample", vec![]),
        ("NA", " Ana ", "Sample", "Dr  Ana  Sample", "Ana Sample", vec![]),
        // Nobody calls this person "Ana Sample", a name that others have.
        (
            "Beth",
            "Ana",
            "Sample",
            "Beth Sample",
            "Beth Sample",
            vec![Alias::strong("Ana Beth Sample")],
        ),
        (
            "Beth",
            "Ana",
            "Sample",
            "Lady Sample",
            "Ana Sample",
            vec![Alias::weak("Lady Sample"), Alias::strong("Ana Beth Sample")],
        ),
        (
            "Carl",
            "(Ana)",
            "Sample",
            "Carl Sample",
            "Carl Sample",
            vec![Alias::strong("Ana Carl Sample")],
        ),
        ("NA", "Ana", "Sample", "NA", "Ana Sample", vec![]),
        ("NA", "NA", "NA", "Ms Sample", "Sample", vec![]),
    ] {
        let row = format!("1,u,{additional},{given},{family},\"{full}\",NA,NA,NA,NA\n");
        let record = &read(&row).records[0];
        let aliases: Vec<_> = aliases.into_iter().filter(|alias| !alias.name.is_empty()).collect();
        assert_eq!((record.name.as_str(), &record.aliases), (name, &aliases), "{row}");
        assert!(
            record.birth_dates.is_empty() && record.gender.is_none() && record.notes.is_empty()
        );
    }
}

#[test]
fn what_is_malformed_is_noted_and_what_is_missing_rejected() {
    let collected = read(
        "1,u,NA,Ana,Sample,Ana Sample,1967-02-30,Female,NA,Blue\n\
         NA,u,NA,Ana,Sample,Ana Sample,NA,NA,NA,NA\n\
         2,u,NA,NA,NA,NA,NA,NA,NA,NA\n\
         1,u,NA,Bo,Sample,Bo Sample,NA,NA,NA,NA\n",
    );
    let record = &collected.records[0];
    assert_eq!(record.notes, ["Date of birth: 1967-02-30"]);
    assert_eq!(record.positions, ["Member of Parliament (Blue)"]);
    let rejects: Vec<_> = collected.report.rejects.iter().map(|r| r.reason.as_str()).collect();
    let expected = [
        "id is missing",
        "full.name and family.name are missing",
        "ref \"1\" occurs a second time",
    ];
    assert_eq!(rejects, expected);
}

#[test]
fn another_table_is_an_error() {
    let error =
        read_bytes("uk_parliament_csv", b"id,name\n1,Ana\n").expect_err("other").to_string();
    assert!(error.contains("no column \"full.name\""), "{error}");
}
