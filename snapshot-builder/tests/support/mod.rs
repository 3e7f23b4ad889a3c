//! What the builder's tests share with the engine's and the server's.
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

#[path = "../../../engine/tests/support/compared.rs"]
pub mod compared;
#[path = "../../../engine/tests/support/effort.rs"]
pub mod effort;
pub mod held_at_random;
#[path = "../../../engine/tests/support/held_to_oracle.rs"]
pub mod held_to_oracle;
pub mod misspelt;
#[path = "../../../engine/tests/support/mutated.rs"]
pub mod mutated;
#[path = "../../../engine/tests/support/oracle.rs"]
pub mod oracle;
#[path = "../../../engine/tests/support/oracle_score.rs"]
pub mod oracle_score;
#[path = "../../../engine/tests/support/pairing.rs"]
pub mod pairing;
pub mod parties;
pub mod random;
pub mod random_queries;
#[path = "../../../engine/tests/support/read_again.rs"]
pub mod read_again;
pub mod real;
#[path = "../../../engine/tests/support/search_oracle.rs"]
pub mod search_oracle;
pub mod shared;
#[path = "../../../engine/tests/support/worlds.rs"]
pub mod worlds;
