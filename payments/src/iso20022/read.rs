//! Tags and texts out of XML, within limits. Every error has its place.

use encoding_rs::Encoding;
use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesDecl, BytesRef, BytesStart, Event};
use quick_xml::{Error, Reader, XmlVersion};

use super::decode::{decode, is_allowed, is_of, mismatch};
use super::profile;
use super::types::{identifier_in, message_type, type_of_root};
use crate::assemble::{Assembler, Format, is_blank};
use crate::error::{Fault, ReadError};
use crate::limits::{
    ATTRIBUTES_MAX, DEPTH_MAX, ELEMENT_NAME_BYTES_MAX, ELEMENTS_MAX, MESSAGE_BYTES_MAX,
};
use crate::message::MessageFile;
use crate::profile::Symbol;

/// Attributes of the prefix `xml` that say how to read a text, and are none.
const UNSAID: [&str; 2] = ["lang", "space"];

/// Reads all messages of a file: one, several in a wrapper, or several documents one after the other.
///
/// # Errors
/// The file is not well-formed XML in the encoding that it says, or is beyond a limit.
pub fn read(bytes: &[u8]) -> Result<MessageFile, ReadError> {
    if bytes.len() > MESSAGE_BYTES_MAX {
        return Err(ReadError::after("", Fault::TooLarge));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadError::after("", Fault::Empty));
    }
    let (text, encoding) = decode(bytes)?;
    let format = Format { profile: profile(), type_of: message_type, type_of_root };
    let (assembler, namespaces) = (Assembler::new(format), Vec::new());
    let mut reading = Reading { assembler, namespaces, encoding };
    let mut reader = Reader::from_str(&text);
    reader.config_mut().expand_empty_elements = true;
    loop {
        let start = reader.buffer_position();
        let (at, fault_found) = match reader.read_event() {
            Ok(Event::Eof) => match reading.check_end() {
                Ok(()) => return Ok(reading.assembler.finish()),
                Err(fault) => (start, fault),
            },
            Ok(event) => match reading.take(event) {
                Ok(()) => continue,
                Err(fault) => (start, fault),
            },
            Err(error) => (reader.error_position(), of_parser(&error)),
        };
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        let before = text.get(..at).unwrap_or_default();
        return Err(ReadError {
            path: reading.assembler.builder.path(),
            ..ReadError::after(before, fault_found)
        });
    }
}

fn of_parser(error: &Error) -> Fault {
    match error {
        Error::Syntax(SyntaxError::UnclosedDoctype) => Fault::DocumentType,
        Error::Syntax(error) if *error != SyntaxError::InvalidBangMarkup => Fault::Truncated,
        other => Fault::IllFormed(other.to_string()),
    }
}

/// A file being read.
struct Reading {
    assembler: Assembler,
    /// Declared namespaces: depth of the element, prefix, and the identifier of a message type in the
    /// address.
    namespaces: Vec<(usize, String, Option<String>)>,
    encoding: &'static Encoding,
}

impl Reading {
    fn take(&mut self, event: Event<'_>) -> Result<(), Fault> {
        let depth = self.assembler.depth();
        match event {
            Event::Start(start) => self.open(&start),
            Event::End(_) => {
                self.assembler.close();
                while self.namespaces.last().is_some_and(|(at, ..)| *at >= depth) {
                    self.namespaces.pop();
                }
                Ok(())
            }
            Event::Text(text) if depth > 0 => {
                self.assembler.text(&text.xml10_content());
                Ok(())
            }
            // A byte order mark stands before each of several files in one.
            Event::Text(text) if is_blank(text.trim_start_matches('\u{feff}')) => Ok(()),
            Event::CData(text) if depth > 0 => {
                self.assembler.text(&text.xml10_content());
                Ok(())
            }
            Event::GeneralRef(reference) if depth > 0 => {
                let letter = resolve(&reference)?;
                self.assembler.text(letter.encode_utf8(&mut [0; 4]));
                Ok(())
            }
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => Err(Fault::OutsideText),
            Event::Decl(declaration) => self.check_declaration(&declaration),
            Event::DocType(_) => Err(Fault::DocumentType),
            // Empty elements come as two tags; comments and instructions are no content.
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) | Event::Eof => Ok(()),
        }
    }

    fn check_end(&self) -> Result<(), Fault> {
        match (self.assembler.depth(), self.assembler.builder.nodes()) {
            (0, 0) => Err(Fault::NoElement),
            (0, _) => Ok(()),
            _ => Err(Fault::Truncated),
        }
    }

    /// Checks the declaration of a file, or of one of several files in one.
    fn check_declaration(&self, declaration: &BytesDecl<'_>) -> Result<(), Fault> {
        if self.assembler.depth() > 0 {
            return Err(Fault::IllFormed("an XML declaration inside of an element".to_owned()));
        }
        match declaration.encoding() {
            Some(Err(error)) => Err(Fault::IllFormed(error.to_string())),
            Some(Ok(label)) if !is_of(self.encoding, &label) => {
                Err(mismatch(&format!("it is {}", self.encoding.name()), &label))
            }
            _ => Ok(()),
        }
    }

    fn open(&mut self, start: &BytesStart<'_>) -> Result<(), Fault> {
        if self.assembler.depth() >= DEPTH_MAX {
            return Err(Fault::TooDeep);
        }
        let name = start.local_name().into_inner();
        if self.assembler.builder.nodes() >= ELEMENTS_MAX {
            return Err(Fault::TooManyElements);
        }
        let symbol = self.symbol(name, name)?;
        let may_say_type = self.assembler.open(name, symbol);
        if !start.attributes_raw().is_empty() {
            self.attributes(start)?;
        }
        if may_say_type {
            let prefix = start.name().prefix().map_or("", |prefix| prefix.into_inner());
            let declared = self.namespaces.iter().rev().find(|(_, known, _)| known == prefix);
            if let Some(identifier) = declared.and_then(|(.., identifier)| identifier.as_deref()) {
                self.assembler.set_identifier(identifier);
            }
        }
        Ok(())
    }

    fn attributes(&mut self, start: &BytesStart<'_>) -> Result<(), Fault> {
        for (count, attribute) in start.attributes().enumerate() {
            let attribute = attribute.map_err(|error| Fault::IllFormed(error.to_string()))?;
            if count >= ATTRIBUTES_MAX {
                return Err(Fault::TooManyAttributes);
            }
            if attribute.value.contains('<') {
                return Err(Fault::IllFormed("a `<` in the value of an attribute".to_owned()));
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| Fault::IllFormed(error.to_string()))?;
            if let Some(letter) = value.chars().find(|letter| !is_allowed(*letter)) {
                return Err(Fault::Character(u32::from(letter)));
            }
            let (key, local) = (attribute.key, attribute.key.local_name().into_inner());
            match key.prefix().map(|prefix| prefix.into_inner()) {
                None if local == "xmlns" => self.declare("", &value),
                Some("xmlns") => self.declare(local, &value),
                Some("xml") if UNSAID.contains(&local) => {}
                _ if self.assembler.builder.nodes() >= ELEMENTS_MAX => {
                    return Err(Fault::TooManyElements);
                }
                _ => {
                    let symbol = self.symbol(&format!("@{local}"), local)?;
                    self.assembler.attribute(symbol, &value);
                }
            }
        }
        Ok(())
    }

    /// Symbol of a name; one that is new is checked, without the mark of an attribute.
    fn symbol(&mut self, name: &str, unmarked: &str) -> Result<Symbol, Fault> {
        if let Some(symbol) = self.assembler.builder.symbol(name) {
            return Ok(symbol);
        }
        if unmarked.len() > ELEMENT_NAME_BYTES_MAX {
            return Err(Fault::LongName);
        }
        check_name(unmarked)?;
        Ok(self.assembler.builder.add_name(name))
    }

    fn declare(&mut self, prefix: &str, address: &str) {
        let identifier = identifier_in(address).filter(|found| !found.starts_with("head."));
        let identifier = identifier.map(str::to_owned);
        self.namespaces.push((self.assembler.depth(), prefix.to_owned(), identifier));
    }
}

/// Refuses names that a parser of all of XML would refuse; those of other scripts pass.
fn check_name(name: &str) -> Result<(), Fault> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c) || !c.is_ascii();
    let begins = |c: char| is_part(c) && !c.is_ascii_digit() && !"-.".contains(c);
    if name.starts_with(begins) && name.chars().all(is_part) {
        return Ok(());
    }
    Err(Fault::IllFormed("a tag or an attribute whose name is none".to_owned()))
}

/// Resolves a reference to its character. Entities declared by the file are not supported.
fn resolve(reference: &BytesRef<'_>) -> Result<char, Fault> {
    let number = reference.resolve_char_ref();
    let number = number.map_err(|error| Fault::IllFormed(error.to_string()))?;
    if let Some(letter) = number {
        let is_allowed = is_allowed(letter);
        return if is_allowed { Ok(letter) } else { Err(Fault::Character(u32::from(letter))) };
    }
    Ok(match &**reference {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        other => return Err(Fault::Entity(other.to_owned())),
    })
}
