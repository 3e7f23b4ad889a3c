//! The body of a match request: its named queries, each read independently (docs/api.md, "Match
//! queries").
//!
//! A query with a fault keeps its readable parts for the `query` of its entry and its first fault for
//! the `error`. The other queries run.

use std::borrow::Cow;

use super::dropped::{self, Seen};
use super::named::Named;
use super::property::{
    Added, KnownName, Property, ValueCounts, known_name, no_imo, property_named,
};
use crate::api::http::error::{ApiError, Given};
use crate::api::http::ignored::Ignored;
use crate::api::http::loose::{Loose, field};
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{Day, Schema};

/// Numbers, after those of properties, of the other keys of a query.
const SCHEMA_PLACE: u32 = 30;
const PROPERTIES_PLACE: u32 = 31;
const CUSTOMER_PLACE: u32 = 29;

/// The queries of a request.
#[derive(Debug, Default)]
pub(in crate::api) struct Queries {
    /// The queries in the order of the body: those that are [asked](Named::asked) and, as faulty ones,
    /// those beyond the limit.
    pub(in crate::api) list: Vec<NamedQuery>,
    /// Ignored parts of the body.
    pub(in crate::api) ignored: Ignored,
}

/// One query of a request.
#[derive(Debug, Clone)]
pub(crate) struct NamedQuery {
    /// The caller's key.
    pub(super) key: String,
    /// The query as it was read.
    pub(crate) query: MatchQuery,
    /// The customer whose earlier decisions count, if named.
    pub(crate) customer: Option<String>,
    /// Fault that keeps the query from running, if any.
    pub(in crate::api) fault: Option<ApiError>,
}

/// The key of a query sent without the `queries` wrapper (docs/api.md, "Match queries").
const FLAT_KEY: &str = "q1";

/// Some clients begin a body with a byte order mark; RFC 8259 lets a reader skip it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads the body of a request: `{"queries": {key: query}}`, or one flat query.
///
/// A repeated key counts once, with its last value.
pub(in crate::api) fn read_queries(body: &[u8], today: Day) -> Result<Queries, ApiError> {
    let fields = read_object(body)?;
    let mut ignored = Ignored::default();
    let mut read = |key: &str, query: &Loose<'_>| read_query(key, query, today, &mut ignored);
    match field(&fields, "queries") {
        Some(Loose::Object(queries)) => {
            let named = Named::of(queries);
            let asked = named.asked.iter().map(|(key, query)| read(key, query));
            let list = asked.chain(named.refused().map(NamedQuery::beyond)).collect();
            dropped::beside_queries(&fields, &mut ignored);
            dropped::of_queries(queries, &named, &mut ignored);
            Ok(Queries { list, ignored })
        }
        Some(other) => Err(ApiError::BadBody(format!(
            "has {} under \"queries\"; it must be an object of named queries",
            other.type_name()
        ))),
        None if fields.iter().any(|(key, _)| is_query_field(key)) => {
            let list = vec![read(FLAT_KEY, &Loose::Object(fields))];
            Ok(Queries { list, ignored })
        }
        None => Err(ApiError::BadBody(
            "has neither \"queries\" nor a query's \"schema\", \"properties\" or \"name\"".into(),
        )),
    }
}

/// Reads a body that must be an object.
pub(crate) fn read_object(body: &[u8]) -> Result<Vec<(Cow<'_, str>, Loose<'_>)>, ApiError> {
    let text = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    let body: Loose<'_> = serde_json::from_slice(text)
        .map_err(|error| ApiError::BadBody(format!("is not valid JSON: {error}")))?;
    match body {
        Loose::Object(fields) => Ok(fields),
        other => {
            let found = other.type_name();
            Err(ApiError::BadBody(format!("is {found}; it must be an object")))
        }
    }
}

fn is_query_field(key: &str) -> bool {
    let is_known = key == "schema" || key == "properties" || property_named(key).is_some();
    is_known || dropped::is_name_part(key)
}

impl NamedQuery {
    /// An unread query beyond the limit of queries.
    fn beyond(key: &str) -> Self {
        let fault = Some(ApiError::BeyondQueries);
        Self { key: key.to_owned(), query: MatchQuery::default(), customer: None, fault }
    }
}

/// Reads one query, and notes its ignored parts.
pub(super) fn read_query(
    key: &str,
    value: &Loose<'_>,
    today: Day,
    ignored: &mut Ignored,
) -> NamedQuery {
    let mut reader = Reader {
        key,
        today,
        query: MatchQuery::default(),
        customer: None,
        fault: None,
        without_name: None,
        counts: ValueCounts::default(),
        ignored,
    };
    reader.read(value);
    let Reader { query, customer, mut fault, without_name, ignored, .. } = reader;
    dropped::note_cut_names(Some(key), &query, ignored);
    if let Some(reason) = why_without_name(&query, without_name) {
        fault.get_or_insert(reason);
    }
    NamedQuery { key: key.to_owned(), query, customer, fault }
}

/// Substitute for a name in a query without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WithoutName {
    /// A part of a name under this key; such parts are not read.
    Part(Given),
    /// An unreadable IMO number.
    BadImo(String),
}

/// The error of a query without a name, if it cannot run. An IMO number does not make up for ignored
/// parts of a name.
pub(crate) fn why_without_name(query: &MatchQuery, has: Option<WithoutName>) -> Option<ApiError> {
    if !query.names.is_empty() {
        return None;
    }
    match has {
        Some(WithoutName::Part(part)) => Some(ApiError::NameParts { part }),
        _ if !query.imos.is_empty() => None,
        Some(WithoutName::BadImo(text)) => Some(no_imo(&text)),
        None => Some(ApiError::EmptyQuery),
    }
}

/// Reads the fields of one query, including those after a fault.
struct Reader<'r> {
    /// The caller's key.
    key: &'r str,
    today: Day,
    query: MatchQuery,
    /// The customer's key.
    customer: Option<String>,
    /// The first fault.
    fault: Option<ApiError>,
    /// Substitute for a name, reported if the query has no name.
    without_name: Option<WithoutName>,
    counts: ValueCounts,
    ignored: &'r mut Ignored,
}

impl Reader<'_> {
    fn note(&mut self, outcome: Result<(), ApiError>) {
        if let Err(fault) = outcome {
            self.fault.get_or_insert(fault);
        }
    }

    /// Reads properties from `properties` and directly next to `schema`, as in a flat query.
    fn read(&mut self, value: &Loose<'_>) {
        let Loose::Object(fields) = value else {
            let found = value.type_name();
            let fault = format!("has {found} as a query; it must be an object");
            return self.note(Err(ApiError::BadBody(fault)));
        };
        let mut seen = Seen::default();
        for (key, value) in fields {
            match (key.as_ref(), value) {
                ("schema", schema) => {
                    self.note_repeated(&mut seen, SCHEMA_PLACE, "schema");
                    let outcome = self.schema(schema);
                    self.note(outcome);
                }
                ("properties", value) => {
                    self.note_repeated(&mut seen, PROPERTIES_PLACE, "properties");
                    self.properties(value);
                }
                ("customer", customer) => {
                    self.note_repeated(&mut seen, CUSTOMER_PLACE, "customer");
                    let outcome = self.customer(customer);
                    self.note(outcome);
                }
                (key, value) => self.property(key, value, &mut seen),
            }
        }
    }

    fn customer(&mut self, value: &Loose<'_>) -> Result<(), ApiError> {
        let key = match value {
            Loose::Null => return Ok(()),
            Loose::Text(text) => text.trim(),
            Loose::Number(text) if text.parse::<i64>().is_ok() => text,
            other => return Err(type_fault("customer", other, "a string or a whole number")),
        };
        self.customer = (!key.is_empty()).then(|| key.to_owned());
        Ok(())
    }

    fn properties(&mut self, value: &Loose<'_>) {
        let mut seen = Seen::default();
        match value {
            Loose::Null => {}
            Loose::Object(properties) => {
                properties.iter().for_each(|(key, value)| self.property(key, value, &mut seen));
            }
            other => self.note(Err(type_fault("properties", other, "an object of arrays"))),
        }
    }

    /// Notes that a key of this query is repeated in one object.
    fn note_repeated(&mut self, seen: &mut Seen, place: u32, key: &'static str) {
        if seen.is_second(place) {
            self.ignored.note(|| dropped::repeated(self.key, key));
        }
    }

    fn schema(&mut self, value: &Loose<'_>) -> Result<(), ApiError> {
        let given = match value {
            Loose::Null => return Ok(()),
            Loose::Text(text) => text.as_ref(),
            other => return Err(type_fault("schema", other, "a string")),
        };
        self.query.schema = Schema::from_name(given)
            .ok_or_else(|| ApiError::not_accepted("schema", given, Schema::NAMES))?;
        Ok(())
    }

    /// Reads the values of one property; a property unknown to docs/api.md is ignored and noted.
    fn property(&mut self, key: &str, value: &Loose<'_>, seen: &mut Seen) {
        let Some(KnownName { property, name, place }) = known_name(key) else {
            if dropped::says_something(value) {
                self.ignored.note(|| dropped::unknown_property(Some(self.key), key));
                if dropped::is_name_part(key) {
                    self.without_name = Some(WithoutName::Part(Given::new(key)));
                }
            }
            return;
        };
        self.note_repeated(seen, place, name);
        match value {
            Loose::List(values) => values.iter().for_each(|value| self.value(property, value)),
            value => self.value(property, value),
        }
    }

    /// Reads one value. `null` and blank values are skipped and do not count towards the five.
    fn value(&mut self, property: &Property, value: &Loose<'_>) {
        let outcome = match value {
            Loose::Null => return,
            Loose::Text(text) if text.trim().is_empty() => return,
            Loose::Text(text) => {
                let (text, key) = (text.trim(), Some(self.key));
                let read = property.read(&mut self.query, &mut self.counts, text, self.today);
                read.map(|added| {
                    if property.name == "imoNumber" && matches!(added, Added::Unread(_)) {
                        let bad = || WithoutName::BadImo(text.to_owned());
                        self.without_name.get_or_insert_with(bad);
                    }
                    dropped::note_beyond_values(
                        key,
                        property,
                        added,
                        &mut self.counts,
                        self.ignored,
                    );
                    dropped::note_value(key, property.name, text, added, self.ignored);
                })
            }
            other => Err(type_fault(property.name, other, "an array of strings")),
        };
        self.note(outcome);
    }
}

/// Error for a value of a wrong type.
pub(crate) fn type_fault(
    parameter: &'static str,
    found: &Loose<'_>,
    rule: &'static str,
) -> ApiError {
    ApiError::WrongType { parameter, rule, found: found.type_name() }
}

#[cfg(test)]
#[path = "queries_tests.rs"]
mod tests;
