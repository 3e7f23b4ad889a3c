//! Whatever the bytes are, reading ends with records or an error, and never with a panic.
//!
//! Some hundred variations of the seeds of every format are tried in every run; `PROPTEST_CASES`
//! sets how many.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use snapshot_builder::readers::{FORMATS, Format};

use super::seeded::Seeds;
use crate::support::effort::effort;
use crate::support::mutated::{cases, mutations, same_in_every_run};

fn try_variations(format: &'static Format) {
    let seeds = Seeds::of(format);
    assert!(seeds.read(format), "{}: the seeds themselves are sound", format.name);
    let count = cases(effort(500, 1_500));
    let config = Config { cases: count, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, same_in_every_run(count));
    let tried = runner.run(&(mutations(), any::<usize>()), |(by, which)| {
        let which = which % seeds.count();
        let mut bytes = seeds.bytes(which).to_vec();
        by.iter().for_each(|mutation| mutation.apply(&mut bytes));
        seeds.references_with(format, which, &bytes);
        Ok(())
    });
    if let Err(error) = tried {
        panic!("{}: {error}", format.name);
    }
}

#[test]
fn every_reader_survives_whatever_its_files_hold() {
    let (even, odd): (Vec<_>, Vec<_>) = FORMATS.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    std::thread::scope(|scope| {
        for half in [even, odd] {
            scope.spawn(|| half.into_iter().for_each(|(_, format)| try_variations(format)));
        }
    });
}
