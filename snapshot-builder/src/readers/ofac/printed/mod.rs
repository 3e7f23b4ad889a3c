//! `sdnlist.txt`: the printed list, one paragraph per entry:
//!
//! ```text
//! NAME (a.k.a. NAME; f.k.a. "WEAK NAME"), address; address; DOB 1950; remark (individual)
//! [PROGRAMME] [PROGRAMME] (Linked To: PARTY).
//! ```
//!
//! The list is alphabetical. A party has one entry under each of its names except the weak ones, with
//! the others after it. The print does not show which of them is the primary name, and has no
//! references.
//!
//! | module | what it holds |
//! |---|---|
//! | `paragraphs` | paragraphs with their broken lines joined |
//! | `entry` | an entry split from both ends |
//! | `heading`, `body`, `vessel` | its names; the text after them; that of a vessel |
//! | `parties` | parties gathered from their entries |

mod body;
mod entry;
mod heading;
mod paragraphs;
mod parties;
mod vessel;

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::report::Position;
use entry::Entry;
use paragraphs::Paragraphs;
use parties::Parties;
use tamis_ingest::FileError;

/// Reads the list. Records are passed on at the end, since a party's entries are far apart.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        let mut paragraphs = Paragraphs::open(file)?;
        let mut reading = Reading::default();
        while let Some((line, text)) = paragraphs.next()? {
            reading.add(line, &text, &file.name, collector);
        }
        reading.finish(&file.name, collector)?;
    }
    Ok(())
}

/// State of reading a file.
#[derive(Default)]
struct Reading {
    parties: Parties,
    /// Heading of a section that has no entries yet.
    empty_section: Option<String>,
    /// Line and reason of a bad entry, until another entry follows.
    last_fault: Option<(u64, String)>,
    /// Line of the last entry, if it lacks its final full stop.
    open_entry: Option<u64>,
}

impl Reading {
    fn add(&mut self, line: u64, text: &str, file: &str, collector: &mut Collector<'_>) {
        if is_rule(text) {
            return;
        }
        self.open_entry = None;
        if let Some(section) = section_of(text) {
            self.empty_section = Some(section.to_owned());
            return;
        }
        if let Some((line, reason)) = self.last_fault.take() {
            collector.reject(file, Position::Line(line), reason, None);
        }
        match Entry::parse(text) {
            Ok(entry) => {
                self.empty_section = None;
                self.open_entry = (!text.ends_with('.')).then_some(line);
                self.parties.add(&entry, Position::Line(line), collector);
            }
            // The text before the first entry describes the list.
            Err(_) if self.parties.is_empty() => {}
            Err(reason) => self.last_fault = Some((line, reason)),
        }
    }

    /// Passes on the records, unless the last entry is bad or incomplete: then the file is truncated.
    fn finish(self, file: &str, collector: &mut Collector<'_>) -> Result<(), LoadError> {
        let open = self.open_entry.map(|line| (line, "the last entry has no full stop".to_owned()));
        if let Some((line, reason)) = self.last_fault.or(open) {
            return Err(FileError::Truncated { file: file.to_owned(), line, reason }.into());
        }
        if let Some(section) = self.empty_section {
            collector.warn(format!(
                "{file}: the section {section:?} has no entries; the file may be cut"
            ));
        }
        self.parties.finish(file, collector);
        Ok(())
    }
}

/// True for a line across the page.
fn is_rule(text: &str) -> bool {
    text.chars().all(|c| c == '_')
}

/// Heading of a section: `~(vessels):~`.
fn section_of(text: &str) -> Option<&str> {
    let within = text.strip_prefix('~')?.strip_suffix('~')?;
    Some(within.trim_matches(['(', ')', ':', ' ']))
}
