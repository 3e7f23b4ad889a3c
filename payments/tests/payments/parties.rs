//! Parties: what belongs together, and names that may be cut.

use tamis_payments::{Kind, Message, Role, Schema};

use crate::{at, document, first, read_text, transfer};

/// Role and schema of a party, and the kinds of its elements with their texts.
type Shown<'f> = (Role, Schema, Vec<(Kind, &'f str)>);

fn parties(message: Message<'_>) -> Vec<Shown<'_>> {
    let numbered = (0..).zip(message.parties());
    let elements = |number| {
        let elements = message.elements_of(number);
        elements.map(|(_, element)| (element.kind, message.text(element))).collect()
    };
    numbered.map(|(at, party)| (party.role, party.schema, elements(at))).collect()
}

#[test]
fn what_identifies_a_party_is_together() {
    let file = read_text(&transfer(
        "<Dbtr><Nm>Ann Lee</Nm><PstlAdr><TwnNm>Rome</TwnNm><Ctry>IT</Ctry><AdrLine>1 Way</AdrLine>\
         </PstlAdr><Id><PrvtId><DtAndPlcOfBirth><BirthDt>1970-01-02</BirthDt><CtryOfBirth>CU\
         </CtryOfBirth></DtAndPlcOfBirth><Othr><Id>P1</Id></Othr></PrvtId></Id><CtryOfRes>IR\
         </CtryOfRes><CtctDtls><Nm>Bob May</Nm><EmailAdr>b@x</EmailAdr></CtctDtls></Dbtr>\
         <DbtrAcct><Id><IBAN>IT60</IBAN></Id></DbtrAcct>\
         <CdtrAgt><FinInstnId><BICFI>AAAABEBB</BICFI></FinInstnId><BrnchId><Nm>North</Nm></BrnchId>\
         </CdtrAgt>",
    ));
    let message = first(&file);
    let debtor = vec![
        (Kind::Name, "Ann Lee"),
        (Kind::Town, "Rome"),
        (Kind::Country, "IT"),
        (Kind::AddressLine, "1 Way"),
        (Kind::BirthDate, "1970-01-02"),
        (Kind::BirthCountry, "CU"),
        (Kind::Identifier, "P1"),
        (Kind::CountryOfResidence, "IR"),
    ];
    let expected = [
        (Role::Debtor, Schema::Person, debtor),
        (Role::Debtor, Schema::Person, vec![(Kind::Name, "Bob May"), (Kind::Contact, "b@x")]),
        (Role::CreditorAgent, Schema::Company, vec![(Kind::Bic, "AAAABEBB")]),
        (Role::CreditorAgent, Schema::Company, vec![(Kind::Name, "North")]),
    ];
    assert_eq!(parties(message), expected);
    let account = at(message, "IBAN");
    assert_eq!((account.role, account.kind, account.party), (Role::Debtor, Kind::Account, None));
    for (ordinal, element) in message.elements_of(0) {
        assert_eq!(message.text(element), message.text(&message.elements()[ordinal]));
    }
    assert_eq!(message.elements_of(4).count(), 0);
}

#[test]
fn an_account_with_a_name_and_an_owner_in_it_are_two_parties() {
    let file = read_text(&document(
        "camt.053.001.08",
        "BkToCstmrStmt",
        "<Stmt><Acct><Id><Othr><Id>7</Id></Othr></Id><Nm>Savings</Nm><Ownr><Nm>Ann</Nm></Ownr>\
         <Svcr><FinInstnId><BICFI>B</BICFI></FinInstnId></Svcr><Ccy>EUR</Ccy></Acct></Stmt>",
    ));
    let expected = [
        (
            Role::AccountOwner,
            Schema::Any,
            vec![(Kind::Account, "7"), (Kind::Name, "Savings"), (Kind::Code, "EUR")],
        ),
        (Role::AccountOwner, Schema::Any, vec![(Kind::Name, "Ann")]),
        (Role::AccountServicer, Schema::Company, vec![(Kind::Bic, "B")]),
    ];
    assert_eq!(parties(first(&file)), expected);
}

#[test]
fn roles_come_from_the_block_with_the_longest_pattern() {
    for (content, end, expected) in [
        ("<Tax><Cdtr><TaxId>1</TaxId></Cdtr></Tax>", "TaxId", Role::TaxParty),
        ("<UltmtDbtr><Nm>x</Nm></UltmtDbtr>", "Nm", Role::UltimateDebtor),
        (
            "<IntrmyAgt2><FinInstnId><Nm>x</Nm></FinInstnId></IntrmyAgt2>",
            "Nm",
            Role::IntermediaryAgent,
        ),
        ("<PrvsInstgAgt1Acct><Nm>x</Nm></PrvsInstgAgt1Acct>", "Nm", Role::PreviousInstructingAgent),
        ("<ChrgsInf><Agt><Nm>x</Nm></Agt></ChrgsInf>", "Nm", Role::ChargesAgent),
        ("<RmtInf><Strd><Invcee><Nm>x</Nm></Invcee></Strd></RmtInf>", "Nm", Role::Invoicee),
        ("<GrnshmtRmt><Grnshee><Nm>x</Nm></Grnshee></GrnshmtRmt>", "Nm", Role::Garnishment),
        ("<RgltryRptg><Authrty><Nm>x</Nm></Authrty></RgltryRptg>", "Nm", Role::RegulatoryAuthority),
        (
            "<RmtLctnDtls><PstlAdr><Nm>x</Nm></PstlAdr></RmtLctnDtls>",
            "Nm",
            Role::RemittanceAddressee,
        ),
        ("<RmtInf><Ustrd>x</Ustrd></RmtInf>", "Ustrd", Role::FreeText),
        ("<Cdtr><New>x</New></Cdtr>", "New", Role::Creditor),
        ("<New><Nm>x</Nm></New>", "Nm", Role::None),
    ] {
        let file = read_text(&transfer(content));
        assert_eq!(at(first(&file), end).role, expected, "{content}");
    }
}

#[test]
fn a_party_that_is_said_to_be_two_things_may_be_any() {
    for (parts, expected) in [
        ("<OrgId/>", Schema::Organization),
        ("<PrvtId/><PrvtId/>", Schema::Person),
        ("<OrgId/><PrvtId/>", Schema::Any),
        ("", Schema::Any),
    ] {
        let file = read_text(&transfer(&format!("<Cdtr><Nm>Ann</Nm><Id>{parts}</Id></Cdtr>")));
        assert_eq!(first(&file).parties()[0].schema, expected, "{parts}");
    }
}

#[test]
fn a_name_outside_of_any_block_is_a_party() {
    let file = read_text("<Document><New><Nm>Ann</Nm><Nm>Bob</Nm></New></Document>");
    let expected = [
        (Role::None, Schema::Any, vec![(Kind::Name, "Ann")]),
        (Role::None, Schema::Any, vec![(Kind::Name, "Bob")]),
    ];
    assert_eq!(parties(first(&file)), expected);
}

#[test]
fn names_of_the_widths_of_fields_may_be_cut() {
    for (letters, expected) in [(34, false), (35, true), (36, false), (70, true), (140, true)] {
        let name = "é".repeat(letters);
        let file = read_text(&transfer(&format!("<Cdtr><Nm>{name}</Nm></Cdtr>")));
        assert_eq!(at(first(&file), "Nm").is_possibly_cut, expected, "{letters}");
    }
    let file = read_text(&transfer(&format!("<RmtInf><Ustrd>{}</Ustrd></RmtInf>", "x".repeat(35))));
    assert!(!at(first(&file), "Ustrd").is_possibly_cut);
}
