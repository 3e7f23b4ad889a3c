//! Every number of the score. `/api/algorithms` shows those that [`constants`] lists.

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
/// Least informative words of a record for a confident match, in which extra query words cost less.
pub const CONFIDENT_WORDS: u8 = 2;
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
/// Factor for unmatched numbers on both sides.
pub const NUMBERS_DIFFER: f64 = 0.6;
/// Factor for an unmatched number on one side.
pub const NUMBER_EXTRA: f64 = 0.75;
/// Factor for an unmatched place in the name of a thing.
pub const PLACE_UNMATCHED: f64 = 0.86;
/// Factor for names in reverse order around a particle ("bin").
pub const ORDER_REVERSED: f64 = 0.65;
/// Factor for three to five short words that are neither in order nor rotated.
pub const SHORT_WORDS_SHUFFLED: f64 = 0.9;
/// Factor for a person's words in another order, if two scripts are compared and a pair is not nearly
/// equal.
pub const SCRIPTS_TURNED: f64 = 0.9;
/// Factor for two words of a person in reverse order behind an unmatched one.
pub const TURNED_BEHIND: f64 = 0.8;
/// Most letters of a short word.
pub const SHORT_WORD_LETTERS: u8 = 5;
/// Factor for an initial of the query if only one other word is matched: one name in twenty begins with
/// it.
pub const INITIAL_ALONE: f64 = 0.9;
/// Factor for an initial of the record in the same case: a party with a full name is seldom listed by
/// an initial.
pub const RECORD_INITIAL_ALONE: f64 = 0.75;
/// Factor for matched initials if a word is not nearly equal: "James A. Barcia" is not Angela James
/// Garcia.
pub const INITIAL_BESIDE_DOUBT: f64 = 0.92;
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

/// A constant as `/api/algorithms` shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    pub name: &'static str,
    pub value: f64,
    /// Its effect, as a sentence.
    pub meaning: &'static str,
}

/// Effects of the features, each named after its feature (`dob_match.same_year`), and constants of the
/// name comparison.
#[must_use]
pub fn constants() -> Vec<Constant> {
    use crate::text::weight;
    let constant = |name, value, meaning| Constant { name, value, meaning };
    vec![
        constant("dob_match.match", DOB_MATCH, "equal at the coarser precision"),
        constant("dob_match.same_year", 0.0, "same year, otherwise different"),
        constant(
            "dob_match.approximate_years",
            APPROXIMATE_YEARS.into(),
            "years around a date marked as approximate that count as the same year",
        ),
        constant("dob_match.different", DOB_DIFFERENT, "another year"),
        constant("country_match.match", COUNTRY_MATCH, "a country in common"),
        constant("country_match.different", COUNTRY_DIFFERENT, "no country in common"),
        constant("identifier_match.match", IMO_LIFT, "the score is at least this"),
        constant("identifier_match.different", IMO_DIFFERENT, "another IMO number"),
        constant("type_mismatch.mismatch", TYPE_MISMATCH, "the schema excludes the record's type"),
        constant("rarity_floor", weight::RARITY_FLOOR, "weight of the commonest ordinary word"),
        constant(
            "rarity_exponent",
            weight::RARITY_EXPONENT,
            "curve from document frequency to weight",
        ),
        constant(
            "weight_generic",
            weight::GENERIC_SHARE,
            "share of its rarity that a generic business word weighs",
        ),
        constant("weight_number", weight::NUMBER, "weight of a number"),
        constant("weight_initial", weight::INITIAL, "weight of an initial"),
        constant("weight_order", weight::ORDER, "weight of a particle such as bin"),
        constant("weight_stop", weight::STOP, "weight of an article or preposition"),
        constant("weight_legal", weight::LEGAL, "weight of a legal form"),
        constant("weight_title", weight::TITLE, "weight of a title"),
        constant(
            "initial_similarity",
            INITIAL_SIMILARITY,
            "an initial against a word that begins with it",
        ),
        constant(
            "initial_contradicts",
            INITIAL_CONTRADICTS,
            "added to both sides' leftovers by an initial that fits nothing",
        ),
        constant(
            "sure_weight",
            CONFIDENT_WEIGHT,
            "least weight that met for extra query words to be cheap",
        ),
        constant(
            "person_extra_sure",
            PERSON.extra_confident,
            "cost of extra query words when the record is explained in full",
        ),
        constant("person_extra", PERSON.extra, "cost of extra query words otherwise"),
        constant("person_missing", PERSON.missing, "cost of record words that the query lacks"),
        constant(
            "person_contradiction",
            PERSON.contradiction,
            "cost of words left over on both sides",
        ),
        constant(
            "thing_extra_sure",
            THING.extra_confident,
            "the same for companies, organizations, vessels and aircraft",
        ),
        constant(
            "thing_extra",
            THING.extra,
            "the same for companies, organizations, vessels and aircraft",
        ),
        constant(
            "thing_missing",
            THING.missing,
            "the same for companies, organizations, vessels and aircraft",
        ),
        constant(
            "thing_contradiction",
            THING.contradiction,
            "the same for companies, organizations, vessels and aircraft",
        ),
        constant(
            "evidence_enough",
            EVIDENCE_ENOUGH,
            "matched weight below which leftovers lower the score further",
        ),
        constant("numbers_differ", NUMBERS_DIFFER, "factor for numbers left over on both sides"),
        constant("number_extra", NUMBER_EXTRA, "factor for numbers left over on one side"),
        constant(
            "place_left",
            PLACE_UNMATCHED,
            "factor for a place left over in the name of a thing",
        ),
        constant(
            "order_reversed",
            ORDER_REVERSED,
            "factor for names around a particle the other way round",
        ),
        constant(
            "short_words_shuffled",
            SHORT_WORDS_SHUFFLED,
            "factor for three to five short words in another order",
        ),
        constant(
            "whole_preferred",
            WHOLE_PREFERRED,
            "how much less alike a word of Han or Hangul may be than a part of it that would meet",
        ),
        constant(
            "scripts_turned",
            SCRIPTS_TURNED,
            "factor for a person's words of two scripts that are alike in another order",
        ),
        constant(
            "turned_behind",
            TURNED_BEHIND,
            "factor for both words of a person turned round behind one that is left over",
        ),
        constant(
            "initial_alone",
            INITIAL_ALONE,
            "factor for an initial of the query beside one word",
        ),
        constant(
            "record_initial_alone",
            RECORD_INITIAL_ALONE,
            "factor for an initial of the record beside one word",
        ),
        constant(
            "initial_beside_doubt",
            INITIAL_BESIDE_DOUBT,
            "factor for an initial beside a word that is not surely the same",
        ),
        constant(
            "short_word_alone",
            SHORT_WORD_ALONE,
            "factor where one short word met, generic words apart, that is not the same",
        ),
        constant(
            "generic_alone",
            GENERIC_ALONE,
            "factor where generic words alone met, or such and places",
        ),
        constant(
            "told_least",
            IDENTIFIED_WEIGHT_MIN,
            "weight from which on one or two words that tell a thing apart are its name",
        ),
        constant(
            "ranked_least",
            RANKED_WEIGHT_MIN,
            "weight from which on one word behind a rank says which person is meant",
        ),
        constant(
            "rank_met_least",
            RANK_MATCHED_WEIGHT_MIN,
            "the same where the record has that rank",
        ),
        constant("surname_alone", SURNAME_ALONE, "what such a word scores at least without a rank"),
        constant("weak_alias", WEAK_ALIAS, "factor for a weak alias"),
        constant(
            "weak_alias_alone",
            WEAK_ALIAS_ALONE,
            "factor for such an alias of at most one informative word",
        ),
    ]
}
