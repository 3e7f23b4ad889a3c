//! Romanisation of Korean syllables.

const INITIALS: [&str; 19] = [
    "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p",
    "h",
];
const VOWELS: [&str; 21] = [
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we",
    "wi", "yu", "eu", "ui", "i",
];
const FINALS: [&str; 28] = [
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p",
    "t", "t", "ng", "t", "t", "k", "t", "p", "t",
];

/// Syllables with customary spellings of name bearers, mostly surnames. Compiled by hand from common
/// knowledge of Korean names.
const CUSTOMARY: [(char, &[&str]); 34] = [
    ('이', &["lee", "yi", "rhee", "ri"]),
    ('리', &["lee", "rhee"]),
    ('박', &["park", "pak"]),
    ('최', &["choi"]),
    ('노', &["roh", "noh"]),
    ('로', &["roh"]),
    ('임', &["lim", "rim", "yim"]),
    ('림', &["lim"]),
    ('류', &["yoo", "you"]),
    ('유', &["yoo", "ryu"]),
    ('오', &["oh"]),
    ('우', &["woo", "wu"]),
    ('안', &["ahn"]),
    ('조', &["joh", "choh"]),
    ('고', &["koh"]),
    ('손', &["sohn"]),
    ('신', &["shin"]),
    ('심', &["shim"]),
    ('서', &["suh"]),
    ('허', &["huh", "hur"]),
    ('나', &["ra", "rha"]),
    ('라', &["na"]),
    ('여', &["yeoh", "ryo"]),
    ('염', &["yum", "ryom"]),
    ('양', &["ryang"]),
    ('차', &["cha"]),
    ('백', &["paik", "baik"]),
    ('배', &["pai"]),
    ('희', &["hee", "hi"]),
    ('길', &["gil", "kil"]),
    ('일', &["il"]),
    ('을', &["ul"]),
    ('용', &["ryong"]),
    ('영', &["ryong"]),
];

/// Returns the readings of a run of syllables: revised romanisation first, then the older system and
/// customary spellings. Each reading uses one system for the whole run.
pub(super) fn romanised(text: &str) -> Vec<String> {
    let syllables: Vec<Vec<String>> = text.chars().map(readings_of_syllable).collect();
    by_rank(&syllables.iter().collect::<Vec<_>>())
}

/// Returns the distinct readings of a run. The n-th one joins the n-th reading of each syllable, or its
/// last.
pub(super) fn by_rank<S: AsRef<str>>(of_each: &[&Vec<S>]) -> Vec<String> {
    let most = of_each.iter().map(|of_one| of_one.len()).max().unwrap_or(0);
    let mut readings: Vec<String> = Vec::with_capacity(most);
    for rank in 0..most {
        let reading = of_each
            .iter()
            .filter_map(|of_one| of_one.get(rank).or(of_one.last()))
            .map(AsRef::as_ref)
            .collect();
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    readings
}

/// Returns the readings of a syllable, at least one. The older system writes the vowels eo and eu as o
/// and u, and bearers of a name often write eo as u.
fn readings_of_syllable(syllable: char) -> Vec<String> {
    let Some(index) = u32::from(syllable).checked_sub(0xAC00).filter(|index| *index < 11_172)
    else {
        return vec![String::from(any_ascii::any_ascii_char(syllable)).to_ascii_lowercase()];
    };
    let index = index as usize;
    let revised = [INITIALS[index / 588], VOWELS[index % 588 / 28], FINALS[index % 28]].concat();
    let mut readings = vec![revised.clone()];
    let customary = CUSTOMARY.iter().find(|(known, _)| *known == syllable);
    let older = revised.replace("eo", "o").replace("eu", "u");
    let common = revised.replace("eo", "u").replace("eu", "u");
    let customary = customary.iter().flat_map(|(_, others)| others.iter().map(|r| (*r).into()));
    for reading in [older, common].into_iter().chain(customary) {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_read_in_one_system_at_a_time() {
        assert_eq!(romanised("김"), ["gim"]);
        assert_eq!(romanised("정은"), ["jeongeun", "jongun", "jungun"]);
        assert_eq!(romanised("이"), ["i", "lee", "yi", "rhee", "ri"]);
        assert_eq!(romanised("박"), ["bak", "park", "pak"]);
    }
}
