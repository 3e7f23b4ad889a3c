//! Manual pages and completions, for packages.

use std::fs;

use super::support::run;

/// The subcommands that a help text names, `help` itself aside. What is said of them may take several
/// lines, which are indented further.
fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let lines = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    lines.filter(|name| !name.is_empty() && *name != "help").collect()
}

#[test]
fn every_command_has_a_page_and_is_completed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    assert_eq!(run(&["manual", "--out", out]).code, 0);
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
    let help = run(&["--help"]).stdout;
    let commands = commands(&help);
    assert!(commands.contains(&"refresh") && !commands.contains(&"manual"), "{commands:?}");
    let pages = commands.iter().map(|command| format!("snapshot-builder-{command}"));
    for page in pages.chain(["snapshot-builder", "snapshot-builder-links-list"].map(str::to_owned))
    {
        assert!(written(&format!("{page}.1")).contains(&format!("\n.TH {page} 1 ")), "{page}");
    }
    assert!(written("snapshot-builder-refresh.1").contains("nothing is new"));
    for name in ["snapshot-builder.bash", "_snapshot-builder", "snapshot-builder.fish"] {
        let completions = written(name);
        assert!(commands.iter().all(|command| completions.contains(command)), "{name}");
    }
}
