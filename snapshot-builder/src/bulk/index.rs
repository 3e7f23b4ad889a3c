//! `index.json`: the contents of a collection's folder.

use std::collections::BTreeMap;

use tamis_engine::directory::Directory;
use tamis_engine::model::{
    BulkIndex, BulkResource, Collection, LeftOut, Offer, RecordOrdinal, Scope,
};
use tamis_engine::snapshot::{RecordView, Snapshot};

use super::file::Written;
use super::format::Format;

/// Index of a collection with these files, each with its format.
pub(super) fn index(
    snapshot: &Snapshot,
    collection: Collection,
    previous_version: Option<&str>,
    files: &[(Format, Written)],
) -> BulkIndex {
    let rows_of = |format| {
        let file = files.iter().find(|(other, _)| *other == format);
        file.map_or(0, |(_, written)| written.rows)
    };
    let scope = Scope::from_name(collection.as_str()).expect("every collection is a scope");
    BulkIndex {
        name: collection.as_str().to_owned(),
        title: collection.title().to_owned(),
        version: snapshot.version().to_owned(),
        previous_version: previous_version.map(str::to_owned),
        updated_at: snapshot.built_at(),
        last_change: Directory::new(snapshot).figures(None, scope).last_change,
        entity_count: rows_of(Format::EntitiesFtm),
        target_count: rows_of(Format::TargetsNested),
        left_out: left_out(snapshot, collection),
        resources: files.iter().map(|(format, file)| resource(*format, file)).collect(),
    }
}

fn resource(format: Format, Written { rows, forms: [plain, ..] }: &Written) -> BulkResource {
    BulkResource {
        name: format.as_str().to_owned(),
        path: format.as_str().to_owned(),
        url: None,
        mime_type: format.mime_type().to_owned(),
        size: plain.size,
        rows: *rows,
        checksum: plain.sha256.clone(),
    }
}

/// True if a record may be redistributed: its register is offered for download.
pub(super) fn may_be_handed_on(record: RecordView<'_>) -> bool {
    record.register().offer == Offer::Download
}

/// Collections of a record, as bits.
pub(super) fn collections_of(record: RecordView<'_>) -> u8 {
    Collection::bits_of(record.list_type(), record.entity_type(), record.imo().is_some())
}

/// Registers whose records of the collection may not be redistributed, sorted by slug.
fn left_out(snapshot: &Snapshot, collection: Collection) -> Vec<LeftOut> {
    if snapshot.registers().iter().all(|register| register.offer == Offer::Download) {
        return Vec::new();
    }
    let mut counts = BTreeMap::new();
    for at in (0..snapshot.record_count() as u32).map(RecordOrdinal) {
        let record = snapshot.record(at);
        if !may_be_handed_on(record) && collections_of(record) & collection.bit() != 0 {
            let register = record.register();
            counts.entry(register.slug.as_str()).or_insert((register, 0)).1 += 1;
        }
    }
    let left_out = counts.into_values().map(|(register, records)| LeftOut {
        dataset: register.slug.clone(),
        name: register.name.clone(),
        offer: register.offer.as_str().to_owned(),
        records,
    });
    left_out.collect()
}
