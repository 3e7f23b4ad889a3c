//! Explanations read the names of records again: into the same words as the build did.

use crate::support::read_again::names_read_otherwise;
use crate::support::real;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn every_name_is_read_again_as_it_was() {
    let snapshot = &real::snapshot_of_every_list();
    assert!(snapshot.index().names.len() > 100_000, "the whole lists are read, not a sample");
    assert_eq!(names_read_otherwise(snapshot), Vec::<String>::new());
}
