//! The constants that move a score, as `/api/algorithms` shows them.

use crate::lexicon;
use crate::scoring::constants::{
    APPROXIMATE_YEARS, CONFIDENT_SIMILARITY, CONFIDENT_WEIGHT, CONTRADICTION_FULL,
    COUNTRY_DIFFERENT, COUNTRY_MATCH, DOB_DIFFERENT, DOB_MATCH, EVIDENCE_ENOUGH, EVIDENCE_LEAST,
    EVIDENCE_OF_INITIAL, EVIDENCE_OF_RECORD_INITIAL, GENERIC_ALONE, IDENTIFIED_WEIGHT_MIN,
    IMO_DIFFERENT, IMO_LIFT, INITIAL_CONTRADICTS, INITIAL_SIMILARITY, LOW_INFORMATION_ANY,
    LOW_INFORMATION_BOTH, NUMBER_EXTRA, NUMBERS_DIFFER, ORDER_BEHIND_UNMATCHED, ORDER_OF_PARTICLES,
    ORDER_OF_SCRIPTS, ORDER_OF_SHORT_WORDS, PERSON, PERSON_RANKED, PERSON_SYLLABIC,
    PLACE_UNMATCHED, RANK_MATCHED_WEIGHT_MIN, RANKED_WEIGHT_MIN, SHORT_ALONE_LETTERS,
    SHORT_WORD_ALONE, SHORT_WORD_LETTERS, SURNAME_ALONE, THING, TYPE_MISMATCH, WEAK_ALIAS,
    WEAK_ALIAS_ALONE, WHOLE_NAME_BLANK, WHOLE_NAME_LETTERS_MIN, WHOLE_NAME_LOW_INFORMATION,
    WHOLE_NAME_MOST, WHOLE_NAME_SLOPE, WHOLE_PREFERRED,
};
use crate::text::similarity::edits;
use crate::text::whole_name::LETTERS_PER_EDITS;
use crate::text::{GIVEN_NAME_OF_THING, Similarity, VARIANT, weight};

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
    let rows = [
        ("dob_match.match", DOB_MATCH, "equal at the coarser precision"),
        ("dob_match.same_year", 0.0, "same year, otherwise different"),
        (
            "dob_match.approximate_years",
            APPROXIMATE_YEARS.into(),
            "years around a date marked as approximate that count as the same year",
        ),
        ("dob_match.different", DOB_DIFFERENT, "another year"),
        ("country_match.match", COUNTRY_MATCH, "a country in common"),
        ("country_match.different", COUNTRY_DIFFERENT, "no country in common"),
        ("identifier_match.match", IMO_LIFT, "the score is at least this"),
        ("identifier_match.different", IMO_DIFFERENT, "another IMO number"),
        ("type_mismatch.mismatch", TYPE_MISMATCH, "the schema excludes the record's type"),
        ("rarity_floor", weight::RARITY_FLOOR, "weight of the commonest ordinary word"),
        ("rarity_exponent", weight::RARITY_EXPONENT, "curve from document frequency to weight"),
        (
            "weight_generic",
            weight::GENERIC_SHARE,
            "share of its rarity that a generic business word weighs",
        ),
        ("weight_number", weight::NUMBER, "weight of a number"),
        ("weight_initial", weight::INITIAL, "weight of an initial"),
        ("weight_order", weight::ORDER, "weight of a particle such as bin"),
        ("weight_stop", weight::STOP, "weight of an article or preposition"),
        ("weight_legal", weight::LEGAL, "weight of a legal form"),
        ("weight_title", weight::TITLE, "weight of a title"),
        ("initial_similarity", INITIAL_SIMILARITY, "an initial against a word that begins with it"),
        (
            "initial_contradicts",
            INITIAL_CONTRADICTS,
            "added to both sides' leftovers by an initial that fits nothing",
        ),
        (
            "confident_similarity",
            CONFIDENT_SIMILARITY,
            "least similarity of every pair for extra query words to be cheap",
        ),
        (
            "sure_weight",
            CONFIDENT_WEIGHT,
            "least weight that met for extra query words to be cheap",
        ),
        (
            "person_extra_sure",
            PERSON.extra_confident,
            "cost of extra query words when the record is explained in full",
        ),
        ("person_extra", PERSON.extra, "cost of extra query words otherwise"),
        ("person_missing", PERSON.missing, "cost of record words that the query lacks"),
        ("person_contradiction", PERSON.contradiction, "cost of words left over on both sides"),
        (
            "person_contradiction_factor",
            PERSON.contradiction_factor,
            "share of the score that a full contradiction takes besides",
        ),
        (
            "person_syllabic_extra",
            PERSON_SYLLABIC.extra,
            "cost of extra query words in Han or Hangul",
        ),
        (
            "person_syllabic_missing",
            PERSON_SYLLABIC.missing,
            "cost of record words that the query lacks in Han or Hangul",
        ),
        (
            "person_ranked_missing",
            PERSON_RANKED.missing,
            "cost of record words that the query lacks beside a surname behind a rank",
        ),
        (
            "thing_extra_sure",
            THING.extra_confident,
            "the same for companies, organizations, vessels and aircraft",
        ),
        ("thing_extra", THING.extra, "the same for companies, organizations, vessels and aircraft"),
        (
            "thing_missing",
            THING.missing,
            "the same for companies, organizations, vessels and aircraft",
        ),
        (
            "thing_contradiction",
            THING.contradiction,
            "the same for companies, organizations, vessels and aircraft",
        ),
        (
            "thing_contradiction_factor",
            THING.contradiction_factor,
            "the same for companies, organizations, vessels and aircraft",
        ),
        (
            "contradiction_full",
            CONTRADICTION_FULL,
            "weight left over on both sides from which on that share is taken in full",
        ),
        (
            "low_information_both",
            LOW_INFORMATION_BOTH,
            "cost of articles, titles and legal forms left over on both sides",
        ),
        (
            "low_information_any",
            LOW_INFORMATION_ANY,
            "cost of articles, titles and legal forms left over on either side",
        ),
        (
            "evidence_enough",
            EVIDENCE_ENOUGH,
            "matched weight below which leftovers lower the score further",
        ),
        (
            "evidence_of_initial",
            EVIDENCE_OF_INITIAL,
            "matched weight of an initial of the query there",
        ),
        (
            "evidence_of_record_initial",
            EVIDENCE_OF_RECORD_INITIAL,
            "matched weight of an initial of the record there",
        ),
        ("evidence_least", EVIDENCE_LEAST, "least matched weight there"),
        ("numbers_differ", NUMBERS_DIFFER, "factor for numbers left over on both sides"),
        ("number_extra", NUMBER_EXTRA, "factor for numbers left over on one side"),
        ("place_left", PLACE_UNMATCHED, "factor for a place left over in the name of a thing"),
        (
            "order_of_particles",
            ORDER_OF_PARTICLES,
            "share that a reversed order takes around particles",
        ),
        (
            "order_of_scripts",
            ORDER_OF_SCRIPTS,
            "the same in a person's name of two scripts, where words are only alike",
        ),
        (
            "order_behind_left",
            ORDER_BEHIND_UNMATCHED,
            "the same in a person's name behind a word that is left over",
        ),
        ("order_of_short_words", ORDER_OF_SHORT_WORDS, "the same where all words are short"),
        (
            "short_word_letters",
            SHORT_WORD_LETTERS.into(),
            "most letters of a word that counts as short there",
        ),
        (
            "whole_preferred",
            WHOLE_PREFERRED,
            "how much less alike a word of Han or Hangul may be than a part of it that would meet",
        ),
        (
            "short_word_alone",
            SHORT_WORD_ALONE,
            "factor where one short word met, generic words apart, that is not the same",
        ),
        (
            "short_alone_letters",
            SHORT_ALONE_LETTERS.into(),
            "most letters of a word that counts as short there",
        ),
        (
            "generic_alone",
            GENERIC_ALONE,
            "factor where generic words alone met, or such and places",
        ),
        (
            "told_least",
            IDENTIFIED_WEIGHT_MIN,
            "weight from which on one or two words that tell a thing apart are its name",
        ),
        (
            "ranked_least",
            RANKED_WEIGHT_MIN,
            "weight from which on one word behind a rank says which person is meant",
        ),
        ("rank_met_least", RANK_MATCHED_WEIGHT_MIN, "the same where the record has that rank"),
        ("surname_alone", SURNAME_ALONE, "what such a word scores at least without a rank"),
        (
            "whole_name_most",
            WHOLE_NAME_MOST,
            "greatest score of a name that is nearly the query as one string",
        ),
        (
            "whole_name_slope",
            WHOLE_NAME_SLOPE,
            "taken from such a score by an edit, divided by the informative letters",
        ),
        (
            "whole_name_letters_min",
            WHOLE_NAME_LETTERS_MIN,
            "informative letters below which an edit takes no more",
        ),
        (
            "whole_name_low_information",
            WHOLE_NAME_LOW_INFORMATION,
            "part of an edit that counts in a generic word, a legal form, a title or an article",
        ),
        ("whole_name_blank", WHOLE_NAME_BLANK, "taken by a blank that only one of the names has"),
        ("whole_name_one_edit", letters_for(1), "informative letters that allow an edit"),
        ("whole_name_two_edits", letters_for(2), "informative letters that allow two edits"),
        ("whole_name_three_edits", letters_for(3), "informative letters that allow three edits"),
        ("weak_alias", WEAK_ALIAS, "factor for a weak alias"),
        (
            "weak_alias_alone",
            WEAK_ALIAS_ALONE,
            "factor for such an alias of at most one informative word",
        ),
        (
            "similarity_least",
            similarity(Similarity::LEAST),
            "least similarity of two words that match",
        ),
        (
            "similarity_least_one_script",
            similarity(Similarity::LEAST_OF_ONE_SCRIPT),
            "the same of two words of one script",
        ),
        (
            "edit_letter",
            edit(edits::LETTER),
            "cost of a letter changed, left out or put in, in letters",
        ),
        ("edit_vowel", edit(edits::VOWEL), "the same for a vowel"),
        ("edit_doubled", edit(edits::DOUBLED), "the same for a doubled letter"),
        ("edit_swapped", edit(edits::SWAPPED), "the same for two letters swapped"),
        ("edit_alike", edit(edits::ALIKE), "the same for letters of one sound"),
        ("edit_digit", edit(edits::DIGIT), "the same for a digit, beyond what any word allows"),
        (
            "variant",
            similarity(VARIANT),
            "similarity of two words that a table or the lists give for one name",
        ),
        (
            "given_name_of_thing",
            similarity(GIVEN_NAME_OF_THING),
            "the same for forms of a given name in the name of a company or the like, where a distinctive \
             word behind it matches",
        ),
        (
            "truncated",
            similarity(lexicon::CUT),
            "similarity of the rest of a word to a word that begins with it",
        ),
        (
            "compound",
            similarity(lexicon::SAME_COMPOUND),
            "similarity of a word to neighbours that are the same when written as one",
        ),
        (
            "established_least",
            similarity(lexicon::ESTABLISHED_LEAST),
            "least similarity of two words that many records hold",
        ),
    ];
    rows.into_iter().map(|(name, value, meaning)| Constant { name, value, meaning }).collect()
}

/// Informative letters of a name that allow so many edits in it as one string.
fn letters_for(edits: usize) -> f64 {
    LETTERS_PER_EDITS[edits - 1] as f64
}

/// A similarity between 0 and 1.
fn similarity(similarity: Similarity) -> f64 {
    f64::from(similarity.0) / f64::from(Similarity::EQUAL.0)
}

/// Cost of an edit, in letters.
fn edit(cost: u32) -> f64 {
    f64::from(cost) / f64::from(edits::LETTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_score_is_shown_once() {
        // Upper bounds alone rely on the least cost of an unmatched word.
        let is_shown = |name: &str| name != "UNMATCHED_COST_MIN";
        let source = include_str!("../scoring/constants.rs");
        let shown = include_str!("constants.rs").split("let rows = [").nth(1).expect("the rows");
        let names =
            source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split_once(':'));
        let names: Vec<&str> = names.map(|(name, _)| name).filter(|name| is_shown(name)).collect();
        assert!(names.len() > 40, "{names:?}");
        for name in names {
            assert!(shown.contains(name), "{name} is not among the constants shown");
        }
        let all = constants();
        let distinct = |name| all.iter().filter(|constant| constant.name == name).count() == 1;
        assert!(all.iter().all(|constant| distinct(constant.name)));
    }
}
