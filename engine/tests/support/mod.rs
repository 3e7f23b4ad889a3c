//! What the engine's tests share with the builder's and the server's.
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
