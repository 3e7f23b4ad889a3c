//! Which facts make a record changed: those that somebody who was screened against it before must be
//! screened against again.

use std::fmt::Debug;

use tamis_engine::model::facts::FactRef;
use tamis_engine::model::{Alias, AliasQuality, Fact, Record};

/// Whether two records of a reference say the same, in whatever order behind the first birth date and
/// country, which are shown as the record's. Remarks are left out: what they say is compared
/// with nothing. So are weak aliases where their publisher moves them from entry to entry.
pub(super) fn is_alike(known: &Record, record: &Record, weak_aliases_move: bool) -> bool {
    known.is_reference_made == record.is_reference_made
        && Fact::ALL.iter().all(|&fact| say_the_same(known, record, fact, weak_aliases_move))
}

/// The facts that make one record a changed other one, where weak aliases stay with their entries.
pub(crate) fn differing_facts(known: &Record, record: &Record) -> impl Iterator<Item = Fact> {
    Fact::ALL.iter().copied().filter(|&fact| !say_the_same(known, record, fact, false))
}

/// Whether two records of a reference say the same of one fact.
fn say_the_same(known: &Record, record: &Record, fact: Fact, weak_aliases_move: bool) -> bool {
    let counts = |alias: &&Alias| !weak_aliases_move || alias.quality == AliasQuality::Strong;
    match fact {
        Fact::Notes => true,
        Fact::Aliases => {
            let names = |record: &Record| -> Vec<Alias> {
                record.aliases.iter().filter(counts).cloned().collect()
            };
            have_same(&names(known), &names(record))
        }
        fact => match (known.fact(fact), record.fact(fact)) {
            (FactRef::Texts(known), FactRef::Texts(now)) => have_same(known, now),
            (FactRef::BirthDates(known), FactRef::BirthDates(now)) => {
                known.first() == now.first() && have_same(known, now)
            }
            (FactRef::Countries(known), FactRef::Countries(now)) => {
                known.first() == now.first() && have_same(known, now)
            }
            (FactRef::Identifiers(known), FactRef::Identifiers(now)) => have_same(known, now),
            (known, now) => known == now,
        },
    }
}

/// Whether two lists hold the same values, in whatever order.
fn have_same<T: Debug + PartialEq>(one: &[T], other: &[T]) -> bool {
    // The texts sort where the values need not.
    let sorted = |values: &[T]| {
        let mut texts: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
        texts.sort_unstable();
        texts
    };
    one == other || (one.len() == other.len() && sorted(one) == sorted(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(aliases: Vec<Alias>, notes: &[&str]) -> Record {
        Record {
            name: "Sun Ltd".to_owned(),
            aliases,
            notes: notes.iter().map(|&note| note.to_owned()).collect(),
            ..Record::default()
        }
    }

    #[test]
    fn remarks_never_count_and_weak_aliases_only_where_they_stay() {
        let (moon, weak) = (|| Alias::strong("Moon Ltd"), || Alias::weak("Star"));
        let known = record(vec![moon()], &["one"]);
        for (other, is_same, is_same_where_they_move) in [
            (record(vec![moon()], &["two", "three"]), true, true),
            (record(vec![moon(), weak()], &["one"]), false, true),
            (Record { programmes: vec!["A".into()], ..known.clone() }, false, false),
            (record(vec![weak()], &["one"]), false, false),
            (record(vec![moon().formerly(true)], &["one"]), false, false),
            (Record { status: Some("ended".to_owned()), ..known.clone() }, false, false),
            (Record { is_reference_made: true, ..known.clone() }, false, false),
        ] {
            assert_eq!(is_alike(&known, &other, false), is_same, "{other:?}");
            assert_eq!(is_alike(&known, &other, true), is_same_where_they_move, "{other:?}");
        }
    }

    #[test]
    fn the_order_of_values_is_no_change() {
        let (moon, star) = (|| Alias::strong("Moon"), || Alias::strong("Star"));
        let [known, now] = [["1 Road", "2 Road"], ["2 Road", "1 Road"]].map(|texts| Record {
            addresses: texts.map(str::to_owned).to_vec(),
            ..Record::default()
        });
        assert!(is_alike(&known, &now, false));
        assert!(is_alike(
            &record(vec![moon(), star()], &[]),
            &record(vec![star(), moon()], &[]),
            false
        ));
        let born = |dates: [&str; 2]| Record {
            birth_dates: dates.iter().filter_map(|date| date.parse().ok()).collect(),
            ..Record::default()
        };
        assert!(
            !is_alike(&born(["1962", "1963"]), &born(["1963", "1962"]), false),
            "another one leads"
        );
        let twice = Record { addresses: vec!["1 Road".to_owned(); 2], ..Record::default() };
        assert!(!is_alike(&known, &twice, false));
    }
}
