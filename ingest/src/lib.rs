//! Opens files from publishers; shared by the snapshot builder's readers and the server's counting of
//! registries. Knows neither records nor snapshots nor HTTP. The terms are those of docs/glossary.md.
//!
//! ```text
//! file (gzip, zstd, zip) ─► text (encoding, limits) ─► lines · rows ─► table · xml_parts ─► xml · json
//! ```
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of reading as a named constant | anything else |
//! | `error` | [`FileError`]: a reading error with file name and line | formats |
//! | [`watch`] | observers that follow, slow or end the reading of a file | files |
//! | [`text`] | unpacked bytes as checked text, with the allowance of a record | files |
//! | [`characters`] | detection of an undeclared encoding | files |
//! | [`file`](mod@file) | a file or the members of a zip archive, unpacked | their content |
//! | [`lines`] | lines, bounded | their content |
//! | `line_ends` | line ends of one kind | rows |
//! | [`rows`] | rows of cells in bytes | columns |
//! | `entities` | character entities left in a text | formats |
//! | [`table`] | rows of text below names of columns | their meaning |
//! | [`xml_parts`] | tags and texts of an XML file | records |
//! | [`xml`] | XML records as elements, bounded | their meaning |
//! | [`json`] | the records of a JSON document, the object of a line | their meaning |
//! | [`descriptions`] | TOML descriptions of registers and registries, read strictly | their subject |
//! | [`nearest`](mod@nearest) | the known name that a misspelt one means | names |

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
