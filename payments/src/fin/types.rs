//! Types of messages, and the fields that begin their transactions.

use crate::message::MessageType;

/// Types whose fields the profile has, without their variants such as `.COV`.
pub const KNOWN_TYPES: [&str; 28] = [
    "101", "102", "103", "104", "107", "110", "200", "201", "202", "203", "204", "205", "210",
    "900", "910", "940", "942", "950", "190", "191", "192", "195", "196", "199", "290", "292",
    "295", "299",
];

/// Types with several transactions, each with the field that begins one.
const BEGINS_TRANSACTION: [(&str, &str); 12] = [
    ("101", "21"),
    ("102", "21"),
    ("104", "21"),
    ("107", "21"),
    ("110", "21"),
    ("201", "20"),
    ("203", "20"),
    ("204", "20"),
    ("210", "21"),
    ("940", "61"),
    ("942", "61"),
    ("950", "61"),
];

/// Prefix of the name of a type.
pub(super) const PREFIX: &str = "MT";

/// The type with this name.
pub(super) fn message_type(name: &str) -> MessageType {
    let is_known = name.strip_prefix(PREFIX).is_some_and(|number| {
        let number = number.split('.').next().unwrap_or_default();
        // The types of common groups are n90 to n99 in each category.
        let is_common = number.len() == 3
            && number.ends_with(['0', '1', '2', '5', '6', '8', '9'])
            && number.as_bytes()[1] == b'9';
        KNOWN_TYPES.contains(&number) || is_common
    });
    MessageType { name: name.to_owned(), is_known }
}

/// Tag of the field that begins a transaction in messages of a type, if they have several.
pub(super) fn begins_transaction(number: &str) -> Option<&'static str> {
    BEGINS_TRANSACTION.iter().find(|(own, _)| *own == number).map(|(_, tag)| *tag)
}
