//! Finds the known name that a misspelt name probably means.

/// The known name most similar to a given one, if its similarity is at least `least`, from 0 to 1
/// (Jaro-Winkler).
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
