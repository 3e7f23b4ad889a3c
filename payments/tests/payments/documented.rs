//! The table of roles in `docs/payments.md` is made of the profile; `TAMIS_WRITE_DOCS=1` rewrites it.

use std::fs;
use std::path::Path;

use tamis_payments::Role;
use tamis_payments::profile::profile;

const HEAD: &str = "| role | blocks |\n|---|---|\n";

/// Rows of all roles that blocks have.
fn roles() -> String {
    let blocks = |role: Role| -> Vec<String> {
        let rows = profile().blocks().iter().filter(|row| row.role == Some(role));
        rows.map(|row| format!("`{}`", row.pattern.trim_end_matches("/**"))).collect()
    };
    let rows = Role::ALL.iter().map(|role| (role.as_str(), blocks(*role)));
    let rows = rows.filter(|(_, blocks)| !blocks.is_empty());
    rows.map(|(role, blocks)| format!("| {role} | {} |\n", blocks.join(", "))).collect()
}

#[test]
fn the_document_has_the_roles_of_the_profile() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/payments.md");
    let text = fs::read_to_string(&path).expect("docs/payments.md");
    let (before, rest) = text.split_once(HEAD).expect("the table of roles");
    let (_, after) = rest.split_once("\n## ").expect("a section after the table");
    let expected = format!("{before}{HEAD}{}\n## {after}", roles());
    if std::env::var_os("TAMIS_WRITE_DOCS").is_some() {
        fs::write(&path, expected).expect("written");
    } else {
        assert!(
            text == expected,
            "docs/payments.md is not current: TAMIS_WRITE_DOCS=1 rewrites it"
        );
    }
}

#[test]
fn every_role_but_those_of_texts_has_a_block() {
    for role in Role::ALL {
        let has_block = profile().blocks().iter().any(|row| row.role == Some(*role));
        assert_eq!(has_block, ![Role::FreeText, Role::None].contains(role), "{}", role.as_str());
    }
}
