//! Limits of matching, search and look-up, each with the reason for its value.

/// Values read of one query property.
///
/// Beyond it: further values are ignored.
pub const VALUES_PER_PROPERTY: usize = 5;
/// Least number of results per query.
///
/// Beyond it: 400.
pub const RESULTS_MIN: u32 = 1;
/// Most results per query.
///
/// Beyond it: 400.
pub const RESULTS_MAX: u32 = 50;
/// Results per query if the request does not say.
pub const RESULTS_DEFAULT: u32 = 5;
/// Score from which a result counts as a match.
pub const THRESHOLD_DEFAULT: f64 = 0.75;
/// The disjunctive stage of candidate generation runs when fewer records than this contain every query
/// word.
///
/// Beyond it: the disjunctive stage runs only when fewer than `limit` of them reach the threshold.
pub const WIDENING_BELOW: usize = 50;
/// `total` is counted exactly as long as fewer candidates than this were generated.
///
/// Beyond it: `total` is an estimate, and `total_estimated` says so.
pub const TOTAL_EXACT_BELOW: usize = 1_000;
/// Characters of one query name.
///
/// Beyond it: 400 in the query's own entry.
pub const NAME_CHARS_MAX: usize = 512;
/// Letters that the characters of one query name may expand to: as many as [`NAME_WORDS_MAX`] words of
/// [`WORD_CHARS_MAX`] have. One character may expand to eighteen (U+FDFA), and reading takes time for
/// each.
///
/// Beyond it: the rest of the name is not read, and `ignored` says that it was cut.
pub const NAME_LETTERS_MAX: usize = 1024;
/// Names read out of one query text ("X a.k.a. Y; Z", "X, born 1968"), in addition to the text as a
/// whole.
///
/// Beyond it: further names in the text are read only as part of the whole.
pub const REWRITES_MAX: usize = 6;
/// Words of one name that take part in matching, in queries and records alike; the rest is not read.
/// With it, a machine word can hold a set of words.
///
/// Beyond it: the rest of the name is not read, in queries and lists alike.
pub const NAME_WORDS_MAX: usize = 32;
/// Letters of one word that take part in matching; longer words are cut.
///
/// Beyond it: the rest of the word is not read.
pub const WORD_CHARS_MAX: usize = 32;
/// Letters of a name that is compared as one string as well. In longer ones words tell enough.
///
/// Beyond it: the name is compared word by word only.
pub const WHOLE_NAME_LETTERS_MAX: usize = 100;
/// Bytes of the cache of fuzzy expansions, per snapshot: of query words that no list has, and of
/// neighbouring Han or Hangul characters. 32 MB hold some 100,000 expansions.
///
/// Beyond it: the words used least are evicted, and compared again when they recur.
pub const WORDS_REMEMBERED_BYTES: u64 = 32 << 20;
/// Bytes of `CURRENT` and of `PINNED`, which hold fourteen digits and a line end.
///
/// Beyond it: the version in service stays, as with a `CURRENT` that names none; a build refuses to begin.
pub const CURRENT_BYTES_MAX: u64 = 1 << 10;
/// Bytes of `refresh.json`, which holds a sentence for each register that failed.
///
/// Beyond it: the server reports no last refresh.
pub const REFRESH_BYTES_MAX: u64 = 1 << 20;
/// Bytes of the manifest of a version: some 200 for each file that its build wrote or read.
///
/// Beyond it: the version does not open.
pub const MANIFEST_BYTES_MAX: u64 = 16 << 20;
/// Bytes of the signature of a manifest, with its comments: some 350.
///
/// Beyond it: the version does not open.
pub const SIGNATURE_BYTES_MAX: u64 = 4 << 10;
/// Bytes of a file with a public or secret key: some 110 and 350.
///
/// Beyond it: the key is refused.
pub const KEY_BYTES_MAX: u64 = 4 << 10;
/// Related records shown with a record.
///
/// Beyond it: further related records are not shown.
pub const RELATED_RECORDS_MAX: usize = 100;
/// Countries in the breakdown of a register.
///
/// Beyond it: further countries of a register are not shown.
pub const SOURCE_COUNTRIES_MAX: usize = 60;
/// Programmes in the breakdown of a register.
///
/// Beyond it: further programmes of a register are not shown.
pub const SOURCE_PROGRAMMES_MAX: usize = 50;
/// Records in the list of a register's most recently added ones.
///
/// Beyond it: further records are found by a search.
pub const SOURCE_RECENT_MAX: usize = 15;
/// Days of changes that the detail of a register covers.
pub const SOURCE_DAYS: i64 = 90;
/// Registers, and countries, in the figures of `/api/collection`.
///
/// Beyond it: further registers and countries are not shown.
pub const COLLECTION_TOP_MAX: usize = 10;
/// A register is stale when its data is older than this many times its cadence: one refresh may come
/// late, a second one may not.
///
/// Beyond it: the register is shown as stale.
pub const STALE_CADENCES: i64 = 2;
/// Most results that are sorted by age. A search of all records with more results scans the records
/// from the newest until the page is full; with so many results that takes few records.
///
/// Beyond it: the newest are found by scanning all records by age.
pub const SEARCH_SORTED_MAX: usize = 1 << 12;
/// Nationalities, and registers, in facets.
///
/// Beyond it: further values are not shown.
pub const FACET_VALUES_MAX: usize = 30;
/// Score, 0 to 1, below which a record is not a candidate for reconciliation: an exact name that birth
/// date, country and type all contradict has 0.45.
///
/// Beyond it: a record with a lower score is not a candidate.
pub const RECONCILE_SCORE_MIN: f64 = 0.4;
/// Least lead, in score, of the first candidate in reconciliation over the next one to count as a
/// match.
///
/// Beyond it: with a smaller lead the first candidate is not a match.
pub const RECONCILE_LEAD_MIN: f64 = 0.05;
/// Least number of best records among which reconciliation looks for the next candidate. Further
/// entries for the same party do not compete with the first.
pub const RECONCILE_COMPARED_MIN: usize = 10;
/// Records among which a half-typed last word is looked for.
///
/// Beyond it: further records are suggested once the whole word is typed.
pub const SUGGEST_SCANNED_MAX: usize = 1000;
