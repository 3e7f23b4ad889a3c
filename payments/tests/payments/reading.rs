//! Messages in their wrappers: types, transactions, paths, several messages in a file.

use tamis_payments::iso20022::read;
use tamis_payments::{Kind, Role, Schema};

use crate::{all, at, document, first, read_text, transfer};

const HEADER: &str = "<h:AppHdr xmlns:h=\"urn:iso:std:iso:20022:tech:xsd:head.001.001.02\"><h:Fr>\
    <h:FIId><h:FinInstnId><h:BICFI>AAAABEBBXXX</h:BICFI></h:FinInstnId></h:FIId></h:Fr>\
    <h:BizMsgIdr>B1</h:BizMsgIdr><h:MsgDefIdr>pacs.008.001.08</h:MsgDefIdr></h:AppHdr>";

#[test]
fn a_transfer_is_read_with_its_references_and_paths() {
    let text = document(
        "pacs.008.001.08",
        "FIToFICstmrCdtTrf",
        "<GrpHdr><MsgId>M1</MsgId></GrpHdr>\
         <CdtTrfTxInf><PmtId><EndToEndId>E1</EndToEndId><UETR>U1</UETR></PmtId>\
         <IntrBkSttlmAmt Ccy=\"EUR\">12.50</IntrBkSttlmAmt><Cdtr><Nm>Ann  Lee </Nm></Cdtr></CdtTrfTxInf>\
         <CdtTrfTxInf><PmtId><EndToEndId>E2</EndToEndId></PmtId>\
         <Cdtr><PstlAdr><AdrLine>1 Way</AdrLine><AdrLine>Rome</AdrLine></PstlAdr></Cdtr></CdtTrfTxInf>",
    );
    let file = read_text(&text);
    let message = first(&file);
    assert_eq!(message.message_type().name, "pacs.008.001.08");
    assert!(message.message_type().is_known);
    assert_eq!(message.message_id(), Some("M1"));
    assert_eq!(message.end_to_end_ids().collect::<Vec<_>>(), ["E1", "E2"]);
    assert_eq!(message.uetrs().collect::<Vec<_>>(), ["U1"]);
    assert_eq!(message.transactions(), 2);
    let root = "/Document/FIToFICstmrCdtTrf";
    let path = |end: &str| format!("{root}/{end}");
    let expected = [
        (path("GrpHdr/MsgId"), "M1"),
        (path("CdtTrfTxInf[1]/PmtId/EndToEndId"), "E1"),
        (path("CdtTrfTxInf[1]/PmtId/UETR"), "U1"),
        (path("CdtTrfTxInf[1]/IntrBkSttlmAmt/@Ccy"), "EUR"),
        (path("CdtTrfTxInf[1]/IntrBkSttlmAmt"), "12.50"),
        (path("CdtTrfTxInf[1]/Cdtr/Nm"), "Ann  Lee "),
        (path("CdtTrfTxInf[2]/PmtId/EndToEndId"), "E2"),
        (path("CdtTrfTxInf[2]/Cdtr/PstlAdr/AdrLine[1]"), "1 Way"),
        (path("CdtTrfTxInf[2]/Cdtr/PstlAdr/AdrLine[2]"), "Rome"),
    ];
    assert_eq!(all(message), expected);
    assert_eq!(at(message, "MsgId").transaction, None);
    let name = at(message, "Cdtr/Nm");
    assert_eq!((name.role, name.kind, name.schema), (Role::Creditor, Kind::Name, Schema::Any));
    assert_eq!(name.transaction.map(u32::from), Some(1));
    assert_eq!(name.unscreened, None);
    assert_eq!(at(message, "/@Ccy").unscreened, Some("codes are not screened"));
}

#[test]
fn a_single_transaction_has_its_number_in_the_path() {
    let file = read_text(&transfer("<Dbtr><Nm>Ann Lee</Nm></Dbtr>"));
    let path = &all(first(&file))[0].0;
    assert_eq!(path, "/Document/FIToFICstmrCdtTrf/CdtTrfTxInf[1]/Dbtr/Nm");
}

#[test]
fn batches_have_numbers_and_pass_them_on() {
    let batch = |name: &str| {
        format!(
            "<PmtInf><Dbtr><Nm>{name}</Nm></Dbtr><CdtTrfTxInf><Cdtr><Nm>C of {name}</Nm></Cdtr>\
             </CdtTrfTxInf></PmtInf>"
        )
    };
    let text = document("pain.001.001.09", "CstmrCdtTrfInitn", &(batch("A") + &batch("B")));
    let file = read_text(&text);
    let message = first(&file);
    let numbers: Vec<_> = message
        .elements()
        .iter()
        .map(|e| (message.text(e), e.batch.map(u32::from), e.transaction.map(u32::from)))
        .collect();
    let expected = [
        ("A", Some(1), None),
        ("C of A", Some(1), Some(1)),
        ("B", Some(2), None),
        ("C of B", Some(2), Some(2)),
    ];
    assert_eq!(numbers, expected);
    assert_eq!(message.transactions(), 2);
}

#[test]
fn the_outermost_transaction_counts() {
    let text = document(
        "camt.053.001.08",
        "BkToCstmrStmt",
        "<Stmt><Ntry><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>A</Nm></Pty></Dbtr></RltdPties>\
         </TxDtls><TxDtls><AddtlTxInf>x</AddtlTxInf></TxDtls></NtryDtls></Ntry></Stmt>",
    );
    let file = read_text(&text);
    assert_eq!(first(&file).transactions(), 1);
    assert_eq!(at(first(&file), "Nm").role, Role::Debtor);
}

#[test]
fn a_header_stands_before_around_in_or_beside_its_document() {
    let document = transfer("<Cdtr><Nm>Ann Lee</Nm></Cdtr>");
    let inside = HEADER.replace("</h:AppHdr>", &format!("{document}</h:AppHdr>"));
    let deeper = HEADER.replace("</h:AppHdr>", &format!("<x><y>{document}</y></x></h:AppHdr>"));
    for text in [
        format!("<Envelope>{HEADER}{document}</Envelope>"),
        format!("{HEADER}\n{document}"),
        format!("<a><b>{HEADER}</b><c><d>{document}</d></c></a>"),
        inside,
        deeper,
    ] {
        let file = read_text(&text);
        assert_eq!(file.messages().len(), 1, "{text}");
        let message = first(&file);
        assert_eq!(message.elements().len(), 4, "{text}");
        assert_eq!(at(message, "BICFI").role, Role::HeaderFrom);
        assert_eq!(at(message, "Nm").role, Role::Creditor);
        assert_eq!(message.transactions(), 1, "{text}");
        assert_eq!(message.message_id(), Some("B1"));
    }
    let alone = read_text(&document);
    assert_eq!(first(&alone).message_id(), None);
    let header = read_text(HEADER);
    assert_eq!(first(&header).message_type().name, "pacs.008.001.08");
}

#[test]
fn no_message_of_several_is_lost() {
    let one = transfer("<Cdtr><Nm>Ann</Nm></Cdtr>");
    let other =
        document("pacs.002.001.10", "FIToFIPmtStsRpt", "<GrpHdr><MsgId>M2</MsgId></GrpHdr>");
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    for text in [
        format!("{one}{other}"),
        format!("{declaration}{one}\n\n{declaration}{other}"),
        format!("\u{feff}{declaration}{one}\u{feff}{declaration}{other}"),
        format!("<Batch>{one}{other}</Batch>"),
        format!("<Batch><Msg>{HEADER}{one}</Msg><Msg>{HEADER}{other}</Msg></Batch>"),
        format!("{HEADER}{one}{HEADER}{other}"),
        format!("{HEADER}{one}{other}"),
    ] {
        let file = read_text(&text);
        let types: Vec<_> = file.messages().map(|m| m.message_type().name.as_str()).collect();
        assert_eq!(types, ["pacs.008.001.08", "pacs.002.001.10"], "{text}");
        let messages: Vec<_> = file.messages().collect();
        assert_eq!(messages[0].text(at(messages[0], "Nm")), "Ann");
        assert_eq!(messages[1].message_id(), Some("M2"), "{text}");
    }
}

#[test]
fn texts_of_a_wrapper_belong_to_the_message_that_follows() {
    let message = |name: &str| transfer(&format!("<Cdtr><Nm>{name}</Nm></Cdtr>"));
    let wrapped = |at: u8, name: &str| format!("<Msg><Ref>R{at}</Ref>{}</Msg>", message(name));
    let text = format!("<Batch>{}{}<End>x</End></Batch>", wrapped(1, "A"), wrapped(2, "B"));
    let file = read_text(&text);
    let texts: Vec<Vec<&str>> =
        file.messages().map(|m| all(m).into_iter().map(|(_, text)| text).collect()).collect();
    assert_eq!(texts, [vec!["R1", "A"], vec!["R2", "B", "x"]]);
    let parties: Vec<_> = file.messages().map(|message| message.parties().len()).collect();
    assert_eq!(parties, [1, 1]);
}

#[test]
fn roots_without_a_document_are_messages() {
    let file =
        read_text("<a>x y</a><b>z</b>\n<FIToFICstmrCdtTrf><CdtTrfTxInf/></FIToFICstmrCdtTrf>");
    let types: Vec<_> = file.messages().map(|m| m.message_type()).collect();
    let names: Vec<_> = types.iter().map(|known| (known.name.as_str(), known.is_known)).collect();
    assert_eq!(names, [("a", false), ("b", false), ("pacs.008", true)]);
}

#[test]
fn the_type_comes_from_the_namespace_the_header_or_the_root_element() {
    let root = "<FIToFICstmrCdtTrf><x>y</x></FIToFICstmrCdtTrf>";
    for (text, expected, is_known) in [
        (
            "<Document xmlns='urn:x:pacs.008.001.99'><New>x</New></Document>",
            "pacs.008.001.99",
            true,
        ),
        (
            "<d:Document xmlns='urn:camt.053.001.02' xmlns:d='urn:pacs.009.001.08'/>",
            "pacs.009.001.08",
            true,
        ),
        ("<e xmlns:d='urn:pacs.004.001.09'><d:Document/></e>", "pacs.004.001.09", true),
        ("<e xmlns='urn:seev.031.001.04'><Document/></e>", "seev.031.001.04", false),
        (&format!("<Document>{root}</Document>"), "pacs.008", true),
        (&format!("<Document xmlns='urn:head.001.001.02'>{root}</Document>"), "pacs.008", true),
        ("<Document><Root xmlns='urn:pain.001.001.09'/></Document>", "pain.001.001.09", true),
        (
            "<e><AppHdr><Rltd><MsgDefIdr>camt.029.001.09</MsgDefIdr></Rltd><MsgDefIdr> camt.056.001.08\
          </MsgDefIdr></AppHdr><Document/></e>",
            "camt.056.001.08",
            true,
        ),
        ("<Document><Unheard>x</Unheard><Of>y</Of></Document>", "Unheard", false),
        ("<Document/>", "Document", false),
    ] {
        let file = read_text(text);
        let found = first(&file).message_type();
        assert_eq!((found.name.as_str(), found.is_known), (expected, is_known), "{text}");
    }
}

#[test]
fn prefixes_order_and_versions_make_no_difference() {
    let plain =
        transfer("<Cdtr><Nm>Ann</Nm><Id><PrvtId/></Id></Cdtr><DbtrAgt><BICFI>B</BICFI></DbtrAgt>");
    let prefixed = plain
        .replace("</", "</p:")
        .replace('<', "<p:")
        .replace("<p:/", "</")
        .replace("xmlns=", "xmlns:p=");
    let roles = |text: &str| -> Vec<_> {
        let file = read_text(text);
        first(&file).elements().iter().map(|e| (e.role, e.kind, e.schema)).collect()
    };
    assert_eq!(roles(&plain), roles(&prefixed));
    assert_eq!(roles(&plain), roles(&plain.replace("001.08", "001.77")));
    let file = read_text(&prefixed);
    assert_eq!(first(&file).message_type().name, "pacs.008.001.08");
    assert_eq!(first(&file).parties()[0].schema, Schema::Person);
}

#[test]
fn other_encodings_are_read_as_declared() {
    let text = |label: &str| {
        format!("<?xml version='1.0' encoding='{label}'?><Document><Nm>Señor Жук</Nm></Document>")
    };
    let wide = |text: &str, big: bool| -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let mut files =
        vec![text("utf-8").into_bytes(), format!("\u{feff}{}", text("UTF-8")).into_bytes()];
    for big in [false, true] {
        files.push(wide(&format!("\u{feff}{}", text("UTF-16")), big));
        files.push(wide(&text(if big { "UTF-16BE" } else { "UTF-16LE" }), big));
        files.push(wide("\u{feff}<Nm>Señor Жук</Nm>", big));
    }
    for bytes in files {
        let file = read(&bytes).unwrap_or_else(|error| panic!("{error}: {bytes:?}"));
        assert_eq!(first(&file).text(at(first(&file), "Nm")), "Señor Жук");
    }
    let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Nm>Se\xF1or</Nm>";
    let file = read(latin).expect("Latin letters");
    assert_eq!(first(&file).text(at(first(&file), "Nm")), "Señor");
}
