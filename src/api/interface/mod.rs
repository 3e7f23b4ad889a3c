//! What the interface document is made of, below all that is described: values that keep their order,
//! shapes of JSON, parameters, and answers whose types give their shape.
//!
//! | module | what it holds |
//! |---|---|
//! | `json` | JSON whose objects keep the order in which they are written |
//! | `shape` | a schema of JSON |
//! | `rules` | shapes and parameters that resources share |
//! | `parameter` | a parameter of an address as the document shows it |
//! | `answer` | a body declared once, as a type and as a shape |
//!
//! The pieces of the document are own ones. utoipa 6.0 was tried: it has no place for the 76
//! parameters with `allowEmptyValue`, the 69 with named examples, `const`, `not`, required headers and
//! `anyOf` beside `type`, except among its extensions, which have no order, so that the text would
//! differ from build to build; the pieces made with it were longer (636 lines against 610); and it
//! does not build without its derive macros, which do not fit answers that are written while they are
//! read from the snapshot. utoipa-axum takes operations from these macros only.

pub(super) mod answer;
pub(super) mod json;
mod parameter;
pub(super) mod rules;
mod shape;

pub(super) use self::parameter::ShownParameter;
pub(super) use self::shape::Shape;
