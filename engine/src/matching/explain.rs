//! A result in words: which names met and how, and what each further feature did.

use std::fmt::Write as _;
use std::ops::BitOr;

use super::query::{Algorithm, MatchQuery};
use crate::candidates::Scratch;
use crate::model::{
    EntityType, NameOrdinal, RecordOrdinal, Schema, WordMask, WordOrdinal, named_enum,
};
use crate::query::{QueryForm, QueryName};
use crate::scoring::Score;
use crate::scoring::align::Pair;
use crate::scoring::constants as c;
use crate::scoring::effects::{Compared, Comparison, Facts, birth_date};
use crate::scoring::top::Ranked;
use crate::snapshot::rows::name_flags;
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
    /// Where results are parties, the other records of this one that pass the filter, by rising id;
    /// `None` where they are records.
    pub others: Option<Vec<RecordOrdinal>>,
}

/// One feature of a result (docs/api.md, "Match answers").
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
    /// The features of docs/api.md, "Features".
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
    pub(super) schema: Schema,
    pub(super) names: &'a [QueryName<'a>],
    pub(super) facts: &'a Facts,
    pub(super) algorithm: Algorithm,
    pub(super) scratch: &'a mut Scratch,
}

impl Explainer<'_, '_> {
    /// Explains the ranked records, in their order.
    pub(super) fn hits(&mut self, ranked: &[Ranked]) -> Vec<Hit> {
        let features = self.name_features(ranked);
        let hit = |(ranked, name): (&Ranked, Option<Feature>)| {
            let record = self.snapshot.record(ranked.record);
            let mut features: Vec<Feature> = name.into_iter().collect();
            if self.algorithm == Algorithm::Standard {
                let compared = self.facts.compare(self.index, ranked.record);
                features.extend(fact_features(self.query, self.schema, record, compared, ranked));
            }
            let score = ranked.score.rounded();
            Hit { record: ranked.record, score, features, others: None }
        };
        ranked.iter().zip(features).map(hit).collect()
    }

    /// The name feature of each record; none where the query has no name.
    ///
    /// Names are aligned again form by form: what a form meets has to be laid out before its first
    /// one, which costs more than an alignment.
    fn name_features(&mut self, ranked: &[Ranked]) -> Vec<Option<Feature>> {
        let mut features = vec![None; ranked.len()];
        if self.names.is_empty() {
            return features;
        }
        for (at, query_name) in self.names.iter().enumerate() {
            for form in &query_name.forms {
                let mut is_filled = false;
                for (ranked, feature) in ranked.iter().zip(&mut features) {
                    let Some(name) = met_name(ranked) else { continue };
                    if usize::from(ranked.query_name) == at && self.kind_of(ranked) == form.kind {
                        if !is_filled {
                            self.scratch.table.fill(form);
                            is_filled = true;
                        }
                        *feature = Some(self.name_feature(form, ranked, name));
                    }
                }
            }
        }
        for (ranked, feature) in ranked.iter().zip(&mut features) {
            feature.get_or_insert_with(|| nothing_met(ranked));
        }
        features
    }

    /// How the names of a record are read.
    fn kind_of(&self, ranked: &Ranked) -> NameKind {
        NameKind::ALL[usize::from(self.index.records[ranked.record.index()].kind)]
    }

    /// The feature of a name that met the words of a form, which is in the table.
    fn name_feature(
        &mut self,
        form: &QueryForm<'_>,
        ranked: &Ranked,
        name: NameOrdinal,
    ) -> Feature {
        let Scratch { table, aligner, .. } = &mut *self.scratch;
        // For its pairs; what it comes to is known.
        let _ = aligner.score(self.index, form, table, name);
        let alias = self.index.names[name.index()].alias;
        let matched = self.snapshot.record(ranked.record).name_at(alias);
        let mut explanation = alignment_in_words(self.index, form, name, aligner.pairs());
        if self.index.names[name.index()].flags & name_flags::WEAK != 0 {
            explanation.push_str(&format!(" \"{matched}\" is a weak alias."));
        }
        Feature { matched_name: Some(matched.to_owned()), ..name_match(ranked, explanation) }
    }
}

/// The name of a record that met some word.
fn met_name(ranked: &Ranked) -> Option<NameOrdinal> {
    ranked.name.filter(|_| ranked.name_score > Score::ZERO)
}

fn nothing_met(ranked: &Ranked) -> Feature {
    name_match(ranked, "No word of the query meets a word of the record's names.".to_owned())
}

fn name_match(ranked: &Ranked, explanation: String) -> Feature {
    let score = ranked.name_score.rounded();
    let kind = FeatureKind::NameMatch;
    Feature { kind, explanation, score, weight: score, matched_name: None }
}

/// "Words equal: "x"; alike: "y" with "z" (0.93); only in the query: "u"; only in the record: "v"."
fn alignment_in_words(
    index: &IndexView<'_>,
    form: &QueryForm<'_>,
    name: NameOrdinal,
    pairs: &[Pair],
) -> String {
    let (run, _) = index.run(name);
    let query_words = |mask: WordMask| mask.iter().map(|at| form.words[at].text);
    let record_words =
        |mask: WordMask| mask.iter().map(move |at| index.word_text(WordOrdinal(run.at(at).word())));
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable_by_key(|pair| pair.query.first());
    let mut parts = Parts::new("Words");
    for pair in pairs.iter().filter(|pair| pair.similarity == 255) {
        parts.begin("equal");
        parts.quote(query_words(pair.query));
    }
    for pair in pairs.iter().filter(|pair| pair.similarity < 255) {
        parts.begin("alike");
        parts.quote(query_words(pair.query));
        parts.text.push_str(" with ");
        parts.quote(record_words(pair.record));
        // Writing to a string does not fail.
        let _ = write!(parts.text, " ({:.2})", f64::from(pair.similarity) / 255.0);
    }
    let met = |of: fn(&Pair) -> WordMask| pairs.iter().map(of).fold(WordMask::NONE, BitOr::bitor);
    let query_left = WordMask::all_of(form.words.len()).without(met(|pair| pair.query));
    if !query_left.is_empty() {
        parts.begin("only in the query");
        parts.quote(query_words(query_left));
    }
    let record_left = WordMask::all_of(run.len()).without(met(|pair| pair.record));
    if !record_left.is_empty() {
        parts.begin("only in the record");
        parts.quote(record_words(record_left));
    }
    parts.text.push('.');
    parts.text
}

/// A sentence of titled parts, each of one thing or several.
struct Parts {
    text: String,
    title: &'static str,
}

impl Parts {
    fn new(beginning: &str) -> Self {
        /// Most are no longer.
        const USUAL: usize = 128;
        let mut text = String::with_capacity(USUAL);
        text.push_str(beginning);
        Self { text, title: "" }
    }

    /// Begins a thing of the part with this title.
    fn begin(&mut self, title: &'static str) {
        if self.title == title {
            self.text.push_str(", ");
            return;
        }
        self.text.push_str(if self.title.is_empty() { " " } else { "; " });
        self.text.push_str(title);
        self.text.push_str(": ");
        self.title = title;
    }

    fn quote<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let mut before = '"';
        for word in words {
            self.text.push(before);
            // A legal form is a code for all its spellings, so that the text may hold another one.
            match word.strip_prefix('#') {
                Some(code) => self.text.extend([code, " (legal form)"]),
                None => self.text.push_str(word),
            }
            before = ' ';
        }
        self.text.push('"');
    }
}

fn fact_features(
    query: &MatchQuery,
    schema: Schema,
    record: RecordView<'_>,
    compared: Compared,
    ranked: &Ranked,
) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut push = |kind, explanation: String, score: f64, weight: f64| {
        features.push(Feature { kind, explanation, score, weight, matched_name: None });
    };
    if compared.birth_date != Comparison::Unknown {
        let (text, score) = birth_dates_in_words(query, record, compared.birth_date);
        let weight = compared.birth_date.birth_date_effect().rounded();
        push(FeatureKind::DobMatch, text, score, weight);
    }
    if compared.country != Comparison::Unknown {
        let (asked, known) = (list(&query.countries), list(record.compared_countries()));
        let equal = compared.country == Comparison::Match;
        let verdict = if equal { "is among" } else { "is not among" };
        let weight = compared.country.country_effect().rounded();
        let text = match record.is_by_addresses() {
            true => format!("Country {asked} {verdict} those of the record's addresses, {known}."),
            false => format!("Country {asked} {verdict} the record's {known}."),
        };
        push(FeatureKind::CountryMatch, text, f64::from(u8::from(equal)), weight);
    }
    if compared.type_mismatch {
        let entity_type = record.entity_type().map_or("unknown", EntityType::as_str);
        let schema = schema.as_str();
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

/// What birth dates come to: the sentence, which names the pair that decided where one did, and how
/// much they are alike.
fn birth_dates_in_words(
    query: &MatchQuery,
    record: RecordView<'_>,
    compared: Comparison,
) -> (String, f64) {
    let mut pairs = query
        .birth_dates
        .iter()
        .flat_map(|asked| record.birth_dates().map(move |known| (*asked, known)));
    let decided = pairs.find(|(asked, known)| birth_date(*asked, *known) == compared);
    let (verdict, score) = match (compared, decided) {
        (Comparison::Match, _) => ("is", 1.0),
        (Comparison::SameYear, Some((_, known))) if known.is_approximate => ("is close to", 0.5),
        (Comparison::SameYear, _) => ("is in the same year as", 0.5),
        (Comparison::Different | Comparison::Unknown, _) => ("differs from", 0.0),
    };
    let text = match decided.filter(|_| score > 0.0) {
        Some((asked, known)) => format!("Birth date {asked} {verdict} the record's {known}."),
        // All differ.
        None => {
            let (asked, known) = (list(&query.birth_dates), list(record.birth_dates()));
            format!("Birth date {asked} {verdict} the record's {known}.")
        }
    };
    (text, score)
}

fn list<T: std::fmt::Display>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.join(" or ")
}
