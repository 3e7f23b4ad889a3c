//! Arbitrary bytes, mutated messages and generated ones.

use proptest::collection::vec;
use proptest::prelude::*;
use tamis_payments::Message;
use tamis_payments::iso20022::read;

use crate::scan::{leaves, without_positions};
use crate::{document, transfer};

/// Names that generated elements have: of headers, blocks, parties and leaves, and unknown ones.
const NAMES: [&str; 16] = [
    "AppHdr",
    "Document",
    "FIToFICstmrCdtTrf",
    "CdtTrfTxInf",
    "PmtInf",
    "Dbtr",
    "CtctDtls",
    "PrvtId",
    "Nm",
    "Id",
    "Ustrd",
    "BICFI",
    "Cd",
    "Fr",
    "New",
    "Tax",
];

/// Content of a generated element.
#[derive(Debug, Clone)]
enum Content {
    Text(String),
    Elements(Vec<(usize, Content)>),
}

fn content() -> impl Strategy<Value = Content> {
    let leaf = "[a-zA-Z0-9é&<>\"'ж伊 ]{0,12}".prop_map(Content::Text);
    leaf.prop_recursive(6, 60, 5, |inner| {
        vec((0..NAMES.len(), inner), 0..5).prop_map(Content::Elements)
    })
}

/// Writes an element, each in another of the forms that mean the same.
fn write(out: &mut String, name: usize, content: &Content) {
    let tag = if out.len().is_multiple_of(3) {
        format!("p:{}", NAMES[name])
    } else {
        NAMES[name].to_owned()
    };
    let attribute = if out.len().is_multiple_of(5) { " at='A &amp; B'" } else { "" };
    out.push_str(&format!("<{tag}{attribute}>"));
    match content {
        Content::Text(text) if out.len().is_multiple_of(2) => {
            out.push_str(&format!("<![CDATA[{text}]]>"));
        }
        Content::Text(text) => {
            out.push_str(&text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"));
        }
        Content::Elements(elements) => {
            for (name, content) in elements {
                out.push_str("\n  <!-- > -->");
                write(out, *name, content);
            }
        }
    }
    out.push_str(&format!("</{tag}>"));
}

/// All texts of a file with their paths without positions.
fn texts(messages: impl Iterator<Item = Message<'static>>) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for message in messages {
        for element in message.elements() {
            let path = without_positions(&message.path(element));
            texts.push((path, message.text(element).to_owned()));
        }
    }
    texts
}

/// Uses all that a message offers.
fn look_at(message: Message<'_>) -> usize {
    let parties = u32::try_from(message.parties().len()).expect("few parties");
    let of_parties: usize = (0..parties).map(|party| message.elements_of(party).count()).sum();
    let with_party = message.elements().iter().filter(|element| element.party.is_some()).count();
    assert_eq!(of_parties, with_party);
    for text in message.free_texts() {
        for (element, start) in text.pieces {
            assert!(text.text[start..].starts_with(message.text(&message.elements()[element])));
        }
    }
    message.end_to_end_ids().count() + message.uetrs().count()
}

fn seeds() -> Vec<Vec<u8>> {
    let entry = "<Stmt><Acct><Ownr><Nm>A</Nm></Ownr></Acct><Ntry><AddtlNtryInf>x</AddtlNtryInf></Ntry></Stmt>";
    let transfer = transfer(
        "<Dbtr><Nm>Ann &amp; Söns</Nm><Id><PrvtId/></Id></Dbtr><InstdAmt Ccy='EUR'>1</InstdAmt>\
         <RmtInf><Ustrd><![CDATA[a]]></Ustrd><Ustrd>b</Ustrd></RmtInf>",
    );
    let declared = format!("<?xml version='1.0' encoding='ISO-8859-1'?><e><AppHdr/>{transfer}</e>");
    let wide = format!("\u{feff}{transfer}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let statement = document("camt.053.001.08", "BkToCstmrStmt", entry).into_bytes();
    vec![statement, transfer.into_bytes(), declared.into_bytes(), wide]
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        if let Ok(file) = read(&bytes) {
            file.messages().for_each(|message| { look_at(message); });
        }
    }

    #[test]
    fn mutated_messages_are_read_or_refused(
        seed in 0..4_usize,
        changes in vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..6),
    ) {
        let mut bytes = seeds().swap_remove(seed);
        for (at, value, change) in changes {
            let at = at.index(bytes.len());
            match change {
                0 => bytes[at] = value,
                1 => bytes.insert(at, value),
                2 => bytes.truncate(at + 1),
                _ => bytes.extend_from_within(at..),
            }
        }
        if let Ok(file) = read(&bytes) {
            file.messages().for_each(|message| { look_at(message); });
        }
    }

    #[test]
    fn every_text_of_a_message_is_in_exactly_one_element(
        roots in vec((0..NAMES.len(), content()), 1..4)
    ) {
        let mut text = String::new();
        roots.iter().for_each(|(name, content)| write(&mut text, *name, content));
        let file = Box::leak(Box::new(read(text.as_bytes()).expect("well-formed")));
        prop_assert_eq!(texts(file.messages()), leaves(&text));
        file.messages().for_each(|message| { look_at(message); });
    }
}
