//! A well-formed XML file, one record element at a time. Elements are known by their local names:
//! publishers change namespaces from one year to the next.

use std::sync::Arc;

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::wording::squeeze;
use crate::error::LoadError;
use crate::limits::{XML_DEPTH_MAX, XML_RECORD_BYTES_MAX};
use crate::sources::{Allowance, ControlCharacters, SourceFile, SourceReader};

/// An element with everything in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::readers) struct Element {
    /// Local name.
    pub(in crate::readers) name: String,
    /// Its attributes by local name, in order.
    pub(in crate::readers) attributes: Vec<(String, String)>,
    /// Its own text, as published.
    pub(in crate::readers) text: String,
    /// Elements directly in it, in order.
    pub(in crate::readers) children: Vec<Element>,
}

impl Element {
    /// Memory it takes by itself when it begins.
    fn bytes(&self) -> usize {
        let attributes = self.attributes.iter().map(|(name, value)| 48 + name.len() + value.len());
        size_of::<Self>() + attributes.sum::<usize>()
    }

    /// The elements of this name directly in it.
    pub(in crate::readers) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Value of an attribute, without superfluous blanks; `None` where it is empty.
    pub(in crate::readers) fn attribute(&self, name: &str) -> Option<String> {
        let value = self.attributes.iter().find(|(known, _)| known == name);
        value.map(|(_, value)| squeeze(value)).filter(|value| !value.is_empty())
    }

    /// Text of the first non-empty element of this name, without superfluous blanks.
    pub(in crate::readers) fn text_of(&self, name: &str) -> Option<String> {
        self.all(name).map(|child| squeeze(&child.text)).find(|text| !text.is_empty())
    }

    /// Non-empty texts of all elements of these names, in the order of the names.
    pub(in crate::readers) fn texts_of(&self, names: &[&str]) -> Vec<String> {
        let texts = names.iter().flat_map(|name| self.all(name).map(|c| squeeze(&c.text)));
        texts.filter(|text| !text.is_empty()).collect()
    }
}

/// An XML file being read.
pub(in crate::readers) struct XmlStream<'f> {
    reader: Reader<SourceReader>,
    source: &'f SourceFile,
    buffer: Vec<u8>,
    allowance: Allowance,
    /// Elements open outside of the records.
    depth: usize,
}

impl<'f> XmlStream<'f> {
    /// Opens a file and reads its root element, which must have one of these local names; gives
    /// the root with its attributes beside the stream.
    pub(in crate::readers) fn open(
        source: &'f SourceFile,
        roots: &[&str],
    ) -> Result<(Self, Element), LoadError> {
        let input = source.open(ControlCharacters::Forbidden)?;
        let allowance = input.get_ref().allowance();
        let mut reader = Reader::from_reader(input);
        reader.config_mut().expand_empty_elements = true;
        let mut stream = Self { reader, source, buffer: Vec::new(), allowance, depth: 0 };
        loop {
            match stream.next_event()? {
                Event::Start(start) => {
                    let root = open_element(&start).map_err(|reason| stream.fault(reason))?;
                    if !roots.contains(&root.name.as_str()) {
                        let (name, expected) = (&root.name, roots.join("> or <"));
                        let reason =
                            format!("the root element is <{name}>, expected is <{expected}>");
                        return Err(stream.fault(reason));
                    }
                    stream.depth = 1;
                    return Ok((stream, root));
                }
                Event::Decl(declaration) => {
                    let encoding = declaration.encoding().and_then(Result::ok);
                    let other = encoding.filter(|name| !name.eq_ignore_ascii_case("utf-8"));
                    if let Some(other) = other.map(std::borrow::Cow::into_owned) {
                        let reason = format!("declared encoding {other}, expected is UTF-8");
                        return Err(stream.fault(reason));
                    }
                }
                Event::Text(text) if !text.trim().is_empty() => {
                    return Err(stream.fault("text before the root element; this is not XML"));
                }
                Event::Eof => return Err(stream.fault("there is no element; this is not XML")),
                _ => {}
            }
        }
    }

    /// The next element with one of these local names, with the index of the name; `None` at the
    /// end of a well-formed file.
    pub(in crate::readers) fn next_of(
        &mut self,
        names: &[&'static str],
    ) -> Result<Option<(usize, Element)>, LoadError> {
        loop {
            self.allowance.renew();
            match self.next_event()? {
                Event::Start(start) => {
                    let element = open_element(&start).map_err(|reason| self.fault(reason))?;
                    if self.depth == 0 {
                        let reason = format!("a second root element <{}>", element.name);
                        return Err(self.fault(reason));
                    }
                    match names.iter().position(|wanted| *wanted == element.name) {
                        Some(index) => return Ok(Some((index, self.read_element(element)?))),
                        None => self.depth += 1,
                    }
                }
                Event::End(_) => self.depth = self.depth.saturating_sub(1),
                Event::Eof if self.depth > 0 => return Err(self.cut()),
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    /// Reads the element that was just opened to its end.
    fn read_element(&mut self, element: Element) -> Result<Element, LoadError> {
        let mut outer: Vec<Element> = Vec::new();
        let mut bytes = element.bytes();
        let mut innermost = element;
        loop {
            bytes += match self.next_event()? {
                Event::Start(start) => {
                    let child = open_element(&start).map_err(|reason| self.fault(reason))?;
                    let bytes = child.bytes();
                    outer.push(std::mem::replace(&mut innermost, child));
                    bytes
                }
                Event::End(_) => {
                    let Some(parent) = outer.pop() else { return Ok(innermost) };
                    let closed = std::mem::replace(&mut innermost, parent);
                    innermost.children.push(closed);
                    0
                }
                Event::Text(text) => append(&mut innermost, &text.xml10_content()),
                Event::CData(text) => append(&mut innermost, &text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let character = resolve(&reference).map_err(|reason| self.fault(reason))?;
                    append(&mut innermost, character.encode_utf8(&mut [0; 4]))
                }
                Event::Eof => return Err(self.cut()),
                _ => 0,
            };
            if bytes > XML_RECORD_BYTES_MAX || outer.len() > XML_DEPTH_MAX {
                return Err(self.fault(format!(
                    "a record larger than {XML_RECORD_BYTES_MAX} bytes or deeper than {XML_DEPTH_MAX} elements"
                )));
            }
        }
    }

    fn next_event(&mut self) -> Result<Event<'static>, LoadError> {
        self.buffer.clear();
        match self.reader.read_event_into(&mut self.buffer) {
            Ok(event) => Ok(event.into_owned()),
            Err(quick_xml::Error::Io(error)) => Err(match Arc::try_unwrap(error) {
                Ok(error) => LoadError::from_io(&self.source.name, error),
                Err(shared) => LoadError::io(
                    &self.source.name,
                    std::io::Error::new(shared.kind(), shared.to_string()),
                ),
            }),
            Err(error) => {
                let byte = self.reader.error_position();
                Err(self.fault_at(byte, error.to_string()))
            }
        }
    }

    fn cut(&self) -> LoadError {
        self.fault("the file ends before its elements are closed; it was cut")
    }

    fn fault(&self, reason: impl Into<String>) -> LoadError {
        self.fault_at(self.reader.buffer_position(), reason.into())
    }

    fn fault_at(&self, byte: u64, reason: String) -> LoadError {
        let line = self.source.line_of(byte);
        LoadError::BadXml { file: self.source.name.clone(), line, byte, reason }
    }
}

/// Adds to the text of an element; gives by how many bytes.
fn append(element: &mut Element, text: &str) -> usize {
    element.text.push_str(text);
    text.len()
}

/// The element that this tag begins, with nothing in it yet.
fn open_element(start: &BytesStart<'_>) -> Result<Element, String> {
    let name = start.local_name().as_ref().to_owned();
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value =
            attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|e| e.to_string())?;
        attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
    }
    Ok(Element { name, attributes, ..Element::default() })
}

/// The character of a reference. Lists declare no entities of their own, and none are expanded.
fn resolve(reference: &BytesRef<'_>) -> Result<char, String> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| error.to_string())? {
        return Ok(character);
    }
    match &**reference {
        "amp" => Ok('&'),
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "quot" => Ok('"'),
        "apos" => Ok('\''),
        other => Err(format!("unknown entity &{other};")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Element>, String> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.xml");
        std::fs::write(&path, text).expect("written");
        let source = SourceFile { path, name: "a.xml".to_owned() };
        let elements = || -> Result<Vec<Element>, LoadError> {
            let (mut stream, _) = XmlStream::open(&source, &["LIST"])?;
            let mut elements = Vec::new();
            while let Some((_, element)) = stream.next_of(&["PARTY"])? {
                elements.push(element);
            }
            Ok(elements)
        };
        elements().map_err(|error| error.to_string())
    }

    #[test]
    fn texts_references_and_empty_elements_are_read_whatever_the_namespace() {
        let text = "<?xml version='1.0' encoding='UTF-8'?>\n<x:LIST xmlns:x='urn:1'><x:GROUP>\
            <x:PARTY><NAME> A &amp; B &#233;\n C</NAME><NOTE/><NOTE><![CDATA[<x>]]></NOTE></x:PARTY>\
            </x:GROUP></x:LIST>";
        let parties = read(text).expect("well-formed");
        assert_eq!(parties[0].text_of("NAME").as_deref(), Some("A & B é C"));
        assert_eq!(parties[0].texts_of(&["NOTE", "NAME"]), ["<x>", "A & B é C"]);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, expected) in [
            (
                "<LIST>\n<PARTY></NAME></PARTY></LIST>",
                "a.xml: line 2, byte 14: ill-formed document",
            ),
            ("<LIST>\n<PARTY><NAME>x", "the file ends before its elements are closed"),
            ("<LIST>\n<PARTY></PARTY>", "the file ends before its elements are closed"),
            ("<LIST></LIST>\n<LIST></LIST>", "line 2, byte 20: a second root element <LIST>"),
            ("<OTHER/>", "the root element is <OTHER>, expected is <LIST>"),
            ("<LIST><PARTY>&nbsp;</PARTY></LIST>", "unknown entity &nbsp;"),
            ("not found", "text before the root element"),
            ("<?xml version='1.0' encoding='ISO-8859-1'?><LIST/>", "declared encoding ISO-8859-1"),
            ("<LIST><PARTY>\u{13}</PARTY></LIST>", "control character 0x13"),
        ] {
            let error = read(text).expect_err(expected);
            assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        }
    }

    #[test]
    fn records_that_are_too_deep_or_too_large_are_refused() {
        let deep = "<A>".repeat(XML_DEPTH_MAX + 1);
        let wide = "<A/>".repeat(XML_RECORD_BYTES_MAX / size_of::<Element>() + 1);
        let long = "x ".repeat(XML_RECORD_BYTES_MAX / 2 + 1);
        for content in [deep, wide, long] {
            let text = format!("<LIST><PARTY>{content}</PARTY></LIST>");
            assert!(read(&text).expect_err("too large").contains("deeper than"));
        }
        let many = "<PARTY>x</PARTY>".repeat(1_000);
        assert_eq!(read(&format!("<LIST>{many}</LIST>")).expect("well-formed").len(), 1_000);
    }
}
