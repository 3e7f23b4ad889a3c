//! Records of the two versions of a register. About one in a hundred is added, one amended and one
//! removed, in exact numbers.

/// Population of a register: all records of either version, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Versions {
    /// Records of the newest version.
    pub(super) newest: u64,
    /// Records added between the versions; as many were amended, and as many removed.
    pub(super) turnover: u64,
}

/// Change of a record between the two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The same in both versions.
    Kept,
    /// Different in the two versions.
    Amended,
    /// Only in the first version.
    Removed,
    /// Only in the second version.
    Added,
}

impl Versions {
    /// The versions of a register whose newest one holds `newest` records.
    pub(super) fn new(newest: u64) -> Self {
        Self { newest, turnover: (newest + 50) / 100 }
    }

    /// Number of records in either version.
    pub(super) fn population(self) -> u64 {
        self.newest + self.turnover
    }

    /// Change of the record at `index`, below the population. Added ones are the last.
    pub(super) fn fate(self, index: u64) -> Fate {
        if self.turnover == 0 {
            return Fate::Kept;
        }
        if index >= self.newest {
            return Fate::Added;
        }
        let step = self.newest / self.turnover;
        match (index / step < self.turnover, index % step) {
            (true, at) if at == step / 3 => Fate::Removed,
            (true, at) if at == step * 2 / 3 => Fate::Amended,
            _ => Fate::Kept,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turnover_is_exact_for_every_size() {
        for newest in [1, 49, 50, 75, 100, 250, 999, 5000] {
            let versions = Versions::new(newest);
            let count = |fate| {
                (0..versions.population()).filter(|at| versions.fate(*at) == fate).count() as u64
            };
            for fate in [Fate::Added, Fate::Amended, Fate::Removed] {
                assert_eq!(count(fate), versions.turnover, "{newest}: {fate:?}");
            }
        }
    }
}
