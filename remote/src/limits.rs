//! Every limit of publishing and pulling, each with the reason for its value.

use std::time::Duration;

/// How long one request, for a part of a file at most, may take by default.
pub const REQUEST_TIMEOUT_DEFAULT: Duration = Duration::from_secs(60);
/// Bytes of one request for a part of a file, and of one part that is sent. Stores take parts of at
/// least 5 MiB, and at most 10,000 of them: files of up to 78 GiB.
pub const CHUNK_BYTES: usize = 8 << 20;
/// Parts under way at the same time, so that their round trips overlap.
pub const PARTS_AT_ONCE: usize = 4;
/// Bytes of `CURRENT` or a manifest in a store, which are held in memory.
///
/// Beyond it: what is there is refused.
pub const DOCUMENT_BYTES_MAX: u64 = 16 << 20;
/// Characters that are shown of what a store says when it fails.
///
/// Beyond it: the rest is left out.
pub const REASON_CHARS_MAX: usize = 400;
