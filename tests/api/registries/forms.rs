//! Data files of every form: the counts, and the errors of damaged files.

use crate::support::registries::{Registries, count, counted, describe, gzip, shown, zip};

#[test]
fn every_form_is_counted_by_kind_and_jurisdiction() {
    let csv = "[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\n";
    for (data, file, expected) in [
        (
            format!("{csv}[data.company]\njurisdiction = \"country\"\n"),
            "name,country\r\n\"A, B\r\nC\",de\r\nD,\r\nE,Germany\r\n\r\nF,US-DE",
            vec!["company 4: DE 2 US 1 XX 1"],
        ),
        (format!("{csv}[data.person]\n"), "name\nA\nB\n\x1a", vec!["person 2: GB 2"]),
        (format!("{csv}[data.person]\n"), "name\n", vec!["person 0:"]),
        (
            format!("{csv}delimiter = \"\\t\"\nheader_row = 3\n[data.vessel]\njurisdiction = \"flag\"\n"),
            "List of \"ships\n\nimo\tflag\n1\tPA\n2\tPAN\n3\tNowhere\n",
            vec!["vessel 3: PA 2 XX 1"],
        ),
        (
            format!(
                "{csv}delimiter = \"|\"\nheader_row = 0\nquotes = false\nskip = [\"BOF \", \"EOF \"]\n\
                 [data.company]\njurisdiction = \"#2\"\n"
            ),
            "BOF 2\nA \"x|USA\n\"B|\nEOF 2",
            vec!["company 2: US 1 XX 1"],
        ),
        (
            format!(
                "{csv}[data.company]\nonly = {{ field = \"type\", values = [\"C\", \"L\"] }}\n\
                 [data.person]\nonly = {{ field = \"type\", values = [\"P\"] }}\n\
                 [data.security]\ndistinct = \"isin\"\n"
            ),
            "type,isin\nC,1\nP,\nL,1\nX,2\n",
            vec!["company 2: GB 2", "person 1: GB 1", "security 2: GB 2"],
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"json_lines\"\n[data.beneficial_owner]\n\
             jurisdiction = \"data.country\"\ndistinct = \"data.ids\"\n"
                .to_owned(),
            "{\"data\":{\"country\":\"FR\",\"ids\":[7,8]}}\n\n{\"data\":{\"ids\":7}}\r\n\
             {\"x\":[{}],\"data\":{\"ids\":\"9\",\"country\":null}}",
            vec!["beneficial_owner 2: FR 1 XX 1"],
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"json\"\n[data.security]\n[data.company]\n\
             distinct = \"cik\"\n"
                .to_owned(),
            r#"{"0":{"cik":1,"t":"A"},"1":{"cik":1,"t":"B"},"2":{"cik":2,"t":"C"}}"#,
            vec!["company 2: GB 2", "security 3: GB 3"],
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"json\"\nrecords = \"a.list\"\n[data.company]\n"
                .to_owned(),
            r#"{"head":{"list":[1]},"a":{"n":2,"list":[{"x":{"y":[1]}},{}]}}"#,
            vec!["company 2: GB 2"],
        ),
        (
            "[[data]]\nfiles = [\"d\"]\nformat = \"xml\"\nrecord = \"R\"\n[data.employment_disclosure]\n\
             jurisdiction = \"E/J\"\n"
                .to_owned(),
            "<?xml version='1.0' encoding='UTF-8'?><x:L xmlns:x='u'><R n='1'><E><N>J</N><J><![CDATA[DE]]>\
             </J></E><R/></R><R><J>US</J><O><E><J>US</J></E></O></R><R><E><J>Guinea&#45;Bissau</J></E></R></x:L>",
            vec!["employment_disclosure 3: DE 1 GW 1 XX 1"],
        ),
    ] {
        assert_eq!(counted(&data, "d", file.as_bytes()), expected, "{data}{file}");
    }
}

#[test]
fn packed_files_are_recognised_and_names_may_have_a_star() {
    let data = |more: &str| {
        format!("[[data]]\nfiles = [\"d*\"]\nformat = \"csv\"\n{more}\n[data.person]\n")
    };
    let text = b"\xef\xbb\xbfname\nA\nB\n";
    let zstd = zstd::encode_all(&text[..], 1).expect("in memory");
    for bytes in [text.to_vec(), gzip(text), zstd, zip(&[("folder/a", text)])] {
        assert_eq!(counted(&data(""), "d-1", &bytes), ["person 2: GB 2"]);
    }
    let two = zip(&[("a-1.csv", text), ("read me", b"twice"), ("a-2.csv", text)]);
    assert_eq!(counted(&data("member = \"a-*.csv\""), "d", &two), ["person 4: GB 4"]);
    let expected =
        "person 0: ! d: member must say which of its files are read: a-1.csv, read me, a-2.csv";
    assert_eq!(counted(&data(""), "d", &two), [expected]);

    let files: [(&str, &[u8]); 4] =
        [("test.toml", &describe(&data(""))), ("d1", text), ("d2", &gzip(text)), ("other", text)];
    assert_eq!(shown(&count(&mut Registries::new(&files).load()).counts), ["person 4: GB 4"]);
}

#[test]
fn damage_is_told_with_the_file() {
    let csv = "[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\n[data.person]\n";
    let of_column = &format!("{csv}jurisdiction = \"land\"\n");
    let lines = "[[data]]\nfiles = [\"d\"]\nformat = \"json_lines\"\n[data.person]\n";
    let json = "[[data]]\nfiles = [\"d\"]\nformat = \"json\"\nrecords = \"a\"\n[data.person]\n";
    let xml = "[[data]]\nfiles = [\"d\"]\nformat = \"xml\"\nrecord = \"R\"\n[data.person]\n";
    let member = "[[data]]\nfiles = [\"d\"]\nmember = \"a\"\nformat = \"csv\"\n[data.person]\n";
    let packed = gzip(&b"a long line of text\n".repeat(1000));
    let titled = "[[data]]\nfiles = [\"d\"]\nformat = \"csv\"\nheader_row = 3\n[data.person]\n";
    let table: [(&str, &[u8], &str); 16] = [
        (csv, b"", "d: the file is empty"),
        (csv, b"\xff\xfea\0", "d: it is UTF-16; only UTF-8 is read"),
        (
            csv,
            b"name\nA\n\"B\nC\n",
            "d: line 3: a quoted text is not closed; the file is truncated",
        ),
        (csv, &packed[..packed.len() / 2], "unpacked bytes: incomplete deflate stream"),
        (member, b"name\nA\n", "d: it is not a zip archive, so it has no member"),
        (of_column, b"name\nA\n", "d: no column \"land\"; the header has name"),
        (of_column, b"\n", "d: line 1: the row of column names is missing"),
        (titled, b"List\n\n", "d: line 3: the row of column names is missing"),
        (lines, b"{}\n{\n", "d: line 2, column 1: EOF while parsing an object"),
        (lines, b"[]", "d: line 1, column 2: a record must be an object"),
        (
            json,
            b"{\"b\":[]}",
            "d: line 1, column 1: there is no array or object \"a\" in the document",
        ),
        (json, b"{\"a\":[{}", "d: line 1, column 8: EOF while parsing a list"),
        (json, b"{\"a\":[7]}", "d: line 1, column 8: a record must be an object"),
        (xml, b"<L><R></R>", "d: line 1, byte 10: the file ends before its elements are closed"),
        (xml, b"no xml", "d: line 1, byte 6: text before the root element; this is not XML"),
        (
            xml,
            b"<?xml version='1.0' encoding='UTF-16'?><L/>",
            "d: line 1, byte 39: declared encoding UTF-16; expected UTF-8",
        ),
    ];
    let mut untold = Vec::new();
    for (data, bytes, expected) in table {
        let rows = counted(data, "d", bytes);
        // An estimate may be made from the readable part.
        let is_told = |row: &String| row.starts_with("person ") && row.contains(expected);
        if rows.len() != 1 || !rows.iter().all(is_told) {
            untold.push((rows, expected));
        }
    }
    assert!(untold.is_empty(), "{untold:#?}");
    assert_eq!(counted(csv, "other", b"x"), ["person 0: ! d: there is no such file"]);
}
