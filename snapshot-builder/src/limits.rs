//! Every limit of reading lists and building, each with the reason for its value. Limits of opening
//! files are in [`tamis_ingest::limits`].

use std::time::Duration;

/// Depth of lists and mappings in one YAML record; real lists use five. Values are parsed by recursion,
/// and deeper ones could overflow the stack.
///
/// Beyond it: the register fails.
pub const YAML_DEPTH_MAX: usize = 32;
/// Values of one property of an item from Wikidata; real persons have up to 25.
///
/// Beyond it: the item is rejected.
pub const ITEM_VALUES_MAX: usize = 100;
/// Bytes of one name of a record; the longest real one takes 446. The time to read a name and to index
/// its words grows with its length.
///
/// Beyond it: the row is rejected.
pub const LISTED_NAME_BYTES_MAX: usize = 8 << 10;
/// Values of one field of a record, such as aliases or notes; real records have up to 121. They are
/// compared with each other.
///
/// Beyond it: the row is rejected.
pub const RECORD_VALUES_MAX: usize = 2_000;
/// Builds remembered for a record in which its facts differed: four years for a record that changes
/// once a month.
///
/// Beyond it: the oldest is forgotten.
pub const FACTS_CHANGES_MAX: usize = 50;
/// Rejected rows listed one by one per register; all are counted.
///
/// Beyond it: further rejected rows are counted, not listed.
pub const REJECTS_KEPT_MAX: usize = 100;
/// Unusable names and impossible birth dates listed one by one per register in the warnings.
///
/// Beyond it: further ones are counted, not listed.
pub const ODD_VALUES_KEPT_MAX: usize = 100;
/// Names made from one name with slashes between its spellings (`Aleksandr/Alexander
/// Testovski/Testowski`): all combinations of four words with two spellings each.
///
/// Beyond it: not all combinations are made, but each spelling occurs in some name.
pub const SLASH_NAMES_MAX: usize = 16;
/// References reused by a list for another party, listed one by one per register in the warnings.
///
/// Beyond it: further ones are counted, not listed.
pub const REUSED_KEPT_MAX: usize = 20;
/// Unknown spellings of countries listed per register; all are counted.
///
/// Beyond it: further spellings are counted, not listed.
pub const UNKNOWN_COUNTRIES_KEPT_MAX: usize = 200;
/// Kinds of entries that are not records, counted one by one per register.
///
/// Beyond it: further kinds are counted together.
pub const LEFT_OUT_KINDS_MAX: usize = 50;
/// Greatest range of birth years, in years between its ends, that is expanded to one date per year. A
/// wider range carries little information, and its ends alone would contradict the years between them.
///
/// Beyond it: the range is kept as a remark, not as birth dates.
pub const YEARS_EXPANDED_MAX: u16 = 10;
/// Data sets of one follow-the-money list; each becomes a register. The largest published collection
/// has about four hundred.
///
/// Beyond it: the register fails.
pub const FTM_DATASETS_MAX: usize = 2_000;
/// Characters of the name of a data set; it becomes a slug and the name of a folder.
///
/// Beyond it: the line is rejected.
pub const FTM_DATASET_CHARS_MAX: usize = 100;
/// Bytes of follow-the-money entities that are joined in memory at a time; about 32 MiB for lists up to
/// `FILE_BYTES_MAX`.
///
/// Beyond it: the register fails if a single entity has more.
pub const FTM_BUCKET_BYTES_MAX: u64 = 128 << 20;
/// Bytes of temporary files for each of the two joins of a follow-the-money list. A usual list takes
/// about its own size; only a list whose entities nearly all refer to each other takes more.
///
/// Beyond it: the register fails.
pub const FTM_TEMPORARY_BYTES_MAX: u64 = 32 << 30;
/// Growth of a follow-the-money list by its joins: bytes of all joined parties, counted in each of
/// their registers, for each byte of the list. Addresses and data sets shared by many parties multiply
/// them. The temporary files of either join have the same limit for each byte read.
///
/// Beyond it: the register fails.
pub const FTM_GROWTH_MAX: u64 = 20;
/// Bytes after the joins up to which the growth of a follow-the-money list is not limited.
///
/// Beyond it: [`FTM_GROWTH_MAX`] holds.
pub const FTM_JOINED_BYTES_FREE: u64 = 64 << 20;
/// Comparisons always allowed for the words of a source, all registers of its files together: some
/// forty seconds of one core. The largest real list takes 8 million, the largest register of 1,000,000
/// sample records 103 million.
///
/// Beyond it: [`WORD_COMPARISONS_EACH_MAX`] holds.
pub const WORD_COMPARISONS_FREE: u64 = 500_000_000;
/// Comparisons for each distinct word of a source. Their number grows with the words, as more of them
/// are spelt alike: lists of 25,000 words have 310 each, sample registers of 70,000 have 1,500. Words
/// made of only four letters have ten times as many as those of real names.
///
/// Beyond it: the register fails.
pub const WORD_COMPARISONS_EACH_MAX: u64 = 20_000;
/// Share of a register's records, in percent, that the loads of seven days may retire if the
/// description gives no `max_drop_percent`. A list that shrinks by more was most likely truncated.
///
/// Beyond it: additions and changes are loaded; the missing records are kept until the drop is
/// accepted.
pub const MAX_DROP_PERCENT_DEFAULT: u8 = 20;
/// Time over which the removals of all loads of a register count together against its
/// `max_drop_percent`. Without it, a list truncated a little at each load could lose any number of
/// parties unnoticed.
///
/// Beyond it: a removal no longer counts.
pub const DROP_WINDOW: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Records between two progress reports.
pub const PROGRESS_INTERVAL: u64 = 1_000;
/// Uncompressed bytes of lines in a block of a ledger. Larger blocks hardly compress better, and a
/// damaged block loses all its lines.
pub const LEDGER_BLOCK_BYTES: usize = 256 << 10;
/// Uncompressed bytes of one block of a ledger: an entry longer than [`LEDGER_BLOCK_BYTES`] has a block
/// of its own. A record takes at most about [`RECORD_BYTES_MAX`]; as JSON a byte takes up to six.
///
/// Beyond it: the ledger is not written, or refused as damaged.
pub const LEDGER_BLOCK_BYTES_MAX: usize = 128 << 20;
/// Blocks of a ledger that are compressed or decompressed at a time: enough for all cores, with four
/// megabytes of lines.
pub const LEDGER_BLOCKS_AT_A_TIME: usize = 16;
/// Bytes of the JSON in the header of a ledger: room for the slugs of the greatest number of registers.
///
/// Beyond it: the ledger is not written, or refused as damaged.
pub const LEDGER_HEAD_BYTES_MAX: usize = 16 << 20;
/// Records written to bulk files at a time. Two such batches are in memory: one is written while the
/// next is made. Real records take about 8 kB each in all formats.
pub const BULK_RECORDS_AT_A_TIME: usize = 2_048;
/// Records of such a batch that one thread makes at a time; small enough for work on all cores.
pub const BULK_RECORDS_PER_TASK: usize = 64;
/// Bytes of a bulk file that are compressed at a time.
pub const BULK_PIECE_BYTES: usize = 1 << 20;
/// Bytes of names in memory while `names.txt` is made; for 4,300,000 records that file has some 300 MB.
///
/// Beyond it: names are sorted into temporary files, which are merged.
pub const BULK_NAMES_BYTES_MAX: usize = 64 << 20;
/// Runs of a register that a ledger keeps in addition to the latest one: almost three years of daily
/// builds. A run takes about 150 bytes, and all of them are in memory during a build.
///
/// Beyond it: the oldest runs are forgotten.
pub const RUNS_KEPT_MAX: usize = 1_000;
/// Records that may be linked by one shared key. No party has more entries; a number, or a name with a
/// birth date, shared by more records is a placeholder.
///
/// Beyond it: the key links none of them.
pub const LINKED_BY_KEY_MAX: usize = 60;
/// Names of other persons with which a person's names are compared in spelling, for each name of the
/// person. Real lists need at most 41.
///
/// Beyond it: the person is linked by equal names, not by spellings.
pub const LINKED_NAMES_COMPARED_MAX: u64 = 2_000;
/// Time for a connection to a publisher's server to be established.
///
/// Beyond it: the request is tried again.
pub const FETCH_CONNECT_TIME_MAX: Duration = Duration::from_secs(30);
/// Time without a byte after which a connection counts as broken.
///
/// Beyond it: the download is resumed, or tried again.
pub const FETCH_READ_TIME_MAX: Duration = Duration::from_secs(60);
/// Time that one request may take; the largest lists have some hundred megabytes.
///
/// Beyond it: the download is resumed, or tried again.
pub const FETCH_TIME_MAX: Duration = Duration::from_secs(30 * 60);
/// Time for fetching a list: all requests for all of its files, with their pauses. At 600 kB/s, 4 GiB
/// arrive within it.
///
/// Beyond it: the register is not fetched.
pub const FETCH_LIST_TIME_MAX: Duration = Duration::from_secs(2 * 60 * 60);
/// Interval over which the least rate of a download is measured.
pub const FETCH_RATE_TIME: Duration = Duration::from_secs(60);
/// Bytes that a request must deliver in each [`FETCH_RATE_TIME`], about 1 KiB a second; a slower one is
/// aborted. A request that ends with fewer bytes in total counts as one of the [`FETCH_ATTEMPTS`].
pub const FETCH_RATE_BYTES_MIN: u64 = 64 << 10;
/// Bytes of the status line and the headers of a response; real ones have 2 kB.
///
/// Beyond it: the register is not fetched.
pub const FETCH_HEADER_BYTES_MAX: usize = 64 << 10;
/// Redirects that are followed for one file.
///
/// Beyond it: the register is not fetched.
pub const FETCH_REDIRECTS_MAX: u32 = 10;
/// Requests for one file, not counting those that deliver [`FETCH_RATE_BYTES_MIN`] bytes of it: some
/// ten minutes with their pauses.
///
/// Beyond it: the register is not fetched.
pub const FETCH_ATTEMPTS: u32 = 6;
/// Pause after the first failed request for a file; each further pause is twice as long.
pub const FETCH_PAUSE_FIRST: Duration = Duration::from_secs(5);
/// Longest pause between two requests; a later refresh tries again anyway.
///
/// Beyond it: a server that asks for a longer pause is asked again after this one.
pub const FETCH_PAUSE_MAX: Duration = Duration::from_secs(300);
/// Bytes of one downloaded file. Compressed lists may unpack to more, up to
/// [`FILE_BYTES_MAX`](tamis_ingest::limits::FILE_BYTES_MAX).
///
/// Beyond it: the register is not fetched.
pub const FETCH_BYTES_MAX: u64 = 4 << 30;
/// Registers that are fetched at a time; registers of one server are fetched one after the other.
pub const FETCH_HOSTS_AT_A_TIME: usize = 4;
/// Time for which a refresh waits for unfinished downloads before it builds the lists that have
/// arrived. Most lists arrive within a minute; the requests for a failing one end within three.
///
/// Beyond it: the arrived lists are built and published, and again after each further such time.
pub const REFRESH_WAIT: Duration = Duration::from_secs(300);
