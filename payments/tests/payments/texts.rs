//! Texts: free texts, unknown elements, and texts of another shape than their element should have.

use tamis_payments::{FreeText, Kind};

use crate::{all, at, document, first, read_text, transfer};

#[test]
fn free_texts_that_belong_together_are_joined() {
    let file = read_text(&transfer(
        "<InstrForNxtAgt><InstrInf>pay to</InstrInf></InstrForNxtAgt>\
         <InstrForNxtAgt><InstrInf>Ann</InstrInf></InstrForNxtAgt><Purp><Cd>GDDS</Cd></Purp>\
         <RmtInf><Ustrd>for IVAN</Ustrd><Ustrd>PETROV</Ustrd></RmtInf>",
    ));
    let message = first(&file);
    let expected = [
        FreeText { text: "pay to Ann".to_owned(), pieces: vec![(0, 0), (1, 7)] },
        FreeText { text: "for IVAN PETROV".to_owned(), pieces: vec![(3, 0), (4, 9)] },
    ];
    let texts = message.free_texts();
    assert_eq!(texts, expected);
    for (byte, element) in [(0, 3), (7, 3), (9, 4), (14, 4)] {
        assert_eq!(texts[1].element_at(byte), Some(element));
    }
}

#[test]
fn free_texts_of_different_transactions_stay_apart() {
    let one = "<CdtTrfTxInf><RmtInf><Ustrd>a</Ustrd></RmtInf></CdtTrfTxInf>";
    let file = read_text(&document("pacs.008.001.08", "FIToFICstmrCdtTrf", &one.repeat(2)));
    assert_eq!(first(&file).free_texts().len(), 2);
}

#[test]
fn an_unknown_element_is_screened_as_text() {
    for (text, kind) in [
        ("CUBA", Kind::FreeText),
        ("IMO 9187629", Kind::FreeText),
        ("9187629", Kind::FreeText),
        ("12", Kind::Number),
        ("2026-11-30", Kind::Date),
    ] {
        let file = read_text(&transfer(&format!("<SplmtryData><New>{text}</New></SplmtryData>")));
        let element = at(first(&file), "New");
        assert_eq!((element.kind, element.is_known), (kind, false), "{text}");
        assert_eq!(element.unscreened.is_none(), kind == Kind::FreeText, "{text}");
    }
    let file = read_text(&transfer("<New at=\"CUBA\" nil=\"true\"/>"));
    assert_eq!(at(first(&file), "@at").unscreened, None);
    assert!(at(first(&file), "@nil").unscreened.is_some());
}

#[test]
fn a_text_of_another_shape_than_its_element_is_screened() {
    for (content, end) in [
        ("<Purp><Cd>SEND TO IRAN</Cd></Purp>", "Cd"),
        ("<InstdAmt>BANK MELLI</InstdAmt>", "InstdAmt"),
        ("<IntrBkSttlmDt>MELLI</IntrBkSttlmDt>", "IntrBkSttlmDt"),
        ("<Cdtr><PstlAdr><PstCd>care of Ann Lee</PstCd></PstlAdr></Cdtr>", "PstCd"),
    ] {
        let file = read_text(&transfer(content));
        let element = at(first(&file), end);
        assert_eq!((element.kind, element.unscreened), (Kind::FreeText, None), "{content}");
        assert!(element.is_known);
    }
}

#[test]
fn texts_are_kept_as_sent_and_layout_is_no_text() {
    let text = "<Document>\n  <Cdtr>\r\n\t<Nm> A &amp; B&#x43; <![CDATA[<D> & ]]><!-- no -->E\n</Nm>\
                <Nm> \n</Nm><Nm/><Nm>\u{a0}</Nm>\n</Cdtr></Document>";
    let file = read_text(text);
    let expected = [
        ("/Document/Cdtr/Nm[1]".to_owned(), " A & BC <D> & E\n"),
        ("/Document/Cdtr/Nm[4]".to_owned(), "\u{a0}"),
    ];
    assert_eq!(all(first(&file)), expected);
}

#[test]
fn text_beside_elements_is_screened_and_joined() {
    let file = read_text("<Document><Cdtr><Nm>OSAMA <x>1</x>BIN</Nm></Cdtr></Document>");
    let message = first(&file);
    let name = "/Document/Cdtr/Nm".to_owned();
    let expected = [(name.clone(), "OSAMA "), (format!("{name}/x"), "1"), (name, "BIN")];
    assert_eq!(all(message), expected);
    assert_eq!(message.free_texts()[0].text, "OSAMA  BIN");
    assert!(message.elements().iter().all(|element| !element.is_known));
}
