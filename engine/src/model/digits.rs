//! Numbers as a fixed count of decimal digits.

/// Fills a text with the last digits of a number, zeros in front.
pub(super) fn put_digits(text: &mut [u8], mut number: u32) {
    for digit in text.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

/// An ASCII text.
pub(super) fn as_str(text: &[u8]) -> &str {
    std::str::from_utf8(text).unwrap_or_default()
}
