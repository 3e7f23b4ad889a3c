//! The tables of roles in `docs/payments.md` are made of the profiles; `TAMIS_WRITE_DOCS=1` rewrites them.

use std::fs;
use std::path::Path;

use tamis_payments::profile::Profile;
use tamis_payments::{Role, fin, iso20022};

/// Rows of all roles that blocks of a profile have, below the head of their table.
fn table(head: &str, profile: &Profile) -> String {
    let blocks = |role: Role| -> Vec<String> {
        let rows = profile.blocks().iter().filter(|row| row.role == Some(role));
        rows.map(|row| format!("`{}`", row.pattern.trim_end_matches("/**"))).collect()
    };
    let rows = Role::ALL.iter().map(|role| (role.as_str(), blocks(*role)));
    let rows = rows.filter(|(_, blocks)| !blocks.is_empty());
    let rows = rows.map(|(role, blocks)| format!("| {role} | {} |\n", blocks.join(", ")));
    format!("{head}{}", rows.collect::<String>())
}

#[test]
fn the_document_has_the_roles_of_the_profiles() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/payments.md");
    let text = fs::read_to_string(&path).expect("docs/payments.md");
    let mut expected = text.clone();
    for (head, profile) in [
        ("| role | blocks |\n|---|---|\n", iso20022::profile()),
        ("| role | fields |\n|---|---|\n", fin::profile()),
    ] {
        let (before, rest) = expected.split_once(head).expect("the table of roles");
        let (_, after) = rest.split_once("\n\n").expect("a text after the table");
        expected = format!("{before}{}\n{after}", table(head, profile));
    }
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
        let has_block = iso20022::profile().blocks().iter().any(|row| row.role == Some(*role));
        assert_eq!(has_block, ![Role::FreeText, Role::None].contains(role), "{}", role.as_str());
    }
}
