//! `learn-signs`, on words that a test writes.

use std::fs::File;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::support::{Ran, run, text};

/// Arabic spellings of words of two sounds each.
const WORDS: &str = "bana\tبانا\t3\nnaba\tنابا\t3\nbaba\tبابا\t3\nnana\tنانا\t3\n";

/// Learns from a packed file of these words.
fn learn(words: &str) -> Ran {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("words.tsv.gz");
    let mut packed = GzEncoder::new(File::create(&path).expect("created"), Compression::fast());
    packed.write_all(words.as_bytes()).expect("written");
    packed.finish().expect("written");
    run(&["learn-signs", "--script", "arabic", &text(&path)])
}

/// What a sign most likely stands for, by the first column of its row.
fn likeliest(table: &str, sign: &str) -> String {
    let mut rows = table.lines().map(|row| row.split(' '));
    let row = rows.find_map(|mut row| (row.next() == Some(sign)).then(|| row.next()).flatten());
    let (letters, _cost) = row.and_then(|first| first.split_once(':')).expect("a row of the sign");
    letters.to_owned()
}

#[test]
fn words_in_two_scripts_become_a_table_of_signs() {
    let ran = learn(WORDS);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for (sign, letters) in [("ب", "b"), ("ن", "n"), ("ا", "a"), ("ا.", "a")] {
        assert_eq!(likeliest(&ran.stdout, sign), letters, "{sign} in {}", ran.stdout);
    }
}

#[test]
fn the_same_words_give_the_same_bytes() {
    assert_eq!(learn(WORDS).stdout, learn(WORDS).stdout);
}

#[test]
fn words_of_another_script_teach_nothing() {
    let ran = learn("bana\tбана\t3\nnaba\tнаба\t3\n");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
}

#[test]
fn a_malformed_line_is_named_with_file_and_line() {
    for line in ["bana\tبانا", "bana\tبانا\tmany", ""] {
        let ran = learn(&format!("{WORDS}{line}\n"));
        assert_eq!(ran.code, 1, "{line:?}");
        assert!(ran.stderr.contains("words.tsv.gz, line 5: "), "{}", ran.stderr);
    }
}

#[test]
fn a_script_without_signs_is_a_wrong_option() {
    let ran = run(&["learn-signs", "--script", "latin", "words.tsv.gz"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("hangul"), "what is accepted is listed: {}", ran.stderr);
}
