//! Matched words of two names, as written, with the kind of each match.

use std::ops::BitOr;

use super::side::Side;
use crate::model::{WordMask, named_enum};
use crate::rewrite::Reason;
use crate::scoring::Score;
use crate::scoring::align::Aligner;
use crate::scoring::pair::Pair;
use crate::scoring::penalty::Penalties;
use crate::text::{self, Measure, Similarity, WordClass, WordForm};

/// Matched and unmatched words of a query name and a record name (docs/api.md, "Match answers").
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Alignment {
    /// Matched pairs, in the order of the query's words.
    pub pairs: Vec<AlignedPair>,
    /// Unmatched words of the query, as typed.
    pub only_query: Vec<String>,
    /// Unmatched words of the record, as published.
    pub only_record: Vec<String>,
    /// Penalties beyond unmatched words.
    pub lowered_by: Penalties,
    /// True if the score is the least one of a rare surname.
    pub is_raised: bool,
    /// The reason of the rewrite, if the words of the query are those of one.
    pub rewrite: Option<Reason>,
}

/// A matched pair: a word, or neighbouring words, of either name.
#[derive(Debug, Clone, PartialEq)]
pub struct AlignedPair {
    /// Text of the query, as typed.
    pub query: String,
    /// Text of the record, as published.
    pub record: String,
    /// Kind of match.
    pub how: How,
    /// Similarity, above 0 to 1.
    pub similarity: f64,
}

named_enum!(
    /// Kind of match of two words (docs/api.md, "Match answers").
    How {
        /// Equal after folding.
        Equal = "equal",
        /// The same word in different scripts, or words that sound the same.
        Script = "script",
        /// The same number in another notation.
        Number = "number",
        /// The same legal form in another notation.
        LegalForm = "legal_form",
        /// One is short for the other.
        Abbreviation = "abbreviation",
        /// Spellings of one name, from a table.
        Variant = "variant",
        /// Words of one meaning in different languages.
        Translated = "translated",
        /// Neighbouring words that the other name writes as one.
        Joined = "joined",
        /// Words of similar spelling.
        Spelling = "spelling",
        /// Words of similar sound.
        Sound = "sound",
        /// A letter and a word that begins with it.
        Initial = "initial",
        /// The names as one string, an edit or a few apart.
        Whole = "whole",
    }
);

impl From<Measure> for How {
    fn from(measure: Measure) -> Self {
        match measure {
            Measure::Spelling => Self::Spelling,
            Measure::Sound => Self::Sound,
            Measure::Script => Self::Script,
        }
    }
}

/// Measures of words that were compared for an answer: its names share many of them.
#[derive(Default)]
pub(super) struct Measured {
    /// Word of the query, word of the record, and the measure that finds them similar.
    pairs: Vec<(String, String, Option<Measure>)>,
}

impl Measured {
    fn of(&mut self, asked: &str, known: &str) -> Option<Measure> {
        let is_same = |pair: &&(String, String, _)| pair.0 == asked && pair.1 == known;
        if let Some(&(_, _, measure)) = self.pairs.iter().find(is_same) {
            return measure;
        }
        let measure = text::measure(&WordForm::new(asked), &WordForm::new(known));
        self.pairs.push((asked.to_owned(), known.to_owned(), measure));
        measure
    }
}

impl Alignment {
    /// The latest alignment of an aligner, which must be of these names.
    pub(super) fn of(
        query: &Side<'_>,
        record: &Side<'_>,
        aligner: &Aligner,
        measured: &mut Measured,
    ) -> Self {
        let pairs = aligner.pairs();
        let met =
            |of: fn(&Pair) -> WordMask| pairs.iter().map(of).fold(WordMask::NONE, BitOr::bitor);
        let left = |side: &Side<'_>, met: WordMask| {
            let left = WordMask::all_of(side.len()).without(met);
            left.iter().map(|at| side.written(WordMask::word(at))).collect()
        };
        let only_query = left(query, met(|pair| pair.query));
        let only_record = left(record, met(|pair| pair.record));
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable_by_key(|pair| pair.query.first());
        let pairs =
            pairs.iter().map(|pair| AlignedPair::of(query, record, pair, measured)).collect();
        let (lowered_by, is_raised) = (aligner.penalties(), aligner.is_raised());
        let rewrite = query.rewrite();
        Self { pairs, only_query, only_record, lowered_by, is_raised, rewrite }
    }

    /// One pair of both names as strings.
    pub(super) fn whole(
        query: &Side<'_>,
        matched: &str,
        score: Score,
        lowered_by: Penalties,
    ) -> Self {
        let pair = AlignedPair {
            query: query.text().to_owned(),
            record: matched.to_owned(),
            how: How::Whole,
            similarity: score.rounded(),
        };
        Self { pairs: vec![pair], lowered_by, rewrite: query.rewrite(), ..Self::default() }
    }
}

impl AlignedPair {
    fn of(query: &Side<'_>, record: &Side<'_>, pair: &Pair, measured: &mut Measured) -> Self {
        let how = how(query, record, pair, measured);
        let similarity = f64::from(pair.similarity) / f64::from(Similarity::EQUAL.0);
        let (query, record) = (query.written(pair.query), record.written(pair.record));
        Self { query, record, how, similarity }
    }
}

fn how(query: &Side<'_>, record: &Side<'_>, pair: &Pair, measured: &mut Measured) -> How {
    let (Some(asked), Some(known)) = (pair.query.only(), pair.record.only()) else {
        let several = |mask: WordMask| mask.iter().count() > 2;
        let are_initials =
            (several(pair.query) || several(pair.record)) && text::may_be_initials(pair.similarity);
        return if are_initials { How::Abbreviation } else { How::Joined };
    };
    if pair.similarity == Similarity::EQUAL.0 {
        return how_equal(query, record, asked, known);
    }
    let [asked, known] = [query.word(asked), record.word(known)];
    let is_initial = [asked, known].map(|word| word.class == WordClass::Initial);
    let [first, other] = [asked, known].map(|word| text::initial_of(&word.text));
    if is_initial[0] != is_initial[1] && first == other {
        return How::Initial;
    }
    if text::are_variants(&asked.text, &known.text, pair.similarity) {
        return how_variant(query, record, pair);
    }
    // What neither a table nor their letters tell was learnt from the lists.
    let measure = measured.of(&asked.text, &known.text);
    measure.map_or_else(|| how_variant(query, record, pair), How::from)
}

/// Kind of match of two variants.
fn how_variant(query: &Side<'_>, record: &Side<'_>, pair: &Pair) -> How {
    let source =
        |side: &Side<'_>, words: WordMask| words.only().map(|at| side.source(at).to_owned());
    let sources = source(query, pair.query).zip(source(record, pair.record));
    match sources.is_some_and(|(asked, known)| text::are_of_different_scripts(&asked, &known)) {
        true => How::Translated,
        false => How::Variant,
    }
}

/// Kind of match of two words that fold to the same text.
fn how_equal(query: &Side<'_>, record: &Side<'_>, asked: usize, known: usize) -> How {
    let text = query.word(asked).text.as_str();
    let (asked, known) = (query.source(asked), record.source(known));
    if text::are_written_alike(asked, known) {
        How::Equal
    } else if text.starts_with('#') {
        How::LegalForm
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        How::Number
    } else if text::are_of_different_scripts(asked, known) {
        How::Script
    } else if text::has_another_word(asked) || text::has_another_word(known) {
        How::Abbreviation
    } else {
        How::Equal
    }
}
