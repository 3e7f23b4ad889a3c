//! Ignored or reinterpreted parts of a request body, in sentences (docs/api.md, "What was ignored").
//! Nothing is done for a body that is read in full.

use super::named::Named;
use super::property::{Added, Beyond, Property, ValueCounts, property_names};
use crate::api::http::error::Given;
use crate::api::http::ignored::Ignored;
use crate::api::http::loose::{Fields, Loose};
use crate::api::http::nearest::{did_you_mean, nearest};
use crate::customers::{Field, field_named, plain};
use crate::limits::{
    NAME_WORDS_MAX, QUERIES_PER_REQUEST, VALUES_LOOKED_AT_MAX, VALUES_PER_PROPERTY, WORD_CHARS_MAX,
};
use tamis_engine::matching::{MatchQuery, MistypedImo, QueryName};

/// The keys that an object had so far, by their numbers, which are below 32.
#[derive(Debug, Default)]
pub(super) struct Seen {
    once: u32,
    again: u32,
}

impl Seen {
    /// True on the second occurrence; later ones are not reported again.
    pub(super) fn is_second(&mut self, number: u32) -> bool {
        let bit = 1 << number;
        let is_second = self.once & !self.again & bit != 0;
        self.again |= self.once & bit;
        self.once |= bit;
        is_second
    }
}

/// Notes repeated keys and queries beyond the first twenty.
pub(crate) fn of_queries(queries: &Fields<'_>, named: &Named<'_, '_>, ignored: &mut Ignored) {
    if named.asked.len() == queries.len() {
        return;
    }
    for (key, _) in &named.asked {
        if queries.iter().filter(|(own, _)| own == key).count() > 1 {
            ignored.note(|| {
                format!("{}: only the last query under this key is answered.", query(key))
            });
        }
    }
    named.beyond.iter().for_each(|key| note_beyond(Some(key), ignored));
}

/// Notes a query beyond the first twenty: the one under a key, or the only one.
pub(crate) fn note_beyond(of: Option<&str>, ignored: &mut Ignored) {
    let most = QUERIES_PER_REQUEST;
    ignored.note(|| format!("{}only the first {most} queries are answered.", named_query(of)));
}

/// Notes fields next to the queries of a body.
pub(super) fn beside_queries(fields: &Fields<'_>, ignored: &mut Ignored) {
    let (queries, beside): (Vec<_>, Vec<_>) = match fields {
        [_only] => return,
        fields => fields.iter().partition(|(key, _)| key == "queries"),
    };
    if queries.len() > 1 {
        ignored.note(|| "\"queries\" is given more than once; only the last is read.".to_owned());
    }
    for (key, _) in beside.into_iter().filter(|(_, value)| says_something(value)) {
        let key = Given::new(key);
        ignored.note(|| {
            format!("{key} beside \"queries\" is not read; parameters belong in the address.")
        });
    }
}

/// Sentence about a key that occurs more than once in an object of a query.
pub(super) fn repeated(of: &str, key: &str) -> String {
    let outcome = match key {
        "schema" | "customer" => "the last one is read",
        _ => "all its values are read",
    };
    format!("{}: \"{key}\" is given more than once; {outcome}.", query(of))
}

/// Sentence about a property that is not compared, of the query under a key or of the only one.
pub(crate) fn unknown_property(of: Option<&str>, key: &str) -> String {
    let end = match is_name_part(key) {
        true => "; send the full name as name.".to_owned(),
        false => did_you_mean(nearest(key, property_names())),
    };
    format!("{}{} is not a property that is compared{end}", named_query(of), Given::new(key))
}

/// True if a key names a part of a name; such keys are not read (docs/api.md, "Match queries").
pub(crate) fn is_name_part(key: &str) -> bool {
    let key = plain(key);
    let parts = [Field::GivenName, Field::MiddleName, Field::FamilyName];
    field_named(&key).is_some_and(|field| parts.contains(&field))
        || ["fathername", "mothername"].contains(&key.as_str())
}

/// Notes that some values of a property are not read, once per property, for the query under a key or
/// the only one.
pub(crate) fn note_beyond_values(
    of: Option<&str>,
    property: &Property,
    added: Added,
    counts: &mut ValueCounts,
    ignored: &mut Ignored,
) {
    let Added::Beyond(limit) = added else { return };
    if !counts.is_first_beyond(property) {
        return;
    }
    let (most, outcome) = match limit {
        Beyond::Different => (VALUES_PER_PROPERTY, "read"),
        Beyond::LookedAt => (VALUES_LOOKED_AT_MAX, "looked at"),
    };
    ignored.note(|| {
        let (of, name) = (named_query(of), property.name);
        format!("{of}only the first {most} values of \"{name}\" are {outcome}.")
    });
}

/// Notes that only the beginning of a name is compared, for the query under a key or the only one.
pub(crate) fn note_cut_names(of: Option<&str>, query: &MatchQuery, ignored: &mut Ignored) {
    if query.names.iter().any(QueryName::may_be_cut) {
        ignored.note(|| {
            format!(
                "{}of \"name\" only the first {NAME_WORDS_MAX} words, and of a word the first \
                 {WORD_CHARS_MAX} letters, are compared.",
                named_query(of)
            )
        });
    }
}

/// Sentence about the customer of a query where no decisions are heeded.
pub(super) fn customer_unread(of: &str) -> String {
    format!("{}: \"customer\" has no effect; no decisions are heeded.", query(of))
}

/// Notes the IMO numbers with a typing error, for the query under a key or the only one.
pub(crate) fn note_mistyped(
    of: Option<&str>,
    mistyped: impl Iterator<Item = MistypedImo>,
    ignored: &mut Ignored,
) {
    mistyped.for_each(|imo| ignored.note(|| format!("{}{imo}", named_query(of))));
}

/// Notes a value that has no effect or a different one than written, for the query under a key or the
/// only one. Values beyond a limit are noted once, by [`note_beyond_values`].
pub(crate) fn note_value(
    of: Option<&str>,
    property: &str,
    value: &str,
    added: Added,
    ignored: &mut Ignored,
) {
    let outcome = match added {
        Added::Kept | Added::Beyond(_) => return,
        Added::ReadAs(imo) => format!("is read as {imo}."),
        Added::Unread(why) => format!("{why}; it has no effect."),
    };
    ignored.note(|| format!("{}{property} {} {outcome}", named_query(of), Given::new(value)));
}

/// True if a value is not empty.
pub(crate) fn says_something(value: &Loose<'_>) -> bool {
    match value {
        Loose::Null => false,
        Loose::Text(text) => !text.trim().is_empty(),
        Loose::List(values) => values.iter().any(says_something),
        Loose::Object(fields) => !fields.is_empty(),
        Loose::Boolean | Loose::Number(_) => true,
    }
}

/// Beginning of a sentence about the query under a key; empty for the only one.
fn named_query(key: Option<&str>) -> String {
    key.map(|key| format!("{}: ", query(key))).unwrap_or_default()
}

fn query(key: &str) -> String {
    format!("Query {}", Given::new(key))
}
