//! Further facts of a record, in addition to the fields of every record (docs/api.md, "Record fields"):
//! those with a JSON name in the table of facts. They follow the other fields in JSON, and are further
//! columns in exports.

use std::fmt::{self, Display};
use std::sync::LazyLock;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::api::http::listing::ListingStatus;
use crate::api::interface::answer::Fields;
use crate::api::interface::{Shape, rules};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::facts::{FactKind, Value};
use tamis_engine::model::{BirthDate, Day, Fact};
use tamis_engine::snapshot::RecordView;

/// The fields of docs/api.md, "Record fields", that every record has, in their order. Derived ones
/// (`merged_entity_url`) are left out.
pub(crate) const FIELDS: [&str; 17] = [
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

/// A further field: all values of a fact, or some of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FurtherField {
    pub(crate) name: &'static str,
    pub(crate) fact: Fact,
    pub(crate) says: &'static str,
    shows: fn(&Value<'_>) -> bool,
}

impl FurtherField {
    fn values(self, record: RecordView<'_>) -> impl Iterator<Item = Value<'_>> {
        record.values(self.fact).filter(self.shows)
    }
}

/// Aliases of some kinds, which are in `alt_names` as well, and the programmes of `program` as a list.
const APART: [FurtherField; 3] = [
    FurtherField {
        name: "programmes",
        fact: Fact::Programmes,
        says: "The programmes each by itself: the name of one may hold `; `.",
        shows: |_| true,
    },
    FurtherField {
        name: "weak_aliases",
        fact: Fact::Aliases,
        says: "Those of the aliases that are weak: marked so, or short acronyms of a name.",
        shows: |alias| alias.is_weak_alias(),
    },
    FurtherField {
        name: "former_names",
        fact: Fact::Aliases,
        says: "Those of the aliases that the party no longer has.",
        shows: |alias| alias.is_former_name(),
    },
];

/// The further fields, in the order of the table of facts.
pub(crate) static FURTHER: LazyLock<Vec<FurtherField>> = LazyLock::new(|| {
    let of_facts = Fact::ALL.iter().filter_map(|fact| {
        let (name, says) = (fact.answer()?, fact.says());
        Some(FurtherField { name, fact: *fact, says, shows: |_| true })
    });
    let mut fields: Vec<FurtherField> =
        of_facts.filter(|field| !FIELDS.contains(&field.name)).chain(APART).collect();
    fields.sort_by_key(|field| field.fact);
    fields
});

/// True for the further fields that explain why a search found a record: those used by filters.
pub(crate) fn is_of_row(field: &FurtherField) -> bool {
    use Fact::{AddressCountries, BirthDates, Countries, Programmes};
    matches!(field.fact, Programmes | BirthDates | Countries | AddressCountries)
}

/// The further fields that are columns of a table; a table has all programmes in one column.
pub(crate) fn columns() -> impl Iterator<Item = FurtherField> {
    FURTHER.iter().copied().filter(|field| field.fact != Fact::Programmes)
}

/// The further fields of a record's JSON.
pub(crate) struct Further<'s> {
    pub(crate) record: RecordView<'s>,
    pub(crate) today: Day,
    /// Selects the fields.
    pub(crate) shows: fn(&FurtherField) -> bool,
}

impl Further<'_> {
    /// The shapes of the selected fields.
    pub(crate) fn fields(shows: fn(&FurtherField) -> bool) -> Fields {
        let shown = FURTHER.iter().filter(|field| shows(field));
        shown.map(|field| (field.name, shape_of(field.fact).says(field.says))).collect()
    }
}

/// Shape of a fact that is shown unchanged.
fn shape_of(fact: Fact) -> Shape {
    let identifier = || {
        let country = rules::country().or_null().says("The issuing country");
        let text = Shape::string;
        Shape::object(vec![("type", text()), ("value", text()), ("country", country)])
    };
    let birth_date = || {
        let approximate = Shape::boolean().says("Whether its publisher says that it is about then");
        Shape::object(vec![("date", rules::partial_date()), ("approximate", approximate)])
    };
    match fact.kind() {
        FactKind::Required => Shape::string(),
        FactKind::Text => Shape::string().or_null(),
        FactKind::Texts | FactKind::Aliases => rules::texts(),
        FactKind::Type => rules::entity_type(),
        FactKind::Date => rules::partial_date().or_null(),
        FactKind::BirthDates => Shape::array(birth_date()),
        FactKind::Countries => Shape::array(rules::country()),
        FactKind::Imo => rules::imo().or_null(),
        FactKind::Identifiers => Shape::array(identifier()),
    }
}

impl Serialize for Further<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for field in FURTHER.iter().filter(|field| (self.shows)(field)) {
            let values = || field.values(self.record).map(Json);
            if field.fact == Fact::Status {
                map.serialize_entry(field.name, &ListingStatus::of(self.record, self.today))?;
            } else if field.fact.kind().is_plural() {
                map.serialize_entry(field.name, &Sequence(values))?;
            } else {
                map.serialize_entry(field.name, &values().next())?;
            }
        }
        map.end()
    }
}

/// A value as JSON: a text, or an object if it has further parts.
struct Json<'s>(Value<'s>);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Identifier { kind, value, country } => {
                let mut map = serializer.serialize_map(Some(3))?;
                map.serialize_entry("type", kind)?;
                map.serialize_entry("value", value)?;
                map.serialize_entry("country", &country.map(Shown))?;
                map.end()
            }
            Value::BirthDate(BirthDate { date, is_approximate }) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("date", &Shown(date))?;
                map.serialize_entry("approximate", &is_approximate)?;
                map.end()
            }
            value => serializer.collect_str(&value),
        }
    }
}

/// The values of a further field as one cell, joined as in other columns.
pub(crate) struct Cell<'s> {
    pub(crate) record: RecordView<'s>,
    pub(crate) field: FurtherField,
    pub(crate) today: Day,
}

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.fact == Fact::Status {
            return ListingStatus::of(self.record, self.today).fmt(f);
        }
        for (at, value) in self.field.values(self.record).enumerate() {
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
            assert!(FURTHER.iter().all(|further| further.name != name));
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
        let born = Value::BirthDate("circa 1962".parse().expect("a date"));
        let expected = r#"{"date":"1962","approximate":true}"#;
        assert_eq!(serde_json::to_string(&Json(born)).expect("plain JSON"), expected);
    }
}
