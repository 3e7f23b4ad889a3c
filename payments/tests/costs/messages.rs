//! Files of payment messages of either format, for the fuzz target `payments`: an input is a file.

use tamis_payments::{Kind, Message, read};

use crate::support::costs::{Bound, Line};

/// Upper bound of the cost of reading a file, with all that a message offers.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 128 << 10, per_byte: 256 }, Line { fixed: 1_000, per_byte: 6 });

/// Bytes of UTF-8 that one byte of another encoding may become.
const DECODED_BYTES_MAX: usize = 3;

/// Reads a file and uses all that its messages offer. Returns the bytes of the file and of all paths, since
/// a path repeats the names around its element.
pub(crate) fn read_any(input: &[u8]) -> usize {
    let file = match read(input) {
        Ok(file) => file,
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1, "{error}");
            let lines = input.iter().filter(|byte| b"\r\n".contains(byte)).count() + 1;
            assert!(error.line <= lines, "{error}");
            return input.len();
        }
    };
    assert!(file.messages().len() > 0, "a file that is read has a message");
    let (mut paths, mut texts, mut end) = (0, 0, 0);
    for message in file.messages() {
        for element in message.elements() {
            let text = message.text(element);
            let start = text.as_ptr().addr();
            assert!(start >= end, "a text is in one element");
            end = start + text.len();
            texts += text.len();
            let path = message.path(element);
            assert!(path.starts_with('/') && path.len() > 1, "{path}");
            paths += path.len();
        }
        check_elements(message);
        check_parties(message);
        check_free_texts(message);
        let ids = message.uetrs().chain(message.end_to_end_ids()).chain(message.message_id());
        ids.for_each(|id| assert!(!id.is_empty()));
    }
    assert!(texts <= DECODED_BYTES_MAX * input.len(), "the texts are those of the file");
    input.len() + paths
}

/// Numbers of transactions and parties are those of the message, and a reason leaves no free text out.
fn check_elements(message: Message<'_>) {
    for element in message.elements() {
        let text = message.text(element);
        assert!(!text.trim_matches([' ', '\t', '\r', '\n']).is_empty(), "a blank element");
        let transaction = element.transaction.map_or(0, u32::from);
        assert!(transaction <= message.transactions(), "transaction {transaction}");
        assert!(element.kind != Kind::FreeText || element.unscreened.is_none());
        let party = element.party.map_or(0, |party| party as usize + 1);
        assert!(party <= message.parties().len(), "party {party}");
    }
}

/// Elements of parties lie in their message, each in one party, and something identifies each party.
fn check_parties(message: Message<'_>) {
    let mut count = 0;
    for party in 0..u32::try_from(message.parties().len()).expect("few parties") {
        let before = count;
        let mut is_identified = false;
        for (at, element) in message.elements_of(party) {
            assert!(std::ptr::eq(element, &message.elements()[at]));
            assert_eq!(element.party, Some(party));
            is_identified |=
                matches!(element.kind, Kind::Name | Kind::Bic | Kind::Lei | Kind::Identifier);
            count += 1;
        }
        assert!(is_identified && count > before, "party {party}");
    }
    let expected = message.elements().iter().filter(|element| element.party.is_some()).count();
    assert_eq!(count, expected, "an element of a party is found by it");
}

/// Every free text of a message is a piece of one joined text, at its place.
fn check_free_texts(message: Message<'_>) {
    let mut free =
        (0..message.elements().len()).filter(|at| message.elements()[*at].kind == Kind::FreeText);
    for text in message.free_texts() {
        for (at, start) in &text.pieces {
            assert_eq!(Some(*at), free.next(), "free texts in their order, each once");
            let own = message.text(&message.elements()[*at]);
            assert!(text.text.get(*start..).is_some_and(|rest| rest.starts_with(own)));
            assert_eq!(text.element_at(*start), Some(*at));
        }
    }
    assert_eq!(free.next(), None, "a free text is lost");
}

#[test]
fn any_file_of_messages_is_read_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "payments", 600, read_any);
}
