//! Compresses answers with gzip for callers that accept it: longer texts, in memory or streamed.
//!
//! Entity tags need no change: they are weak, so one tag names the answer in both codings.

use axum::body::HttpBody;
use axum::http::{HeaderMap, Response, header};
use mime::Mime;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

use super::shape::NDJSON;
use crate::limits;

/// The compression layer. Its fastest level already halves the size of JSON several times over. Higher
/// levels cost more time than a network saves.
pub(crate) fn layer() -> CompressionLayer<impl Predicate> {
    let predicate = Text.and(SizeAbove::new(limits::COMPRESSED_BYTES_MIN));
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(predicate)
}

/// Predicate for textual answers; images and archives are already compressed.
#[derive(Clone, Copy)]
struct Text;

impl Predicate for Text {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        is_text(response.headers())
    }
}

fn is_text(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let Some(kind) = content_type.and_then(|value| value.parse::<Mime>().ok()) else {
        return false;
    };
    let texts = ["application/json", NDJSON, "application/javascript"];
    kind.type_() == mime::TEXT
        || kind.suffix().is_some_and(|suffix| suffix == mime::JSON || suffix == mime::XML)
        || texts.contains(&kind.essence_str())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::is_text;

    #[test]
    fn texts_are_compressed_and_nothing_else() {
        for (content_type, expected) in [
            ("application/json", true),
            ("application/x-ndjson", true),
            ("text/csv; charset=utf-8", true),
            ("text/html", true),
            ("image/svg+xml", true),
            ("application/vnd.oai.openapi+json", true),
            ("image/png", false),
            ("application/gzip", false),
            ("application/octet-stream", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
            assert_eq!(is_text(&headers), expected, "{content_type}");
        }
    }
}
