//! The party that a request asks about: a record or a merged entity, by its id (docs/api.md, "Active
//! and retired records", "Entity look-up").

use uuid::Uuid;

use super::error::ApiError;
use tamis_engine::lookup::{self, EntityState, MergedEntity, RecordState};
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::{RecordView, Snapshot};

/// An id in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntityId {
    Record(RecordId),
    Merged(Uuid),
}

/// Current state of an id.
pub(crate) enum Party<'s> {
    /// An active record.
    Record(RecordView<'s>),
    /// A merged entity with active records.
    Entity(MergedEntity<'s>),
    /// A retired record or merged entity whose party is now shown under this entity.
    Moved(Uuid),
}

impl EntityId {
    /// Reads `<number>`, `svc-<number>`, `<uuid>` or `svc-e-<uuid>` (docs/api.md, "Entity
    /// look-up").
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let merged = |text: &str| {
            let hyphenated = text.len() == 36;
            Uuid::try_parse(text).ok().filter(|_| hyphenated).map(Self::Merged)
        };
        match text.strip_prefix("svc-e-") {
            Some(rest) => merged(rest),
            None => record_id(text).map(Self::Record).or_else(|| merged(text)),
        }
    }

    /// Looks the id up by the table of docs/api.md, "Active and retired records".
    ///
    /// # Errors
    /// If there is no such record or entity, or it no longer exists.
    pub(crate) fn find(self, snapshot: &Snapshot) -> Result<Party<'_>, ApiError> {
        match self {
            Self::Record(id) => match lookup::record(snapshot, id) {
                RecordState::Active(record) => Ok(Party::Record(record)),
                RecordState::Moved(entity) => Ok(Party::Moved(entity)),
                RecordState::Retired { delisted_at } => {
                    Err(ApiError::RetiredRecord { id: id.0, delisted_at })
                }
                RecordState::Unknown => Err(ApiError::UnknownRecord(id.0)),
            },
            Self::Merged(id) => match lookup::merged_entity(snapshot, id) {
                EntityState::Active(entity) => Ok(Party::Entity(entity)),
                EntityState::Moved(now) => Ok(Party::Moved(now)),
                EntityState::Unknown => Err(ApiError::UnknownEntity(id)),
            },
        }
    }
}

/// Reads `<number>` or `svc-<number>`.
pub(crate) fn record_id(text: &str) -> Option<RecordId> {
    let number = text.strip_prefix("svc-").unwrap_or(text);
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| digits).map(RecordId)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";

    #[test]
    fn every_form_of_an_id_is_read() {
        let merged = EntityId::Merged(Uuid::try_parse(UUID).expect("a UUID"));
        for (text, expected) in [
            ("101", EntityId::Record(RecordId(101))),
            ("svc-101", EntityId::Record(RecordId(101))),
            (UUID, merged),
            (&UUID.to_uppercase(), merged),
            (&format!("svc-e-{UUID}"), merged),
        ] {
            assert_eq!(EntityId::parse(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let with_record_prefix = format!("svc-{UUID}");
        let without_hyphens = UUID.replace('-', "");
        for text in
            ["", "svc-", "+1", "-1", "1.0", " 1", "svc-e-1", "99999999999999999999", "abc", "1 "]
                .into_iter()
                .chain([with_record_prefix.as_str(), without_hyphens.as_str()])
        {
            assert_eq!(EntityId::parse(text), None, "{text}");
        }
    }
}
