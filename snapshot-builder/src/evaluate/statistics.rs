//! Measures of the separation between true and false matches by score.

/// A score; the flag is true if the two belong together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Labelled {
    pub(super) truth: bool,
    pub(super) score: f64,
}

/// F1 if every score from `threshold` on counts as a match.
pub(super) fn f1(items: &[Labelled], threshold: f64) -> f64 {
    let reached = |truth| items.iter().filter(|i| i.truth == truth && i.score >= threshold).count();
    let (hits, alarms) = (reached(true), reached(false));
    let misses = items.iter().filter(|item| item.truth).count() - hits;
    ratio(2 * hits, 2 * hits + alarms + misses)
}

/// The threshold with the highest F1, and that F1.
pub(super) fn best_cut(items: &[Labelled]) -> (f64, f64) {
    let cuts = items.iter().map(|item| item.score).filter(|score| *score > 0.0);
    let all = cuts.map(|cut| (cut, f1(items, cut)));
    all.fold((1.0, 0.0), |best, cut| if cut.1 > best.1 { cut } else { best })
}

/// Area under the ROC curve: share of all pairs of a true and a false item in which the true one scores
/// higher; ties count half.
pub(super) fn auc(items: &[Labelled]) -> f64 {
    let scores =
        |truth| items.iter().filter(move |item| item.truth == truth).map(|item| item.score);
    let (mut above, mut pairs) = (0.0, 0.0);
    for yes in scores(true) {
        for no in scores(false) {
            above += if yes > no {
                1.0
            } else if yes < no {
                0.0
            } else {
                0.5
            };
            pairs += 1.0;
        }
    }
    if pairs > 0.0 { above / pairs } else { 0.0 }
}

/// Share of a whole; 0 if the whole is 0.
pub(super) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(scores: &[(bool, f64)]) -> Vec<Labelled> {
        scores.iter().map(|&(truth, score)| Labelled { truth, score }).collect()
    }

    #[test]
    fn measures_of_a_small_table() {
        let items = items(&[(true, 0.9), (true, 0.6), (false, 0.7), (false, 0.1)]);
        assert!((f1(&items, 0.75) - 2.0 / 3.0).abs() < 1e-9);
        assert!((auc(&items) - 0.75).abs() < 1e-9);
        assert_eq!(best_cut(&items).0, 0.6);
        assert!((best_cut(&items).1 - 0.8).abs() < 1e-9);
    }

    #[test]
    fn nothing_measures_nothing() {
        assert_eq!((f1(&[], 0.75), auc(&[]), ratio(0, 0)), (0.0, 0.0, 0.0));
        assert_eq!(best_cut(&[]), (1.0, 0.0));
    }
}
