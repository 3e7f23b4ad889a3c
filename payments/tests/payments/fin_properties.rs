//! Arbitrary bytes as FIN messages, mutated messages and generated ones.

use proptest::collection::vec;
use proptest::prelude::*;
use tamis_payments::fin::read;

/// Tags of generated fields: of parties in all their options, texts, codes, and unknown ones.
const TAGS: [&str; 18] = [
    "20", "21", "32A", "50A", "50F", "50K", "50H", "52A", "52D", "53B", "57C", "59", "59F", "70",
    "72", "71A", "86", "99Z",
];

const TYPES: [&str; 6] = ["101", "103", "202", "210", "940", "599"];

/// A line that begins no field and does not end a text block.
fn line() -> impl Strategy<Value = String> {
    "([1-8]/|/|//|NIDN/DE/)?[A-Z0-9a-z{}:/é]{1,6}( [A-Z0-9,.?+-]{1,8}){0,3}"
        .prop_filter("a field or an end", |line| !line.starts_with(':') && !line.contains("-}"))
}

/// A message with its type and variant, and its fields.
fn message() -> impl Strategy<Value = (String, Vec<String>)> {
    let field = (prop::sample::select(&TAGS[..]), vec(line(), 1..5));
    (prop::sample::select(&TYPES[..]), any::<bool>(), vec(field, 0..12)).prop_map(
        |(number, is_cover, fields)| {
            let variant = if is_cover { "{119:COV}" } else { "" };
            let lines = fields.iter().map(|(tag, lines)| format!(":{tag}:{}\r\n", lines.join("\r\n")));
            let text = format!(
                "{{1:F01AAAALV22AXXX0000000001}}{{2:I{number}BBBBLV22XXXXN}}{{3:{variant}}}{{4:\r\n{}-}}",
                lines.collect::<String>()
            );
            (text, fields.into_iter().flat_map(|(_, lines)| lines).collect())
        },
    )
}

/// Letters and digits of a text; the signs that divide the parts of a line are no text of it.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

proptest! {
    #[test]
    fn every_line_is_in_elements_in_its_order((text, lines) in message()) {
        let file = read(text.as_bytes()).expect("well-formed");
        prop_assert_eq!(file.messages().len(), 1);
        let own = file.messages().next().expect("one");
        let mut paths: Vec<String> =
            own.elements().iter().map(|element| own.path(element)).collect();
        let in_block_4 = own
            .elements()
            .iter()
            .zip(&paths)
            .filter(|(_, path)| path.split('/').nth(2) == Some("4"));
        let mut read_lines = String::new();
        for (element, _) in in_block_4 {
            read_lines += &letters(own.text(element));
        }
        let mut rest = &*read_lines;
        for line in &lines {
            // A number before a slash may be the path of the text behind it.
            let numbered = line.split_once('/').filter(|(number, _)| {
                number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit())
            });
            let whole = letters(line);
            let behind = numbered.map_or_else(|| whole.clone(), |(_, text)| letters(text));
            let found = rest.strip_prefix(&*whole).or_else(|| rest.strip_prefix(&*behind));
            prop_assert!(found.is_some(), "{line:?} is not in {rest:?}");
            rest = found.unwrap_or_default();
        }
        prop_assert_eq!(rest, "");
        paths.sort();
        let all = paths.len();
        paths.dedup();
        prop_assert_eq!(paths.len(), all, "a path names one element");
        for party in 0..own.parties().len() {
            for (at, element) in own.elements_of(party as u32) {
                prop_assert_eq!(element.party, Some(party as u32));
                prop_assert!(at < all);
            }
        }
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    #[test]
    fn mutated_messages_are_read_or_refused(
        (text, _) in message(),
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = text.into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(file) = read(&bytes) {
            for own in file.messages() {
                for element in own.elements() {
                    prop_assert!(!own.text(element).trim().is_empty());
                    prop_assert!(own.path(element).starts_with("/MT"));
                }
            }
        }
    }
}
