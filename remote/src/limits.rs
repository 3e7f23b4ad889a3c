//! Every limit of publishing and pulling, each with the reason for its value.

use std::time::Duration;

/// Default time for one request, which transfers at most one part of a file.
pub const REQUEST_TIMEOUT_DEFAULT: Duration = Duration::from_secs(60);
/// Bytes of one request for a part of a file, and of one uploaded part. Stores accept parts of at least
/// 5 MiB, and at most 10,000 of them: files of up to 78 GiB.
pub const CHUNK_BYTES: usize = 8 << 20;
/// Parts transferred at the same time, so that their round trips overlap.
pub const PARTS_AT_ONCE: usize = 4;
/// Bytes of `CURRENT` or a manifest in a store, which are held in memory.
///
/// Beyond it: the object is refused.
pub const DOCUMENT_BYTES_MAX: u64 = 16 << 20;
/// Characters shown of an error message from a store.
///
/// Beyond it: the rest is left out.
pub const REASON_CHARS_MAX: usize = 400;
