//! SHA-256 of files, as manifests and reports state it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

const BUFFER_BYTES: usize = 1 << 16;

/// Size in bytes of the file as stored, and its SHA-256 in 64 lower-case hexadecimal digits.
///
/// # Errors
/// The file cannot be read.
pub fn size_and_sha256(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let (mut digest, mut size) = (Sha256::new(), 0);
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => {
                digest.update(&buffer[..read]);
                size += read as u64;
            }
        }
    }
    Ok((size, hexadecimal(&digest.finalize())))
}

/// SHA-256 of bytes, in 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_of(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Encodes bytes as two lower-case hexadecimal digits each.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_hash_are_those_of_the_stored_bytes() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("list");
        std::fs::write(&path, b"abc").expect("written");
        // The example in FIPS 180-4.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(size_and_sha256(&path).expect("readable"), (3, expected.to_owned()));
    }
}
