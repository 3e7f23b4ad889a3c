//! Customer files as people have them: their formats, encodings and columns, read row by row.
//!
//! ```text
//! file ─► format, encoding, header ─► columns ─► rows, in chunks for tasks
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `fields` | the fields of a customer, and the words of tables for them |
//! | `columns` | the field of each column of a table |
//! | `names` | the names of a row, from whole ones and their parts |
//! | `dates` | birth dates in the notations of tables |
//! | `countries` | countries by their names in many languages |
//! | `sheet` | a spreadsheet, and the sheet that is read |
//! | `sheet_rows` | rows of a sheet, from its cells |
//! | `ods` | rows of an OpenDocument spreadsheet |
//! | `sheet_text` | a sheet as delimited text |
//! | `source` | files, row by row |
//! | `named` | tables whose cells are asked for by the names of their columns |

pub(crate) mod columns;
pub(crate) mod countries;
pub(crate) mod dates;
mod fields;
pub(crate) mod named;
pub(crate) mod names;
mod ods;
pub(crate) mod sheet;
mod sheet_rows;
pub(crate) mod sheet_text;
pub(crate) mod source;

pub use self::fields::Field;
pub(crate) use self::fields::{FIELDS, NAME_OR_KEY, field_named, plain, schema_of};
pub use self::source::InputForm;
