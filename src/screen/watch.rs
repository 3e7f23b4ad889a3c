//! Observers of a run.

/// Progress of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoFar {
    /// Processed customers or files, including refused ones.
    pub done: u64,
    /// Those with a hit.
    pub with_hits: u64,
    /// Approximate share of the files that is read, 0 to 1; `None` if their length is unknown.
    pub share: Option<f64>,
}

/// An observer of a run.
pub trait Watch: Sync {
    /// Receives a message before the run starts.
    fn says(&self, text: &str);

    /// Receives the progress of the run.
    fn screened(&self, so_far: SoFar);
}
