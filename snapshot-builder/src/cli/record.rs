//! `inspect --record`: all facts of one record.

use std::fmt::{self, Display, Write};

use snapshot_builder::diff::remark;
use tamis_engine::model::{Fact, Record, RecordOrdinal};
use tamis_engine::snapshot::rows::name_flags;
use tamis_engine::snapshot::{RecordView, Retired, Snapshot};
use tamis_engine::text::weight::{WEIGHT_ONE, weight};

use super::LABEL_WIDTH;

/// Writes an active record: its facts, and its names as parsed for matching.
pub(super) fn show_active(
    text: &mut String,
    snapshot: &Snapshot,
    ordinal: RecordOrdinal,
) -> fmt::Result {
    let view = snapshot.record(ordinal);
    let register = view.register();
    writeln!(text, "record {}, active", view.id().0)?;
    line(text, "register", format_args!("{} ({})", register.slug, register.list_type.as_str()))?;
    line(text, "ordinal", ordinal.0)?;
    line(text, "first seen", view.first_seen())?;
    line(text, "last seen", view.last_seen())?;
    line(text, "last change", view.last_change())?;
    for change in view.facts_changes() {
        let facts: Vec<String> = change.facts.iter().map(|fact| lower_case(fact.label())).collect();
        line(text, "changed", format_args!("{}: {}", change.at, facts.join(", ")))?;
    }
    lines(text, "merged into", view.merged_entity())?;
    show_content(text, &view.to_model())?;
    show_names(text, snapshot, view)
}

/// Writes the remaining facts of a retired record.
pub(super) fn show_retired(text: &mut String, retired: &Retired) -> fmt::Result {
    writeln!(text, "record {}, retired", retired.id.0)?;
    line(text, "first seen", retired.first_seen)?;
    line(text, "last seen", retired.last_seen)?;
    line(text, "delisted at", retired.delisted_at)?;
    lines(text, "merged into", retired.entity)
}

/// Writes the facts of a record, a line for each value.
pub(super) fn show_content(text: &mut String, record: &Record) -> fmt::Result {
    for fact in Fact::ALL.iter().copied() {
        let label = lower_case(fact.label());
        let values = record.fact(fact).values();
        if fact == Fact::EntityType && values.is_empty() {
            line(text, &label, "not stated")?;
        }
        for value in values {
            let remark = match value {
                _ if fact == Fact::Reference && record.is_reference_made => " (made by the reader)",
                value => remark(value),
            };
            line(text, &label, format_args!("{value}{remark}"))?;
        }
    }
    Ok(())
}

/// Label in lower case, apart from acronyms: `birth date` for `Birth date`, but `IMO number` unchanged.
fn lower_case(label: &str) -> String {
    let is_abbreviation = label.chars().take(2).all(char::is_uppercase);
    if is_abbreviation { label.to_owned() } else { label.to_lowercase() }
}

fn show_names(text: &mut String, snapshot: &Snapshot, view: RecordView<'_>) -> fmt::Result {
    let index = snapshot.index();
    for name in index.names_of(view.ordinal()) {
        let row = &index.names[name.index()];
        let weak = if row.flags & name_flags::WEAK == 0 { "" } else { ", weak" };
        writeln!(text, "name {}{weak}: {}", row.alias, view.name_at(row.alias))?;
        let (words, joined) = index.run(name);
        for word in words.iter() {
            let at = tamis_engine::model::WordOrdinal(word.word());
            let share = weight(word.class(), index.words[at.index()].weight);
            let class = format!("{:?}", word.class()).to_lowercase();
            let share = f64::from(share) / f64::from(WEIGHT_ONE);
            writeln!(text, "  {:<24}{class:<10}{share:.3}", index.word_text(at))?;
        }
        for join in joined.iter() {
            let (first, last) = (join.start + 1, join.start + join.len);
            let joined = index.word_text(join.word);
            writeln!(text, "  {joined:<24}words {first} to {last} written as one")?;
        }
    }
    Ok(())
}

fn line(text: &mut String, label: &str, value: impl Display) -> fmt::Result {
    writeln!(text, "  {label:<LABEL_WIDTH$}{value}")
}

/// Writes a line for each value.
fn lines<T: Display>(
    text: &mut String,
    label: &str,
    values: impl IntoIterator<Item = T>,
) -> fmt::Result {
    values.into_iter().try_for_each(|value| line(text, label, value))
}
