//! Whoever follows a run.

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoFar {
    /// Customers screened, those refused included.
    pub customers: u64,
    /// Of these, those with a hit.
    pub with_hits: u64,
    /// About which share of the files is read, 0 to 1; `None` where nobody knows how long they are.
    pub share: Option<f64>,
}

/// Whoever follows a run.
pub trait Watch: Sync {
    /// Something to know before it begins.
    fn says(&self, text: &str);

    /// How far the run is.
    fn screened(&self, so_far: SoFar);
}
