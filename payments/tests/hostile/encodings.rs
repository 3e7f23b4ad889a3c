//! Hostile messages of ISO 20022 whose encoding is another one than they say.

use super::{Hostile, refused as is_refused};

fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Files that are refused for their encoding.
pub(super) fn refused() -> Vec<Hostile> {
    let declared =
        |label: &str, text: &str| format!("<?xml version='1.0' encoding='{label}'?>{text}");
    let marked = |text: &str| wide(&format!("\u{feff}{text}"));
    vec![
        is_refused(
            "a byte that is not UTF-8",
            b"<a>\n\xFFx</a>",
            "line 2, column 1: the file is not what its encoding says: the byte 0xFF is not UTF-8",
        ),
        is_refused(
            "Latin letters without a declaration",
            b"<a>\xE9</a>",
            "line 1, column 4: the file is not what its encoding says: the byte 0xE9 is not UTF-8",
        ),
        is_refused(
            "truncated in a letter",
            b"<a>\xD0",
            "line 1, column 4: the file is not what its encoding says: the byte 0xD0 is not UTF-8",
        ),
        is_refused(
            "UTF-8 that declares Latin",
            declared("ISO-8859-1", "<a>é</a>"),
            "line 1, column 47: the file is not what its encoding says: it is UTF-8, and it declares \
             ISO-8859-1",
        ),
        is_refused(
            "UTF-8 that declares a Chinese encoding",
            declared("GB18030", "<a><Nm>Иван Соколов</Nm></a>"),
            "line 1, column 48: the file is not what its encoding says: it is UTF-8, and it declares \
             GB18030",
        ),
        is_refused(
            "UTF-8 that declares a Korean encoding",
            declared("EUC-KR", "<a><Nm>漢字</Nm></a>"),
            "line 1, column 47: the file is not what its encoding says: it is UTF-8, and it declares \
             EUC-KR",
        ),
        is_refused(
            "letters beyond ASCII",
            declared("us-ascii", "<a>é</a>"),
            "line 1, column 45: the file is not what its encoding says: it has letters beyond ASCII",
        ),
        is_refused(
            "single bytes that declare UTF-16",
            declared("UTF-16", "<a/>"),
            "line 1, column 1: the file is not what its encoding says: its letters are single bytes",
        ),
        is_refused(
            "an unknown encoding",
            declared("klingon", "<a/>"),
            "line 1, column 1: the file is not what its encoding says: the encoding klingon is not known",
        ),
        is_refused(
            "UTF-7",
            declared("UTF-7", "<Nm>+BBgEMgQwBD0-</Nm>"),
            "line 1, column 1: the file is not what its encoding says: the encoding UTF-7 is not known",
        ),
        is_refused(
            "an encoding of no script",
            [declared("x-user-defined", "<Nm>").as_bytes(), b"\xC8\xE2\xE0\xED</Nm>"].concat(),
            "line 1, column 1: the file is not what its encoding says: the encoding x-user-defined is not \
             known",
        ),
        is_refused(
            "a mark that its declaration denies",
            format!("\u{feff}{}", declared("Shift_JIS", "<a/>")),
            "line 1, column 1: the file is not what its encoding says: it is UTF-8, and it declares",
        ),
        is_refused(
            "a second file of another encoding",
            format!("<a/>{}", declared("KOI8-R", "<a/>")),
            "line 1, column 5: the file is not what its encoding says: it is UTF-8, and it declares",
        ),
        is_refused(
            "UTF-16 that declares UTF-8",
            marked(&declared("UTF-8", "<a/>")),
            "line 1, column 1: the file is not what its encoding says: it is UTF-16LE, and it declares",
        ),
        is_refused(
            "UTF-16 without mark that declares UTF-8",
            wide(&declared("UTF-8", "<a/>")),
            "line 1, column 1: the file is not what its encoding says: it is UTF-16LE, and it declares",
        ),
        is_refused(
            "UTF-16 with half a letter",
            [marked("<a>\n"), vec![0, 0xD8, b'x', 0]].concat(),
            "line 2, column 1: the file is not what its encoding says: not all of it is UTF-16LE",
        ),
        is_refused(
            "UTF-16 with an odd byte",
            [marked("<a></a>"), vec![b'x']].concat(),
            "line 1, column 8: the file is not what its encoding says: not all of it is UTF-16LE",
        ),
        is_refused(
            "UTF-32",
            "\u{feff}<a/>".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<u8>>(),
            "line 1, column 1: the character U+0000, which XML forbids",
        ),
        is_refused(
            "half a letter of a Japanese encoding",
            [declared("Shift_JIS", "<a>").as_bytes(), b"\x81\x00</a>"].concat(),
            "line 1, column 46: the file is not what its encoding says: not all of it is Shift_JIS",
        ),
    ]
}
