//! The command line.
//!
//! | module | what it holds |
//! |---|---|
//! | [`serve`] | `tamis serve`: its options and their settings |
//! | [`screen`] | `tamis screen` |
//! | [`config`] | the configuration file, whose keys are the options of `tamis serve` |
//! | `values` | parsing of option values |

pub(crate) mod config;
pub(crate) mod screen;
pub(crate) mod serve;
mod values;
