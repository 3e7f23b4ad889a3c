//! Negotiation of the form of a file: `Accept-Encoding` (RFC 9110, 12.5.3).

use axum::http::{HeaderMap, header};
use tamis_engine::model::BulkForm;

/// Content coding of a form; the uncompressed one has none.
pub(super) fn name(form: BulkForm) -> Option<&'static str> {
    match form {
        BulkForm::Zstd => Some("zstd"),
        BulkForm::Gzip => Some("gzip"),
        BulkForm::Plain => None,
    }
}

/// The caller's preferred stored form; the smallest of equally preferred ones. A coding that the caller
/// does not name is not used. The uncompressed form is the last choice unless the caller names it.
/// `None` if the caller accepts none.
pub(super) fn chosen(headers: &HeaderMap, stored: &[BulkForm]) -> Option<BulkForm> {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let text: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
    let accepted: Vec<(&str, u16)> =
        text.iter().flat_map(|list| list.split(',')).filter_map(entry).collect();
    let forms = BulkForm::ALL.into_iter().filter(|form| stored.contains(form));
    let weighted = forms.map(|form| (weight(form, &accepted), form));
    // `max_by_key` returns the last of equal weights, and the list is reversed so that the smallest
    // form is last.
    let best = weighted.rev().max_by_key(|(weight, _)| *weight);
    best.filter(|(weight, _)| *weight > 0).map(|(_, form)| form)
}

/// Weight of the uncompressed form if the caller does not name it: acceptable, but the last choice.
const UNNAMED: u16 = 1;

/// Weight of a form: 0 not acceptable, 2000 most preferred.
fn weight(form: BulkForm, accepted: &[(&str, u16)]) -> u16 {
    let coding = name(form).unwrap_or("identity");
    let of = |name: &str| {
        let named =
            |(own, _): &&(&str, u16)| own.trim_start_matches("x-").eq_ignore_ascii_case(name);
        accepted.iter().find(named).map(|(_, quality)| *quality)
    };
    let otherwise = if form == BulkForm::Plain { UNNAMED } else { 0 };
    of(coding).or_else(|| of("*")).unwrap_or(otherwise)
}

/// A coding with its quality in two-thousandths; `None` for other texts.
fn entry(text: &str) -> Option<(&str, u16)> {
    let (coding, parameter) = text.split_once(';').unwrap_or((text, "q=1"));
    let (key, quality) = parameter.split_once('=')?;
    let quality: f32 = quality.trim().parse().ok()?;
    let is_quality = key.trim().eq_ignore_ascii_case("q") && (0.0..=1.0).contains(&quality);
    (is_quality && !coding.trim().is_empty())
        .then(|| (coding.trim(), (quality * 2000.0).round() as u16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_that_the_caller_likes_best_is_taken() {
        let all = &BulkForm::ALL[..];
        let (zstd, gzip, plain) =
            (Some(BulkForm::Zstd), Some(BulkForm::Gzip), Some(BulkForm::Plain));
        for (accepted, stored, expected) in [
            (None, all, plain),
            (Some(""), all, plain),
            (Some("gzip"), all, gzip),
            (Some("x-gzip"), all, gzip),
            (Some("gzip, deflate, br, zstd"), all, zstd),
            (Some("gzip, deflate, br"), all, gzip),
            (Some("GZIP;Q=0.5 , zstd; q=0.4"), all, gzip),
            (Some("gzip;q=0.001"), all, gzip),
            (Some("gzip;q=0"), all, plain),
            (Some("identity, gzip;q=0.5"), all, plain),
            (Some("identity;q=0.5, gzip"), all, gzip),
            (Some("identity;q=0.5, gzip;q=0.5"), all, gzip),
            (Some("*"), all, zstd),
            (Some("*;q=0.5, zstd;q=0"), all, gzip),
            (Some("br"), all, plain),
            (Some("gzip;q=2, zstd;level=3, ;q=1"), all, plain),
            (Some("zstd, gzip"), &[BulkForm::Gzip, BulkForm::Plain], gzip),
            (Some("zstd, gzip"), &[BulkForm::Plain], plain),
            (Some("gzip, identity;q=0"), all, gzip),
            (Some("gzip, identity;q=0"), &[BulkForm::Plain], None),
            (Some("*;q=0"), all, None),
            (Some("br, *;q=0"), all, None),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(accepted) = accepted {
                headers.insert(header::ACCEPT_ENCODING, accepted.parse().expect("a header"));
            }
            assert_eq!(chosen(&headers, stored), expected, "{accepted:?} of {stored:?}");
        }
        let mut headers = HeaderMap::new();
        for accepted in ["br", "gzip"] {
            headers.append(header::ACCEPT_ENCODING, accepted.parse().expect("a header"));
        }
        assert_eq!(chosen(&headers, all), gzip, "several lists are one");
    }
}
