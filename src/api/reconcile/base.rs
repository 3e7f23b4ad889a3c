//! The address under which the caller reaches the service: what the operator set, or what the
//! request says.
//!
//! Forwarded addresses do not count: nothing says which proxy to trust.

use axum::http::{HeaderMap, Uri, header};

use crate::api::http::error::ApiError;
use crate::api::http::service::ServiceSettings;

/// The address without a slash at its end, such as `http://127.0.0.1:8080`.
///
/// # Errors
/// [`ApiError::BadValue`] when the `Host` is missing or no host name.
pub(super) fn base(
    settings: &ServiceSettings,
    headers: &HeaderMap,
    address: &Uri,
) -> Result<String, ApiError> {
    if let Some(url) = &settings.public_url {
        return Ok(url.clone());
    }
    // An absolute address in the request line stands above the header (RFC 9112, 3.2.2).
    let in_address = address.authority().map(|authority| authority.as_str());
    let in_header = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = in_address.or(in_header).unwrap_or_default();
    if is_host(host) { Ok(format!("http://{host}")) } else { Err(bad_host(host)) }
}

/// Letters of host names, addresses and ports. The value is repeated in addresses that clients
/// follow, so nothing else gets through.
fn is_host(text: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    !text.is_empty() && text.chars().all(known)
}

fn bad_host(host: &str) -> ApiError {
    let rule = "a host name or address, with or without a port";
    ApiError::bad_value("Host", host, rule)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(public: Option<&str>, host: Option<&str>, address: &str) -> Result<String, ApiError> {
        let public_url = public.map(str::to_owned);
        let settings = ServiceSettings { public_url, ..ServiceSettings::default() };
        let host = host.map(|host| HeaderValue::from_str(host).expect("a header"));
        let headers = host.into_iter().map(|host| (header::HOST, host)).collect();
        base(&settings, &headers, &address.parse().expect("an address"))
    }

    #[test]
    fn the_operator_comes_first_then_the_request() {
        for (public, host, address, expected) in [
            (None, Some("127.0.0.1:8080"), "/x", "http://127.0.0.1:8080"),
            (None, Some("[::1]:8080"), "/x", "http://[::1]:8080"),
            (None, Some("a.example"), "http://b.example:81/x", "http://b.example:81"),
            (Some("https://s.example/t"), Some("a.example"), "/x", "https://s.example/t"),
            (Some("https://s.example"), None, "/x", "https://s.example"),
        ] {
            assert_eq!(read(public, host, address).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn a_host_that_is_none_is_refused() {
        for host in
            [None, Some(""), Some("a/b"), Some("a b"), Some("u@h"), Some("\"><x"), Some("é")]
        {
            let error = read(None, host, "/x").expect_err("no host");
            assert_eq!((error.status().as_u16(), error.parameter()), (400, Some("Host")));
        }
    }
}
