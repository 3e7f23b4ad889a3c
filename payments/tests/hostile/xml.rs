//! Hostile messages of ISO 20022.

use super::Verdict::{Hit, Pass, Unverified};
use super::{Hostile, NAME, read as is_read, refused as is_refused};
use tamis_payments::limits::{
    ATTRIBUTES_MAX, DEPTH_MAX, ELEMENT_NAME_BYTES_MAX, MESSAGE_BYTES_MAX,
};

/// Files that are no XML, not whole, or beyond a limit.
pub(super) fn refused() -> Vec<Hostile> {
    let text = [
        ("nothing", "", "line 1, column 1: the file is empty"),
        ("white space", " \r\n\t", "line 1, column 1: the file is empty"),
        ("a comment alone", "<!-- nothing -->", "line 1, column 17: there is no element"),
        ("prose", "no XML", "line 1, column 1: text outside of the root element"),
        ("text after the root", "<a/>\nrest", "line 1, column 5: text outside of the root element"),
        ("a reference after the root", "<a/>&amp;", "line 1, column 5: text outside of the root"),
        (
            "an entity that the file defines",
            "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
            "line 1, column 1: a document type declaration",
        ),
        (
            "an entity out of a file",
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            "line 2, column 1: a document type declaration",
        ),
        (
            "a document type inside the root",
            "<a>\n<!DOCTYPE a></a>",
            "line 2, column 1, in /a: a document type declaration",
        ),
        (
            "a document type without its end",
            "<!DOCTYPE a [",
            "line 1, column 1: a document type declaration",
        ),
        (
            "an unknown entity",
            "<a><b>é&x;</b></a>",
            "line 1, column 8, in /a/b: the entity &x;, which XML does not define",
        ),
        (
            "an unknown entity in an attribute",
            "<a b='&x;'/>",
            "line 1, column 1, in /a: ill-formed",
        ),
        (
            "a control character by its number",
            "<a>\nx&#1;</a>",
            "line 2, column 2, in /a: the character U+0001, which XML forbids",
        ),
        (
            "a noncharacter by its number",
            "<a b='&#xFFFF;'/>",
            "line 1, column 1, in /a: the character U+FFFF",
        ),
        (
            "half a character by its number",
            "<a>&#xD800;</a>",
            "line 1, column 4, in /a: ill-formed",
        ),
        (
            "a control character",
            "<a>\n é\u{1}</a>",
            "line 2, column 3: the character U+0001, which XML forbids",
        ),
        ("a NUL", "<a>\0</a>", "line 1, column 4: the character U+0000, which XML forbids"),
        ("a noncharacter", "<a>\u{ffff}</a>", "line 1, column 4: the character U+FFFF"),
        (
            "an element without its end",
            "<a>\n<b>",
            "line 2, column 4, in /a/b: the file ends before its elements are closed",
        ),
        (
            "truncated in a tag",
            "<a>\n<b",
            "line 2, column 1, in /a: the file ends before its elements are closed",
        ),
        (
            "truncated in an attribute",
            "<a>\n<b c='d",
            "line 2, column 1, in /a: the file ends before its elements are closed",
        ),
        (
            "truncated in a name",
            "<Document><Cdtr><Nm>Ivan Petro",
            "line 1, column 31, in /Document/Cdtr/Nm: the file ends before its elements are closed",
        ),
        (
            "truncated in a comment",
            "<a><!-- </a>",
            "line 1, column 4, in /a: the file ends before its elements are closed",
        ),
        (
            "truncated in CDATA",
            "<a><![CDATA[x</a>",
            "line 1, column 4, in /a: the file ends before its elements are closed",
        ),
        ("another end", "<a>\n<b></c></a>", "line 2, column 4, in /a/b: ill-formed XML"),
        ("an end too many", "<a></a></a>", "line 1, column 8: ill-formed XML"),
        ("a bare ampersand", "<a>x & y</a>", "line 1, column 6, in /a: ill-formed XML"),
        ("a tag in a tag", "<a><b<c>x</c></a>", "line 1, column 4, in /a: ill-formed XML"),
        ("an attribute twice", "<a b='1' b='2'/>", "line 1, column 1, in /a: ill-formed XML"),
        ("an attribute without quotes", "<a b=1/>", "line 1, column 1, in /a: ill-formed XML"),
        ("a tag in an attribute", "<a b='<'/>", "line 1, column 1, in /a: ill-formed XML"),
        (
            "a declaration inside",
            "<a><?xml version='1.0'?></a>",
            "line 1, column 4, in /a: ill-formed XML",
        ),
        ("a number as a name", "<1/>", "line 1, column 1: ill-formed XML"),
        ("JSON", "[\"a\"]", "line 1, column 1: text outside of the root element"),
        (
            "a second message that is truncated",
            "<Document/>\n<Document><Cdtr>",
            "line 2, column 17, in /Document[2]/Cdtr: the file ends before its elements are closed",
        ),
    ];
    let mut all: Vec<_> =
        text.into_iter().map(|(name, text, start)| is_refused(name, text, start)).collect();
    let attributes: String = (0..=ATTRIBUTES_MAX).map(|at| format!(" a{at}='x'")).collect();
    all.extend([
        is_refused("200 levels", "<a>".repeat(200) + &"</a>".repeat(200), {
            assert_eq!(DEPTH_MAX, 64);
            "line 1, column 193, in /a/a/"
        }),
        is_refused("20 MB of text", format!("<a>{}</a>", "x".repeat(20_000_000)), {
            assert_eq!(MESSAGE_BYTES_MAX, 16 << 20);
            "line 1, column 1: the file has more than 16777216 bytes"
        }),
        is_refused(
            "many attributes",
            format!("<a{attributes}/>"),
            "line 1, column 1, in /a: an element with more than",
        ),
        is_refused(
            "a long tag",
            format!("<a>\n<{}/></a>", "x".repeat(ELEMENT_NAME_BYTES_MAX + 1)),
            "line 2, column 1, in /a: the name of an element or attribute with more than",
        ),
    ]);
    all
}

/// A customer credit transfer with this content of its only transaction.
fn transfer(content: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
         <CdtTrfTxInf>{content}</CdtTrfTxInf></FIToFICstmrCdtTrf></Document>"
    )
}

/// Files that are well-formed.
pub(super) fn read() -> Vec<Hostile> {
    let creditor = |name: &str| transfer(&format!("<Cdtr><Nm>{name}</Nm></Cdtr>"));
    let named = creditor(NAME);
    let header = "<AppHdr><BizMsgIdr>B</BizMsgIdr></AppHdr>";
    let long = "x".repeat(100_000);
    let numbers = || (0..100_000).map(|at| at.to_string());
    let many: String = numbers().map(|at| format!("<Ustrd>{at}</Ustrd>")).collect();
    let mut all = vec![
        is_read("a comment in a name", creditor("Ivan Petro<!-- x -->vich Sokolov"), Hit, [NAME]),
        is_read("an instruction in a name", creditor("Ivan Petro<?x y?>vich Sokolov"), Hit, [NAME]),
        is_read(
            "a name in pieces of CDATA",
            creditor("<![CDATA[Ivan]]> <![CDATA[Petrovich Soko]]><![CDATA[]]>lov"),
            Hit,
            [NAME],
        ),
        is_read(
            "a name by the numbers of its letters",
            creditor("&#73;van &#x50;etrovich &#x53;&#111;kolov"),
            Hit,
            [NAME],
        ),
        is_read(
            "a message in CDATA",
            transfer(&format!("<X><![CDATA[{named}]]></X>")),
            Hit,
            [&named],
        ),
        is_read(
            "an end of CDATA in a text",
            creditor("A ]]&gt;<![CDATA[ ]]]]><![CDATA[> ]]>B"),
            Pass,
            ["A ]]> ]]> B"],
        ),
        is_read(
            "a name next to an element",
            creditor("Ivan Petrovich <b>S</b> Sokolov"),
            Hit,
            ["Ivan Petrovich ", "S", " Sokolov"],
        ),
        is_read(
            "a name partly in an element",
            creditor("<a>Ivan</a> Petrovich <b>Sokolov</b>"),
            Hit,
            ["Ivan", " Petrovich ", "Sokolov"],
        ),
        is_read(
            "an attribute instead of a text",
            transfer(&format!("<Cdtr><Nm value=\"{NAME}\"/></Cdtr>")),
            Hit,
            [NAME],
        ),
        is_read(
            "an attribute of a wrapper",
            format!("<Batch of=\"{NAME}\">{}</Batch>", transfer("")),
            Hit,
            [NAME],
        ),
        is_read(
            "an attribute with the prefix of XML",
            transfer(&format!("<Cdtr xml:Nm=\"{NAME}\" xml:lang=\"en\"/>")),
            Hit,
            [NAME],
        ),
        is_read(
            "prefixes of another namespace",
            transfer(&format!(
                "<x:Cdtr xmlns:x=\"urn:x:head.001.001.02\"><x:Nm>{NAME}</x:Nm></x:Cdtr>"
            )),
            Hit,
            [NAME],
        ),
        is_read("a prefix that nothing declares", named.replace("Nm>", "q:Nm>"), Hit, [NAME]),
        is_read("an unknown version", named.replace("001.08", "001.99"), Hit, [NAME]),
        is_read("an unknown message", named.replace("pacs.008", "seev.031"), Hit, [NAME]),
        is_read(
            "another type than its elements",
            named.replace("pacs.008", "pacs.002"),
            Hit,
            [NAME],
        ),
        is_read("unknown elements", format!("<a><b><c>{NAME}</c></b></a>"), Hit, [NAME]),
        is_read(
            "a name as a BIC",
            transfer(&format!("<CdtrAgt><BICFI>{NAME}</BICFI></CdtrAgt>")),
            Hit,
            [NAME],
        ),
        is_read(
            "a name as an LEI",
            transfer(&format!("<Cdtr><Id><OrgId><LEI>{NAME}</LEI></OrgId></Id></Cdtr>")),
            Hit,
            [NAME],
        ),
        is_read(
            "a name as an account",
            transfer(&format!("<CdtrAcct><Id><IBAN>{NAME}</IBAN></Id></CdtrAcct>")),
            Hit,
            [NAME],
        ),
        is_read(
            "a name as a country",
            transfer(&format!("<Cdtr><Nm>Anna</Nm><PstlAdr><Ctry>{NAME}</Ctry></PstlAdr></Cdtr>")),
            Hit,
            ["Anna", NAME],
        ),
        is_read(
            "a name as a country of residence",
            transfer(&format!("<Cdtr><CtryOfRes>{NAME}</CtryOfRes></Cdtr>")),
            Hit,
            [NAME],
        ),
        is_read(
            "a name as a birth date",
            transfer(&format!(
                "<Cdtr><Nm>Anna</Nm><Id><PrvtId><DtAndPlcOfBirth><BirthDt>{NAME}</BirthDt>\
                 <CtryOfBirth>{NAME}</CtryOfBirth></DtAndPlcOfBirth></PrvtId></Id></Cdtr>"
            )),
            Hit,
            ["Anna", NAME, NAME],
        ),
        is_read(
            "a name as a part of an address",
            transfer(&format!(
                "<Cdtr><PstlAdr><PstCd>{NAME}</PstCd><CtrySubDvsn>x</CtrySubDvsn></PstlAdr></Cdtr>"
            )),
            Hit,
            [NAME, "x"],
        ),
        is_read("two messages", format!("{}{named}", creditor("Anna")), Hit, ["Anna", NAME]),
        is_read(
            "a mark between two messages",
            format!("\u{feff}{}\u{feff}{named}", creditor("Anna")),
            Hit,
            ["Anna", NAME],
        ),
        is_read(
            "a mark in a name",
            creditor("Ivan\u{feff} Petro\u{feff}vich Sokolov"),
            Hit,
            ["Ivan\u{feff} Petro\u{feff}vich Sokolov"],
        ),
        is_read(
            "signs without width in a name",
            creditor("Iv\u{200b}an Petrovich So\u{ad}kolov\u{2060}"),
            Hit,
            ["Iv\u{200b}an Petrovich So\u{ad}kolov\u{2060}"],
        ),
        is_read("two headers", format!("{header}{header}{named}"), Hit, ["B", "B", NAME]),
        is_read(
            "two headers in a wrapper",
            format!("<W>{header}{header}{named}</W>"),
            Hit,
            ["B", "B", NAME],
        ),
        is_read(
            "a document in a document",
            transfer(&format!("<SplmtryData>{named}</SplmtryData>")),
            Hit,
            [NAME],
        ),
        is_read(
            "a text behind the document in its wrapper",
            format!("<W>{}<Note>{NAME}</Note></W>", creditor("Anna")),
            Hit,
            ["Anna", NAME],
        ),
        is_read(
            "an amount that is a name",
            transfer(&format!("<IntrBkSttlmAmt Ccy=\"{NAME}\">{NAME}</IntrBkSttlmAmt>")),
            Hit,
            [NAME, NAME],
        ),
        is_read(
            "a reference that is a sentence",
            transfer(&format!(
                "<PmtId><EndToEndId>to be paid at once to {NAME}</EndToEndId></PmtId>"
            )),
            Hit,
            [format!("to be paid at once to {NAME}")],
        ),
        is_read("a document without a text", "<Document><Cdtr/></Document>", Unverified, [""; 0]),
        is_read(
            "an empty party",
            transfer("<PmtId><TxId>T</TxId></PmtId><Cdtr><Nm> </Nm><PstlAdr/></Cdtr>"),
            Pass,
            ["T"],
        ),
        is_read("a name whose letters are lost", creditor("???? ???"), Unverified, ["???? ???"]),
        is_read("a name of 100,000 letters", creditor(&long), Unverified, [&long]),
        is_read(
            "100,000 texts",
            transfer(&format!("<RmtInf>{many}</RmtInf>")),
            Unverified,
            numbers(),
        ),
    ];
    // A listed name at the end of a batch, far behind the first one.
    let batch = "<CdtTrfTxInf><Cdtr/></CdtTrfTxInf>".repeat(5_000);
    all.push(is_read(
        "a name behind 5,000 empty transactions",
        transfer(&format!("</CdtTrfTxInf>{batch}<CdtTrfTxInf><Cdtr><Nm>{NAME}</Nm></Cdtr>")),
        Hit,
        [NAME],
    ));
    all
}
