//! Files of customers, screened in this process.

use std::path::PathBuf;
use std::time::Duration;

use tamis::screen::{Begun, Job, SoFar, Watch};
use tamis_engine::model::{Collection, DateOrder, Schema};

/// Makes a job over these files, with everything else detected from them.
pub fn job(files: Vec<PathBuf>, output: PathBuf) -> Job {
    Job {
        files,
        input_form: None,
        sheet: None,
        characters: None,
        header_row: None,
        columns: Vec::new(),
        dates: DateOrder::DayMonthYear,
        schema: Schema::LegalEntity,
        collection: Collection::Default,
        parameters: String::new(),
        output: Some(output),
        output_form: None,
        has_mark: false,
        all: false,
        rejects: None,
        receipts: None,
        clearances: None,
        comparison: None,
        begun: Begun::GoOn,
        noted_every: Duration::from_secs(1),
    }
}

/// An observer that ignores the progress of a run.
pub struct Unfollowed;

impl Watch for Unfollowed {
    fn says(&self, _: &str) {}

    fn screened(&self, _: SoFar) {}
}
