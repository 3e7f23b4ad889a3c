//! The folder of real lists that stands beside a developer's checkout.

use std::path::PathBuf;

/// The shared folder, from `TAMIS_SHARED` or beside the checkout. When it is absent the caller
/// returns; with `TAMIS_REQUIRE_SHARED` set that is a failure.
pub fn shared(test: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("TAMIS_SHARED").map_or_else(beside, PathBuf::from);
    if path.is_dir() {
        return Some(path);
    }
    assert!(
        std::env::var_os("TAMIS_REQUIRE_SHARED").is_none(),
        "{test} needs the real lists at {}",
        path.display()
    );
    println!("skipped: {test} needs the real lists at {} (TAMIS_SHARED)", path.display());
    None
}
