//! Content codings of request bodies, and their decompression.

use std::io::{self, Read};

use axum::http::{HeaderMap, header};
use flate2::read::MultiGzDecoder;

use super::error::{ApiError, Given};
use crate::limits;

/// Content coding of a body (RFC 9110, 8.4.1; zstd: RFC 8878).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Plain,
    Gzip,
    Zstd,
}

impl Coding {
    /// Reads the coding from the headers.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, ApiError> {
        let given: Vec<&[u8]> = headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .map(|value| value.as_bytes())
            .collect();
        let given = String::from_utf8_lossy(&given.join(&b","[..])).trim().to_ascii_lowercase();
        match given.as_str() {
            "" | "identity" => Ok(Self::Plain),
            "gzip" | "x-gzip" => Ok(Self::Gzip),
            "zstd" => Ok(Self::Zstd),
            other => Err(ApiError::UnknownCoding(Given::new(other))),
        }
    }

    /// Returns a reader of the decompressed body. Its memory does not grow with the body.
    pub(crate) fn unpacked(self, body: impl Read + Send + 'static) -> Unpacked {
        let zstd = |body| -> io::Result<_> {
            let mut decoder = zstd::Decoder::new(body)?;
            decoder.window_log_max(limits::ZSTD_WINDOW_LOG_MAX)?;
            Ok(decoder)
        };
        match self {
            Self::Plain => Box::new(body),
            Self::Gzip => Box::new(MultiGzDecoder::new(body)),
            Self::Zstd => match zstd(body) {
                Ok(decoder) => Box::new(decoder),
                Err(error) => Box::new(Failed(Some(error))),
            },
        }
    }
}

/// Reader of decompressed bytes.
pub(crate) type Unpacked = Box<dyn Read + Send>;

/// Reader that reports the failure to start a decompressor.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn codings_are_known_by_name() {
        for (given, expected) in [
            (&[][..], Some(Coding::Plain)),
            (&["identity"], Some(Coding::Plain)),
            (&["GZIP"], Some(Coding::Gzip)),
            (&["zstd"], Some(Coding::Zstd)),
            (&["br"], None),
            (&["gzip", "zstd"], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in given {
                headers.append(header::CONTENT_ENCODING, HeaderValue::from_static(value));
            }
            assert_eq!(Coding::of(&headers).ok(), expected, "{given:?}");
        }
    }
}
