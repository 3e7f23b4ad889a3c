//! Measured: listed parties planted in payment messages, and messages of invented parties, over the real
//! lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::http::Request;
use serde_json::Value;
use snapshot_builder::sample::{SampleOptions, generate};
use snapshot_builder::{BuildOptions, build};
use tamis_engine::model::{EntityType, Fact, RecordOrdinal, facts};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

use crate::support::client::{Client, with_body};
use crate::support::effort::effort;
use crate::support::payments::{Content, LAYOUTS, LINE, Layout, Party, Random, fin_text, wrapped};
use crate::support::real;

/// Way in which a listed party is planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Plain,
    /// Cut at the letters of a line.
    Cut,
    /// One letter left out, doubled, changed or swapped.
    Respelt,
    TwoLines,
    FreeText,
    /// The BIC of a listed bank.
    Identifier,
}

const WAYS: [Way; 6] =
    [Way::Plain, Way::Cut, Way::Respelt, Way::TwoLines, Way::FreeText, Way::Identifier];

fn records(snapshot: &Snapshot) -> impl Iterator<Item = RecordOrdinal> {
    (0..snapshot.record_count() as u32).map(RecordOrdinal)
}

/// The BICs of a record.
fn bics_of(snapshot: &Snapshot, at: RecordOrdinal) -> Vec<String> {
    let identifiers = snapshot.record(at).values(Fact::Identifiers);
    let bic = |own: facts::Value<'_>| match own {
        facts::Value::Identifier { kind, value, .. } if kind.contains("BIC") => {
            Some(value.to_string())
        }
        _ => None,
    };
    identifiers.filter_map(bic).collect()
}

/// A name as a sender writes it: the family name of a person behind.
fn as_sent(name: &str, entity_type: Option<EntityType>) -> String {
    match name.split_once(", ") {
        Some((family, given)) if entity_type == Some(EntityType::Individual) => {
            format!("{given} {family}")
        }
        _ => name.to_owned(),
    }
}

fn respelt(name: &str, random: &mut Random) -> Option<String> {
    let mut letters: Vec<char> = name.chars().collect();
    let is_inner = |at: usize| {
        at > 0 && letters[at].is_ascii_alphabetic() && letters[at - 1].is_ascii_alphabetic()
    };
    let long_word = |at: usize| {
        let word = |c: &char| c.is_ascii_alphabetic();
        let before = letters[..at].iter().rev().take_while(|c| word(c)).count();
        let after = letters[at..].iter().take_while(|c| word(c)).count();
        before + after >= 5
    };
    let places: Vec<usize> =
        (1..letters.len().saturating_sub(1)).filter(|at| is_inner(*at) && long_word(*at)).collect();
    if places.is_empty() {
        return None;
    }
    let at = random.pick(&places);
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 => letters[at] = random.pick(&['E', 'A', 'O', 'I', 'S', 'T']),
        _ if letters[at + 1].is_ascii_alphabetic() => letters.swap(at, at + 1),
        _ => letters.insert(at, letters[at]),
    }
    let changed: String = letters.into_iter().collect();
    (changed != name).then_some(changed)
}

/// True if several listed names begin like this one, once it is cut: nobody can tell which it was.
fn is_beginning_of_several(beginnings: &BTreeMap<String, usize>, name: &str) -> bool {
    let beginning = name.get(..LINE).map(str::to_ascii_uppercase);
    beginning.and_then(|own| beginnings.get(&own)).is_some_and(|names| *names > 2)
}

/// Invented parties by the cultures of the sample, none of them of the lists.
fn invented() -> Vec<Party> {
    let folder = tempfile::tempdir().expect("a folder");
    let (sources, out) = (folder.path().join("sources"), folder.path().join("out"));
    let options = SampleOptions { records: 12_000, seed: 4711, out: sources.clone() };
    generate(&options, &mut |_| ()).expect("written");
    build(&BuildOptions::new(sources, &out)).expect("built");
    let store = SnapshotStore::new(&out);
    let version = store.current_version().expect("CURRENT").expect("a version");
    let (snapshot, _) = store.open(&version).expect("opens");
    let mut parties = Vec::new();
    for at in records(&snapshot) {
        let record = snapshot.record(at);
        let entity_type = record.entity_type();
        // Customers of banks are persons and companies.
        if !matches!(entity_type, Some(EntityType::Individual | EntityType::Company)) {
            continue;
        }
        let date = record.birth_dates().map(|date| date.to_string()).find(|date| date.len() == 10);
        // Payments with facts have them of every person.
        let made = format!("19{}-0{}-1{}", 40 + at.0 % 60, 1 + at.0 % 9, at.0 / 9 % 10);
        let is_person = entity_type == Some(EntityType::Individual);
        let date = date.or_else(|| is_person.then_some(made));
        parties.push(Party {
            name: as_sent(record.name(), entity_type),
            country: record.countries().next().map(|country| country.to_string()),
            birth_date: date,
        });
    }
    parties
}

const STREETS: [&str; 8] = [
    "12 Station Road",
    "Hauptstrasse 7",
    "Rue du Marche 21",
    "Via Garibaldi 3",
    "Calle Mayor 44",
    "PO Box 1187",
    "5 Victoria Avenue",
    "Brivibas iela 90",
];
const TOWNS: [&str; 8] =
    ["Riga", "Manchester", "Lyon", "Torino", "Valencia", "Graz", "Gdansk", "Leiden"];
const TEXTS: [&str; 8] = [
    "Invoice 2026/4711 of 12 May",
    "Salary November",
    "Rent flat 3 and heating",
    "Contract AB-1187 second instalment",
    "Purchase order 90011, spare parts",
    "School fees term 2",
    "Consulting services October, less discount",
    "Refund of order 20261107",
];

fn content(random: &mut Random, parties: &[Party]) -> Content {
    let party = |random: &mut Random| parties[random.below(parties.len())].clone();
    Content {
        debtor: party(random),
        creditor: party(random),
        address: vec![format!("{}, {}", random.pick(&STREETS), random.pick(&TOWNS))],
        texts: vec![random.pick(&TEXTS).to_owned()],
        bic: format!(
            "QZ{}LV22XXX",
            ['A', 'B'].map(|_| random.pick(&['K', 'W', 'Y'])).iter().collect::<String>()
        ),
    }
}

async fn filtered(client: &Client, message: String, explain: &str) -> Value {
    let address = format!("/api/filter?group=entity&explain={explain}");
    let request = Request::post(address).header("content-type", "text/plain");
    let answer = client.send(with_body(request, message)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// True if every word of the text that was asked is a word of the listed name, in a known spelling: the
/// party is a namesake.
fn is_namesake(hit: &Value) -> bool {
    let features = hit["result"]["features"].as_array().expect("features");
    let alignment = features.iter().map(|own| &own["alignment"]).find(|own| !own.is_null());
    let alignment = alignment.expect("an alignment of names");
    let pairs = alignment["pairs"].as_array().expect("pairs");
    let known = |pair: &Value| {
        let how = pair["how"].as_str().expect("a way");
        matches!(how, "equal" | "variant") && pair["similarity"].as_f64() >= Some(0.95)
    };
    alignment["only_query"] == serde_json::json!([]) && pairs.iter().all(known)
}

/// A message with a planted party, the end of the path at which it is to be found, and that of its hits
/// in the answer.
fn planted(
    way: Way,
    layout: Layout,
    name: &str,
    bic: &str,
    mut content: Content,
    random: &mut Random,
) -> Option<(Content, &'static str)> {
    let name = if layout.is_fin() { fin_text(name) } else { name.to_owned() };
    let [at_name, at_text] = layout.places();
    content.creditor = Party::default();
    let half = name.match_indices(' ').map(|(at, _)| at).nth(name.matches(' ').count() / 2);
    let place = match way {
        Way::Plain if name.len() <= LINE || !layout.is_fin() => {
            content.creditor.name = name;
            at_name
        }
        Way::Cut if name.len() > LINE => {
            content.creditor.name = name[..LINE].trim().to_owned();
            at_name
        }
        Way::Respelt if name.len() < LINE => {
            content.creditor.name = respelt(&name, random)?;
            at_name
        }
        // A name too long for a line goes on in the next one, and remittances break anywhere.
        Way::TwoLines if layout.is_fin() && name.len() > LINE && wrapped(&name).len() == 2 => {
            content.creditor.name = name;
            at_name
        }
        Way::TwoLines if !layout.is_fin() => {
            let (before, behind) = name.split_at(half?);
            content.texts =
                vec![format!("goods for {before}"), format!("{} as agreed", behind.trim())];
            at_text
        }
        Way::FreeText => {
            content.texts = vec![format!("{} for {name}, as agreed", random.pick(&TEXTS))];
            at_text
        }
        Way::Identifier => {
            content.bic = bic.to_owned();
            if layout.is_fin() { "/57A/BIC" } else { "/CdtrAgt/FinInstnId/BICFI" }
        }
        _ => return None,
    };
    if content.creditor.name.is_empty() {
        content.creditor.name = "Anna Maier".to_owned();
    }
    Some((content, place))
}

#[tokio::test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
async fn planted_parties_are_hit_and_invented_ones_pass() {
    let snapshot = real::snapshot_of_every_list();
    let client = Client::serving(Arc::clone(&snapshot));
    let parties = invented();
    let random = &mut Random(0x9E37_79B9_7F4A_7C15);
    let names: Vec<String> = records(&snapshot)
        .map(|at| snapshot.record(at))
        .filter(|record| record.name().is_ascii() && record.name().contains(' '))
        .map(|record| as_sent(record.name(), record.entity_type()))
        .collect();
    let bics: Vec<String> = records(&snapshot)
        .flat_map(|at| bics_of(&snapshot, at))
        .filter(|bic| [8, 11].contains(&bic.len()))
        .collect();
    assert!(names.len() > 30_000 && bics.len() > 50, "{} {}", names.len(), bics.len());

    let mut found: BTreeMap<(Way, bool), (usize, usize)> = BTreeMap::new();
    let (mut missed, mut ambiguous) = (Vec::new(), 0);
    let mut beginnings: BTreeMap<String, usize> = BTreeMap::new();
    let distinct: BTreeSet<String> = names.iter().map(|name| name.to_ascii_uppercase()).collect();
    for name in distinct.iter().filter(|name| name.len() > LINE) {
        *beginnings.entry(name[..LINE].to_owned()).or_default() += 1;
    }
    for number in 0..effort(1_000, 2_000) {
        let (way, layout) =
            (WAYS[number % WAYS.len()], LAYOUTS[number / WAYS.len() % LAYOUTS.len()]);
        let (name, own, place) = loop {
            let name = &names[random.below(names.len())];
            if way == Way::Cut && is_beginning_of_several(&beginnings, name) {
                ambiguous += 1;
                continue;
            }
            let clean = content(random, &parties);
            let bic = &bics[random.below(bics.len())];
            if let Some((own, place)) = planted(way, layout, name, bic, clean, random) {
                break (name, own, place);
            }
        };
        let others: Vec<Party> =
            (0..49).map(|_| parties[random.below(parties.len())].clone()).collect();
        let answer = filtered(&client, layout.write(&own, &others), "none").await;
        let places = ["hits", "identifiers"].map(|sort| answer[sort].as_array().expect("hits"));
        let is_hit = places.iter().copied().flatten().any(|hit| {
            let path = hit["path"].as_str().expect("a path");
            let without = path.rsplit_once("/line[").map_or(path, |(path, _)| path);
            without
                .trim_end_matches(|c: char| {
                    c == '[' || c == ']' || c.is_ascii_digit() && without.ends_with(']')
                })
                .ends_with(place)
        });
        let counts = found.entry((way, layout.is_fin())).or_default();
        counts.1 += 1;
        if is_hit {
            counts.0 += 1;
        } else {
            missed.push(format!("{way:?} {layout:?} {name:?}: {:?}", own.creditor.name));
        }
    }
    for ((way, is_fin), (hits, all)) in &found {
        let format = if *is_fin { "FIN" } else { "ISO" };
        println!("{way:?} {format}: {hits} of {all}, {:.3}", *hits as f64 / *all as f64);
    }
    println!("{ambiguous} cut names are the beginning of several and not asked");
    missed.sort();
    println!("missed:\n{}", missed.join("\n"));

    let (mut alarms, mut namesakes, mut flat_alarms) = (0, 0, 0);
    let clean = effort(2_000, 5_000);
    for number in 0..clean {
        let layout = [Layout::Pacs008, Layout::Mt103][number % 2];
        let own = content(random, &parties);
        let answer = filtered(&client, layout.write(&own, &[]), "full").await;
        let hits = answer["hits"].as_array().expect("hits");
        if answer["verdict"] != "pass" {
            alarms += 1;
            namesakes += usize::from(!hits.is_empty() && hits.iter().any(is_namesake));
            for hit in hits {
                println!(
                    "alarm{}: {} {} {} {}",
                    if is_namesake(hit) { " of a namesake" } else { "" },
                    hit["path"],
                    hit["text"],
                    hit["result"]["score"],
                    hit["result"]["caption"]
                );
            }
        }
        // All texts of the message as one.
        let Content { debtor, creditor, address, texts, .. } = &own;
        let flat =
            format!("{} {} {} {}", debtor.name, creditor.name, address.join(" "), texts.join(" "));
        let flat = flat.replace(['<', '&'], " ");
        let flat = format!("<Paper><Text>{flat}</Text></Paper>");
        let flat = filtered(&client, flat, "none").await;
        flat_alarms += usize::from(flat["verdict"] != "pass");
    }
    let share = |alarms: usize| alarms as f64 / clean as f64;
    println!(
        "alarms: {:.4}, {:.4} without namesakes, of flat text {:.4}",
        share(alarms),
        share(alarms - namesakes),
        share(flat_alarms)
    );

    for ((way, is_fin), (hits, all)) in &found {
        let bar = match way {
            Way::Plain | Way::Cut | Way::Identifier => 0.99,
            Way::Respelt | Way::TwoLines | Way::FreeText => 0.95,
        };
        let rate = *hits as f64 / *all as f64;
        assert!(rate >= bar, "{way:?}, FIN {is_fin}: {rate:.3} of {bar}");
    }
    // Names of the sample are the most frequent of their cultures, and some are those of listed persons.
    assert!(share(alarms) <= 0.035, "{}", share(alarms));
    assert!(share(alarms) * 8.0 <= share(flat_alarms), "by element, not by text");
}
