//! The blocks of a text: `{1:F01…}{2:I103…}{3:{121:…}}{4:` and lines to `-}`, `{5:{CHK:…}}`.

use crate::error::Fault;
use crate::limits::{BLOCK_NAME_BYTES_MAX, DEPTH_MAX};

/// Characters between messages of a file besides white space: batches divide their messages by `$`,
/// lines of transmission put a message between the control characters, and some senders close a brace
/// once too often.
pub(super) const SEPARATORS: [char; 5] = ['$', '}', '\u{1}', '\u{3}', '\0'];

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block<'t> {
    /// Identifier, such as `4`.
    pub(super) name: &'t str,
    pub(super) content: Content<'t>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content<'t> {
    /// Blocks within the block, and the texts between them.
    Parts(Vec<Part<'t>>),
    /// Lines of the text block.
    Lines(&'t str),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'t> {
    Text(&'t str),
    /// A block within a block, with its identifier and its text.
    Field(&'t str, &'t str),
}

/// A place in the text at which a fault was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FaultAt {
    pub(super) at: usize,
    pub(super) fault: Fault,
}

/// Reads the next block from a byte on, with the byte after it. `None` at the end of the text.
pub(super) fn next_block(text: &str, from: usize) -> Result<Option<(Block<'_>, usize)>, FaultAt> {
    let is_between = |letter: char| letter.is_whitespace() || SEPARATORS.contains(&letter);
    let mut start = from;
    loop {
        let Some(skipped) = text[start..].find(|letter| !is_between(letter)) else {
            return Ok(None);
        };
        start += skipped;
        // A brace at the end of a line opens nothing.
        let is_stray = text[start..].starts_with("{\r") || text[start..].starts_with("{\n");
        if !is_stray {
            break;
        }
        start += 1;
    }
    let fault = |at, fault| Err(FaultAt { at, fault });
    if !text[start..].starts_with('{') {
        return fault(start, Fault::OutsideBlocks);
    }
    let Some(name) = name_of(&text[start..]) else { return fault(start, Fault::NamelessBlock) };
    let content = start + 2 + name.len();
    if name == "4" && !text[content..].trim_start().starts_with('{') {
        let Some((length, end)) = lines_end(&text[content..]) else {
            return fault(text.len(), Fault::TruncatedBlock(name.to_owned()));
        };
        let lines = Content::Lines(&text[content..content + length]);
        return Ok(Some((Block { name, content: lines }, content + end)));
    }
    let Some(end) = closing(text, content)? else {
        return fault(text.len(), Fault::TruncatedBlock(name.to_owned()));
    };
    let parts = parts(text, content..end)?;
    Ok(Some((Block { name, content: Content::Parts(parts) }, end + 1)))
}

/// The identifier of the block that begins here: letters and digits between the brace and a colon.
fn name_of(text: &str) -> Option<&str> {
    let rest = &text[1..];
    let end = rest.bytes().take(BLOCK_NAME_BYTES_MAX + 1).position(|byte| byte == b':')?;
    let name = &rest[..end];
    (end > 0 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(name)
}

/// Length of the lines of a text block, and the place after its end: `-}` at the beginning of a line, or at
/// the end of one. Braces within lines are text.
fn lines_end(text: &str) -> Option<(usize, usize)> {
    const END: &str = "-}";
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if line.starts_with(END) {
            return Some((start, start + END.len()));
        }
        let ends = |at: &usize| {
            let rest = line[at + END.len()..].trim_start();
            rest.is_empty() || rest.starts_with(['{', '$', '\u{3}'])
        };
        if let Some(at) = line.match_indices(END).map(|(at, _)| at).find(ends) {
            return Some((start + at, start + at + END.len()));
        }
        start += line.len();
    }
    None
}

/// Place of the brace that closes a block whose content begins at a byte.
fn closing(text: &str, from: usize) -> Result<Option<usize>, FaultAt> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            b'{' if depth == DEPTH_MAX => return Err(FaultAt { at, fault: Fault::TooDeep }),
            b'{' => depth += 1,
            b'}' if depth == 0 => return Ok(Some(at)),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    Ok(None)
}

/// The blocks within a block, and the texts between them.
fn parts(text: &str, content: std::ops::Range<usize>) -> Result<Vec<Part<'_>>, FaultAt> {
    let mut parts = Vec::new();
    let mut at = content.start;
    while at < content.end {
        let rest = &text[at..content.end];
        match rest.find('{') {
            Some(0) => {
                // The braces of the content are balanced.
                let Some(end) = closing(text, at + 1)? else { break };
                let inner = &text[at + 1..end];
                parts.push(match name_of(rest) {
                    Some(name) => Part::Field(name, &inner[name.len() + 1..]),
                    None => Part::Text(inner),
                });
                at = end + 1;
            }
            brace => {
                let length = brace.unwrap_or(rest.len());
                parts.push(Part::Text(&rest[..length]));
                at += length;
            }
        }
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Result<Vec<Block<'_>>, FaultAt> {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some((block, end)) = next_block(text, at)? {
            found.push(block);
            at = end;
        }
        Ok(found)
    }

    fn lines(text: &str) -> Option<&str> {
        match blocks(text).ok()?.pop()?.content {
            Content::Lines(lines) => Some(lines),
            Content::Parts(_) => None,
        }
    }

    #[test]
    fn a_message_is_divided_by_its_braces() {
        let text =
            "\u{1}{1:F01A}{3:{108:A {B}}x{121:u}}\r\n{4:\r\n:20:A-}B\r\n-}{5:{CHK:1}{TNG:}}\u{3}$";
        let field = |name, text| Part::Field(name, text);
        assert_eq!(
            blocks(text),
            Ok(vec![
                Block { name: "1", content: Content::Parts(vec![Part::Text("F01A")]) },
                Block {
                    name: "3",
                    content: Content::Parts(vec![
                        field("108", "A {B}"),
                        Part::Text("x"),
                        field("121", "u")
                    ]),
                },
                Block { name: "4", content: Content::Lines("\r\n:20:A-}B\r\n") },
                Block {
                    name: "5",
                    content: Content::Parts(vec![field("CHK", "1"), field("TNG", "")])
                },
            ])
        );
        let receipt = blocks("{4:{177:2611300400}{451:0}}").expect("a receipt");
        let fields = vec![field("177", "2611300400"), field("451", "0")];
        assert_eq!(receipt, [Block { name: "4", content: Content::Parts(fields) }]);
    }

    #[test]
    fn a_text_block_ends_at_its_sign_and_not_at_braces() {
        for (text, expected) in [
            ("{4:\n:70:{A} -B\n-C\n-}", Some("\n:70:{A} -B\n-C\n")),
            ("{4:\n:70:A-}", Some("\n:70:A")),
            ("{4:\n:70:A-}{5:{MAC:1}}", None),
            ("{4:\n:70:A-} B\n-}", Some("\n:70:A-} B\n")),
            ("{4:-}", Some("")),
            ("{4:\n:70:A\n}", None),
        ] {
            assert_eq!(lines(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_fault_is_found_at_its_place() {
        let deep = "{5:".to_owned() + &"{A:".repeat(DEPTH_MAX + 1);
        let long = format!("{{{}:a}}", "1".repeat(BLOCK_NAME_BYTES_MAX + 1));
        for (text, at, fault) in [
            ("{1:F01}x{2:", 7, Fault::OutsideBlocks),
            ("{1:F01}{\r\n}$\n{\nx", 15, Fault::OutsideBlocks),
            ("{1:F01", 6, Fault::TruncatedBlock("1".to_owned())),
            ("{4:\n:20:A", 9, Fault::TruncatedBlock("4".to_owned())),
            ("{}", 0, Fault::NamelessBlock),
            ("{1 :a}", 0, Fault::NamelessBlock),
            (&long, 0, Fault::NamelessBlock),
            (&deep, deep.len() - 3, Fault::TooDeep),
        ] {
            assert_eq!(blocks(text), Err(FaultAt { at, fault }), "{text:.40}");
        }
        let within = format!("{{5:{}{}}}", "{A:".repeat(DEPTH_MAX), "}".repeat(DEPTH_MAX));
        assert!(blocks(&within).is_ok());
        assert!(blocks(&long.replacen('1', "", 1)).is_ok());
    }
}
