//! Every limit of matching, search and look-up, each with the reason for its value.

/// Values read of one query property (api.md part 8); further ones are ignored.
pub const VALUES_PER_PROPERTY: usize = 5;
/// Results per query: least, most and default (api.md 4.1).
pub const RESULTS_MIN: u32 = 1;
/// See [`RESULTS_MIN`].
pub const RESULTS_MAX: u32 = 50;
/// See [`RESULTS_MIN`].
pub const RESULTS_DEFAULT: u32 = 5;
/// Score from which a result is a match (api.md 4.1).
pub const THRESHOLD_DEFAULT: f64 = 0.75;
/// The widening stage runs when fewer records than this hold every query word (api.md part 8).
pub const WIDENING_BELOW: usize = 50;
/// `total` is counted exactly as long as fewer records than this were gathered (decisions D2b).
pub const TOTAL_EXACT_BELOW: usize = 10_000;
/// Characters of one query name; a longer one is an error of its own query (decisions D9).
pub const NAME_CHARS_MAX: usize = 512;
/// Words of one name that take part in matching, on both sides alike; the rest is not read.
/// One machine word then holds a set of words.
pub const NAME_WORDS_MAX: usize = 32;
/// Letters of one word that take part in matching; longer words are cut.
pub const WORD_CHARS_MAX: usize = 32;
/// Related records shown with a record (api.md part 8).
pub const RELATED_RECORDS_MAX: usize = 100;
/// Countries in the breakdown of a register (api.md part 8).
pub const SOURCE_COUNTRIES_MAX: usize = 60;
/// Programmes in the breakdown of a register (api.md part 8).
pub const SOURCE_PROGRAMMES_MAX: usize = 50;
/// Records in the list of a register's most recently added ones (api.md part 8).
pub const SOURCE_RECENT_MAX: usize = 15;
/// Days of changes that the detail of a register covers (api.md part 8).
pub const SOURCE_DAYS: i64 = 90;
/// Registers, and countries, in the figures of `/api/collection` (decisions D5 leave it open).
pub const COLLECTION_TOP_MAX: usize = 10;
/// A register is stale when its last successful load is more than this many times its cadence
/// ago: one refresh may come late, a second one may not.
pub const STALE_CADENCES: i64 = 2;
/// Up to so many records are put in order by age; a search that finds more in all records walks
/// them from the newest until the page is full, which is near for so many.
pub const SEARCH_SORTED_MAX: usize = 1 << 12;
/// Nationalities, and registers, in facets (api.md part 8).
pub const FACET_VALUES_MAX: usize = 30;
/// Score, 0 to 1, below which a record is no candidate for reconciliation: an exact name that birth
/// date, country and type all contradict has 0.45.
pub const RECONCILE_SCORE_MIN: f64 = 0.4;
/// Lead, in score, of a clear first place in reconciliation over the next candidate.
pub const RECONCILE_LEAD_MIN: f64 = 0.05;
/// Best records among which the next candidate is looked for in reconciliation, at least; further
/// entries for the same party do not compete with the first.
pub const RECONCILE_COMPARED_MIN: usize = 10;
/// Records among which a half-typed last word is looked for.
pub const SUGGEST_SCANNED_MAX: usize = 1000;
