//! Malformed and hostile files are refused with the place and the reason.

use tamis_payments::iso20022::read;
use tamis_payments::limits::{
    ATTRIBUTES_MAX, DEPTH_MAX, ELEMENT_NAME_BYTES_MAX, ELEMENTS_MAX, MESSAGE_BYTES_MAX,
};
use tamis_payments::{Fault, ReadError};

fn refused(bytes: &[u8]) -> ReadError {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
    read(bytes).err().unwrap_or_else(|| panic!("read: {start}"))
}

#[test]
fn every_fault_is_named_with_its_place() {
    for (text, expected) in [
        ("", "line 1, column 1: the file is empty"),
        (" \r\n\t", "line 1, column 1: the file is empty"),
        ("<!-- nothing -->", "line 1, column 17: there is no element"),
        ("no XML", "line 1, column 1: text outside of the root element"),
        ("{\"a\": 1}", "line 1, column 1: text outside of the root element"),
        ("<a/>\nrest", "line 1, column 5: text outside of the root element"),
        ("<a/>&amp;", "line 1, column 5: text outside of the root element"),
        (
            "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
            "line 1, column 1: a document type declaration",
        ),
        ("<a>\n<!DOCTYPE a></a>", "line 2, column 1, in /a: a document type declaration"),
        ("<!DOCTYPE a [", "line 1, column 1: a document type declaration"),
        (
            "<a><b>é&x;</b></a>",
            "line 1, column 8, in /a/b: the entity &x;, which XML does not define",
        ),
        ("<a b='&x;'/>", "line 1, column 1, in /a: ill-formed XML"),
        ("<a>\nx&#1;</a>", "line 2, column 2, in /a: the character U+0001, which XML forbids"),
        ("<a b='&#xFFFF;'/>", "line 1, column 1, in /a: the character U+FFFF"),
        ("<a>&#xD800;</a>", "line 1, column 4, in /a: ill-formed XML"),
        ("<a>\n é\u{1}</a>", "line 2, column 3: the character U+0001, which XML forbids"),
        ("<a>\0</a>", "line 1, column 4: the character U+0000, which XML forbids"),
        ("<a>\u{ffff}</a>", "line 1, column 4: the character U+FFFF, which XML forbids"),
        ("<a>\n<b>", "line 2, column 4, in /a/b: the file ends before its elements are closed"),
        ("<a>\n<b", "line 2, column 1, in /a: the file ends before its elements are closed"),
        (
            "<a><![CDATA[x</a>",
            "line 1, column 4, in /a: the file ends before its elements are closed",
        ),
        ("<a>\n<b></c></a>", "line 2, column 4, in /a/b: ill-formed XML"),
        ("<a></a></a>", "line 1, column 8: ill-formed XML"),
        ("<a>x & y</a>", "line 1, column 6, in /a: ill-formed XML"),
        ("<a><b<c>x</c></a>", "line 1, column 4, in /a: ill-formed XML"),
        ("<a b='1' b='2'/>", "line 1, column 1, in /a: ill-formed XML"),
        ("<a b=1/>", "line 1, column 1, in /a: ill-formed XML"),
        ("<a b='<'/>", "line 1, column 1, in /a: ill-formed XML"),
        ("<a><?xml version='1.0'?></a>", "line 1, column 4, in /a: ill-formed XML"),
        ("<1/>", "line 1, column 1: ill-formed XML"),
    ] {
        let error = refused(text.as_bytes()).to_string();
        assert!(error.starts_with(expected), "{text:?}: {error:?} should begin with {expected:?}");
    }
}

#[test]
fn an_encoding_that_is_another_one_is_refused() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = |text: &str| wide(&format!("\u{feff}{text}"));
    for (bytes, expected) in [
        (
            b"<a>\n\xFFx</a>".to_vec(),
            "line 2, column 1: the file is not what its encoding says: the byte 0xFF",
        ),
        (b"<a>\xE9</a>".to_vec(), "the byte 0xE9 is not UTF-8"),
        (
            "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".into(),
            "it is UTF-8, and it declares ISO-8859-1",
        ),
        ("<?xml version='1.0' encoding='us-ascii'?><a>é</a>".into(), "beyond ASCII"),
        (
            "<?xml version='1.0' encoding='UTF-16'?><a/>".into(),
            "single bytes, and it declares UTF-16",
        ),
        (
            "<?xml version='1.0' encoding='klingon'?><a/>".into(),
            "the encoding klingon is not known",
        ),
        ("\u{feff}<?xml version='1.0' encoding='Shift_JIS'?><a/>".into(), "it declares Shift_JIS"),
        ("<a/><?xml version='1.0' encoding='KOI8-R'?><a/>".into(), "it declares KOI8-R"),
        (marked("<?xml version='1.0' encoding='UTF-8'?><a/>"), "it declares UTF-8"),
        (
            [marked("<a>\n"), vec![0, 0xD8, b'x', 0]].concat(),
            "line 2, column 1: the file is not what",
        ),
        (
            b"<?xml version='1.0' encoding='Shift_JIS'?><a>\x81\x00</a>".to_vec(),
            "not all of it is Shift_JIS",
        ),
    ] {
        let error = refused(&bytes);
        assert!(matches!(error.fault, Fault::Encoding(_)), "{error}");
        assert!(error.to_string().contains(expected), "{error} should hold {expected:?}");
    }
}

#[test]
fn files_beyond_a_limit_are_refused_and_those_at_it_are_read() {
    let deep = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    let many = |count: usize| format!("<r>{}</r>", "<a/>".repeat(count - 1));
    let attributes = |count: usize| {
        let all: String = (0..count).map(|at| format!(" a{at}='x'")).collect();
        format!("<a{all}/>")
    };
    let long = |bytes: usize| format!("<a>{}</a>", "x".repeat(bytes - 7));
    let named = |bytes: usize| format!("<{}/>", "x".repeat(bytes));
    let (name, longer) = (named(ELEMENT_NAME_BYTES_MAX), named(ELEMENT_NAME_BYTES_MAX + 1));
    for (at, beyond, fault) in [
        (name, longer, Fault::LongName),
        (deep(DEPTH_MAX), deep(DEPTH_MAX + 1), Fault::TooDeep),
        (many(ELEMENTS_MAX), many(ELEMENTS_MAX + 1), Fault::TooManyElements),
        (attributes(ATTRIBUTES_MAX), attributes(ATTRIBUTES_MAX + 1), Fault::TooManyAttributes),
        (long(MESSAGE_BYTES_MAX), long(MESSAGE_BYTES_MAX + 1), Fault::TooLarge),
    ] {
        assert!(read(at.as_bytes()).is_ok(), "{fault}");
        assert_eq!(refused(beyond.as_bytes()).fault, fault);
    }
    let siblings = format!("<r>{}</r>", "<a x='1'/>".repeat(ELEMENTS_MAX / 2));
    assert_eq!(refused(siblings.as_bytes()).fault, Fault::TooManyElements);
}
