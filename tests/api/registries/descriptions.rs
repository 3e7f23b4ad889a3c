//! Faulty descriptions of registries.

use tamis::registries::{Counter, Description};

use crate::support::registries::{Registries, describe};

#[test]
fn descriptions_are_read_strictly() {
    let csv = "[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\n";
    for (data, expected) in [
        ("", "t.toml: line 1: there is no [[data]]"),
        (csv, "t.toml: line 7: nothing is counted; add one of [data.company], "),
        ("colour = 1", "t.toml: line 7: unknown field `colour`"),
        (
            "[[data]]\nfiles = []\nformat = \"csv\"\n[data.person]",
            "line 8: files is \"[]\"; accepted: names",
        ),
        ("[[data]]\nfiles = [\"a*/b\"]\nformat = \"csv\"\n[data.person]", "line 8: files is"),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"xls\"\n[data.person]",
            "line 9: format is \"xls\"; accepted: csv,",
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"xml\"\n[data.person]",
            "line 9: xml needs the key record",
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"json\"\nquotes = true\n[data.person]",
            "line 10: this key is not for",
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\ndelimiter = \";;\"\n[data.person]",
            "line 10: delimiter is \";;\"",
        ),
        ("[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\n[data.ship]", "unknown field `ship`"),
    ] {
        let text = String::from_utf8(describe(data)).expect("UTF-8");
        let error = Description::parse("t.toml", &text).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error:?} should hold {expected:?}");
    }
    let good = String::from_utf8(describe(&format!("{csv}[data.person]"))).expect("UTF-8");
    for (from, to, expected) in [
        ("commercial", "free", "clearance is \"free\"; accepted: commercial, non_commercial"),
        ("\"test\"", "\"Test\"", "slug is \"Test\"; accepted: lower-case letters"),
        ("\"GB\"", "\"GBR\"", "jurisdiction is \"GBR\"; accepted: a two-letter code"),
        ("https:", "ftp:", "source_url is"),
        ("Test Registry", " ", "name is \" \"; accepted: a text"),
    ] {
        let error = Description::parse("t.toml", &good.replace(from, to)).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error} should hold {expected:?}");
    }
    let twice = Registries::new(&[("a.toml", good.as_bytes()), ("b.toml", good.as_bytes())]);
    let error = Counter::load(twice.path(), None).expect_err("one slug").to_string();
    assert!(error.starts_with("b.toml: another file describes"), "{error}");
}
