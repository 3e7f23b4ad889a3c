//! Whatever the bytes are, a load ends with records or an error, and never with a panic.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proptest::prelude::*;
use snapshot_builder::{Description, LoadOptions, load_register};

use crate::support::{read_bytes, read_files, shipped};

const SDN: &[u8] = b"1,\"SAMPLE, Ada\",\"individual\",\"SDGT] [IRGC\",\"Chief\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\
\"DOB 10 Dec 1948; alt. DOB 1955 to 1958; nationality Iran; Passport A1 (Iran) expires 2020; a.k.a. 'ABS'.\"\r\n\
2,\"SEA STAR\",\"vessel\",\"SYRIA\",-0- ,\"AB\",\"Tanker\",-0- ,-0- ,\"Panama\",-0- ,\"Vessel Registration Identification IMO 9074729.\"\r\n\x1a";
const ALT: &[u8] = b"1,1,\"aka\",\"SECOND, Ada\",-0- \r\n2,2,\"fka\",\"MOON\",-0- \r\n\x1a";
const UN: &[u8] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<CONSOLIDATED_LIST dateGenerated=\"2026-02-27T00:00:09Z\">\
<INDIVIDUALS><INDIVIDUAL><FIRST_NAME>ANA &amp; é</FIRST_NAME><REFERENCE_NUMBER>XXi.1 </REFERENCE_NUMBER>\
<LISTED_ON>2001-10-08-04:00</LISTED_ON><NATIONALITY><VALUE>Perú</VALUE></NATIONALITY>\
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Fox</ALIAS_NAME><DATE_OF_BIRTH>1970</DATE_OF_BIRTH></INDIVIDUAL_ALIAS>\
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1963</FROM_YEAR><TO_YEAR>1965</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>\
</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>".as_bytes();
const JSONL: &[u8] = "{\"ref\": \"1\", \"name\": \"Ana\", \"aliases\": [\"É\"], \"birth_dates\": [\"1962-05\"], \"countries\": [\"pe\"], \"imo\": \"9074729\"}\n{\"ref\": \"2\", \"name\": \"Bo\"}\n".as_bytes();
const CSV: &[u8] = "ID,Name,Also\n1,\"Lee, Ana\",Á|B\n2,Bo,\n".as_bytes();
const LEIE: &[u8] = b"LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE\r\n\
\"DOE, JR\",\"JO\",\"P \",,\"CLINIC\",\"DENTIST\",\"U12345\",\"1234567893\",\"02/28/71\",\"1 HIGH ST\",\"LIMA\",\"OH\",\"45801\",\"1128a1   \",\"20160120\",\"20160120\",\"20140428\",\"PR\"\r\n\
,,,\"SUN PHARMACY, I\",,,,0000000000,,,,XX,00000,1128b8,20160120,00000000,00000000,\r\n";
const WORLD_BANK: &[u8] = "{\"response\": {\"ZPROCSUPP\": [{\"SUPP_ID\": 1, \"SUPP_NAME\": \"MR. ANA \\\"AN\\\" LEE (A.K.A. LI) (李) *40\", \"SUPP_TYPE_CODE\": \"I\", \"LAND1\": \"ZR\"},\
{\"SUPP_ID\": 2, \"SUPP_NAME\": \"THE SUN INC./LE SUN INC. AKA NORTH SEA (NOSE)\", \"SUPP_TYPE_CODE\": \"F\", \"ADD_SUPP_INFO\": \"*12 and 13 (太阳（集团）公司, 太阳)(Reg. No. 7), also d.b.a. Ana's, A and B\", \"DEBAR_TO_DATE\": \"2999-12-31\"}]}}".as_bytes();

/// One change to the bytes of a file.
#[derive(Debug, Clone)]
enum Mutation {
    Cut(prop::sample::Index),
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Double(prop::sample::Index, prop::sample::Index),
}

impl Mutation {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Cut(at) => bytes.truncate(at.index(bytes.len())),
            Self::Set(at, value) => {
                let at = at.index(bytes.len());
                bytes[at] = *value;
            }
            Self::Insert(at, value) => bytes.insert(at.index(bytes.len()), *value),
            Self::Double(from, to) => {
                let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                bytes.extend(part);
            }
        }
    }
}

/// Bytes that mean something to one of the formats are likelier than others.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(&b"<>/&;,\"'\n\r\x1a-0.|{}[]: "[..])]
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let index = any::<prop::sample::Index>;
    let mutation = prop_oneof![
        1 => index().prop_map(Mutation::Cut),
        6 => (index(), byte()).prop_map(|(at, value)| Mutation::Set(at, value)),
        3 => (index(), byte()).prop_map(|(at, value)| Mutation::Insert(at, value)),
        1 => (index(), index()).prop_map(|(from, to)| Mutation::Double(from, to)),
    ];
    prop::collection::vec(mutation, 1..6)
}

fn own(format: &str, tables: &str) -> Description {
    let text = format!(
        "name = 'x'\nshort_name = 'x'\nslug = 'xx'\npublisher = 'x'\ncountry = 'ZZ'\n\
         list_type = 'PEP'\ncadence_hours = 1\nformat = '{format}'\n\
         source_url = 'https://example.org'\nlicence = 'x'\noffer = 'none'\n{tables}"
    );
    Description::parse("x.toml", &text).expect("sound")
}

/// Loads the register from its files, the one numbered `mutated` changed.
fn load_mutated(
    description: &Description,
    files: &[(&str, &[u8])],
    mutated: usize,
    by: &[Mutation],
) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = folder.path().join(&description.slug);
    std::fs::create_dir(&root).expect("created");
    for (at, (name, bytes)) in files.iter().enumerate() {
        let mut bytes = bytes.to_vec();
        if at == mutated {
            by.iter().for_each(|mutation| mutation.apply(&mut bytes));
        }
        std::fs::write(Path::new(&root).join(name), bytes).expect("written");
    }
    let loaded = load_register(description, folder.path(), &LoadOptions::default());
    assert_eq!(loaded.outcome.is_ok(), loaded.report.error.is_none());
}

static OFAC_SDN: LazyLock<Description> = LazyLock::new(|| shipped("us_ofac_sdn"));
static UN_SC: LazyLock<Description> = LazyLock::new(|| shipped("un_sc_consolidated"));
static OWN_JSONL: LazyLock<Description> = LazyLock::new(|| own("records_jsonl", ""));
static OWN_CSV: LazyLock<Description> = LazyLock::new(|| {
    own(
        "records_csv",
        "[columns]\nref = 'ID'\nname = 'Name'\naliases = { header = 'Also', separator = '|' }",
    )
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ofac_csv_never_panics(by in mutations(), mutated in 0usize..3) {
        let files = [("sdn.csv", SDN), ("alt.csv", ALT), ("sdn_comments.csv", &b"1,\" rest.\"\r\n"[..])];
        load_mutated(&OFAC_SDN, &files, mutated, &by);
    }

    #[test]
    fn un_xml_never_panics(by in mutations()) {
        load_mutated(&UN_SC, &[("consolidated.xml", UN)], 0, &by);
    }

    #[test]
    fn records_jsonl_never_panics(by in mutations()) {
        load_mutated(&OWN_JSONL, &[("records.jsonl", JSONL)], 0, &by);
    }

    #[test]
    fn records_csv_never_panics(by in mutations()) {
        load_mutated(&OWN_CSV, &[("records.csv", CSV)], 0, &by);
    }

    #[test]
    fn leie_csv_never_panics(by in mutations()) {
        let mut bytes = LEIE.to_vec();
        by.iter().for_each(|mutation| mutation.apply(&mut bytes));
        let folder = tempfile::tempdir().expect("temporary folder");
        let paths = ["main", "rein"].map(|name| folder.path().join(name));
        for (path, bytes) in paths.iter().zip([LEIE, &bytes]) {
            std::fs::write(path, bytes).expect("written");
        }
        let read = |main: &PathBuf, rein: &PathBuf| {
            let companions = [("reinstatements", std::slice::from_ref(rein))];
            read_files("leie_csv", std::slice::from_ref(main), &companions)
        };
        let [main, rein] = paths;
        let (read, turned) = (read(&main, &rein), read(&rein, &main));
        prop_assert_eq!(read.is_ok(), turned.is_ok());
    }

    #[test]
    fn world_bank_json_never_panics(by in mutations()) {
        let mut bytes = WORLD_BANK.to_vec();
        by.iter().for_each(|mutation| mutation.apply(&mut bytes));
        if let Ok(read) = read_bytes("world_bank_json", &bytes) {
            prop_assert!(read.records.iter().all(|record| !record.name.is_empty()));
        }
    }

    #[test]
    fn compressed_files_never_panic(by in mutations()) {
        let packed = zstd::encode_all(JSONL, 1).expect("in memory");
        load_mutated(&OWN_JSONL, &[("records.jsonl.zst", &packed)], 0, &by);
    }

    #[test]
    fn descriptions_never_panic(by in mutations()) {
        let mut text = include_bytes!("../../registers/us_ofac_sdn.toml").to_vec();
        by.iter().for_each(|mutation| mutation.apply(&mut text));
        let read = Description::parse("x.toml", &String::from_utf8_lossy(&text));
        prop_assert!(read.map_or_else(|error| error.to_string().contains("x.toml"), |_| true));
    }
}
