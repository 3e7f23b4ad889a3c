//! The commands beside `serve`.

pub(crate) mod screen;
