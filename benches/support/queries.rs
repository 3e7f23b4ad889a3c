//! Realistic queries of several classes, the same in every run. The engine's bench includes this file,
//! too.

use std::collections::BTreeMap;

use tamis_engine::model::{RecordOrdinal, Schema, WordOrdinal};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::text::NameKind;

/// A small pseudorandom generator (SplitMix64), so that every run has the same queries.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// A query of a class.
pub struct Asked {
    pub schema: Schema,
    pub name: String,
}

/// Returns queries by class: those of the file that `TAMIS_BENCH_QUERIES` names, or `each` generated
/// ones. A line of the file has a class, a schema and a name, separated by tabs.
pub fn queries(snapshot: &Snapshot, each: usize) -> Vec<(String, Vec<Asked>)> {
    match std::env::var_os("TAMIS_BENCH_QUERIES") {
        Some(file) => queries_of(&std::fs::read_to_string(file).expect("a file of queries")),
        None => own_queries(snapshot, each),
    }
}

fn queries_of(text: &str) -> Vec<(String, Vec<Asked>)> {
    let mut classes: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
    for line in text.lines() {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_else(|| panic!("three cells per line: {line}"));
        let (class, schema, name) = (cell(), cell(), cell().to_owned());
        let schema = Schema::from_name(schema).unwrap_or_else(|| panic!("not a schema: {line}"));
        classes.entry(class.to_owned()).or_default().push(Asked { schema, name });
    }
    classes.into_iter().collect()
}

fn own_queries(snapshot: &Snapshot, each: usize) -> Vec<(String, Vec<Asked>)> {
    let mut numbers = Numbers(7);
    let mut make = |class: &str, name: fn(&Snapshot, &mut Numbers) -> String| {
        let asked = |_| Asked { schema: Schema::LegalEntity, name: name(snapshot, &mut numbers) };
        (class.to_owned(), (0..each).map(asked).collect())
    };
    vec![
        make("listed, exact", listed),
        make("listed, one typo", misspelt),
        make("on no list, common words", common_words),
        make("on no list, rare words", coined),
        make("entity with generic words", entity),
    ]
}

fn listed(snapshot: &Snapshot, numbers: &mut Numbers) -> String {
    record_name(snapshot, numbers, NameKind::Person)
}

fn entity(snapshot: &Snapshot, numbers: &mut Numbers) -> String {
    let name = record_name(snapshot, numbers, NameKind::Thing);
    format!("{name} trading")
}

fn record_name(snapshot: &Snapshot, numbers: &mut Numbers, kind: NameKind) -> String {
    loop {
        let record = RecordOrdinal(numbers.below(snapshot.record_count()) as u32);
        if snapshot.index().records[record.index()].kind == kind as u8 {
            return snapshot.record(record).name().to_owned();
        }
    }
}

fn misspelt(snapshot: &Snapshot, numbers: &mut Numbers) -> String {
    let mut letters: Vec<char> = listed(snapshot, numbers).chars().collect();
    if letters.len() > 4 {
        let at = 1 + numbers.below(letters.len() - 3);
        letters.swap(at, at + 1);
    }
    letters.into_iter().collect()
}

/// Draws three words, frequent ones more often: most customers' names look like this.
fn common_words(snapshot: &Snapshot, numbers: &mut Numbers) -> String {
    let index = snapshot.index();
    let singles =
        (0..index.word_count() as u32).take_while(|&w| !index.is_compound(WordOrdinal(w)));
    let frequent = singles.count().min(2000);
    let word = |numbers: &mut Numbers| loop {
        let at = numbers.below(frequent) * numbers.below(frequent) / frequent;
        let text = index.word_text(WordOrdinal(at as u32));
        if text.is_ascii() && text.len() > 3 {
            return text.to_owned();
        }
    };
    [word(numbers), word(numbers), word(numbers)].join(" ")
}

/// Makes two words that no dictionary has.
fn coined(_: &Snapshot, numbers: &mut Numbers) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ro", "mi", "ten", "ka", "lu", "ves", "dor", "ni", "sa", "gel", "pi", "tor", "han",
        "ze", "ri",
    ];
    let mut word = || (0..3).map(|_| SYLLABLES[numbers.below(16)]).collect::<String>();
    format!("{} {}", word(), word())
}
