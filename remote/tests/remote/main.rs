//! Publishing to a store and pulling from one, as programs do it.
//!
//! | module | what it holds |
//! |---|---|
//! | `versions` | versions of snapshots, made for these tests |
//! | `offered` | a web server that offers a folder, and does something wrong where it is told to |
//! | `publishing` | a folder to a store |
//! | `pulling` | a store to a folder |
//! | `signed` | versions whose signature is required |
//! | `faults` | a hundred pulls of which each meets a fault |

mod faults;
mod offered;
mod publishing;
mod pulling;
mod signed;
mod versions;
#[path = "../../../engine/tests/support/worlds.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod worlds;
