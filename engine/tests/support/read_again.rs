//! Names of records tokenized again from their published text.

use tamis_engine::model::{RecordOrdinal, WordOrdinal};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::text::{NameKind, tokenize};

/// Returns the names whose words differ from those in the snapshot when they are read from the
/// published text.
pub fn names_read_otherwise(snapshot: &Snapshot) -> Vec<String> {
    let index = snapshot.index();
    let records = (0..snapshot.record_count() as u32).map(RecordOrdinal);
    let names = records.flat_map(|record| index.names_of(record).map(move |name| (record, name)));
    let read_otherwise = names.filter_map(|(record, name)| {
        let kind = NameKind::ALL[usize::from(index.records[record.index()].kind)];
        let published = snapshot.record(record).name_at(index.names[name.index()].alias);
        let words = tokenize(published, kind).words;
        let stored = index.run(name).0.iter().map(|word| index.word_text(WordOrdinal(word.word())));
        (!stored.eq(words.iter().map(|word| word.text.as_str()))).then(|| published.to_owned())
    });
    read_otherwise.collect()
}
