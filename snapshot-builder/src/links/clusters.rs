//! Joins pairs into clusters, best reasons first, without contradictions.
//!
//! A pair joins the clusters of its two records unless a reviewer declared any two of their records
//! different, or any two contradict each other. So no two records of a cluster contradict each other,
//! except records that a reviewer joined. These count as one voice, and two contradicting records may
//! both agree with it.

use ahash::AHashMap;

use super::candidates::{Candidates, Pair};
use super::keys::Kind;
use super::names::agree;
use super::party::{Contradiction, Party, Traits};

/// Results for the pairs.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    /// For each party the first party of its cluster, by index.
    pub(super) first: Vec<u32>,
    /// Joined pairs, in the order of the candidates.
    pub(super) joined: Vec<Pair>,
    /// Pairs that were not joined, with the reasons.
    pub(super) refused: Vec<(Pair, Refusal)>,
}

/// Reason for not joining a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Their names share no distinctive word.
    Names,
    /// These two records, one of each cluster, are separate entries of one register.
    SameRegister(u32, u32),
    /// They contradict each other.
    Contradiction(Contradiction),
    /// These two records, one of each cluster, contradict each other.
    Others(u32, u32, Contradiction),
    /// A reviewer declared these two different.
    Different(u32, u32),
}

/// Joins the candidates into clusters.
#[must_use]
pub(super) fn join(candidates: &Candidates) -> Clusters {
    let mut joining = Joining::new(&candidates.parties, &candidates.different);
    let mut refused = Vec::new();
    let mut joined = Vec::new();
    for pair in &candidates.pairs {
        match joining.offer(pair) {
            Ok(()) => joined.push(pair.clone()),
            Err(refusal) => refused.push((pair.clone(), refusal)),
        }
    }
    // Records of a refused pair may be joined for other reasons.
    let (together, apart): (Vec<_>, Vec<_>) = refused
        .into_iter()
        .partition(|(pair, _)| joining.root(pair.left) == joining.root(pair.right));
    joined.extend(together.into_iter().map(|(pair, _)| pair));
    joined.sort_unstable();
    Clusters { first: joining.firsts(), joined, refused: apart }
}

struct Joining<'c> {
    parties: &'c [Party],
    different: &'c AHashMap<u32, Vec<u32>>,
    /// Union-find parents: for each party one of its cluster nearer to the root; a root is its own
    /// parent.
    up: Vec<u32>,
    /// For each root the parties of its cluster.
    members: Vec<Vec<u32>>,
    /// For each root its groups of jointly compared records.
    voices: Vec<Vec<Voice>>,
}

/// Records that a reviewer joined, compared as one; or a single record.
#[derive(Debug, Clone)]
struct Voice {
    /// One of the records.
    of: u32,
    traits: Traits,
    is_reviewed: bool,
}

impl Voice {
    /// True if a reviewer made this group and it agrees with both of these.
    fn reconciles(&self, one: &Traits, other: &Traits) -> bool {
        let agrees = |traits| self.traits.contradiction(traits).is_none();
        self.is_reviewed && agrees(one) && agrees(other)
    }
}

impl<'c> Joining<'c> {
    fn new(parties: &'c [Party], different: &'c AHashMap<u32, Vec<u32>>) -> Self {
        let all = 0..parties.len() as u32;
        let traits = |of: u32| parties[of as usize].traits.clone();
        let voice = |of: u32| Voice { of, traits: traits(of), is_reviewed: false };
        Self {
            parties,
            different,
            up: all.clone().collect(),
            members: all.clone().map(|of| vec![of]).collect(),
            voices: all.map(|of| vec![voice(of)]).collect(),
        }
    }

    fn root(&self, of: u32) -> u32 {
        let mut at = of;
        while self.up[at as usize] != at {
            at = self.up[at as usize];
        }
        at
    }

    /// Joins the clusters of a pair, or returns the reason for not joining them.
    fn offer(&mut self, pair: &Pair) -> Result<(), Refusal> {
        let (left, right) = (self.root(pair.left), self.root(pair.right));
        if pair.kind != Kind::Reviewed {
            self.check_pair(pair)?;
        }
        if left == right {
            return Ok(());
        }
        self.check_distinct(left, right)?;
        if pair.kind != Kind::Reviewed {
            self.check_voices(left, right)?;
        }
        if matches!(pair.kind, Kind::Names | Kind::Spelling | Kind::SoleName) {
            self.check_registers(left, right)?;
        }
        self.unite(left, right, pair.kind == Kind::Reviewed);
        Ok(())
    }

    fn check_pair(&self, pair: &Pair) -> Result<(), Refusal> {
        let [left, right] = [pair.left, pair.right].map(|at| &self.parties[at as usize]);
        // Ships keep their number when they change their names, as sanctioned ones often do; a
        // mistyped number seldom has the right check digit.
        if pair.kind == Kind::Reference && !agree(&left.names, &right.names) {
            return Err(Refusal::Names);
        }
        left.traits
            .contradiction(&right.traits)
            .map_or(Ok(()), |what| Err(Refusal::Contradiction(what)))
    }

    fn check_distinct(&self, left: u32, right: u32) -> Result<(), Refusal> {
        if self.different.is_empty() {
            return Ok(());
        }
        for &member in &self.members[left as usize] {
            let others = self.different.get(&member).into_iter().flatten();
            for &other in others {
                if self.root(other) == right {
                    return Err(Refusal::Different(member, other));
                }
            }
        }
        Ok(())
    }

    /// Refuses to join two entries of one list: without better evidence they are two parties.
    fn check_registers(&self, left: u32, right: u32) -> Result<(), Refusal> {
        let [left, right] = [left, right].map(|root| &self.members[root as usize]);
        let register = |of: u32| self.parties[of as usize].register;
        let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (*one, *other)));
        let mut same = pairs.filter(|(one, other)| register(*one) == register(*other));
        same.next().map_or(Ok(()), |(one, other)| Err(Refusal::SameRegister(one, other)))
    }

    fn check_voices(&self, left: u32, right: u32) -> Result<(), Refusal> {
        let [left, right] = [left, right].map(|root| &self.voices[root as usize]);
        for one in left {
            for other in right {
                let Some(what) = one.traits.contradiction(&other.traits) else { continue };
                let mut all = left.iter().chain(right);
                if !all.any(|voice| voice.reconciles(&one.traits, &other.traits)) {
                    return Err(Refusal::Others(one.of, other.of, what));
                }
            }
        }
        Ok(())
    }

    /// Merges the smaller cluster into the larger one. Reviewed pairs come first, so that all voices of
    /// both clusters become one.
    fn unite(&mut self, left: u32, right: u32, speak_together: bool) {
        let size = |of: u32| self.members[of as usize].len();
        let (into, from) = if size(left) < size(right) { (right, left) } else { (left, right) };
        self.up[from as usize] = into;
        let members = std::mem::take(&mut self.members[from as usize]);
        self.members[into as usize].extend(members);
        let voices = std::mem::take(&mut self.voices[from as usize]);
        let known = &mut self.voices[into as usize];
        match known.first_mut().filter(|_| speak_together) {
            Some(first) => {
                first.is_reviewed = true;
                voices.iter().for_each(|voice| first.traits.add(&voice.traits));
            }
            None => known.extend(voices),
        }
    }

    fn firsts(&self) -> Vec<u32> {
        let mut first = vec![0; self.parties.len()];
        for members in &self.members {
            let least = members.iter().min().copied().unwrap_or_default();
            for &member in members {
                first[member as usize] = least;
            }
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{EntityType, Record, RecordId};

    use super::*;

    fn party(at: u32, name: &str, born: &[&str]) -> Party {
        let record = Record {
            reference: at.to_string(),
            name: name.to_owned(),
            entity_type: Some(EntityType::Individual),
            birth_dates: born.iter().map(|date| date.parse().expect("a date")).collect(),
            ..Record::default()
        };
        Party::of((at, RecordId(u64::from(at) + 1), 0), None, &record)
    }

    fn pair(kind: Kind, left: u32, right: u32) -> Pair {
        Pair { kind, left, right, value: String::new() }
    }

    fn joined(parties: &[Party], mut pairs: Vec<Pair>, different: &[(u32, u32)]) -> Clusters {
        pairs.sort_unstable();
        let mut candidates =
            Candidates { parties: parties.to_vec(), pairs, ..Candidates::default() };
        for &(one, other) in different {
            candidates.different.entry(one).or_default().push(other);
            candidates.different.entry(other).or_default().push(one);
        }
        join(&candidates)
    }

    #[test]
    fn pairs_join_through_each_other() {
        let parties = ["Ann Lee", "LEE, Ann", "Ann B. Lee", "Bob"].map(|name| party(0, name, &[]));
        let pairs = vec![pair(Kind::Reference, 1, 2), pair(Kind::Name, 0, 2)];
        let clusters = joined(&parties, pairs, &[]);
        assert_eq!(clusters.first, [0, 0, 0, 3]);
        assert_eq!((clusters.joined.len(), clusters.refused.len()), (2, 0));
    }

    #[test]
    fn a_reference_needs_names_that_agree_and_a_ship_does_not() {
        let parties = ["Ann Lee", "Bob Smith"].map(|name| party(0, name, &[]));
        assert_eq!(joined(&parties, vec![pair(Kind::Imo, 0, 1)], &[]).first, [0, 0]);
        let clusters = joined(&parties, vec![pair(Kind::Reference, 0, 1)], &[]);
        assert_eq!(clusters.first, [0, 1]);
        assert_eq!(clusters.refused, [(pair(Kind::Reference, 0, 1), Refusal::Names)]);
    }

    #[test]
    fn no_two_records_of_a_cluster_contradict_each_other() {
        // The second record has no date, so it fits both; the better evidence comes first.
        let parties = [
            party(0, "Ann Lee", &["1962"]),
            party(1, "Ann Lee", &[]),
            party(2, "Ann Lee", &["1970"]),
        ];
        let pairs = vec![pair(Kind::Name, 1, 2), pair(Kind::Reference, 0, 1)];
        let clusters = joined(&parties, pairs, &[]);
        assert_eq!(clusters.first, [0, 0, 2]);
        let others = Refusal::Others(0, 2, Contradiction::BirthDate);
        assert_eq!(clusters.refused, [(pair(Kind::Name, 1, 2), others)]);
        let straight = joined(&parties, vec![pair(Kind::Reference, 0, 2)], &[]);
        let differ = Refusal::Contradiction(Contradiction::BirthDate);
        assert_eq!(straight.refused, [(pair(Kind::Reference, 0, 2), differ)]);
    }

    #[test]
    fn a_reviewer_may_join_what_contradicts_and_a_third_may_agree_with_either() {
        let parties = [
            party(0, "Ann Lee", &["1962"]),
            party(1, "Ann Lee", &["1970"]),
            party(2, "Ann Lee", &["1970-05-01"]),
            party(3, "Ann Lee", &["1962-03-04"]),
            party(4, "Ann Lee", &["1980"]),
        ];
        let pairs = vec![
            pair(Kind::Reviewed, 0, 1),
            pair(Kind::Reference, 0, 2),
            pair(Kind::Reference, 1, 2),
            pair(Kind::Reference, 0, 3),
            pair(Kind::Reference, 2, 4),
        ];
        let clusters = joined(&parties, pairs, &[]);
        assert_eq!(clusters.first, [0, 0, 0, 0, 4]);
        assert_eq!(clusters.joined.len(), 4, "what contradicts by itself is together all the same");
    }

    #[test]
    fn weaker_evidence_never_joins_two_entries_of_one_list() {
        let of_register = |register, party: Party| Party { register, ..party };
        let parties = [(0, "Ann Lee"), (1, "Ann Lee"), (0, "Anna Lee")]
            .map(|(register, name)| of_register(register, party(0, name, &[])));
        let names = |left, right| pair(Kind::Names, left, right);
        let clusters = joined(&parties, vec![names(0, 1), names(1, 2)], &[]);
        assert_eq!(clusters.first, [0, 0, 2]);
        assert_eq!(clusters.refused, [(names(1, 2), Refusal::SameRegister(0, 2))]);
        let by_reference = vec![names(0, 1), pair(Kind::Reference, 1, 2)];
        assert_eq!(
            joined(&parties, by_reference, &[]).first,
            [0, 1, 1],
            "better evidence is first"
        );
    }

    #[test]
    fn different_beats_all_for_the_whole_cluster() {
        let parties = ["Ann Lee"; 4].map(|name| party(0, name, &[]));
        let pairs = vec![
            pair(Kind::Reviewed, 0, 1),
            pair(Kind::Reviewed, 2, 3),
            pair(Kind::Reviewed, 1, 2),
            pair(Kind::Reference, 0, 3),
        ];
        let clusters = joined(&parties, pairs, &[(0, 3)]);
        // Pairs come in the order of their records: 0-1, then 1-2, which leaves 3 alone.
        assert_eq!(clusters.first, [0, 0, 0, 3]);
        let refused: Vec<_> = clusters.refused.into_iter().map(|(pair, _)| pair).collect();
        assert_eq!(refused, [pair(Kind::Reviewed, 2, 3), pair(Kind::Reference, 0, 3)]);
    }
}
