//! `keygen`: makes the keys that sign versions.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::Refused;

use super::print;

/// Makes a pair of keys that sign versions, in the format of minisign.
///
/// KEY gets the secret key, which only its owner can read, and KEY.pub the public key. Builders sign with
/// the one, and servers, clusters and auditors check with the other: build --sign KEY,
/// tamis serve --require-signature KEY.pub.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Keygen {
    /// File for the secret key; it must not exist.
    key: PathBuf,
    /// File with a password that encrypts the secret key; by default it is not encrypted.
    #[arg(long, value_name = "FILE")]
    sign_password_file: Option<PathBuf>,
}

const HELP: &str = "Examples:
  snapshot-builder keygen /etc/tamis/lists.key

Exit codes:
  0  both files are written; the public key is printed
  1  an error
  2  a wrong option, or a file that exists";

impl Keygen {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let made = tamis_signing::generate(&self.key, self.sign_password_file.as_deref());
        let public = made.map_err(|error| match error.is_of_options() {
            true => Refused::Option(error.to_string()).into(),
            false => anyhow::Error::from(error),
        })?;
        let key = self.key.display();
        let text = format!("secret key: {key}\npublic key: {key}.pub: {public}\n");
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
