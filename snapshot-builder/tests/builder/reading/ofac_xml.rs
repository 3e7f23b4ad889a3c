//! The traps of `sdn.xml` and `consolidated.xml`, on made-up entries.

use snapshot_builder::RegisterReport;
use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, reject_lines, texts};

const OLD: &str = "http://tempuri.org/sdnList.xsd";

/// Reads a list with this namespace and these entries.
fn read_list(namespace: &str, publication: &str, entries: &str) -> Collected {
    let text = format!(
        "<?xml version=\"1.0\" standalone=\"yes\"?>\n<sdnList xmlns=\"{namespace}\">\n\
         <publshInformation>{publication}</publshInformation>\n{entries}</sdnList>\n"
    );
    read_bytes("ofac_xml", text.as_bytes()).expect("well-formed")
}

fn read_entries(entries: &str) -> (Vec<Record>, RegisterReport) {
    let publication = "<Publish_Date>04/06/2018</Publish_Date>";
    let Collected { records, report, .. } = read_list(OLD, publication, entries);
    (records, report)
}

/// The one record of an entry of this type with these elements beside name and uid.
fn entry(kind: &str, elements: &str) -> Record {
    let text = format!(
        "<sdnEntry><uid>7</uid><firstName>Ada</firstName><lastName>SAMPLE</lastName>\
         <sdnType>{kind}</sdnType>{elements}</sdnEntry>"
    );
    let (mut records, report) = read_entries(&text);
    assert_eq!(report.rejected, 0, "{:?}", report.rejects);
    records.remove(0)
}

#[test]
fn a_person_is_read_element_by_element() {
    let record = entry(
        "Individual",
        "<title>Chief; Treasurer</title><remarks>Fax (1)(22); (Linked To: SUN (U.K.) LTD; Linked To: MOON)</remarks>\
         <programList><program>SDGT</program><program>IRGC</program></programList>\
         <akaList><aka><uid>1</uid><type>a.k.a.</type><category>strong</category><lastName>SECOND</lastName><firstName>Ada</firstName></aka>\
         <aka><uid>2</uid><type>f.k.a.</type><category>weak</category><lastName>THE FOX</lastName></aka><aka><category>strong</category></aka></akaList>\
         <addressList><address><address1>1 High Street</address1><address3>2nd floor</address3><city>Lima</city><stateOrProvince>Callao</stateOrProvince><postalCode>15001</postalCode><country>Peru</country></address>\
         <address><country>Chile</country></address><address/></addressList>\
         <nationalityList><nationality><country>Chile</country><mainEntry>false</mainEntry></nationality>\
         <nationality><country>Peru</country><mainEntry>true</mainEntry></nationality></nationalityList>\
         <citizenshipList><citizenship><country>Korea, North</country><mainEntry>true</mainEntry></citizenship></citizenshipList>\
         <dateOfBirthList><dateOfBirthItem><dateOfBirth>circa 1955</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>\
         <dateOfBirthItem><dateOfBirth>10 Dec 1948</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>\
         <placeOfBirthList><placeOfBirthItem><placeOfBirth>Lima, Peru</placeOfBirth><mainEntry>true</mainEntry></placeOfBirthItem></placeOfBirthList>",
    );
    assert_eq!((record.reference.as_str(), record.name.as_str()), ("7", "SAMPLE, Ada"));
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.programmes, ["SDGT", "IRGC"]);
    assert_eq!(record.positions, ["Chief", "Treasurer"]);
    let former = Alias::weak("THE FOX").formerly(true);
    assert_eq!(record.aliases, [Alias::strong("SECOND, Ada"), former]);
    let addresses = ["1 High Street, 2nd floor, Lima, Callao 15001, Peru", "Chile"];
    assert_eq!(record.addresses, addresses);
    assert_eq!(texts(&record.countries), ["PE", "CL", "KP"], "main ones first");
    assert_eq!(texts(&record.birth_dates), ["1948-12-10", "circa 1955"], "main ones first");
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    assert_eq!(record.notes, ["Fax (1)(22)", "Linked To: SUN (U.K.) LTD", "Linked To: MOON"]);
}

#[test]
fn identifiers_are_told_from_remarks_in_the_same_list() {
    let id = |kind: &str, number: &str, rest: &str| {
        format!("<id><uid>1</uid><idType>{kind}</idType><idNumber>{number}</idNumber>{rest}</id>")
    };
    let ids = [
        id("Passport", "A1", "<idCountry>Iran</idCountry>"),
        id("Gender", "Male", ""),
        id("Secondary sanctions risk:", "section 1(b); section 2", ""),
        id(
            "Registration ID",
            "86",
            "<issueDate>10 Jul 1991</issueDate><idCountry>Iran</idCountry>",
        ),
        id("Tax ID No.", "33 (Russia)", ""),
        id("ISIN", "XX0000000001", ""),
        id("Equity Ticker", "12 HK", ""),
        id("SWIFT/BIC", "ABCDIRTH", ""),
        id("Website", "www.sample.example", ""),
        id("A New Kind of Card", "B2", "<idCountry>Peru</idCountry>"),
        id("Nationality of Registration", "Russia", ""),
        id("Identification Number", "IMO 9074729", ""),
    ];
    let record = entry("Entity", &format!("<idList>{}</idList>", ids.concat()));
    let numbers: Vec<_> = record
        .identifiers
        .iter()
        .map(|i| {
            format!(
                "{} {} {}",
                i.kind,
                i.value,
                texts(&i.country.into_iter().collect::<Vec<_>>()).join("")
            )
        })
        .collect();
    let expected = [
        "Passport A1 IR",
        "Registration ID 86 IR",
        "Tax ID No. 33 RU",
        "SWIFT/BIC ABCDIRTH ",
        "A New Kind of Card B2 PE",
        "Identification Number IMO 9074729 ",
    ];
    assert_eq!(numbers, expected);
    assert_eq!(record.gender.as_deref(), Some("male"));
    assert_eq!(
        (record.isin.as_deref(), record.ticker.as_deref()),
        (Some("XX0000000001"), Some("12 HK"))
    );
    assert_eq!(texts(&record.countries), ["RU"]);
    assert_eq!(record.imo, None, "it is the number of a company");
    let notes = [
        "Secondary sanctions risk: section 1(b); section 2",
        "Registration ID 86 (Iran) issued 10 Jul 1991",
        "Website www.sample.example",
    ];
    assert_eq!(record.notes, notes);
}

#[test]
fn a_vessel_has_flag_imo_number_and_its_own_elements() {
    let (records, report) = read_entries(
        "<sdnEntry><uid>9</uid><lastName>SEA STAR</lastName><sdnType>Vessel</sdnType>\
         <idList><id><idType>Vessel Registration Identification</idType><idNumber>IMO 9074729</idNumber></id>\
         <id><idType>Former Vessel Flag</idType><idNumber>Malta</idNumber></id></idList>\
         <vesselInfo><callSign>ABCD7</callSign><vesselType>Crude Oil Tanker</vesselType><vesselFlag>Panama</vesselFlag>\
         <vesselOwner>NOBODY SHIPPING</vesselOwner><tonnage>105000</tonnage><grossRegisteredTonnage>56000</grossRegisteredTonnage></vesselInfo></sdnEntry>",
    );
    let ship = &records[0];
    assert_eq!(ship.entity_type, Some(EntityType::Vessel));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(texts(&ship.countries), ["PA"], "a former flag is only a note");
    assert_eq!(ship.identifiers[0].kind, "Call sign");
    let notes = [
        "Vessel type: Crude Oil Tanker",
        "Tonnage: 105000",
        "Gross registered tonnage: 56000",
        "Vessel owner: NOBODY SHIPPING",
        "Former Vessel Flag Malta",
    ];
    assert_eq!(ship.notes, notes);
    assert_eq!((report.filled("imo"), report.filled("countries")), (1, 1));
}

#[test]
fn the_list_states_its_date_and_its_number_of_entries_in_any_namespace() {
    let row = "<sdnEntry><uid>1</uid><lastName>ONE</lastName><sdnType>Entity</sdnType></sdnEntry>";
    for (namespace, publication, date, warning) in [
        (
            OLD,
            "<Publish_Date>04/06/2018</Publish_Date><Record_Count>1</Record_Count>",
            Some("2018-04-06"),
            None,
        ),
        (
            "https://example.org/exports/XML",
            "<Publish_Date>12/31/2025</Publish_Date>",
            Some("2025-12-31"),
            None,
        ),
        (
            OLD,
            "<Publish_Date>soon</Publish_Date>",
            None,
            Some("Publish_Date \"soon\" is not a date"),
        ),
        (
            OLD,
            "<Publish_Date>04/06/2018</Publish_Date><Record_Count>2</Record_Count>",
            Some("2018-04-06"),
            Some("the list states 2 entries and holds 1"),
        ),
    ] {
        let Collected { records, report, .. } = read_list(namespace, publication, row);
        assert_eq!(records.len(), 1);
        assert_eq!(report.list_date.as_deref(), date);
        let found = report.warnings.iter().any(|w| warning.is_some_and(|text| w.contains(text)));
        assert_eq!(
            (found, report.warnings.len()),
            (warning.is_some(), usize::from(warning.is_some()))
        );
    }
}

#[test]
fn entries_that_cannot_be_used_are_rejected_with_the_reason() {
    let (records, report) = read_entries(
        "<sdnEntry><uid>1</uid><lastName>ODD</lastName><sdnType>Robot</sdnType></sdnEntry>\
         <sdnEntry><lastName>NO UID</lastName><sdnType>Entity</sdnType></sdnEntry>\
         <sdnEntry><uid>3</uid><sdnType>Entity</sdnType></sdnEntry>\
         <sdnEntry><uid>4</uid><lastName>TWIN</lastName><sdnType>Aircraft</sdnType></sdnEntry>\
         <sdnEntry><uid>4</uid><lastName>TWIN</lastName><sdnType>Entity</sdnType></sdnEntry><sdnEntry/>",
    );
    assert_eq!(records.len(), 1);
    let rejects = reject_lines(&report);
    let expected = [
        "sdnEntry 1: sdnType is \"Robot\"; accepted: Individual, Entity, Vessel, Aircraft",
        "sdnEntry 2: ref is empty",
        "sdnEntry 3: name is empty",
        "sdnEntry 5: ref \"4\" occurs a second time",
        "sdnEntry 6: sdnType is \"\"; accepted: Individual, Entity, Vessel, Aircraft",
    ];
    assert_eq!(rejects, expected);
    assert_eq!(report.rejects[0].reference.as_deref(), Some("1"));
}

#[test]
fn damaged_files_are_refused() {
    for (text, expected) in [
        ("<sdnList><sdnEntry><uid>1", "the file ends before its elements are closed"),
        ("<rss/>", "the root element is <rss>; expected <sdnList>"),
        ("busy", "text before the root element"),
    ] {
        let error = read_bytes("ofac_xml", text.as_bytes()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn facts_that_are_not_understood_become_notes() {
    let record = entry(
        "Individual",
        "<nationalityList><nationality><country>Atlantis</country></nationality></nationalityList>\
         <dateOfBirthList><dateOfBirthItem><dateOfBirth>in spring</dateOfBirth></dateOfBirthItem>\
         <dateOfBirthItem><dateOfBirth>1940 to 1960</dateOfBirth></dateOfBirthItem></dateOfBirthList>",
    );
    assert!(record.birth_dates.is_empty(), "so wide a range says next to nothing");
    assert_eq!(record.notes, ["DOB in spring", "DOB 1940 to 1960", "nationality Atlantis"]);
}
