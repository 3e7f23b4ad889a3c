//! What came into a register and left it, as bars: added above the line, removed below it.

use std::fmt::Write;

use maud::{Markup, html};

use tamis_engine::directory::Change;

/// Width of a bar and the room to the next one.
const STEP: usize = 4;
/// Height above the line, and below it.
const HALF: f64 = 20.0;

/// Bars for stretches of so many days, the last of which ends with the last day.
pub(super) fn bars(days: &[Change], stretch: usize) -> Markup {
    let sums = days.rchunks(stretch).rev().map(|days| {
        days.iter().fold((0, 0), |(added, removed), day| (added + day.added, removed + day.removed))
    });
    let sums: Vec<(u64, u64)> = sums.collect();
    let most = sums.iter().map(|(added, removed)| *added.max(removed)).max().unwrap_or(0).max(1);
    let (mut added, mut removed) = (String::new(), String::new());
    for (at, sum) in sums.iter().enumerate() {
        let x = at * STEP + STEP / 2;
        bar(&mut added, x, -height(sum.0, most));
        bar(&mut removed, x, height(sum.1, most));
    }
    let width = sums.len() * STEP;
    html! {
        svg.chart viewBox=(format!("0 0 {width} {}", 2.0 * HALF)) preserveAspectRatio="none" aria-hidden="true" {
            path.line d=(format!("M0 {HALF}H{width}")) {}
            path.added d=(added) {}
            path.removed d=(removed) {}
        }
    }
}

/// How high the bar of a count is: by its square root, so that few are seen beside many.
fn height(count: u64, most: u64) -> f64 {
    HALF * (count as f64 / most as f64).sqrt()
}

fn bar(path: &mut String, x: usize, height: f64) {
    if height != 0.0 {
        // Writing to a text cannot fail.
        let _ = write!(path, "M{x} {HALF}v{height:.1}");
    }
}
