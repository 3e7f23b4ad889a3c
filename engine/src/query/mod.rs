//! A query name, read once: its words, the dictionary words that they meet, and what they weigh.
//!
//! | module | what it holds |
//! |---|---|
//! | [`asked`] | a name as it is asked for, read before any snapshot is known |
//! | [`name`] | the same name with the words of a snapshot |
//! | [`mod@mended`] | names whose words are run together or misread, by the words of a snapshot |
//! | [`form`] | its words read as those of one kind of party, with every dictionary word they meet |
//! | `close_words` | dictionary words alike to a text |
//! | [`word_sets`] | words of a name by what they say |
//! | [`written`] | its words as they are written, with the names that hold them |
//! | [`cost`] | estimated time of a query |
//!
//! All strings are folded and compared here, once per query; what follows are look-ups by word
//! ordinal. Knows snapshots; knows nothing of candidates or scores.

pub mod asked;
mod close_words;
pub mod cost;
pub mod form;
pub mod mended;
pub mod name;
pub mod word_sets;
pub mod written;

pub use asked::{AskedName, SingleName};
pub use cost::estimated_micros;
pub use form::{QueryForm, QueryWord, Unit, Weighing, WordHit};
pub use mended::mended;
pub use name::{QueryName, read_names};
pub use word_sets::WordSets;
pub use written::{WrittenList, WrittenWords};
