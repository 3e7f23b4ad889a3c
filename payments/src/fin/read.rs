//! Messages out of blocks, as names and texts for the assembler.

use std::borrow::Cow;

use ahash::AHashSet;

use super::blocks::{Block, Content, FaultAt, Part, next_block};
use super::fields::{Field, Parts, application_header, basic_header, fields, has_further_tag};
use super::party::{Piece, pieces};
use super::profile;
use super::types::{PREFIX, begins_transaction, message_type};
use crate::assemble::{Assembler, Format};
use crate::error::{Fault, ReadError};
use crate::limits::{ELEMENTS_MAX, MESSAGE_BYTES_MAX};
use crate::message::MessageFile;

/// Service of block 1 that acknowledges a message: the receipt stands before the message.
const RECEIPT: &str = "F21";

/// Reads all messages of a file.
///
/// Bytes that are not UTF-8 are read as ISO 8859-1, in which every byte is a letter.
///
/// # Errors
/// The file has text outside of blocks, a block does not end, or the file is beyond a limit.
pub fn read(bytes: &[u8]) -> Result<MessageFile, ReadError> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return Err(ReadError::after("", Fault::TooLarge));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = decode(bytes);
    let text = &*text;
    let format = Format { profile: profile(), type_of: message_type, type_of_root: |_| None };
    let mut reader = Reader {
        assembler: Assembler::new(format),
        blocks: Vec::new(),
        names: AHashSet::new(),
        receipt: 0,
        end: 0,
    };
    let read = reader.read(text);
    read.map_err(|FaultAt { at, fault }| ReadError::after(&text[..at], fault))?;
    Ok(reader.assembler.finish())
}

/// A text of UTF-8, in which single bytes that are not stay letters: one of them in a message must not
/// change the letters of all names.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| char::from(*byte)));
    }
    Cow::Owned(text)
}

/// A file being read.
struct Reader<'t> {
    assembler: Assembler,
    /// Blocks of the current message.
    blocks: Vec<Block<'t>>,
    /// Names of its blocks behind the receipt.
    names: AHashSet<&'t str>,
    /// Number of the blocks of the receipt before it.
    receipt: usize,
    /// Place after the last block.
    end: usize,
}

impl<'t> Reader<'t> {
    fn read(&mut self, text: &'t str) -> Result<(), FaultAt> {
        while let Some((block, end)) = next_block(text, self.end)? {
            self.add(block)?;
            self.end = end;
        }
        if self.blocks.is_empty() && self.assembler.builder.nodes() == 0 {
            return Err(FaultAt { at: 0, fault: Fault::Empty });
        }
        self.finish_message()
    }

    /// Adds a block to the current message, or begins the next one: a message has one block of a name. A
    /// receipt belongs to the message after it.
    fn add(&mut self, block: Block<'t>) -> Result<(), FaultAt> {
        if self.names.contains(block.name) {
            let is_receipt = |block: &Block<'_>| header(block).starts_with(RECEIPT);
            let is_after_receipt = self.receipt == 0
                && block.name == "1"
                && !is_receipt(&block)
                && self.blocks.first().is_some_and(is_receipt);
            if is_after_receipt {
                self.receipt = self.blocks.len();
                self.names.clear();
            } else {
                self.finish_message()?;
            }
        }
        self.names.insert(block.name);
        self.blocks.push(block);
        Ok(())
    }

    /// Assembles the blocks so far as one message.
    fn finish_message(&mut self) -> Result<(), FaultAt> {
        if self.blocks.is_empty() {
            return Ok(());
        }
        if !self.blocks[self.receipt..].iter().any(|block| block.name == "4") {
            return Err(FaultAt { at: self.end, fault: Fault::NoTextBlock });
        }
        let blocks = std::mem::take(&mut self.blocks);
        let (receipt, own) = blocks.split_at(std::mem::take(&mut self.receipt));
        self.names.clear();
        let name = name_of(own);
        self.open(&name)?;
        self.assembler.set_identifier(&name);
        if !receipt.is_empty() {
            self.open("receipt")?;
            receipt.iter().try_for_each(|block| self.block(block, &name, false))?;
            self.assembler.close();
        }
        let is_output = own.iter().any(|block| block.name == "2" && header(block).starts_with('O'));
        own.iter().try_for_each(|block| self.block(block, &name, is_output))?;
        self.assembler.close();
        Ok(())
    }

    fn block(&mut self, block: &Block<'_>, name: &str, is_output: bool) -> Result<(), FaultAt> {
        match (&block.content, block.name) {
            (Content::Lines(text), _) => self.text_block(text, name),
            (Content::Parts(parts), "1" | "2") if is_plain(parts) => {
                let header = header(block);
                let is_basic = block.name == "1";
                let parts =
                    if is_basic { basic_header(header) } else { application_header(header) };
                // The basic header has the terminal of the party that holds the message: the sender of an
                // input, the receiver of an output.
                let is_sender = is_basic != is_output;
                self.header(block.name, if is_sender { "from" } else { "to" }, &parts)
            }
            (Content::Parts(parts), name) => {
                self.open(name)?;
                for part in parts {
                    match part {
                        Part::Text(text) => self.leaf("text", text)?,
                        Part::Field(name, text) => self.leaf(name, text)?,
                    }
                }
                self.assembler.close();
                Ok(())
            }
        }
    }

    fn header(&mut self, name: &str, party: &str, parts: &Parts) -> Result<(), FaultAt> {
        self.open(name)?;
        for (part, text) in parts {
            match *part {
                "BIC" => {
                    self.open(party)?;
                    self.leaf("BIC", text)?;
                    self.assembler.close();
                }
                "" => self.leaf("text", text)?,
                part => self.leaf(part, text)?,
            }
        }
        self.assembler.close();
        Ok(())
    }

    /// The fields of block 4. Types with several transactions have their fields in a sequence A and in
    /// sequences B; the customer's transfer below a cover payment is a sequence B, too.
    fn text_block(&mut self, text: &str, name: &str) -> Result<(), FaultAt> {
        let number = name.trim_start_matches(PREFIX).split('.').next().unwrap_or_default();
        let (begins, is_cover) = (begins_transaction(number), name.ends_with(".COV"));
        self.open("4")?;
        if begins.is_none() {
            self.assembler.begin_only_transaction();
        }
        let mut sequence = None;
        for field in fields(text) {
            let begins_b = begins == Some(field.tag)
                || (is_cover && sequence.is_none() && field.tag.starts_with("50"));
            let next = if begins_b { Some("B") } else { begins.map(|_| "A") };
            if begins_b || (sequence.is_none() && next.is_some()) {
                if sequence.is_some() {
                    self.assembler.close();
                }
                self.open(next.unwrap_or("A"))?;
                sequence = next;
            }
            self.field(&field)?;
        }
        if sequence.is_some() {
            self.assembler.close();
        }
        self.assembler.close();
        Ok(())
    }

    fn field(&mut self, field: &Field<'_>) -> Result<(), FaultAt> {
        let tag = if field.tag.is_empty() { "text" } else { field.tag };
        if is_party(tag) {
            self.open(tag)?;
            let option = tag.chars().nth(2);
            for run in pieces(option, &field.lines)
                .chunk_by(|one, next| one.outer.is_some() && one.outer == next.outer)
            {
                self.pieces(run)?;
            }
            self.assembler.close();
            return Ok(());
        }
        // A line with the fields of several is not what its tag says.
        if let [line] = field.lines[..]
            && !has_further_tag(line)
        {
            return self.leaf(tag, line);
        }
        self.open(tag)?;
        field.lines.iter().try_for_each(|line| self.leaf("line", line))?;
        self.assembler.close();
        Ok(())
    }

    /// Texts with the same name around them, if they have any.
    fn pieces(&mut self, run: &[Piece<'_>]) -> Result<(), FaultAt> {
        let outer = run.first().and_then(|piece| piece.outer);
        if let Some(outer) = outer {
            self.open(outer)?;
        }
        for piece in run {
            let before = self.assembler.builder.file.elements.len();
            self.leaf(piece.name, piece.text)?;
            if let Some(element) = self.assembler.builder.file.elements.get_mut(before) {
                element.is_possibly_cut |= piece.is_full;
                element.continues = piece.continues;
            }
        }
        if outer.is_some() {
            self.assembler.close();
        }
        Ok(())
    }

    /// An element with text.
    fn leaf(&mut self, name: &str, text: &str) -> Result<(), FaultAt> {
        self.open(name)?;
        self.assembler.text(text);
        self.assembler.close();
        Ok(())
    }

    fn open(&mut self, name: &str) -> Result<(), FaultAt> {
        if self.assembler.builder.nodes() >= ELEMENTS_MAX {
            return Err(FaultAt { at: self.end, fault: Fault::TooManyElements });
        }
        let builder = &mut self.assembler.builder;
        let symbol = builder.symbol(name).unwrap_or_else(|| builder.add_name(name));
        self.assembler.open(name, symbol);
        Ok(())
    }
}

/// True for the tag of a field that names a party.
fn is_party(tag: &str) -> bool {
    matches!(tag.as_bytes(), [b'5', b'0'..=b'9', ..])
}

/// The text of a header.
fn header<'t>(block: &Block<'t>) -> &'t str {
    match &block.content {
        Content::Parts(parts) => match parts[..] {
            [Part::Text(text)] => text.trim(),
            _ => "",
        },
        Content::Lines(_) => "",
    }
}

fn is_plain(parts: &[Part<'_>]) -> bool {
    matches!(parts, [Part::Text(_)])
}

/// Name of the type of a message: its number in block 2, and the variant in block 3.
fn name_of(blocks: &[Block<'_>]) -> String {
    let block = |name| blocks.iter().find(move |block| block.name == name);
    let number = block("2").and_then(|block| header(block).get(1..4));
    let number = number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let variant = block("3").and_then(|block| match &block.content {
        Content::Parts(parts) => parts.iter().find_map(|part| match part {
            Part::Field("119", variant) => Some(*variant),
            _ => None,
        }),
        Content::Lines(_) => None,
    });
    let is_name = |variant: &&str| {
        (1..=8).contains(&variant.len()) && variant.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    match variant.filter(is_name) {
        Some(variant) => format!("{PREFIX}{}.{variant}", number.unwrap_or_default()),
        None => format!("{PREFIX}{}", number.unwrap_or_default()),
    }
}
