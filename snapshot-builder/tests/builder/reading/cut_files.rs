//! Every format, cut anywhere: a file that ends within a row, an element or a document is no list,
//! and never a shorter one.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use snapshot_builder::readers::{FORMATS, Format};

use super::seeded::Seeds;
use crate::support::effort::effort;

/// Places at which the files of a format may be cut without a trace.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Untraced {
    /// Nowhere: the document is closed, or it is not whole.
    Nowhere,
    /// Behind a line: each is an object by itself.
    BehindObject,
    /// Within or behind the last cell of a row, unless in quotes: the end of the last row needs no
    /// line feed.
    InLastCell {
        /// The byte between two cells.
        delimiter: u8,
    },
    /// Behind a line feed: an item in block style is sound with fewer lines.
    BehindLine,
    /// Behind the full stop that ends an entry, or the heading of a section.
    BehindEntry,
}

/// Of each format that is not closed by its last bytes.
const UNTRACED: &[(&str, Untraced)] = &[
    ("bis_dpl", Untraced::InLastCell { delimiter: b'\t' }),
    ("congress", Untraced::InLastCell { delimiter: b',' }),
    ("csl_csv", Untraced::InLastCell { delimiter: b',' }),
    ("ftm_entities", Untraced::BehindObject),
    ("leie_csv", Untraced::InLastCell { delimiter: b',' }),
    ("ofac_csv", Untraced::InLastCell { delimiter: b',' }),
    ("ofac_text", Untraced::BehindEntry),
    ("records_csv", Untraced::InLastCell { delimiter: b';' }),
    ("records_jsonl", Untraced::BehindObject),
    ("senzing_jsonl", Untraced::BehindObject),
    ("uk_ofsi_csv", Untraced::InLastCell { delimiter: b',' }),
    ("uk_parliament_csv", Untraced::InLastCell { delimiter: b',' }),
    ("uk_sanctions_list_csv", Untraced::InLastCell { delimiter: b',' }),
];

impl Untraced {
    /// The places of a file of this name in this format.
    pub(crate) fn of(format: &Format, start: &[u8], name: &str) -> Self {
        // Companions and lists of the Congress come in YAML, or in JSON under the same name.
        let start = start.trim_ascii_start();
        if name.contains(".yaml") || name.contains("terms") || format.name == "congress_yaml" {
            return if start.starts_with(b"[") { Self::Nowhere } else { Self::BehindLine };
        }
        if start.starts_with(b"[") || name.contains("executive") {
            return Self::Nowhere;
        }
        let found = UNTRACED.iter().find(|(known, _)| *known == format.name);
        found.map_or(Self::Nowhere, |(_, untraced)| *untraced)
    }

    /// True if nothing in the part tells that the rest of the file is missing.
    pub(crate) fn hides(self, part: &[u8], rest: &[u8]) -> bool {
        if rest.trim_ascii().is_empty() || rest == b"\x1a" {
            return true;
        }
        match self {
            Self::Nowhere => false,
            Self::BehindObject => {
                rest.starts_with(b"\n") || rest.starts_with(b"\r") || part.ends_with(b"\n")
            }
            Self::BehindLine => part.ends_with(b"\n"),
            Self::BehindEntry => {
                let part = part.trim_ascii_end();
                part.ends_with(b".") || part.ends_with(b"~")
            }
            Self::InLastCell { delimiter } => is_in_last_cell(part, rest, delimiter),
        }
    }
}

/// True if the part is not within quotation marks, and no delimiter is left of its last row.
fn is_in_last_cell(part: &[u8], rest: &[u8], delimiter: u8) -> bool {
    let is_quoted = part.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
    if is_quoted {
        return false;
    }
    if part.ends_with(b"\n") {
        return true;
    }
    let mut is_quoted = false;
    for byte in rest {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => return true,
            byte if *byte == delimiter && !is_quoted => return false,
            _ => {}
        }
    }
    true
}

/// Cuts of a file in the usual run.
const USUAL_CUTS: usize = 200;

/// Where a file of some length is cut: at every byte, or at some, the same ones in every run.
fn places(length: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.shuffle(&mut ChaCha8Rng::seed_from_u64(length as u64));
    places.truncate(effort(USUAL_CUTS, length));
    places
}

#[test]
fn no_format_takes_the_beginning_of_a_file_for_all_of_it() {
    for format in FORMATS {
        let seeds = Seeds::of(format);
        let whole = seeds.references(format).expect("the seeds themselves are sound");
        for which in 0..seeds.count() {
            let bytes = seeds.bytes(which).to_vec();
            let untraced = Untraced::of(format, &bytes, seeds.name(which));
            for at in places(bytes.len()) {
                let (part, rest) = bytes.split_at(at);
                // Without a record a load fails as well.
                let found = seeds.references_with(format, which, part);
                let Some(found) = found.filter(|found| !found.is_empty()) else { continue };
                let name = format!("{}/{} cut at byte {at}", format.name, seeds.name(which));
                let has_all = whole.is_subset(&found);
                assert!(has_all || untraced.hides(part, rest), "{name}: {found:?} of {whole:?}");
            }
        }
    }
}
