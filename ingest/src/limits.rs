//! Every limit of opening and reading files as a named constant, with the reason for its value.

/// Bytes of one source file after decompression. A compressed file of a few kilobytes can unpack to
/// terabytes; five million records in our own format take about two gigabytes.
///
/// Beyond it: the register fails.
pub const FILE_BYTES_MAX: u64 = 8 << 30;
/// Bytes of one record in a file: a row, an element, an object. The longest real one takes about 100
/// kB; a file whose first record never ends would otherwise fill the memory.
///
/// Beyond it: the register fails; a registry keeps its last count.
pub const RECORD_BYTES_MAX: u64 = 16 << 20;
/// Bytes of one line of a file of JSON lines. A longer one is rejected without being held in
/// memory.
///
/// Beyond it: the line is rejected.
pub const LINE_BYTES_MAX: usize = 1 << 20;
/// Bytes of one XML record in memory. The longest real one takes about 50 kB.
///
/// Beyond it: the register fails.
pub const XML_RECORD_BYTES_MAX: usize = 4 << 20;
/// Depth of elements in one XML record; real lists use three.
///
/// Beyond it: the register fails.
pub const XML_DEPTH_MAX: usize = 32;
/// Passes of decoding the character entities of one text. Lists escape an ampersand up to three times;
/// a text that needs more is no name.
///
/// Beyond it: the remaining entities stay in the text as written.
pub const ENTITY_PASSES_MAX: usize = 4;
