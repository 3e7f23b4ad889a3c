//! Bar charts of counts: records added to a register above a line and removed ones below it, and
//! queries.

use std::fmt::Write;

use maud::{Markup, html};

use tamis_engine::directory::Change;

/// Width of a bar and of the gap after it.
const STEP: usize = 4;
/// Height of the areas above and below the line.
const HALF: f64 = 20.0;

/// Chart of additions above the line and removals below it, for periods of a number of days. The last
/// period ends with the last day.
pub(super) fn changes(days: &[Change], stretch: usize) -> Markup {
    let sums = days.rchunks(stretch).rev().map(|days| {
        days.iter().fold((0, 0), |(added, removed), day| (added + day.added, removed + day.removed))
    });
    bars(&sums.collect::<Vec<_>>(), HALF)
}

/// Chart of counts above the line only.
pub(super) fn counts(counts: &[u64]) -> Markup {
    bars(&counts.iter().map(|count| (*count, 0)).collect::<Vec<_>>(), 1.0)
}

/// Chart of counts above and below a line, with the height below it.
fn bars(counts: &[(u64, u64)], below: f64) -> Markup {
    let most = counts.iter().map(|(above, below)| *above.max(below)).max().unwrap_or(0).max(1);
    let (mut added, mut removed) = (String::new(), String::new());
    for (at, count) in counts.iter().enumerate() {
        let x = at * STEP + STEP / 2;
        bar(&mut added, x, -height(count.0, most));
        bar(&mut removed, x, height(count.1, most));
    }
    let width = counts.len() * STEP;
    html! {
        svg.chart viewBox=(format!("0 0 {width} {}", HALF + below)) preserveAspectRatio="none" aria-hidden="true" {
            path.line d=(format!("M0 {HALF}H{width}")) {}
            path.added d=(added) {}
            path.removed d=(removed) {}
        }
    }
}

/// Height of a bar: proportional to the square root of its count, so that small counts remain visible
/// next to large ones.
fn height(count: u64, most: u64) -> f64 {
    HALF * (count as f64 / most as f64).sqrt()
}

fn bar(path: &mut String, x: usize, height: f64) {
    if height != 0.0 {
        // Writing to a text never fails.
        let _ = write!(path, "M{x} {HALF}v{height:.1}");
    }
}
