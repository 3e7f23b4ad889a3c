//! The canonical form of JSON, RFC 8785: keys sorted, no blanks, one way to write a number.
//!
//! Written in one pass: every object is sorted where it ends. The crate that the tests compare with
//! allocates for each piece of text, and made receipts twice as dear.

use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};

/// Integers beyond it are written as the nearest double.
const INTEGER_MAX: u64 = 1 << 53;

/// Bytes of a key that are compared at once.
const KEY_BEGINNING: usize = 8;

/// A JSON value in canonical form. Keys are sorted as bytes: those of our shapes are ASCII without signs
/// that JSON escapes.
pub(crate) fn canonical(value: &impl Serialize) -> Vec<u8> {
    let mut sorter = Sorter::default();
    let written = value.serialize(&mut Serializer::with_formatter(Nowhere, Of(&mut sorter)));
    written.expect("our shapes have string keys and finite numbers alone");
    sorter.text
}

/// The text so far, and the objects that have not ended.
#[derive(Debug, Default)]
struct Sorter {
    text: Vec<u8>,
    /// Entries of the objects that have not ended, those of the innermost last.
    entries: Vec<Entry>,
    /// For each of these objects: where its entries begin.
    open: Vec<usize>,
    /// Entries of an ended object, sorted.
    sorted: Vec<u8>,
}

/// An entry of an object.
#[derive(Debug)]
struct Entry {
    /// Place of the key with its quotes.
    key: Range<usize>,
    /// The first bytes of the key, which mostly tell it from others.
    beginning: u64,
    /// End of the value.
    end: usize,
}

impl Sorter {
    /// Sorts the entries of the innermost object, which are the end of the text.
    fn end_object(&mut self) {
        let Self { text, entries, open, sorted } = self;
        let from = open.pop().unwrap_or_default();
        let own = &mut entries[from..];
        let key = |entry: &Entry| (entry.beginning, &text[entry.key.start + 1..entry.key.end - 1]);
        if !own.is_sorted_by_key(key) {
            let start = own[0].key.start;
            own.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
            sorted.clear();
            for Entry { key, end, .. } in own {
                sorted.extend_from_slice(&text[key.start..*end]);
                sorted.push(b',');
            }
            sorted.pop();
            text[start..].copy_from_slice(sorted);
        }
        entries.truncate(from);
    }
}

/// Writes to a sorter, and nothing to its writer.
struct Of<'s>(&'s mut Sorter);

/// A writer that takes nothing, since the sorter has it all.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Of<'_> {
    fn push(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.text.extend_from_slice(text);
        Ok(())
    }

    fn next(&mut self, is_first: bool) -> io::Result<()> {
        if is_first { Ok(()) } else { self.push(b",") }
    }

    fn integer(&mut self, negative: bool, value: u64) -> io::Result<()> {
        match (value > INTEGER_MAX, negative) {
            (false, false) => write!(self.0.text, "{value}"),
            (false, true) => write!(self.0.text, "-{value}"),
            (true, _) => self.double(if negative { -(value as f64) } else { value as f64 }),
        }
    }

    fn double(&mut self, value: f64) -> io::Result<()> {
        self.push(ryu_js::Buffer::new().format_finite(value).as_bytes())
    }
}

/// Methods that write an integer of a type.
macro_rules! integers {
    ($($name:ident: $type:ty),*) => {
        $(fn $name<W: ?Sized + Write>(&mut self, _: &mut W, value: $type) -> io::Result<()> {
            let value = i128::from(value);
            self.integer(value < 0, value.unsigned_abs() as u64)
        })*
    };
}

/// Methods that write a fixed text.
macro_rules! texts {
    ($($name:ident: $text:literal),*) => {
        $(fn $name<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
            self.push($text)
        })*
    };
}

impl Formatter for Of<'_> {
    integers! {
        write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64,
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64
    }

    texts! {
        write_null: b"null", begin_string: b"\"", end_string: b"\"", begin_array: b"[", end_array: b"]",
        end_array_value: b"", begin_object_value: b":"
    }

    fn write_bool<W: ?Sized + Write>(&mut self, _: &mut W, value: bool) -> io::Result<()> {
        self.push(if value { b"true" } else { b"false" })
    }

    fn write_f64<W: ?Sized + Write>(&mut self, _: &mut W, value: f64) -> io::Result<()> {
        self.double(value)
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        _: &mut W,
        text: &str,
    ) -> io::Result<()> {
        self.push(text.as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        _: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::Quote => self.push(b"\\\""),
            CharEscape::ReverseSolidus => self.push(b"\\\\"),
            CharEscape::Solidus => self.push(b"/"),
            CharEscape::Backspace => self.push(b"\\b"),
            CharEscape::FormFeed => self.push(b"\\f"),
            CharEscape::LineFeed => self.push(b"\\n"),
            CharEscape::CarriageReturn => self.push(b"\\r"),
            CharEscape::Tab => self.push(b"\\t"),
            CharEscape::AsciiControl(byte) => write!(self.0.text, "\\u{byte:04x}"),
        }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, _: &mut W, first: bool) -> io::Result<()> {
        self.next(first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.open.push(self.0.entries.len());
        self.push(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _: &mut W, first: bool) -> io::Result<()> {
        self.next(first)?;
        let start = self.0.text.len();
        self.0.entries.push(Entry { key: start..start, beginning: 0, end: start });
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        let Sorter { text, entries, .. } = &mut *self.0;
        if let Some(entry) = entries.last_mut() {
            entry.key.end = text.len();
            let mut beginning = [0; KEY_BEGINNING];
            let key = text[entry.key.start + 1..].iter().take(entry.key.len() - 2);
            beginning.iter_mut().zip(key).for_each(|(own, byte)| *own = *byte);
            entry.beginning = u64::from_be_bytes(beginning);
        }
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        let Sorter { text, entries, .. } = &mut *self.0;
        if let Some(entry) = entries.last_mut() {
            entry.end = text.len();
        }
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.0.end_object();
        self.push(b"}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// The example in section 3.2.3 of RFC 8785.
    #[test]
    fn the_canonical_form_is_that_of_the_standard() {
        let value: serde_json::Value = serde_json::from_str(
            r#"{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
                "literals": [null, true, false]}"#,
        )
        .expect("JSON");
        let expected = r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#;
        assert_eq!(String::from_utf8(canonical(&value)).expect("UTF-8"), expected);
    }

    fn a_value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<bool>().prop_map(|value| json!(value)),
            any::<f64>()
                .prop_filter("finite", |value| value.is_finite())
                .prop_map(|value| json!(value)),
            any::<i64>().prop_map(|value| json!(value)),
            any::<u64>().prop_map(|value| json!(value)),
            (0u32..20_000).prop_map(|value| json!(f64::from(value) / 1e4)),
            ".*".prop_map(|value| json!(value)),
        ];
        leaf.prop_recursive(3, 24, 5, |inner| {
            let values = prop::collection::vec(inner.clone(), 0..5);
            let fields = prop::collection::btree_map("[ !#-\\[\\]-~]{0,4}", inner, 0..5);
            prop_oneof![values.prop_map(|own| json!(own)), fields.prop_map(|own| json!(own))]
        })
    }

    /// A value whose objects are written from the last key to the first.
    struct Reversed<'v>(&'v serde_json::Value);

    impl Serialize for Reversed<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                serde_json::Value::Object(fields) => {
                    let fields = fields.iter().rev();
                    serializer.collect_map(fields.map(|(key, value)| (key, Reversed(value))))
                }
                serde_json::Value::Array(values) => {
                    serializer.collect_seq(values.iter().map(Reversed))
                }
                value => value.serialize(serializer),
            }
        }
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_that_of_another_program(value in a_value()) {
            let theirs = serde_json_canonicalizer::to_vec(&value).expect("JSON");
            prop_assert_eq!(&canonical(&value), &theirs);
            prop_assert_eq!(&canonical(&Reversed(&value)), &theirs);
        }
    }
}
