//! Checks of totals: they refer to existing things, and their sums do not overflow.

use crate::model::RegisterIndex;
use crate::snapshot::browse::BrowseView;
use crate::snapshot::format::Section;
use crate::snapshot::sections::Parts;
use crate::snapshot::totals::{ByType, Figures, SourceFacts, Totals};
use crate::snapshot::verify::{Check, Counts, require};

/// Checks all totals, after the sections have passed.
pub(super) fn check(parts: &Parts<'_>, counts: &Counts, totals: &Totals) -> Check {
    let known = Known {
        registers: counts.registers as usize,
        programmes: BrowseView::new(parts).programme_count(),
        records: counts.records,
    };
    let section = Section::Totals;
    let lengths = [totals.figures.len(), totals.sources.len(), totals.registers_by_name.len()];
    let expected = [Totals::CELLS, known.registers, known.registers];
    require(parts, section, lengths == expected, "not one for each kind of list or register")?;
    let mut by_name: Vec<usize> = totals.registers_by_name.iter().map(|at| at.index()).collect();
    by_name.sort_unstable();
    require(parts, section, by_name.into_iter().eq(0..known.registers), "a register is missing")?;
    let fit = totals.sources.iter().all(|source| known.fits_source(source));
    require(parts, section, fit, "a register's do not add up, or are of what does not exist")?;
    let fit = totals.figures.iter().all(|figures| known.fits_figures(figures));
    require(parts, section, fit, "figures that do not add up, or of what does not exist")
}

/// Numbers of the things that totals may refer to.
struct Known {
    registers: usize,
    programmes: usize,
    records: u32,
}

impl Known {
    fn fits_source(&self, source: &SourceFacts) -> bool {
        adds_up(&source.by_type, source.records)
            && source.programmes.iter().all(|(place, _)| (*place as usize) < self.programmes)
            && source.recent.iter().all(|record| record.0 < self.records)
            && sum(source.days.iter().map(|day| day.added)).is_some()
            && sum(source.days.iter().map(|day| day.removed)).is_some()
    }

    fn fits_figures(&self, figures: &Figures) -> bool {
        let has_register = |register: RegisterIndex| register.index() < self.registers;
        adds_up(&figures.by_type, figures.records)
            && figures.top_registers.iter().all(|(register, _)| has_register(*register))
    }
}

/// True if the records of all types add up to this number.
fn adds_up(by_type: &ByType, records: u64) -> bool {
    sum(by_type.iter().copied()) == Some(records)
}

fn sum(mut counts: impl Iterator<Item = u64>) -> Option<u64> {
    counts.try_fold(0u64, u64::checked_add)
}
