//! Every limit of the service, each with the reason for its value. The limits of matching, search and
//! look-up are the engine's. Those of opening files are in `tamis-ingest`, those of reading lists in
//! `snapshot-builder`, those of object stores in `tamis-remote`. No other module defines a limit.

use std::time::Duration;

pub use tamis_engine::limits::*;

/// Queries in one match request.
///
/// Beyond it: each further query is answered 400 in an entry of its own.
pub const QUERIES_PER_REQUEST: usize = 20;
/// Values of one property of a query that are read, including repeated ones and those without effect. A
/// body of 1 MiB can hold 300,000; a party with all full names and their duplicates has some dozens.
///
/// Beyond it: further values are ignored, whatever they are.
pub const VALUES_LOOKED_AT_MAX: usize = 64;
/// Sentences in one answer about what was ignored: a body of 1 MiB can hold 100,000 queries.
///
/// Beyond it: one more sentence says how many there are.
pub const IGNORED_SENTENCES_MAX: usize = 50;
/// Decisions on one customer in a file of clearances.
///
/// Beyond it: the file is refused, and names the line.
pub const CLEARANCES_OF_CUSTOMER_MAX: usize = 1000;
/// Entries that wait for the log of receipts.
///
/// Beyond it: a request for receipts gets 503.
pub const LOG_ENTRIES_WAITING_MAX: usize = 4096;
/// Entries that are written to the log of receipts at once.
///
/// Beyond it: the next ones wait.
pub const LOG_GROUP_MAX: usize = 256;
/// Longest time from an entry of the log of receipts to the head that signs it.
pub const LOG_HEAD_INTERVAL: Duration = Duration::from_secs(1);
/// Receipts that are replayed at once, on all cores.
///
/// Beyond it: the next ones wait.
pub const REPLAY_BLOCK: usize = 2048;
/// Bytes of messages that are replayed at once, beyond the last of them.
///
/// Beyond it: the next ones wait.
pub const REPLAY_BLOCK_BYTES: usize = 64 << 20;
/// Bytes of the response header with the ignored parameters: proxies accept some 8 KiB of headers.
///
/// Beyond it: the header says how many more there are.
pub const IGNORED_HEADER_BYTES_MAX: usize = 1 << 10;
/// Entries in one answer for queries beyond the twentieth, each with an error. A body of 1 MiB can hold
/// 100,000 queries.
///
/// Beyond it: further queries are only counted in `ignored`.
pub const REFUSED_QUERIES_MAX: usize = 1000;
/// Age in years up to which a birth date of a query may be that of a living person.
///
/// Beyond it: the date has no effect.
pub const AGE_YEARS_MAX: u16 = 120;
/// Default size of one request body in bytes. A request of 20 full queries is 20 KiB.
///
/// Beyond it: 413.
///
/// Option: `--body-limit`.
pub const BODY_BYTES_DEFAULT: usize = 1 << 20;
/// Decompressed bytes of a request body that are read on the thread of the request: more than a usual
/// query has, and fewer than twenty. Reading a name takes up to 40 µs. So the worst body of this length
/// takes 0.5 ms, one of 8 KiB 4 ms, and one of 1 MiB 0.1 s.
///
/// Beyond it: the body is decompressed and read on the pool of batches.
pub const READ_IN_PLACE_BYTES: usize = 1 << 10;
/// Bytes of a request's path and query together. The longest useful address, every filter set and
/// repeated, stays under 4 KiB.
///
/// Beyond it: 414.
pub const ADDRESS_BYTES_MAX: usize = 8 << 10;
/// Time for a client to send the head of a request: from connecting for the first one, from their first
/// byte for further ones. Between two requests a connection may be idle while places are not short.
///
/// Beyond it: the connection is closed.
pub const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Concurrent requests on one HTTP/2 connection: the least that RFC 9113, 6.5.2 recommends.
///
/// Beyond it: the request is refused so that the client may retry it (REFUSED_STREAM).
pub const HTTP2_STREAMS_MAX: u32 = 100;
/// Default time for one request, from its head to its answer.
///
/// Beyond it: 503 with Retry-After.
///
/// Option: `--request-timeout`.
pub const REQUEST_TIMEOUT_DEFAULT: Duration = Duration::from_secs(10);
/// Default time for which a client may take nothing of an answer that is being sent. A stalled download
/// would hold its connection and its snapshot.
///
/// Beyond it: the connection is closed.
///
/// Option: `--write-timeout`.
pub const WRITE_TIMEOUT_DEFAULT: Duration = Duration::from_secs(60);
/// Bytes of requests and answers in memory, over all connections. They hold eighty of the longest
/// answers (20 queries with 50 detailed results each are 1.6 MB), or thousands of usual ones. A client
/// may hold as many bytes as are free: half of them, if it is the only one.
///
/// Beyond it: the connection on which that client holds the most is closed.
pub const HELD_BYTES_MAX: usize = 128 << 20;
/// Bytes of an answer handed to its connection at a time: by default a frame of HTTP/2 (RFC 9113,
/// 6.5.2). An HTTP/2 client must take this much within [`WRITE_TIMEOUT_DEFAULT`].
pub const ANSWER_PIECE_BYTES: usize = 16 << 10;
/// Bytes that an HTTP/1.1 connection buffers for reading, and for writing. The head of a request has at
/// most this many. An address of 64 KiB must fit, so that it is answered 414.
///
/// Beyond it: 431 for a head; the next piece of an answer waits.
pub const CONNECTION_BUFFER_BYTES: usize = 128 << 10;
/// Default number of connections open at the same time.
///
/// Beyond it: a new connection takes the place of an idle one, first of the client with the most
/// connections; if none is idle, it is answered 503.
///
/// Option: `--max-connections`.
pub const CONNECTIONS_DEFAULT: usize = 1024;
/// Default share of all connections for one client address: one in this many. The next client gets the
/// same share of the rest. So however many are kept busy, some are left for others.
///
/// Beyond it: a new connection takes the place of an idle one of the same client; if none is idle, it
/// is answered 503.
///
/// Option: `--max-connections-per-client`.
pub const CONNECTIONS_PER_CLIENT_SHARE: usize = 2;
/// Connections that wait to be accepted, as far as the system allows (`net.core.somaxconn`). With
/// fewer, clients in a burst would wait a second before they try again.
///
/// Beyond it: the client's system tries again later.
pub const LISTEN_BACKLOG: u32 = 4096;
/// Time for which a connection must have been idle before its place goes to a client with as many. A
/// client that keeps asking pauses for less between two requests.
pub const SPARE_CONNECTION_AGE: Duration = Duration::from_secs(1);
/// Connections without a place that are answered 503 at the same time.
///
/// Beyond it: a further connection is closed without an answer.
pub const REFUSALS_AT_ONCE: usize = 64;
/// Time for the 503 of a connection without a place.
///
/// Beyond it: the connection is closed without an answer.
pub const REFUSAL_TIME_MAX: Duration = Duration::from_secs(1);
/// Files open in addition to the main connections: connections of the admin address, snapshots, bulk
/// files being sent. If the system allows fewer, the server warns at its start.
pub const OPEN_FILES_BESIDE_CONNECTIONS: usize = 128;
/// Connections open at the same time to the address of `--admin-listen`.
///
/// Beyond it: as for other connections.
pub const ADMIN_CONNECTIONS: usize = 64;
/// Time for requests to the admin address to finish when the server stops.
///
/// Beyond it: they are cut off.
pub const ADMIN_DRAIN_TIMEOUT: Duration = Duration::from_millis(200);
/// Default for the longest wait of an admitted request for the pool: a client of batches accepts as
/// long a wait for a slow answer.
///
/// Beyond it: 503 with Retry-After, at once.
///
/// Option: `--max-queue-delay`.
pub const QUEUE_DELAY_DEFAULT: Duration = Duration::from_secs(1);
/// Time for which a request of several queries has a thread of the pool to itself: enough for twenty
/// usual queries.
///
/// Beyond it: before its next query, one request of every other waiting client is answered.
pub const TURN_TIME: Duration = Duration::from_millis(10);
/// Requests that gave way and are suspended on the same thread.
///
/// Beyond it: a request runs to its end.
pub const TURNS_STACKED_MAX: usize = 4;
/// Clients with a remembered query time.
///
/// Beyond it: all are forgotten and measured again.
pub const CLIENTS_TIMED_MAX: usize = 4096;
/// Share of the longest wait that a cheap single query may wait for its turn: one in this many, 0.1 s
/// by default.
///
/// Beyond it: 503 with Retry-After, at once.
pub const TURN_DELAY_SHARE: u32 = 10;
/// Time after a refusal in which requests may wait less: a queue that is always full delays everyone
/// and does not raise the throughput.
pub const BUSY_TIME: Duration = Duration::from_millis(100);
/// Share of the longest wait that then remains: one in this many.
pub const BUSY_SHARE: u32 = 8;
/// Multiple of the longest wait that a request may actually have waited when its turn comes. At
/// admission the wait is only an estimate.
///
/// Beyond it: 503 with Retry-After.
pub const LATE_FACTOR: u32 = 2;
/// Wait that is never too long: threads slow to wake are not a queue.
pub const LATE_WAIT_MIN: Duration = Duration::from_millis(20);
/// Assumed time of a query of a client without measurements.
pub const QUERY_TIME_FIRST: Duration = Duration::from_micros(200);
/// Number of requests in the average of a query's time.
pub const QUERY_TIMES_AVERAGED: u32 = 16;
/// Priority of the threads for requests of several queries, in steps of `nice` below those for single
/// queries. At full load they get about a quarter of a core.
pub const BATCH_NICE: i32 = 5;
/// Priority of the threads of streams, in steps of `nice` below those of all other requests. At full
/// load they get some 10 % of a core.
pub const STREAM_NICE: i32 = 10;
/// Streams of queries that are answered at the same time. Each takes two threads in addition to the
/// pool, and up to some 30 MiB. One client may hold as many as are free: half of them, if it is the
/// only one.
///
/// Beyond it: 503 with Retry-After.
pub const STREAMS_MAX: usize = 16;
/// Bytes of a line of a stream. A full query is 1 KiB; five names of 512 characters are 8 KiB.
///
/// Beyond it: the line is answered with an error, and the next one is read.
pub const QUERY_LINE_BYTES_MAX: usize = 64 << 10;
/// Time for which a client may send nothing before the end of its stream.
///
/// Beyond it: an error line ends the answer.
pub const STREAM_STALL_MAX: Duration = Duration::from_secs(60);
/// Time of waiting for the client in which [`STREAM_PROGRESS_BYTES`] of a stream must arrive.
///
/// Beyond it: an error line ends the answer.
pub const STREAM_PROGRESS_TIME: Duration = Duration::from_secs(300);
/// Bytes of a stream that must arrive in [`STREAM_PROGRESS_TIME`]: a query every half minute is enough,
/// a single byte is not.
pub const STREAM_PROGRESS_BYTES: usize = 512;
/// Lines of a stream in one task of the pool. A task takes some 2 ms at the usual 50 to 100 µs a query;
/// then other requests have their turn.
pub const CHUNK_LINES: usize = 32;
/// Bytes of lines in one task: long queries are expensive, so a task has fewer of them.
pub const CHUNK_BYTES: usize = 8 << 10;
/// True if this many queries of this many bytes are enough work for a task of the pool. Before they are
/// read, their length is the best estimate of their cost.
pub(crate) fn is_a_task(queries: usize, bytes: usize) -> bool {
    queries >= CHUNK_LINES || bytes >= CHUNK_BYTES
}
/// Bytes of a customer file in a request, after its content coding is removed. The file is in memory
/// while it is screened. 500,000 customers have some 40 MB as a table and 20 MB as an xlsx.
///
/// Beyond it: 413.
pub const FILE_BYTES_MAX: usize = 48 << 20;
/// Time for a customer file to arrive and for its header to be read.
///
/// Beyond it: 503 with Retry-After.
pub const FILE_TIME_MAX: Duration = Duration::from_secs(600);
/// Places of streams that a customer file takes: it needs the memory of four of them.
pub const FILE_PLACES: usize = 4;
/// Interval between progress lines in the answer to a file.
pub const FILE_PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Rows in the preview of a file.
pub const FILE_PREVIEW_ROWS: usize = 5;
/// Columns of a sheet of a spreadsheet.
///
/// Beyond it: a cell in a further column ends the file with an error that names its row.
pub const SHEET_COLUMNS_MAX: usize = 1000;
/// Bytes of the texts of one row of a spreadsheet. Many cells may show one long text that the file
/// holds once.
///
/// Beyond it: the row ends the file with an error that names it.
pub const SHEET_ROW_BYTES_MAX: usize = 1 << 20;
/// Rows of a sheet of a workbook of hits, the header included (Excel, specifications and limits).
///
/// Beyond it: the rows go on in a further sheet.
pub const WORKBOOK_ROWS_MAX: u32 = 1 << 20;
/// UTF-16 units of a cell of a workbook of hits (Excel, specifications and limits).
///
/// Beyond it: the text is cut, and the command says how many were.
pub const WORKBOOK_CELL_MAX: usize = 32_767;
/// Links of a sheet of a workbook of hits (Excel, specifications and limits).
///
/// Beyond it: the addresses are texts.
pub const WORKBOOK_LINKS_MAX: u32 = 65_530;
/// Decompressed bytes of all parts of an xlsx or ods in a request except its sheets. These are styles and
/// texts shared by cells, of which 500,000 customers have some 20 MB. In memory they take up to twice
/// as much.
///
/// Beyond it: 400.
pub const SHEET_SHARED_UNPACKED_MAX: u64 = 32 << 20;
/// Decompressed bytes of the sheets of an xlsx or ods in a request, which are read row by row, and of
/// the repeated rows of any ods. 500,000 customers of eight columns take some 250 MB as an xlsx.
///
/// Beyond it: 400.
pub const SHEET_ROWS_UNPACKED_MAX: u64 = 1 << 30;
/// Different parties in the messages of one filter request. A customer's batch of 10,000 transactions
/// has about as many.
///
/// Beyond it: the names of further parties are `unverified`.
pub const PARTIES_MAX: usize = 20_000;
/// Names of one party of a message, those that are joined with an address line included.
///
/// Beyond it: further names are `unverified`.
pub const PARTY_NAMES_MAX: usize = 20;
/// Bytes of a text of a message that is searched for names. Ten unstructured lines of remittance
/// information have 1,400 characters.
///
/// Beyond it: the text is `unverified`.
pub const TEXT_BYTES_MAX: usize = 64 << 10;
/// Bytes of the different texts in the messages of one filter request, and some 0.2 s for 1 MiB.
///
/// Beyond it: further texts are `unverified`.
pub const TEXTS_BYTES_MAX: usize = 4 << 20;
/// Bytes of a text that are divided into words at a time.
pub const TEXT_PIECE_BYTES: usize = 128;
/// Words of a part of a text that is asked as a name. Longer names are found by a part of them.
pub const WINDOW_WORDS: usize = 6;
/// Informative words of a part of a text without a distinctive word, such as "Bank of Iran".
pub const WINDOW_GENERIC_WORDS_MIN: usize = 3;
/// Letters of a word of a text that is a name without others. Shorter ones are words of many languages,
/// or acronyms.
///
/// Beyond it: a shorter word alone is no hit.
pub const WINDOW_ALONE_LETTERS_MIN: usize = 5;
/// Parts of texts that are asked as names, in one filter request.
///
/// Beyond it: texts whose parts do not fit are `unverified`.
pub const WINDOWS_MAX: usize = 50_000;
/// Parties, or parts of texts, of a filter request that are answered before their results are counted.
pub const FILTER_CHUNK: usize = 256;
/// Results that a filter request keeps in memory.
///
/// Beyond it: the best result of each further name is kept.
pub const FILTER_RESULTS_KEPT_MAX: usize = 2_000;
/// Hits in the answer to a filter request.
///
/// Beyond it: further hits are only counted, in `hits_total`.
pub const FILTER_HITS_MAX: usize = 1_000;
/// Elements that could not be screened, in the answer to a filter request.
///
/// Beyond it: further elements are only counted, in `unverified_total`.
pub const FILTER_UNVERIFIED_MAX: usize = 1_000;
/// Elements in the full report of a filter request.
///
/// Beyond it: further elements are left out, and `ignored` says how many there are.
pub const FILTER_REPORT_MAX: usize = 20_000;
/// Bytes of a policy: a file of rules on payment messages.
///
/// Beyond it: the policy is refused.
pub const POLICY_BYTES_MAX: u64 = 1 << 20;
/// Rules of a policy.
///
/// Beyond it: the policy is refused.
pub const POLICY_RULES_MAX: usize = 1_000;
/// Bytes of a path in the answer to a filter request. The longest paths of known messages have some 300.
///
/// Beyond it: the beginning of the path is left out.
pub const FILTER_PATH_BYTES_MAX: usize = 1 << 10;
/// Bytes of a line of a stream of payment messages. A batch of 500 transactions has some 600,000; a
/// request of its own takes larger ones.
///
/// Beyond it: the line is answered with an error, and the next one is read.
pub const FILTER_LINE_BYTES_MAX: usize = 1 << 20;
/// Bytes of a stream that are read at a time.
pub const STREAM_READ_BYTES: usize = 64 << 10;
/// Pieces of a body waiting to be read, and of an answer waiting to be sent.
pub const STREAM_PIECES_AHEAD: usize = 4;
/// Bytes of one stream's answers that wait for an earlier answer.
///
/// Beyond it: no further line is started.
pub const WAITING_BYTES_MAX: usize = 2 << 20;
/// Bytes of answers of one stream that are kept for equal queries.
///
/// Beyond it: the oldest are forgotten, and computed again when needed.
pub const ANSWERS_REMEMBERED_BYTES: usize = 8 << 20;
/// Binary logarithm of the window, in bytes, of a body compressed with zstd (RFC 8878, 3.1.1.1.2): 8
/// MiB, the window of levels up to 19.
///
/// Beyond it: 400, or an error line that ends the answer of a stream.
pub const ZSTD_WINDOW_LOG_MAX: u32 = 23;
/// Time for `tamis screen --server` to connect to a server.
///
/// Beyond it: the run fails, and can be resumed.
pub const SERVER_CONNECT_WAIT_MAX: Duration = Duration::from_secs(10);
/// Time for which a server may send nothing while `tamis screen --server` waits for it.
///
/// Beyond it: the run fails, and can be resumed.
pub const SERVER_WAIT_MAX: Duration = Duration::from_secs(60);
/// Bytes of a document requested by `tamis screen --server` or `tamis filter --server`: a status, a record,
/// or a verdict.
///
/// Beyond it: the run fails.
pub const SERVER_DOCUMENT_BYTES_MAX: usize = 16 << 20;
/// Chunks of rows of `tamis screen --server` whose answers may be outstanding: enough for a round trip
/// of 0.2 s at 20,000 customers a second.
///
/// Beyond it: no further row is read.
pub const SERVER_CHUNKS_AHEAD: usize = 128;
/// Requests of `tamis filter --server` that wait for an answer at a time.
///
/// Beyond it: no further file is read.
pub const SERVER_REQUESTS_AHEAD: usize = 4;
/// Default interval between reads of `CURRENT`: a refresh is rare, and a read costs microseconds.
///
/// Option: `--poll-interval`.
pub const POLL_INTERVAL_DEFAULT: Duration = Duration::from_secs(1);
/// Default polling interval for the store of `--source`: a refresh is rare, and a whole fleet polls one
/// store.
///
/// Option: `--source-poll`.
pub const SOURCE_POLL_DEFAULT: Duration = Duration::from_secs(60);
/// Versions kept in the folder after a new one was pulled from the store of `--source`: the new one and
/// the previous one. The latter is the fallback if the new one is unusable.
///
/// Option: `--source-keep`.
pub const SOURCE_KEEP_DEFAULT: usize = 2;
/// Pause before a version is downloaded again that twice arrived complete from a store and failed its
/// checks. Downloading it at every poll would cost more than it is worth. A new version is pulled at
/// once.
pub const SOURCE_UNSOUND_PAUSE: Duration = Duration::from_secs(600);
/// Priority of a thread that opens a snapshot while another is in service, in steps of `nice` below
/// those that answer requests. At full load it gets some 1 % of a core.
pub const OPENING_NICE: i32 = 19;
/// Time for filling the caches of a new snapshot with the entries of the one it replaces.
///
/// Beyond it: the remaining entries are computed on demand.
pub const WARM_TIME_MAX: Duration = Duration::from_secs(2);
/// Default time for requests in progress to finish after a stop signal.
///
/// Beyond it: requests in progress are cut off.
///
/// Option: `--drain-timeout`.
pub const DRAIN_TIMEOUT_DEFAULT: Duration = Duration::from_secs(30);
/// Time for which the start waits for the first snapshot before it accepts connections without one.
///
/// Beyond it: requests are answered 503 until a snapshot is loaded.
pub const FIRST_LOAD_WAIT: Duration = Duration::from_secs(2);
/// First pause before an unreadable version is tried again without a change.
pub const REOPEN_PAUSE_MIN: Duration = Duration::from_secs(1);
/// Longest pause before such a retry; each pause is twice as long as the previous one.
///
/// Beyond it: the pause no longer grows.
pub const REOPEN_PAUSE_MAX: Duration = Duration::from_secs(60);
/// Pause after a failed accept, which is nearly always a lack of file descriptors.
pub const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);
/// `Retry-After` while no snapshot is loaded, in seconds: a few reads of `CURRENT`.
pub const RETRY_AFTER_NO_SNAPSHOT_SECONDS: u64 = 5;
/// `Retry-After` of a request that was shed or took too long, in seconds.
pub const RETRY_AFTER_OVERLOADED_SECONDS: u64 = 1;
/// Bytes of log lines waiting to be written: some 20,000 lines.
///
/// Beyond it: further lines are dropped, and the log says how many.
pub const LOG_BYTES_WAITING_MAX: usize = 4 << 20;
/// Time for which log lines are collected before they are written.
pub const LOG_PAUSE: Duration = Duration::from_millis(50);
/// Time for writing the last log lines when the server ends.
///
/// Beyond it: they are lost.
pub const LOG_END_WAIT_MAX: Duration = Duration::from_secs(1);
/// Bytes of a caller's request identifier in `X-Request-Id`.
///
/// Beyond it: the server generates an identifier.
pub const REQUEST_ID_BYTES_MAX: usize = 128;
/// Bucket bounds of the request times in seconds: from the time of a cheap query to the time limit of a
/// request.
pub const REQUEST_SECONDS_BUCKETS: [f64; 17] = [
    0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0,
    2.0, 5.0, 10.0,
];
/// Versions most recently put into service or refused, as listed in the status.
///
/// Beyond it: older ones are no longer listed.
pub const SWAPS_KEPT: usize = 20;
/// Records that a new snapshot must find by their own names before it is served.
pub const SELF_CHECK_RECORDS: usize = 16;
/// Characters of a caller's value that an error message repeats.
///
/// Beyond it: the rest of the value is cut off.
pub const ERROR_VALUE_CHARS_MAX: usize = 100;
/// Records and listings shown in a merged entity, and records of a party that is the result of a match.
///
/// Beyond it: further records of a merged entity are not shown.
pub const ENTITY_RECORDS_MAX: usize = 200;
/// Values of one fact that a page shows at first.
///
/// Beyond it: the others are collapsed.
pub const PAGE_VALUES_SHOWN: usize = 12;
/// Records of one party that a page shows side by side.
///
/// Beyond it: the page names the others, or gives their number.
pub const PAGE_RECORDS_COMPARED: usize = 8;
/// Elements that the page of a payment message shows. A transfer has some 60.
///
/// Beyond it: the page shows those with a hit, and as many that could not be screened as an answer of the API
/// has. It gives the number of the others.
pub const PAGE_ELEMENTS_SHOWN: usize = 1_000;
/// Elements up to which the page of a payment message shows all groups of elements open.
///
/// Beyond it: groups without a hit, and without an element that could not be screened, are collapsed.
pub const PAGE_ELEMENTS_OPEN: usize = 150;
/// Hits that the page of a payment message explains word by word.
///
/// Beyond it: the page shows record, score and list of each hit.
pub const PAGE_HITS_EXPLAINED: usize = 100;
/// Bytes of a table of hits that the page for reviewing reads, in the browser's memory alone. 100,000 hits on
/// parties of four records have 98 MB.
///
/// Beyond it: the page refuses the table.
pub const PAGE_TABLE_BYTES_MAX: usize = 128 << 20;
/// Hits that the queue of the page for reviewing lists.
///
/// Beyond it: it lists those around the open one.
pub const PAGE_HITS_QUEUED: usize = 200;
/// Statements that the page of a record shows.
///
/// Beyond it: the page links to a file with all of them.
pub const PAGE_STATEMENTS_SHOWN: usize = 60;
/// Time for which the answer to a page's form stays at its address after its last use. It lets a user
/// return to it from one of its records.
///
/// Beyond it: the form is forgotten, and its address is answered 404.
pub const KEPT_FORM_TIME: Duration = Duration::from_secs(900);
/// Kept forms: four a second over all of that time.
///
/// Beyond it: the client with the most forms loses its least recently used one.
pub const KEPT_FORMS_MAX: usize = 4096;
/// Bytes of a kept form, encoded: a dozen full names in any script. A usual form has some 200; all
/// together have at most 32 MiB.
///
/// Beyond it: the form is answered at once, without an address of its own.
pub const KEPT_FORM_BYTES_MAX: usize = 8 << 10;
/// Default number of results on a search page.
pub const SEARCH_LIMIT_DEFAULT: usize = 25;
/// Maximum number of results on a search page.
///
/// Beyond it: 400.
pub const SEARCH_LIMIT_MAX: usize = 50;
/// Minimum number of characters of a search text.
///
/// Beyond it: a shorter text is 400.
pub const SEARCH_TEXT_CHARS_MIN: usize = 2;
/// Records of a snapshot up to which a search runs on the thread of its request. It then takes less
/// than a millisecond, and a hand-off to the pool is not worth it.
///
/// Beyond it: searches run on the pool of match queries.
pub const SEARCH_IN_PLACE_RECORDS: usize = 100_000;
/// Estimated time of a single query, in microseconds, up to which it is answered on the thread of its
/// request. It is too short to delay others, and a hand-off to the pool is not worth it.
///
/// Beyond it: the query runs on the pool of match queries.
pub const MATCH_IN_PLACE_MICROS: u64 = 500;
/// Default number of registers or programmes on a page.
pub const LIST_LIMIT_DEFAULT: usize = 50;
/// Maximum number of registers or programmes on a page.
///
/// Beyond it: 400.
pub const LIST_LIMIT_MAX: usize = 100;
/// Suggestions in one answer, as many as a menu shows at once.
///
/// Beyond it: `cursor` gives further suggestions.
pub const SUGGEST_LIMIT: usize = 10;
/// Values of a property that the preview of a record shows.
///
/// Beyond it: further values are counted, not shown.
pub const PREVIEW_VALUES_MAX: usize = 10;
/// Records of one data extension request. OpenRefine sends ten.
///
/// Beyond it: 400.
pub const EXTEND_IDS_MAX: usize = 200;
/// Default number of statement rows.
pub const STATEMENTS_LIMIT_DEFAULT: usize = 1000;
/// Maximum number of statement rows.
///
/// Beyond it: 400.
pub const STATEMENTS_LIMIT_MAX: usize = 5000;
/// Size in bytes from which a piece of an export is sent, so that memory does not grow with the
/// register. A piece is some hundred records and takes a fraction of a millisecond.
///
/// Beyond it: the next piece begins.
pub const EXPORT_PIECE_BYTES: usize = 64 << 10;
/// Bytes of a bulk file that are read and sent at a time, so that the memory of a download does not
/// grow with the file.
///
/// Beyond it: the next piece is read after this one is sent.
pub const DOWNLOAD_PIECE_BYTES: usize = 64 << 10;
/// Bytes of the build index of a collection, which is read whole when a version is opened. An index of
/// all files has 4 KiB.
///
/// Beyond it: the collection has no bulk files.
pub const BULK_INDEX_BYTES_MAX: u64 = 1 << 20;
/// Bytes of the file of keys, of the certificates and of their private key: enough for ten thousand
/// named keys.
///
/// Beyond it: the server does not start; on SIGHUP, the previous content stays in force.
pub const ACCESS_FILE_BYTES_MAX: u64 = 1 << 20;
/// Days for which a certificate should still be valid: automatic renewal comes a month before its end.
///
/// Below it: a warning at the start and by `--check-config`.
pub const CERTIFICATE_DAYS_LEFT_MIN: i64 = 14;
/// Fewest letters and digits of an identifier of no known scheme that the filter of payments looks up.
///
/// Below it: the element is left out, with this reason.
pub const IDENTIFIER_SIGNS_MIN: usize = 6;
/// Most identifiers that one request looks up.
///
/// Beyond it: 400.
pub const IDENTIFIERS_ASKED_MAX: usize = 10_000;
/// Results for one value of an identifier look-up.
///
/// Beyond it: further identifiers are only counted, in `total`.
pub const IDENTIFIER_RESULTS_MAX: usize = 100;
/// Results in the answer to an identifier look-up. Each has some 500 bytes.
///
/// Beyond it: the identifiers equal to further values are only counted, in `total`.
pub const IDENTIFIER_ANSWER_RESULTS_MAX: usize = 20_000;
/// Identifiers that are looked up on the thread of the request, some 2 µs each.
///
/// Beyond it: they are looked up on the pool.
pub const IDENTIFIERS_IN_PLACE: usize = 50;
/// Records whose statements are written on the thread of the request, some 20 µs each. The statements
/// of larger merged entities are written on the pool.
///
/// Beyond it: the statements are written on the pool.
pub const STATEMENTS_INLINE_RECORDS: usize = 16;
/// Length in bytes below which an answer is never compressed: it fits into one packet anyway.
///
/// Beyond it: shorter answers are sent uncompressed.
pub const COMPRESSED_BYTES_MIN: u64 = 1400;
/// Client addresses with counted requests. They take some 5 MB. A limit per address does not stop a
/// client with more addresses than that.
///
/// Beyond it: counting starts again for all addresses.
pub const RATE_LIMIT_ADDRESSES_MAX: usize = 65_536;
/// Number of addresses from which idle ones are removed.
pub const RATE_LIMIT_PRUNED_FROM: usize = 1024;
/// Leading bits of an IPv6 address that count as one client: providers assign at least such a prefix.
pub const RATE_LIMIT_IPV6_PREFIX: u8 = 64;
/// Spellings of jurisdictions that a count of a registry remembers; real columns have a few hundred.
///
/// Beyond it: further spellings are parsed each time.
pub const REGISTRY_SPELLINGS_MAX: usize = 10_000;
/// Interval between counts of the registries' data files.
pub const REGISTRY_COUNT_INTERVAL: Duration = Duration::from_secs(6 * 60 * 60);
/// Bytes read between two pauses of the counting of registries.
///
/// Beyond it: the counting pauses.
pub const REGISTRY_STRETCH_BYTES: u64 = 1 << 20;
/// Pause in the counting of registries, so that it never occupies a core for long: a stretch takes some
/// 5 ms.
pub const REGISTRY_PAUSE: Duration = Duration::from_millis(2);
/// Bytes of a registry's data file that are read to estimate its records.
///
/// Beyond it: the rest of the file is estimated.
pub const REGISTRY_SAMPLE_BYTES: u64 = 1 << 20;
/// Distinct values in a registry's column that is counted by distinct values; each takes up to 40 bytes
/// during the count.
///
/// Beyond it: the registry keeps its last count.
pub const REGISTRY_DISTINCT_MAX: usize = 20_000_000;
/// Jurisdictions shown with a registry.
///
/// Beyond it: further jurisdictions are in `/api/registries/countries`.
pub const REGISTRY_TOP_JURISDICTIONS: usize = 10;
