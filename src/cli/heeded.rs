//! The options that name a file of clearances.

use std::path::PathBuf;

use clap::Args;
use tamis::clearances::ClearancesFile;
use tamis_engine::store::TrustedKey;

/// Keys of which one must have signed a file of clearances.
#[derive(Debug, Clone, Args)]
pub(super) struct ClearancesKeys {
    /// Public key that must have signed the file of clearances: in base64, or its file; may be repeated or
    /// separated by commas, one of them then suffices. The signature stands beside the file, under its
    /// name followed by .minisig. By default none is needed.
    #[arg(long, env = "TAMIS_CLEARANCES_KEY", value_name = "KEY", value_delimiter = ',')]
    clearances_key: Vec<TrustedKey>,
}

impl ClearancesKeys {
    /// The file, signed as it must be.
    pub(super) fn file(&self, path: PathBuf) -> ClearancesFile {
        ClearancesFile { path, keys: self.clearances_key.clone().into() }
    }
}
