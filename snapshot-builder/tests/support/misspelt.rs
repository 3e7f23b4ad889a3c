//! Names as they are mistyped, and parts of them.

use super::random::Random;

/// The words of a name as they stand in it.
pub fn words(name: &str) -> Vec<String> {
    name.split_whitespace().map(str::to_owned).collect()
}

/// The words in another order.
pub fn reordered(name: &str, random: &mut Random) -> String {
    let mut words = words(name);
    random.shuffle(&mut words);
    words.join(" ")
}

/// One word of the name misspelt.
pub fn with_one_typo(name: &str, random: &mut Random) -> String {
    changed(name, random, misspelt)
}

/// Every word misspelt.
pub fn with_every_word_misspelt(name: &str, random: &mut Random) -> String {
    words(name).iter().map(|word| misspelt(word, random)).collect::<Vec<_>>().join(" ")
}

/// One word of the name cut to its first letter.
pub fn with_an_initial(name: &str, random: &mut Random) -> String {
    changed(name, random, |word, _| word.chars().take(1).collect())
}

/// Two neighbours written as one, or one word written as two.
pub fn with_another_gap(name: &str, random: &mut Random) -> String {
    let gaps: Vec<usize> = name.match_indices(' ').map(|(at, _)| at).collect();
    if gaps.is_empty() || random.chance(50) {
        return changed(name, random, |word, random| {
            let mut letters: Vec<char> = word.chars().collect();
            letters.insert(random.below(letters.len() + 1), ' ');
            letters.into_iter().collect()
        });
    }
    let gap = *random.pick(&gaps);
    format!("{}{}", &name[..gap], &name[gap + 1..])
}

/// The beginning of the name, cut anywhere.
pub fn begun(name: &str, random: &mut Random) -> String {
    let letters = name.chars().count();
    name.chars().take(1 + random.below(letters.max(1))).collect()
}

/// The name with one of its words changed.
fn changed(
    name: &str,
    random: &mut Random,
    change: impl Fn(&str, &mut Random) -> String,
) -> String {
    let mut words = words(name);
    if words.is_empty() {
        return name.to_owned();
    }
    let at = random.below(words.len());
    words[at] = change(&words[at], random);
    words.join(" ")
}

/// A letter put in, left out, doubled, swapped with the next one or put in the place of another.
fn misspelt(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    let other = char::from(b'a' + random.below(26) as u8);
    match random.below(5) {
        0 => letters.insert(at, other),
        1 if letters.len() > 1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        3 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = other,
    }
    letters.into_iter().collect()
}
