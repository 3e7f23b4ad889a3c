//! Assigns stable UUIDs to clusters: their merged entities.
//!
//! A UUID stays with the cluster that holds most of its former records. If several UUIDs would stay
//! with one cluster, the one with most of its records does; it becomes the successor of the others. A
//! cluster without a UUID gets one made of its first record's register and reference. A record that is
//! left alone keeps its entity, so that retired records still refer to it.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::party::Party;
use crate::ledger::entry::Successor;

/// Namespace of the UUIDs of merged entities: version 5, of `<register>/<reference>`.
pub(super) const ENTITY_NAMESPACE: Uuid = Uuid::from_bytes([
    0x7a, 0x1f, 0x6d, 0x2c, 0x58, 0x0e, 0x54, 0x3b, 0x9c, 0x41, 0x3e, 0x95, 0xd2, 0x6b, 0x07, 0xf4,
]);

/// The merged entities of a build.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Entities {
    /// For each party its entity.
    pub(super) of: Vec<Option<Uuid>>,
    /// Entities no longer in use with their present successors, ordered by the former.
    pub(super) successors: Vec<Successor>,
    /// Number of entities that did not exist before.
    pub(super) new: u64,
    /// Number of entities merged into another one in this build.
    pub(super) merged: u64,
}

/// Assigns each cluster its UUID. `first` holds for each party the first one of its cluster, `slugs`
/// the registers of the ledger.
#[must_use]
pub(super) fn assign(
    parties: &[Party],
    first: &[u32],
    before: &[Successor],
    slugs: &[String],
) -> Entities {
    let stays = where_they_stay(parties, first);
    let mut claims: BTreeMap<u32, Vec<(u64, Uuid)>> = BTreeMap::new();
    for (&entity, &(cluster, count)) in &stays {
        claims.entry(cluster).or_default().push((count, entity));
    }
    let mut of_cluster: BTreeMap<u32, Uuid> = BTreeMap::new();
    let mut successors: BTreeMap<Uuid, Uuid> =
        before.iter().map(|line| (line.entity, line.successor)).collect();
    let mut merged = 0;
    for (cluster, mut claims) in claims {
        // Most records first, then the smaller UUID.
        claims.sort_unstable_by_key(|&(count, entity)| (std::cmp::Reverse(count), entity));
        let mut claims = claims.into_iter().map(|(_, entity)| entity);
        let Some(keeps) = claims.next() else { continue };
        of_cluster.insert(cluster, keeps);
        for lost in claims {
            successors.insert(lost, keeps);
            merged += 1;
        }
    }
    let new = name_others(parties, first, slugs, &mut of_cluster);
    Entities {
        of: first.iter().map(|cluster| of_cluster.get(cluster).copied()).collect(),
        successors: straightened(successors, of_cluster.values().copied().collect()),
        new,
        merged,
    }
}

/// For each former entity the cluster with most of its records, the first of equals, and their number.
fn where_they_stay(parties: &[Party], first: &[u32]) -> BTreeMap<Uuid, (u32, u64)> {
    let mut counts: BTreeMap<(Uuid, u32), u64> = BTreeMap::new();
    for (party, &cluster) in parties.iter().zip(first) {
        if let Some(entity) = party.entity {
            *counts.entry((entity, cluster)).or_default() += 1;
        }
    }
    let mut stays: BTreeMap<Uuid, (u32, u64)> = BTreeMap::new();
    for ((entity, cluster), count) in counts {
        let best = stays.entry(entity).or_insert((cluster, count));
        if count > best.1 {
            *best = (cluster, count);
        }
    }
    stays
}

/// Makes UUIDs for clusters of several records without one; returns their number.
fn name_others(
    parties: &[Party],
    first: &[u32],
    slugs: &[String],
    of_cluster: &mut BTreeMap<u32, Uuid>,
) -> u64 {
    let mut taken: BTreeSet<Uuid> = of_cluster.values().copied().collect();
    let mut new = 0;
    // The first record of a cluster comes first, so a cluster is named at its second one.
    for (at, &cluster) in (0..).zip(first) {
        if cluster == at || of_cluster.contains_key(&cluster) {
            continue;
        }
        let party = &parties[cluster as usize];
        let name = format!("{}/{}", slugs[party.register as usize], party.reference);
        // Another cluster may have this record's UUID, since it has most of its former records.
        let numbered = (2..).map(|number| format!("{name}/{number}"));
        let uuid = std::iter::once(name.clone())
            .chain(numbered)
            .map(|name| Uuid::new_v5(&ENTITY_NAMESPACE, name.as_bytes()))
            .find(|uuid| !taken.contains(uuid));
        let uuid = uuid.expect("there are more numbers than entities");
        taken.insert(uuid);
        of_cluster.insert(cluster, uuid);
        new += 1;
    }
    new
}

/// Points each former entity directly to its last successor. An entity in use again has none.
fn straightened(successors: BTreeMap<Uuid, Uuid>, in_use: BTreeSet<Uuid>) -> Vec<Successor> {
    let last = |entity: &Uuid| {
        let mut at = successors[entity];
        // The chain has no cycle: each successor was in use when it was recorded.
        for _ in 0..successors.len() {
            match successors.get(&at).filter(|_| !in_use.contains(&at)) {
                Some(next) => at = *next,
                None => break,
            }
        }
        at
    };
    let gone = successors.keys().filter(|entity| !in_use.contains(entity));
    gone.map(|entity| Successor { entity: *entity, successor: last(entity) }).collect()
}

#[cfg(test)]
mod tests {
    use tamis_engine::model::{Record, RecordId};

    use super::*;

    fn parties(entities: &[Option<u8>]) -> Vec<Party> {
        let party = |(at, entity): (u32, &Option<u8>)| {
            let record = Record { reference: at.to_string(), ..Record::default() };
            Party::of((at, RecordId(u64::from(at) + 1), 0), entity.map(uuid), &record)
        };
        (0..).zip(entities).map(party).collect()
    }

    fn uuid(number: u8) -> Uuid {
        Uuid::from_bytes([number; 16])
    }

    fn made(name: &str) -> Uuid {
        Uuid::new_v5(&ENTITY_NAMESPACE, name.as_bytes())
    }

    fn assigned(entities: &[Option<u8>], first: &[u32], before: &[(u8, u8)]) -> Entities {
        let before: Vec<Successor> = before
            .iter()
            .map(|&(entity, successor)| Successor {
                entity: uuid(entity),
                successor: uuid(successor),
            })
            .collect();
        assign(&parties(entities), first, &before, &["aa_list".to_owned()])
    }

    fn pairs(entities: &Entities) -> Vec<(Uuid, Uuid)> {
        entities.successors.iter().map(|line| (line.entity, line.successor)).collect()
    }

    #[test]
    fn a_new_cluster_is_named_by_its_first_record() {
        let entities = assigned(&[None, None, None], &[0, 1, 1], &[]);
        assert_eq!(entities.of, [None, Some(made("aa_list/1")), Some(made("aa_list/1"))]);
        assert_eq!((entities.new, entities.merged), (1, 0));
    }

    #[test]
    fn a_uuid_stays_where_most_of_its_records_are() {
        let known = [Some(1), Some(1), Some(1), None];
        let entities = assigned(&known, &[0, 1, 1, 0], &[]);
        let (kept, new) = (Some(uuid(1)), Some(made("aa_list/0")));
        assert_eq!(entities.of, [new, kept, kept, new]);
        assert_eq!(pairs(&entities), []);
        let alone = assigned(&[Some(1), Some(1)], &[0, 1], &[]);
        assert_eq!(alone.of, [Some(uuid(1)), None], "of equals the first, and it may be alone");
    }

    #[test]
    fn where_clusters_merge_the_larger_one_stays_and_all_former_ones_lead_there() {
        let known = [Some(9), Some(2), Some(2), Some(3)];
        let entities = assigned(&known, &[0, 0, 0, 0], &[(7, 9), (8, 7)]);
        assert_eq!(entities.of, [Some(uuid(2)); 4]);
        let to = |number| (uuid(number), uuid(2));
        assert_eq!(pairs(&entities), [to(3), to(7), to(8), to(9)]);
        assert_eq!(entities.merged, 2);
    }

    #[test]
    fn an_entity_that_is_in_use_again_leads_nowhere_else() {
        let zero = made("aa_list/0");
        let before = [Successor { entity: zero, successor: uuid(2) }];
        let entities =
            assign(&parties(&[None, None, Some(2)]), &[0, 0, 2], &before, &["aa_list".to_owned()]);
        assert_eq!(entities.of, [Some(zero), Some(zero), Some(uuid(2))]);
        assert_eq!(entities.successors, []);
    }

    #[test]
    fn no_two_clusters_have_one_uuid() {
        let own = made("aa_list/0");
        let mut known = parties(&[None, None, None, None]);
        for at in [2, 3] {
            known[at].entity = Some(own);
        }
        let entities = assign(&known, &[0, 0, 2, 2], &[], &["aa_list".to_owned()]);
        let second = made("aa_list/0/2");
        assert_eq!(entities.of, [Some(second), Some(second), Some(own), Some(own)]);
    }
}
