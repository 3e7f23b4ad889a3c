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

pub(super) mod answer;
pub(super) mod json;
mod parameter;
pub(super) mod rules;
mod shape;

pub(super) use self::parameter::ShownParameter;
pub(super) use self::shape::Shape;
