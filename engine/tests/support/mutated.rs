//! Random changes to bytes, and the corpus in `fuzz/corpus` to change.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// One change to the bytes of a file.
#[derive(Debug, Clone)]
pub enum Mutation {
    Cut(prop::sample::Index),
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Write(prop::sample::Index, &'static str),
    Remove(prop::sample::Index, usize),
    Double(prop::sample::Index, prop::sample::Index),
}

impl Mutation {
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Cut(at) => bytes.truncate(at.index(bytes.len())),
            Self::Set(at, value) => {
                let at = at.index(bytes.len());
                bytes[at] = *value;
            }
            Self::Insert(at, value) => bytes.insert(at.index(bytes.len()), *value),
            Self::Write(at, text) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, text.bytes());
            }
            Self::Remove(at, count) => {
                let at = at.index(bytes.len());
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Self::Double(from, to) => {
                let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                bytes.extend(part);
            }
        }
    }
}

/// Generates bytes, preferring those with a meaning in one of the formats.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(&b"<>/&;,\"'\n\r\t\x1a-0.|{}[]:() *"[..])]
}

/// Generates texts with a meaning in several formats, or that parsers often fail on.
fn text() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        &[
            "00/00/0000",
            "9999-99-99",
            "circa circa ",
            "1) ",
            "(a) ",
            "a.k.a. ",
            " (",
            "; ; ",
            "99999999999999999999",
            "-0- ",
            "NA",
            "null",
            "&amp;",
            "&#0;",
            "<![CDATA[",
            "]]>",
            "<!DOCTYPE x [<!ENTITY a \"b\">]>",
            "&a;",
            "\\u0000",
            "\\ud800",
            "\u{feff}",
            "\u{202e}",
            "İ",
            "ß",
            "ﷺ",
            "e\u{301}",
            "[[[[[[[[",
            "{{{{",
            "- ",
            "&x *x ",
            "IMO 0000000",
            "\r\n\r\n",
        ][..],
    )
}

pub fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let index = any::<prop::sample::Index>;
    let mutation = prop_oneof![
        1 => index().prop_map(Mutation::Cut),
        5 => (index(), byte()).prop_map(|(at, value)| Mutation::Set(at, value)),
        3 => (index(), byte()).prop_map(|(at, value)| Mutation::Insert(at, value)),
        3 => (index(), text()).prop_map(|(at, text)| Mutation::Write(at, text)),
        2 => (index(), 1usize..60).prop_map(|(at, count)| Mutation::Remove(at, count)),
        1 => (index(), index()).prop_map(|(from, to)| Mutation::Double(from, to)),
    ];
    prop::collection::vec(mutation, 1..6)
}

/// Returns the number of cases: `PROPTEST_CASES`, or the usual number of a test.
pub fn cases(usual: u32) -> u32 {
    std::env::var_os("PROPTEST_CASES").map_or(usual, |_| Config::default().cases)
}

/// Returns a generator that gives the same variations in every run, and others for another count.
pub fn same_in_every_run(count: u32) -> TestRng {
    TestRng::from_seed(RngAlgorithm::ChaCha, &[count.to_le_bytes(); 8].concat())
}

/// Runs every file of the corpus of a cargo-fuzz target unchanged, then variations of them: the
/// beginning of one file with the end of another, with changes. Inputs that once failed are files of
/// the corpus.
pub fn try_corpus(target: &str, usual_cases: u32, run: impl Fn(&[u8])) {
    let corpus = corpus(target);
    for (path, bytes) in &corpus {
        eprintln!("{}", path.display());
        run(bytes);
    }
    let index = any::<prop::sample::Index>;
    let continued = prop::option::weighted(0.2, (index(), index(), index()));
    let count = cases(usual_cases);
    let config = Config { cases: count, failure_persistence: None, ..Config::default() };
    let tried = TestRunner::new_with_rng(config, same_in_every_run(count)).run(
        &(index(), continued, mutations()),
        |(first, continued, mutations)| {
            let mut bytes = first.get(&corpus).1.clone();
            if let Some((second, end, start)) = continued {
                let second = &second.get(&corpus).1;
                bytes.truncate(end.index(bytes.len() + 1));
                bytes.extend_from_slice(&second[start.index(second.len() + 1)..]);
            }
            mutations.iter().for_each(|mutation| mutation.apply(&mut bytes));
            run(&bytes);
            Ok(())
        },
    );
    if let Err(error) = tried {
        panic!("{target}: {error}");
    }
}

/// Returns the files of a target, by their names.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = above.map(|folder| folder.join("fuzz/corpus").join(target));
    let folder = folder.into_iter().find(|folder| folder.is_dir()).expect("a corpus");
    let entries = fs::read_dir(folder).expect("readable");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("readable"))).collect()
}
