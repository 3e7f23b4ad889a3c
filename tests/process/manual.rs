//! Manual pages and completions, for packages.

use std::fs;
use std::process::Command;

#[test]
fn every_command_has_a_page_and_is_completed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tamis"));
    let status = program.args(["manual", "--out"]).arg(folder.path()).status().expect("it runs");
    assert!(status.success());
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
    for (page, text) in [
        ("tamis", "tamis\\-screen(1)"),
        ("tamis-serve", "TAMIS_ADMIN_LISTEN"),
        ("tamis-screen", "\\-\\-server"),
    ] {
        let roff = written(&format!("{page}.1"));
        assert!(
            roff.contains(&format!("\n.TH {page} 1 ")) && roff.contains(text),
            "{page}: {roff}"
        );
    }
    for name in ["tamis.bash", "_tamis", "tamis.fish"] {
        let completions = written(name);
        assert!(["serve", "screen", "admin-listen"].iter().all(|one| completions.contains(one)));
        assert!(!completions.contains("manual"), "{name} offers what is hidden");
    }
}
