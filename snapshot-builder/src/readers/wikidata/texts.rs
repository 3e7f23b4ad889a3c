//! Texts of properties other than names that may contain the name of a person: names of pictures,
//! identifiers, user names, and addresses of sites.

use serde_json::Value;
use tamis_engine::text::normalize;

use super::labels::labels;
use crate::readers::common::wording::capitalized;
use tamis_ingest::squeeze;

/// Greatest number of texts examined in an item; real items have some two hundred.
const TEXTS_MAX: usize = 1_000;
/// Greatest length in bytes of a text that may be a name.
const BYTES_MAX: usize = 200;

/// A text that may hold the name.
#[derive(Debug)]
pub(super) struct Text<'i> {
    /// Property of the text.
    pub(super) property: &'i str,
    /// Published text, without the other parts of an address.
    pub(super) raw: String,
    /// Its words, without single letters and words with digits.
    pub(super) words: Vec<String>,
    /// The letters of all its words, folded.
    pub(super) letters: String,
    /// True if it was not written by the person, or is the address of the person's site.
    pub(super) is_trusted: bool,
}

/// Texts of an item that may contain its name.
pub(super) fn texts_of(item: &Value) -> Vec<Text<'_>> {
    let properties = item.as_object().into_iter().flatten().map(|(property, _)| property.as_str());
    let of_property = |property| {
        let values = labels(item, property).into_iter();
        values.filter_map(move |value| Text::of(property, &value))
    };
    properties.flat_map(of_property).take(TEXTS_MAX).collect()
}

impl<'i> Text<'i> {
    fn of(property: &'i str, value: &str) -> Option<Self> {
        let raw = match property {
            "image" => file_name(value),
            "official website" | "official blog URL" => host_name(value)?,
            _ if property.ends_with(" ID") || property.ends_with("username") => {
                value.rsplit('/').next()?.to_owned()
            }
            _ => return None,
        };
        if raw.len() > BYTES_MAX {
            return None;
        }
        let words = words(&raw);
        let letters = letters(&words.concat());
        let is_trusted = !property.ends_with("username");
        Some(Self { property, raw, words, letters, is_trusted })
    }
}

/// Name of a file at an address, without its extension and parentheses.
fn file_name(address: &str) -> String {
    let name = decoded(address.rsplit('/').next().unwrap_or_default()).replace('_', " ");
    let name = name.rsplit_once('.').map_or(name.as_str(), |(name, _)| name);
    squeeze(name.split('(').next().unwrap_or_default())
}

/// Name of the site at an address: `ana-sol` for `https://www.ana-sol.example/start`.
fn host_name(address: &str) -> Option<String> {
    let host = address.split("//").nth(1)?.split('/').next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    // Sites on other hosts ("ana.blog.example") are named after these hosts.
    let (name, ending) = host.split_once('.')?;
    (!ending.contains('.')).then(|| name.to_owned())
}

/// Decodes bytes written as `%20`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let digits = [ahead.next(), ahead.next()];
        let value = digits.map(|digit| char::from(digit.unwrap_or_default()).to_digit(16));
        match (byte, value) {
            (b'%', [Some(high), Some(low)]) => {
                bytes.extend(u8::try_from(high * 16 + low));
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words of a text, split at anything but letters, and before inner capitals (`AnaSol`); without single
/// letters and words with digits.
fn words(text: &str) -> Vec<String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric());
    let named = pieces.filter(|piece| !piece.contains(|c: char| c.is_numeric()));
    let words = named.flat_map(at_capitals);
    words.filter(|word| word.chars().nth(1).is_some()).collect()
}

fn at_capitals(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && was_lower {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words
}

/// Letters alone, folded.
pub(super) fn letters(text: &str) -> String {
    normalize(text).replace(' ', "")
}

/// Joins words to a name with capital initials.
pub(super) fn name_of(words: &[String]) -> String {
    words.iter().map(|word| capitalized(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_that_stand_for_no_byte_stay() {
        for (text, expected) in
            [("a%20b", "a b"), ("%C3%A9%", "é%"), ("%zz%2", "%zz%2"), ("%ff", "\u{fffd}")]
        {
            assert_eq!(decoded(text), expected);
        }
    }
}
