//! Every limit of reading lists and building that is not one of opening files
//! ([`tamis_ingest::limits`]), each with the reason for its value.

use std::time::Duration;

/// Depth of lists and mappings in one YAML record; real lists use five. Values are taken apart by
/// recursion, and a deeper one could overflow the stack.
///
/// Beyond it: the register fails.
pub const YAML_DEPTH_MAX: usize = 32;
/// Values of one property of an item from Wikidata; real persons have up to 25.
///
/// Beyond it: the item is rejected.
pub const ITEM_VALUES_MAX: usize = 100;
/// Bytes of one name of a record; the longest real one takes 446. Reading a name and indexing its
/// words takes time for each.
///
/// Beyond it: the row is rejected.
pub const LISTED_NAME_BYTES_MAX: usize = 8 << 10;
/// Values of one field of a record, such as aliases or notes; real records have up to 121. They are
/// compared with each other.
///
/// Beyond it: the row is rejected.
pub const RECORD_VALUES_MAX: usize = 2_000;
/// Builds remembered for a record in which its facts differed: for one that differs once a month,
/// those of four years.
///
/// Beyond it: the oldest is forgotten.
pub const FACTS_CHANGES_MAX: usize = 50;
/// Rejected rows listed one by one per register; all are counted.
///
/// Beyond it: further rejected rows are counted, not listed.
pub const REJECTS_KEPT_MAX: usize = 100;
/// Names that are none and birth dates that nobody has, said one by one per register in the warnings.
///
/// Beyond it: further ones are counted, not listed.
pub const ODD_VALUES_KEPT_MAX: usize = 100;
/// Names that one name with slashes between its spellings (`Aleksandr/Alexander Testovski/Testowski`)
/// becomes: all of four words with two spellings each.
///
/// Beyond it: not all combinations, but names in which each spelling stands.
pub const SLASH_NAMES_MAX: usize = 16;
/// References that a list gives to another party, said one by one per register in the warnings.
///
/// Beyond it: further ones are counted, not listed.
pub const REUSED_KEPT_MAX: usize = 20;
/// Unknown spellings of countries listed per register; all are counted.
///
/// Beyond it: further spellings are counted, not listed.
pub const UNKNOWN_COUNTRIES_KEPT_MAX: usize = 200;
/// Kinds of entries that are not records, counted one by one per register; further kinds are
/// counted together.
///
/// Beyond it: further kinds are counted together.
pub const LEFT_OUT_KINDS_MAX: usize = 50;
/// Years between the ends of a range of birth years up to which every year becomes a date. A wider
/// range says next to nothing, and its ends alone would speak against the years between them.
///
/// Beyond it: the range is kept as a remark, not as birth dates.
pub const YEARS_EXPANDED_MAX: u16 = 10;
/// Data sets of one follow-the-money list, each of which becomes a register. The largest published
/// collection has about four hundred.
///
/// Beyond it: the register fails.
pub const FTM_DATASETS_MAX: usize = 2_000;
/// Characters of the name of a data set; it becomes a slug and the name of a folder.
///
/// Beyond it: the line is rejected.
pub const FTM_DATASET_CHARS_MAX: usize = 100;
/// Bytes of follow-the-money entities that are joined in memory at a time; for lists up to
/// `FILE_BYTES_MAX` it is about 32 MiB.
///
/// Beyond it: the register fails when so much belongs to one entity.
pub const FTM_BUCKET_BYTES_MAX: u64 = 128 << 20;
/// Bytes of temporary files for each of the two joins of a follow-the-money list. A list takes
/// about its own size; only one in which everything names everything else takes more.
///
/// Beyond it: the register fails.
pub const FTM_TEMPORARY_BYTES_MAX: u64 = 32 << 30;
/// Bytes that all parties of a follow-the-money list may have after its joins, counted in each of
/// their registers, for each byte of the list: addresses and data sets that many parties share
/// multiply them. The temporary files of either join may have as many for each byte that was read.
///
/// Beyond it: the register fails.
pub const FTM_GROWTH_MAX: u64 = 20;
/// Bytes after the joins up to which a follow-the-money list may grow as it likes.
///
/// Beyond it: [`FTM_GROWTH_MAX`] holds.
pub const FTM_JOINED_BYTES_FREE: u64 = 64 << 20;
/// Comparisons that the words of a source may take in any case, those of all registers that its files
/// hold together: some forty seconds of one core. Those of the largest real list take 8 million, of the
/// largest register of 1,000,000 sample records 103 million.
///
/// Beyond it: [`WORD_COMPARISONS_EACH_MAX`] holds.
pub const WORD_COMPARISONS_FREE: u64 = 500_000_000;
/// Comparisons for each distinct word of a source. The more words, the more of them are spelt alike:
/// lists of 25,000 words have 310 each, sample registers of 70,000 have 1,500. Words made of four letters
/// have ten times as many as those of real names.
///
/// Beyond it: the register fails.
pub const WORD_COMPARISONS_EACH_MAX: u64 = 20_000;
/// Share of a register's records, in percent, that the loads of seven days may retire where the
/// description gives no `max_drop_percent`. A list that shrinks by more was most likely cut off.
///
/// Beyond it: what the list adds and changes is loaded; the missing records are kept until the drop is accepted.
pub const MAX_DROP_PERCENT_DEFAULT: u8 = 20;
/// Time over which the removals of all loads of a register count together against its
/// `max_drop_percent`: a list that is cut a little by each load frees as many parties as one that is
/// cut once.
///
/// Beyond it: a removal no longer counts.
pub const DROP_WINDOW: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Records between two reports of progress.
pub const PROGRESS_INTERVAL: u64 = 1_000;
/// Bytes of unpacked lines that a block of a ledger holds. Larger ones hardly pack better, and a
/// damaged one costs what it holds.
pub const LEDGER_BLOCK_BYTES: usize = 256 << 10;
/// Bytes that a block of a ledger may unpack to: one entry that is longer than
/// [`LEDGER_BLOCK_BYTES`] has a block of its own. A record takes about [`RECORD_BYTES_MAX`] at most;
/// as JSON a byte takes up to six.
///
/// Beyond it: the ledger is not written, or refused as damaged.
pub const LEDGER_BLOCK_BYTES_MAX: usize = 128 << 20;
/// Blocks of a ledger that are packed or unpacked at a time: enough for all cores, with four
/// megabytes of lines.
pub const LEDGER_BLOCKS_AT_A_TIME: usize = 16;
/// Bytes of the JSON in the header of a ledger: the slugs of as many registers as there can be.
///
/// Beyond it: the ledger is not written, or refused as damaged.
pub const LEDGER_HEAD_BYTES_MAX: usize = 16 << 20;
/// Records written to bulk files at a time, in memory twice: while some are written, the next are
/// made. Those of the real lists take about 8 kB each in all formats.
pub const BULK_RECORDS_AT_A_TIME: usize = 2_048;
/// Records of these that one thread makes in one go: enough tasks for all cores.
pub const BULK_RECORDS_PER_TASK: usize = 64;
/// Bytes of a bulk file that are packed at a time.
pub const BULK_PIECE_BYTES: usize = 1 << 20;
/// Bytes of names in memory while `names.txt` is made; that of 4,300,000 records has some 300 MB.
///
/// Beyond it: names go to temporary files, sorted, and are merged.
pub const BULK_NAMES_BYTES_MAX: usize = 64 << 20;
/// Runs that a ledger keeps of a register beside the latest one: almost three years of daily builds.
/// A run takes about 150 bytes, and all of them are in memory while a build goes on.
///
/// Beyond it: the oldest runs are forgotten.
pub const RUNS_KEPT_MAX: usize = 1_000;
/// Records that may be linked by what they all share. No party has so many entries; a number or a
/// name with a birth date that more records have is a placeholder.
///
/// Beyond it: what they share links none of them.
pub const LINKED_BY_KEY_MAX: usize = 60;
/// Names of other persons, for each name of a person, with which its names are compared in spelling.
/// The names of the real lists come to at most 41.
///
/// Beyond it: the person is linked by equal names, not by spellings.
pub const LINKED_NAMES_COMPARED_MAX: u64 = 2_000;
/// Time in which a publisher's server must take a connection.
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
/// Time for which a list may be fetched: all requests for all of its files, with their pauses. 4 GiB
/// come in it at 600 kB/s.
///
/// Beyond it: the register is not fetched.
pub const FETCH_LIST_TIME_MAX: Duration = Duration::from_secs(2 * 60 * 60);
/// Time over which the least rate of a download is measured.
pub const FETCH_RATE_TIME: Duration = Duration::from_secs(60);
/// Bytes that a request must bring in each [`FETCH_RATE_TIME`], about 1 KiB a second: with fewer it is
/// broken off. A request that breaks off with fewer bytes in all is one of the [`FETCH_ATTEMPTS`].
pub const FETCH_RATE_BYTES_MIN: u64 = 64 << 10;
/// Bytes of the status line and the headers of an answer; real ones have 2 kB.
///
/// Beyond it: the register is not fetched.
pub const FETCH_HEADER_BYTES_MAX: usize = 64 << 10;
/// Redirects that are followed for one file.
///
/// Beyond it: the register is not fetched.
pub const FETCH_REDIRECTS_MAX: u32 = 10;
/// Requests for one file, not counting those that bring [`FETCH_RATE_BYTES_MIN`] bytes of it: some ten
/// minutes with their pauses.
///
/// Beyond it: the register is not fetched.
pub const FETCH_ATTEMPTS: u32 = 6;
/// Pause after the first request for a file that failed; each further one is twice as long.
pub const FETCH_PAUSE_FIRST: Duration = Duration::from_secs(5);
/// The longest pause between two requests: a refresh comes again anyway.
///
/// Beyond it: where a server asks for more, it is asked again after this.
pub const FETCH_PAUSE_MAX: Duration = Duration::from_secs(300);
/// Bytes of one downloaded file. Compressed lists may unpack to more, up to
/// [`FILE_BYTES_MAX`](tamis_ingest::limits::FILE_BYTES_MAX).
///
/// Beyond it: the register is not fetched.
pub const FETCH_BYTES_MAX: u64 = 4 << 30;
/// Registers that are fetched at a time; those of one server one after the other.
pub const FETCH_HOSTS_AT_A_TIME: usize = 4;
/// Time for which a refresh waits for lists that are still coming before it builds those that came. Most
/// lists come within a minute; the requests for one that fails end within three.
///
/// Beyond it: those that came are built and published, and so again after each such time.
pub const REFRESH_WAIT: Duration = Duration::from_secs(300);
