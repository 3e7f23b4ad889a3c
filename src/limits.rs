//! Every limit of the service, each with the reason for its value. Nothing else holds a limit.

use std::time::Duration;

/// Queries in one match request; further ones are ignored (api.md part 8).
pub const QUERIES_PER_REQUEST: usize = 20;
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

/// Bytes of one request body by default (decisions D9). A request of 20 full queries is 20 KiB.
pub const BODY_BYTES_DEFAULT: usize = 1 << 20;
/// Bytes of a request's path and query together; more is answered 414. The longest useful
/// address, every filter set and repeated, stays under 4 KiB.
pub const ADDRESS_BYTES_MAX: usize = 8 << 10;
/// Time a client has to send the head of a request, idle time between two included
/// (decisions D9).
pub const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Time one request may take by default, from its head to its answer (decisions D9).
pub const REQUEST_TIMEOUT_DEFAULT: Duration = Duration::from_secs(10);
/// Connections in work by default (decisions D9); further ones wait in the listen queue.
pub const CONNECTIONS_DEFAULT: usize = 1024;
/// Match queries admitted and not yet answered, by default: some 0.2 s of work for two cores
/// at the slowest rate the service is built for (10,000 answers a second).
pub const QUERIES_IN_FLIGHT_DEFAULT: usize = 2048;
/// How often `CURRENT` is looked at by default: a refresh is rare, a look costs microseconds.
pub const POLL_INTERVAL_DEFAULT: Duration = Duration::from_secs(1);
/// Time that requests in work get to end after a stop signal, by default.
pub const DRAIN_TIMEOUT_DEFAULT: Duration = Duration::from_secs(30);
/// How long the start waits for the first snapshot before it accepts connections without one.
pub const FIRST_LOAD_WAIT: Duration = Duration::from_secs(2);
/// Pause after a failed accept, which is nearly always a lack of file descriptors.
pub const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);
/// `Retry-After` while no snapshot is loaded, in seconds: a few looks at `CURRENT`.
pub const RETRY_AFTER_NO_SNAPSHOT_SECONDS: u64 = 5;
/// `Retry-After` of a request that was shed or took too long, in seconds.
pub const RETRY_AFTER_OVERLOADED_SECONDS: u64 = 1;
/// Records that a new snapshot must find by their own names before it is served.
pub const SELF_CHECK_RECORDS: usize = 16;
/// Characters of a caller's value that an error message repeats.
pub const ERROR_VALUE_CHARS_MAX: usize = 100;
/// Related records shown with a record (api.md part 8).
pub const RELATED_RECORDS_MAX: usize = 100;
/// Records and listings shown in a merged entity (api.md part 8).
pub const ENTITY_RECORDS_MAX: usize = 200;

/// Countries in the breakdown of a register (api.md part 8).
pub const SOURCE_COUNTRIES_MAX: usize = 60;
/// Programmes in the breakdown of a register (api.md part 8).
pub const SOURCE_PROGRAMMES_MAX: usize = 50;
/// Records in the list of a register's most recently added ones (api.md part 8).
pub const SOURCE_RECENT_MAX: usize = 15;
/// Days of changes that the detail of a register covers (api.md part 8).
pub const SOURCE_DAYS: i64 = 90;
/// Results of a search page unless asked for otherwise (api.md part 8).
pub const SEARCH_LIMIT_DEFAULT: usize = 25;
/// Results of a search page at most (api.md part 8).
pub const SEARCH_LIMIT_MAX: usize = 50;
/// Characters of a search text at least (api.md part 8).
pub const SEARCH_TEXT_CHARS_MIN: usize = 2;
/// Nationalities, and registers, in facets (api.md part 8).
pub const FACET_VALUES_MAX: usize = 30;
/// Registers or programmes of a page unless asked for otherwise (api.md part 8).
pub const LIST_LIMIT_DEFAULT: usize = 50;
/// Registers or programmes of a page at most (api.md part 8).
pub const LIST_LIMIT_MAX: usize = 100;
/// Statement rows unless asked for otherwise (api.md part 8).
pub const STATEMENTS_LIMIT_DEFAULT: usize = 1000;
/// Statement rows at most (api.md part 8).
pub const STATEMENTS_LIMIT_MAX: usize = 5000;
