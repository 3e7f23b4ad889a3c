//! Opening what publishers give: what the snapshot builder's readers and the server's counting of
//! registries share. Knows neither records nor snapshots nor HTTP.
//!
//! ```text
//! file (gzip, zstd, zip) ─► text (encoding, limits) ─► lines · rows ─► table · xml_parts ─► xml · json
//! ```
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of reading as a named constant | anything else |
//! | `error` | [`FileError`]: why a file cannot be read, with its name and line | formats |
//! | [`watch`] | whoever follows, slows or ends the reading of a file | files |
//! | [`text`] | unpacked bytes as checked text, with the allowance of a record | files |
//! | [`characters`] | the encoding of a text that does not tell it | files |
//! | [`file`](mod@file) | a file or the members of a zip archive, unpacked | what is in it |
//! | [`lines`] | lines, bounded | what is in them |
//! | `line_ends` | line ends of one kind | rows |
//! | [`rows`] | rows of cells in bytes | columns |
//! | `entities` | character entities that a text still has | formats |
//! | [`table`] | rows of text below names of columns | what they mean |
//! | [`xml_parts`] | tags and texts of an XML file | records |
//! | [`xml`] | XML records as elements, bounded | what they mean |
//! | [`json`] | the records of a JSON document, the object of a line | what they mean |
//! | [`descriptions`] | TOML descriptions of registers and registries, read strictly | what they describe |
//! | [`nearest`](mod@nearest) | what somebody meant who wrote a name that is not known | names |

pub mod characters;
pub mod descriptions;
mod entities;
mod error;
pub mod file;
pub mod json;
pub mod limits;
mod line_ends;
pub mod lines;
pub mod nearest;
pub mod rows;
pub mod table;
pub mod text;
pub mod watch;
pub mod xml;
pub mod xml_parts;

pub use entities::decoded;
pub use error::FileError;
pub use file::SourceFile;
pub use text::squeeze;
