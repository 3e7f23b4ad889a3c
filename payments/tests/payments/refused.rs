//! Files beyond a limit are refused.

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
