//! The words of real lists are more, and closer to each other, than any made-up world's.

use tamis_engine::matching::{Filter, MatchQuery};
use tamis_engine::model::{Collection, Schema};

use crate::support::effort::effort;
use crate::support::held_at_random::{Asked, hold_at_random, hold_threads};
use crate::support::held_to_oracle::hold_answers;
use crate::support::oracle::Oracle;
use crate::support::parties::with_parties;
use crate::support::real;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn answers_over_the_real_lists() {
    let snapshot = real::snapshot();
    let oracle = Oracle::new(&snapshot);
    let filter = Filter::collection(Collection::Default);
    for (name, born) in [
        ("Mohammad Hassan Ali", None),
        ("Abdul Rahman al Zarqawi", Some("1966")),
        ("Maria Garcia Lopez", None),
        ("Ocean Star Shipping Co Ltd", None),
        ("Serguei Ivanof", Some("1970-01-01")),
        ("محمد علي", None),
    ] {
        let birth_dates = born.iter().map(|date| date.parse().expect("a date")).collect();
        let query = MatchQuery { birth_dates, ..MatchQuery::by_name(Schema::LegalEntity, name) };
        hold_answers(&snapshot, &oracle, &query, &filter);
    }
}

/// Of all lists at hand.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn random_queries_over_the_real_lists() {
    let snapshot = real::snapshot_of_every_list();
    let asked = Asked::or(effort(24, 200));
    hold_at_random(&snapshot, asked);
    hold_threads(&snapshot, &snapshot, asked);
    let grouped = with_parties(&snapshot, asked.seed).snapshot;
    hold_at_random(&grouped, asked);
    hold_threads(&grouped, &grouped, asked);
}
