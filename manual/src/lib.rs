//! Manual pages and shell completions of a program, made from its command line: what `--help` says and
//! what a package installs cannot differ.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

/// The shells that completions are written for.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Writes the manual pages and the shell completions of this program, for packages.
#[derive(Debug, Args)]
pub struct Manual {
    /// Folder for the pages (*.1) and the completions (*.bash, *.fish, _*); created if it is missing.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Manual {
    /// Writes a page for the program and one for each subcommand that is not hidden, and a file for
    /// each shell.
    pub fn write(&self, program: Command) -> io::Result<()> {
        fs::create_dir_all(&self.out)?;
        let name = program.get_name().to_owned();
        let mut shown = shown(&program);
        // Before the completions, whose generator adds a `help` for every subcommand.
        clap_mangen::generate_to(program, &self.out)?;
        for shell in SHELLS {
            clap_complete::generate_to(shell, &mut shown, &name, &self.out)?;
        }
        Ok(())
    }
}

/// The program without its hidden subcommands, which completions would offer.
fn shown(program: &Command) -> Command {
    let subcommands = program.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    // A command keeps its name for ever; the program ends after this.
    let name: &'static str = program.get_name().to_owned().leak();
    Command::new(name)
        .version(env!("CARGO_PKG_VERSION"))
        .args(program.get_arguments())
        .subcommands(subcommands.cloned())
}

#[cfg(test)]
mod tests {
    use clap::Arg;

    use super::*;

    #[test]
    fn what_is_hidden_is_neither_a_page_nor_a_completion() {
        let program = Command::new("mill")
            .version("1.2.3")
            .arg(Arg::new("quiet").long("quiet").global(true))
            .subcommand(Command::new("grind").subcommand(Command::new("rye")))
            .subcommand(Command::new("rust").hide(true));
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("made");
        Manual { out: out.clone() }.write(program).expect("written");
        let mut names: Vec<_> = fs::read_dir(&out)
            .expect("the folder")
            .map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        let pages = ["mill-grind-rye.1", "mill-grind.1", "mill.1"];
        assert_eq!(names, [&["_mill"], &pages[..], &["mill.bash", "mill.fish"]].concat());
        for name in names {
            let text = fs::read_to_string(out.join(&name)).expect("a text");
            assert!(text.contains("grind") || name == "mill.1", "{name}");
            assert!(!text.contains("rust"), "{name}: {text}");
        }
    }
}
