//! Where readers put what they read: the rules that hold for every format, and the counting.

use std::collections::BTreeMap;

use ahash::AHashSet;
use tamis::model::{Alias, AliasQuality, CountryCode, PartialDate, Record};

use super::squeeze;
use crate::countries::{Country, countries_of};
use crate::limits::{PROGRESS_INTERVAL, REJECTS_KEPT_MAX, UNKNOWN_COUNTRIES_KEPT_MAX};
use crate::progress::Progress;
use crate::report::{FileReport, Position, RegisterReport, Reject};
use crate::sources::Choice;

/// Collects the records of one register, and the report about them.
pub struct Collector<'a> {
    records: Vec<Record>,
    references: AHashSet<String>,
    report: RegisterReport,
    progress: &'a dyn Progress,
}

impl<'a> Collector<'a> {
    /// A collector that continues this report.
    #[must_use]
    pub fn new(report: RegisterReport, progress: &'a dyn Progress) -> Self {
        Self { records: Vec::new(), references: AHashSet::new(), report, progress }
    }

    /// Notes which folder is read. Its date stands until the list itself states one.
    pub(crate) fn set_choice(&mut self, choice: &Choice) {
        self.report.folder = Some(choice.folder.clone());
        self.report.list_date = choice.date.map(|date| date.to_string());
        self.report.passed_over.clone_from(&choice.passed_over);
        self.report.warnings.extend_from_slice(&choice.warnings);
    }

    /// Notes a file that is read.
    pub(crate) fn add_file(&mut self, file: FileReport) {
        self.report.files.push(file);
    }

    /// Takes a record, or rejects it when its name or reference is empty or its reference was
    /// taken before. Aliases lose what repeats the primary name (decisions D2) or another alias.
    pub fn accept(&mut self, mut record: Record, file: &str, position: Position) {
        record.reference = record.reference.trim().to_owned();
        record.name = squeeze(&record.name);
        let reason = if record.reference.is_empty() {
            "ref is empty".to_owned()
        } else if record.name.is_empty() {
            "name is empty".to_owned()
        } else if self.references.contains(&record.reference) {
            format!("ref {:?} occurs a second time", record.reference)
        } else {
            self.keep(record);
            return;
        };
        let reference = Some(record.reference).filter(|reference| !reference.is_empty());
        self.reject(file, position, reason, reference);
    }

    /// Notes a row that cannot be used.
    pub fn reject(
        &mut self,
        file: &str,
        line_or_element: Position,
        reason: impl Into<String>,
        reference: Option<String>,
    ) {
        self.report.rejected += 1;
        if self.report.rejects.len() < REJECTS_KEPT_MAX {
            let (file, reason) = (file.to_owned(), reason.into());
            self.report.rejects.push(Reject { file, line_or_element, reason, reference });
        }
    }

    /// Notes something odd that stops nothing.
    pub fn warn(&mut self, warning: impl Into<String>) {
        self.report.warnings.push(warning.into());
    }

    /// The date that the list itself states.
    pub fn set_list_date(&mut self, date: PartialDate) {
        self.report.list_date = Some(date.to_string());
    }

    /// Adds the countries that a publisher's text names; a text that the table does not know is
    /// counted. Gives whether it was understood.
    pub fn add_countries(&mut self, text: &str, countries: &mut Vec<CountryCode>) -> bool {
        match countries_of(text) {
            Country::Known(codes) => {
                for code in codes {
                    if !countries.contains(&code) {
                        countries.push(code);
                    }
                }
                true
            }
            Country::NotStated => true,
            Country::Unknown => {
                self.count_unknown(squeeze(text));
                false
            }
        }
    }

    /// The one country that a text names, if it does; as [`Self::add_countries`] otherwise.
    pub fn country(&mut self, text: &str) -> Option<CountryCode> {
        let mut countries = Vec::new();
        self.add_countries(text, &mut countries);
        countries.first().copied()
    }

    /// Records taken and the report, its counts complete.
    #[must_use]
    pub fn finish(self) -> (Vec<Record>, RegisterReport) {
        self.progress.records_read(&self.report.slug, self.report.records);
        (self.records, self.report)
    }

    fn keep(&mut self, mut record: Record) {
        self.drop_repeated_aliases(&mut record);
        self.references.insert(record.reference.clone());
        self.count(&record);
        shrink(&mut record);
        self.records.push(record);
        if self.report.records.is_multiple_of(PROGRESS_INTERVAL) {
            self.progress.records_read(&self.report.slug, self.report.records);
        }
    }

    fn drop_repeated_aliases(&mut self, record: &mut Record) {
        let before = record.aliases.len();
        let mut kept: Vec<Alias> = Vec::with_capacity(before);
        for alias in record.aliases.drain(..) {
            let name = squeeze(&alias.name);
            if name.is_empty() || name == record.name {
                continue;
            }
            match kept.iter_mut().find(|other| other.name == name) {
                // What is published once as weak and once as strong is vouched for.
                Some(other) if alias.quality == AliasQuality::Strong => {
                    other.quality = AliasQuality::Strong;
                }
                Some(_) => {}
                None => kept.push(Alias { name, quality: alias.quality }),
            }
        }
        self.report.repeated_aliases += (before - kept.len()) as u64;
        record.aliases = kept;
    }

    fn count(&mut self, record: &Record) {
        let report = &mut self.report;
        report.records += 1;
        let entity_type = record.entity_type.map_or("UNKNOWN", |t| t.as_str());
        *report.by_type.entry(entity_type.to_owned()).or_default() += 1;
        report.with_birth_date += u64::from(!record.birth_dates.is_empty());
        report.with_country += u64::from(!record.countries.is_empty());
        report.with_imo += u64::from(record.imo.is_some());
        report.aliases += record.aliases.len() as u64;
        let weak = record.aliases.iter().filter(|a| a.quality == AliasQuality::Weak);
        report.weak_aliases += weak.count() as u64;
    }

    fn count_unknown(&mut self, spelling: String) {
        let unknown: &mut BTreeMap<String, u64> = &mut self.report.unknown_countries;
        let known_before = unknown.contains_key(&spelling);
        let key = if known_before || unknown.len() < UNKNOWN_COUNTRIES_KEPT_MAX {
            spelling
        } else {
            "(further spellings)".to_owned()
        };
        *unknown.entry(key).or_default() += 1;
    }
}

/// Gives back what lists reserved while they grew: with one entry each, as usual, three quarters
/// of it, and there are millions of records.
fn shrink(record: &mut Record) {
    record.aliases.shrink_to_fit();
    record.birth_dates.shrink_to_fit();
    record.birth_places.shrink_to_fit();
    record.countries.shrink_to_fit();
    record.programmes.shrink_to_fit();
    record.positions.shrink_to_fit();
    record.addresses.shrink_to_fit();
    record.identifiers.shrink_to_fit();
    record.notes.shrink_to_fit();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    fn record(reference: &str, name: &str) -> Record {
        Record { reference: reference.to_owned(), name: name.to_owned(), ..Record::default() }
    }

    fn collect(records: Vec<Record>) -> (Vec<Record>, RegisterReport) {
        let mut collector = Collector::new(RegisterReport::new("xx"), &Silent);
        for (line, record) in (1..).zip(records) {
            collector.accept(record, "xx/a.csv", Position::Line(line));
        }
        collector.finish()
    }

    #[test]
    fn the_second_use_of_a_reference_and_empty_names_are_rejected() {
        let (kept, report) = collect(vec![
            record("1", "First"),
            record("1 ", "Second"),
            record("2", " \t"),
            record("", "No reference"),
        ]);
        assert_eq!(kept.len(), 1);
        let reasons: Vec<_> = report.rejects.iter().map(|r| r.reason.as_str()).collect();
        assert_eq!(reasons, ["ref \"1\" occurs a second time", "name is empty", "ref is empty"]);
        assert_eq!(report.rejects[0].line_or_element, Position::Line(2));
        assert_eq!(report.rejects[0].reference.as_deref(), Some("1"));
    }

    #[test]
    fn repeated_aliases_go_and_order_and_the_better_quality_stay() {
        let mut party = record("1", "Ana  Lee");
        party.aliases = vec![
            Alias::weak("Annie"),
            Alias::strong("Ana Lee"),
            Alias::strong("Anna Li"),
            Alias::strong("Annie "),
            Alias::strong(""),
        ];
        let (kept, report) = collect(vec![party]);
        assert_eq!(kept[0].aliases, [Alias::strong("Annie"), Alias::strong("Anna Li")]);
        assert_eq!((report.aliases, report.weak_aliases, report.repeated_aliases), (2, 0, 3));
    }

    #[test]
    fn all_rejects_are_counted_and_the_first_ones_kept() {
        let records = (0..REJECTS_KEPT_MAX + 5).map(|_| record("", "x")).collect();
        let (_, report) = collect(records);
        assert_eq!(report.rejected, REJECTS_KEPT_MAX as u64 + 5);
        assert_eq!(report.rejects.len(), REJECTS_KEPT_MAX);
    }

    #[test]
    fn unknown_countries_are_counted_by_spelling() {
        let mut collector = Collector::new(RegisterReport::new("xx"), &Silent);
        let mut countries = Vec::new();
        for text in ["France", "Atlantis", "Atlantis ", "FRANCE"] {
            collector.add_countries(text, &mut countries);
        }
        assert_eq!(countries.len(), 1);
        let (_, report) = collector.finish();
        assert_eq!(report.unknown_countries, BTreeMap::from([("Atlantis".to_owned(), 2)]));
    }
}
