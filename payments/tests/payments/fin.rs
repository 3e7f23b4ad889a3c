//! FIN messages: invented ones, batches, and tolerance.

use tamis_payments::fin::read;
use tamis_payments::{Element, Kind, Message, MessageFile, Role, Schema};

use crate::{all, at, first};

/// Reads a file that is well-formed.
fn read_fin(text: &str) -> MessageFile {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// A message of this type with these fields.
fn message(number: &str, variant: &str, fields: &str) -> String {
    let variant = if variant.is_empty() { String::new() } else { format!("{{119:{variant}}}") };
    format!(
        "{{1:F01AAAALV22AXXX0000000001}}{{2:I{number}BBBBLV22XXXXN}}{{3:{variant}{{121:u-1}}}}{{4:\r\n\
         {fields}\r\n-}}{{5:{{CHK:123456789ABC}}}}"
    )
}

/// Path behind the type, role, kind and text of the elements of block 4.
fn fields(message: Message<'_>) -> Vec<(String, Role, Kind, &str)> {
    let shown = |element: &Element| {
        let path = message.path(element);
        let (_, path) = path[1..].split_once('/').expect("a type");
        (path.to_owned(), element.role, element.kind)
    };
    let elements = message.elements().iter();
    elements
        .map(|element| (shown(element), message.text(element)))
        .filter(|((path, ..), _)| path.starts_with("4/"))
        .map(|((path, role, kind), text)| (path[2..].to_owned(), role, kind, text))
        .collect()
}

const TRANSFER: &str = ":20:REF-1\r\n:23B:CRED\r\n:32A:261130EUR1000,00\r\n\
    :50F:/LV97HABA0012345678910\r\n1/ANNA MAIER\r\n2/ROAD 1\r\n3/LV/RIGA\r\n4/19720830\r\n5/DE/ULM\r\n\
    7/DE/C-123456\r\n:52A:/1234\r\nCCCCLV22\r\n:57D://SC123456\r\nBANK OF NOWHERE\r\nTOWN\r\n\
    :59:/00123456789\r\nIVAN SOKOLOV\r\nSTREET 2\r\n:70:INVOICE 4711\r\nFOR OCEAN STAR\r\n:71A:SHA";

#[test]
fn a_transfer_has_its_parties_with_their_facts() {
    let file = read_fin(&message("103", "", TRANSFER));
    let own = first(&file);
    let name = &own.message_type().name;
    assert_eq!((&**name, own.message_type().is_known, own.transactions()), ("MT103", true, 1));
    assert_eq!((own.message_id(), own.uetrs().collect()), (Some("REF-1"), vec!["u-1"]));
    let (debtor, agent, creditor) = (Role::Debtor, Role::DebtorAgent, Role::Creditor);
    let expected = [
        ("20", Role::None, Kind::Reference, "REF-1"),
        ("23B", Role::None, Kind::Code, "CRED"),
        ("32A", Role::None, Kind::Code, "261130EUR1000,00"),
        ("50F/account", debtor, Kind::Account, "LV97HABA0012345678910"),
        ("50F/1", debtor, Kind::Name, "ANNA MAIER"),
        ("50F/2", debtor, Kind::AddressLine, "ROAD 1"),
        ("50F/3/country", debtor, Kind::Country, "LV"),
        ("50F/3/town", debtor, Kind::Town, "RIGA"),
        ("50F/4", debtor, Kind::BirthDate, "19720830"),
        ("50F/5/country", debtor, Kind::BirthCountry, "DE"),
        ("50F/5/place", debtor, Kind::BirthPlace, "ULM"),
        ("50F/7/country", debtor, Kind::Code, "DE"),
        ("50F/7/number", debtor, Kind::Identifier, "C-123456"),
        ("52A/account", agent, Kind::Account, "1234"),
        ("52A/BIC", agent, Kind::Bic, "CCCCLV22"),
        ("57D/account", Role::CreditorAgent, Kind::Account, "SC123456"),
        ("57D/name", Role::CreditorAgent, Kind::Name, "BANK OF NOWHERE"),
        ("57D/address", Role::CreditorAgent, Kind::AddressLine, "TOWN"),
        ("59/account", creditor, Kind::Account, "00123456789"),
        ("59/name", creditor, Kind::Name, "IVAN SOKOLOV"),
        ("59/address", creditor, Kind::AddressLine, "STREET 2"),
        ("70/line[1]", Role::FreeText, Kind::FreeText, "INVOICE 4711"),
        ("70/line[2]", Role::FreeText, Kind::FreeText, "FOR OCEAN STAR"),
        ("71A", Role::None, Kind::Code, "SHA"),
    ];
    let expected = expected.map(|(path, role, kind, text)| (path.to_owned(), role, kind, text));
    assert_eq!(fields(own), expected);
    assert!(own.elements().iter().filter(|e| e.transaction.is_some()).count() == expected.len());
    let parties: Vec<_> = own.parties().iter().map(|party| (party.role, party.schema)).collect();
    let company = Schema::Company;
    assert_eq!(
        parties,
        [
            (Role::HeaderFrom, company),
            (Role::HeaderTo, company),
            (debtor, Schema::Any),
            (agent, company),
            (Role::CreditorAgent, company),
            (creditor, Schema::Any),
        ]
    );
    let texts = own.free_texts();
    assert_eq!(texts[0].text, "INVOICE 4711 FOR OCEAN STAR");
    let unscreened = own.elements().iter().filter(|e| e.kind == Kind::Code);
    assert!(unscreened.into_iter().all(|element| element.unscreened.is_some()));
}

#[test]
fn headers_name_sender_and_receiver_by_their_direction() {
    let input = message("103", "", ":20:A");
    let output = "{1:F01BBBBLV22AXXX0000000001}{2:O1031200261130AAAALV22AXXX00000000012611301200N}{4:\n:20:A\n-}";
    for text in [&*input, output] {
        let file = read_fin(text);
        let own = first(&file);
        let ends: Vec<_> = own
            .elements()
            .iter()
            .filter(|element| element.kind == Kind::Bic)
            .map(|element| (element.role, own.text(element)))
            .collect();
        assert!(ends.contains(&(Role::HeaderFrom, "AAAALV22XXX")), "{ends:?}");
        assert!(ends.contains(&(Role::HeaderTo, "BBBBLV22XXX")), "{ends:?}");
    }
}

#[test]
fn sequences_are_transactions_and_the_ordering_institution_is_the_debtor() {
    let cover = ":20:R\n:21:E\n:52A:CCCCLV22\n:58A:DDDDLV22\n:50K:ANNA MAIER\n:52A:EEEELV22\n:59:IVAN\n:72:/INS/X";
    let file = read_fin(&message("202", "COV", cover));
    let own = first(&file);
    assert_eq!((&*own.message_type().name, own.transactions()), ("MT202.COV", 1));
    let role = |end: &str| (at(own, end).role, at(own, end).transaction.map(u32::from));
    assert_eq!(role("/4/52A/BIC"), (Role::Debtor, Some(1)));
    assert_eq!(role("/4/58A/BIC"), (Role::Creditor, Some(1)));
    assert_eq!(role("/4/B/50K/name"), (Role::Debtor, Some(1)));
    assert_eq!(role("/4/B/52A/BIC"), (Role::DebtorAgent, Some(1)));
    assert_eq!(role("/4/B/59/name"), (Role::Creditor, Some(1)));

    let several = ":20:R\n:50H:/1\nANNA MAIER\n:21:T1\n:59:ONE\n:21:T2\n:50F:/2\n1/OTHER\n4/19700101\n:59:TWO";
    let file = read_fin(&message("101", "", several));
    let own = first(&file);
    assert_eq!((own.message_id(), own.transactions()), (Some("R"), 2));
    for (end, number) in [
        ("/4/A/50H/name", None),
        ("/4/B[1]/59/name", Some(1)),
        ("/4/B[2]/59/name", Some(2)),
        ("/4/B[2]/50F/4", Some(2)),
    ] {
        assert_eq!(at(own, end).transaction.map(u32::from), number, "{end}");
    }
}

#[test]
fn a_name_over_lines_is_known_to_go_on() {
    let long = "TRANSPORT HANDEL UND SPEDITION OST";
    let fields = format!(
        ":50F:/1\n1/MUHAMMAD\n1/HASSAN\nTRADING\n2/ROAD\n:59:/2\n{long}\nGESELLSCHAFT\n:58D:SHORT\nGESELLSCHAFT"
    );
    let file = read_fin(&message("103", "", &fields));
    let own = first(&file);
    let names: Vec<_> = own
        .elements()
        .iter()
        .filter(|element| element.kind == Kind::Name)
        .map(|element| (own.text(element), element.continues, element.is_possibly_cut))
        .collect();
    let expected = [
        ("MUHAMMAD", false, false),
        ("HASSAN", true, false),
        ("TRADING", true, false),
        (long, false, true),
        ("SHORT", false, false),
    ];
    assert_eq!(names, expected);
}

#[test]
fn batches_receipts_and_glued_messages_are_told_apart() {
    let receipt = "{1:F21AAAALV22AXXX0000000001}{4:{177:2611301200}{451:0}}";
    let one = |id: &str| message("103", "", &format!(":20:{id}"));
    let ids = |file: &MessageFile| -> Vec<Option<String>> {
        file.messages().map(|own| own.message_id().map(str::to_owned)).collect()
    };
    for between in ["", "\r\n", "$", "\r\n$\r\n", "\u{3}\u{1}", "}\n{\n", receipt] {
        let file = read_fin(&format!("{}{between}{}", one("A"), one("B")));
        assert_eq!(ids(&file), [Some("A".to_owned()), Some("B".to_owned())], "{between:?}");
    }
    let file = read_fin(&format!("{receipt}{}{receipt}", one("A")));
    let types: Vec<_> = file.messages().map(|own| own.message_type().name.clone()).collect();
    assert_eq!(types, ["MT103", "MT"]);
    let own = first(&file);
    assert!(all(own).iter().any(|(path, text)| (&**path, *text) == ("/MT103/receipt/4/451", "0")));
    // A block that comes twice begins a message of its own, so that both are read.
    let twice = "{1:F01AAAALV22AXXX0000000001}{4:\n:20:A\n-}{4:\n:59:IVAN\n-}";
    let file = read_fin(twice);
    assert_eq!(file.messages().len(), 2);
    assert_eq!(file.messages().last().expect("two").parties().len(), 1);
}

#[test]
fn what_breaks_the_rules_of_its_field_is_screened() {
    let fields = ":32A:FOR IVAN SOKOLOV\n:20:A\n:23E:PHON IVAN\n:50K:/ACC\n:52Z:ODD\nLINES\n:99X:UNHEARD OF\n:59A:/1\nNO BIC LTD";
    let file = read_fin(&format!("{{1:hello}}{{2:X}}{{4:\nbefore\n{fields}\n-}}{{9:text}}"));
    let own = first(&file);
    assert_eq!(own.message_type().name, "MT");
    assert!(!own.message_type().is_known);
    for (end, kind) in [
        ("/1/text", Kind::FreeText),
        ("/2/text", Kind::FreeText),
        ("/4/text", Kind::FreeText),
        ("/4/32A", Kind::FreeText),
        ("/4/23E", Kind::FreeText),
        ("/4/52Z/address", Kind::AddressLine),
        ("/4/99X", Kind::FreeText),
        ("/4/59A/name", Kind::Name),
        ("/9/text", Kind::FreeText),
    ] {
        let element = at(own, end);
        assert_eq!((element.kind, element.unscreened), (kind, None), "{end}");
    }
    let odd = at(own, "/4/52Z/name");
    assert_eq!((odd.kind, odd.party.is_some()), (Kind::Name, true));
}

#[test]
fn bytes_of_any_encoding_are_letters() {
    let text = message("103", "", ":59:JOSÉ Ñ");
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let mut marked = "\u{feff}".as_bytes().to_vec();
    marked.extend(text.as_bytes());
    for bytes in [text.as_bytes().to_vec(), latin, marked] {
        assert!(tamis_payments::fin::is_fin(&bytes));
        let file = tamis_payments::read(&bytes).expect("a message");
        let own = first(&file);
        assert_eq!(own.text(at(own, "/4/59/name")), "JOSÉ Ñ");
    }
    for (bytes, expected) in
        [(&b"\x01\r\n{1:"[..], true), (b"<a/>", false), (b"", false), (b"$", false)]
    {
        assert_eq!(tamis_payments::fin::is_fin(bytes), expected);
    }
}

#[test]
fn no_file_is_read_in_more_than_linear_time() {
    // Each would take minutes if a part of it were read again for each of its lines or blocks.
    let size = 1 << 20;
    for text in [
        "{1:F21A}{4:{451:0}}".repeat(size / 19),
        "{1:a}{4:\n-}".repeat(size / 11),
        format!(
            "{{4:\n:50F:1/A\n{}-}}",
            "1/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n".repeat(size / 40)
        ),
        format!("{{4:\n:70:{}-}}", "a -} x\n".repeat(size / 7)),
        format!("{{4:\n-}}{{5:{}}}", "{A:}".repeat(size / 4)),
        format!("{{4:\n:20:{}\n-}}", "x".repeat(size)),
    ] {
        let file = read_fin(&text);
        assert!(file.messages().len() > 0, "{text:.20}");
    }
}
