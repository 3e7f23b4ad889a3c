//! What the files for packages say of the server, held to what it is.

use regex::Regex;
use tamis::limits::{CONNECTIONS_DEFAULT, DRAIN_TIMEOUT_DEFAULT};

use super::{files_below, read, root};

fn deploy_files() -> Vec<String> {
    let files = files_below(&root().join("deploy")).into_iter();
    files
        .map(|path| path.strip_prefix(root()).expect("below the root").display().to_string())
        .collect()
}

/// The number that a pattern finds in a file.
fn number(file: &str, pattern: &str) -> u64 {
    let pattern = Regex::new(pattern).expect("a sound pattern");
    let text = read(file);
    let found = pattern.captures(&text).unwrap_or_else(|| panic!("{file} has no {pattern}"));
    found[1].parse().expect("a number")
}

#[test]
fn every_variable_that_is_set_is_one_of_the_server() {
    let variable = Regex::new("TAMIS_[A-Z_]*[A-Z]").expect("a sound pattern");
    let options = read("src/main.rs");
    let mut count = 0;
    for file in deploy_files() {
        for found in variable.find_iter(&read(&file)) {
            count += 1;
            let is_known = options.contains(&format!("env = \"{}\"", found.as_str()));
            assert!(is_known, "{file}: there is no {}", found.as_str());
        }
    }
    assert!(count >= 5, "only {count} variables were found");
}

#[test]
fn the_server_is_given_the_time_to_drain_and_the_files_for_its_connections() {
    for (file, pattern) in [
        ("deploy/systemd/tamis.service", "\nTimeoutStopSec=([0-9]+)\n"),
        ("deploy/compose.yaml", "stop_grace_period: ([0-9]+)s\n"),
        ("deploy/kubernetes.yaml", "terminationGracePeriodSeconds: ([0-9]+)\n"),
    ] {
        // Beside the time to drain the pause before the signal, and some for the end.
        let least = DRAIN_TIMEOUT_DEFAULT.as_secs() + 10;
        assert!(number(file, pattern) >= least, "{file}: less than {least} s");
    }
    for (file, pattern) in [
        ("deploy/systemd/tamis.service", "\nLimitNOFILE=([0-9]+)\n"),
        ("deploy/compose.yaml", "nofile: ([0-9]+)\n"),
    ] {
        // A connection, and a file that it downloads.
        assert!(number(file, pattern) > 2 * CONNECTIONS_DEFAULT as u64, "{file}: too few");
    }
}
