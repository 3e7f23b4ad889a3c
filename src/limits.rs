//! Every limit of the service, each with the reason for its value; those of matching, search and
//! look-up are the engine's. Limits of opening files are in `tamis-ingest`, those of reading lists
//! in `snapshot-builder`, those of object stores in `tamis-remote`; nothing else holds a limit.

use std::time::Duration;

pub use tamis_engine::limits::*;

/// Queries in one match request.
///
/// Beyond it: each further query is answered 400 in an entry of its own.
pub const QUERIES_PER_REQUEST: usize = 20;
/// Values of one property of a query that are looked at, those included that are equal to another or have
/// no effect. A body of 1 MiB can hold 300,000; a party under its full names and doubles of them has some
/// dozens.
///
/// Beyond it: further values are ignored, whatever they are.
pub const VALUES_LOOKED_AT_MAX: usize = 64;
/// Sentences in one answer about what was ignored: a body of 1 MiB can hold 100,000 queries.
///
/// Beyond it: one more sentence says how many there are.
pub const IGNORED_SENTENCES_MAX: usize = 50;
/// Bytes of the header that names parameters that were not read: proxies take some 8 KiB of headers.
///
/// Beyond it: the header says how many more there are.
pub const IGNORED_HEADER_BYTES_MAX: usize = 1 << 10;
/// Entries in one answer for queries beyond the twentieth, each of which says so. A body of 1 MiB can
/// hold 100,000 queries.
///
/// Beyond it: further queries are counted in `ignored` alone.
pub const REFUSED_QUERIES_MAX: usize = 1000;
/// Age in years up to which a birth date of a query may be that of a living person.
///
/// Beyond it: the date has no effect.
pub const AGE_YEARS_MAX: u16 = 120;
/// Bytes of one request body by default. A request of 20 full queries is 20 KiB.
///
/// Beyond it: 413.
///
/// Option: `--body-limit`.
pub const BODY_BYTES_DEFAULT: usize = 1 << 20;
/// Unpacked bytes of a request body that are read on the thread of the request: more than a usual query has,
/// and fewer than twenty. Reading a name takes up to 40 µs, so the worst body of this length takes half a
/// millisecond, one of 8 KiB four, and one of 1 MiB a tenth of a second.
///
/// Beyond it: the body is unpacked and read on the pool of batches.
pub const READ_IN_PLACE_BYTES: usize = 1 << 10;
/// Bytes of a request's path and query together. The longest useful address, every filter set and
/// repeated, stays under 4 KiB.
///
/// Beyond it: 414.
pub const ADDRESS_BYTES_MAX: usize = 8 << 10;
/// Time a client has to send the head of a request: for the first one from connecting, for further
/// ones from their first byte. Between two requests a connection may be idle as long as places are
/// not short.
///
/// Beyond it: the connection is closed.
pub const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Requests at one time on a connection under HTTP/2: the least that RFC 9113, 6.5.2 recommends.
///
/// Beyond it: the request is refused in a way that lets clients send it again (REFUSED_STREAM).
pub const HTTP2_STREAMS_MAX: u32 = 100;
/// Time one request may take by default, from its head to its answer.
///
/// Beyond it: 503 with Retry-After.
///
/// Option: `--request-timeout`.
pub const REQUEST_TIMEOUT_DEFAULT: Duration = Duration::from_secs(10);
/// Time for which a client may take nothing of an answer that is being sent, by default: a stalled
/// download would hold its connection and the snapshot that it began with.
///
/// Beyond it: the connection is closed.
///
/// Option: `--write-timeout`.
pub const WRITE_TIMEOUT_DEFAULT: Duration = Duration::from_secs(60);
/// Bytes of requests and answers in memory, of all connections: eighty of the longest answers (20 queries with 50
/// results each, in detail, are 1.6 MB), or thousands of usual ones. A client may hold as many bytes as are free:
/// half of them, as long as there is no other.
///
/// Beyond it: the connection on which that client holds the most is closed.
pub const HELD_BYTES_MAX: usize = 128 << 20;
/// Bytes of an answer that are handed to its connection at a time: a frame of HTTP/2, by default
/// (RFC 9113, 6.5.2). There a client must take so much within [`WRITE_TIMEOUT_DEFAULT`].
pub const ANSWER_PIECE_BYTES: usize = 16 << 10;
/// Bytes that a connection under HTTP/1.1 buffers of what is read, and of what is written: the head of a
/// request has at most as many. An address of 64 KiB, which is 414, is to fit into it.
///
/// Beyond it: 431 for a head; the next piece of an answer waits.
pub const CONNECTION_BUFFER_BYTES: usize = 128 << 10;
/// Connections open at the same time by default.
///
/// Beyond it: a new connection takes the place of an idle one, first of the client that holds the
/// most; where none is idle it is answered 503.
///
/// Option: `--max-connections`.
pub const CONNECTIONS_DEFAULT: usize = 1024;
/// The share of all connections that one client address may hold by default: one in this many. The same
/// share of what it leaves is the next client's: however many are kept busy, some are left for others.
///
/// Beyond it: a new connection takes the place of an idle one of the same client; where none is
/// idle it is answered 503.
///
/// Option: `--max-connections-per-client`.
pub const CONNECTIONS_PER_CLIENT_SHARE: usize = 2;
/// Connections that wait to be accepted, as far as the system allows (`net.core.somaxconn`). With
/// fewer, clients in a burst would wait a second before they try again.
///
/// Beyond it: the client's system tries again later.
pub const LISTEN_BACKLOG: u32 = 4096;
/// How long a connection must have been idle before its place goes to a client that holds as many:
/// a client that keeps asking pauses for less between two requests.
pub const SPARE_CONNECTION_AGE: Duration = Duration::from_secs(1);
/// Connections without a place that are answered 503 at the same time.
///
/// Beyond it: a further one is closed without an answer.
pub const REFUSALS_AT_ONCE: usize = 64;
/// Time for the 503 of a connection without a place.
///
/// Beyond it: it is closed without an answer.
pub const REFUSAL_TIME_MAX: Duration = Duration::from_secs(1);
/// Files that a server has open beside its connections: those of the second address, snapshots,
/// bulk files that are sent. If fewer are allowed, the server warns at its start.
pub const OPEN_FILES_BESIDE_CONNECTIONS: usize = 128;
/// Connections that are open at the same time to the address of `--admin-listen`.
///
/// Beyond it: as with other connections.
pub const ADMIN_CONNECTIONS: usize = 64;
/// Time that requests to that address have to finish when the server stops.
///
/// Beyond it: they are cut off.
pub const ADMIN_DRAIN_TIMEOUT: Duration = Duration::from_millis(200);
/// Longest wait for the pool of a request that is admitted, by default: a client of batches waits as long
/// for a slow answer.
///
/// Beyond it: 503 with Retry-After, at once.
///
/// Option: `--max-queue-delay`.
pub const QUEUE_DELAY_DEFAULT: Duration = Duration::from_secs(1);
/// Time for which a request of several queries has a thread of the pool to itself: enough for twenty usual
/// queries.
///
/// Beyond it: before its next query, every other client that waits has a request answered.
pub const TURN_TIME: Duration = Duration::from_millis(10);
/// Requests that gave way and wait on the same thread.
///
/// Beyond it: a request is answered to its end.
pub const TURNS_STACKED_MAX: usize = 4;
/// Clients whose time of a query is remembered.
///
/// Beyond it: all are forgotten, and measured again.
pub const CLIENTS_TIMED_MAX: usize = 4096;
/// The share of it that a single query of little work waits for its turn: one in this many, 0.1 s by
/// default.
///
/// Beyond it: 503 with Retry-After, at once.
pub const TURN_DELAY_SHARE: u32 = 10;
/// How long requests may wait less after one was refused: a queue that is always full makes everyone
/// wait and answers no more of them.
pub const BUSY_TIME: Duration = Duration::from_millis(100);
/// The share of the longest wait that remains then: one in this many.
pub const BUSY_SHARE: u32 = 8;
/// How many times the longest wait a request may have waited when its turn comes: when it is admitted, its
/// wait is only expected.
///
/// Beyond it: 503 with Retry-After.
pub const LATE_FACTOR: u32 = 2;
/// Wait that is never far too long: threads that are slow to wake are no queue.
pub const LATE_WAIT_MIN: Duration = Duration::from_millis(20);
/// Time of a query of a client of whom none was measured.
pub const QUERY_TIME_FIRST: Duration = Duration::from_micros(200);
/// Requests over which the time of a query is averaged.
pub const QUERY_TIMES_AVERAGED: u32 = 16;
/// How far the threads of requests of several queries stand back behind those of single ones, in steps of
/// `nice`: at full load they get about a quarter of a core.
pub const BATCH_NICE: i32 = 5;
/// How far the threads of streams stand back behind those of all other requests, in steps of `nice`:
/// at full load they get some 10 % of a core.
pub const STREAM_NICE: i32 = 10;
/// Streams of queries that are answered at the same time. Each takes two threads beside the pool and,
/// at most, some 30 MiB. One client may hold as many as are free: half of them, as long as there is no
/// other.
///
/// Beyond it: 503 with Retry-After.
pub const STREAMS_MAX: usize = 16;
/// Bytes of a line of a stream. A full query is 1 KiB; five names of 512 characters are 8 KiB.
///
/// Beyond it: the line is answered with an error, and the next one is read.
pub const QUERY_LINE_BYTES_MAX: usize = 64 << 10;
/// Time for which a client may send nothing before it has ended its stream.
///
/// Beyond it: an error line ends the answer.
pub const STREAM_STALL_MAX: Duration = Duration::from_secs(60);
/// Time, spent in waiting for its client, in which [`STREAM_PROGRESS_BYTES`] of a stream must come.
///
/// Beyond it: an error line ends the answer.
pub const STREAM_PROGRESS_TIME: Duration = Duration::from_secs(300);
/// Bytes of a stream that must come in [`STREAM_PROGRESS_TIME`]: a query every half minute is enough, a
/// byte of one is not.
pub const STREAM_PROGRESS_BYTES: usize = 512;
/// Lines of a stream that make one task of the pool: some 2 ms at the usual 50 to 100 µs a query,
/// after which other requests have their turn.
pub const CHUNK_LINES: usize = 32;
/// Bytes of lines that make one task: long queries are much work, so a task has fewer of them.
pub const CHUNK_BYTES: usize = 8 << 10;
/// True if so many queries of so many bytes are enough work for a task of the pool. Their length
/// tells best what they will cost, before they are read.
pub(crate) fn is_a_task(queries: usize, bytes: usize) -> bool {
    queries >= CHUNK_LINES || bytes >= CHUNK_BYTES
}
/// Bytes of a file of customers in a request, unpacked as its content encoding says; it is in memory while
/// it is screened. 500,000 customers have some 40 MB as a table and 20 MB as an xlsx.
///
/// Beyond it: 413.
pub const FILE_BYTES_MAX: usize = 48 << 20;
/// Time in which a file of customers must have come, and its header be understood.
///
/// Beyond it: 503 with Retry-After.
pub const FILE_TIME_MAX: Duration = Duration::from_secs(600);
/// Places of streams that a file of customers takes: its memory is that of four of them.
pub const FILE_PLACES: usize = 4;
/// Time between two lines that say how far the answer to a file is.
pub const FILE_PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Rows that the preview of a file shows.
pub const FILE_PREVIEW_ROWS: usize = 5;
/// Columns of a sheet of a spreadsheet.
///
/// Beyond it: a cell in a further column ends the file with an error that names its row.
pub const SHEET_COLUMNS_MAX: usize = 1000;
/// Bytes of the texts of a row of a spreadsheet; many cells may show one long text that the file
/// holds once.
///
/// Beyond it: the row ends the file with an error that names it.
pub const SHEET_ROW_BYTES_MAX: usize = 1 << 20;
/// Unpacked bytes of all that an xlsx in a request holds beside its sheets: texts that its cells
/// share, of which 500,000 customers have some 20 MB, and styles. In memory they take up to twice that.
///
/// Beyond it: 400.
pub const SHEET_SHARED_UNPACKED_MAX: u64 = 32 << 20;
/// Unpacked bytes of the sheets of an xlsx in a request, which are read row by row; 500,000
/// customers of eight columns take some 250 MB.
///
/// Beyond it: 400.
pub const SHEET_ROWS_UNPACKED_MAX: u64 = 1 << 30;
/// Bytes of a stream that are read at a time.
pub const STREAM_READ_BYTES: usize = 64 << 10;
/// Pieces of a body that wait to be read, and of an answer that wait to be sent.
pub const STREAM_PIECES_AHEAD: usize = 4;
/// Bytes of answers of one stream that wait for an answer before them.
///
/// Beyond it: no further line is begun.
pub const WAITING_BYTES_MAX: usize = 2 << 20;
/// Bytes of answers of one stream that are kept for equal queries.
///
/// Beyond it: the oldest are forgotten, and computed again when needed.
pub const ANSWERS_REMEMBERED_BYTES: usize = 8 << 20;
/// Binary logarithm of the window, in bytes, of a body compressed with zstd (RFC 8878, 3.1.1.1.2):
/// 8 MiB, as its levels up to 19 have it.
///
/// Beyond it: 400, or an error line that ends the answer of a stream.
pub const ZSTD_WINDOW_LOG_MAX: u32 = 23;
/// Time that `tamis screen --server` takes to reach a server.
///
/// Beyond it: the run fails, and can be resumed.
pub const SERVER_CONNECT_WAIT_MAX: Duration = Duration::from_secs(10);
/// Time for which a server may send nothing while `tamis screen --server` waits for it.
///
/// Beyond it: the run fails, and can be resumed.
pub const SERVER_WAIT_MAX: Duration = Duration::from_secs(60);
/// Bytes of a document that `tamis screen --server` asks for: a status, or a record.
///
/// Beyond it: the run fails.
pub const SERVER_DOCUMENT_BYTES_MAX: usize = 16 << 20;
/// Chunks of rows whose answers may be under way to `tamis screen --server`: at 20,000 customers a second
/// enough for a round trip of 0.2 s.
///
/// Beyond it: no further row is read.
pub const SERVER_CHUNKS_AHEAD: usize = 128;
/// How often `CURRENT` is looked at by default: a refresh is rare, a look costs microseconds.
///
/// Option: `--poll-interval`.
pub const POLL_INTERVAL_DEFAULT: Duration = Duration::from_secs(1);
/// How often the store that `--source` names is asked by default: a refresh is rare, and a fleet
/// asks one store.
///
/// Option: `--source-poll`.
pub const SOURCE_POLL_DEFAULT: Duration = Duration::from_secs(60);
/// Versions that stay in the folder when the store of `--source` has given a new one: that one, and the
/// one before, which stands in where the new one is not fit.
///
/// Option: `--source-keep`.
pub const SOURCE_KEEP_DEFAULT: usize = 2;
/// Time until a version that twice came whole from a store and was not sound is fetched again:
/// fetching it at every look would cost more than it could gain. A new version is fetched at once.
pub const SOURCE_UNSOUND_PAUSE: Duration = Duration::from_secs(600);
/// How far a thread that opens a snapshot while another is in service stands back behind those that
/// answer requests, in steps of `nice`: at full load it gets some 1 % of a core.
pub const OPENING_NICE: i32 = 19;
/// Time for looking up, in a new snapshot, what the one that it replaces remembers.
///
/// Beyond it: the rest is looked up when it is asked for.
pub const WARM_TIME_MAX: Duration = Duration::from_secs(2);
/// Time that requests in work have to finish after a stop signal, by default.
///
/// Beyond it: requests in work are cut off.
///
/// Option: `--drain-timeout`.
pub const DRAIN_TIMEOUT_DEFAULT: Duration = Duration::from_secs(30);
/// How long the start waits for the first snapshot before it accepts connections without one.
///
/// Beyond it: requests are answered 503 until a snapshot is loaded.
pub const FIRST_LOAD_WAIT: Duration = Duration::from_secs(2);
/// First pause before a version that could not be read is tried again unchanged.
pub const REOPEN_PAUSE_MIN: Duration = Duration::from_secs(1);
/// Each further pause is twice as long, up to this one.
///
/// Beyond it: the pause stays as long as this.
pub const REOPEN_PAUSE_MAX: Duration = Duration::from_secs(60);
/// Pause after a failed accept, which is nearly always a lack of file descriptors.
pub const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);
/// `Retry-After` while no snapshot is loaded, in seconds: a few looks at `CURRENT`.
pub const RETRY_AFTER_NO_SNAPSHOT_SECONDS: u64 = 5;
/// `Retry-After` of a request that was shed or took too long, in seconds.
pub const RETRY_AFTER_OVERLOADED_SECONDS: u64 = 1;
/// Bytes of log lines that wait to be written: some 20,000 lines.
///
/// Beyond it: further lines are left out, and the log says how many.
pub const LOG_BYTES_WAITING_MAX: usize = 4 << 20;
/// How long log lines are gathered before they are written.
pub const LOG_PAUSE: Duration = Duration::from_millis(50);
/// Time for writing the last log lines when the server ends.
///
/// Beyond it: they are lost.
pub const LOG_END_WAIT_MAX: Duration = Duration::from_secs(1);
/// Bytes of the name that a caller gives a request in `X-Request-Id`.
///
/// Beyond it: the server gives the request a name of its own.
pub const REQUEST_ID_BYTES_MAX: usize = 128;
/// Bounds of the times by which requests are counted, in seconds: from the time of a query that
/// meets little to the time limit of a request.
pub const REQUEST_SECONDS_BUCKETS: [f64; 17] = [
    0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0,
    2.0, 5.0, 10.0,
];
/// The newest versions put into service or refused, which the status lists.
///
/// Beyond it: older ones are no longer listed.
pub const SWAPS_KEPT: usize = 20;
/// Records that a new snapshot must find by their own names before it is served.
pub const SELF_CHECK_RECORDS: usize = 16;
/// Characters of a caller's value that an error message repeats.
///
/// Beyond it: the rest of the value is not repeated.
pub const ERROR_VALUE_CHARS_MAX: usize = 100;
/// Records and listings shown in a merged entity, and records of a party that is the result of a match.
///
/// Beyond it: further records of a merged entity are not shown.
pub const ENTITY_RECORDS_MAX: usize = 200;
/// Values of one fact that a page shows at first.
///
/// Beyond it: the others are folded away.
pub const PAGE_VALUES_SHOWN: usize = 12;
/// Records of one party that a page shows side by side.
///
/// Beyond it: the page names the others, or says how many they are.
pub const PAGE_RECORDS_COMPARED: usize = 8;
/// Statements that the page of a record shows.
///
/// Beyond it: the page links to a file of all of them.
pub const PAGE_STATEMENTS_SHOWN: usize = 60;
/// Time for which the answer to a form of the pages stays at its address, since it was last looked at: the way
/// back from one of its records to it.
///
/// Beyond it: the form is forgotten, and its address is answered 404.
pub const KEPT_FORM_TIME: Duration = Duration::from_secs(900);
/// Forms that are kept: four a second over all of that time.
///
/// Beyond it: the client that has most of them loses the one it looked at longest ago.
pub const KEPT_FORMS_MAX: usize = 4096;
/// Bytes of a kept form, encoded: a dozen full names in any script. A usual one has some 200; all together have
/// 32 MiB at most.
///
/// Beyond it: the form is answered at once, without an address of its own.
pub const KEPT_FORM_BYTES_MAX: usize = 8 << 10;
/// Results of a search page unless asked for otherwise.
pub const SEARCH_LIMIT_DEFAULT: usize = 25;
/// Results of a search page at most.
///
/// Beyond it: 400.
pub const SEARCH_LIMIT_MAX: usize = 50;
/// Characters of a search text at least.
///
/// Beyond it: a shorter text is 400.
pub const SEARCH_TEXT_CHARS_MIN: usize = 2;
/// Records of a snapshot up to which a search runs on the thread of its request: it then takes less
/// than a millisecond, and the hand-off to the pool is not worth it.
///
/// Beyond it: searches run on the pool of match queries.
pub const SEARCH_IN_PLACE_RECORDS: usize = 100_000;
/// Estimated time of a single query, in microseconds, up to which it is answered on the thread of its
/// request: too short for others to notice, and the hand-off to the pool is not worth it.
///
/// Beyond it: the query runs on the pool of match queries.
pub const MATCH_IN_PLACE_MICROS: u64 = 500;
/// Registers or programmes of a page unless asked for otherwise.
pub const LIST_LIMIT_DEFAULT: usize = 50;
/// Registers or programmes of a page at most.
///
/// Beyond it: 400.
pub const LIST_LIMIT_MAX: usize = 100;
/// Suggestions in one answer, as many as a menu shows at once.
///
/// Beyond it: further suggestions come with `cursor`.
pub const SUGGEST_LIMIT: usize = 10;
/// Values of a property that the preview of a record shows.
///
/// Beyond it: further values are counted, not shown.
pub const PREVIEW_VALUES_MAX: usize = 10;
/// Records of one data extension request. OpenRefine sends ten.
///
/// Beyond it: 400.
pub const EXTEND_IDS_MAX: usize = 200;
/// Statement rows unless asked for otherwise.
pub const STATEMENTS_LIMIT_DEFAULT: usize = 1000;
/// Statement rows at most.
///
/// Beyond it: 400.
pub const STATEMENTS_LIMIT_MAX: usize = 5000;
/// Bytes after which a piece of an export is sent, so that its memory does not grow with the
/// register: some hundred records, a fraction of a millisecond of work.
///
/// Beyond it: the next piece begins.
pub const EXPORT_PIECE_BYTES: usize = 64 << 10;
/// Bytes of a bulk file that are read and sent at a time, so that the memory of a download does not
/// grow with the file.
///
/// Beyond it: the next piece is read when this one is sent.
pub const DOWNLOAD_PIECE_BYTES: usize = 64 << 10;
/// Bytes of the build index of a collection, which is read whole when a version is opened. One with
/// all files has 4 KiB.
///
/// Beyond it: the collection has no bulk files.
pub const BULK_INDEX_BYTES_MAX: u64 = 1 << 20;
/// Bytes of the file of keys, of that of certificates and of that of their private key: ten thousand keys
/// with their names.
///
/// Beyond it: the server does not start; on SIGHUP, what was read before stays in force.
pub const ACCESS_FILE_BYTES_MAX: u64 = 1 << 20;
/// Days that a certificate should still be valid: those who renew by a timer do so a month before its end.
///
/// Below it: a warning at the start and by `--check-config`.
pub const CERTIFICATE_DAYS_LEFT_MIN: i64 = 14;
/// Records whose statements are written on the thread of the request, some 20 µs each; the
/// statements of larger merged entities are written on the pool.
///
/// Beyond it: the statements are written on the pool.
pub const STATEMENTS_INLINE_RECORDS: usize = 16;
/// Answers below this many bytes are never compressed: they fill one packet as they are.
///
/// Beyond it: shorter answers are sent as they are.
pub const COMPRESSED_BYTES_MIN: u64 = 1400;
/// Client addresses whose requests are counted; with more, counting begins anew for all. They take
/// some 5 MB. A limit per address does not hold whoever commands more of them.
///
/// Beyond it: counting begins anew for all addresses.
pub const RATE_LIMIT_ADDRESSES_MAX: usize = 65_536;
/// Number of addresses from which those that no longer need counting are looked for and forgotten.
pub const RATE_LIMIT_PRUNED_FROM: usize = 1024;
/// Leading bits of an IPv6 address that count as one client: providers hand out no less.
pub const RATE_LIMIT_IPV6_PREFIX: u8 = 64;
/// Spellings of jurisdictions that a count of a registry remembers; real columns have a few
/// hundred.
///
/// Beyond it: further spellings are read anew each time.
pub const REGISTRY_SPELLINGS_MAX: usize = 10_000;
/// How often the data files of the registries are counted anew.
pub const REGISTRY_COUNT_INTERVAL: Duration = Duration::from_secs(6 * 60 * 60);
/// Bytes that the counting of registries reads between two pauses.
///
/// Beyond it: the counting pauses.
pub const REGISTRY_STRETCH_BYTES: u64 = 1 << 20;
/// Pause of the counting of registries, so that it never holds a core for long: a stretch takes
/// some 5 ms.
pub const REGISTRY_PAUSE: Duration = Duration::from_millis(2);
/// Bytes of a registry's data file that are read to estimate its records.
///
/// Beyond it: the rest of the file is estimated.
pub const REGISTRY_SAMPLE_BYTES: u64 = 1 << 20;
/// Different values that a registry may have in a column of which each value counts once; each
/// takes up to 40 bytes while it is counted.
///
/// Beyond it: the registry keeps its last count.
pub const REGISTRY_DISTINCT_MAX: usize = 20_000_000;
/// Jurisdictions shown with a registry.
///
/// Beyond it: further jurisdictions are in `/api/registries/countries`.
pub const REGISTRY_TOP_JURISDICTIONS: usize = 10;
