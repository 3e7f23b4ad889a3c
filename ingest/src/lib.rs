//! Opening what publishers give: what the snapshot builder's readers and the server's counting of
//! registries share. Knows neither records nor snapshots nor HTTP.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`descriptions`] | TOML descriptions of registers and registries, read strictly | what they describe |

pub mod descriptions;
