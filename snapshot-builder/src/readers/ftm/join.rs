//! The last pass: joins a party with its entities, and makes a record for each of its registers.

use tamis_engine::model::{ListType, Record};

use super::belonging::Belonging;
use super::entity::{Entity, Refusal};
use super::listing::{add_listings, add_programmes, note_programmes};
use super::partition::leave_out_alone;
use super::party::read_party;
use super::places::reject_repeated;
use super::registers::{Registers, registers_of, slug_of};
use super::row::{Kind, Origin, Row};
use super::schema::{Role, role_of};
use super::spill::{Spill, growth_limit};
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::add_note;
use crate::readers::common::topics::list_types_of;
use crate::report::Position;
use tamis_ingest::limits::RECORD_BYTES_MAX;

/// A party with its entities, except the listings.
struct Party {
    entity: Entity,
    /// Slugs of its registers.
    registers: Vec<String>,
    record: Record,
    listings: Vec<Entity>,
}

/// Bytes of the parties after the joins, and the greatest allowed number.
struct Joined {
    bytes: u64,
    limit: u64,
}

impl Joined {
    /// The allowance for a list with this many bytes.
    fn of_list(bytes: u64) -> Self {
        Self { bytes: 0, limit: growth_limit(bytes) }
    }

    /// Counts a party with its rows, once for each of its registers.
    fn add(&mut self, rows: &[Row<'_>], registers: usize) -> Result<(), LoadError> {
        let bytes: usize = rows.iter().map(|row| row.body.len() + row.other.len()).sum();
        self.bytes = self.bytes.saturating_add((bytes * registers.max(1)) as u64);
        let limit = self.limit;
        if self.bytes > limit { Err(LoadError::JoinsTooLarge { limit }) } else { Ok(()) }
    }
}

/// Reads the parties into the collector, bucket by bucket, and within a bucket by id. The order does
/// not depend on that of the list.
pub(super) fn join(
    parties: Spill,
    list_bytes: u64,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let mut registers = Registers::default();
    let mut joined = Joined::of_list(list_bytes);
    parties.for_each_bucket(|bucket| {
        let bytes = bucket.read()?;
        let mut rows = Vec::new();
        Row::read_all(&bytes, |row| {
            rows.push(row);
            Ok(())
        })?;
        rows.sort_unstable_by_key(Row::place_in_join);
        for rows in rows.chunk_by(|one, other| one.key == other.key) {
            join_party(rows, input, collector, &mut registers, &mut joined)?;
        }
        Ok(())
    })
}

/// Joins all rows of one id. Those of the party itself come first.
fn join_party(
    rows: &[Row<'_>],
    input: &Input<'_>,
    collector: &mut Collector<'_>,
    registers: &mut Registers,
    joined: &mut Joined,
) -> Result<(), LoadError> {
    let (own, belonging) = rows.split_at(rows.partition_point(|row| row.kind == Kind::Party));
    let Some((own, repeated)) = own.split_first() else {
        for row in belonging {
            leave_out_alone(row.schema(), collector);
        }
        return Ok(());
    };
    for row in repeated {
        reject_repeated(row.origin, row.key, input, collector);
    }
    match read(own, belonging, input, collector) {
        Ok(party) => {
            joined.add(rows, party.registers.len())?;
            accept(&party, own.origin, input, collector, registers)
        }
        Err((reason, id)) => {
            let position = Position::Line(own.origin.line);
            collector.reject(own.origin.file_name(input), position, reason, id);
            Ok(())
        }
    }
}

fn read(
    own: &Row<'_>,
    belonging: &[Row<'_>],
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<Party, Refusal> {
    let entity = Entity::parse(own.body.as_bytes())?;
    let refuse = |reason: String| (reason, Some(entity.id.clone()));
    let Role::Party(entity_type) = role_of(&entity.schema) else {
        return Err(refuse("the schema is not that of a party".to_owned()));
    };
    let bytes: usize = belonging.iter().map(|row| row.body.len() + row.other.len()).sum();
    if bytes as u64 > RECORD_BYTES_MAX {
        return Err(refuse(format!("more than {RECORD_BYTES_MAX} bytes belong to the party")));
    }
    let registers = registers_of(&entity.datasets).map_err(refuse)?;
    let mut record = read_party(&entity, entity_type, collector);
    if record.name.is_empty() {
        return Err(refuse("properties.name is empty".to_owned()));
    }
    let belonging = Belonging::read(own, belonging, input, collector);
    belonging.add_to(&mut record, collector);
    Ok(Party { entity, registers, record, listings: belonging.listings })
}

/// Passes the record to every register of the party; if the list has no data sets, to the one register
/// being read.
fn accept(
    party: &Party,
    origin: Origin,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
    registers: &mut Registers,
) -> Result<(), LoadError> {
    let (file, position) = (origin.file_name(input), Position::Line(origin.line));
    for register in &party.registers {
        registers.admit(register, file, origin.line)?;
        let record = party.in_register(Some(register), input);
        let part = collector.part(register);
        party.list_types().into_iter().for_each(|list_type| part.suggest(list_type));
        part.accept(record, file, position);
    }
    if party.registers.is_empty() {
        party.list_types().into_iter().for_each(|list_type| collector.suggest(list_type));
        collector.accept(party.in_register(None, input), file, position);
    }
    Ok(())
}

impl Party {
    /// Types of list that its topics imply; without topics, a Sanction implies one.
    fn list_types(&self) -> Vec<ListType> {
        let topics = self.entity.values("topics");
        let types = list_types_of(topics.iter().map(String::as_str));
        if topics.is_empty() && !self.listings.is_empty() {
            vec![ListType::Sanction]
        } else {
            types
        }
    }

    /// The record with the listings that apply to a register.
    fn in_register(&self, register: Option<&str>, input: &Input<'_>) -> Record {
        let mut record = self.record.clone();
        let listings: Vec<&Entity> =
            self.listings.iter().filter(|listing| self.speaks_for(listing, register)).collect();
        add_listings(&mut record, &listings);
        // With several registers, the party does not show whose programmes these are.
        if record.programmes.is_empty() && self.registers.len() < 2 {
            add_programmes(&mut record, &self.entity);
        } else {
            note_programmes(&mut record, self.entity.values_of(&["program", "programId"]));
        }
        self.add_addresses_of_pages(&mut record, &listings, input);
        record
    }

    /// True if a listing applies to a register: to those that publish it, or to all of the party's
    /// registers if none of them does.
    fn speaks_for(&self, listing: &Entity, register: Option<&str>) -> bool {
        let is_of = |register: &str| listing.datasets.iter().any(|name| slug_of(name) == register);
        register.is_none_or(is_of) || !self.registers.iter().any(|register| is_of(register))
    }

    /// Adds the page of the entry. With several registers, only a listing shows whose page it is. With
    /// one register, the party's page is more specific than that of the listing.
    fn add_addresses_of_pages(&self, record: &mut Record, listings: &[&Entity], input: &Input<'_>) {
        let own = self.entity.values("sourceUrl");
        let of_listings = listings.iter().flat_map(|listing| listing.values("sourceUrl"));
        let mut pages: Vec<String> = of_listings.collect();
        let at = if self.registers.len() > 1 { pages.len() } else { 0 };
        pages.splice(at..at, own);
        let mut pages = pages.into_iter();
        record.source_url = pages.next().or_else(|| input.url_of(&record.reference));
        for page in pages {
            if record.source_url.as_ref() != Some(&page) {
                add_note(record, "Source URL", &page);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{FTM_GROWTH_MAX, FTM_JOINED_BYTES_FREE};

    #[test]
    fn what_many_registers_share_counts_in_each() {
        let body = "x".repeat(1 << 10);
        let origin = Origin { file: 0, line: 1 };
        let rows = [Row::new(Kind::Party, origin, "a", "", &body)];
        let mut joined = Joined::of_list(0);
        joined.add(&rows, (FTM_JOINED_BYTES_FREE >> 10) as usize).expect("just enough");
        let error = joined.add(&rows, 0).expect_err("too much").to_string();
        assert_eq!(
            error,
            "the entities of the list take more than 67108864 bytes when they are joined"
        );
        assert_eq!(Joined::of_list(1 << 30).limit, FTM_GROWTH_MAX << 30);
    }
}
