//! Finds candidates for linking in the ledger, and pairs of them.
//!
//! The first of two passes collects a hash of each key of each record. The second reads only records
//! that share a key, had a merged entity or are named by a decision. Memory therefore grows with the
//! number of candidates, plus sixteen bytes per key of all records.

use std::collections::BTreeMap;

use ahash::{AHashMap, AHashSet};
use tamis_engine::model::Record;

use super::decisions::{Decision, Decisions, EntryRef, Verdict};
use super::keys::{Held, Key, Kind, Numbering, keys_of};
use super::names::{NameRole, are_spelt_alike};
use super::party::Party;
use super::spelling_budget::SpellingBudget;
use crate::ledger::entry::Entry;
use crate::ledger::read::BlockText;
use crate::ledger::{Holds, Ledger, LedgerError};
use crate::limits::LINKED_BY_KEY_MAX;

/// A reason to link two records.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    /// Kind of the reason; the best one if there are several.
    pub(super) kind: Kind,
    /// Index of the earlier record among the parties.
    pub(super) left: u32,
    /// Index of the later record.
    pub(super) right: u32,
    /// The shared value, in words; for a reviewed pair, the reviewer.
    pub(super) value: String,
}

/// Records that may be linked.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// Ordered by their places in the ledger.
    pub(super) parties: Vec<Party>,
    /// Best reasons first; each two records occur once.
    pub(super) pairs: Vec<Pair>,
    /// Records that a reviewer declared different, in both directions: for each index the others'
    /// indexes.
    pub(super) different: AHashMap<u32, Vec<u32>>,
    /// Keys shared by more records than a party can have entries, with their number. They link nothing.
    pub(super) crowded: Vec<(Key, usize)>,
    /// Pairs of records with too many names to be compared in spelling.
    pub(super) not_compared: u64,
    /// Records named by decisions that are not active, in words.
    pub(super) unknown: Vec<String>,
}

/// Finds the records that may be linked.
///
/// # Errors
/// The ledger cannot be read.
pub(super) fn find(ledger: &Ledger, decisions: &Decisions) -> Result<Candidates, LedgerError> {
    let numbering = Numbering::of(ledger);
    let named: AHashSet<&EntryRef> =
        decisions.0.iter().flat_map(|decision| [&decision.left, &decision.right]).collect();
    let starts = block_starts(ledger);
    let wanted = wanted_places(ledger, &starts, &numbering, &named)?;
    let read = |text: &BlockText<'_>| read_wanted(text, &starts, &wanted, &numbering);
    let (mut candidates, mut holders) = (Candidates::default(), BTreeMap::new());
    for block in ledger.read(|holds| matches!(holds, Holds::Entries(_)), read) {
        for (party, keys) in block? {
            let at = candidates.parties.len() as u32;
            for Held { key, role } in keys {
                let of_key: &mut Vec<(u32, NameRole)> = holders.entry(key).or_default();
                match of_key.last_mut().filter(|(last, _)| *last == at) {
                    Some((_, known)) => *known = role.min(*known),
                    None => of_key.push((at, role)),
                }
            }
            candidates.parties.push(party);
        }
    }
    candidates.add_decisions(ledger, decisions);
    candidates.add_shared(holders, &numbering);
    Ok(candidates)
}

/// Places of the first line of each block of entries.
pub(super) fn block_starts(ledger: &Ledger) -> Vec<u32> {
    let mut next = 0;
    let starts = ledger.blocks().map(|(holds, lines)| {
        let start = next;
        if matches!(holds, Holds::Entries(_)) {
            next += lines;
        }
        start
    });
    starts.collect()
}

/// Places, ascending, of records that share a key with another one, have a merged entity or are named
/// by a decision.
fn wanted_places(
    ledger: &Ledger,
    starts: &[u32],
    numbering: &Numbering,
    named: &AHashSet<&EntryRef>,
) -> Result<Vec<u32>, LedgerError> {
    let slugs = &ledger.head().registers;
    let read = |text: &BlockText<'_>| {
        let Holds::Entries(register) = text.holds() else { return Ok((Vec::new(), Vec::new())) };
        let (mut keys, mut wanted) = (Vec::new(), Vec::new());
        for_each_active::<Record>(text, starts, |place, entry| {
            let is_named = || {
                let reference = entry.record.reference.clone();
                named.contains(&EntryRef { register: slugs[register as usize].clone(), reference })
            };
            if entry.entity.is_some() || (!named.is_empty() && is_named()) {
                wanted.push(place);
            }
            let held = keys_of(&entry.record, register, numbering);
            keys.extend(held.iter().map(|held| (held.key.hash(), place)));
        })?;
        Ok((keys, wanted))
    };
    let (mut keys, mut wanted) = (Vec::new(), Vec::new());
    for block in ledger.read(|holds| matches!(holds, Holds::Entries(_)), read) {
        let (of_block, wanted_of_block) = block?;
        keys.extend(of_block);
        wanted.extend(wanted_of_block);
    }
    keys.sort_unstable();
    keys.dedup();
    for sharing in keys.chunk_by(|a, b| a.0 == b.0).filter(|sharing| sharing.len() > 1) {
        wanted.extend(sharing.iter().map(|(_, place)| place));
    }
    wanted.sort_unstable();
    wanted.dedup();
    Ok(wanted)
}

/// Calls `visit` with the active entries of a block of entries.
fn for_each_active<'t, R: serde::Deserialize<'t>>(
    text: &BlockText<'t>,
    starts: &[u32],
    mut visit: impl FnMut(u32, Entry<R>),
) -> Result<(), LedgerError> {
    for (place, entry) in (starts[text.number()]..).zip(text.lines::<Entry<R>>()) {
        let entry = entry?;
        if entry.is_active() {
            visit(place, entry);
        }
    }
    Ok(())
}

fn read_wanted(
    text: &BlockText<'_>,
    starts: &[u32],
    wanted: &[u32],
    numbering: &Numbering,
) -> Result<Vec<(Party, Vec<Held>)>, LedgerError> {
    let Holds::Entries(register) = text.holds() else { return Ok(Vec::new()) };
    let mut parties = Vec::new();
    let mut lines = text.raw_lines().enumerate();
    let start = starts[text.number()];
    let from = wanted.partition_point(|&place| place < start);
    let mut passed = 0;
    for &place in &wanted[from..] {
        let at = (place - start) as usize;
        let Some((number, line)) = lines.nth(at - passed) else { break };
        passed = at + 1;
        let entry: Entry<Record> =
            serde_json::from_slice(line).map_err(|error| text.wrong_line(number + 1, error))?;
        let keys = keys_of(&entry.record, register, numbering);
        let party = Party::of((place, entry.id, register), entry.entity, &entry.record);
        parties.push((party, keys));
    }
    Ok(parties)
}

impl Candidates {
    fn add_decisions(&mut self, ledger: &Ledger, decisions: &Decisions) {
        let slugs = &ledger.head().registers;
        let places: AHashMap<EntryRef, u32> = (0..)
            .zip(&self.parties)
            .map(|(at, party)| {
                let register = slugs[party.register as usize].clone();
                (EntryRef { register, reference: party.reference.clone() }, at)
            })
            .collect();
        for decision in &decisions.0 {
            let find = |side: &EntryRef| {
                let unknown = || {
                    let EntryRef { register, reference } = side;
                    format!("line {}: no active record {reference:?} of {register}", decision.line)
                };
                places.get(side).copied().ok_or_else(unknown)
            };
            match (find(&decision.left), find(&decision.right)) {
                (Ok(left), Ok(right)) => self.add_decision(left, right, decision),
                (left, right) => {
                    self.unknown.extend([left.err(), right.err()].into_iter().flatten());
                }
            }
        }
    }

    fn add_decision(&mut self, left: u32, right: u32, decision: &Decision) {
        match decision.verdict {
            Verdict::Same => {
                let (left, right) = (left.min(right), left.max(right));
                let value = decision.by.clone();
                self.pairs.push(Pair { kind: Kind::Reviewed, left, right, value });
            }
            Verdict::Different => {
                self.different.entry(left).or_default().push(right);
                self.different.entry(right).or_default().push(left);
            }
        }
    }

    /// Adds a pair for each two holders of a key; each two records keep the best one.
    fn add_shared(&mut self, holders: BTreeMap<Key, Vec<(u32, NameRole)>>, numbering: &Numbering) {
        let (mut firms, mut persons) = (SharedNames::default(), BTreeMap::new());
        for (key, holders) in holders {
            if holders.len() > LINKED_BY_KEY_MAX {
                // Many records share these keys without being linked, so this is not reported.
                if !matches!(key.kind, Kind::Names | Kind::Spelling) {
                    self.crowded.push((key, holders.len()));
                }
                continue;
            }
            if key.kind == Kind::Names {
                firms.add(&self.parties, numbering, key.value, &holders);
                continue;
            }
            if key.kind == Kind::Spelling {
                // Nearly all of these pairs have quite different names; spellings are compared later.
                for (at, (left, _)) in holders.iter().enumerate() {
                    for (right, _) in &holders[at + 1..] {
                        persons.entry((*left, *right)).or_insert_with(|| key.value.clone());
                    }
                }
                continue;
            }
            for (at, &(left, of_left)) in holders.iter().enumerate() {
                for &(right, of_right) in &holders[at + 1..] {
                    let is_alias = of_left.max(of_right) > NameRole::Primary;
                    let kind = if is_alias { Kind::Alias } else { key.kind };
                    self.pairs.push(Pair { kind, left, right, value: key.value.clone() });
                }
            }
        }
        self.pairs.extend(firms.pairs(&self.parties));
        let parties = &self.parties;
        let mut budget = SpellingBudget::of(parties.len());
        let spelt = persons.into_iter().filter_map(|((left, right), value)| {
            let [one, other] = [left, right].map(|at| &parties[at as usize]);
            let born = value.split(' ').next().unwrap_or_default().to_owned();
            let pair = Pair { kind: Kind::Spelling, left, right, value: born };
            let is_compared = budget.allows((left, &one.names), (right, &other.names));
            (is_compared && are_spelt_alike(&one.names, &other.names)).then_some(pair)
        });
        let spelt: Vec<Pair> = spelt.collect();
        self.not_compared = budget.refused;
        self.pairs.extend(spelt);
        self.pairs.sort_unstable();
        let mut seen = AHashSet::with_capacity(self.pairs.len());
        self.pairs.retain(|pair| seen.insert((pair.left, pair.right)));
    }
}

/// Names shared by two organisations or companies.
#[derive(Default)]
struct SharedNames(BTreeMap<(u32, u32), Shared>);

struct Shared {
    /// Number of shared names; spellings of the same words count once.
    names: u32,
    /// The first shared name.
    value: String,
    /// True if the primary name of either is among them. Groups of two countries may share several
    /// general names while each has a primary name of its own.
    has_primary: bool,
    /// True if a shared name has several words and all its holders are of one country.
    is_sole: bool,
}

impl SharedNames {
    /// Adds a name, its words joined by blanks, with its holders.
    fn add(
        &mut self,
        parties: &[Party],
        numbering: &Numbering,
        value: String,
        holders: &[(u32, NameRole)],
    ) {
        let party = |at: u32| &parties[at as usize];
        // A party of another or unknown country could be a different holder of the name.
        let are_one = |one: &Party, other: &Party| {
            numbering.entry(one) == numbering.entry(other)
                || one.countries.iter().any(|country| other.countries.contains(country))
        };
        let is_sole = value.contains(' ')
            && holders.iter().enumerate().all(|(at, (left, _))| {
                holders[at + 1..].iter().all(|(right, _)| are_one(party(*left), party(*right)))
            });
        for (at, &(left, of_left)) in holders.iter().enumerate() {
            for &(right, of_right) in &holders[at + 1..] {
                // Two entries of one list are two parties.
                if party(left).register == party(right).register {
                    continue;
                }
                let shared = self.0.entry((left, right)).or_insert_with(|| Shared {
                    names: 0,
                    value: value.clone(),
                    has_primary: false,
                    is_sole: false,
                });
                shared.names += 1;
                shared.has_primary |= of_left.min(of_right) == NameRole::Primary;
                shared.is_sole |= is_sole;
            }
        }
    }

    /// Pairs that share enough names.
    fn pairs(self, parties: &[Party]) -> impl Iterator<Item = Pair> {
        self.0.into_iter().filter_map(|((left, right), shared)| {
            let [one, other] = [left, right].map(|at| &parties[at as usize]);
            let meet = |a: &[String], b: &[String]| {
                let known: AHashSet<&String> = a.iter().collect();
                b.iter().any(|number| known.contains(number))
            };
            let kind = match shared.names {
                2.. if shared.has_primary => Kind::Names,
                _ if meet(&one.registrations, &other.registrations) => Kind::Names,
                _ if shared.is_sole => Kind::SoleName,
                _ => return None,
            };
            Some(Pair { kind, left, right, value: shared.value })
        })
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{Alias, CountryCode, EntityType, Identifier, RecordId};

    use super::*;

    /// A company of a register with these names, primary name first, and this country.
    fn company(register: u32, names: &[&str], country: &str) -> Record {
        let aliases = names[1..].iter().map(|name| Alias::strong(*name)).collect();
        Record {
            reference: format!("{register}{}", names[0]),
            name: names[0].to_owned(),
            aliases,
            entity_type: Some(EntityType::Company),
            countries: CountryCode::parse(country).into_iter().collect(),
            ..Record::default()
        }
    }

    /// Pairs found among these records, each in a register of its own.
    fn kinds(records: &[Record]) -> Vec<(Kind, u32, u32, String)> {
        let numbering = Numbering::of_sanctions(records.len());
        let (mut candidates, mut holders) = (Candidates::default(), BTreeMap::new());
        for (at, record) in (0..).zip(records) {
            for Held { key, role } in keys_of(record, at, &numbering) {
                let of_key: &mut Vec<(u32, NameRole)> = holders.entry(key).or_default();
                of_key.push((at, role));
            }
            let party = Party::of((at, RecordId(u64::from(at)), at), None, record);
            candidates.parties.push(party);
        }
        candidates.add_shared(holders, &numbering);
        candidates.pairs.into_iter().map(|p| (p.kind, p.left, p.right, p.value)).collect()
    }

    #[test]
    fn firms_join_by_two_names_or_one_that_is_theirs_alone() {
        let own = ["Moon Shipping", "Moonlight Lines", "Sea Moon"];
        for (other, expected) in [
            (company(1, &["MOON SHIPPING LTD", "Moonlight Lines"], ""), Some(Kind::Names)),
            (company(1, &["Other", "Sea Moon", "Moonlight Lines"], ""), None),
            (company(1, &["Moon Shipping"], ""), None),
            (company(1, &["Moon Shipping"], "PA"), Some(Kind::SoleName)),
            (company(1, &["Moon Shipping"], "RU"), None),
            (company(1, &["Moon"], "PA"), None),
        ] {
            let found = kinds(&[company(0, &own, "PA"), other.clone()]);
            let found = found.first().map(|(kind, ..)| *kind);
            assert_eq!(found, expected, "{other:?}");
        }
        for (country, count) in [("PA", 3), ("RU", 0), ("", 0)] {
            let third = company(2, &["Moon Shipping"], country);
            let all = [company(0, &own, "PA"), company(1, &["Moon Shipping"], "PA"), third];
            assert_eq!(kinds(&all).len(), count, "a third one bears the name: {country}");
        }
    }

    #[test]
    fn one_name_and_a_registration_number_are_enough() {
        let number = |value: &str| Identifier {
            kind: "Registration Number".to_owned(),
            value: value.to_owned(),
            country: None,
        };
        let mut records = [company(0, &["Moon"], "PA"), company(1, &["Moon Ltd"], "RU")];
        records[0].identifiers.push(number("12-34"));
        assert_eq!(kinds(&records), []);
        records[1].identifiers.push(number("1234"));
        assert_eq!(kinds(&records), [(Kind::Names, 0, 1, "moon".to_owned())]);
    }

    #[test]
    fn persons_of_one_birth_date_join_by_spellings_of_their_names() {
        let person = |name: &str, born: &str| Record {
            name: name.to_owned(),
            entity_type: Some(EntityType::Individual),
            birth_dates: vec![born.parse().expect("a date")],
            ..Record::default()
        };
        let known = || person("VOLODIN, Vyacheslav Victorovich", "1964-02-04");
        for (other, is_joined) in [
            (person("Vyacheslav Viktorovich Volodin", "1964-02-04"), true),
            (person("Vyacheslav Viktorovich Volodin", "1964-02-05"), false),
            (person("Vyacheslav Viktorovich Volodin", "1964-02"), false),
            (person("Vladislav Viktorovich Volodin", "1964-02-04"), false),
        ] {
            let expected: &[_] = match is_joined {
                true => &[(Kind::Spelling, 0, 1, "1964-02-04".to_owned())],
                false => &[],
            };
            assert_eq!(kinds(&[known(), other.clone()]), expected, "{other:?}");
        }
    }
}
