//! From a raw name to normalised, classified tokens, and the similarity of two tokens.
//!
//! The builder and the server share this layer: a name in a list and a name in a query pass through
//! the same functions. Knows nothing of records or files.
//!
//! | module | what it holds |
//! |---|---|
//! | `token` | a token in the making, and its place in the text: [`Span`] |
//! | `name` | the result: [`Name`], its tokens and their classes |
//! | `fold` | raw text to folded tokens: case, marks, scripts, the "abd" family; [`normalize`] |
//! | `classify` | the class of a token: stop word, title, legal form, number, ... |
//! | `acronym` | initials of an organisation's words |
//! | `tables` | reader of the data tables under `tables/` |
//! | `given_names` | given names that are similar but different; patronymics |
//! | `variants` | words of one meaning with different spellings |
//! | `compounds` | neighbouring tokens written as one |
//! | `tokenize` | the pipeline: raw name to [`Name`] ([`tokenize()`]) |
//! | `pieces` | a text as runs of letters and digits; phrases of them |
//! | `ranks` | ranks and offices: "General" and "Gen." |
//! | `published` | words of a published name, for search |
//! | `known_words` | words and names that are no slip of others |
//! | `written` | spellings of tokens that read the same |
//! | `well_known` | companies known by the spelling of one word |
//! | [`form`] | a token prepared for comparison: script, Latin letters, sounds |
//! | `signs` | learnt costs of the romanisations of a sign (a grapheme-to-letters table) |
//! | [`keys`] | blocking keys: spellings within an edit, phonetic skeletons |
//! | [`mod@similarity`] | similarity of two tokens |
//! | [`weight`] | weight of a token in a name |
//! | [`whole_name`] | a name as one string, and the edits between two |

pub mod form;
pub mod keys;
pub mod similarity;
pub mod weight;
pub mod whole_name;

mod acronym;
pub(crate) mod classify;
pub(crate) mod compounds;
pub(crate) mod fold;
mod given_names;
mod known_words;
mod name;
pub(crate) mod pieces;
mod published;
pub(crate) mod ranks;
mod signs;
pub(crate) mod tables;
mod token;
mod tokenize;
mod variants;
mod well_known;
mod written;

pub use acronym::is_acronym;
pub use compounds::stand_apart;
pub use fold::{normalize, within_letters, without_hangul_article};
pub(crate) use form::StoredForm;
pub use form::{Script, WordForm};
pub use given_names::are_different_names;
pub use keys::{
    SkeletonKeys, are_within_edit_limit, compound_matches_word, compounds_match,
    compounds_match_by, deletion_keys, may_compare, may_compare_across_scripts, may_compare_by,
    skeleton_keys, spelling_limit, whole_deletion_keys,
};
pub use known_words::is_known_word;
pub use name::{Compound, Name, NameKind, Word, WordClass, initial_of, letters_of};
pub use published::as_written;
pub(crate) use published::{pieces, published_words, word_set, words_of_piece};
pub use ranks::Ranks;
pub(crate) use signs::SIGNS_MAX;
pub use signs::signs_of;
pub(crate) use similarity::measure;
pub use similarity::{
    Measure, SignFilter, Signature, SignatureFilter, Similarity, similarity, similarity_above,
};
pub use token::Span;
pub use tokenize::{Readings, has_legal_form, name_kind, tokenize};
pub use variants::{
    GIVEN_NAME_OF_THING, GivenNameForms, Kinds, VARIANT, Variant, are_variants, has_variants,
    may_be_initials, variants_of,
};
pub use well_known::is_well_known_thing;
pub use written::is_cyrillic;
pub(crate) use written::{are_of_different_scripts, are_written_alike, has_another_word};
