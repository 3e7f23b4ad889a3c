//! The address under which the caller reaches the service: set by the operator or derived from the
//! request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Uri, header};

use super::error::ApiError;
use super::limit::PeerAddress;
use super::service::{Service, ServiceSettings};

/// The address without a slash at its end, such as `http://127.0.0.1:8080`. An answer that holds it
/// depends on more than the snapshot.
pub(crate) struct Base(pub(in crate::api) String);

impl Base {
    /// The address, or an empty text if the request does not give one; links are then paths only.
    pub(crate) fn or_none(base: Result<Self, ApiError>) -> String {
        base.map(|Self(base)| base).unwrap_or_default()
    }
}

impl FromRequestParts<Arc<Service>> for Base {
    type Rejection = ApiError;

    /// # Errors
    /// [`ApiError::BadValue`] when the `Host` header is missing or is not a host name.
    async fn from_request_parts(
        parts: &mut Parts,
        service: &Arc<Service>,
    ) -> Result<Self, ApiError> {
        let peer = parts.extensions.get().map(|PeerAddress(peer)| *peer);
        base(&service.settings, peer, &parts.headers, &parts.uri).map(Self)
    }
}

const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

fn base(
    settings: &ServiceSettings,
    peer: Option<IpAddr>,
    headers: &HeaderMap,
    address: &Uri,
) -> Result<String, ApiError> {
    if let Some(url) = &settings.public_url {
        return Ok(url.clone());
    }
    let is_trusted = peer.is_some_and(|peer| settings.trusts(peer));
    // Each proxy appends its value, so the last value is the nearest proxy's.
    let scheme = headers.get_all(FORWARDED_PROTO).iter().next_back();
    let scheme = scheme.and_then(|words| words.to_str().ok()?.rsplit(',').next());
    let scheme = match scheme.map(str::trim) {
        Some(scheme) if is_trusted && scheme.eq_ignore_ascii_case("https") => "https",
        _ if settings.is_tls => "https",
        _ => "http",
    };
    // An absolute address in the request line takes precedence over the header (RFC 9112, 3.2.2).
    let in_address = address.authority().map(|authority| authority.as_str());
    let in_header = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = in_address.or(in_header).unwrap_or_default();
    if is_host(host) { Ok(format!("{scheme}://{host}")) } else { Err(bad_host(host)) }
}

/// True if a text holds only characters of host names, addresses and ports. Clients follow addresses
/// built from the value, so nothing else may pass.
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
        base(&settings, None, &headers, &address.parse().expect("an address"))
    }

    #[test]
    fn a_trusted_proxy_names_the_scheme() {
        let trusted_proxies = vec!["10.0.0.0/8".parse().expect("a range")];
        let settings = ServiceSettings { trusted_proxies, ..ServiceSettings::default() };
        for (peer, forwarded, expected) in [
            (Some("10.0.0.1"), &["https"][..], "https://a.example"),
            (Some("::ffff:10.0.0.1"), &["http", "http, HTTPS"], "https://a.example"),
            (Some("10.0.0.1"), &["https, http"], "http://a.example"),
            (Some("10.0.0.1"), &["gopher"], "http://a.example"),
            (Some("10.0.0.1"), &[], "http://a.example"),
            (Some("192.0.2.1"), &["https"], "http://a.example"),
            (None, &["https"], "http://a.example"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("a.example"));
            for word in forwarded {
                headers.append(FORWARDED_PROTO, HeaderValue::from_static(word));
            }
            let peer = peer.map(|peer| peer.parse().expect("an address"));
            let found = base(&settings, peer, &headers, &"/x".parse().expect("an address"));
            assert_eq!(found.as_deref(), Ok(expected), "{peer:?} {forwarded:?}");
        }
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
