//! The project's own formats, for lists without a reader (docs/formats.md, "records.jsonl"): one table
//! of fields for JSON lines and for CSV files whose columns the description maps.
//!
//! | module | what it holds |
//! |---|---|
//! | `jsonl`, `csv` | the readers of the two formats |
//! | `fields` | the fields of both |
//! | `column_map` | the `[csv]` and `[columns]` tables of a description |
//! | `record`, `values` | a draft of a record, and the formats of its values |
//! | `to_json` | a record as a line of `records.jsonl` |

mod column_map;
pub(super) mod csv;
mod fields;
pub(super) mod jsonl;
mod record;
mod to_json;
mod values;

pub use column_map::{ANY_VALUE, ColumnMap, ColumnSource, CsvForm, Origin};
pub use fields::{ENTITY, FIELD_NAMES, OwnField, REQUIRED_FIELDS, Refusal};
pub use record::Style;
pub use to_json::record_to_json;
pub use values::{DATE_FORMS, DateForm};
