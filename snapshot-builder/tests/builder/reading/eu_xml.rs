//! The traps of both forms of the EU list, on made-up elements.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, reject_lines, texts};

fn read(text: &str) -> Collected {
    read_bytes("eu_xml", text.as_bytes()).expect("well-formed")
}

/// The one record of a list in the old form with this element.
fn old(entity: &str) -> Record {
    let mut list = read(&format!("<WHOLE Date=\"11/02/2016\">{entity}</WHOLE>"));
    assert_eq!(list.report.rejected, 0, "{:?}", list.report.rejects);
    list.records.remove(0)
}

/// The one person of a list in the old form with these elements.
fn old_person(elements: &str) -> Record {
    old(&format!(
        "<ENTITY Id=\"7\" Type=\"P\"><NAME><WHOLENAME>Ana Lee</WHOLENAME></NAME>{elements}</ENTITY>"
    ))
}

/// The one person of a list of version 1.1 with these elements.
fn person(elements: &str) -> Record {
    entity(&format!(
        "euReferenceNumber=\"EU.7.1\"><subjectType code=\"person\" classificationCode=\"P\"/>\
         <nameAlias wholeName=\"Ana Lee\" strong=\"true\"/>{elements}"
    ))
}

/// The one enterprise of a list of version 1.1 with this name and these elements.
fn enterprise(name: &str, elements: &str) -> Record {
    entity(&format!(
        "euReferenceNumber=\"EU.7.1\"><subjectType code=\"enterprise\" classificationCode=\"E\"/>\
         <nameAlias wholeName=\"{name}\" strong=\"true\"/>{elements}"
    ))
}

/// The one record of a list of version 1.1 with a `sanctionEntity` of this content.
fn entity(content: &str) -> Record {
    let mut list = read(&format!(
        "<export xmlns=\"urn:x\" generationDate=\"2026-02-05T16:47:04.449+01:00\">\
         <sanctionEntity {content}</sanctionEntity></export>"
    ));
    assert_eq!(list.report.rejected, 0, "{:?}", list.report.rejects);
    list.records.remove(0)
}

fn alias_names(record: &Record) -> Vec<&str> {
    record.aliases.iter().map(|alias| alias.name.as_str()).collect()
}

fn identifiers(record: &Record) -> Vec<String> {
    let shown = |i: &tamis_engine::model::Identifier| format!("{} {}", i.kind, i.value);
    record.identifiers.iter().map(shown).collect()
}

#[test]
fn the_root_element_tells_the_form_and_the_date() {
    for (text, date, warnings) in [
        ("<WHOLE Date=\"11/02/2016\"></WHOLE>", Some("2016-02-11"), 0),
        ("<WHOLE Date=\"2016\"></WHOLE>", None, 1),
        (
            "<export generationDate=\"2026-02-05T16:47:04.449+01:00\"></export>",
            Some("2026-02-05"),
            0,
        ),
        ("<export></export>", None, 1),
    ] {
        let report = read(text).report;
        assert_eq!(report.list_date.as_deref(), date, "{text}");
        assert_eq!(report.warnings.len(), warnings, "{text}");
    }
    let error = read_bytes("eu_xml", b"<OTHER/>").expect_err("another list").to_string();
    assert!(error.contains("expected <export> or <WHOLE>"), "{error}");
}

#[test]
fn an_old_person_is_read_element_by_element() {
    let record = old(
        "<ENTITY Id=\"7\" Type=\"P\" legal_basis=\"5/2012 (OJ L49)\" reg_date=\"2012-02-21\" \
         pdf_link=\"http://example.org/act\" programme=\"ZZA\" remark=\"(A (second) son)\">\
         <NAME reg_date=\"2005-06-16\" programme=\"ZZB\"><LASTNAME>Lee</LASTNAME>\
         <FIRSTNAME>Ana</FIRSTNAME><MIDDLENAME>May</MIDDLENAME><WHOLENAME>Ana May Lee</WHOLENAME>\
         <GENDER>F</GENDER><TITLE>Dr</TITLE><FUNCTION>Chief of Staff</FUNCTION><LANGUAGE/></NAME>\
         <NAME reg_date=\"2002-09-13\" programme=\"ZZA\"><WHOLENAME>Ana May Lee</WHOLENAME>\
         <GENDER/><TITLE>Dr</TITLE><FUNCTION>chief</FUNCTION></NAME>\
         <NAME><LASTNAME>Li</LASTNAME><FIRSTNAME>Ana</FIRSTNAME><WHOLENAME/></NAME>\
         <BIRTH><DATE>1961-04-10</DATE><PLACE>Lima</PLACE><COUNTRY>PER</COUNTRY></BIRTH>\
         <BIRTH><DATE/><PLACE>-</PLACE><COUNTRY>PER</COUNTRY></BIRTH>\
         <ADDRESS><NUMBER>5</NUMBER><STREET>High Road</STREET><ZIPCODE>99</ZIPCODE><CITY>Goma</CITY>\
         <COUNTRY>COD</COUNTRY><OTHER>(as at 2014)</OTHER></ADDRESS>\
         <ADDRESS><OTHER>(Tax number 4)</OTHER></ADDRESS></ENTITY>",
    );
    assert_eq!((record.reference.as_str(), record.name.as_str()), ("7", "Ana May Lee"));
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.aliases, [Alias::strong("Ana Li")], "the repeated name is one");
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.positions, ["Dr", "Chief of Staff", "chief"]);
    assert_eq!(record.programmes, ["ZZA", "ZZB"], "those of the names as well");
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2002-09-13"));
    assert_eq!(record.source_url.as_deref(), Some("http://example.org/act"));
    assert_eq!(texts(&record.birth_dates), ["1961-04-10"]);
    assert_eq!(record.birth_places, ["Lima, PER", "PER"]);
    assert_eq!(record.addresses, ["High Road 5, 99 Goma, COD (as at 2014)"]);
    assert_eq!(
        record.notes,
        ["A (second) son", "Legal basis: 5/2012 (OJ L49), 2012-02-21", "Address: Tax number 4"]
    );
}

#[test]
fn translated_names_are_aliases_and_the_main_one_is_latin() {
    let name = |text: &str, language: &str| {
        format!("<NAME><WHOLENAME>{text}</WHOLENAME><LANGUAGE>{language}</LANGUAGE></NAME>")
    };
    for (names, expected, aliases) in [
        ([("Sol", "FR"), ("Слънце", "BG"), ("Sun", "EN")], "Sun", ["Sol", "Слънце"]),
        ([("Солнце", ""), ("Sun", ""), ("Moon", "")], "Sun", ["Солнце", "Moon"]),
        ([("Солнце", ""), ("Sol", "FR"), ("Слънце", "BG")], "Sol", ["Солнце", "Слънце"]),
        ([("SUN JSC", ""), ("Sun", "EN"), ("Sole", "IT")], "SUN JSC", ["Sun", "Sole"]),
    ] {
        let names: String = names.iter().map(|(text, language)| name(text, language)).collect();
        let record = old(&format!("<ENTITY Id=\"7\" Type=\"E\">{names}</ENTITY>"));
        assert_eq!(record.name, expected, "{names}");
        assert_eq!(alias_names(&record), aliases, "{names}");
    }
}

#[test]
fn every_old_birth_date_is_read_and_approximate_ones_say_so() {
    for (date, dates, is_noted) in [
        ("1961-04-10", &["1961-04-10"][..], false),
        ("1961", &["1961"], false),
        ("1961 (approximative)", &["circa 1961"], false),
        ("1961 - 1962 (approximative)", &["circa 1961", "circa 1962"], false),
        ("1940 - 1963 (approximative)", &[], true),
        ("1961-02-31", &[], true),
    ] {
        let record = old_person(&format!("<BIRTH><DATE>{date}</DATE></BIRTH>"));
        assert_eq!(texts(&record.birth_dates), dates, "{date}");
        let note = format!("Date of birth: {date}");
        assert_eq!(record.notes, if is_noted { vec![note] } else { vec![] }, "{date}");
    }
    let twice = "<BIRTH><DATE>1961</DATE></BIRTH><BIRTH><DATE>1959</DATE></BIRTH>";
    assert_eq!(texts(&old_person(&twice.repeat(2)).birth_dates), ["1961", "1959"]);
}

#[test]
fn old_documents_are_told_from_what_is_said_of_them() {
    for (number, identifier, notes) in [
        ("A 1 (passport-National passport)", Some("National passport A 1"), &[][..]),
        (
            "A 1 (passport-National passport) ((issued in Rome))",
            Some("National passport A 1"),
            &["National passport A 1: issued in Rome"],
        ),
        (
            "A 1 (id-Identity card) [known to be false]",
            Some("Identity card A 1"),
            &["Identity card A 1: [known to be false]"],
        ),
        ("UNKNOWN (other-Other number)", None, &["Other number: UNKNOWN"]),
        ("A 1", Some("Document A 1"), &[]),
    ] {
        let passport = format!("<PASSPORT><NUMBER>{number}</NUMBER><COUNTRY/></PASSPORT>");
        let record = old_person(&passport.repeat(2));
        assert_eq!(identifiers(&record), Vec::from_iter(identifier), "{number}");
        assert_eq!(record.notes, notes, "{number}");
    }
}

#[test]
fn countries_that_are_not_understood_are_counted_and_noted() {
    let list = read(
        "<WHOLE Date=\"11/02/2016\"><ENTITY Id=\"7\" Type=\"P\"><NAME><WHOLENAME>Ana</WHOLENAME></NAME>\
         <CITIZEN><COUNTRY>QZQ</COUNTRY></CITIZEN><CITIZEN><COUNTRY/></CITIZEN>\
         <PASSPORT><NUMBER>A 1</NUMBER><COUNTRY>QZQ</COUNTRY></PASSPORT></ENTITY></WHOLE>",
    );
    assert_eq!(list.records[0].notes, ["Citizenship: QZQ", "Document A 1: QZQ"]);
    assert_eq!(list.report.unknown_countries["QZQ"], 2);
}

#[test]
fn a_person_of_version_1_1_is_read_element_by_element() {
    let record = entity(
        "euReferenceNumber=\"EU.7.1\" logicalId=\"7\" unitedNationId=\"XXi.001\" \
         designationDetails=\"see annex\" designationDate=\"\"><remark>A son</remark><remark>Seen</remark>\
         <regulation regulationType=\"amendment\" publicationDate=\"2018-02-16\" entryIntoForceDate=\"2018-02-17\" \
         numberTitle=\"2018/5 (OJ L43)\" programme=\"ZZA\" logicalId=\"1\">\
         <publicationUrl>http://example.org/act?a=1&amp;b=2</publicationUrl></regulation>\
         <subjectType code=\"person\" classificationCode=\"P\"/>\
         <nameAlias firstName=\"Ana\" lastName=\"Lee\" wholeName=\"Ana Lee\" function=\"Chief\" gender=\"F\" \
         title=\"Dr\" nameLanguage=\"\" strong=\"true\" regulationLanguage=\"en\">\
         <regulationSummary publicationDate=\"2003-07-08\"/></nameAlias>\
         <nameAlias wholeName=\"The Fox\" strong=\"false\"/>\
         <nameAlias firstName=\"Анна\" middleName=\"\" lastName=\"Ли\" wholeName=\"\" nameLanguage=\"BG\" strong=\"true\">\
         <remark>since 2004</remark></nameAlias>\
         <nameAlias wholeName=\"Ana Lee\" function=\"Chief\" strong=\"true\"/>\
         <citizenship region=\"South\" countryIso2Code=\"PE\" countryDescription=\"PERU\"/>\
         <citizenship countryIso2Code=\"00\" countryDescription=\"UNKNOWN\"/>\
         <address city=\"Goma\" street=\"5 High Road\" poBox=\"12\" zipCode=\"99\" region=\"North\" place=\"Old Town\" \
         asAtListingTime=\"true\" countryIso2Code=\"CD\" countryDescription=\"CONGO, Democratic Republic of (was Zaire)\">\
         <remark>flat 2</remark><contactInfo key=\"EMAIL\" value=\"a@example.org\"/></address>\
         <address city=\"\" countryIso2Code=\"00\" countryDescription=\"UNKNOWN\"/>",
    );
    assert_eq!((record.reference.as_str(), record.name.as_str()), ("EU.7.1", "Ana Lee"));
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.aliases, [Alias::weak("The Fox"), Alias::strong("Анна Ли")]);
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.positions, ["Dr", "Chief"]);
    assert_eq!(texts(&record.countries), ["PE"]);
    assert_eq!(record.programmes, ["ZZA"]);
    assert_eq!(record.source_url.as_deref(), Some("http://example.org/act?a=1&b=2"));
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2003-07-08"));
    assert_eq!(record.un_reference.as_deref(), Some("XXi.001"));
    assert_eq!(
        record.addresses,
        ["5 High Road, P.O. Box 12, Old Town, 99 Goma, North, \
          CONGO, Democratic Republic of (was Zaire) (flat 2; EMAIL a@example.org; at the time of listing)"]
    );
    assert_eq!(
        record.notes,
        [
            "A son",
            "Seen",
            "Name Анна Ли: since 2004",
            "Designation details: see annex",
            "Legal basis: 2018/5 (OJ L43), 2018-02-16",
            "Citizenship: South"
        ]
    );
}

#[test]
fn references_types_and_listing_dates_of_version_1_1_have_fallbacks() {
    let name = "<nameAlias wholeName=\"Sun Trading LLC\"/>";
    let record = entity(&format!("logicalId=\"7\" designationDate=\"2002-06-18\">{name}"));
    assert_eq!((record.reference.as_str(), record.entity_type), ("7", None));
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2002-06-18"));
    let record = entity(&format!(
        "logicalId=\"7\" designationDate=\"soon\"><subjectType code=\"fleet\"/>{name}"
    ));
    assert_eq!((record.entity_type, record.listed_on), (None, None));
    assert_eq!(record.notes, ["Subject type: fleet", "Designation date: soon"]);
    assert_eq!(enterprise("Sun Trading LLC", "").entity_type, Some(EntityType::Company));
    assert_eq!(enterprise("Army of the Sun", "").entity_type, Some(EntityType::Organization));
}

#[test]
fn every_birth_date_of_version_1_1_is_read() {
    let table: [(&str, &[&str], &[&str]); 11] = [
        (
            "birthdate=\"1961-04-10\" dayOfMonth=\"10\" monthOfYear=\"4\" year=\"1961\"",
            &["1961-04-10"],
            &[],
        ),
        ("calendarType=\"GREGORIAN\" year=\"1961\"", &["1961"], &[]),
        ("monthOfYear=\"4\" year=\"1961\"", &["1961-04"], &[]),
        ("dayOfMonth=\"10\" monthOfYear=\"4\" year=\"1961\"", &["1961-04-10"], &[]),
        ("circa=\"true\" year=\"1961\"", &["circa 1961"], &[]),
        (
            "circa=\"false\" yearRangeFrom=\"1961\" yearRangeTo=\"1963\"",
            &["circa 1961", "circa 1962", "circa 1963"],
            &[],
        ),
        (
            "circa=\"true\" yearRangeFrom=\"1940\" yearRangeTo=\"1963\"",
            &[],
            &["Date of birth: circa 1940 to 1963"],
        ),
        ("yearRangeTo=\"1980\"", &[], &["Date of birth: up to 1980"]),
        ("yearRangeFrom=\"1980\"", &[], &["Date of birth: 1980 or later"]),
        ("calendarType=\"ISLAMIC\" year=\"1402\"", &[], &["Date of birth: 1402 ISLAMIC"]),
        ("circa=\"false\" city=\"\"", &[], &[]),
    ];
    for (attributes, dates, notes) in table {
        let record = person(&format!("<birthdate {attributes} countryIso2Code=\"00\"/>"));
        assert_eq!(texts(&record.birth_dates), dates, "{attributes}");
        assert_eq!(record.notes, notes, "{attributes}");
        assert!(record.birth_places.is_empty(), "{attributes}");
    }
    let record = person(
        "<birthdate year=\"1961\" city=\"Lima\" place=\"Old Town\" countryIso2Code=\"PE\" countryDescription=\"PERU\">\
         <remark>or nearby</remark></birthdate><birthdate year=\"1961\" city=\"Lima\"/>",
    );
    assert_eq!(texts(&record.birth_dates), ["1961"]);
    assert_eq!(record.birth_places, ["Old Town, Lima, PERU", "Lima"]);
    assert_eq!(record.notes, ["Birth: or nearby"]);
}

#[test]
fn documents_of_version_1_1_keep_what_is_said_of_them() {
    let record = person(
        "<identification diplomatic=\"false\" knownExpired=\"true\" knownFalse=\"false\" reportedLost=\"false\" \
         revokedByIssuer=\"false\" issuedBy=\"the mayor\" issuedDate=\"2001-02-03\" validFrom=\"\" validTo=\"2006-02-03\" \
         nameOnDocument=\"Anne Lee\" number=\"A 1\" latinNumber=\"\" countryIso2Code=\"PE\" countryDescription=\"PERU\" \
         identificationTypeCode=\"passport\" identificationTypeDescription=\"National passport\"><remark>(lost)</remark></identification>\
         <identification number=\"B 2\" identificationTypeCode=\"id\" countryIso2Code=\"00\" countryDescription=\"UNKNOWN\"/>\
         <identification number=\"\" identificationTypeCode=\"id\"><remark>none</remark></identification>",
    );
    assert_eq!(identifiers(&record), ["National passport A 1", "id B 2"]);
    assert_eq!(record.identifiers[0].country.map(|c| c.to_string()).as_deref(), Some("PE"));
    assert_eq!(record.identifiers[1].country, None);
    assert_eq!(
        record.notes,
        [
            "National passport A 1: known to be expired, in the name of Anne Lee, issued by the mayor, \
             issued 2001-02-03, valid to 2006-02-03, (lost)",
            "id: none"
        ]
    );
}

#[test]
fn a_ship_is_told_by_its_number_and_a_company_keeps_its_own() {
    let imo = |number: &str| {
        format!(
            "<identification number=\"{number}\" identificationTypeCode=\"imo\" \
                 identificationTypeDescription=\"IMO number\"/>"
        )
    };
    let ship = enterprise("SEA STAR", &imo("9074729"));
    assert_eq!(ship.entity_type, Some(EntityType::Vessel));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert!(ship.identifiers.is_empty());
    for (name, number) in [("SEA STAR LLC", "9074729"), ("SEA STAR", "9074720"), ("SEA STAR", "12")]
    {
        let company = enterprise(name, &imo(number));
        assert_ne!(company.entity_type, Some(EntityType::Vessel), "{name} {number}");
        assert_eq!(company.imo, None, "{name} {number}");
        assert_eq!(identifiers(&company), [format!("IMO number {number}")]);
    }
    assert_eq!(person(&imo("9074729")).imo, None);
}

#[test]
fn what_has_no_name_or_a_reference_twice_is_rejected_by_its_place() {
    let list = read(
        "<export generationDate=\"2026-02-05\">\
         <sanctionEntity euReferenceNumber=\"EU.1.1\"><nameAlias wholeName=\"Ana\"/></sanctionEntity>\
         <sanctionEntity euReferenceNumber=\"EU.2.1\"><nameAlias wholeName=\"\"/></sanctionEntity>\
         <sanctionEntity euReferenceNumber=\"EU.1.1\"><nameAlias wholeName=\"Bea\"/></sanctionEntity></export>",
    );
    let rejects = reject_lines(&list.report);
    assert_eq!(
        rejects,
        [
            "sanctionEntity 2: name is empty",
            "sanctionEntity 3: ref \"EU.1.1\" occurs a second time"
        ]
    );
}
