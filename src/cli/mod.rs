//! The command line.
//!
//! | module | what it holds |
//! |---|---|
//! | [`serve`] | `tamis serve`: its options, and what they settle |
//! | [`screen`] | `tamis screen` |
//! | [`config`] | the configuration file, whose keys are the options of `tamis serve` |
//! | `values` | how values of options are read |

pub(crate) mod config;
pub(crate) mod screen;
pub(crate) mod serve;
mod values;
