//! A record in the form of a line of `records.jsonl`.

use serde_json::{Map, Value};
use tamis_engine::model::{AliasQuality, Record};

/// The record as a line of `records.jsonl` gives it, in the order of the fields there, without
/// those that are empty. Countries of identifiers stand in parentheses behind them.
#[must_use]
pub fn record_to_json(record: &Record) -> Value {
    let mut object = Map::new();
    let mut one = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            object.insert(key.to_owned(), value.into());
        }
    };
    one("ref", Some(record.reference.clone()));
    one("name", Some(record.name.clone()));
    one("type", record.entity_type.map(|kind| kind.as_str().to_owned()));
    one("imo", record.imo.map(|imo| imo.to_string()));
    one("gender", record.gender.clone());
    one("listed_on", record.listed_on.map(|date| date.to_string()));
    one("listed_until", record.listed_until.map(|date| date.to_string()));
    one("status", record.status.clone());
    one("source_url", record.source_url.clone());
    one("isin", record.isin.clone());
    one("ticker", record.ticker.clone());
    let aliases = |wanted: AliasQuality| {
        let aliases = record.aliases.iter().filter(move |alias| alias.quality == wanted);
        aliases.map(|alias| alias.name.clone()).collect()
    };
    let mut several = |key: &str, values: Vec<String>| {
        if !values.is_empty() {
            object.insert(key.to_owned(), values.into());
        }
    };
    several("aliases", aliases(AliasQuality::Strong));
    several("weak_aliases", aliases(AliasQuality::Weak));
    several("birth_dates", texts(&record.birth_dates));
    several("birth_places", record.birth_places.clone());
    several("countries", texts(&record.countries));
    several("programmes", record.programmes.clone());
    several("positions", record.positions.clone());
    several("addresses", record.addresses.clone());
    let identifiers = record.identifiers.iter().map(|identifier| {
        let country = identifier.country.map(|code| format!(" ({code})"));
        format!("{}: {}{}", identifier.kind, identifier.value, country.unwrap_or_default())
    });
    several("identifiers", identifiers.collect());
    several("notes", record.notes.clone());
    Value::Object(object)
}

fn texts<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}
