//! Reads reconciliation queries (docs/api.md, "Reconciliation"; 0.2, "Reconciliation Queries").
//!
//! A query of a wrong shape fails the whole request, since an empty result would read as "nothing
//! found". An unreadable value of a cell, such as a birth date "unknown", is ignored and noted in the
//! entry. Tables hold such values, and without one the query finds more, not less.

use std::borrow::Cow;

use crate::api::http::error::{ApiError, Given};
use crate::api::http::ignored::Ignored;
use crate::api::http::loose::{Fields, Loose, field};
use crate::api::http::parameters::check_length;
use crate::api::http::party::record_id;
use crate::api::matching::{
    Added, Named, ValueCounts, WithoutName, is_name_part, note_beyond, note_beyond_values,
    note_cut_names, note_value, property_named, says_something, type_fault, unknown_property,
    why_without_name,
};
use crate::limits::{self, RESULTS_MAX, RESULTS_MIN};
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{Day, Schema};
use tamis_engine::reconcile::ReconcileQuery;

/// The queries of one request.
pub(super) struct Queries {
    /// The first [`limits::QUERIES_PER_REQUEST`] queries in the caller's order, and those beyond as
    /// faulty ones.
    pub(super) list: Vec<NamedQuery>,
    /// True for one query without a key, whose entry is then the whole answer.
    pub(super) is_single: bool,
}

/// One query under its key.
#[derive(Debug)]
pub(super) struct NamedQuery {
    /// The caller's key.
    pub(super) key: String,
    /// The query as it was read.
    pub(super) query: ReconcileQuery,
    /// Fault that keeps the query from running, such as a name that is too long (docs/api.md, "Match
    /// queries"). The others run.
    pub(super) fault: Option<ApiError>,
    /// Ignored parts of the query.
    pub(super) ignored: Ignored,
}

/// The JSON value of a field in an address or a form.
pub(super) fn field_value<'t>(field: &'static str, text: &'t str) -> Result<Loose<'t>, ApiError> {
    serde_json::from_str(text)
        .map_err(|error| bad_field(field, format!("is not valid JSON: {error}")))
}

/// The error of a field; the fault is the end of a sentence that begins with its name.
pub(super) fn bad_field(field: &'static str, fault: String) -> ApiError {
    ApiError::BadField { field, fault }
}

impl Queries {
    /// Reads `{key: query}` from a text.
    pub(super) fn of_text(text: &str, today: Day) -> Result<Self, ApiError> {
        match field_value("queries", text)? {
            Loose::Text(_) => Err(bad_field("queries", "is a string; it must be an object".into())),
            value => Self::of_value(&value, today),
        }
    }

    /// Reads `{key: query}`, or a text of that JSON, which some clients put into a JSON body.
    ///
    /// A repeated key counts once, with its last value.
    pub(super) fn of_value(value: &Loose<'_>, today: Day) -> Result<Self, ApiError> {
        let fields = match value {
            Loose::Object(fields) => fields,
            Loose::Text(text) => return Self::of_text(text, today),
            other => {
                let fault = format!("is {}; it must be an object of queries", other.type_name());
                return Err(bad_field("queries", fault));
            }
        };
        let named = Named::of(fields);
        let asked = named.asked.iter().map(|(key, query)| match query {
            Loose::Object(fields) => read(key, fields, today),
            other => {
                let fault = format!("has {} as a query; it must be an object", other.type_name());
                Err(bad_field("queries", fault))
            }
        });
        let beyond = named.refused().map(|key| Ok(NamedQuery::beyond(key)));
        Ok(Self { list: asked.chain(beyond).collect::<Result<_, _>>()?, is_single: false })
    }

    /// Reads `query` as in earlier versions of the API: the text to search, or a query as JSON.
    pub(super) fn single(text: &str, today: Day) -> Result<Self, ApiError> {
        let query = match text.starts_with('{') {
            true => field_value("query", text)?,
            false => Loose::Text(Cow::Borrowed(text)),
        };
        Self::single_value(&query, &[], today)
    }

    /// The same in a JSON body, where a text may have the query's other fields next to it.
    pub(super) fn single_value(
        value: &Loose<'_>,
        beside: &Fields<'_>,
        today: Day,
    ) -> Result<Self, ApiError> {
        let query = match value {
            Loose::Object(fields) => read("", fields, today)?,
            Loose::Text(_) if !beside.is_empty() => read("", beside, today)?,
            text => read("", &[(Cow::Borrowed("query"), text.clone())], today)?,
        };
        Ok(Self { list: vec![query], is_single: true })
    }
}

impl NamedQuery {
    /// An unread query beyond the limit of queries.
    fn beyond(key: &str) -> Self {
        let (query, fault) = (nothing_asked(), Some(ApiError::BeyondQueries));
        let mut ignored = Ignored::default();
        note_beyond(None, &mut ignored);
        Self { key: key.to_owned(), query, fault, ignored }
    }
}

fn read(key: &str, fields: &Fields<'_>, today: Day) -> Result<NamedQuery, ApiError> {
    let mut reader = Reader::new(today);
    for (field, value) in fields {
        match (field.as_ref(), value) {
            (_, Loose::Null) => {}
            ("query", Loose::Text(text)) => reader.text(text.trim()),
            ("query", other) => return Err(type_fault("query", other, "a string")),
            ("type", value) => reader.types(value)?,
            ("type_strict", value) => type_strict(value)?,
            ("limit", value) => reader.limit = Some(limit(value)?),
            ("properties", value) => reader.properties(value)?,
            _ => {}
        }
    }
    Ok(reader.into_query(key))
}

/// Reads one query.
struct Reader {
    today: Day,
    query: ReconcileQuery,
    limit: Option<usize>,
    counts: ValueCounts,
    fault: Option<ApiError>,
    /// Substitute for a name, reported if the query has no name.
    without_name: Option<WithoutName>,
    ignored: Ignored,
}

/// An empty query.
fn nothing_asked() -> ReconcileQuery {
    ReconcileQuery {
        record: None,
        schemas: Vec::new(),
        described: MatchQuery::default(),
        limit: limits::RESULTS_DEFAULT as usize,
    }
}

impl Reader {
    fn new(today: Day) -> Self {
        Self {
            today,
            query: nothing_asked(),
            limit: None,
            counts: ValueCounts::default(),
            fault: None,
            without_name: None,
            ignored: Ignored::default(),
        }
    }

    /// Returns the query. An empty one gets an empty answer, but ignored parts of a name are reported.
    fn into_query(mut self, key: &str) -> NamedQuery {
        if let Some(has) = self.without_name.take()
            && let Some(reason) = why_without_name(&self.query.described, Some(has))
        {
            self.fault.get_or_insert(reason);
        }
        note_cut_names(None, &self.query.described, &mut self.ignored);
        let limit = self.limit.unwrap_or(self.query.limit);
        let query = ReconcileQuery { limit, ..self.query };
        NamedQuery { key: key.to_owned(), query, fault: self.fault, ignored: self.ignored }
    }

    /// Reads the text of the cell: a name, or a record's id.
    fn text(&mut self, text: &str) {
        self.query.record = record_id(text);
        self.noted("name", &[text]);
    }

    /// Reads one type or several; a type may be `{id, name}`. Schemas are spelt as in a match.
    fn types(&mut self, value: &Loose<'_>) -> Result<(), ApiError> {
        match value {
            Loose::List(values) => values.iter().try_for_each(|value| self.one_type(value)),
            value => self.one_type(value),
        }
    }

    fn one_type(&mut self, value: &Loose<'_>) -> Result<(), ApiError> {
        let given = match value {
            Loose::Text(text) => Some(text.as_ref()),
            Loose::Object(fields) => text_of(fields, "id"),
            _ => None,
        };
        let rule = "a string, an object with an id, or an array of these";
        let given = given.ok_or_else(|| type_fault("type", value, rule))?;
        if given.is_empty() {
            return Ok(());
        }
        let schema = Schema::from_name(given).ok_or_else(|| ApiError::NotAccepted {
            parameter: "type",
            given: Given::new(given),
            accepted: Schema::NAMES,
        })?;
        if !self.query.schemas.contains(&schema) {
            self.query.schemas.push(schema);
        }
        Ok(())
    }

    fn properties(&mut self, value: &Loose<'_>) -> Result<(), ApiError> {
        let rule = "an array of objects with pid and v";
        let Loose::List(list) = value else { return Err(type_fault("properties", value, rule)) };
        for property in list {
            let Loose::Object(fields) = property else {
                return Err(type_fault("properties", property, rule));
            };
            let Some(pid) = text_of(fields, "pid") else {
                return Err(bad_field(
                    "properties",
                    format!("has an element without pid; it must be {rule}"),
                ));
            };
            let name = property_named(pid).map(|property| property.name);
            if name.is_none() {
                self.ignored.note(|| unknown_property(None, pid));
                if is_name_part(pid) && field(fields, "v").is_some_and(says_something) {
                    self.without_name = Some(WithoutName::Part(Given::new(pid)));
                }
            }
            match field(fields, "v") {
                None => {}
                Some(Loose::List(values)) => {
                    values.iter().try_for_each(|value| self.given(name, value))?;
                }
                Some(value) => self.given(name, value)?,
            }
        }
        Ok(())
    }

    /// Reads one value. Its form is checked even if no property has the name.
    fn given(&mut self, property: Option<&'static str>, value: &Loose<'_>) -> Result<(), ApiError> {
        let mut read = |texts: &[&str]| {
            if let Some(name) = property {
                self.noted(name, texts);
            }
        };
        match value {
            Loose::List(_) => {
                let rule = "a value or an array of values";
                return Err(type_fault("v", value, rule));
            }
            Loose::Text(text) => read(&[text]),
            Loose::Number(text) => read(&[text]),
            Loose::Object(fields) => {
                // A reconciled cell. Its id has a meaning only in the service that it was reconciled
                // with, but its name is usable.
                if text_of(fields, "id").is_none() {
                    let fault = "has an object without a text under \"id\" as a value";
                    return Err(bad_field("v", fault.to_owned()));
                }
                let tried = match property {
                    Some("name") => ["name", "id"],
                    _ => ["id", "name"],
                };
                let texts: Vec<&str> =
                    tried.into_iter().filter_map(|key| text_of(fields, key)).collect();
                read(&texts);
            }
            Loose::Boolean | Loose::Null => {}
        }
        Ok(())
    }

    /// Reads the first of these texts that the property accepts, and notes a value without one.
    fn noted(&mut self, property: &'static str, texts: &[&str]) {
        let texts = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
        let mut first_unread = None;
        for text in texts {
            match self.value(property, text) {
                unread @ Added::Unread(_) => {
                    first_unread.get_or_insert((text, unread));
                }
                added => return note_value(None, property, text, added, &mut self.ignored),
            }
        }
        if let Some((text, unread)) = first_unread {
            note_value(None, property, text, unread, &mut self.ignored);
        }
    }

    /// Reads one value.
    fn value(&mut self, property: &'static str, text: &str) -> Added {
        const UNREADABLE: Added = Added::Unread("is not readable");
        let Some(known) = property_named(property) else { return UNREADABLE };
        let described = &mut self.query.described;
        // OpenRefine sends a date cell as a timestamp.
        let day = text.split_once('T').map(|(day, _)| day).filter(|_| property == "birthDate");
        let outcome = known.read(described, &mut self.counts, day.unwrap_or(text), self.today);
        let added = *outcome.as_ref().unwrap_or(&UNREADABLE);
        note_beyond_values(None, known, added, &mut self.counts, &mut self.ignored);
        // An unreadable name is ignored like any other value, but a name that is too long is an error.
        let is_fault = |_: &ApiError| check_length("name", text).is_err();
        if let Some(fault) = outcome.err().filter(is_fault) {
            self.fault.get_or_insert(fault);
        }
        added
    }
}

fn text_of<'f>(fields: &'f Fields<'_>, name: &str) -> Option<&'f str> {
    match field(fields, name) {
        Some(Loose::Text(text)) => Some(text),
        _ => None,
    }
}

/// Reads the maximum number of candidates, as a number or its text.
fn limit(value: &Loose<'_>) -> Result<usize, ApiError> {
    let rule = || format!("a whole number from {RESULTS_MIN} to {RESULTS_MAX}");
    let text = match value {
        Loose::Number(text) => text.as_str(),
        Loose::Text(text) => text.as_ref(),
        other => return Err(type_fault("limit", other, "a whole number")),
    };
    let allowed = RESULTS_MIN as usize..=RESULTS_MAX as usize;
    let limit = text.parse().ok().filter(|limit| allowed.contains(limit));
    limit.ok_or_else(|| ApiError::bad_value("limit", text, rule()))
}

/// Checks the mode for several types. A record of none of the types only scores lower, as in a match,
/// so the three modes have the same effect. An unknown mode is an error.
fn type_strict(value: &Loose<'_>) -> Result<(), ApiError> {
    let accepted = &["any", "should", "all"];
    match value {
        Loose::Text(text) if accepted.contains(&text.as_ref()) => Ok(()),
        Loose::Text(text) => {
            let given = Given::new(text);
            Err(ApiError::NotAccepted { parameter: "type_strict", given, accepted })
        }
        other => Err(type_fault("type_strict", other, "a string")),
    }
}

#[cfg(test)]
#[path = "queries_tests.rs"]
mod tests;
