//! The command line.
//!
//! | module | what it holds |
//! |---|---|
//! | [`serve`] | `tamis serve`: its options and their settings |
//! | [`screen`] | `tamis screen` |
//! | [`filter`] | `tamis filter` |
//! | [`clear`], [`replay`], [`verify_receipts`] | `tamis clear`, `tamis replay`, `tamis verify-receipts` |
//! | [`config`] | the configuration file, whose keys are the options of `tamis serve` |
//! | `heeded` | the file of clearances that a command heeds |
//! | `lists` | the lists that a command screens against |
//! | `teller` | progress of a run |
//! | `trust` | whose signature a snapshot needs |
//! | `values` | parsing of option values |

pub(crate) mod clear;
pub(crate) mod config;
pub(crate) mod filter;
mod heeded;
mod lists;
pub(crate) mod replay;
pub(crate) mod screen;
pub(crate) mod serve;
mod teller;
mod trust;
mod values;
pub(crate) mod verify_receipts;
