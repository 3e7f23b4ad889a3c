//! Request identifier, shared by caller and log: the caller's own or a generated one.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ahash::RandomState;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::limits;

/// Header with the identifier, in requests and answers.
pub(crate) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

const TRACE_PARENT: HeaderName = HeaderName::from_static("traceparent");

/// The caller's identifier if it is safe for a log line; otherwise a generated one.
pub(crate) fn of(headers: &HeaderMap) -> HeaderValue {
    let given = headers.get(HEADER).filter(|id| is_fit(id.as_bytes()));
    given.cloned().unwrap_or_else(made)
}

/// True if an identifier holds only letters, digits and common signs. It can neither end a log line
/// nor, without blanks, pass for a text.
fn is_fit(id: &[u8]) -> bool {
    (1..=limits::REQUEST_ID_BYTES_MAX).contains(&id.len())
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(byte))
}

/// A generated identifier: unique in this process, and by chance among processes.
fn made() -> HeaderValue {
    static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (process, number) = (*PROCESS, NEXT.fetch_add(1, Ordering::Relaxed));
    let id = format!("{process:016x}{number:08x}");
    HeaderValue::try_from(id).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
}

/// Trace id of a request (W3C Trace Context, 3.2.2): 32 lower-case hexadecimal digits.
pub(crate) fn trace(headers: &HeaderMap) -> Option<String> {
    let parent = headers.get(TRACE_PARENT)?.to_str().ok()?;
    let mut parts = parent.split('-');
    let (version, trace) = (parts.next()?, parts.next()?);
    let is_hex = |text: &str, length| {
        text.len() == length && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_one = is_hex(version, 2) && version != "ff" && is_hex(trace, 32);
    (is_one && trace.bytes().any(|byte| byte != b'0')).then(|| trace.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).expect("a value"))])
    }

    #[test]
    fn a_callers_name_is_kept_where_it_is_one() {
        let longest = "x".repeat(limits::REQUEST_ID_BYTES_MAX);
        for id in ["a", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "pay/17:A_b.c+d=@", &longest] {
            assert_eq!(of(&with(HEADER, id)), id);
        }
        for id in ["", "two words", "M\u{fc}ller", "a\"b", &(longest + "x")] {
            let own = of(&with(HEADER, id));
            assert_eq!(own.len(), 24, "{own:?} for {id:?}");
        }
        assert_ne!(of(&HeaderMap::new()), of(&HeaderMap::new()));
    }

    #[test]
    fn a_trace_is_read_where_it_is_one() {
        let trace = "0af7651916cd43dd8448eb211c80319c";
        for (parent, expected) in [
            (format!("00-{trace}-b7ad6b7169203331-01"), Some(trace)),
            (format!("cc-{trace}-b7ad6b7169203331-01-later"), Some(trace)),
            (format!("ff-{trace}-b7ad6b7169203331-01"), None),
            (format!("00-{}-b7ad6b7169203331-01", "0".repeat(32)), None),
            (format!("00-{}-b7ad6b7169203331-01", trace.to_uppercase()), None),
            ("00-Jane Doe".to_owned(), None),
        ] {
            let headers = with(TRACE_PARENT, &parent);
            assert_eq!(super::trace(&headers).as_deref(), expected, "{parent}");
        }
    }
}
