//! What of a file a request asks for: its preconditions and its range (RFC 9110, 13 and 14).

use std::time::{Duration, SystemTime};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use http_range_header::parse_range_header;
use httpdate::{fmt_http_date, parse_http_date};

use super::encoding;
use crate::api::http::guard::lists;
use crate::bulk::BulkFile;
use tamis_engine::model::{BulkForm, Timestamp};

/// What tells one state of a file, in one form, from another.
pub(super) struct Validators {
    /// A strong entity tag: equal tags, equal bytes.
    pub(super) tag: HeaderValue,
    /// Since when the file is as it is at this address.
    pub(super) modified: HeaderValue,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Whole,
    /// The bytes from the first to the last of these.
    Part {
        /// Place of the first byte.
        first: u64,
        /// Place of the last byte.
        last: u64,
    },
    /// Only bytes that the file does not have.
    Beyond,
    /// Nothing: the caller has it already.
    Nothing,
    /// A file that this one is not any more.
    Other,
}

impl Validators {
    /// Those of a file that has been served since a moment. Its date is that moment, not the time
    /// of the build: after a return to an older version it must not seem unchanged.
    pub(super) fn new(file: &BulkFile, form: BulkForm, length: u64, since: Timestamp) -> Self {
        // The length tells apart what two compressors made of the same bytes.
        let tag = match encoding::name(form) {
            Some(coding) => format!("\"{}-{coding}-{length:x}\"", file.checksum),
            None => format!("\"{}\"", file.checksum),
        };
        let since = Duration::from_secs(since.0.max(0).unsigned_abs());
        let modified = fmt_http_date(SystemTime::UNIX_EPOCH + since);
        let value = |text| HeaderValue::try_from(text).expect("hexadecimal digits and a date");
        Self { tag: value(tag), modified: value(modified) }
    }

    /// Whether the file has not changed since a date in a header.
    fn unchanged_since(&self, date: &HeaderValue) -> Option<bool> {
        Some(date_in(&self.modified)? <= date_in(date)?)
    }

    /// Whether a validator in `If-Range` is exactly one of these; a weak tag is not.
    fn are(&self, validator: &HeaderValue) -> bool {
        *validator == self.tag || *validator == self.modified
    }
}

/// What of a file a request asks for.
pub(super) fn asked(
    method: &Method,
    headers: &HeaderMap,
    validators: &Validators,
    length: u64,
) -> Asked {
    match () {
        () if is_for_another(headers, validators) => Asked::Other,
        () if is_known(headers, validators) => Asked::Nothing,
        // A range of a HEAD has no meaning.
        () if *method == Method::GET => range(headers, validators, length),
        () => Asked::Whole,
    }
}

/// `If-Match`, or `If-Unmodified-Since` where there is none.
fn is_for_another(headers: &HeaderMap, validators: &Validators) -> bool {
    if headers.contains_key(header::IF_MATCH) {
        return !values(headers, header::IF_MATCH).any(|list| holds(list, &validators.tag));
    }
    let since = headers.get(header::IF_UNMODIFIED_SINCE);
    since.and_then(|since| validators.unchanged_since(since)) == Some(false)
}

/// `If-None-Match`, or `If-Modified-Since` where there is none.
fn is_known(headers: &HeaderMap, validators: &Validators) -> bool {
    if headers.contains_key(header::IF_NONE_MATCH) {
        return values(headers, header::IF_NONE_MATCH).any(|list| lists(list, &validators.tag));
    }
    let since = headers.get(header::IF_MODIFIED_SINCE);
    since.and_then(|since| validators.unchanged_since(since)) == Some(true)
}

/// `Range`, if `If-Range` allows it. One that cannot be read, or of other units, is ignored, and so
/// are several ranges at once: the answer is then the whole file.
fn range(headers: &HeaderMap, validators: &Validators, length: u64) -> Asked {
    let is_of_this = headers.get(header::IF_RANGE).is_none_or(|given| validators.are(given));
    let given = headers.get(header::RANGE).filter(|_| is_of_this);
    let parsed = given.and_then(|given| parse_range_header(given.to_str().ok()?).ok());
    let Some(parsed) = parsed.filter(|parsed| parsed.len() == 1) else { return Asked::Whole };
    match parsed.validate(length).as_deref() {
        Ok([range]) => Asked::Part { first: *range.start(), last: *range.end() },
        // The last bytes of an empty file.
        Ok(_) => Asked::Whole,
        Err(_) => Asked::Beyond,
    }
}

fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &HeaderValue> {
    headers.get_all(name).iter()
}

/// Whether a list of entity tags holds this one, by the strong comparison.
fn holds(list: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(list), Ok(tag)) = (list.to_str(), tag.to_str()) else { return false };
    list.trim() == "*" || list.split(',').any(|one| one.trim() == tag)
}

fn date_in(value: &HeaderValue) -> Option<SystemTime> {
    parse_http_date(value.to_str().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "Sat, 03 Oct 2026 08:00:00 GMT";
    const SINCE: &str = "Sun, 04 Oct 2026 08:00:00 GMT";
    const AFTER: &str = "Mon, 05 Oct 2026 08:00:00 GMT";
    const PART: Asked = Asked::Part { first: 2, last: 5 };

    fn ask(method: &Method, given: &[(&'static str, &str)], length: u64) -> Asked {
        let validators = Validators {
            tag: HeaderValue::from_static("\"abc-gzip-a\""),
            modified: HeaderValue::from_static(SINCE),
        };
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, value.parse().expect("a header"));
        }
        asked(method, &headers, &validators, length)
    }

    #[test]
    fn ranges_are_read_as_the_protocol_says() {
        let part = |first, last| Asked::Part { first, last };
        for (range, expected) in [
            ("bytes=0-0", part(0, 0)),
            ("bytes=2-5", part(2, 5)),
            ("Bytes=2-", part(2, 9)),
            ("bytes=2-100", part(2, 9)),
            ("bytes=-3", part(7, 9)),
            ("bytes=-100", part(0, 9)),
            ("bytes=9-99999999999999999999", part(9, 9)),
            ("bytes=10-", Asked::Beyond),
            ("bytes=10-20", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=5-2", Asked::Whole),
            ("bytes=0-1,4-5", Asked::Whole),
            ("bytes=", Asked::Whole),
            ("bytes=a-b", Asked::Whole),
            ("lines=1-2", Asked::Whole),
        ] {
            assert_eq!(ask(&Method::GET, &[("range", range)], 10), expected, "{range}");
            assert_eq!(ask(&Method::HEAD, &[("range", range)], 10), Asked::Whole, "{range}");
        }
        assert_eq!(ask(&Method::GET, &[("range", "bytes=0-")], 0), Asked::Beyond);
        assert_eq!(ask(&Method::GET, &[("range", "bytes=-1")], 0), Asked::Whole);
    }

    #[test]
    fn a_range_is_given_only_of_what_the_caller_began_with() {
        for (validator, expected) in [
            ("\"abc-gzip-a\"", PART),
            (SINCE, PART),
            ("W/\"abc-gzip-a\"", Asked::Whole),
            ("\"abc\"", Asked::Whole),
            (BEFORE, Asked::Whole),
            (AFTER, Asked::Whole),
            ("x", Asked::Whole),
        ] {
            let given = [("range", "bytes=2-5"), ("if-range", validator)];
            assert_eq!(ask(&Method::GET, &given, 10), expected, "{validator}");
        }
    }

    #[test]
    fn what_the_caller_has_is_not_sent_again() {
        for (given, expected) in [
            (vec![("if-none-match", "\"abc-gzip-a\"")], Asked::Nothing),
            (vec![("if-none-match", "\"x\", W/\"abc-gzip-a\"")], Asked::Nothing),
            (vec![("if-none-match", "\"x\""), ("if-none-match", "*")], Asked::Nothing),
            (vec![("if-none-match", "\"abc\"")], Asked::Whole),
            (vec![("if-modified-since", SINCE)], Asked::Nothing),
            (vec![("if-modified-since", AFTER)], Asked::Nothing),
            (vec![("if-modified-since", BEFORE)], Asked::Whole),
            (vec![("if-modified-since", "yesterday")], Asked::Whole),
            // A tag says more than a date.
            (vec![("if-none-match", "\"x\""), ("if-modified-since", AFTER)], Asked::Whole),
            // Before a range is looked at.
            (vec![("if-none-match", "*"), ("range", "bytes=10-")], Asked::Nothing),
        ] {
            for method in [Method::GET, Method::HEAD] {
                assert_eq!(ask(&method, &given, 10), expected, "{given:?}");
            }
        }
    }

    #[test]
    fn another_state_than_the_one_that_is_asked_for_is_not_sent() {
        for (given, expected) in [
            (vec![("if-match", "\"abc-gzip-a\""), ("range", "bytes=2-5")], PART),
            (vec![("if-match", "*"), ("if-unmodified-since", BEFORE)], Asked::Whole),
            (vec![("if-match", "\"x\"")], Asked::Other),
            (vec![("if-match", "W/\"abc-gzip-a\"")], Asked::Other),
            (vec![("if-unmodified-since", SINCE)], Asked::Whole),
            (vec![("if-unmodified-since", BEFORE)], Asked::Other),
            (vec![("if-unmodified-since", "x")], Asked::Whole),
            (vec![("if-match", "\"x\""), ("if-none-match", "*")], Asked::Other),
        ] {
            assert_eq!(ask(&Method::GET, &given, 10), expected, "{given:?}");
        }
    }
}
