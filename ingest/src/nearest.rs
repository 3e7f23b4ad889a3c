//! What somebody probably meant who wrote a name that is not known.

/// The known name that is most like one, if any is as alike as `least`, from 0 to 1 (Jaro-Winkler).
#[must_use]
pub fn nearest<'k>(
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    least: f64,
) -> Option<&'k str> {
    let alike = known.into_iter().map(|known| (strsim::jaro_winkler(name, known), known));
    let nearest = alike.filter(|(alike, _)| *alike >= least).max_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, known)| known)
}
