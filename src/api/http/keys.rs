//! API keys, for operators that require them (docs/operation.md, "Keys"). Callers send a key as
//! `Authorization: Bearer KEY`, browsers as the password of any user. The operator's file holds the
//! SHA-256 of each key.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::limits;
use tamis_engine::files::read_short_text;

/// SHA-256 of a key. Keys are random, so no slower hash is needed.
type Hash = [u8; 32];

/// The valid keys, read from a file of lines `NAME HASH`.
#[derive(Debug)]
pub struct ApiKeys {
    path: PathBuf,
    keys: RwLock<Arc<[Key]>>,
}

#[derive(Debug)]
struct Key {
    /// Name of the key's holder for the log.
    name: Arc<str>,
    hash: Hash,
}

/// Fault of a key file.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error(
        "{}: line {line}: not a name and the SHA-256 of a key, 64 hexadecimal digits, with a blank \
         between them", path.display()
    )]
    Malformed {
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
    },
    #[error("{}: the file holds no key, so nobody could ask", path.display())]
    Empty { path: PathBuf },
}

impl ApiKeys {
    /// Reads a key file: one key a line; blank lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// The file cannot be read, a line has another form, or there is no key.
    pub fn read(path: &Path) -> Result<Self, KeysError> {
        let keys = RwLock::new(read(path)?);
        Ok(Self { path: path.to_owned(), keys })
    }

    /// Reads the file again.
    ///
    /// # Errors
    /// Those of [`Self::read`]; the previous keys then remain valid.
    pub fn reload(&self) -> Result<(), KeysError> {
        let keys = read(&self.path)?;
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(())
    }

    /// Holder of the key of a request; `None` without a valid key.
    ///
    /// Every stored hash is compared in constant time, so the time does not reveal how much of a key
    /// agrees.
    pub(crate) fn holder(&self, headers: &HeaderMap) -> Option<Arc<str>> {
        let hash: Hash = Sha256::digest(key_in(headers)?).into();
        let keys = Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner));
        keys.iter().fold(None, |found, key| {
            if key.hash.ct_eq(&hash).into() { Some(Arc::clone(&key.name)) } else { found }
        })
    }
}

/// The key sent with a request (RFC 6750, 2.1; RFC 7617, 2).
fn key_in(headers: &HeaderMap) -> Option<Cow<'_, [u8]>> {
    let (scheme, given) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let given = given.trim();
    if scheme.eq_ignore_ascii_case("Bearer") {
        return Some(given.as_bytes().into());
    }
    let credentials =
        scheme.eq_ignore_ascii_case("Basic").then(|| STANDARD.decode(given).ok())??;
    let colon = credentials.iter().position(|byte| *byte == b':')?;
    Some(credentials[colon + 1..].to_vec().into())
}

fn read(path: &Path) -> Result<Arc<[Key]>, KeysError> {
    let text = read_short_text(path, limits::ACCESS_FILE_BYTES_MAX)
        .map_err(|source| KeysError::Unreadable { path: path.to_owned(), source })?;
    let lines = text.lines().zip(1..).map(|(text, line)| (text.trim(), line));
    let keys = lines
        .filter(|(text, _)| !text.is_empty() && !text.starts_with('#'))
        .map(|(text, line)| {
            key(text).ok_or_else(|| KeysError::Malformed { path: path.to_owned(), line })
        })
        .collect::<Result<Arc<[Key]>, _>>()?;
    if keys.is_empty() { Err(KeysError::Empty { path: path.to_owned() }) } else { Ok(keys) }
}

fn key(line: &str) -> Option<Key> {
    let (name, digits) = line.split_once(char::is_whitespace)?;
    let digits = digits.trim();
    let mut hash = Hash::default();
    if !digits.is_ascii() || digits.len() != 2 * hash.len() {
        return None;
    }
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(Key { name: name.into(), hash })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use axum::http::HeaderValue;

    use super::*;

    /// The SHA-256 of `abc` (FIPS 180-2, B.1).
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn keys(text: &str) -> Result<ApiKeys, KeysError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("keys");
        fs::write(&path, text).expect("written");
        ApiKeys::read(&path)
    }

    #[test]
    fn a_key_is_known_by_its_hash_and_told_by_its_name() {
        let keys =
            keys(&format!("# those of the bank\n\npayments {ABC}\nbatch\t{}\n", "0".repeat(64)));
        let keys = keys.expect("keys");
        let holder = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
            keys.holder(&headers)
        };
        // `anyone:abc`
        for value in ["Bearer abc", "bearer abc", "Bearer  abc ", "Basic YW55b25lOmFiYw=="] {
            assert_eq!(holder(value).as_deref(), Some("payments"), "{value}");
        }
        for value in ["Bearer abd", "Bearer ", "Bearer", "Basic abc", "Basic YWJj", "abc", ""] {
            assert_eq!(holder(value), None, "{value}");
        }
        assert_eq!(keys.holder(&HeaderMap::new()), None);
    }

    #[test]
    fn a_file_of_keys_is_regular_and_bounded() {
        let most = limits::ACCESS_FILE_BYTES_MAX as usize;
        let line = format!("a {ABC}\n");
        let text = |bytes| format!("{line}{}", " ".repeat(bytes - line.len()));
        keys(&text(most)).expect("the longest one");
        let error = keys(&text(most + 1)).expect_err("a byte more").to_string();
        assert!(error.ends_with("it is longer than 1048576 bytes"), "{error}");
        ApiKeys::read(Path::new("/dev/zero")).expect_err("a device");
    }

    #[test]
    fn what_is_no_line_of_keys_is_named() {
        for (text, said) in [
            ("\npayments abc\n", "line 2: not a name and the SHA-256"),
            (ABC, "line 1"),
            (&format!("a {ABC}0"), "line 1"),
            (&format!("a {}", ABC.replace('b', "g")), "line 1"),
            (&format!("a {}", "é".repeat(32)), "line 1"),
            ("# none\n", "the file holds no key"),
        ] {
            let error = keys(text).expect_err(text).to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
