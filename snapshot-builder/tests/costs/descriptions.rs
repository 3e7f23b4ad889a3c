//! Descriptions of registers, for the fuzz target `descriptions`: the name of a register's folder in the
//! first line, and the `register.toml` in that folder after it. The name of a shipped register makes it
//! one that may be a list of changes.

use std::fs;
use std::sync::LazyLock;

use snapshot_builder::Descriptions;
use snapshot_builder::registers::DESCRIPTION_FILE;

use crate::support::costs::{Bound, Line};

/// What reading a description may cost.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 256 << 10, per_byte: 160 }, Line { fixed: 1_000, per_byte: 1 });

/// Reads the description of an input, and gives the bytes of the input. What is refused is told with
/// the name of the file.
pub(crate) fn read_described(input: &[u8]) -> usize {
    static SHIPPED: LazyLock<Descriptions> =
        LazyLock::new(|| Descriptions::shipped().expect("descriptions"));
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (slug, text) = input.split_at(end);
    let slug = String::from_utf8_lossy(slug);
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if slug.is_empty() || slug.len() > 100 || !slug.bytes().all(is_letter) {
        return input.len();
    }
    let sources = tempfile::tempdir().expect("a folder");
    let folder = sources.path().join(&*slug);
    fs::create_dir(&folder).expect("made");
    fs::write(folder.join(DESCRIPTION_FILE), text.get(1..).unwrap_or_default()).expect("written");
    let mut known = Descriptions::of(SHIPPED.get(&slug).cloned());
    if let Err(error) = known.add_own(&folder) {
        assert!(error.to_string().contains(DESCRIPTION_FILE), "{error}");
    }
    input.len()
}

#[test]
fn any_description_is_read_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "descriptions", 600, read_described);
}
