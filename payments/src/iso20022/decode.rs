//! Bytes of a file as text, in the encoding that they are in and say.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};

use crate::error::{Fault, ReadError};

/// Bytes at the start of a file in which the encoding is declared.
const DECLARATION_BYTES: usize = 256;

/// Decodes a file and checks that XML allows its characters.
pub(super) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, &'static Encoding), ReadError> {
    let (by_mark, rest) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => (Some(UTF_8), rest),
        [0xFF, 0xFE, rest @ ..] => (Some(UTF_16LE), rest),
        [0xFE, 0xFF, rest @ ..] => (Some(UTF_16BE), rest),
        [b'<', 0, ..] => (Some(UTF_16LE), bytes),
        [0, b'<', ..] => (Some(UTF_16BE), bytes),
        _ => (None, bytes),
    };
    let (text, encoding) = match by_mark {
        Some(encoding) if encoding == UTF_8 => (Cow::Borrowed(as_utf8(rest)?), UTF_8),
        Some(encoding) => (Cow::Owned(decode_with(encoding, rest)?), encoding),
        None => decode_as_declared(bytes)?,
    };
    check_characters(&text)?;
    Ok((text, encoding))
}

/// Decodes bytes of which every letter of the declaration is one byte.
fn decode_as_declared(bytes: &[u8]) -> Result<(Cow<'_, str>, &'static Encoding), ReadError> {
    let label = declared(bytes).unwrap_or("UTF-8");
    // The letters of "x-user-defined" are those of no script.
    let encoding = Encoding::for_label_no_replacement(label.as_bytes());
    let Some(encoding) = encoding.filter(|encoding| *encoding != X_USER_DEFINED) else {
        return Err(ReadError::after(
            "",
            Fault::Encoding(format!("the encoding {label} is not known")),
        ));
    };
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return Err(ReadError::after("", mismatch("its letters are single bytes", label)));
    }
    if encoding == UTF_8 {
        return Ok((Cow::Borrowed(as_utf8(bytes)?), encoding));
    }
    let sound = bytes.iter().take_while(|byte| byte.is_ascii()).count();
    if sound < bytes.len() {
        let before = str::from_utf8(&bytes[..sound]).unwrap_or_default();
        if label.to_ascii_uppercase().ends_with("ASCII") {
            return Err(ReadError::after(before, mismatch("it has letters beyond ASCII", label)));
        }
        // Texts in another encoding hardly ever are UTF-8 by chance, but for a few letters of Chinese. In the
        // wrong encoding every name is lost.
        if str::from_utf8(bytes).is_ok() {
            return Err(ReadError::after(before, mismatch("it is UTF-8", label)));
        }
    }
    Ok((Cow::Owned(decode_with(encoding, bytes)?), encoding))
}

fn as_utf8(bytes: &[u8]) -> Result<&str, ReadError> {
    str::from_utf8(bytes).map_err(|error| {
        let (before, _) = bytes.split_at(error.valid_up_to());
        let value = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        let reason = format!("the byte 0x{value:02X} is not UTF-8");
        ReadError::after(str::from_utf8(before).unwrap_or_default(), Fault::Encoding(reason))
    })
}

fn decode_with(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, ReadError> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let length = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(length.unwrap_or(bytes.len()));
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::InputEmpty, _) => Ok(text),
        _ => {
            let reason = format!("not all of it is {}", encoding.name());
            Err(ReadError::after(&text, Fault::Encoding(reason)))
        }
    }
}

/// Returns the encoding in the XML declaration.
fn declared(bytes: &[u8]) -> Option<&str> {
    let start = &bytes[..bytes.len().min(DECLARATION_BYTES)];
    let end = start.iter().position(|byte| *byte == b'>')?;
    let declaration = str::from_utf8(&start[..end]).ok()?.trim_start().strip_prefix("<?xml")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    value[1..].split_once(quote).map(|(label, _)| label)
}

/// True for the characters that XML 1.0 allows.
pub(super) fn is_allowed(letter: char) -> bool {
    !matches!(letter, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn check_characters(text: &str) -> Result<(), ReadError> {
    // The two noncharacters begin with 0xEF, as few letters do.
    let is_suspect = |byte: u8| {
        (byte < b' ') & (byte != b'\t') & (byte != b'\n') & (byte != b'\r') | (byte == 0xEF)
    };
    // Without an early end and without branches many bytes are compared at once.
    if !text.bytes().fold(false, |found, byte| found | is_suspect(byte)) {
        return Ok(());
    }
    match text.char_indices().find(|(_, letter)| !is_allowed(*letter)) {
        Some((at, letter)) => {
            Err(ReadError::after(&text[..at], Fault::Character(u32::from(letter))))
        }
        None => Ok(()),
    }
}

/// True if a declaration may have this label in a text of this encoding.
pub(super) fn is_of(encoding: &'static Encoding, label: &str) -> bool {
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    // UTF-16 is declared with and without the order of its bytes.
    let is_any_order = is_wide && label.eq_ignore_ascii_case("UTF-16");
    is_any_order || Encoding::for_label(label.as_bytes()) == Some(encoding)
}

pub(super) fn mismatch(found: &str, label: &str) -> Fault {
    Fault::Encoding(format!("{found}, and it declares {label}"))
}
