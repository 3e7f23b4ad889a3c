//! `learn-signs`: learns the Latin letters for the signs of a script.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use snapshot_builder::signs::learn_signs;
use tamis_engine::text::Script;

use super::print;

/// Learns the Latin letters for the signs of a script, from words of names that are known in both.
///
/// Prints a table like those in `engine/src/text/tables/signs_*.txt`. FILES are compressed with gzip. A
/// line has a Latin word, the word in the script and the number of times the two were seen, separated
/// by tabs.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  snapshot-builder learn-signs --script arabic arabic_train.tsv.gz"
)]
pub(super) struct LearnSigns {
    /// Script of the second word of each line.
    #[arg(long, value_name = "SCRIPT")]
    script: Written,
    /// Files of words.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Written {
    Han,
    Hangul,
    Kana,
    Arabic,
    Hebrew,
    Cyrillic,
}

impl LearnSigns {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let script = match self.script {
            Written::Han => Script::Han,
            Written::Hangul => Script::Hangul,
            Written::Kana => Script::Kana,
            Written::Arabic => Script::Arabic,
            Written::Hebrew => Script::Hebrew,
            Written::Cyrillic => Script::Cyrillic,
        };
        print(&learn_signs(&self.files, script)?)
    }
}
