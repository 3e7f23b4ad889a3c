//! Entities that belong to a party: its listings, addresses, documents and posts.

use tamis_engine::model::Record;

use super::document::{add_document, add_security};
use super::entity::Entity;
use super::places::reject_repeated;
use super::row::{Kind, Row};
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_note, add_unique};

/// Entities of a party by kind; within a kind, by id.
pub(super) struct Belonging<'r> {
    /// Sanctions.
    pub(super) listings: Vec<Entity>,
    documents: Vec<Entity>,
    securities: Vec<Entity>,
    addresses: Vec<&'r str>,
    /// Names of posts, with known facts about their time.
    posts: Vec<(&'r str, &'r str)>,
}

impl<'r> Belonging<'r> {
    /// Reads the rows that belong to the party of this row.
    pub(super) fn read(
        own: &Row<'r>,
        rows: &[Row<'r>],
        input: &Input<'_>,
        collector: &mut Collector<'_>,
    ) -> Self {
        let mut entities = |kind| entities(rows, kind, input, collector);
        let of =
            |kind: Kind| rows.iter().filter(move |row| row.kind == kind && !row.body.is_empty());
        Self {
            listings: entities(Kind::Sanction),
            documents: entities(Kind::Document),
            securities: entities(Kind::Security),
            // Another entity with the party's id may have requested other addresses.
            addresses: of(Kind::Address)
                .filter(|row| row.origin == own.origin)
                .map(|row| row.body)
                .collect(),
            posts: of(Kind::Post).map(|row| (row.body, row.other)).collect(),
        }
    }

    /// Adds everything except the listings, which differ by register.
    pub(super) fn add_to(&self, record: &mut Record, collector: &mut Collector<'_>) {
        for address in &self.addresses {
            add_unique(&mut record.addresses, (*address).to_owned());
        }
        for (name, time) in &self.posts {
            add_unique(&mut record.positions, (*name).to_owned());
            add_note(record, name, time);
        }
        for document in &self.documents {
            add_document(record, document, collector);
        }
        for security in &self.securities {
            add_security(record, security);
        }
    }
}

/// Entities of a kind by id, each once. The order does not depend on that of the list.
fn entities(
    rows: &[Row<'_>],
    kind: Kind,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Vec<Entity> {
    let rows = rows.iter().filter(|row| row.kind == kind);
    // Lines that are not entities were rejected before.
    let mut found: Vec<_> = rows
        .filter_map(|row| Some((Entity::parse(row.body.as_bytes()).ok()?, row.origin)))
        .collect();
    found.sort_by(|(one, at), (other, other_at)| (&one.id, at).cmp(&(&other.id, other_at)));
    let mut entities: Vec<Entity> = Vec::with_capacity(found.len());
    for (entity, origin) in found {
        if entities.last().is_some_and(|last| last.id == entity.id) {
            reject_repeated(origin, &entity.id, input, collector);
        } else {
            entities.push(entity);
        }
    }
    entities
}
