//! Every number of the score. `/api/algorithms` shows them (`matching/constants.rs`).

use crate::text::NameKind;

/// Effect of an equal birth date (docs/api.md, "Features").
pub const DOB_MATCH: f64 = 0.10;
/// Effect of a different birth date outside the same year.
pub const DOB_DIFFERENT: f64 = -0.25;
/// Effect of a shared country.
pub const COUNTRY_MATCH: f64 = 0.05;
/// Effect of different countries.
pub const COUNTRY_DIFFERENT: f64 = -0.10;
/// Years by which a birth date may differ from one that its publisher marks as approximate and still
/// count as the same year.
pub const APPROXIMATE_YEARS: u16 = 1;
/// Least score of a record with an equal IMO number.
pub const IMO_LIFT: f64 = 0.98;
/// Effect of a different IMO number.
pub const IMO_DIFFERENT: f64 = -0.30;
/// Effect of a record type that the query's schema excludes.
pub const TYPE_MISMATCH: f64 = -0.20;

/// Similarity of an initial to a word that begins with it.
pub const INITIAL_SIMILARITY: f64 = 0.8;
/// Weight added to the unmatched words of both sides by an initial that contradicts them.
pub const INITIAL_CONTRADICTS: f64 = 0.6;
/// Similarity that a whole word of Han or Hangul may lack against a part of it and still be paired
/// first: 막스 is Max, though 막 is more similar.
pub const WHOLE_PREFERRED: f64 = 0.1;
/// Least similarity of a nearly equal pair. If all pairs are so, extra query words cost less.
pub const CONFIDENT_SIMILARITY: f64 = 0.9;
/// Least matched weight of a confident match: two common names are no party.
pub const CONFIDENT_WEIGHT: f64 = 1.2;
/// Cost of unmatched low-information tokens on both sides, as a share of the smaller side.
pub const LOW_INFORMATION_BOTH: f64 = 0.5;
/// Cost of unmatched low-information tokens of either side, as a share of their weight.
pub const LOW_INFORMATION_ANY: f64 = 0.3;
/// Contradicting weight from which the contradiction factor applies in full.
pub const CONTRADICTION_FULL: f64 = 0.7;
/// Evidence below which unmatched words reduce the score further.
pub const EVIDENCE_ENOUGH: f64 = 1.3;
/// Evidence of a matched initial of the query: one name in twenty begins with it.
pub const EVIDENCE_OF_INITIAL: f64 = 0.3;
/// Evidence of a matched initial of the record: a party with a full name is seldom listed by an initial.
pub const EVIDENCE_OF_RECORD_INITIAL: f64 = -0.5;
/// Least evidence of a match.
pub const EVIDENCE_LEAST: f64 = 0.2;
/// Factor for unmatched numbers on both sides.
pub const NUMBERS_DIFFER: f64 = 0.6;
/// Factor for an unmatched number on one side.
pub const NUMBER_EXTRA: f64 = 0.75;
/// Factor for an unmatched place in the name of a thing.
pub const PLACE_UNMATCHED: f64 = 0.86;
/// Share of the score that a reversed order takes around particles ("bin").
pub const ORDER_OF_PARTICLES: f64 = 1.0;
/// The same in a person's name of two scripts, if a pair of these is not nearly equal.
pub const ORDER_OF_SCRIPTS: f64 = 0.4;
/// The same if all words are short.
pub const ORDER_OF_SHORT_WORDS: f64 = 0.4;
/// The same in a person's name behind an unmatched word.
pub const ORDER_BEHIND_UNMATCHED: f64 = 0.2;
/// Most letters of a short word.
pub const SHORT_WORD_LETTERS: u8 = 5;
/// Factor if the only match, generic words aside, is a different word of at most
/// [`SHORT_ALONE_LETTERS`]: every other acronym is a letter away, and KBC Bank is not KBK Bank. The
/// same applies to a longer word that is well known: Petrobras is not Petropars.
pub const SHORT_WORD_ALONE: f64 = 0.75;
/// Most letters of such a word.
pub const SHORT_ALONE_LETTERS: u8 = 4;
/// Factor if only generic words, or one letter, match, and more than a legal form is unmatched. In
/// names of things also if only generic words and places match, and a distinctive word is unmatched.
pub const GENERIC_ALONE: f64 = 0.8;
/// Least weight of the distinctive words of a thing, all matched, that identify it: "Garantex" for
/// "Garantex Europe OU".
pub const IDENTIFIED_WEIGHT_MIN: f64 = 0.58;
/// Least weight of one word behind a rank or a role that identifies a person: "Ayatollah Khamenei", but
/// not "Senator Smith".
pub const RANKED_WEIGHT_MIN: f64 = 0.85;
/// The same if the record has that rank: "Gen. Soleimani".
pub const RANK_MATCHED_WEIGHT_MIN: f64 = 0.5;
/// Least score of one such word without a rank, matched in full, whatever else the name holds. It is
/// below the usual threshold alone, and above it with an equal birth date ("Deripaska", born 2 January
/// 1968).
pub const SURNAME_ALONE: f64 = 0.68;
/// Factor for a weak alias (docs/api.md, "Record fields").
pub const WEAK_ALIAS: f64 = 0.95;
/// Factor for a weak alias of at most one informative word: below the usual threshold alone, and above
/// it with an equal birth date or country.
pub const WEAK_ALIAS_ALONE: f64 = 0.72;
/// Greatest score of a name that is nearly the query as one string: equal tokens rank before it.
pub const WHOLE_NAME_MOST: f64 = 0.97;
/// Share of such a score that an edit takes, times the informative letters.
pub const WHOLE_NAME_SLOPE: f64 = 1.7;
/// Informative letters below which an edit takes no more.
pub const WHOLE_NAME_LETTERS_MIN: f64 = 8.0;
/// Part of an edit that counts in a generic word, a legal form, a title or an article.
pub const WHOLE_NAME_LOW_INFORMATION: f64 = 0.5;
/// Taken by each blank that only one of the names has.
pub const WHOLE_NAME_BLANK: f64 = 0.005;
/// Least cost of any unmatched query word, as a share of its weight. Upper bounds rely on it.
pub const UNMATCHED_COST_MIN: f64 = 0.2;

/// Costs of unmatched words, as shares of their weight; see [`super::formula`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Costs {
    /// Extra query words in a confident match.
    pub extra_confident: f64,
    /// Extra query words otherwise.
    pub extra: f64,
    /// Record words that the query lacks.
    pub missing: f64,
    /// Words unmatched on both sides.
    pub contradiction: f64,
    /// Share of the score that a full contradiction takes, beyond its cost.
    pub contradiction_factor: f64,
}

/// Names of persons.
pub const PERSON: Costs = Costs {
    extra_confident: 0.3,
    extra: 0.8,
    missing: 0.25,
    contradiction: 1.5,
    contradiction_factor: 0.25,
};
/// Names of persons in Han or Hangul, where each syllable is a third of the name.
pub const PERSON_SYLLABIC: Costs =
    Costs { extra_confident: 0.8, extra: 0.8, missing: 0.7, ..PERSON };
/// A person's name of one word behind a rank, which stands for the given names: "Gen. Soleimani".
pub const PERSON_RANKED: Costs = Costs { missing: 0.15, ..PERSON };
/// Names of anything else.
pub const THING: Costs = Costs {
    extra_confident: 0.32,
    extra: 0.56,
    missing: 0.22,
    contradiction: 1.2,
    contradiction_factor: 0.12,
};

/// Costs for a kind of party; `is_identified` as in [`super::formula::Sums`].
#[must_use]
pub fn costs(kind: NameKind, syllabic: bool, is_identified: bool) -> &'static Costs {
    match kind {
        NameKind::Person if syllabic => &PERSON_SYLLABIC,
        NameKind::Person if is_identified => &PERSON_RANKED,
        NameKind::Person => &PERSON,
        NameKind::Thing => &THING,
    }
}
