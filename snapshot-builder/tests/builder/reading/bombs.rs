//! Files made to fill the memory are refused by a limit that has a name, in every format.

use std::fs;
use std::io::Write;
use std::path::Path;

use snapshot_builder::readers::FORMATS;
use tamis_ingest::limits::{LINE_BYTES_MAX, RECORD_BYTES_MAX};

use super::support::read_seeds;

/// The main file among the seeds of a format.
fn seed(format: &str) -> Vec<u8> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/builder/reading/seeds").join(format);
    let entries = fs::read_dir(folder).expect(format).map(|entry| entry.expect("readable").path());
    let main = entries.into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == "main"));
    fs::read(main.expect("a main file")).expect("readable")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("in memory");
    encoder.finish().expect("in memory")
}

#[test]
fn a_record_that_unpacks_to_more_than_the_limit_is_refused_in_every_format() {
    let bomb = vec![b'a'; RECORD_BYTES_MAX as usize * 5 / 4];
    let of_record = format!("one record has more than {RECORD_BYTES_MAX} bytes");
    let of_line = format!("the line is longer than {LINE_BYTES_MAX} bytes");
    for format in FORMATS {
        let mut bytes = seed(format.name);
        // Behind a letter in the second half: inside of a name, a note, an attribute.
        let half = bytes.len() / 2;
        let at = bytes[half..].iter().position(u8::is_ascii_alphabetic).expect("a letter");
        bytes.splice(half + at..half + at, bomb.iter().copied());
        let packed = gzip(&bytes);
        assert!(packed.len() < 200_000, "{}: a small file", format.name);
        let (error, rejects) = match read_seeds(format.name, &packed) {
            Ok(collected) => (String::new(), collected.report.rejects),
            Err(error) => (error.to_string(), Vec::new()),
        };
        let is_refused = error.contains(&of_record) || error.contains(&of_line);
        let is_rejected = rejects.iter().any(|reject| reject.reason.contains(&of_line));
        assert!(is_refused || is_rejected, "{}: {error:?} {rejects:?}", format.name);
    }
}

#[test]
fn entities_that_an_xml_file_declares_are_never_expanded() {
    let declared = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">\
                    <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d SYSTEM \"file:///etc/hosts\">]>";
    let formats = FORMATS.iter().filter(|format| format.name.ends_with("_xml"));
    for format in formats {
        for entity in ["&c;", "&d;"] {
            let text = String::from_utf8(seed(format.name)).expect("UTF-8");
            let (declaration, text) = match text.split_once("?>") {
                Some((declaration, rest)) => (format!("{declaration}?>"), rest.to_owned()),
                None => (String::new(), text),
            };
            // Into the first text of an element that is read, behind any letter.
            let mut outcomes = Vec::new();
            for (at, _) in text.match_indices("</") {
                let (before, after) = text.split_at(at);
                let bomb = format!("{declaration}{declared}{before}{entity}{after}");
                outcomes.push(read_seeds(format.name, bomb.as_bytes()));
            }
            let errors = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
            let refused = errors.filter(|error| error.to_string().contains("unknown entity"));
            assert!(refused.count() > 0, "{} {entity}", format.name);
            for collected in outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()) {
                let expanded = collected
                    .records
                    .iter()
                    .any(|record| format!("{record:?}").contains("aaaaaaaaaa"));
                assert!(!expanded, "{} {entity}", format.name);
            }
        }
    }
}
