//! Compressed request bodies.

use std::io::Write;

pub fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("in memory")
}

/// Compresses a text with a window of 2^`window_log` bytes.
pub fn zstd(text: &[u8], window_log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("a level");
    encoder.window_log(window_log).expect("a window");
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("in memory")
}
