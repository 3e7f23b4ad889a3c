//! Listings with an end, and filters for current and ended ones.

use proptest::prelude::*;
use proptest::sample::select;
use tamis_engine::model::{Day, ListingFilter, ListingState, Timestamp};

use super::worlds::BUILT_AT;

/// Ends of listings around the build of the snapshot, and long before.
pub const ENDS: &[&str] = &["1950", "2025", "2026-09", "2026-10", "2026-10-03", "2026-10-04"];

/// Generates filters of listings, on days around the build of the snapshot.
pub fn a_listing_filter() -> impl Strategy<Value = ListingFilter> {
    let day = (-2i64..35).prop_map(|days| Day::of(Timestamp(BUILT_AT.0 + days * 86_400)));
    (select(ListingState::ALL), day).prop_map(|(state, today)| ListingFilter::new(state, today))
}
