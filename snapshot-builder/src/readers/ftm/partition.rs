//! The first pass: assigns every line to its party.
//!
//! Entities that a party names (addresses), or that name it indirectly (positions), take a second hop:
//! both sides first go to the bucket of the address or position.

use super::entity::{Entity, label};
use super::row::{Kind, Origin, Row};
use super::schema::{Role, role_of};
use super::spill::Spill;
use crate::error::LoadError;
use crate::readers::collector::Collector;
use crate::readers::common::facts::joined;
use crate::readers::common::topics::list_types_of;
use crate::report::Position;
use crate::sources::SourceFile;
use tamis_ingest::lines::{Line, Lines};

/// Greatest length in characters of a schema's name in the counts. Real schemata are words of a few
/// letters.
const SCHEMA_CHARS_SHOWN: usize = 64;

/// The rows of both joins.
pub(super) struct Partition {
    /// Rows by the id of the party.
    pub(super) parties: Spill,
    /// Rows by the id of the address or position.
    pub(super) places: Spill,
    /// Bytes of the lines read.
    pub(super) bytes: u64,
}

impl Partition {
    /// An empty partition.
    pub(super) fn new() -> Self {
        Self { parties: Spill::new(), places: Spill::new(), bytes: 0 }
    }

    /// Adds the lines of a file; empty lines are skipped.
    pub(super) fn read(
        &mut self,
        source: &SourceFile,
        file: u32,
        collector: &mut Collector<'_>,
    ) -> Result<(), LoadError> {
        let mut lines = Lines::open(source)?;
        while let Some((line, text)) = lines.next_line()? {
            let parsed = match text {
                Line::Text(text) if text.trim_ascii().is_empty() => continue,
                Line::Text(text) => Entity::parse(text).map(|entity| (entity, text)),
                Line::TooLong => Err((Line::too_long_reason(), None)),
            };
            match parsed {
                Ok((entity, text)) => {
                    self.bytes += text.len() as u64;
                    self.parties.allow_for(self.bytes);
                    self.places.allow_for(self.bytes);
                    let text = String::from_utf8_lossy(text);
                    self.add(&entity, &text, Origin { file, line }, collector)?;
                }
                Err((reason, id)) => {
                    collector.reject(&source.name, Position::Line(line), reason, id);
                }
            }
        }
        Ok(lines.check_last_object()?)
    }

    fn add(
        &mut self,
        entity: &Entity,
        line: &str,
        origin: Origin,
        collector: &mut Collector<'_>,
    ) -> Result<(), LoadError> {
        match role_of(&entity.schema) {
            Role::Party(_) if is_no_target(entity) => {
                collector.leave_out(&format!("{} that is not a target", entity.schema));
                Ok(())
            }
            Role::Party(_) => self.add_party(entity, line, origin),
            Role::Joined(kind, property) => {
                let parties = entity.values(property);
                if parties.is_empty() {
                    leave_out_alone(&entity.schema, collector);
                }
                let mut rows =
                    parties.iter().map(|id| Row::new(kind, origin, id, &entity.schema, line));
                rows.try_for_each(|row| self.parties.push(&row))
            }
            Role::Occupancy => self.add_occupancy(entity, origin, collector),
            Role::Place => {
                let place = place(entity);
                let row = Row::new(Kind::Place, origin, &entity.id, &entity.schema, &place);
                self.places.push(&row)
            }
            Role::Other => {
                let schema: String = entity.schema.chars().take(SCHEMA_CHARS_SHOWN).collect();
                collector.leave_out(&format!("schema {schema}"));
                Ok(())
            }
        }
    }

    fn add_party(&mut self, party: &Entity, line: &str, origin: Origin) -> Result<(), LoadError> {
        self.parties.push(&Row::new(Kind::Party, origin, &party.id, "", line))?;
        for (order, address) in (0..).zip(&party.values("addressEntity")) {
            let row = Row::new(Kind::AddressWanted, origin, address, &party.id, "");
            self.places.push(&Row { order, ..row })?;
        }
        Ok(())
    }

    fn add_occupancy(
        &mut self,
        occupancy: &Entity,
        origin: Origin,
        collector: &mut Collector<'_>,
    ) -> Result<(), LoadError> {
        let (holders, posts) = (occupancy.values("holder"), occupancy.values("post"));
        if holders.is_empty() || posts.is_empty() {
            leave_out_alone(&occupancy.schema, collector);
        }
        let time = time_of(occupancy);
        for holder in &holders {
            for post in &posts {
                self.places.push(&Row::new(Kind::PostWanted, origin, post, holder, &time))?;
            }
        }
        Ok(())
    }
}

/// True for a party that is on no list: exports contain such parties for the links between listed ones.
/// A record would wrongly say that it is listed.
fn is_no_target(party: &Entity) -> bool {
    let topics = party.values("topics");
    party.target == Some(false) && list_types_of(topics.iter().map(String::as_str)).is_empty()
}

/// Counts an entity that belongs to no record.
pub(super) fn leave_out_alone(schema: &str, collector: &mut Collector<'_>) {
    collector.leave_out(&format!("{schema} of a party that is not in the file"));
}

/// An address or position in one line.
fn place(entity: &Entity) -> String {
    if entity.schema == "Position" {
        return entity
            .caption
            .clone()
            .or_else(|| entity.values("name").into_iter().next())
            .unwrap_or_default();
    }
    let full = entity.values("full");
    let line = if full.is_empty() {
        let parts = ["postOfficeBox", "street", "street2", "city", "postalCode", "region", "state"];
        let mut parts = entity.values_of(&parts);
        parts.extend(entity.values("country").iter().map(|code| code.to_uppercase()));
        joined(parts.iter().map(String::as_str), ", ")
    } else {
        full.join("; ")
    };
    match entity.values("remarks") {
        remarks if remarks.is_empty() => line,
        remarks if line.is_empty() => remarks.join("; "),
        remarks => format!("{line} ({})", remarks.join("; ")),
    }
}

/// Known facts about the time in a post: `start date 2010; status ended`.
fn time_of(occupancy: &Entity) -> String {
    let properties = [
        "startDate",
        "periodStart",
        "endDate",
        "periodEnd",
        "date",
        "electionDate",
        "status",
        "constituency",
        "politicalGroup",
        "summary",
        "description",
    ];
    let says = properties.iter().flat_map(|property| {
        let label = label(property).to_lowercase();
        occupancy.values(property).into_iter().map(move |value| format!("{label} {value}"))
    });
    says.collect::<Vec<_>>().join("; ")
}
