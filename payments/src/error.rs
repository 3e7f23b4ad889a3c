//! Errors of reading a file of payment messages.

use crate::limits::{
    ATTRIBUTES_MAX, DEPTH_MAX, ELEMENT_NAME_BYTES_MAX, ELEMENTS_MAX, MESSAGE_BYTES_MAX,
};

/// A fault of a file with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}{}: {fault}", in_element(.path))]
pub struct ReadError {
    /// Line from 1.
    pub line: usize,
    /// Column from 1, in characters.
    pub column: usize,
    /// Path of the innermost open element; empty outside of the root and before parsing.
    pub path: String,
    pub fault: Fault,
}

impl ReadError {
    /// A fault after this text.
    pub(crate) fn after(before: &str, fault: Fault) -> Self {
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        Self { line, column, path: String::new(), fault }
    }
}

fn in_element(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(", in {path}") }
}

/// Reason for which a file is refused. Names of tags and entities may stand in it, texts do not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the file is empty")]
    Empty,
    #[error("the file has more than {MESSAGE_BYTES_MAX} bytes")]
    TooLarge,
    #[error("elements deeper than {DEPTH_MAX}")]
    TooDeep,
    #[error("more than {ELEMENTS_MAX} elements")]
    TooManyElements,
    #[error("an element with more than {ATTRIBUTES_MAX} attributes")]
    TooManyAttributes,
    #[error("the name of an element or attribute with more than {ELEMENT_NAME_BYTES_MAX} bytes")]
    LongName,
    #[error("a document type declaration; payment messages have none")]
    DocumentType,
    #[error("the entity &{0};, which XML does not define")]
    Entity(String),
    #[error("the character U+{0:04X}, which XML forbids")]
    Character(u32),
    #[error("text outside of the root element")]
    OutsideText,
    #[error("there is no element; this is neither XML (ISO 20022) nor a FIN message (MT)")]
    NoElement,
    #[error("the file ends before its elements are closed; it is truncated")]
    Truncated,
    #[error("the file is not what its encoding says: {0}")]
    Encoding(String),
    #[error("ill-formed XML: {0}")]
    IllFormed(String),
    #[error("text outside of the blocks of a message")]
    OutsideBlocks,
    #[error("a brace without the identifier of a block")]
    NamelessBlock,
    #[error("a message without block 4; it is truncated")]
    NoTextBlock,
    #[error("the file ends within block {0}; it is truncated")]
    TruncatedBlock(String),
}
