//! Preconditions and ranges of requests for a file (RFC 9110, 13 and 14).

use std::time::{Duration, SystemTime};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use http_range_header::parse_range_header;
use httpdate::{fmt_http_date, parse_http_date};

use super::encoding;
use crate::api::http::guard::lists;
use crate::bulk::BulkFile;
use tamis_engine::model::{BulkForm, Timestamp};

/// Validators of one form of a file (RFC 9110, 8.8).
pub(super) struct Validators {
    /// Strong entity tag: equal tags mean equal bytes.
    pub(super) tag: HeaderValue,
    /// Time since which the file is unchanged at this address.
    pub(super) modified: HeaderValue,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Whole,
    /// A range of bytes, both ends included.
    Part {
        /// Offset of the first byte.
        first: u64,
        /// Offset of the last byte.
        last: u64,
    },
    /// A range outside the file.
    Beyond,
    /// Nothing: the caller already has the file.
    Nothing,
    /// A different state of the file, so that a precondition fails.
    Other,
}

impl Validators {
    /// The validators of a file served since a time. Its date is that time, not the time of the build:
    /// after a return to an older version the file must not seem unchanged.
    pub(super) fn new(file: &BulkFile, form: BulkForm, length: u64, since: Timestamp) -> Self {
        // The length distinguishes different compressions of the same bytes.
        let tag = match encoding::name(form) {
            Some(coding) => format!("\"{}-{coding}-{length:x}\"", file.checksum),
            None => format!("\"{}\"", file.checksum),
        };
        let since = Duration::from_secs(since.0.max(0).unsigned_abs());
        let modified = fmt_http_date(SystemTime::UNIX_EPOCH + since);
        let value = |text| HeaderValue::try_from(text).expect("hexadecimal digits and a date");
        Self { tag: value(tag), modified: value(modified) }
    }

    /// True if the file has not changed since a date in a header.
    fn unchanged_since(&self, date: &HeaderValue) -> Option<bool> {
        Some(date_in(&self.modified)? <= date_in(date)?)
    }

    /// True if a validator in `If-Range` equals one of these; a weak tag never does.
    fn are(&self, validator: &HeaderValue) -> bool {
        *validator == self.tag || *validator == self.modified
    }
}

/// Decides which part of a file is to be sent.
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

/// Evaluates `If-Match`, or `If-Unmodified-Since` without it: true if the precondition fails.
fn is_for_another(headers: &HeaderMap, validators: &Validators) -> bool {
    if headers.contains_key(header::IF_MATCH) {
        return !values(headers, header::IF_MATCH).any(|list| holds(list, &validators.tag));
    }
    let since = headers.get(header::IF_UNMODIFIED_SINCE);
    since.and_then(|since| validators.unchanged_since(since)) == Some(false)
}

/// Evaluates `If-None-Match`, or `If-Modified-Since` without it: true if the caller has the file.
fn is_known(headers: &HeaderMap, validators: &Validators) -> bool {
    if headers.contains_key(header::IF_NONE_MATCH) {
        return values(headers, header::IF_NONE_MATCH).any(|list| lists(list, &validators.tag));
    }
    let since = headers.get(header::IF_MODIFIED_SINCE);
    since.and_then(|since| validators.unchanged_since(since)) == Some(true)
}

/// Evaluates `Range`, if `If-Range` permits it. Unreadable ranges, other units and several ranges at
/// once are ignored: the answer is then the whole file.
fn range(headers: &HeaderMap, validators: &Validators, length: u64) -> Asked {
    let is_of_this = headers.get(header::IF_RANGE).is_none_or(|given| validators.are(given));
    let given = headers.get(header::RANGE).filter(|_| is_of_this);
    let parsed = given.and_then(|given| parse_range_header(given.to_str().ok()?).ok());
    let Some(parsed) = parsed.filter(|parsed| parsed.len() == 1) else { return Asked::Whole };
    match parsed.validate(length).as_deref() {
        Ok([range]) => Asked::Part { first: *range.start(), last: *range.end() },
        // A suffix range of an empty file.
        Ok(_) => Asked::Whole,
        Err(_) => Asked::Beyond,
    }
}

fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &HeaderValue> {
    headers.get_all(name).iter()
}

/// True if a list of entity tags holds this tag, by the strong comparison.
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
            // A tag takes precedence over a date.
            (vec![("if-none-match", "\"x\""), ("if-modified-since", AFTER)], Asked::Whole),
            // Preconditions are evaluated before ranges.
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
