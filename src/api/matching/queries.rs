//! The body of a match request: its named queries, each read alone (docs/api.md, "Match queries").
//!
//! A query with a fault keeps what could be read of it, for the `query` of its entry, and its
//! first fault, for the `error`; the other queries run.

use std::borrow::Cow;

use crate::api::http::error::ApiError;
use crate::api::http::loose::{Fields, Loose, field};
use crate::api::http::parameters::check_length;
use crate::api::openapi::{Schema as Shape, rules};
use crate::limits;
use tamis_engine::matching::{AskedName, MatchQuery};
use tamis_engine::model::{CountryCode, ImoNumber, PartialDate, Schema};
use tamis_engine::text;

/// One query of a request.
#[derive(Debug, Clone)]
pub(super) struct NamedQuery {
    /// The caller's key.
    pub(super) key: String,
    /// What was read.
    pub(super) query: MatchQuery,
    /// Why it cannot run; `None` when it can.
    pub(super) fault: Option<ApiError>,
}

/// The key of a query sent without the `queries` wrapper (docs/api.md, "Match queries").
const FLAT_KEY: &str = "q1";

/// Some clients begin a body with it; RFC 8259 lets a reader pass over it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A property of a query, declared once: what reads it and what the document shows of it.
pub(in crate::api) struct Property {
    /// Its name in answers and errors.
    pub(in crate::api) name: &'static str,
    /// Every name that a caller may give it.
    accepted: &'static [&'static str],
    /// What it is, in the document.
    pub(in crate::api) says: &'static str,
    /// The rule of one value, in the document.
    pub(in crate::api) schema: fn() -> Shape,
    add: fn(&mut MatchQuery, &str) -> Result<(), ApiError>,
}

impl Property {
    /// Adds a value to a query; more than five are not read.
    ///
    /// # Errors
    /// [`ApiError::BadValue`] for one that is not of the property's form.
    pub(in crate::api) fn read(&self, query: &mut MatchQuery, text: &str) -> Result<(), ApiError> {
        (self.add)(query, text)
    }
}

/// The properties that are read (docs/api.md, "Match queries").
pub(in crate::api) const PROPERTIES: [Property; 4] = [
    Property {
        name: "name",
        accepted: &["name", "query"],
        says: "In any script, with at least one letter or digit; also `query`. Needed unless there is \
               an IMO number.",
        schema: rules::short_text,
        add: add_name,
    },
    Property {
        name: "birthDate",
        accepted: &["birthDate", "dob"],
        says: "Compared at the coarser of both precisions; also `dob`.",
        schema: rules::partial_date,
        add: add_birth_date,
    },
    Property {
        name: "nationality",
        accepted: &["nationality", "country", "countries", "jurisdiction", "flag"],
        says: "Also `country`, `countries`, `jurisdiction`, `flag`. `UK` and `EL` are read as `GB` \
               and `GR`.",
        schema: rules::asked_country,
        add: add_country,
    },
    Property {
        name: "imoNumber",
        accepted: &["imoNumber", "imo"],
        says: "Seven digits, anything else is stripped; also `imo`.",
        schema: || Shape::pattern("^[^0-9]*([0-9][^0-9]*){7}$"),
        add: add_imo,
    },
];

/// Reads the body: `{"queries": {key: query}}`, or one flat query.
///
/// Queries are kept in the order of the body, the first
/// [`limits::QUERIES_PER_REQUEST`] of them; a repeated key counts once, with its last value.
pub(super) fn read_queries(body: &[u8]) -> Result<Vec<NamedQuery>, ApiError> {
    let fields = read_object(body)?;
    match field(&fields, "queries") {
        Some(Loose::Object(queries)) => {
            let named = first_named(queries).into_iter();
            Ok(named.map(|(key, query)| read_query(key, query)).collect())
        }
        Some(other) => Err(ApiError::BadBody(format!(
            "has {} under \"queries\"; it must be an object of named queries",
            other.type_name()
        ))),
        None if fields.iter().any(|(key, _)| is_query_field(key)) => {
            Ok(vec![read_query(FLAT_KEY, &Loose::Object(fields))])
        }
        None => Err(ApiError::BadBody(
            "has neither \"queries\" nor a query's \"schema\", \"properties\" or \"name\"".into(),
        )),
    }
}

/// Reads a body that must be an object.
pub(in crate::api) fn read_object(body: &[u8]) -> Result<Vec<(Cow<'_, str>, Loose<'_>)>, ApiError> {
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

/// A query of one name and perhaps a country, for a party of any type.
pub(in crate::api) fn name_query(
    name: &str,
    nationality: Option<&str>,
) -> Result<MatchQuery, ApiError> {
    let mut query = MatchQuery::default();
    add_name(&mut query, name)?;
    nationality.map_or(Ok(()), |code| add_country(&mut query, code))?;
    Ok(query)
}

fn is_query_field(key: &str) -> bool {
    key == "schema" || key == "properties" || property_named(key).is_some()
}

/// The property with this name or alias.
pub(in crate::api) fn property_named(key: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|property| property.accepted.contains(&key))
}

/// Every name by which a query may give a property.
pub(in crate::api) fn property_names() -> impl Iterator<Item = &'static str> {
    PROPERTIES.iter().flat_map(|property| property.accepted.iter().copied())
}

/// The first queries under a key each; one whose key is repeated stands in the place of the first.
pub(in crate::api) fn first_named<'f, 'b>(
    queries: &'f Fields<'b>,
) -> Vec<(&'f str, &'f Loose<'b>)> {
    let mut named: Vec<(&str, &Loose<'_>)> = Vec::new();
    for (key, query) in queries {
        match named.iter().position(|(seen, _)| seen == key) {
            Some(at) => named[at].1 = query,
            None if named.len() < limits::QUERIES_PER_REQUEST => named.push((key, query)),
            None => {}
        }
    }
    named
}

fn read_query(key: &str, value: &Loose<'_>) -> NamedQuery {
    let mut reader = Reader { query: MatchQuery::default(), fault: None };
    reader.read(value);
    let Reader { query, mut fault } = reader;
    if query.names.is_empty() && query.imos.is_empty() {
        fault.get_or_insert(ApiError::EmptyQuery);
    }
    NamedQuery { key: key.to_owned(), query, fault }
}

/// Reads the fields of one query, those after a faulty one too.
struct Reader {
    query: MatchQuery,
    /// The first fault.
    fault: Option<ApiError>,
}

impl Reader {
    fn note(&mut self, outcome: Result<(), ApiError>) {
        if let Err(fault) = outcome {
            self.fault.get_or_insert(fault);
        }
    }

    /// Properties are read where the description puts them and directly beside `schema`, as in
    /// a flat query.
    fn read(&mut self, value: &Loose<'_>) {
        let Loose::Object(fields) = value else {
            let found = value.type_name();
            let fault = format!("has {found} as a query; it must be an object");
            return self.note(Err(ApiError::BadBody(fault)));
        };
        for (key, value) in fields {
            match (key.as_ref(), value) {
                ("schema", schema) => {
                    let outcome = self.schema(schema);
                    self.note(outcome);
                }
                ("properties", Loose::Null) => {}
                ("properties", Loose::Object(properties)) => {
                    for (key, value) in properties {
                        self.property(key, value);
                    }
                }
                ("properties", other) => {
                    self.note(Err(type_fault("properties", other, "an object of arrays")));
                }
                (key, value) => self.property(key, value),
            }
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

    /// Reads the values of one property; a name that docs/api.md does not list is ignored.
    fn property(&mut self, key: &str, value: &Loose<'_>) {
        let Some(property) = property_named(key) else { return };
        match value {
            Loose::List(values) => values.iter().for_each(|value| self.value(property, value)),
            value => self.value(property, value),
        }
    }

    /// Reads one value. `null` and blank ones say nothing and do not count towards the five.
    fn value(&mut self, property: &Property, value: &Loose<'_>) {
        let outcome = match value {
            Loose::Null => Ok(()),
            Loose::Text(text) if text.trim().is_empty() => Ok(()),
            Loose::Text(text) => property.read(&mut self.query, text.trim()),
            other => Err(type_fault(property.name, other, "an array of strings")),
        };
        self.note(outcome);
    }
}

/// A value of another type than its rule says.
pub(in crate::api) fn type_fault(
    parameter: &'static str,
    found: &Loose<'_>,
    rule: &'static str,
) -> ApiError {
    ApiError::WrongType { parameter, rule, found: found.type_name() }
}

/// Adds a value unless it is there already or five are.
fn push<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if values.len() < limits::VALUES_PER_PROPERTY && !values.contains(&value) {
        values.push(value);
    }
}

/// What a name must hold to be read at all, as the end of "it must be ...".
pub(in crate::api) const READABLE: &str = "a name with at least one letter or digit";

fn add_name(query: &mut MatchQuery, name: &str) -> Result<(), ApiError> {
    check_length("name", name)?;
    // One that is not asked for is held to the rule all the same, at less cost.
    let is_asked = query.names.len() < limits::VALUES_PER_PROPERTY;
    let asked = is_asked.then(|| AskedName::new(name));
    let is_readable = match &asked {
        Some(asked) => asked.is_readable(),
        None => !text::normalize(name).is_empty(),
    };
    // What a name in another script becomes where its letters are lost ("?????") would find
    // nothing, and pass for a party that was screened.
    if !is_readable {
        return Err(ApiError::bad_value("name", name, READABLE));
    }
    if let Some(asked) = asked {
        push(&mut query.names, asked);
    }
    Ok(())
}

fn add_birth_date(query: &mut MatchQuery, text: &str) -> Result<(), ApiError> {
    let rule = "a date of the form YYYY, YYYY-MM or YYYY-MM-DD";
    let date: PartialDate =
        text.parse().map_err(|_| ApiError::bad_value("birthDate", text, rule))?;
    push(&mut query.birth_dates, date);
    Ok(())
}

fn add_country(query: &mut MatchQuery, text: &str) -> Result<(), ApiError> {
    let rule = "a two-letter ISO 3166 code";
    let code =
        CountryCode::asked(text).ok_or_else(|| ApiError::bad_value("nationality", text, rule))?;
    push(&mut query.countries, code);
    Ok(())
}

fn add_imo(query: &mut MatchQuery, text: &str) -> Result<(), ApiError> {
    let rule = "an IMO number of seven digits";
    let imo = ImoNumber::parse(text).ok_or_else(|| ApiError::bad_value("imoNumber", text, rule))?;
    push(&mut query.imos, imo);
    Ok(())
}

#[cfg(test)]
#[path = "queries_tests.rs"]
mod tests;
