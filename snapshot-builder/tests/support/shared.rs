//! The folder of real lists that stands beside a developer's checkout.

use std::path::{Path, PathBuf};

/// The shared folder, from `TAMIS_SHARED` or beside the checkout. Tests that ask for it are
/// ignored unless they are asked for, so that it is absent here is a failure.
pub fn shared() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = own.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    let beside = || workspace.expect("the workspace has a lock file").join("../shared");
    let path = std::env::var_os("TAMIS_SHARED").map_or_else(beside, PathBuf::from);
    assert!(path.is_dir(), "the real lists are not at {} (TAMIS_SHARED)", path.display());
    path
}
