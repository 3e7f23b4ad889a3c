//! No listed party is hidden by gathering (docs/api.md, "Candidates"): a record that reaches the
//! threshold is in the answer, or as many others as were asked for are.
//!
//! Asked are all names of the real lists with a legal form exchanged, added, left out and moved to the
//! front, and every two neighbouring words of long names. One name in [`DRAWN`] is drawn, unless
//! `TAMIS_EVERY_NAME=1` asks for all.

use rayon::prelude::*;
use tamis_engine::matching::{BoundFilter, MatchQuery, MatchSettings, answer, of_record};
use tamis_engine::model::{EntityType, RecordOrdinal, Schema};
use tamis_engine::snapshot::RecordView;

use crate::support::held_at_random::number_of;
use crate::support::oracle::everything;
use crate::support::real;

/// One name in so many is asked by default.
const DRAWN: usize = 8;
/// Words from which on a name is long.
const LONG_WORDS: usize = 4;
/// Legal forms that are exchanged and added.
const FORMS: [&str; 12] = [
    "LLC",
    "Ltd",
    "PJSC",
    "JSC",
    "OOO",
    "PAO",
    "AO",
    "GmbH",
    "Limited",
    "Corporation",
    "Inc",
    "Co",
];

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn no_name_is_hidden_by_its_legal_form_or_its_frequent_words() {
    let snapshot = &real::snapshot_of_every_list();
    let filter = everything(snapshot);
    let step = if number_of("TAMIS_EVERY_NAME", 0) == 1 { 1 } else { DRAWN };
    let names = |at| -> Vec<(RecordView<'_>, &str)> {
        let record = snapshot.record(RecordOrdinal(at));
        let names = std::iter::once(record.name()).chain(record.aliases());
        names.map(|name| (record, name)).collect()
    };
    let names: Vec<(RecordView<'_>, &str)> =
        (0..snapshot.record_count() as u32).flat_map(names).step_by(step).collect();
    let asked: Vec<(usize, usize, Vec<String>)> = names
        .par_iter()
        .enumerate()
        .map(|(at, (record, name))| {
            let texts = variations(*record, name, at);
            let outcomes: Vec<Outcome> =
                texts.iter().map(|text| ask(*record, text, &filter)).collect();
            let found = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Found)).count();
            let hidden = outcomes.into_iter().filter_map(|outcome| match outcome {
                Outcome::Hidden(how) => Some(how),
                _ => None,
            });
            (texts.len(), found, hidden.collect())
        })
        .collect();
    let (queries, found) =
        asked.iter().fold((0, 0), |(all, found), (more, by, _)| (all + more, found + by));
    let hidden: Vec<&String> = asked.iter().flat_map(|(_, _, hidden)| hidden).collect();
    hidden.iter().for_each(|how| println!("{how}"));
    println!(
        "{queries} queries by {} names, {found} found the record, {} hid it",
        names.len(),
        hidden.len()
    );
    assert!(queries > 200_000 / step && found > queries / 2, "{found} of {queries}");
    assert!(hidden.is_empty(), "{} hidden", hidden.len());
}

/// Outcome of a query that is made of a name of a record.
enum Outcome {
    Found,
    /// As many others match as are asked for, or the record does not reach the threshold.
    NotAmongMatches,
    Hidden(String),
}

fn ask(record: RecordView<'_>, text: &str, filter: &BoundFilter<'_>) -> Outcome {
    let settings = MatchSettings::default();
    let query = MatchQuery::by_name(Schema::of(record.entity_type()), text);
    let hits = answer(&query, filter, settings).hits;
    if hits.iter().any(|hit| hit.record == record.ordinal()) {
        return Outcome::Found;
    }
    let matches = hits.iter().filter(|hit| hit.score >= settings.threshold).count();
    let own = of_record(&query, filter, settings, record.ordinal()).map_or(0.0, |hit| hit.score);
    if matches == settings.limit || own < settings.threshold {
        return Outcome::NotAmongMatches;
    }
    let (name, reference) = (record.name(), record.reference());
    Outcome::Hidden(format!("{text:?}: {matches} matches without {name:?} ({reference}), {own}"))
}

/// The texts that are asked for the name with this number.
fn variations(record: RecordView<'_>, name: &str, at: usize) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let mut texts = Vec::new();
    if words.len() >= LONG_WORDS {
        texts.extend(words.windows(2).map(|pair| pair.join(" ")));
    }
    if record.entity_type() == Some(EntityType::Individual) {
        return texts;
    }
    let form = FORMS[at % FORMS.len()];
    texts.push(format!("{name} {form}"));
    texts.push(format!("{form} {name}"));
    let is_form = |word: &&str| {
        let letters: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        FORMS.iter().any(|form| form.eq_ignore_ascii_case(&letters))
    };
    if let Some(place) = words.iter().position(is_form) {
        let mut without = words.clone();
        let own = without.remove(place);
        texts.push(without.join(" "));
        texts.push(format!("{own} {}", without.join(" ")));
        without.insert(place, form);
        texts.push(without.join(" "));
    }
    texts
}

/// Their legal forms stand in the names of many others, which do not match.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn a_company_is_found_by_its_short_name_with_any_legal_form() {
    let snapshot = &real::snapshot_of_every_list();
    let filter = everything(snapshot);
    for (name, word) in [
        ("VTB PJSC", "vtb"),
        ("PAO VTB", "vtb"),
        ("VTB JSC", "vtb"),
        ("Gazprom Ltd", "gazprom"),
        ("OOO Gazprom", "gazprom"),
        ("Gazprom LLC", "gazprom"),
    ] {
        let query = MatchQuery::by_name(Schema::Company, name);
        let hits = answer(&query, &filter, MatchSettings::default()).hits;
        let best = hits.first().expect("a candidate");
        let found = snapshot.record(best.record).name().to_lowercase();
        assert!(best.score >= 0.75, "{name}: {} {found}", best.score);
        assert!(found.contains(word), "{name}: {found}");
    }
}
