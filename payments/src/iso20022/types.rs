//! Types of messages.

use crate::message::MessageType;

/// Types whose elements the profile has, each with its root element below `Document`.
pub const KNOWN_TYPES: [(&str, &str); 21] = [
    ("pacs.002", "FIToFIPmtStsRpt"),
    ("pacs.003", "FIToFICstmrDrctDbt"),
    ("pacs.004", "PmtRtr"),
    ("pacs.007", "FIToFIPmtRvsl"),
    ("pacs.008", "FIToFICstmrCdtTrf"),
    ("pacs.009", "FICdtTrf"),
    ("pacs.010", "FIDrctDbt"),
    ("pain.001", "CstmrCdtTrfInitn"),
    ("pain.007", "CstmrPmtRvsl"),
    ("pain.008", "CstmrDrctDbtInitn"),
    ("pain.013", "CdtrPmtActvtnReq"),
    ("camt.026", "UblToApply"),
    ("camt.027", "ClmNonRct"),
    ("camt.028", "AddtlPmtInf"),
    ("camt.029", "RsltnOfInvstgtn"),
    ("camt.053", "BkToCstmrStmt"),
    ("camt.054", "BkToCstmrDbtCdtNtfctn"),
    ("camt.056", "FIToFIPmtCxlReq"),
    ("camt.087", "ReqToModfyPmt"),
    ("camt.110", "InvstgtnReq"),
    // Its root element before version 08.
    ("pacs.009", "FinInstnCdtTrf"),
];
/// Length of an identifier such as `pacs.008.001.08`.
const IDENTIFIER_BYTES: usize = 15;

/// Returns the identifier of a message type in a namespace or in a header.
pub(super) fn identifier_in(text: &str) -> Option<&str> {
    let starts = 0..(text.len() + 1).saturating_sub(IDENTIFIER_BYTES);
    let mut candidates = starts.filter_map(|at| text.get(at..at + IDENTIFIER_BYTES));
    candidates.find(|candidate| {
        candidate.bytes().enumerate().all(|(at, byte)| match at {
            0..4 => byte.is_ascii_lowercase(),
            4 | 8 | 12 => byte == b'.',
            _ => byte.is_ascii_digit(),
        })
    })
}

/// Returns the type that has this root element below `Document`.
pub(super) fn type_of_root(name: &str) -> Option<&'static str> {
    KNOWN_TYPES.iter().find(|(_, root)| *root == name).map(|(known, _)| *known)
}

/// The type with this identifier.
pub(super) fn message_type(name: &str) -> MessageType {
    let is_known = KNOWN_TYPES.iter().any(|(known, _)| name.starts_with(known));
    MessageType { name: name.to_owned(), is_known }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_in_namespaces_of_any_publisher() {
        for (text, expected) in [
            ("urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08", Some("pacs.008.001.08")),
            (
                "http://www.six-interbank-clearing.com/de/pacs.009.001.02.ch.02",
                Some("pacs.009.001.02"),
            ),
            ("pacs.002.001.10", Some("pacs.002.001.10")),
            ("urn:swift:xsd:$ahV10", None),
            ("é.008.001.08", None),
            ("", None),
        ] {
            assert_eq!(identifier_in(text), expected, "{text}");
        }
    }
}
