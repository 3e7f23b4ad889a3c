//! Comparisons of birth dates, countries, types and IMO numbers as sentences.

use std::fmt::Display;

use super::{Feature, FeatureKind};
use crate::matching::query::MatchQuery;
use crate::model::{BirthDate, EntityType, PartialDate, Schema};
use crate::scoring::Score;
use crate::scoring::constants as c;
use crate::scoring::effects::{Compared, Comparison, birth_date};
use crate::scoring::top::Ranked;
use crate::snapshot::RecordView;

/// Up to so many different pairs of birth dates, all dates are shown; above, the closest pair.
const PAIRS_SHOWN_MAX: usize = 2;

/// Features of a record besides the name.
pub(super) fn features(
    query: &MatchQuery,
    schema: Schema,
    record: RecordView<'_>,
    compared: Compared,
    ranked: &Ranked,
    has_sentences: bool,
) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut push = |kind, explanation: &dyn Fn() -> String, score: f64, weight: f64| {
        let explanation = has_sentences.then(explanation);
        let (matched_name, alignment) = (None, None);
        features.push(Feature { kind, explanation, score, weight, matched_name, alignment });
    };
    if compared.birth_date != Comparison::Unknown {
        let score = match compared.birth_date {
            Comparison::Match => 1.0,
            Comparison::SameYear => 0.5,
            Comparison::Different | Comparison::Unknown => 0.0,
        };
        let weight = compared.birth_date.birth_date_effect().rounded();
        let text = || birth_dates_in_words(query, record, compared.birth_date);
        push(FeatureKind::DobMatch, &text, score, weight);
    }
    if compared.country != Comparison::Unknown {
        let equal = compared.country == Comparison::Match;
        let weight = compared.country.country_effect().rounded();
        let text = || {
            let (asked, known) = (list(&query.countries), list(record.compared_countries()));
            let verdict = if equal { "is among" } else { "is not among" };
            match record.is_by_addresses() {
                true => {
                    format!("Country {asked} {verdict} those of the record's addresses, {known}.")
                }
                false => format!("Country {asked} {verdict} the record's {known}."),
            }
        };
        push(FeatureKind::CountryMatch, &text, f64::from(u8::from(equal)), weight);
    }
    if compared.type_mismatch {
        let text = || {
            let entity_type = record.entity_type().map_or("unknown", EntityType::as_str);
            format!("The record is of type {entity_type}, which no {} is.", schema.as_str())
        };
        push(FeatureKind::TypeMismatch, &text, 1.0, compared.type_effect().rounded());
    }
    if compared.imo != Comparison::Unknown {
        let equal = compared.imo == Comparison::Match;
        let (verdict, weight) = if equal {
            let unlifted = Compared { imo: Comparison::Unknown, ..compared };
            let lift = ranked.score.0 - unlifted.apply(ranked.name_score).0;
            ("is", Score(lift).rounded())
        } else {
            ("differs from", c::IMO_DIFFERENT)
        };
        let text = || {
            let (asked, known) = (list(&query.imos), list(record.imo()));
            format!("IMO number {asked} {verdict} the record's {known}.")
        };
        push(FeatureKind::IdentifierMatch, &text, f64::from(u8::from(equal)), weight);
    }
    features
}

/// Comparison of birth dates as a sentence that names the deciding pair.
fn birth_dates_in_words(
    query: &MatchQuery,
    record: RecordView<'_>,
    compared: Comparison,
) -> String {
    let pairs = || {
        let asked = query.births();
        asked.flat_map(move |asked| record.birth_dates().map(move |known| (asked, known)))
    };
    let decided = pairs().find(|(asked, known)| birth_date(*asked, *known) == compared);
    let verdict = match (compared, decided) {
        (Comparison::Match, _) => "is",
        (Comparison::SameYear, Some((_, known))) if known.is_approximate => "is close to",
        (Comparison::SameYear, _) => "is in the same year as",
        (Comparison::Different | Comparison::Unknown, _) => "differs from",
    };
    let agrees = matches!(compared, Comparison::Match | Comparison::SameYear);
    let count = pairs().count();
    match decided.filter(|_| agrees) {
        None if count == 0 => {
            let (asked, before) = (list(query.births()), list(record.born_before()));
            format!("Birth date {asked} differs from the record's, which lies before {before}.")
        }
        Some((asked, known)) => format!("Birth date {asked} {verdict} the record's {known}."),
        // All differ.
        None if count > PAIRS_SHOWN_MAX => {
            let closest = pairs().min_by_key(|(asked, known)| apart(*asked, *known));
            let (asked, known) = closest.unzip();
            let (asked, known) = (list(asked), list(known));
            format!("Birth date {asked} differs from the record's {known}, the closest of several.")
        }
        None => {
            let (asked, known) = (list(query.births()), list(record.birth_dates()));
            format!("Birth date {asked} {verdict} the record's {known}.")
        }
    }
}

/// Distance of two dates: years, then months and days.
fn apart(asked: PartialDate, known: BirthDate) -> (u16, u32) {
    let codes = asked.to_code().abs_diff(known.date.to_code());
    (asked.year().abs_diff(known.year()), codes)
}

fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.join(" or ")
}
