//! A file of decisions: CSV or NDJSON, perhaps signed.

use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;

use super::decision::Clearances;
use super::rows;
use tamis_engine::files::{open_regular, read_short_text, replace, with_ending};
use tamis_engine::limits::SIGNATURE_BYTES_MAX;
use tamis_engine::store::TrustedKeys;
use tamis_engine::store::checksum::sha256_of;
use tamis_ingest::FileError;
use tamis_signing::SigningKey;

/// A file of decisions, and the keys of which one must have signed it.
#[derive(Debug, Clone)]
pub struct ClearancesFile {
    pub path: PathBuf,
    /// Of none, no signature is needed.
    pub keys: TrustedKeys,
}

/// Forms of the file.
enum Form {
    /// CSV with a header.
    Table,
    /// An object of JSON a line, in a file that ends in `.ndjson` or `.jsonl`.
    Lines,
}

impl ClearancesFile {
    /// Reads the file; one that does not exist yet has no decisions.
    ///
    /// # Errors
    /// It cannot be read, is not signed as it must be, or a row is none; the message names the line.
    pub fn read(&self) -> Result<Clearances, FileError> {
        let path = &self.path;
        let file = path.display().to_string();
        let mut bytes = Vec::new();
        let read = open_regular(path).and_then(|mut file| file.read_to_end(&mut bytes));
        match read {
            Ok(_) => self.check(&bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Clearances::default()),
            Err(error) => return Err(FileError::io(file, error)),
        }
        let mut clearances = Clearances::of_file(sha256_of(&bytes));
        let add = |(customer, record, clearance)| clearances.add(customer, record, clearance);
        match self.form() {
            Form::Table => rows::read_table(bytes, file, add)?,
            Form::Lines => rows::read_lines(&bytes, &file, add)?,
        }
        Ok(clearances)
    }

    /// The form of the file by the end of its name.
    fn form(&self) -> Form {
        match self.path.extension().and_then(|ending| ending.to_str()) {
            Some("ndjson" | "jsonl") => Form::Lines,
            _ => Form::Table,
        }
    }

    /// Checks that one of the keys signed the content, if one must have.
    fn check(&self, content: &[u8]) -> Result<(), FileError> {
        let path = self.signature();
        let fault = |reason: &str| FileError::Content {
            file: path.display().to_string(),
            reason: reason.to_owned(),
        };
        if !self.keys.are_required() {
            return Ok(());
        }
        let signature = match read_short_text(&path, SIGNATURE_BYTES_MAX) {
            Ok(signature) => signature,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(fault("the clearances are not signed, and a signature is required"));
            }
            Err(error) => return Err(FileError::io(path.display().to_string(), error)),
        };
        let verified = self.keys.verify(content, &signature);
        verified.map_err(|why| fault(&why.reason("these clearances")))
    }

    /// The file of the signature.
    fn signature(&self) -> PathBuf {
        with_ending(&self.path, ".minisig")
    }

    /// Writes decisions, sorted by customer and record, in one step, and the signature of a key. A server
    /// that reads between the two refuses the file until the next look.
    ///
    /// # Errors
    /// A file cannot be written or signed; earlier ones stay then.
    pub fn write(&self, clearances: &Clearances, key: Option<&SigningKey>) -> io::Result<()> {
        let text = match self.form() {
            Form::Table => rows::table(clearances),
            Form::Lines => rows::lines(clearances),
        };
        let signature = key.map(|key| key.signature(&text, "clearances")).transpose();
        let signature = signature.map_err(io::Error::other)?;
        replace(&self.path, &text)?;
        signature.map_or(Ok(()), |signature| replace(&self.signature(), signature.as_bytes()))
    }
}
