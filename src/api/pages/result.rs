//! One result of a screening in detail: matched words, and the effects on the score.

use maud::{Markup, display, html};

use super::parts::{country, kind, list_kind, name, record_link};
use crate::api::http::service::Loaded;
use tamis_engine::matching::{Alignment, Feature, FeatureKind, Hit, How, Penalty};
use tamis_engine::snapshot::RecordView;

/// A score rounded like in the API, with at least two decimals.
pub(super) fn score(score: f64) -> String {
    let digits = format!("{score:.4}");
    let kept = digits.trim_end_matches('0').len().max(digits.len() - 2);
    digits[..kept].to_owned()
}

pub(super) fn result(loaded: &Loaded, hit: &Hit, threshold: f64) -> Markup {
    html! { article.result { (content(loaded, hit, threshold, record_link)) } }
}

/// A result without its frame, with links to records of this form.
pub(super) fn content(
    loaded: &Loaded,
    hit: &Hit,
    threshold: f64,
    record_link: fn(RecordView<'_>) -> Markup,
) -> Markup {
    let record = loaded.snapshot.record(hit.record);
    let others = hit.others.iter().flatten().map(|other| loaded.snapshot.record(*other));
    let others: Vec<RecordView<'_>> = others.collect();
    html! {
        div.head {
            h3 { (record_link(record)) }
            p.score {
                span.number { (score(hit.score)) } " "
                @if hit.score >= threshold { span.contradicts { "match" } }
                @else { span.note { "no match" } }
            }
        }
        (bar(hit.score, threshold))
        ul.badges {
            li { (kind(record.entity_type())) }
            li.list { (list_kind(record.list_type())) }
            li { (record.register().short_name) }
            @for date in record.birth_dates() { li { "Born " span.id { (display(date)) } } }
            @if let Some(date) = record.born_before() {
                li { "Born before " span.id { (display(date)) } }
            }
            @for code in record.countries() { li { (country(code)) } }
            @if let Some(imo) = record.imo() { li { "IMO " span.id { (display(imo)) } } }
        }
        (compared(hit))
        @if !others.is_empty() {
            details {
                summary { (others.len()) " other records of this party" }
                ul.values { @for other in others {
                    li { (record_link(other)) " " span.note { (other.register().short_name) } }
                } }
            }
        }
    }
}

/// The score as a bar with a mark at the threshold.
fn bar(score: f64, threshold: f64) -> Markup {
    let at = |share: f64| format!("{:.1}", share * 100.0);
    html! {
        svg.bar viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
            rect.rail width="100" height="4" {}
            rect.fill width=(at(score)) height="4" {}
            line x1=(at(threshold)) x2=(at(threshold)) y1="0" y2="4" {}
        }
    }
}

/// The matched words, and the effect of each fact on the score.
pub(super) fn compared(hit: &Hit) -> Markup {
    let by_name = hit.features.iter().find(|feature| feature.kind == FeatureKind::NameMatch);
    html! {
        @if let Some(feature) = by_name { (words(feature)) }
        p.note { "From the name to the score" }
        dl.effects {
            @for feature in &hit.features { (effect(feature)) }
            div.total { dt { "Score" } dd { (score(hit.score)) } }
        }
    }
}

/// The words of the query above the matched words of the record.
fn words(feature: &Feature) -> Markup {
    let nothing = Alignment::default();
    let alignment = feature.alignment.as_ref().unwrap_or(&nothing);
    let differ = alignment.lowered_by.has(Penalty::Contradiction)
        || alignment.lowered_by.has(Penalty::NumbersDiffer);
    let (class, sign) = if differ { ("contradicts", "≠") } else { ("near", "∅") };
    html! {
        @if let Some(matched) = &feature.matched_name {
            p.note { "Asked above, listed below: " (name(matched)) }
        }
        ol.aligned {
            @for pair in &alignment.pairs {
                @let (class, sign) = if pair.how == How::Equal { ("agrees", "=") } else { ("near", "≈") };
                li class=(class) {
                    span.word { (name(&pair.query)) }
                    span.met { (sign) " " (how(pair.how)) @if pair.how != How::Equal { " " (score(pair.similarity)) } }
                    span.word { (name(&pair.record)) }
                }
            }
            @for word in &alignment.only_query {
                li class=(class) {
                    span.word { (name(word)) }
                    span.met { (sign) @if differ { " differs" } @else { " not listed" } }
                    span.word.gap { "–" }
                }
            }
            @for word in &alignment.only_record {
                li class=(class) {
                    span.word.gap { "–" }
                    span.met { (sign) @if differ { " differs" } @else { " not asked" } }
                    span.word { (name(word)) }
                }
            }
        }
    }
}

/// Short label of a way of matching.
fn how(how: How) -> &'static str {
    match how {
        How::Equal => "equal",
        How::Script => "other script",
        How::Number => "number",
        How::LegalForm => "legal form",
        How::Abbreviation => "abbreviation",
        How::Variant => "variant",
        How::Translated => "translated",
        How::Joined => "joined",
        How::Spelling => "spelling",
        How::Sound => "sound",
        How::Initial => "initial",
        How::Whole => "as one string",
    }
}

/// Effect of a fact on the score: a sign, a number, a bar to either side, and a sentence.
fn effect(feature: &Feature) -> Markup {
    let what = match feature.kind {
        FeatureKind::NameMatch => "Name",
        FeatureKind::DobMatch => "Birth date",
        FeatureKind::CountryMatch => "Country",
        FeatureKind::IdentifierMatch => "IMO number",
        FeatureKind::TypeMismatch => "Kind",
    };
    let weight = feature.weight;
    let is_name = feature.kind == FeatureKind::NameMatch;
    let (class, sign) = match weight {
        _ if is_name => ("", ""),
        weight if weight > 0.0 => ("agrees", "= "),
        weight if weight < 0.0 => ("contradicts", "≠ "),
        _ => ("near", "≈ "),
    };
    let (start, length) = (50.0 + 50.0 * weight.min(0.0), 50.0 * weight.abs());
    html! {
        div {
            dt class=(class) { (sign) (what) }
            dd { @if is_name { (score(weight)) } @else { @if weight >= 0.0 { "+" } (score(weight)) } }
            dd { svg.effect viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                rect.rail width="100" height="8" {}
                rect.fill class=(class) x=(format!("{start:.1}")) width=(format!("{length:.1}")) height="8" {}
            } }
            dd.says { (feature.explanation.as_deref().unwrap_or_default()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn a_score_below_the_threshold_never_looks_like_one_at_it() {
        for (number, shown) in [
            (1.0, "1.00"),
            (0.75, "0.75"),
            (0.7499, "0.7499"),
            (0.9, "0.90"),
            (0.123, "0.123"),
            (-0.25, "-0.25"),
            (0.1 + 0.2, "0.30"),
        ] {
            assert_eq!(score(number), shown);
        }
    }
}
