//! The traps of the Canadian list, on made-up elements.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{EntityType, Record};

use super::support::{read_bytes, reject_lines, texts};

fn read(records: &str) -> Collected {
    let text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><data-set>{records}</data-set>");
    read_bytes("ca_sema_xml", text.as_bytes()).expect("well-formed")
}

/// A record with a regulation, a place in it, and these elements.
fn element(elements: &str) -> String {
    format!(
        "<record><Country>Russia / Russie</Country><Schedule>1, Part 1</Schedule><Item>5</Item>{elements}</record>"
    )
}

fn one(elements: &str) -> Record {
    let mut list = read(&element(elements));
    assert_eq!(list.report.rejected, 0, "{:?}", list.report.rejects);
    list.records.remove(0)
}

/// A person with these elements beside the name.
fn person(elements: &str) -> Record {
    one(&format!("<LastName>LEE</LastName><GivenName>Ana May</GivenName>{elements}"))
}

fn alias_names(record: &Record) -> Vec<&str> {
    record.aliases.iter().map(|alias| alias.name.as_str()).collect()
}

/// The references of a list of records with these texts in Country, Schedule, Item, LastName and
/// EntityOrShip.
fn references(rows: &[[&str; 5]]) -> Vec<String> {
    let fields = ["Country", "Schedule", "Item", "LastName", "EntityOrShip"];
    let record = |row: &[&str; 5]| {
        let elements: String =
            fields.iter().zip(row).map(|(name, text)| format!("<{name}>{text}</{name}>")).collect();
        format!("<record>{elements}</record>")
    };
    let list = read(&rows.iter().map(record).collect::<String>());
    assert_eq!(list.report.rejected, 0, "{:?}", list.report.rejects);
    assert!(list.records.iter().all(|record| record.is_reference_made));
    list.records.into_iter().map(|record| record.reference).collect()
}

#[test]
fn a_person_has_the_regime_as_programme_and_not_as_country() {
    let record = person(
        "<TitleOrShip>Major General/major-général</TitleOrShip>\
         <DateOfBirthOrShipBuildDate> 1961-04-10</DateOfBirthOrShipBuildDate>\
         <Aliases>Анна Ли; Anna LI</Aliases><DateOfListing>2022-02-24</DateOfListing>",
    );
    assert_eq!(
        (record.name.as_str(), record.entity_type),
        ("Ana May LEE", Some(EntityType::Individual))
    );
    assert_eq!(record.programmes, ["Russia / Russie"]);
    assert!(record.countries.is_empty());
    assert_eq!(record.positions, ["Major General/major-général"]);
    assert_eq!(texts(&record.birth_dates), ["1961-04-10"]);
    assert_eq!(alias_names(&record), ["Анна Ли", "Anna LI"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2022-02-24"));
    assert_eq!(record.notes, ["Schedule: 1, Part 1", "Item: 5"]);
    assert_eq!(one("<LastName>Thaung</LastName>").name, "Thaung", "a single name");
}

#[test]
fn the_elements_of_2020_are_read_as_well() {
    let list = read(
        "<record><Country>Iran</Country><LastName>Lee</LastName><GivenName>Ana</GivenName><Title>Dr.</Title>\
         <DateOfBirth>1961</DateOfBirth><Item>1</Item></record>\
         <record><Country>Iran</Country><Entity>Sun Co. Ltd.</Entity><Item>2</Item><Website>sun.example</Website></record>",
    );
    let [person, company] = &list.records[..] else { panic!("two records") };
    assert_eq!(
        (person.positions.as_slice(), texts(&person.birth_dates)),
        (&["Dr.".to_owned()][..], vec!["1961".to_owned()])
    );
    assert_eq!(
        (company.name.as_str(), company.entity_type),
        ("Sun Co. Ltd.", Some(EntityType::Company))
    );
    assert_eq!(company.notes, ["Item: 2", "Website: sun.example"], "unknown elements are kept");
    assert_eq!(list.report.list_date, None, "the list states none");
}

#[test]
fn birth_dates_in_every_form_and_malformed_ones_as_notes() {
    let table: [(&str, &[&str], bool); 9] = [
        ("1962", &["1962"], false),
        ("1962-05", &["1962-05"], false),
        (" 1962-05-01 ", &["1962-05-01"], false),
        ("1962 or 1964", &["1962", "1964"], false),
        ("1962-05-01 OR 1964-02-03", &["1962-05-01", "1964-02-03"], false),
        ("1962-1964", &["circa 1962", "circa 1963", "circa 1964"], false),
        ("1962 or later", &["1962"], true),
        ("Sep-99", &[], true),
        ("born in the early 1970s", &[], true),
    ];
    for (text, dates, is_noted) in table {
        let record =
            person(&format!("<DateOfBirthOrShipBuildDate>{text}</DateOfBirthOrShipBuildDate>"));
        assert_eq!(texts(&record.birth_dates), dates, "{text}");
        let note = format!("Date of birth: {text}");
        assert_eq!(record.notes.contains(&note), is_noted, "{text}");
    }
    let record = person("<DateOfListing>24 Feb</DateOfListing>");
    assert_eq!(record.listed_on, None);
    assert!(record.notes.contains(&"Date of listing: 24 Feb".to_owned()));
}

#[test]
fn ships_have_a_number_a_type_and_no_birth_date() {
    let ship = one("<EntityOrShip>SEA STAR</EntityOrShip><TitleOrShip>Oil Tanker</TitleOrShip>\
         <DateOfBirthOrShipBuildDate>1997</DateOfBirthOrShipBuildDate><ShipIMONumber>9074729</ShipIMONumber>");
    assert_eq!(ship.entity_type, Some(EntityType::Vessel));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert!(ship.birth_dates.is_empty() && ship.positions.is_empty());
    assert_eq!(ship.notes[..2], ["Ship type: Oil Tanker", "Ship build date: 1997"]);
    let unnumbered = one("<EntityOrShip>SEA STAR</EntityOrShip><TitleOrShip>Tanker</TitleOrShip>");
    assert_eq!((unnumbered.entity_type, unnumbered.imo), (Some(EntityType::Vessel), None));
    let odd = one("<EntityOrShip>SEA STAR</EntityOrShip><ShipIMONumber>12</ShipIMONumber>");
    assert_eq!((odd.imo, odd.identifiers[0].value.as_str()), (None, "12"));
    let person = person("<ShipIMONumber>9074729</ShipIMONumber>");
    assert_eq!((person.imo, person.identifiers.len()), (None, 1));
}

#[test]
fn names_within_names_become_aliases() {
    for (text, name, aliases) in [
        (
            "Sun Bureau (SB)/Bureau du soleil (BS)",
            "Sun Bureau (SB)",
            &["Sun Bureau", "SB", "Bureau du soleil", "BS"][..],
        ),
        (
            "Sun JSC (also known as OAO Sun, ZAO Moon and Sunny Works)",
            "Sun JSC",
            &["OAO Sun", "ZAO Moon and Sunny Works"],
        ),
        ("Sun Bureau;", "Sun Bureau", &[]),
    ] {
        let record = one(&format!("<EntityOrShip>{text}</EntityOrShip>"));
        assert_eq!(
            (record.name.as_str(), alias_names(&record)),
            (name, aliases.to_vec()),
            "{text}"
        );
    }
    let record = one(
        "<EntityOrShip>Sun LLC</EntityOrShip><Aliases>Общество с ограниченной ответственностью</Aliases>",
    );
    assert!(record.aliases.is_empty(), "a legal form is not a name");
    assert_eq!(record.notes[2..], ["Aliases: Общество с ограниченной ответственностью"]);
}

#[test]
fn commas_divide_names_and_stand_within_names() {
    for (is_person, text, expected) in [
        (true, "Anna LI, Annie", &["Anna LI", "Annie"][..]),
        (true, "Lee, Anna May", &["Lee, Anna May"]),
        (true, "Annie, Anna May LI", &["Annie", "Anna May LI"]),
        (
            true,
            "Anna Li, Belarusian: Ганна Лi, Russian: Анна Ли",
            &["Anna Li", "Ганна Лi", "Анна Ли"],
        ),
        (false, "Солнце, ООО", &["Солнце, ООО"]),
        (false, "STAR, Moon Ltd., Солнце", &["STAR", "Moon Ltd.", "Солнце"]),
        (false, "Отдел науки, труда и жизни", &["Отдел науки, труда и жизни"]),
    ] {
        let aliases = format!("<Aliases>{text}</Aliases>");
        let record = if is_person {
            person(&aliases)
        } else {
            one(&format!("<EntityOrShip>Sun Works</EntityOrShip>{aliases}"))
        };
        assert_eq!(alias_names(&record), expected, "{text}");
    }
}

#[test]
fn the_reference_outlasts_another_way_of_writing_it() {
    let old = references(&[
        ["Burma / Birmanie", "1", "3", "", "Sun"],
        ["Syria / Syrie", "2", "3", "Lee", ""],
        ["Venezuela", "N/A", "3", "LEE", ""],
        ["Russia / Russie", "1", "3", "Lee", ""],
    ]);
    let new = references(&[
        ["Myanmar (Burma) / Myanmar (Birmanie)", "Part 1", "3", "", "Sun JSC"],
        ["Syria / Syrie", "Part 2", "3", "LEE", ""],
        ["Venezuela", "", "3", "Lee", ""],
        ["Russia / Russie", "1, Part 1", "3", "LEE", ""],
    ]);
    assert_eq!(old, new);
}

#[test]
fn distinct_entries_have_distinct_references() {
    let mut all = references(&[
        ["Russia / Russie", "1, Part 2", "3", "", "Sun"],
        ["Russia / Russie", "2", "3", "", "Moon"],
        ["Russia / Russie", "1.1", "3", "", "Star"],
        ["Russia / Russie", "1, Part 1.1", "3", "", "Wind"],
        ["Russia / Russie", "1, Part 2", "4", "", "Sun"],
        ["Iran", "1, Part 2", "3", "", "Sun"],
        ["Iran", "2", "3", "", "Rain"],
        ["Iran", "1, Part 2", "5", "Lee", ""],
        ["Iran", "1, Part 2", "5", "Li", ""],
        ["Iran", "", "", "", "Snow"],
        ["Iran", "", "", "", "Hail"],
    ]);
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count, "{all:?}");
}

#[test]
fn rows_that_cannot_be_used_are_rejected_by_their_place() {
    let row = element("<EntityOrShip>Sun</EntityOrShip>");
    let list = read(&format!("{row}{}{row}{row}", element("<Aliases>Moon</Aliases>")));
    assert_eq!(list.records.len(), 2, "the second row of the same name has it in its reference");
    let rejects = reject_lines(&list.report);
    assert_eq!(
        rejects,
        ["record 2: name is empty", "record 4: ref \"RU | Part 1 | 5 | Sun\" occurs a second time"]
    );
}
