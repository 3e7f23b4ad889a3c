//! Test support that the engine shares with the builder and the server.
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

pub mod compared;
pub mod effort;
pub mod held_to_oracle;
pub mod listings;
pub mod mutated;
pub mod oracle;
pub mod oracle_score;
pub mod pairing;
pub mod read_again;
pub mod search_oracle;
pub mod worlds;
