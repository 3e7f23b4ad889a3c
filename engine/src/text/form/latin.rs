//! A Latin word to its sounds.

use super::Sound::{self, *};

/// Letter groups that stand for one sound, longest first. Compiled by hand from the usual
/// romanisations of Russian (English, German, French, Polish practice), Arabic and Chinese.
const GROUPS: [(&[u8], Sound); 26] = [
    (b"dsch", J),
    (b"tsch", Ch),
    (b"dzh", J),
    (b"sch", Sh),
    (b"tch", Ch),
    (b"ch", Ch),
    (b"ck", K),
    (b"cz", Ch),
    (b"dh", Dh),
    (b"dj", J),
    (b"dz", Dz),
    (b"ee", I),
    (b"gh", Gh),
    (b"jh", J),
    (b"kh", Kh),
    (b"oo", U),
    (b"ou", U),
    (b"ph", F),
    (b"qh", Kh),
    (b"sh", Sh),
    (b"sz", Sh),
    (b"th", Th),
    (b"ts", Ts),
    (b"tz", Ts),
    (b"zh", Zh),
    (b"zs", Zh),
];

/// Sounds of a word of ASCII letters; none when it has other characters, because a word with
/// digits is not pronounced. Doubled sounds are written once.
pub(super) fn sounds(text: &str) -> Vec<Sound> {
    let text = text.as_bytes();
    if !text.iter().all(u8::is_ascii_lowercase) {
        return Vec::new();
    }
    let mut sounds = Vec::with_capacity(text.len() + 1);
    let mut at = 0;
    while let Some(letter) = text.get(at) {
        let rest = &text[at..];
        let (sound, length) = if at == 0 && rest.starts_with(b"x") {
            (X, 1)
        } else if at == 0 && rest.starts_with(b"hs") {
            (X, 2)
        } else if is_silent_u(rest) {
            (single(*letter), 2)
        } else if let Some((group, sound)) = group_at(rest) {
            (*sound, group.len())
        } else {
            if *letter == b'x' {
                push(&mut sounds, K);
            }
            (single(*letter), 1)
        };
        push(&mut sounds, sound);
        at += length;
    }
    sounds
}

/// The group that the text begins with. Most pairs of letters begin none, which their second
/// letter tells at once.
fn group_at(text: &[u8]) -> Option<&'static (&'static [u8], Sound)> {
    let second = text.get(1)?;
    if !b"cehjkosuz".contains(second) {
        return None;
    }
    GROUPS.iter().find(|(group, _)| text.starts_with(group))
}

/// "gue", "gui", "que", "qui": the u only keeps the consonant hard.
fn is_silent_u(rest: &[u8]) -> bool {
    matches!(rest, [b'g' | b'q', b'u', b'e' | b'i', ..])
}

fn push(sounds: &mut Vec<Sound>, sound: Sound) {
    if sounds.last() != Some(&sound) {
        sounds.push(sound);
    }
}

fn single(letter: u8) -> Sound {
    const ALPHABET: [Sound; 26] =
        [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, S, Y, Z];
    ALPHABET[usize::from(letter - b'a')]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_found_by_its_second_letter() {
        for group in &GROUPS {
            assert_eq!(group_at(group.0), Some(group));
        }
    }

    #[test]
    fn letter_groups_of_many_languages_become_one_sound() {
        let table: [(&str, &[Sound]); 12] = [
            ("shcherbakov", &[Sh, Ch, E, R, B, A, K, O, V]),
            ("schtscherbakow", &[Sh, Ch, E, R, B, A, K, O, W]),
            ("szczepan", &[Sh, Ch, E, P, A, N]),
            ("djamel", &[J, A, M, E, L]),
            ("mohammed", &[M, O, H, A, M, E, D]),
            ("youssef", &[Y, U, S, E, F]),
            ("serguei", &[S, E, R, G, E, I]),
            ("enrique", &[E, N, R, I, Q, E]),
            ("alexander", &[A, L, E, K, S, A, N, D, E, R]),
            ("xu", &[X, U]),
            ("hsu", &[X, U]),
            ("m7", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(sounds(text), expected, "{text}");
        }
    }
}
