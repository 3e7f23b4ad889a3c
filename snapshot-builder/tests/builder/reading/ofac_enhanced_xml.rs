//! The traps of the enhanced XML, on made-up entities.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, reject_lines, texts};

const ALL_LISTS: &str =
    "<filters><sanctionsLists><sanctionsList>SDN List</sanctionsList></sanctionsLists></filters>";

fn read_list(filters: &str, entities: &str) -> Collected {
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sanctionsData xmlns=\"https://example.org/x\">\
         <publicationInfo><dataAsOf>2024-05-24T15:59:26.4511801-04:00</dataAsOf>{filters}</publicationInfo>\
         <referenceValues><referenceValue refId=\"1\"><type>COUNTRY</type><value>Peru</value></referenceValue></referenceValues>\
         <entities>{entities}</entities></sanctionsData>"
    );
    read_bytes("ofac_enhanced_xml", text.as_bytes()).expect("well-formed")
}

/// A translation of a name.
fn translation(is_primary: bool, full: &str) -> String {
    format!(
        "<translation><isPrimary>{is_primary}</isPrimary><formattedFullName>{full}</formattedFullName>\
         <nameParts><namePart><type>Last Name</type><value>X</value></namePart></nameParts></translation>"
    )
}

fn name(is_primary: bool, is_low: bool, translations: &[String]) -> String {
    format!(
        "<name><isPrimary>{is_primary}</isPrimary><isLowQuality>{is_low}</isLowQuality>\
         <translations>{}</translations></name>",
        translations.concat()
    )
}

/// The one record of an entity of this type with these elements.
fn entity(kind: &str, elements: &str) -> Record {
    let names = name(true, false, &[translation(true, "SAMPLE, Ada")]);
    let text = format!(
        "<entity id=\"7\"><generalInfo><identityId>99</identityId><entityType>{kind}</entityType></generalInfo>\
         <names>{names}</names>{elements}</entity>"
    );
    let Collected { mut records, report, .. } = read_list(ALL_LISTS, &text);
    assert_eq!((report.rejected, report.warnings), (0, vec![]));
    records.remove(0)
}

fn feature(kind: &str, value: &str, rest: &str) -> String {
    format!("<feature><type>{kind}</type><value>{value}</value>{rest}</feature>")
}

fn days(from: &str, to: &str, is_approximate: bool) -> String {
    format!(
        "<valueDate><fromDateBegin>{from}</fromDateBegin><toDateEnd>{to}</toDateEnd>\
         <isApproximate>{is_approximate}</isApproximate></valueDate>"
    )
}

#[test]
fn names_come_in_all_scripts_and_weak_ones_are_marked() {
    let names = [
        name(false, true, &[translation(true, "THE FOX"), translation(false, "Лиса")]),
        name(false, false, &[translation(false, "\u{202b}آنا لی\u{202c}"), translation(true, "LEE, Anna")]),
        name(true, false, &[translation(false, "\u{202b}آدا\u{202c}"), translation(true, "SAMPLE, Ada")]),
        name(false, false, &["<translation><formattedFirstName>Ana</formattedFirstName><formattedLastName>LI</formattedLastName></translation>".to_owned()]),
        name(false, false, &[]),
    ];
    let text = format!(
        "<entity id=\"7\"><generalInfo><entityType>Individual</entityType></generalInfo><names>{}</names></entity>",
        names.concat()
    );
    let record = &read_list(ALL_LISTS, &text).records[0];
    assert_eq!((record.reference.as_str(), record.name.as_str()), ("7", "SAMPLE, Ada"));
    let expected = [
        Alias::strong("آدا"),
        Alias::weak("THE FOX"),
        Alias::weak("Лиса"),
        Alias::strong("LEE, Anna"),
        Alias::strong("آنا لی"),
        Alias::strong("LI, Ana"),
    ];
    assert_eq!(record.aliases, expected);
}

#[test]
fn lists_programmes_and_their_grounds_are_kept() {
    let elements = "<sanctionsLists><sanctionsList datePublished=\"2020-12-10\">SDN List</sanctionsList>\
        <sanctionsList datePublished=\"2019-01-02\">FSE List</sanctionsList></sanctionsLists>\
        <sanctionsPrograms><sanctionsProgram>GLOMAG</sanctionsProgram><sanctionsProgram>YEMEN</sanctionsProgram></sanctionsPrograms>\
        <sanctionsTypes><sanctionsType>Block</sanctionsType></sanctionsTypes>\
        <legalAuthorities><legalAuthority>Executive Order 1</legalAuthority></legalAuthorities>\
        <relationships><relationship><type>Owned or Controlled By</type><quality>High</quality>\
        <relatedEntity entityId=\"12\">SUN BANK</relatedEntity></relationship></relationships>";
    let record = entity("Entity", elements);
    assert_eq!(record.programmes, ["GLOMAG", "YEMEN"]);
    assert_eq!(texts(&record.listed_on.into_iter().collect::<Vec<_>>()), ["2019-01-02"]);
    let notes = [
        "List: SDN List, 2020-12-10",
        "List: FSE List, 2019-01-02",
        "Sanctions type: Block",
        "Legal authority: Executive Order 1",
        "Linked To: SUN BANK (Owned or Controlled By; quality High; reference 12)",
    ];
    assert_eq!(record.notes, notes);
    let alone = "<sanctionsLists><sanctionsList datePublished=\"2020-12-10\">SDN List</sanctionsList></sanctionsLists>";
    assert_eq!(entity("Entity", alone).notes, [""; 0], "the date says it");
}

#[test]
fn birth_dates_are_read_from_days_and_the_primary_one_is_first() {
    let reported = "<isPrimary>false</isPrimary><reliability>Reported</reliability>";
    let features = [
        feature("Birthdate", "circa 1957", &days("1957-01-01", "1957-12-31", true)),
        feature("Birthdate", "1951 to 1952", &days("1951-01-01", "1952-12-31", false)),
        feature(
            "Birthdate",
            "Mar 1960",
            &format!("{}{reported}", days("1960-03-01", "1960-03-31", false)),
        ),
        feature(
            "Birthdate",
            "10 Dec 1948",
            &format!("{}<isPrimary>true</isPrimary>", days("1948-12-10", "1948-12-10", false)),
        ),
        feature("Birthdate", "1970", ""),
        feature("Birthdate", "unknown", ""),
    ];
    let record = entity("Individual", &format!("<features>{}</features>", features.concat()));
    let dates = ["1948-12-10", "circa 1957", "circa 1951", "circa 1952", "1960-03", "1970"];
    assert_eq!(texts(&record.birth_dates), dates);
    assert_eq!(record.notes, ["DOB Mar 1960 (Reported)", "DOB unknown"]);
}

#[test]
fn features_and_documents_go_to_their_fields() {
    let features = [
        feature("Gender", "Male", ""),
        feature("Citizenship Country", "Peru", ""),
        feature("Place of Birth", "Lima, Peru", ""),
        feature("Digital Currency Address - XBT", "1abc", ""),
        feature("Website", "www.sample.example", ""),
        feature("Organization Established Date", "", &days("2015-03-21", "2015-03-21", false)),
        feature("Additional Sanctions Information -", "Subject to Secondary Sanctions", ""),
    ];
    let documents = "<identityDocument><type>Passport</type><name>SAMPLE, Ada</name><documentNumber>A1</documentNumber>\
        <isValid>true</isValid><issuingCountry>Peru</issuingCountry></identityDocument>\
        <identityDocument><type>Passport</type><name>LEE, Anna</name><documentNumber>A2</documentNumber><isValid>false</isValid>\
        <expirationDate><fromDateBegin>2021-07-26</fromDateBegin><toDateEnd>2021-07-26</toDateEnd></expirationDate>\
        <issuingAuthority>Harbour Office</issuingAuthority><issuingCountry>Peru</issuingCountry>\
        <idFeatures><idFeature>Gender: Male</idFeature></idFeatures></identityDocument>";
    let record = entity(
        "Individual",
        &format!(
            "<features>{}</features><identityDocuments>{documents}</identityDocuments>",
            features.concat()
        ),
    );
    assert_eq!(record.gender.as_deref(), Some("male"));
    assert_eq!(texts(&record.countries), ["PE"]);
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    let numbers: Vec<_> =
        record.identifiers.iter().map(|i| (i.kind.as_str(), i.value.as_str())).collect();
    let expected =
        [("Digital Currency Address", "XBT 1abc"), ("Passport", "A1"), ("Passport", "A2")];
    assert_eq!(numbers, expected);
    let notes = [
        "Website www.sample.example",
        "Organization Established Date 21 Mar 2015",
        "Additional Sanctions Information - Subject to Secondary Sanctions",
        "Passport A2 (Peru) expires 26 Jul 2021 by Harbour Office in the name of LEE, Anna not valid Gender: Male",
    ];
    assert_eq!(record.notes, notes);
}

#[test]
fn a_vessel_is_read_from_features_and_its_registration() {
    let features = [
        feature("VESSEL TYPE", "Crude Oil Tanker", ""),
        feature("Vessel Flag", "Panama", ""),
        feature("Vessel Call Sign", "ABCD7", ""),
        feature("Former Vessel Flag", "Malta", ""),
    ];
    let documents = "<identityDocument><type>Vessel Registration Identification</type><documentNumber>IMO 9074729</documentNumber></identityDocument>";
    let elements = format!(
        "<features>{}</features><identityDocuments>{documents}</identityDocuments>",
        features.concat()
    );
    let ship = entity("Vessel", &elements);
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(texts(&ship.countries), ["PA"]);
    assert_eq!(ship.identifiers[0].value, "ABCD7");
    assert_eq!(ship.notes, ["Vessel type: Crude Oil Tanker", "Former Vessel Flag Malta"]);
    let company = entity("Entity", &elements);
    assert_eq!((company.imo, company.identifiers.len()), (None, 2));
}

#[test]
fn addresses_are_one_line_in_each_script() {
    let part = |kind: &str, value: &str| {
        format!("<addressPart><type>{kind}</type><value>{value}</value></addressPart>")
    };
    let parts =
        [part("CITY", "Lima"), part("ADDRESS1", "1 High Street"), part("POSTAL CODE", "15001")];
    let record = entity(
        "Entity",
        &format!(
            "<addresses><address><country>Peru</country><translations><translation><addressParts>{}</addressParts></translation>\
             <translation><addressParts>{}</addressParts></translation></translations></address>\
             <address><country>Chile</country></address><address/></addresses>",
            parts.concat(),
            part("CITY", "Лима")
        ),
    );
    assert_eq!(record.addresses, ["1 High Street, Lima 15001, Peru", "Лима, Peru", "Chile"]);
}

#[test]
fn the_list_states_its_date_and_whether_it_is_whole() {
    let row = "<entity id=\"1\"><generalInfo><entityType>Entity</entityType></generalInfo>\
        <names><name><isPrimary>true</isPrimary><translations><translation><formattedFullName>ONE</formattedFullName></translation></translations></name></names></entity>";
    let programmes = "<filters><sanctionsPrograms><sanctionsProgram>YEMEN</sanctionsProgram><sanctionsProgram>IRGC</sanctionsProgram></sanctionsPrograms></filters>";
    for (filters, warning) in [
        ("", None),
        (ALL_LISTS, None),
        (
            programmes,
            Some(
                "list: not the whole list but an export filtered by sanctionsPrograms (YEMEN, IRGC)",
            ),
        ),
    ] {
        let report = read_list(filters, row).report;
        assert_eq!(report.list_date.as_deref(), Some("2024-05-24"));
        let warnings: Vec<_> = report.warnings.iter().map(String::as_str).collect();
        assert_eq!(warnings, warning.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn entities_that_cannot_be_used_are_rejected_with_the_reason() {
    let named = |id: &str, kind: &str| {
        format!(
            "<entity{id}><generalInfo><entityType>{kind}</entityType></generalInfo><names>{}</names></entity>",
            name(true, false, &[translation(true, "ONE")])
        )
    };
    let text = named(" id=\"1\"", "Robot")
        + &named("", "Entity")
        + "<entity id=\"3\"/>"
        + &named(" id=\"4\"", "Aircraft");
    let Collected { records, report, .. } = read_list(ALL_LISTS, &text);
    assert_eq!(records[0].entity_type, Some(EntityType::Aircraft));
    let rejects = reject_lines(&report);
    let expected = [
        "entity 1: entityType is \"Robot\"; accepted: Individual, Entity, Vessel, Aircraft",
        "entity 2: ref is empty",
        "entity 3: entityType is \"\"; accepted: Individual, Entity, Vessel, Aircraft",
    ];
    assert_eq!(rejects, expected);
    assert_eq!(report.rejects[2].reference.as_deref(), Some("3"));
}
