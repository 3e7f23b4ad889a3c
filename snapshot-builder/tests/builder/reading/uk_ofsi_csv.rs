//! The traps of OFSI's consolidated list, on made-up rows.

use snapshot_builder::Description;
use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, reject_lines, table, texts};

/// The layout of before 2022.
const OLD: &str = "Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,DOB,Town of Birth,\
    Country of Birth,Nationality,Passport Details,NI Number,Position,Address 1,Address 2,Address 3,\
    Address 4,Address 5,Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,\
    Regime,Listed On,Last Updated,Group ID";

/// The layout since 2022.
const NEW: &str = "Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,\
    Non-Latin Script Type,Non-Latin Script Language,DOB,Town of Birth,Country of Birth,Nationality,\
    Passport Number,Passport Details,National Identification Number,\
    National Identification Details,Position,Address 1,Address 2,Address 3,Address 4,Address 5,\
    Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,\
    Listed On,UK Sanctions List Date Designated,Last Updated,Group ID";

type Row<'t> = &'t [(&'t str, &'t str)];

fn read(header: &str, rows: &[Row<'_>]) -> Collected {
    let header = header.replace("    ", "");
    let text = format!("Last Updated,13/04/2018\n{}", table(&header, rows));
    read_bytes("uk_ofsi_csv", text.as_bytes()).expect("sound")
}

/// The one record of rows that all have these fields and then their own.
fn one(header: &str, all: Row<'_>, rows: &[Row<'_>]) -> Record {
    let rows: Vec<Vec<(&str, &str)>> =
        rows.iter().map(|row| row.iter().chain(all).copied().collect()).collect();
    let rows: Vec<Row<'_>> = rows.iter().map(Vec::as_slice).collect();
    let mut records = read(header, &rows).records;
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn person(fields: Row<'_>) -> Record {
    one(OLD, &[("Name 6", "LEE"), ("Group Type", "Individual"), ("Group ID", "7")], &[fields])
}

fn entity(fields: Row<'_>) -> Record {
    one(OLD, &[("Group Type", "Entity"), ("Group ID", "7")], &[fields])
}

fn identifiers(record: &Record) -> Vec<String> {
    let identifiers = record.identifiers.iter().map(|identifier| {
        let country = identifier.country.map(|c| format!(" {c}")).unwrap_or_default();
        format!("{}: {}{country}", identifier.kind, identifier.value)
    });
    identifiers.collect()
}

#[test]
fn the_rows_of_a_party_are_one_record_wherever_they_stand() {
    let lee: Row<'_> = &[("Group ID", "7"), ("Group Type", "Individual"), ("Regime", "Peru")];
    let row = |own: Row<'static>| own.iter().chain(lee).copied().collect::<Vec<_>>();
    let (first, second, third) = (
        row(&[("Name 6", " LI"), ("Name 1", "Ana"), ("Alias Type", "AKA"), ("DOB", "05/02/1969")]),
        row(&[
            ("Name 6", "LEE "),
            ("Name 1", "Ana"),
            ("Name 2", "May"),
            ("Alias Type", "Prime Alias"),
            ("DOB", "00/00/1970"),
            ("Country", "Peru"),
        ]),
        row(&[
            ("Name 6", "LEE "),
            ("Name 1", "Ana"),
            ("Name 2", "May"),
            ("Alias Type", "Prime Alias"),
            ("DOB", "05/02/1969"),
            ("Address 1", "Calle 1"),
            ("Address 6", "Lima"),
            ("Post/Zip Code", "15001"),
            ("Country", "Peru"),
        ]),
    );
    let other: Row<'_> = &[
        ("Name 6", "SUN TRADING LTD"),
        ("Group Type", "Entity"),
        ("Alias Type", "Prime Alias"),
        ("Group ID", "8"),
    ];
    let Collected { records, report, .. } = read(OLD, &[&first, other, &second, &third]);
    assert_eq!(texts(&[records[0].reference.as_str(), &records[1].reference]), ["7", "8"]);
    let record = &records[0];
    assert_eq!(
        (record.name.as_str(), &record.aliases),
        ("Ana May LEE", &vec![Alias::strong("Ana LI")])
    );
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(texts(&record.birth_dates), ["1969-02-05", "1970"], "each once");
    assert_eq!(record.addresses, ["Peru", "Calle 1, Lima, 15001, Peru"]);
    assert_eq!(record.programmes, ["Peru"]);
    assert_eq!(records[1].entity_type, Some(EntityType::Company));
    assert_eq!(report.list_date.as_deref(), Some("2018-04-13"));
    assert_eq!(report.left_out["further name, birth date or address of a party"], 2);
    assert_eq!((report.rejected, report.warnings.len()), (0, 0));
}

#[test]
fn the_primary_name_is_the_best_one_at_hand() {
    let all: Row<'_> = &[("Group Type", "Individual"), ("Group ID", "7")];
    for (rows, name) in [
        ([("A", "AKA"), ("B", "Prime Alias"), ("C", "AKA")], "B"),
        ([("A", "AKA"), ("B", "FKA"), ("C", "AKA")], "A"),
        ([("A", "AKA"), ("B", "Primary name variation"), ("C", "Primary name")], "C"),
        ([("A", "AKA"), ("B", "Primary Name Variation"), ("C", "")], "B"),
    ] {
        let rows = rows.map(|(name, kind)| [("Name 6", name), ("Alias Type", kind)]);
        let record = one(OLD, all, &[&rows[0], &rows[1], &rows[2]]);
        assert_eq!((record.name.as_str(), record.aliases.len()), (name, 2));
    }
    let former = one(
        OLD,
        all,
        &[
            &[("Name 6", "NEW"), ("Alias Type", "Prime Alias")],
            &[("Name 6", "OLD"), ("Alias Type", "FKA")],
        ],
    );
    assert_eq!(former.aliases, [Alias::strong("OLD").formerly(true)]);
}

#[test]
fn several_regimes_have_a_date_each() {
    let all: Row<'_> = &[("Name 6", "LEE"), ("Group Type", "Individual"), ("Group ID", "7")];
    let record = one(
        OLD,
        all,
        &[
            &[("Regime", "Syria"), ("Listed On", "24/06/2011")],
            &[("Regime", "Iran"), ("Listed On", "24/03/2007")],
            &[("Regime", "Syria"), ("Listed On", "24/06/2011")],
        ],
    );
    assert_eq!(record.programmes, ["Syria", "Iran"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2007-03-24"));
    assert_eq!(record.notes, ["Listed on: 2011-06-24, Syria", "Listed on: 2007-03-24, Iran"]);
    let odd = person(&[("Regime", "Syria"), ("Listed On", "soon"), ("Last Updated", "09/01/2018")]);
    assert_eq!((odd.listed_on, odd.programmes), (None, vec!["Syria".to_owned()]));
    assert_eq!(odd.notes, ["Listed on: soon, Syria", "Last updated: 2018-01-09"]);
}

#[test]
fn numbered_lists_in_cells_are_told_apart() {
    let record = person(&[
        ("Title", "1) Mullah, 2) Haji"),
        ("Position", "(1) Governor (2) Head of the Bank (BB)"),
        ("DOB", "(1) 05/02/1969 (2) 00/00/1970"),
        ("Nationality", "1) Saudi Arabia 2) Qatar"),
        ("Town of Birth", "(1) Sfax (2)-(3) -"),
        ("Country of Birth", "(1)-(2) Tunisia (3) Chile"),
        ("Address 1", "b) Antwerp"),
        ("NI Number", "(1) E-123456 (Moroccan) (2) Italian Fiscal Code ABCDEF66R28Z123G"),
        ("Passport Details", "(1) A-123456 (Indian) issued on 1 May 1990 (2) M123456"),
    ]);
    assert_eq!(record.positions, ["Mullah", "Haji", "Governor", "Head of the Bank (BB)"]);
    assert_eq!(texts(&record.birth_dates), ["1969-02-05", "1970"]);
    assert_eq!(texts(&record.countries), ["SA", "QA"]);
    assert_eq!(record.birth_places, ["Sfax, Tunisia", "Tunisia", "Chile"]);
    assert_eq!(record.addresses, ["Antwerp"]);
    assert_eq!(
        identifiers(&record),
        [
            "Passport: A-123456 IN",
            "Passport: M123456",
            "National identification number: E-123456 MA",
            "Italian Fiscal Code: ABCDEF66R28Z123G IT",
        ]
    );
    assert_eq!(record.notes, ["Passport A-123456: (Indian) issued on 1 May 1990"]);
}

#[test]
fn what_is_not_understood_is_a_note() {
    let record = person(&[
        ("DOB", "31/02/1969"),
        ("Nationality", "a) Peru (revoked) b) Atlantis"),
        ("Passport Details", "Uganda Passport."),
    ]);
    assert!(record.birth_dates.is_empty() && record.countries.is_empty());
    assert_eq!(
        record.notes,
        [
            "Date of birth: 31/02/1969",
            "Nationality: Peru (revoked)",
            "Nationality: Atlantis",
            "Passport: Uganda Passport.",
        ]
    );
}

#[test]
fn remarks_hold_references_gender_and_nicknames() {
    let text = "UN Ref QDi.004. Also referred to as Fox and 'Wolf'. Gender: Male. Son of Bo.";
    let record = person(&[("Other Information", text)]);
    assert_eq!(record.notes, [text], "free text is kept whole");
    assert_eq!(record.un_reference.as_deref(), Some("QDi.004"));
    assert_eq!(record.aliases, [Alias::weak("Fox"), Alias::weak("Wolf")]);
    assert_eq!(record.gender.as_deref(), Some("male"));
}

#[test]
fn a_un_reference_of_another_party_is_a_note() {
    let wrong = person(&[("Other Information", "UN Ref QDe.004.")]);
    assert_eq!(wrong.un_reference, None, "persons have QDi");
    assert_eq!(wrong.notes, ["UN Ref QDe.004.", "UN reference number: QDe.004"]);
    let bank = |id, text| {
        [("Name 6", id), ("Group ID", id), ("Group Type", "Entity"), ("Other Information", text)]
    };
    let (one, two) = (bank("1", "UN Ref KPe.023"), bank("2", "UN Ref KPe.23. Bank."));
    let three = bank("3", "UN Ref KPe.024.");
    let records = read(OLD, &[&one, &two, &three]).records;
    let found: Vec<_> = records.iter().map(|record| record.un_reference.as_deref()).collect();
    assert_eq!(found, [None, None, Some("KPe.024")]);
    assert_eq!(records[1].notes, ["UN Ref KPe.23. Bank.", "UN reference number: KPe.023"]);
}

#[test]
fn ships_are_found_among_the_entities() {
    let ship = entity(&[
        ("Name 6", "SEA STAR 2   "),
        (
            "Other Information",
            "UN Ref XXe.005. IMO: 9074729. MMSI: 123456789. Formerly known as Moon.  Flag State: Palau. At sea.",
        ),
    ]);
    assert_eq!((ship.name.as_str(), ship.entity_type), ("SEA STAR 2", Some(EntityType::Vessel)));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(ship.un_reference.as_deref(), Some("XXe.005"));
    assert_eq!(identifiers(&ship), ["MMSI: 123456789"]);
    assert_eq!(
        (ship.aliases, texts(&ship.countries)),
        (vec![Alias::weak("Moon")], vec!["PW".to_owned()])
    );
    for (name, text, expected) in [
        (
            "SUN SHIPPING CO LTD",
            "Company Number IMO 9074729 Owner of a tanker.",
            vec!["IMO number: 9074729"],
        ),
        ("SUN MARITIME", "IMO Number: 9074728. Owner of a tanker.", vec!["IMO number: 9074728"]),
        ("SUN MARITIME", "Operates the vessel Star (IMO number: 9074729).", vec![]),
        ("SUN MARITIME", "Operates IMO Number: ((a) Star 9074729, (b) Moon 8814275)", vec![]),
    ] {
        let company = entity(&[("Name 6", name), ("Other Information", text)]);
        assert_ne!(company.entity_type, Some(EntityType::Vessel), "{text}");
        assert_eq!(
            (company.imo, identifiers(&company)),
            (None, expected.iter().map(|i| (*i).to_owned()).collect())
        );
        assert_eq!(company.notes, [text]);
    }
}

#[test]
fn the_layout_of_2022_is_read() {
    let all: Row<'_> = &[
        ("Group Type", "Individual"),
        ("Group ID", "7"),
        ("Passport Number", "(1) D 000123 (2) 5678"),
        ("Passport Details", "(1) (Afghan) Issued in Herat (2) Peru"),
        ("National Identification Number", "12345"),
        ("National Identification Details", "(Afghan) (tazkira)"),
        ("UK Sanctions List Date Designated", "02/03/2001"),
        ("Last Updated", "01/02/2021"),
        (
            "Other Information",
            "(UK Sanctions List Ref):XXA0100 and XXB0001. (UN Ref):XXi.130. Deals in oil. (UK Statement of Reasons):Bad. (Gender):Male (Website):(1) a.example (2) b.example",
        ),
    ];
    let record = one(
        NEW,
        all,
        &[
            &[
                ("Name 6", "LEE"),
                ("Name 1", "ANA"),
                ("Alias Type", "Primary name"),
                ("Name Non-Latin Script", "آنا لي"),
                ("Non-Latin Script Type", "Arabic"),
            ],
            &[
                ("Name 6", "LI"),
                ("Name 1", "ANA"),
                ("Alias Type", "AKA"),
                ("Alias Quality", "Good"),
            ],
            &[("Name 6", "FOX"), ("Alias Type", "AKA"), ("Alias Quality", "Low")],
        ],
    );
    assert_eq!(record.name, "ANA LEE");
    assert_eq!(
        record.aliases,
        [Alias::strong("آنا لي"), Alias::strong("ANA LI"), Alias::weak("FOX")]
    );
    assert_eq!(record.gender.as_deref(), Some("male"));
    assert_eq!(
        identifiers(&record),
        [
            "Passport: D 000123 AF",
            "Passport: 5678 PE",
            "National identification number: 12345 AF",
            "UK Sanctions List reference: XXA0100",
            "UK Sanctions List reference: XXB0001",
        ]
    );
    assert_eq!(record.un_reference.as_deref(), Some("XXi.130"));
    assert_eq!(
        record.notes,
        [
            "Passport D 000123: (Afghan) Issued in Herat",
            "National identification number 12345: (Afghan) (tazkira)",
            "Deals in oil.",
            "UK Statement of Reasons: Bad.",
            "Website: (1) a.example (2) b.example",
            "Last updated: 2021-02-01",
            "UK Sanctions List Date Designated: 02/03/2001",
        ]
    );
}

#[test]
fn since_2022_ships_have_a_type_and_labels() {
    let ship: Row<'_> = &[
        ("Name 6", "SEA STAR"),
        ("Group Type", "Ship"),
        ("Group ID", "7"),
        (
            "Other Information",
            "Listed as an asset. (IMO number):9074729 (Current owners):Sun Ltd (Flag of ship):Palau (Type of ship):Tanker (Hull identification number):H1",
        ),
    ];
    // Where ships have a type, an entity that speaks of one is none.
    let owner: Row<'_> = &[
        ("Name 6", "SUN MARITIME"),
        ("Group Type", "Entity"),
        ("Group ID", "8"),
        ("Other Information", "IMO: 8814275. (Business Reg No):12-34 (IMO number):9074728"),
    ];
    let records = read(NEW, &[owner, ship]).records;
    assert_eq!(records[0].entity_type, Some(EntityType::Organization));
    assert_eq!(
        identifiers(&records[0]),
        ["IMO number: 8814275", "Business Reg No: 12-34", "IMO number: 9074728"]
    );
    let ship = &records[1];
    assert_eq!(ship.entity_type, Some(EntityType::Vessel));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(texts(&ship.countries), ["PW"]);
    assert_eq!(identifiers(ship), ["Hull identification number: H1"]);
    assert_eq!(
        ship.notes,
        ["Listed as an asset.", "Current owners: Sun Ltd", "Type of ship: Tanker"]
    );
}

#[test]
fn windows_1252_and_quotation_marks_are_read() {
    let mut text =
        b"Last Updated,13/04/2018,,,\nName 6,Group Type,Alias Type,Group ID,Regime\n".to_vec();
    text.extend_from_slice(b"ARM\xc9 O\x92NEIL,Entity,Prime Alias,7,Peru\n");
    text.extend_from_slice(b"\"OOO \"\"\"\"SO ABC\"\"\"\"\",Entity,Prime Alias,8,Peru\n");
    let records = read_bytes("uk_ofsi_csv", &text).expect("sound").records;
    assert_eq!(records[0].name, "ARMÉ O’NEIL");
    assert_eq!(records[1].name, "OOO \"SO ABC\"");
}

#[test]
fn bad_rows_are_named_and_odd_files_refused() {
    let text = "Last Updated,someday\nName 6,Group ID,Group Type,Alias Type\n\
                LEE,,Individual,AKA\n,9,Individual,AKA\nLEE,8\nLEE,7,Thing,AKA\nLEE,6,,AKA\n";
    let Collected { records, report, .. } =
        read_bytes("uk_ofsi_csv", text.as_bytes()).expect("sound");
    let rejects = reject_lines(&report);
    assert_eq!(
        rejects,
        [
            "line 3: Group ID is empty",
            "line 5: 2 columns where 4 are expected",
            "line 4: name is empty",
        ]
    );
    let kinds: Vec<_> = records.iter().map(|r| (r.entity_type, r.notes.concat())).collect();
    assert_eq!(kinds, [(None, "Type: Thing".to_owned()), (None, String::new())]);
    assert_eq!(
        report.warnings,
        [
            "list: no date in the first line",
            "list: no column for the birth date, the nationality, the regime, the date of listing",
        ]
    );
    for (text, expected) in [
        ("Last Updated,13/04/2018\nName 6,ID\nLEE,7\n", "no column \"Group ID\""),
        ("Last Updated,13/04/2018\nName,Group ID\nLEE,7\n", "no column \"Name 6\""),
        ("Last Updated,13/04/2018\n", "list: the file is empty"),
        ("Last Updated,13/04/2018\nName 6,Group ID\nLEE,\"7", "a quoted text is not closed"),
    ] {
        let error = read_bytes("uk_ofsi_csv", text.as_bytes()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_header_without_a_title_is_read() {
    let text = "Group ID,NAME 6,name 1\n7,LEE,Ana\n";
    let Collected { records, report, .. } =
        read_bytes("uk_ofsi_csv", text.as_bytes()).expect("sound");
    assert_eq!(records[0].name, "Ana LEE");
    assert_eq!(report.list_date, None);
}

#[test]
fn the_descriptions_of_both_registers_are_sound() {
    for (slug, text) in [
        ("gb_ofsi_conlist", include_str!("../../../registers/gb_ofsi_conlist.toml")),
        ("gb_fcdo_uksl", include_str!("../../../registers/gb_fcdo_uksl.toml")),
    ] {
        let description = Description::parse(slug, text).expect(slug);
        assert_eq!((description.slug.as_str(), description.licence.as_str()), (slug, "OGL 3.0"));
    }
}
