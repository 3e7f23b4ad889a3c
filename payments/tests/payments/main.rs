//! Reading payment messages: invented ones, hostile and arbitrary ones, and real layouts.

mod documented;
mod fin;
mod fin_properties;
mod hostile;
#[path = "../hostile/mod.rs"]
mod hostile_messages;
mod parties;
mod properties;
mod reading;
mod real;
mod refused;
mod scan;
mod texts;

use tamis_payments::iso20022::read;
use tamis_payments::{Element, Message, MessageFile};

/// Reads a file that is well-formed.
fn read_text(text: &str) -> MessageFile {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// A document of this type with this content of its root element.
fn document(message_type: &str, root: &str, content: &str) -> String {
    let namespace = format!("urn:iso:std:iso:20022:tech:xsd:{message_type}");
    format!("<Document xmlns=\"{namespace}\"><{root}>{content}</{root}></Document>")
}

/// A customer credit transfer with this content of its only transaction.
fn transfer(content: &str) -> String {
    let content = format!("<CdtTrfTxInf>{content}</CdtTrfTxInf>");
    document("pacs.008.001.08", "FIToFICstmrCdtTrf", &content)
}

/// The first message of a file.
fn first(file: &MessageFile) -> Message<'_> {
    file.messages().next().expect("a message")
}

/// The element with the end of this path.
fn at<'f>(message: Message<'f>, end: &str) -> &'f Element {
    let mut found =
        message.elements().iter().filter(|element| message.path(element).ends_with(end));
    found.next().unwrap_or_else(|| panic!("no element at {end}"))
}

/// All paths with their texts.
fn all(message: Message<'_>) -> Vec<(String, &str)> {
    let elements = message.elements().iter();
    elements.map(|element| (message.path(element), message.text(element))).collect()
}
