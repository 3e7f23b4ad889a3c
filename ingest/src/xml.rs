//! Reads the records of a well-formed XML file as complete elements, one at a time.

use crate::entities::decode;
use crate::error::FileError;
use crate::file::SourceFile;
use crate::limits::{XML_DEPTH_MAX, XML_RECORD_BYTES_MAX};
use crate::text::{ControlCharacters, squeeze};
use crate::xml_parts::{Part, Tag, XmlParts};

/// An element with all its content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Element {
    /// Local name.
    pub name: String,
    /// Its attributes by local name, in order.
    pub attributes: Vec<(String, String)>,
    /// Text directly in the element, as published.
    pub text: String,
    /// Child elements, in order.
    pub children: Vec<Element>,
}

impl Element {
    /// Memory of the element without its content.
    fn bytes(&self) -> usize {
        let attributes = self.attributes.iter().map(|(name, value)| 48 + name.len() + value.len());
        size_of::<Self>() + attributes.sum::<usize>()
    }

    /// Child elements of this name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Value of an attribute, without superfluous blanks; `None` if empty.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<String> {
        let value = self.attributes.iter().find(|(known, _)| known == name);
        value.map(|(_, value)| squeeze(value)).filter(|value| !value.is_empty())
    }

    /// Text of the first non-empty element of this name, without superfluous blanks.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<String> {
        self.all(name).map(|child| squeeze(&child.text)).find(|text| !text.is_empty())
    }

    /// Non-empty texts of all elements of these names, in the order of the names.
    #[must_use]
    pub fn texts_of(&self, names: &[&str]) -> Vec<String> {
        let texts = names.iter().flat_map(|name| self.all(name).map(|c| squeeze(&c.text)));
        texts.filter(|text| !text.is_empty()).collect()
    }
}

/// An XML file being read.
pub struct XmlStream {
    parts: XmlParts<'static>,
}

impl XmlStream {
    /// Opens a file and reads its root element, which must have one of these local names. Returns the
    /// stream, and the root with its attributes.
    ///
    /// # Errors
    /// Same as [`SourceFile::open`], or the file has no such root element.
    pub fn open(source: &SourceFile, roots: &[&str]) -> Result<(Self, Element), FileError> {
        let mut parts = XmlParts::of(source.open(ControlCharacters::Forbidden)?);
        loop {
            match parts.next_part()? {
                Some(Part::Open(tag)) => {
                    let root = open_element(&tag);
                    let root = root.map_err(|reason| parts.fault(reason))?;
                    if !roots.contains(&root.name.as_str()) {
                        let (name, expected) = (&root.name, roots.join("> or <"));
                        let reason = format!("the root element is <{name}>; expected <{expected}>");
                        return Err(parts.fault(reason));
                    }
                    return Ok((Self { parts }, root));
                }
                Some(_) => {}
                None => return Err(parts.fault("there is no element; this is not XML")),
            }
        }
    }

    /// The next element with one of these local names, with the index of the name; `None` at the
    /// end of a well-formed file.
    ///
    /// # Errors
    /// The file is damaged, or an element is larger or deeper than the limits allow.
    pub fn next_of(
        &mut self,
        names: &[&'static str],
    ) -> Result<Option<(usize, Element)>, FileError> {
        loop {
            self.parts.renew();
            match self.parts.next_part()? {
                Some(Part::Open(tag)) => {
                    let wanted = names.iter().position(|wanted| *wanted == tag.name());
                    let element = open_element(&tag);
                    let element = element.map_err(|reason| self.parts.fault(reason))?;
                    if let Some(index) = wanted {
                        return Ok(Some((index, self.read_element(element)?)));
                    }
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// Reads the rest of the element that was just opened.
    fn read_element(&mut self, element: Element) -> Result<Element, FileError> {
        let mut outer: Vec<Element> = Vec::new();
        let mut bytes = element.bytes();
        let mut innermost = element;
        while let Some(part) = self.parts.next_part()? {
            bytes += match part {
                Part::Open(tag) => {
                    let child = open_element(&tag);
                    let child = child.map_err(|reason| self.parts.fault(reason))?;
                    let bytes = child.bytes();
                    outer.push(std::mem::replace(&mut innermost, child));
                    bytes
                }
                Part::Close => {
                    decode(&mut innermost.text);
                    let Some(parent) = outer.pop() else { return Ok(innermost) };
                    let closed = std::mem::replace(&mut innermost, parent);
                    innermost.children.push(closed);
                    0
                }
                Part::Text(text) => append(&mut innermost, &text),
                Part::Letter(letter) => append(&mut innermost, letter.encode_utf8(&mut [0; 4])),
                Part::UnknownEntity(name) => {
                    return Err(self.parts.fault(format!("unknown entity &{name};")));
                }
                Part::Other => 0,
            };
            if bytes > XML_RECORD_BYTES_MAX || outer.len() > XML_DEPTH_MAX {
                return Err(self.parts.fault(format!(
                    "a record larger than {XML_RECORD_BYTES_MAX} bytes or deeper than {XML_DEPTH_MAX} elements"
                )));
            }
        }
        Err(self.parts.fault("the file ends inside a record"))
    }
}

/// Appends to the text of an element; returns the number of added bytes.
fn append(element: &mut Element, text: &str) -> usize {
    element.text.push_str(text);
    text.len()
}

/// A new element for this tag, without content.
fn open_element(tag: &Tag<'_>) -> Result<Element, String> {
    let mut attributes = tag.attributes()?;
    attributes.iter_mut().for_each(|(_, value)| decode(value));
    Ok(Element { name: tag.name().to_owned(), attributes, ..Element::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Element>, String> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.xml");
        std::fs::write(&path, text).expect("written");
        let source = SourceFile { path, name: "a.xml".to_owned() };
        let elements = || -> Result<Vec<Element>, FileError> {
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
    fn what_is_escaped_twice_is_decoded() {
        let text = "<LIST><PARTY at='A &amp;amp; B'><NAME>A &amp;amp;amp; B</NAME></PARTY></LIST>";
        let parties = read(text).expect("well-formed");
        assert_eq!(parties[0].text_of("NAME").as_deref(), Some("A & B"));
        assert_eq!(parties[0].attribute("at").as_deref(), Some("A & B"));
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
            ("<OTHER/>", "the root element is <OTHER>; expected <LIST>"),
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
