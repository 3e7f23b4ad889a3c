//! Which facts make a record changed: those that somebody who was screened against it before must be
//! screened against again.

use tamis_engine::model::{Alias, AliasQuality, Fact, Record};

/// Whether two records of a reference say the same. Remarks are left out: what they say is compared
/// with nothing. So are weak aliases where their publisher moves them from entry to entry.
pub(super) fn is_alike(known: &Record, record: &Record, weak_aliases_move: bool) -> bool {
    let counts = |alias: &&Alias| !weak_aliases_move || alias.quality == AliasQuality::Strong;
    known.is_reference_made == record.is_reference_made
        && Fact::ALL.iter().all(|&fact| match fact {
            Fact::Notes => true,
            Fact::Aliases => {
                known.aliases.iter().filter(counts).eq(record.aliases.iter().filter(counts))
            }
            fact => known.fact(fact) == record.fact(fact),
        })
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
            (record(vec![weak()], &["one"]), false, false),
            (record(vec![moon().formerly(true)], &["one"]), false, false),
            (Record { status: Some("ended".to_owned()), ..known.clone() }, false, false),
            (Record { is_reference_made: true, ..known.clone() }, false, false),
        ] {
            assert_eq!(is_alike(&known, &other, false), is_same, "{other:?}");
            assert_eq!(is_alike(&known, &other, true), is_same_where_they_move, "{other:?}");
        }
    }
}
