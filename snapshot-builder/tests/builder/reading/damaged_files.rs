//! A file that is damaged as a whole fails its register, with a message that says where and why.

use snapshot_builder::{LoadOptions, load_register, plan};

use super::support::{load, shipped, sources};

const SDN: &str = "us_ofac_sdn/2024-01-01/sdn.csv";
const UN: &str = "un_sc_consolidated/2024-01-01/consolidated.xml";

#[test]
fn each_kind_of_damage_has_its_message() {
    let row = "1,\"ONE\",\"individual\",\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n";
    let cut_in_row = format!("{row}{}", &row[..20]);
    let cut_in_text = format!("{row}2,\"TW");
    let list = "<CONSOLIDATED_LIST dateGenerated=\"2024-01-01T00:00:00Z\">\n<INDIVIDUALS>";
    let cut_xml = format!("{list}<INDIVIDUAL><FIRST_NAME>A");
    let mixed_xml = format!("{list}<INDIVIDUAL></ENTITY></INDIVIDUALS></CONSOLIDATED_LIST>");
    let empty_xml = format!("{list}</INDIVIDUALS></CONSOLIDATED_LIST>");
    let unnamed = format!("{list}<INDIVIDUAL/></INDIVIDUALS></CONSOLIDATED_LIST>");
    let utf16: Vec<u8> = "\u{feff}1,x".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let table: [(&str, &[u8], &str); 15] = [
        (SDN, b"", "sdn.csv: the file is empty"),
        (SDN, b"\r\n\x1a", "sdn.csv: the file is empty"),
        (SDN, b"<!DOCTYPE html>\n<title>503</title>", "sdn.csv: this is an HTML page"),
        (SDN, b"Service unavailable\n", "sdn.csv: line 1: the last row has too few columns"),
        (SDN, b"Busy,\nbusy,\n\x1a", "no usable record (2 rejected; the first: line 1, 2 columns"),
        (SDN, b"1,\"CAF\xc9\"\n", "sdn.csv: line 1, byte 6: 0xC9 is not UTF-8"),
        (SDN, &utf16, "sdn.csv: line 1, byte 0: 0xFF is not UTF-8"),
        (
            SDN,
            cut_in_row.as_bytes(),
            "sdn.csv: line 2: the last row has too few columns; the file is truncated",
        ),
        (
            SDN,
            cut_in_text.as_bytes(),
            "sdn.csv: line 2: a quoted text is not closed; the file is truncated",
        ),
        (SDN, b"\x1f\x8b\x08\x00", "sdn.csv: damaged compressed data"),
        (
            UN,
            cut_xml.as_bytes(),
            "consolidated.xml: line 2, byte 95: the file ends before its elements are closed",
        ),
        (UN, mixed_xml.as_bytes(), "consolidated.xml: line 2, byte 82: ill-formed document"),
        (UN, empty_xml.as_bytes(), "consolidated.xml: no usable record (0 rejected)"),
        (
            UN,
            unnamed.as_bytes(),
            "no usable record (1 rejected; the first: INDIVIDUAL 1, ref is empty)",
        ),
        (UN, b"<rss></rss>", "the root element is <rss>; expected <CONSOLIDATED_LIST>"),
    ];
    for (file, bytes, expected) in table {
        let folder = sources(&[(file, bytes)]);
        let slug = file.split('/').next().expect("a slug");
        let loaded = load(&shipped(slug), folder.path());
        let error = loaded.outcome.expect_err(expected).to_string();
        assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        assert_eq!(loaded.report.error.as_deref(), Some(error.as_str()));
        assert_eq!(loaded.report.status.as_str(), "failed");
    }
}

#[test]
fn one_damaged_register_leaves_the_others_alone() {
    let row = b"1,\"ONE\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n";
    let folder = sources(&[(SDN, row), (UN, b"<html>")]);
    let options = LoadOptions::default();
    let registers = plan(folder.path(), &options).expect("a plan").registers;
    let states: Vec<_> = registers
        .iter()
        .map(|r| load_register(r, folder.path(), &options).report.status.as_str())
        .collect();
    assert_eq!(states, ["failed", "ok"]);
}

#[test]
fn a_damaged_companion_fails_its_register() {
    let row = b"1,\"ONE\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n";
    let folder = sources(&[
        (SDN, row),
        ("us_ofac_sdn/2024-01-01/alt.csv", b"1,1,\"aka\",\"UN"),
        ("us_ofac_sdn/2024-01-01/add.csv", b"1,1,-0- ,-0- ,-0- ,-0- \r\n"),
    ]);
    let error = load(&shipped("us_ofac_sdn"), folder.path()).outcome.expect_err("cut");
    assert!(error.to_string().contains("alt.csv: line 1: a quoted text is not closed"), "{error}");
}
