//! The facts of a record beyond the fields that every record has (docs/api.md, "Record fields"): those
//! to which the table of facts gives a name in answers. JSON has them behind those fields, exports as
//! further columns.

use std::fmt::{self, Display};
use std::sync::LazyLock;

use serde::ser::{Serialize, SerializeMap, Serializer};

use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::Fact;
use tamis_engine::model::facts::Value;
use tamis_engine::snapshot::RecordView;

/// The fields of docs/api.md, "Record fields" that every record has, in their order; without what
/// follows from the others (`merged_entity_url`).
pub(in crate::api) const FIELDS: [&str; 17] = [
    "id",
    "register",
    "name",
    "alt_names",
    "program",
    "list_type",
    "entity_type",
    "dob",
    "dob_precision",
    "nationality",
    "imo",
    "entity_id",
    "source_ref",
    "source_url",
    "first_seen",
    "loaded_at",
    "topics",
];

/// The further facts and their names, in the order of the table.
pub(in crate::api) static FURTHER: LazyLock<Vec<(&str, Fact)>> = LazyLock::new(|| {
    let named = Fact::ALL.iter().filter_map(|fact| Some((fact.answer()?, *fact)));
    named.filter(|(name, _)| !FIELDS.contains(name)).collect()
});

/// The further facts of a record as fields of its JSON.
pub(super) struct Further<'s>(pub(super) RecordView<'s>);

impl Serialize for Further<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, fact) in FURTHER.iter() {
            let values = || self.0.values(*fact).map(Json);
            if fact.kind().is_plural() {
                map.serialize_entry(name, &Sequence(values))?;
            } else {
                map.serialize_entry(name, &values().next())?;
            }
        }
        map.end()
    }
}

/// A value: a text, but for what has a country beside it.
struct Json<'s>(Value<'s>);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Value::Identifier { kind, value, country } = self.0 else {
            return serializer.collect_str(&self.0);
        };
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("type", kind)?;
        map.serialize_entry("value", value)?;
        map.serialize_entry("country", &country.map(Shown))?;
        map.end()
    }
}

/// The values of a fact as the text of a cell, joined as in other columns.
pub(in crate::api) struct Cell<'s>(pub(in crate::api) RecordView<'s>, pub(in crate::api) Fact);

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, value) in self.0.values(self.1).enumerate() {
            f.write_str(if at == 0 { "" } else { "; " })?;
            value.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::CountryCode;

    use super::*;

    #[test]
    fn the_fields_of_the_description_are_not_shown_twice() {
        for name in FIELDS {
            assert!(FURTHER.iter().all(|(further, _)| *further != name));
        }
    }

    #[test]
    fn a_number_says_who_issued_it() {
        let json = |country| {
            let value = Value::Identifier { kind: "Passport", value: "A1", country };
            serde_json::to_string(&Json(value)).expect("plain JSON")
        };
        let passport =
            |country| format!(r#"{{"type":"Passport","value":"A1","country":{country}}}"#);
        assert_eq!(json(None), passport("null"));
        assert_eq!(json(CountryCode::parse("PE")), passport(r#""PE""#));
        let date = Value::Date("1962-05".parse().expect("a date"));
        assert_eq!(serde_json::to_string(&Json(date)).expect("plain JSON"), r#""1962-05""#);
    }
}
