//! The descriptions that are part of the program.

/// Those of the folder `registers`: file name and text, by slug. The list is made by `build.rs`.
pub(super) const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));
