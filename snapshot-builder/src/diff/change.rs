//! Description of one record that differs.

use serde::Serialize;
use tamis_engine::model::facts::Value;
use tamis_engine::model::{Fact, Record};
use uuid::Uuid;

use crate::history::differing_facts;

/// Kind of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Active now, and unknown before.
    Added,
    /// Active before, and not any more.
    Removed,
    /// Facts differ.
    Changed,
    /// Active again.
    Returned,
    /// Facts are the same, but the merged entity differs or is gone.
    Relinked,
}

/// A record that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordChange {
    /// Slug of its register.
    pub register: String,
    #[serde(rename = "ref")]
    pub reference: String,
    /// Kind of difference.
    pub kind: Kind,
    /// Its published id.
    pub id: u64,
    /// Its name; the new one if the record changed.
    pub name: String,
    /// Differing facts of a changed record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactChange>,
    /// Its merged entities, if they differ and it is active in both versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<EntityChange>,
}

/// A fact with its values in both versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactChange {
    /// The key of the fact, as in `records.jsonl`.
    pub fact: &'static str,
    /// All values in the old version.
    pub old: Vec<String>,
    /// All values in the new version.
    pub new: Vec<String>,
}

/// The merged entities of a record in both versions; `None` for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EntityChange {
    /// Entity in the old version.
    pub old: Option<Uuid>,
    pub new: Option<Uuid>,
}

impl FactChange {
    /// Facts that differ between two records.
    pub(super) fn between(old: &Record, new: &Record) -> Vec<Self> {
        let values = |record: &Record, fact: Fact| -> Vec<String> {
            let values = record.fact(fact).values().into_iter();
            values.map(|value| format!("{value}{}", remark(value))).collect()
        };
        let facts = differing_facts(old, new);
        facts
            .map(|fact| Self { fact: fact.key(), old: values(old, fact), new: values(new, fact) })
            .collect()
    }

    /// Values that only the old and only the new version have. If they differ in order alone, all
    /// values.
    #[must_use]
    pub fn own_values(&self) -> [Vec<&str>; 2] {
        let [old, new] = [(&self.old, &self.new), (&self.new, &self.old)].map(|(own, other)| {
            let mut left: Vec<&String> = other.iter().collect();
            let is_own = |value: &&String| match left.iter().position(|one| one == value) {
                Some(at) => {
                    left.swap_remove(at);
                    false
                }
                None => true,
            };
            own.iter().filter(is_own).map(String::as_str).collect::<Vec<_>>()
        });
        if old.is_empty() && new.is_empty() {
            return [&self.old, &self.new].map(|all| all.iter().map(String::as_str).collect());
        }
        [old, new]
    }
}

/// Remark about a property of a value that its text does not show.
#[must_use]
pub fn remark(value: Value<'_>) -> &'static str {
    match (value.is_weak_alias(), value.is_former_name()) {
        (true, true) => " (weak, former)",
        (true, false) => " (weak)",
        (false, true) => " (former)",
        (false, false) => "",
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::Alias;

    use super::*;

    #[test]
    fn facts_that_differ_are_told_with_their_values() {
        let old = Record {
            name: "DOE, Jane".to_owned(),
            aliases: vec![Alias::strong("Jane"), Alias::strong("J.")],
            programmes: vec!["A".to_owned(), "B".to_owned()],
            notes: vec!["one".to_owned()],
            ..Record::default()
        };
        let new = Record {
            aliases: vec![Alias::weak("J."), Alias::strong("Jane")],
            programmes: vec!["B".to_owned(), "A".to_owned()],
            notes: vec!["two".to_owned()],
            status: Some("ended".to_owned()),
            ..old.clone()
        };
        let facts = FactChange::between(&old, &new);
        let shown: Vec<_> = facts.iter().map(|fact| (fact.fact, fact.own_values())).collect();
        let expected = [
            ("aliases", [vec!["J."], vec!["J. (weak)"]]),
            ("status", [vec![], vec!["ended"]]),
            ("notes", [vec!["one"], vec!["two"]]),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn values_are_compared_as_often_as_they_stand_there() {
        let own = |old: &[&str], new: &[&str]| {
            let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
            let change = FactChange { fact: "names", old: texts(old), new: texts(new) };
            change.own_values().map(|own| own.join(","))
        };
        assert_eq!(own(&["a", "b"], &["b", "c"]), ["a", "c"]);
        assert_eq!(own(&["a", "a"], &["a"]), ["a", ""]);
        assert_eq!(own(&["a", "b"], &["b", "a"]), ["a,b", "b,a"]);
    }
}
