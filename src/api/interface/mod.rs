//! Building blocks of the OpenAPI document: ordered JSON, shapes, parameters, and answers whose types
//! give their shapes. Knows none of the described resources.
//!
//! | module | what it holds |
//! |---|---|
//! | `json` | JSON whose objects keep their order |
//! | `shape` | a JSON Schema |
//! | `rules` | shapes and parameters shared by resources |
//! | `parameter` | a parameter in the OpenAPI document |
//! | `answer` | a body declared once, as a type and as a shape |
//!
//! The OpenAPI document is built without a library. utoipa 6.0 was tried. Some parts fit only into its
//! extensions: the 76 parameters with `allowEmptyValue`, the 69 with named examples, `const`, `not`,
//! required headers, and `anyOf` next to `type`. Extensions are unordered, so the text would differ
//! between builds. The code was longer (636 lines against 610). utoipa does not build without its
//! derive macros, which do not fit answers serialized directly from the snapshot. utoipa-axum takes
//! operations only from these macros.

pub(super) mod answer;
pub(super) mod json;
mod parameter;
pub(super) mod rules;
mod shape;

pub(super) use self::parameter::ShownParameter;
pub(super) use self::shape::Shape;
