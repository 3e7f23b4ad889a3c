//! Counts as bars: what came into a register above a line and what left it below, and what was done.

use std::fmt::Write;

use maud::{Markup, html};

use tamis_engine::directory::Change;

/// Width of a bar and the room to the next one.
const STEP: usize = 4;
/// Height above the line, and below it.
const HALF: f64 = 20.0;

/// What was added above the line and removed below it, for stretches of so many days, the last of which
/// ends with the last day.
pub(super) fn changes(days: &[Change], stretch: usize) -> Markup {
    let sums = days.rchunks(stretch).rev().map(|days| {
        days.iter().fold((0, 0), |(added, removed), day| (added + day.added, removed + day.removed))
    });
    bars(&sums.collect::<Vec<_>>(), HALF)
}

/// Counts above the line, with nothing below it.
pub(super) fn counts(counts: &[u64]) -> Markup {
    bars(&counts.iter().map(|count| (*count, 0)).collect::<Vec<_>>(), 1.0)
}

/// Counts above and below a line, under which there is so much room.
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
