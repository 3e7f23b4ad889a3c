//! Salts and salted hashes.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use tamis_engine::store::checksum::hexadecimal;

/// Bytes of a salt.
const SALT_BYTES: usize = 16;

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
}
