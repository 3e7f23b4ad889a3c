//! Canonical JSON, salts and hashes.

use std::io::{self, Write};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::ser::Formatter;
use sha2::{Digest, Sha256};
use tamis_engine::store::checksum::hexadecimal;

/// Bytes of a salt.
const SALT_BYTES: usize = 16;

/// A JSON value in the canonical form of RFC 8785: keys sorted, no blanks, one way to write a number.
///
/// Keys are sorted as bytes, as the standard has it as long as they are of the basic plane; ours are ASCII.
pub(crate) fn canonical(value: &impl Serialize) -> Vec<u8> {
    let sorted = serde_json::to_value(value);
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Numbers);
    let written = sorted.and_then(|sorted| sorted.serialize(&mut serializer));
    written.expect("our shapes have string keys and finite numbers alone");
    text
}

/// Writes every number as ECMAScript writes it, as a double.
struct Numbers;

impl Formatter for Numbers {
    fn write_i64<W: ?Sized + Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        self.write_f64(writer, value as f64)
    }

    fn write_u64<W: ?Sized + Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        self.write_f64(writer, value as f64)
    }

    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(ryu_js::Buffer::new().format_finite(value).as_bytes())
    }
}

/// Random bytes hashed in front of a text, without which nobody can try names until the hash is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Salt([u8; SALT_BYTES]);

impl Salt {
    /// A new one from the operating system.
    pub(crate) fn new() -> Self {
        let mut bytes = [0; SALT_BYTES];
        getrandom::fill(&mut bytes).expect("the operating system has random numbers");
        Self(bytes)
    }

    /// SHA-256 of the salt and the text, in hexadecimal.
    pub(crate) fn sha256(self, text: &[u8]) -> String {
        hexadecimal(&Sha256::new().chain_update(self.0).chain_update(text).finalize())
    }
}

impl Serialize for Salt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hexadecimal(&self.0))
    }
}

impl<'de> Deserialize<'de> for Salt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_salt =
            text.len() == 2 * SALT_BYTES && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = is_salt.then(|| u128::from_str_radix(&text, 16).ok()).flatten();
        let number = number.ok_or_else(|| de::Error::custom("a salt has 32 hexadecimal digits"))?;
        Ok(Self(number.to_be_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use tamis_engine::store::checksum::sha256_of;

    use super::*;

    #[test]
    fn a_hash_is_that_of_the_salt_and_the_text() {
        let salt: Salt =
            serde_json::from_value(json!("61626300000000000000000000000000")).expect("a salt");
        assert_eq!(salt.sha256(b"xyz"), sha256_of(b"abc\0\0\0\0\0\0\0\0\0\0\0\0\0xyz"));
        assert_eq!(json!(salt), "61626300000000000000000000000000");
        assert_ne!(Salt::new(), Salt::new());
        for text in
            ["", "616263", "+1626300000000000000000000000000", "gg626300000000000000000000000000"]
        {
            serde_json::from_value::<Salt>(json!(text)).expect_err(text);
        }
    }

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
            let fields = prop::collection::btree_map("[ -~]{0,4}", inner, 0..5);
            prop_oneof![values.prop_map(|own| json!(own)), fields.prop_map(|own| json!(own))]
        })
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_that_of_another_program(value in a_value()) {
            let theirs = serde_json_canonicalizer::to_vec(&value).expect("JSON");
            prop_assert_eq!(canonical(&value), theirs);
        }
    }
}
