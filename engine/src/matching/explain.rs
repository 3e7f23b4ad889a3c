//! A result in words: which names met and how, and what each further feature did.

use super::query::{Algorithm, MatchQuery};
use crate::candidates::form::QueryForm;
use crate::candidates::gather::QueryName;
use crate::model::{EntityType, RecordOrdinal, Schema, WordOrdinal, named_enum};
use crate::scoring::Score;
use crate::scoring::align::{Aligner, Pair, bits};
use crate::scoring::constants as c;
use crate::scoring::effects::{Compared, Comparison, Facts};
use crate::scoring::hit_table::HitTable;
use crate::scoring::top::Ranked;
use crate::snapshot::{IndexView, RecordView, Snapshot};
use crate::text::NameKind;

/// A record that answers a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The record.
    pub record: RecordOrdinal,
    /// Score, 0 to 1, rounded to four decimals.
    pub score: f64,
    /// What led to it, the name first.
    pub features: Vec<Feature>,
}

/// One feature of a result (api.md 2.10).
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// Which.
    pub kind: FeatureKind,
    /// One plain sentence.
    pub explanation: String,
    /// What was measured, 0 to 1.
    pub score: f64,
    /// The effect actually applied to the score.
    pub weight: f64,
    /// The record's name that met the query best (name_match only).
    pub matched_name: Option<String>,
}

named_enum!(
    /// The features of api.md 2.11.
    FeatureKind {
        /// Names.
        NameMatch = "name_match",
        /// Birth dates.
        DobMatch = "dob_match",
        /// Countries.
        CountryMatch = "country_match",
        /// IMO numbers.
        IdentifierMatch = "identifier_match",
        /// Types.
        TypeMismatch = "type_mismatch",
    }
);

/// Puts results of one query into words.
pub(super) struct Explainer<'a, 's> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) index: &'a IndexView<'s>,
    pub(super) query: &'a MatchQuery,
    pub(super) names: &'a [QueryName],
    pub(super) facts: &'a Facts,
    pub(super) algorithm: Algorithm,
    pub(super) table: &'a mut HitTable,
    pub(super) aligner: &'a mut Aligner,
}

impl Explainer<'_, '_> {
    /// Explains one ranked record.
    pub(super) fn hit(&mut self, ranked: &Ranked) -> Hit {
        let record = self.snapshot.record(ranked.record);
        let mut features = Vec::new();
        if !self.names.is_empty() {
            features.push(self.name_feature(record, ranked));
        }
        if self.algorithm == Algorithm::Standard {
            let compared = self.facts.compare(self.index, ranked.record);
            features.extend(fact_features(self.query, record, compared, ranked));
        }
        Hit { record: ranked.record, score: ranked.score.rounded(), features }
    }

    fn name_feature(&mut self, record: RecordView<'_>, ranked: &Ranked) -> Feature {
        let score = ranked.name_score.rounded();
        let feature = |explanation: String, matched_name: Option<String>| Feature {
            kind: FeatureKind::NameMatch,
            explanation,
            score,
            weight: score,
            matched_name,
        };
        let Some(name) = ranked.name.filter(|_| ranked.name_score > Score::ZERO) else {
            let nothing = "No word of the query meets a word of the record's names.";
            return feature(nothing.to_owned(), None);
        };
        let row = &self.index.names[name as usize];
        let kind = NameKind::ALL[usize::from(self.index.records[row.record as usize].kind)];
        let form = &self.names[usize::from(ranked.query_name)].forms[kind as usize];
        self.table.fill(self.index, form);
        let again = self.aligner.score(self.index, form, self.table, name);
        debug_assert_eq!(again, ranked.name_score, "an alignment does not depend on its place");
        let explanation = alignment_in_words(self.index, form, name, self.aligner.pairs());
        feature(explanation, Some(record.name_at(row.alias).to_owned()))
    }
}

/// "x" equals; "x" ~ "y" (0.93); left over in the query: ...; in the record: ....
fn alignment_in_words(
    index: &IndexView<'_>,
    form: &QueryForm,
    name: u32,
    pairs: &[Pair],
) -> String {
    let (run, _) = index.run(name);
    // A legal form is a code for all its spellings, so that the text may hold another one.
    let shown = |text: &str| match text.strip_prefix('#') {
        Some(code) => format!("{code} (legal form)"),
        None => text.to_owned(),
    };
    let query_text = |mask: u32| {
        let words: Vec<String> = bits(mask).map(|at| shown(&form.words[at].text)).collect();
        words.join(" ")
    };
    let record_text = |mask: u32| {
        let word = |at: usize| shown(index.word_text(WordOrdinal(run.at(at).word())));
        let words: Vec<String> = bits(mask).map(word).collect();
        words.join(" ")
    };
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable_by_key(|pair| pair.query.trailing_zeros());
    let equal = pairs.iter().filter(|pair| pair.similarity == 255);
    let alike = pairs.iter().filter(|pair| pair.similarity < 255);
    let mut parts = Vec::new();
    let quoted: Vec<String> = equal.map(|pair| format!("\"{}\"", query_text(pair.query))).collect();
    if !quoted.is_empty() {
        parts.push(format!("equal: {}", quoted.join(", ")));
    }
    let quoted: Vec<String> = alike
        .map(|pair| {
            let similarity = f64::from(pair.similarity) / 255.0;
            format!(
                "\"{}\" with \"{}\" ({similarity:.2})",
                query_text(pair.query),
                record_text(pair.record)
            )
        })
        .collect();
    if !quoted.is_empty() {
        parts.push(format!("alike: {}", quoted.join(", ")));
    }
    let met = pairs.iter().fold((0, 0), |met, pair| (met.0 | pair.query, met.1 | pair.record));
    let left = |count: usize, met: u32| {
        (0..count).filter(|at| met & (1 << at) == 0).fold(0u32, |mask, at| mask | 1 << at)
    };
    let (query_left, record_left) = (left(form.words.len(), met.0), left(run.len(), met.1));
    if query_left != 0 {
        parts.push(format!("only in the query: \"{}\"", query_text(query_left)));
    }
    if record_left != 0 {
        parts.push(format!("only in the record: \"{}\"", record_text(record_left)));
    }
    format!("Words {}.", parts.join("; "))
}

fn fact_features(
    query: &MatchQuery,
    record: RecordView<'_>,
    compared: Compared,
    ranked: &Ranked,
) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut push = |kind, explanation: String, score: f64, weight: f64| {
        features.push(Feature { kind, explanation, score, weight, matched_name: None });
    };
    if compared.birth_date != Comparison::Unknown {
        let (asked, known) = (list(&query.birth_dates), list(record.birth_dates()));
        let (verdict, score) = match compared.birth_date {
            Comparison::Match => ("is", 1.0),
            Comparison::SameYear => ("is in the same year as", 0.5),
            _ => ("differs from", 0.0),
        };
        let weight = compared.birth_date.birth_date_effect().rounded();
        let text = format!("Birth date {asked} {verdict} the record's {known}.");
        push(FeatureKind::DobMatch, text, score, weight);
    }
    if compared.country != Comparison::Unknown {
        let (asked, known) = (list(&query.countries), list(record.countries()));
        let equal = compared.country == Comparison::Match;
        let verdict = if equal { "is among" } else { "is not among" };
        let weight = compared.country.country_effect().rounded();
        let text = format!("Country {asked} {verdict} the record's {known}.");
        push(FeatureKind::CountryMatch, text, f64::from(u8::from(equal)), weight);
    }
    if compared.type_mismatch {
        let entity_type = record.entity_type().map_or("unknown", EntityType::as_str);
        let schema = Schema::as_str(query.schema);
        let text = format!("The record is of type {entity_type}, which no {schema} is.");
        push(FeatureKind::TypeMismatch, text, 1.0, compared.type_effect().rounded());
    }
    if compared.imo != Comparison::Unknown {
        let (asked, known) = (list(&query.imos), list(record.imo()));
        let equal = compared.imo == Comparison::Match;
        let (verdict, weight) = if equal {
            let unlifted = Compared { imo: Comparison::Unknown, ..compared };
            let lift = ranked.score.0 - unlifted.apply(ranked.name_score).0;
            ("is", Score(lift).rounded())
        } else {
            ("differs from", c::IMO_DIFFERENT)
        };
        let text = format!("IMO number {asked} {verdict} the record's {known}.");
        push(FeatureKind::IdentifierMatch, text, f64::from(u8::from(equal)), weight);
    }
    features
}

fn list<T: std::fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.join(" or ")
}
