//! Hostile FIN messages.

use super::Verdict::{Hit, Pass, Unverified};
use super::{Hostile, NAME, read as is_read, refused as is_refused};

/// Headers of a customer's transfer.
const HEADERS: &str = "{1:F01AAAALV22AXXX0000000001}{2:I103BBBBLV22XXXXN}";
/// Their texts.
const HEADER_TEXTS: [&str; 10] =
    ["F01", "AAAALV22XXX", "A", "0000", "000001", "I", "103", "BBBBLV22XXX", "X", "N"];

/// Files that are not whole, or have text where none is.
pub(super) fn refused() -> Vec<Hostile> {
    let text = [
        (
            "FIN without the end of block 4",
            "{1:F01AAAA}\n{4:\n:20:A\n",
            "line 4, column 1: the file ends within block 4",
        ),
        (
            "FIN truncated in a name",
            "{1:F01AAAA}\n{4:\n:59:IVAN PETRO",
            "line 3, column 15: the file ends within block 4",
        ),
        (
            "FIN truncated in a block",
            "{1:F01AAAA}\n{3:{108:A}",
            "line 2, column 11: the file ends within block 3",
        ),
        (
            "FIN truncated in a trailer",
            "{1:F01AAAA}{4:\n:20:A\n-}\n{5:{CHK:1",
            "line 4, column 10: the file ends within block 5",
        ),
        (
            "FIN whose end is a brace",
            "{1:F01AAAA}{4:\n:20:A\n}",
            "line 3, column 2: the file ends within block 4",
        ),
        (
            "text between blocks",
            "{1:F01AAAA}\nhello{4:\n-}",
            "line 2, column 1: text outside of the blocks",
        ),
        (
            "text behind block 4",
            "{1:F01AAAA}{4:\n:20:A\n-}\n:59:IVAN PETROVICH SOKOLOV\n-}",
            "line 4, column 1: text outside of the blocks",
        ),
        (
            "XML behind a FIN message",
            "{1:F01AAAA}{4:\n:20:A\n-}\n<Document/>",
            "line 4, column 1: text outside of the blocks",
        ),
        (
            "a brace without a block",
            "{1:F01AAAA}\n\n{4",
            "line 3, column 1: a brace without the identifier of a block",
        ),
        (
            "JSON with braces",
            "{\"a\": 1}",
            "line 1, column 1: a brace without the identifier of a block",
        ),
        (
            "FIN without block 4",
            "{1:F01AAAA}{2:I103}\n",
            "line 1, column 20: a message without block 4",
        ),
        (
            "a message without block 4 between two",
            "{1:a}{4:\n-}$\n{1:b}$\n{1:c}{4:\n-}",
            "line 3, column 6: a message without block 4",
        ),
        (
            "a header block twice",
            "{1:F01AAAA}{1:F01AAAA}{4:\n:20:A\n-}",
            "line 1, column 12: a message without block 4",
        ),
        (
            "a mark between blocks",
            "{1:F01AAAA}\u{feff}{4:\n:20:A\n-}",
            "line 1, column 12: text outside of the blocks",
        ),
        (
            "separators alone",
            "$\u{1}\u{3}",
            "line 1, column 2: the character U+0001, which XML forbids",
        ),
    ];
    let mut all: Vec<_> =
        text.into_iter().map(|(name, text, start)| is_refused(name, text, start)).collect();
    all.extend([
        is_refused(
            "FIN in UTF-16",
            "{1:F01AAAA}{4:\n:20:A\n-}"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>(),
            "line 1, column 1: a brace without the identifier of a block",
        ),
        is_refused(
            "200 blocks in each other",
            format!("{{1:F01AAAA}}{{5:{}{}}}", "{A:".repeat(200), "}".repeat(200)),
            "line 1, column 207: elements deeper than 64",
        ),
    ]);
    all
}

/// A message with these lines in block 4.
fn message(lines: &str) -> String {
    format!("{HEADERS}{{4:\r\n{lines}\r\n-}}")
}

fn with_headers(name: &'static str, lines: &str, texts: &[&str]) -> Hostile {
    is_read(name, message(lines), Hit, HEADER_TEXTS.iter().chain(texts).copied())
}

/// Files that are whole.
pub(super) fn read() -> Vec<Hostile> {
    let upper = NAME.to_uppercase();
    let upper = upper.as_str();
    let lines = |start: &str| format!("{start}{upper}");
    let long = "X".repeat(100_000);
    let mut mixed = message(":59:Иван Соколов\r\n:70:").into_bytes();
    let at = mixed.len() - "\r\n-}".len();
    mixed.insert(at, 0xFF);
    let glued = format!("{HEADERS}{{4::20:REF:32A:261130EUR1,:59:{upper}:71A:SHA-}}");
    vec![
        with_headers(
            "FIN with a field in a line of a reference",
            &lines(":20:R:59:"),
            &[&lines("R:59:")],
        ),
        is_read(
            "FIN whose lines are one",
            glued,
            Hit,
            HEADER_TEXTS
                .iter()
                .copied()
                .chain([&*format!("REF:32A:261130EUR1,:59:{upper}:71A:SHA")]),
        ),
        with_headers("FIN with a reference of two lines", &lines(":20:REF\r\n"), &["REF", upper]),
        with_headers(
            "FIN with a tag of small letters",
            &lines(":20:REF\r\n:59k:"),
            &["REF", &lines(":59k:")],
        ),
        with_headers(
            "FIN with a blank before the tag",
            &lines(":20:REF\r\n :59:"),
            &["REF", &lines(" :59:")],
        ),
        with_headers("FIN with an unknown tag", &lines(":99Z:"), &[upper]),
        with_headers("FIN with a name as amount", &lines(":32A:"), &[upper]),
        with_headers(
            "FIN with a name as birth date",
            &format!(":59F:1/ANNA\r\n4/{upper}"),
            &["ANNA", upper],
        ),
        with_headers("FIN with a name as account", &lines(":59:/"), &[upper]),
        with_headers(
            "FIN with a text before its fields",
            &format!("{upper}\r\n:20:R"),
            &[upper, "R"],
        ),
        with_headers("FIN with line ends of one sign", &lines(":20:R\r:59:"), &["R", upper]),
        with_headers(
            "FIN with a NUL in a name",
            ":59:IVAN\0 PETROVICH SOKOLOV\0",
            &["IVAN\0 PETROVICH SOKOLOV\0"],
        ),
        with_headers(
            "FIN with a control character in a name",
            ":59:IVAN\u{1} PETRO\u{1b}VICH SOKOLOV",
            &["IVAN\u{1} PETRO\u{1b}VICH SOKOLOV"],
        ),
        with_headers(
            "FIN with a mark in a name",
            ":59:IVAN \u{feff}PETROVICH SOKOLOV",
            &["IVAN \u{feff}PETROVICH SOKOLOV"],
        ),
        with_headers(
            "FIN with the sign of an end in a line",
            &lines(":70:A-} B\r\n"),
            &["A-} B", upper],
        ),
        is_read(
            "FIN of an unknown message",
            message(&lines(":59:")).replace("I103", "I777"),
            Hit,
            HEADER_TEXTS
                .map(|text| if text == "103" { "777" } else { text })
                .into_iter()
                .chain([upper]),
        ),
        is_read("FIN of one block", format!("{{4:\n:59:{upper}\n-}}"), Hit, [upper]),
        is_read(
            "FIN with block 4 twice",
            format!("{{4:\n:20:A\n-}}{{4:\n:59:{upper}\n-}}"),
            Hit,
            ["A", upper],
        ),
        is_read(
            "FIN with blocks in block 4",
            format!("{{4:{{108:A}}{{X:{upper}}}}}"),
            Hit,
            ["A", upper],
        ),
        is_read(
            "FIN with a name in a trailer",
            format!("{{4:\n:20:A\n-}}{{5:{{MAC:{upper}}}}}"),
            Hit,
            ["A", upper],
        ),
        is_read(
            "FIN with a name as header",
            format!("{{1:{upper}}}{{4:\n:20:A\n-}}"),
            Hit,
            [upper, "A"],
        ),
        is_read(
            "two FIN messages",
            format!("{{1:F01}}{{4:\n:20:A\n-}}{{1:F01}}{{4:\n:59:{upper}\n-}}"),
            Hit,
            ["F01", "A", "F01", upper],
        ),
        is_read(
            "FIN of two encodings",
            mixed,
            Hit,
            HEADER_TEXTS.iter().copied().chain(["Иван Соколов", "ÿ"]),
        ),
        is_read("FIN without a field", "{1:F01}{4:\n-}", Pass, ["F01"]),
        is_read("FIN without a text", "{4:\n\n-}", Unverified, [""; 0]),
        is_read(
            "FIN with an empty party",
            format!("{{4:\n:20:{upper}\n:59:\n:57A:/\n-}}"),
            Pass,
            [upper],
        ),
        is_read(
            "FIN with a name of 100,000 letters",
            format!("{{4:\n:59:{long}\n-}}"),
            Unverified,
            [long],
        ),
    ]
}
