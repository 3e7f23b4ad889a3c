//! From a raw name to normalised, classified words, and how alike two words are.
//!
//! The builder and the server share this layer: a name in a list and a name in a query pass
//! through the same functions. Knows nothing of records or files.
//!
//! | module | what it holds |
//! |---|---|
//! | `name` | what comes out: [`Name`], its words and their classes |
//! | `fold` | raw text to folded words: case, marks, scripts, the "abd" family |
//! | `classify` | the class of each word: stop word, title, legal form, number, ... |
//! | `joins` | neighbouring words written as one |
//! | `tokenize` | the pipeline: raw name to [`Name`] ([`tokenize()`], [`normalize`]) |
//! | `published` | words as they stand in a published name, for search by words |
//! | `tables` | reading the data tables under `tables/` |
//! | [`form`] | what a word carries to be compared: script, Latin letters, sound |
//! | [`keys`] | when two words are worth comparing: close spellings and skeletons |
//! | [`mod@similarity`] | how alike two words are |
//! | [`weight`] | what a word is worth in a name |

pub mod form;
pub mod keys;
pub mod similarity;
pub mod weight;

mod classify;
mod fold;
mod joins;
mod name;
mod published;
mod tables;
mod tokenize;

pub(crate) use form::StoredForm;
pub use form::{Script, WordForm};
pub use keys::{
    SkeletonKeys, deletion_keys, joined_meet, may_meet_joined, skeleton_keys, spelling_limit,
    spellings_meet, whole_deletion_keys, words_meet,
};
pub use name::{Join, Name, NameKind, Word, WordClass, initial_of, letters_of};
pub(crate) use published::{pieces, published_words, word_set, words_of_piece};
pub use similarity::{Similarity, Sketch, SketchFilter, similarity, similarity_above};
pub use tokenize::{Readings, has_legal_form, name_kind, normalize, tokenize};
