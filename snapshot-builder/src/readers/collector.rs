//! Collects what readers read: applies the rules common to all formats, and counts.

use std::collections::BTreeMap;

use ahash::{AHashMap, AHashSet};
use tamis_engine::model::facts::{FactKind, FactMut, FactRef};
use tamis_engine::model::{
    Alias, AliasQuality, CountryCode, Fact, ListType, PartialDate, Record, Timestamp,
};
use xxhash_rust::xxh3::xxh3_128;

use crate::countries::{Country, countries_of};
use crate::limits::{
    LEFT_OUT_KINDS_MAX, LISTED_NAME_BYTES_MAX, ODD_VALUES_KEPT_MAX, PROGRESS_INTERVAL,
    RECORD_VALUES_MAX, REJECTS_KEPT_MAX, UNKNOWN_COUNTRIES_KEPT_MAX,
};
use crate::progress::Progress;
use crate::readers::common::births;
use crate::readers::common::facts::{add_all, add_note};
use crate::readers::historical::{Historical, HistoricalScope};
use crate::readers::listed_names::disambiguate;
use crate::report::{FileReport, Position, RegisterReport, Reject};
use crate::sources::Choice;
use tamis_ingest::squeeze;

/// Collects the records of one register and the report about them. If a file holds several registers,
/// each further one is a [part](Self::part).
pub struct Collector<'a> {
    records: Vec<Record>,
    keep: Keep,
    /// Hashes of the references in use. With 128 bits, chance collisions do not occur.
    references: AHashSet<u128>,
    /// Number of records that suggest each type of list.
    list_types: BTreeMap<ListType, u64>,
    report: RegisterReport,
    parts: BTreeMap<String, Self>,
    scope: HistoricalScope,
    /// Present time; later birth dates are in the future.
    now: Timestamp,
    /// Odd values found so far; beyond [`ODD_VALUES_KEPT_MAX`] they are only counted.
    odd_values: usize,
    progress: &'a dyn Progress,
}

/// Records to keep; all are checked and counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Keep all, to build a snapshot.
    All,
    /// Keep the first ones, to show them.
    First(usize),
}

/// Result of collecting one register.
#[derive(Debug)]
pub struct Collected {
    /// Kept records, in the publisher's order.
    pub records: Vec<Record>,
    /// Complete report.
    pub report: RegisterReport,
    /// Type of list that most records suggest, if the format states it.
    pub list_type: Option<ListType>,
    /// Further registers in the same files, by slug.
    pub parts: BTreeMap<String, Self>,
}

impl<'a> Collector<'a> {
    /// A collector that continues this report.
    #[must_use]
    pub fn new(report: RegisterReport, keep: Keep, progress: &'a dyn Progress) -> Self {
        Self {
            records: Vec::new(),
            keep,
            references: AHashSet::new(),
            list_types: BTreeMap::new(),
            report,
            parts: BTreeMap::new(),
            scope: HistoricalScope::default(),
            now: Timestamp::now(),
            odd_values: 0,
            progress,
        }
    }

    /// Collector of another register in the same files, for formats that hold several.
    pub fn part(&mut self, slug: &str) -> &mut Self {
        let (keep, scope, progress) = (self.keep, self.scope, self.progress);
        self.parts.entry(slug.to_owned()).or_insert_with(|| {
            let mut report = RegisterReport::new(slug);
            report.folder.clone_from(&self.report.folder);
            report.format.clone_from(&self.report.format);
            report.list_date.clone_from(&self.report.list_date);
            report.fetched_at = self.report.fetched_at;
            let newer = self.report.passed_over.iter().filter(|folder| folder.is_newer);
            report.passed_over.extend(newer.cloned());
            report.files.clone_from(&self.report.files);
            Self { scope, ..Self::new(report, keep, progress) }
        })
    }

    /// Notes the type of list that a record suggests, for registers without a description.
    pub(crate) fn suggest(&mut self, list_type: ListType) {
        *self.list_types.entry(list_type).or_default() += 1;
    }

    /// Counts an entry of the file that is not a record of its own, by kind ("further address",
    /// "reinstated").
    pub(crate) fn leave_out(&mut self, what: &str) {
        count_kind(&mut self.report.left_out, what.to_owned(), LEFT_OUT_KINDS_MAX);
    }

    /// Notes the chosen folder and the label of its format. Its date holds until the list states its
    /// own.
    pub(crate) fn set_choice(&mut self, choice: &Choice, format: &str) {
        self.report.folder = Some(choice.folder.clone());
        self.report.format = Some(format.to_owned());
        self.report.list_date = choice.date.map(|date| date.to_string());
        self.report.passed_over.clone_from(&choice.passed_over);
        self.report.warnings.extend_from_slice(&choice.warnings);
    }

    /// Notes the time when the files were fetched.
    pub(crate) fn set_fetched_at(&mut self, time: Timestamp) {
        self.report.fetched_at = Some(time);
    }

    /// Sets how far back records are taken.
    pub(crate) fn set_scope(&mut self, scope: HistoricalScope) {
        self.scope = scope;
    }

    /// Notes a file that is read.
    pub(crate) fn add_file(&mut self, file: FileReport) {
        self.report.files.push(file);
    }

    /// Accepts or rejects a record. A record is rejected if its name has no letter or digit, or if its
    /// reference is empty or already used. It is also rejected if a name or field is beyond
    /// [`LISTED_NAME_BYTES_MAX`] or [`RECORD_VALUES_MAX`]. Names that hold several are split. Aliases
    /// are removed if they are no names, or repeat the primary name (docs/api.md, "Record fields") or
    /// another alias. Impossible birth dates become notes.
    pub fn accept(&mut self, mut record: Record, file: &str, position: Position) {
        record.reference = record.reference.trim().to_owned();
        record.name = squeeze(&record.name);
        disambiguate(&mut record);
        let reason = if record.reference.is_empty() {
            "ref is empty".to_owned()
        } else if let Some(reason) = beyond_limits(&record) {
            reason
        } else if record.name.is_empty() {
            "name is empty".to_owned()
        } else if !is_name(&record.name) {
            format!("name {:?} has no letter or digit", record.name)
        } else if self.has_reference(&record.reference) {
            format!("ref {:?} occurs a second time", record.reference)
        } else {
            self.drop_empty_aliases(&mut record, file, position);
            for date in births::set_aside(&mut record, self.now) {
                let what = format!("birth date {date:?} is nobody's and is not compared");
                self.say_odd(file, position, &what);
            }
            self.keep(record);
            return;
        };
        let reference = Some(record.reference).filter(|reference| !reference.is_empty());
        self.reject(file, position, reason, reference);
    }

    /// True if a record with this reference was accepted.
    pub(crate) fn has_reference(&self, reference: &str) -> bool {
        self.references.contains(&xxh3_128(reference.trim().as_bytes()))
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

    /// Notes an oddity that does not stop the load.
    pub fn warn(&mut self, warning: impl Into<String>) {
        self.report.warnings.push(warning.into());
    }

    /// Notes the date that the list itself states.
    pub fn set_list_date(&mut self, date: PartialDate) {
        self.report.list_date = Some(date.to_string());
    }

    /// Adds the countries named by a publisher's text and returns true if the table knows the text.
    /// Unknown texts are counted.
    pub fn add_countries(&mut self, text: &str, countries: &mut Vec<CountryCode>) -> bool {
        match countries_of(text) {
            Country::Known(codes) => {
                add_all(countries, codes);
                true
            }
            Country::NotStated => true,
            Country::Unknown => {
                self.count_unknown(squeeze(text));
                false
            }
        }
    }

    /// Adds the countries of the party itself. Unknown texts are counted, and kept as notes.
    pub(crate) fn add_party_countries(&mut self, label: &str, text: &str, record: &mut Record) {
        if !self.add_countries(text, &mut record.countries) {
            add_note(record, label, text);
        }
    }

    /// Adds the countries of an address. Unknown texts are counted; they stay in the address itself.
    pub fn add_address_country(&mut self, text: &str, record: &mut Record) {
        if !text.is_empty() {
            self.add_countries(text, &mut record.address_countries);
        }
    }

    /// The single country that a text names, if so; otherwise as [`Self::add_countries`].
    pub fn country(&mut self, text: &str) -> Option<CountryCode> {
        let mut countries = Vec::new();
        self.add_countries(text, &mut countries);
        countries.first().copied()
    }

    /// Returns everything that was collected.
    #[must_use]
    pub fn finish(mut self) -> Collected {
        let unsaid = self.odd_values.saturating_sub(ODD_VALUES_KEPT_MAX);
        if unsaid > 0 {
            self.warn(format!("{unsaid} more names or birth dates are left out as those before"));
        }
        self.progress.records_read(&self.report.slug, self.report.records);
        // If equal, the first in the order of the API description.
        let list_type = self.list_types.iter().rev().max_by_key(|(_, count)| **count);
        let parts = self.parts.into_iter().map(|(slug, part)| (slug, part.finish()));
        Collected {
            list_type: list_type.map(|(list_type, _)| *list_type),
            parts: parts.collect(),
            records: self.records,
            report: self.report,
        }
    }

    fn keep(&mut self, mut record: Record) {
        self.drop_repeated_aliases(&mut record);
        self.references.insert(xxh3_128(record.reference.as_bytes()));
        if let Some(reason) = self.scope.why_historical(&record) {
            match self.scope.historical {
                Historical::LeftOut => return self.leave_out(&reason),
                Historical::Marked => record.historical = Some(reason),
            }
        }
        self.count(&record);
        if self.keep.wants(self.records.len()) {
            shrink(&mut record);
            self.records.push(record);
        }
        if self.report.records.is_multiple_of(PROGRESS_INTERVAL) {
            self.progress.records_read(&self.report.slug, self.report.records);
        }
    }

    /// Removes aliases without a letter or digit, with a warning.
    fn drop_empty_aliases(&mut self, record: &mut Record, file: &str, position: Position) {
        record.aliases.retain(|Alias { name, .. }| {
            let is_kept = is_name(name) || name.trim().is_empty();
            if !is_kept {
                let what = format!("alias {name:?} has no letter or digit and is left out");
                self.say_odd(file, position, &what);
            }
            is_kept
        });
    }

    /// Warns about a value of an accepted record; only the first warnings are listed one by one.
    fn say_odd(&mut self, file: &str, position: Position, what: &str) {
        self.odd_values += 1;
        if self.odd_values <= ODD_VALUES_KEPT_MAX {
            self.report.warnings.push(format!("{file}, {position}: {what}"));
        }
    }

    fn drop_repeated_aliases(&mut self, record: &mut Record) {
        let before = record.aliases.len();
        let mut kept: Vec<Alias> = Vec::with_capacity(before);
        // By hash, since a record of the largest size may have a million aliases.
        let mut places: AHashMap<u128, usize> = AHashMap::with_capacity(before);
        for alias in record.aliases.drain(..) {
            let name = squeeze(&alias.name);
            if name.is_empty() || name == record.name {
                continue;
            }
            let place = *places.entry(xxh3_128(name.as_bytes())).or_insert(kept.len());
            match kept.get_mut(place) {
                // A present name keeps its present quality, even if it is also a former one.
                Some(other) if other.is_former != alias.is_former => {
                    if other.is_former {
                        *other = Alias { name, ..alias };
                    }
                }
                // A name published both as weak and as strong is strong.
                Some(other) if alias.quality == AliasQuality::Strong => {
                    other.quality = AliasQuality::Strong;
                }
                Some(_) => {}
                None => kept.push(Alias { name, ..alias }),
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
        for field in filled_fields(record) {
            *report.filled.entry(field).or_default() += 1;
        }
        report.aliases += record.aliases.len() as u64;
        let weak = record.aliases.iter().filter(|a| a.quality == AliasQuality::Weak);
        report.weak_aliases += weak.count() as u64;
    }

    fn count_unknown(&mut self, spelling: String) {
        count_kind(&mut self.report.unknown_countries, spelling, UNKNOWN_COUNTRIES_KEPT_MAX);
    }
}

impl Keep {
    fn wants(self, kept: usize) -> bool {
        match self {
            Self::All => true,
            Self::First(most) => kept < most,
        }
    }
}

/// True if a text can be a name: lists write "..." and "---" for missing names.
fn is_name(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Reason for which a record is too large to be indexed, if it is.
fn beyond_limits(record: &Record) -> Option<String> {
    let mut names = record.aliases.iter().map(|alias| &alias.name).chain([&record.name]);
    if names.any(|name| name.len() > LISTED_NAME_BYTES_MAX) {
        return Some(format!("a name has more than {LISTED_NAME_BYTES_MAX} bytes"));
    }
    let is_beyond = |fact: &&Fact| values_of(record.fact(**fact)) > RECORD_VALUES_MAX;
    let fact = Fact::ALL.iter().find(is_beyond)?;
    Some(format!("{} has more than {RECORD_VALUES_MAX} values", fact.key()))
}

/// Number of values of a multi-valued field; 1 for others.
fn values_of(fact: FactRef<'_>) -> usize {
    match fact {
        FactRef::Texts(values) => values.len(),
        FactRef::BirthDates(values) => values.len(),
        FactRef::Countries(values) => values.len(),
        FactRef::Aliases(values) => values.len(),
        FactRef::Identifiers(values) => values.len(),
        FactRef::Required(_)
        | FactRef::Text(_)
        | FactRef::Type(_)
        | FactRef::Date(_)
        | FactRef::Imo(_) => 1,
    }
}

/// Counts by kind. From `most` kinds on, further ones are counted together.
fn count_kind(counts: &mut BTreeMap<String, u64>, kind: String, most: usize) {
    let is_separate = counts.len() < most || counts.contains_key(&kind);
    let key = if is_separate { kind } else { "(others)".to_owned() };
    *counts.entry(key).or_default() += 1;
}

/// Names of the facts with a value, except those that every record has.
fn filled_fields(record: &Record) -> impl Iterator<Item = &'static str> {
    let published = (!record.is_reference_made).then_some("source_ref");
    let may_be_empty = |fact: &&Fact| fact.kind() != FactKind::Required;
    let facts = Fact::ALL.iter().filter(may_be_empty);
    let filled = facts.filter(|fact| !record.fact(**fact).is_empty());
    published.into_iter().chain(filled.map(|fact| fact.key()))
}

/// Frees the spare capacity of lists. With one entry each, as usual, it is three quarters, and there
/// are millions of records.
fn shrink(record: &mut Record) {
    for fact in Fact::ALL {
        match record.fact_mut(*fact) {
            FactMut::Texts(values) => values.shrink_to_fit(),
            FactMut::BirthDates(values) => values.shrink_to_fit(),
            FactMut::Countries(values) => values.shrink_to_fit(),
            FactMut::Aliases(values) => values.shrink_to_fit(),
            FactMut::Identifiers(values) => values.shrink_to_fit(),
            FactMut::Required(_)
            | FactMut::Text(_)
            | FactMut::Type(_)
            | FactMut::Date(_)
            | FactMut::Imo(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    fn record(reference: &str, name: &str) -> Record {
        Record { reference: reference.to_owned(), name: name.to_owned(), ..Record::default() }
    }

    fn collector(keep: Keep) -> Collector<'static> {
        Collector::new(RegisterReport::new("xx"), keep, &Silent)
    }

    #[test]
    fn a_record_beyond_a_limit_is_rejected_and_one_at_it_is_taken() {
        let named = |bytes: usize| record("1", &"x".repeat(bytes));
        let aliased = |count: usize| Record {
            aliases: (0..count).map(|number| Alias::strong(number.to_string())).collect(),
            ..record("1", "Ana")
        };
        let noted = |count: usize| Record {
            notes: (0..count).map(|number| number.to_string()).collect(),
            ..record("1", "Ana")
        };
        let long_alias = |bytes: usize| Record {
            aliases: vec![Alias::strong("x".repeat(bytes))],
            ..record("1", "Ana")
        };
        for (at, beyond, reason) in [
            (named(8192), named(8193), "a name has more than 8192 bytes"),
            (long_alias(8192), long_alias(8193), "a name has more than 8192 bytes"),
            (aliased(2_000), aliased(2_001), "aliases has more than 2000 values"),
            (noted(2_000), noted(2_001), "notes has more than 2000 values"),
        ] {
            let mut collector = collector(Keep::All);
            collector.accept(beyond, "list", Position::Line(1));
            collector.accept(at, "list", Position::Line(2));
            let Collected { records, report, .. } = collector.finish();
            assert_eq!((records.len(), report.rejected), (1, 1));
            assert_eq!(report.rejects[0].reason, reason);
            assert_eq!(report.rejects[0].line_or_element, Position::Line(1));
        }
    }

    fn collect(records: Vec<Record>) -> (Vec<Record>, RegisterReport) {
        let mut collector = collector(Keep::All);
        for (line, record) in (1..).zip(records) {
            collector.accept(record, "xx/a.csv", Position::Line(line));
        }
        let Collected { records, report, .. } = collector.finish();
        (records, report)
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
    fn names_without_a_letter_or_digit_are_said_and_left_out() {
        let mut party = record("2", "Ana");
        party.aliases = vec![Alias::strong("---"), Alias::strong("李"), Alias::weak(" ")];
        let (kept, report) = collect(vec![record("1", "..."), party]);
        assert_eq!(report.rejects[0].reason, "name \"...\" has no letter or digit");
        assert_eq!(kept[0].aliases, [Alias::strong("李")]);
        assert_eq!(
            report.warnings,
            ["xx/a.csv, line 2: alias \"---\" has no letter or digit and is left out"]
        );
    }

    #[test]
    fn birth_dates_that_nobody_has_are_said_and_not_compared() {
        let mut party = record("1", "Ana");
        party.birth_dates = ["9999", "1962"].map(|date| date.parse().expect("a date")).to_vec();
        let (kept, report) = collect(vec![party]);
        assert_eq!(kept[0].birth_dates.len(), 1);
        let said = "xx/a.csv, line 1: birth date \"9999\" is nobody's and is not compared";
        assert_eq!(report.warnings, [said]);
    }

    #[test]
    fn odd_values_beyond_the_limit_are_counted() {
        let mut party = record("1", "Ana");
        party.aliases = vec![Alias::strong("-"); ODD_VALUES_KEPT_MAX + 3];
        let (_, report) = collect(vec![party]);
        assert_eq!(report.warnings.len(), ODD_VALUES_KEPT_MAX + 1);
        let last = report.warnings.last().expect("a warning");
        assert_eq!(last, "3 more names or birth dates are left out as those before");
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
    fn a_name_of_today_is_not_a_former_one_and_is_weak_where_it_is_so_today() {
        let (strong, weak) = (Alias::strong("Sun"), Alias::weak("Sun"));
        let former = Alias::strong("Sun").formerly(true);
        for (aliases, expected) in [
            ([&strong, &former], &strong),
            ([&former, &strong], &strong),
            ([&weak, &former], &weak),
            ([&former, &weak], &weak),
        ] {
            let mut party = record("1", "Ana");
            party.aliases = aliases.map(Alias::clone).to_vec();
            let kept = &collect(vec![party]).0[0].aliases;
            assert_eq!(kept.iter().collect::<Vec<_>>(), [expected], "{aliases:?}");
        }
    }

    #[test]
    fn all_rejects_are_counted_and_the_first_ones_kept() {
        let records = (0..REJECTS_KEPT_MAX + 5).map(|_| record("", "x")).collect();
        let (_, report) = collect(records);
        assert_eq!(report.rejected, REJECTS_KEPT_MAX as u64 + 5);
        assert_eq!(report.rejects.len(), REJECTS_KEPT_MAX);
    }

    #[test]
    fn records_that_are_not_kept_are_checked_and_counted_all_the_same() {
        let mut collector = collector(Keep::First(1));
        for (line, reference) in (1..).zip(["1", "2", "2"]) {
            collector.accept(record(reference, "Ana"), "xx/a.csv", Position::Line(line));
        }
        let collected = collector.finish();
        assert_eq!((collected.records.len(), collected.report.records), (1, 2));
        assert_eq!(collected.report.rejected, 1);
    }

    #[test]
    fn parts_are_registers_of_their_own_in_the_same_files() {
        let mut all = collector(Keep::All);
        all.add_file(FileReport { path: "xx/a".to_owned(), size: 1, sha256: String::new() });
        for (slug, list_type) in
            [("b", ListType::Sanction), ("b", ListType::Pep), ("a", ListType::Debarment)]
        {
            let part = all.part(slug);
            part.suggest(list_type);
            part.accept(record(list_type.as_str(), "Ana"), "xx/a", Position::Line(1));
        }
        let collected = all.finish();
        assert_eq!((collected.report.records, collected.list_type), (0, None));
        let parts: Vec<_> = collected
            .parts
            .iter()
            .map(|(slug, part)| (slug.as_str(), part.report.records, part.list_type))
            .collect();
        let expected = [("a", 1, Some(ListType::Debarment)), ("b", 2, Some(ListType::Sanction))];
        assert_eq!(parts, expected, "of equally many the first");
        assert_eq!(collected.parts["a"].report.files.len(), 1);
    }

    #[test]
    fn what_is_left_out_is_counted_by_kind() {
        let mut collector = collector(Keep::All);
        for kind in ["Ownership", "Address", "Ownership"] {
            collector.leave_out(kind);
        }
        for kind in 0..LEFT_OUT_KINDS_MAX {
            collector.leave_out(&kind.to_string());
        }
        let left_out = collector.finish().report.left_out;
        assert_eq!((left_out["Ownership"], left_out["(others)"]), (2, 2));
    }

    #[test]
    fn unknown_countries_are_counted_by_spelling() {
        let mut collector = collector(Keep::All);
        let mut countries = Vec::new();
        for text in ["France", "Atlantis", "Atlantis ", "FRANCE"] {
            collector.add_countries(text, &mut countries);
        }
        assert_eq!(countries.len(), 1);
        let report = collector.finish().report;
        assert_eq!(report.unknown_countries, BTreeMap::from([("Atlantis".to_owned(), 2)]));
    }
}
