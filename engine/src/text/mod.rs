//! From a raw name to normalised, classified words, and how alike two words are.
//!
//! The builder and the server share this layer: a name in a list and a name in a query pass
//! through the same functions. Knows nothing of records or files.
//!
//! | module | what it holds |
//! |---|---|
//! | `token` | a word on its way, and the place that it was read from: [`Span`] |
//! | `name` | what comes out: [`Name`], its words and their classes |
//! | `fold` | raw text to folded words: case, marks, scripts, the "abd" family; [`normalize`] |
//! | `classify` | the class of each word: stop word, title, legal form, number, ... |
//! | `acronym` | the initials of an organisation's words |
//! | `tables` | reading the data tables under `tables/` |
//! | `given_names` | given names that are alike and different; patronymics |
//! | `variants` | words that mean the same without being alike |
//! | `joins` | neighbouring words written as one |
//! | `misspelt` | misspelt titles, and "abd" |
//! | `tokenize` | the pipeline: raw name to [`Name`] ([`tokenize()`]) |
//! | `cut` | the last word of a text that fills a field |
//! | `free_text` | what is written beside a name: birth dates, numbers, addresses |
//! | `respaced` | words whose blanks were lost or put in: "JohnSmith", "S m i t h" |
//! | `told_apart` | several names in one text: "X a.k.a. Y" |
//! | `published` | words as they stand in a published name, for search by words |
//! | `written` | how words that are read as the same are written |
//! | `well_known` | companies that are known by the spelling of one word |
//! | [`form`] | what a word carries to be compared: script, Latin letters, sound |
//! | `signs` | signs of other scripts and the Latin letters that they stand for |
//! | [`keys`] | when two words are worth comparing: close spellings and skeletons |
//! | [`mod@similarity`] | how alike two words are |
//! | [`weight`] | what a word is worth in a name |

pub mod form;
pub mod keys;
pub mod similarity;
pub mod weight;

mod acronym;
mod classify;
mod cut;
mod fold;
mod free_text;
mod given_names;
mod joins;
mod misspelt;
mod name;
mod published;
mod respaced;
mod signs;
mod tables;
mod token;
mod tokenize;
mod told_apart;
mod variants;
mod well_known;
mod written;

pub use acronym::is_acronym;
pub use cut::{before_cut, cut_word};
pub use fold::{normalize, within_letters, without_hangul_article};
pub(crate) use form::StoredForm;
pub use form::{Script, WordForm};
pub use free_text::{BareNames, FreeText, Ranks, free_text, named_month};
pub use given_names::are_different_names;
pub use joins::stand_apart;
pub use keys::{
    SkeletonKeys, deletion_keys, joined_meet, joined_meet_by_joined, joined_meet_by_word,
    may_meet_across_scripts, skeleton_keys, spelling_limit, spellings_meet, whole_deletion_keys,
    words_meet, words_meet_by,
};
pub use misspelt::{abd_misspelt, title_misspelt};
pub use name::{Join, Name, NameKind, Word, WordClass, initial_of, letters_of};
pub use published::as_written;
pub(crate) use published::{pieces, published_words, word_set, words_of_piece};
pub use respaced::respaced;
pub(crate) use signs::SIGNS_MAX;
pub use signs::signs_of;
pub(crate) use similarity::measure;
pub use similarity::{
    Measure, SignFilter, Similarity, Sketch, SketchFilter, similarity, similarity_above,
};
pub use token::Span;
pub use tokenize::{Readings, has_legal_form, name_kind, tokenize};
pub use told_apart::{names_apart, things_apart};
pub use variants::{
    Kinds, VARIANT, Variant, are_variants, has_variants, may_be_initials, variants_of,
};
pub use well_known::is_well_known_thing;
pub use written::is_cyrillic;
pub(crate) use written::{are_of_different_scripts, are_written_alike, has_another_word};
