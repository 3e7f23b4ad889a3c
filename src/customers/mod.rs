//! Files of customers as people have them: their forms, encodings and columns, row by row.
//!
//! ```text
//! file ─► form, encoding, header ─► columns ─► rows, in chunks that are worth a task
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `fields` | the fields of a customer, and the words that tables use for them |
//! | `columns` | the field that each column of a table holds |
//! | `names` | the names of a row, from whole ones and their parts |
//! | `dates` | birth dates as people write them |
//! | `countries` | countries by their names in many languages |
//! | `sheet` | rows of a spreadsheet |
//! | `source` | files, row by row |

pub(crate) mod columns;
pub(crate) mod countries;
pub(crate) mod dates;
mod fields;
pub(crate) mod names;
pub(crate) mod sheet;
pub(crate) mod source;

pub use self::fields::Field;
pub(crate) use self::fields::{FIELDS, NAME_OR_KEY, field_named, plain, schema_of};
pub use self::source::InputForm;
