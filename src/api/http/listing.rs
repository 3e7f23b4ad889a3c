//! The day of a request, and the status of a listing on that day (docs/api.md, "Listings").

use std::fmt;

use serde::{Serialize, Serializer};

use tamis_engine::model::Day;
use tamis_engine::snapshot::RecordView;

/// The UTC day on which a request arrived: every part of its answer, including the validator, refers to
/// this day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Today(pub(in crate::api) Day);

/// Status of a listing: the register's own text, and an end date that has passed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListingStatus<'s> {
    published: Option<&'s str>,
    is_over: bool,
}

impl<'s> ListingStatus<'s> {
    /// The status on a day.
    pub(crate) fn of(record: RecordView<'s>, today: Day) -> Self {
        Self { published: record.status(), is_over: record.listing_end().is_over(today) }
    }
}

impl fmt::Display for ListingStatus<'_> {
    /// Writes nothing if the listing has no status.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.published, self.is_over) {
            (published, false) => f.write_str(published.unwrap_or_default()),
            (None, true) => f.write_str("ended"),
            (Some(published), true) => write!(f, "ended ({published})"),
        }
    }
}

impl Serialize for ListingStatus<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.published, self.is_over) {
            (None, false) => serializer.serialize_none(),
            _ => serializer.collect_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ListingStatus;

    #[test]
    fn an_ended_listing_keeps_what_its_register_says() {
        for (published, is_over, expected) in [
            (None, false, "null"),
            (Some("amended"), false, r#""amended""#),
            (None, true, r#""ended""#),
            (Some("Ineligible"), true, r#""ended (Ineligible)""#),
        ] {
            let status = ListingStatus { published, is_over };
            assert_eq!(serde_json::to_string(&status).expect("plain JSON"), expected);
        }
    }
}
