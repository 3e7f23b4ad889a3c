//! Names of files, their replacement, and files from outside: opened only if they are regular, and read
//! within a limit.
//!
//! Links are followed, because folders mounted into containers consist of them. The target must be a
//! regular file too: opening a named pipe would wait for its writer, and a device may have no end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A path with a suffix added to its name.
#[must_use]
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Opens a regular file for reading. Never waits for another process.
///
/// # Errors
/// It cannot be opened, or it is a folder, a named pipe, a socket or a device
/// ([`io::ErrorKind::InvalidInput`]).
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Without O_NONBLOCK, opening a pipe without a writer would wait. Regular files ignore it.
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
        options.custom_flags(flags.cast_signed());
    }
    let file = options.open(path)?;
    // Reads the metadata of the open file, because its name may belong to another file by now.
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// The errors of [`open_regular`]; it cannot be read; it is longer ([`io::ErrorKind::FileTooLarge`]).
pub fn read_short(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let fault = format!("it is longer than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, fault));
    }
    Ok(bytes)
}

/// Reads a regular file of at most `most` bytes as text.
///
/// # Errors
/// The errors of [`read_short`]; it is not UTF-8 ([`io::ErrorKind::InvalidData`]).
pub fn read_short_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read_short(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Replaces a file in one step: it holds its former content or this one, whenever the machine stops.
///
/// # Errors
/// A file beside it, named with `.new` behind, cannot be written or renamed.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let new = with_ending(path, ".new");
    let mut file = File::create(&new)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(new, path)
}

/// Describes the fault of a JSON text and its place without quoting the text, which may be
/// confidential.
#[must_use]
pub fn json_fault(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let fault = match error.classify() {
        Category::Io => "it cannot be read",
        Category::Syntax => "not JSON",
        Category::Data => "not of the expected shape",
        Category::Eof => "the text ends early",
    };
    format!("line {}, column {}: {fault}", error.line(), error.column())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_no_regular_file_is_refused_and_nothing_waits_for_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert!(Command::new("mkfifo").arg(at("pipe")).status().expect("it runs").success());
        symlink(at("pipe"), at("to-pipe")).expect("linked");
        symlink("/dev/zero", at("to-device")).expect("linked");
        symlink(folder.path(), at("to-folder")).expect("linked");
        fs::create_dir(at("folder")).expect("made");
        for name in ["pipe", "to-pipe", "to-device", "folder", "to-folder"] {
            let error = read_short(&at(name), 9).expect_err(name);
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{name}");
        }
        let _socket = UnixListener::bind(at("socket")).expect("bound");
        read_short(&at("socket"), 9).expect_err("a socket");
        symlink("to-itself", at("to-itself")).expect("linked");
        read_short(&at("to-itself"), 9).expect_err("a link to itself");
        read_short(&at("none"), 9).expect_err("no such file");
    }

    #[test]
    fn links_to_files_are_followed_and_their_length_is_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink("file", &link).expect("linked");
        for (text, expected) in [("", Ok("")), ("123", Ok("123")), ("1234", Err("3 bytes"))] {
            fs::write(&file, text).expect("written");
            let read = read_short_text(&link, 3).map_err(|error| error.to_string());
            match expected {
                Ok(text) => assert_eq!(read.as_deref(), Ok(text)),
                Err(said) => assert!(read.expect_err(said).contains(said)),
            }
        }
        fs::write(&file, [0xff]).expect("written");
        read_short_text(&link, 3).expect_err("not UTF-8");
        // No more is read than is asked for, however long the file is.
        fs::File::options().write(true).open(&file).and_then(|f| f.set_len(1 << 40)).expect("long");
        read_short(&link, 3).expect_err("a terabyte");
    }

    #[test]
    fn the_fault_of_a_json_text_repeats_nothing_of_it() {
        for text in ["secret", "\"secret\"", "{\"secret\": ", "[1, \"secret\"]"] {
            let error = serde_json::from_str::<Vec<u8>>(text).expect_err(text);
            let fault = json_fault(&error);
            assert!(fault.starts_with("line 1, column ") && !fault.contains("secret"), "{fault}");
        }
    }
}
