//! What the tests share, as far as targets need it.
#![allow(dead_code, reason = "shared by targets that each use a part")]

#[path = "../../../tests/support/client.rs"]
pub mod client;
#[path = "../../../tests/support/described_request.rs"]
pub mod described_request;
#[path = "../../../tests/support/documented.rs"]
pub mod documented;
#[path = "../../../engine/tests/support/worlds.rs"]
pub mod worlds;
