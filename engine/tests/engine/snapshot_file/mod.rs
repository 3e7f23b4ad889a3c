//! Tests of the snapshot file and the folder of versions. The input is read back, and every fault of a
//! file is found when it is opened or verified.

mod contradictions;
mod damage;
mod draft;
mod layout;
mod patched_bytes;
mod patches;
mod questions;
mod remembered;
mod reproducible;
mod round_trip;
mod store;
mod world;
