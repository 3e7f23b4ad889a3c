//! The traps of the UN list, on made-up elements.

use snapshot_builder::{Loaded, RegisterReport};
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{load, records, reject_lines, shipped, sources, texts};

/// Loads a list with these INDIVIDUAL and ENTITY elements.
fn load_list(individuals: &str, entities: &str) -> Loaded {
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <CONSOLIDATED_LIST dateGenerated=\"2026-02-27T00:00:09.554Z\">\n\
         <INDIVIDUALS>{individuals}</INDIVIDUALS>\n<ENTITIES>{entities}</ENTITIES>\n\
         </CONSOLIDATED_LIST>\n"
    );
    let folder = sources(&[("un_sc_consolidated/2026-02/consolidated.xml", text.as_bytes())]);
    load(&shipped("un_sc_consolidated"), folder.path())
}

fn load_all(individuals: &str, entities: &str) -> (Vec<Record>, RegisterReport) {
    let loaded = load_list(individuals, entities);
    (records(&loaded).to_vec(), loaded.report)
}

/// The one record of a person with these elements beside name and reference.
fn person(elements: &str) -> Record {
    let person = format!(
        "<INDIVIDUAL><FIRST_NAME>ANA</FIRST_NAME><SECOND_NAME>LEE</SECOND_NAME>\
         <REFERENCE_NUMBER>XXi.001</REFERENCE_NUMBER>{elements}</INDIVIDUAL>"
    );
    load_all(&person, "").0.remove(0)
}

#[test]
fn a_person_is_read_element_by_element() {
    let record = person(
        "<THIRD_NAME>MAY</THIRD_NAME><FOURTH_NAME/><UN_LIST_TYPE>DRC</UN_LIST_TYPE>\
         <LISTED_ON>2001-10-08-04:00</LISTED_ON><GENDER>Female</GENDER>\
         <NAME_ORIGINAL_SCRIPT>آنا لي</NAME_ORIGINAL_SCRIPT>\
         <COMMENTS1>First line &amp;\n second.</COMMENTS1>\
         <TITLE><VALUE>Dr</VALUE></TITLE><DESIGNATION><VALUE>Chief </VALUE><VALUE/></DESIGNATION>\
         <NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE><VALUE>Türkiye</VALUE></NATIONALITY>\
         <INDIVIDUAL_ADDRESS><CITY>Goma</CITY><COUNTRY>Rwanda</COUNTRY><NOTE>as of 2016</NOTE></INDIVIDUAL_ADDRESS>\
         <INDIVIDUAL_ADDRESS/>\
         <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Lima</CITY><COUNTRY>Peru</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>\
         <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>A1</NUMBER>\
         <ISSUING_COUNTRY>Peru</ISSUING_COUNTRY><NOTE>lost</NOTE></INDIVIDUAL_DOCUMENT><INDIVIDUAL_DOCUMENT/>\
         <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>12 (US)</NUMBER>\
         </INDIVIDUAL_DOCUMENT>",
    );
    assert_eq!(record.name, "ANA LEE MAY");
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.programmes, ["DRC"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2001-10-08"));
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.aliases, [Alias::strong("آنا لي")]);
    assert_eq!(record.positions, ["Dr", "Chief"]);
    assert_eq!(texts(&record.countries), ["IR", "TR"]);
    assert_eq!(record.addresses, ["Goma, Rwanda (as of 2016)"]);
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    let passports = record.identifiers.iter().map(|own| {
        (own.value.as_str(), own.country.map(|country| country.to_string()).unwrap_or_default())
    });
    let expected = [("A1", "PE".to_owned()), ("12", "US".to_owned())];
    assert_eq!(passports.collect::<Vec<_>>(), expected);
    assert_eq!(record.notes, ["First line & second.", "Passport A1: lost"]);
}

#[test]
fn every_kind_of_birth_date_is_read() {
    let table: [(&str, &[&str], &[&str]); 11] = [
        ("<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1964-07-17</DATE>", &["1964-07-17"], &[]),
        ("<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1960-01-01-05:00</DATE>", &["1960-01-01"], &[]),
        ("<TYPE_OF_DATE>Exact</TYPE_OF_DATE><YEAR>1971</YEAR>", &["1971"], &[]),
        ("<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1971</YEAR>", &["circa 1971"], &[]),
        (
            "<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1963</FROM_YEAR><TO_YEAR>1965</TO_YEAR>",
            &["circa 1963", "circa 1964", "circa 1965"],
            &[],
        ),
        (
            "<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1940</FROM_YEAR><TO_YEAR>1965</TO_YEAR>",
            &[],
            &["Date of birth: BETWEEN 1940 1965"],
        ),
        (
            "<TYPE_OF_DATE>Exact</TYPE_OF_DATE><YEAR>1954-1955</YEAR>",
            &["circa 1954", "circa 1955"],
            &[],
        ),
        ("<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1958</YEAR><NOTE>Sep.</NOTE>", &["1958-09"], &[]),
        ("<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Nov. 1973 </NOTE>", &["1973-11"], &[]),
        (
            "<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>24/06/1402 (Hijri Calendar)</NOTE>",
            &[],
            &["Date of birth: EXACT 24/06/1402 (Hijri Calendar)"],
        ),
        ("<TYPE_OF_DATE/>", &[], &[]),
    ];
    for (elements, dates, notes) in table {
        let birth = format!("<INDIVIDUAL_DATE_OF_BIRTH>{elements}</INDIVIDUAL_DATE_OF_BIRTH>");
        let record = person(&birth);
        assert_eq!(texts(&record.birth_dates), dates, "{elements}");
        assert_eq!(record.notes, notes, "{elements}");
    }
    let twice = person(
        "<INDIVIDUAL_DATE_OF_BIRTH><YEAR>1971</YEAR></INDIVIDUAL_DATE_OF_BIRTH>\
         <INDIVIDUAL_DATE_OF_BIRTH><YEAR>1969</YEAR></INDIVIDUAL_DATE_OF_BIRTH>",
    );
    assert_eq!(texts(&twice.birth_dates), ["1971", "1969"], "in the publisher's order");
}

#[test]
fn low_is_weak_and_an_alias_may_bring_a_birth_date() {
    let record = person(
        "<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Annie</ALIAS_NAME>\
         <DATE_OF_BIRTH>1971-02-03</DATE_OF_BIRTH><NOTE>formerly listed as</NOTE></INDIVIDUAL_ALIAS>\
         <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Fox</ALIAS_NAME></INDIVIDUAL_ALIAS>\
         <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>\
         <INDIVIDUAL_ALIAS/>",
    );
    assert_eq!(record.aliases, [Alias::strong("Annie"), Alias::weak("The Fox")]);
    assert_eq!(texts(&record.birth_dates), ["1971-02-03"]);
    assert_eq!(record.notes, ["Alias Annie: 1971-02-03, formerly listed as"]);
}

#[test]
fn an_entity_has_strong_aliases_and_a_trimmed_reference() {
    let entity = "<ENTITY><FIRST_NAME>SUN TRADING LLC</FIRST_NAME>\
        <REFERENCE_NUMBER>KPe.056 </REFERENCE_NUMBER>\
        <COMMENTS1>Owner of IMO 9074729</COMMENTS1>\
        <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>SUN</ALIAS_NAME></ENTITY_ALIAS>\
        <ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>MOON</ALIAS_NAME></ENTITY_ALIAS>\
        <ENTITY_ADDRESS><STREET>1 Road</STREET><ZIP_CODE>99</ZIP_CODE></ENTITY_ADDRESS></ENTITY>";
    let (records, report) = load_all("", entity);
    let record = &records[0];
    assert_eq!(record.reference, "KPe.056");
    assert_eq!(record.entity_type, Some(EntityType::Company));
    assert_eq!(record.aliases, [Alias::strong("SUN"), Alias::strong("MOON").formerly(true)]);
    assert_eq!(record.addresses, ["1 Road, 99"]);
    assert_eq!(record.imo, None, "numbers in comments belong to companies");
    assert_eq!(
        report.list_date.as_deref(),
        Some("2026-02-27"),
        "the file's date, not the folder's"
    );
}

#[test]
fn rejected_elements_are_named_and_odd_nationalities_counted() {
    let (records, report) = load_all(
        "<INDIVIDUAL><FIRST_NAME>ONE</FIRST_NAME><REFERENCE_NUMBER>XXi.1</REFERENCE_NUMBER>\
         <NATIONALITY><VALUE>na</VALUE><VALUE>Atlantis</VALUE></NATIONALITY></INDIVIDUAL>\
         <INDIVIDUAL><FIRST_NAME/><REFERENCE_NUMBER>XXi.2</REFERENCE_NUMBER></INDIVIDUAL>",
        "<ENTITY><FIRST_NAME>ONE</FIRST_NAME><REFERENCE_NUMBER>XXi.1 </REFERENCE_NUMBER></ENTITY>",
    );
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].countries, [], "na says that none is known");
    assert_eq!(records[0].notes, ["Nationality: Atlantis"]);
    assert_eq!(report.unknown_countries["Atlantis"], 1);
    let rejects = reject_lines(&report);
    assert_eq!(
        rejects,
        ["INDIVIDUAL 2: name is empty", "ENTITY 1: ref \"XXi.1\" occurs a second time"]
    );
}

#[test]
fn names_packed_into_one_cell_are_names_of_the_quality_of_the_cell() {
    let record = person(
        "<NAME_ORIGINAL_SCRIPT>آنا لي (Tigrinya)</NAME_ORIGINAL_SCRIPT>\
         <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>آنا (Annie;\n Anna)</ALIAS_NAME>\
         <DATE_OF_BIRTH>1971</DATE_OF_BIRTH></INDIVIDUAL_ALIAS>\
         <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY>\
         <ALIAS_NAME>ANA LI (COMBAT NAME)</ALIAS_NAME></INDIVIDUAL_ALIAS>",
    );
    let expected = [
        Alias::strong("آنا لي"),
        Alias::weak("آنا"),
        Alias::weak("Annie"),
        Alias::weak("Anna"),
        Alias::strong("ANA LI"),
    ];
    assert_eq!(record.aliases, expected);
    let notes = ["Alias آنا لي: Tigrinya", "Alias آنا: 1971", "Alias ANA LI: COMBAT NAME"];
    assert_eq!(record.notes, notes);
}

#[test]
fn a_primary_name_keeps_its_acronym_and_loses_a_second_name() {
    let entity = |name: &str| {
        format!(
            "<ENTITY><FIRST_NAME>{name}</FIRST_NAME>\
             <REFERENCE_NUMBER>XXe.001</REFERENCE_NUMBER></ENTITY>"
        )
    };
    let record = load_all("", &entity("SUN TRADE BANK (STB)")).0.remove(0);
    assert_eq!(record.name, "SUN TRADE BANK (STB)");
    assert_eq!(record.aliases, [Alias::strong("SUN TRADE BANK"), Alias::weak("STB")]);
    assert!(record.notes.is_empty());
    let two = "SUN AIR TRADE (SAT) ; MOON BUSINESS COMPANY";
    let record = load_all("", &entity(two)).0.remove(0);
    assert_eq!(record.name, "SUN AIR TRADE (SAT)");
    let expected = ["SUN AIR TRADE", "SAT", "MOON BUSINESS COMPANY"];
    assert_eq!(record.aliases.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(), expected);
    assert_eq!(record.notes, [format!("Name as published: {two}")]);
}
