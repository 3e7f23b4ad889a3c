//! Sounds of a Latin word.

use super::Sound::{self, *};

/// Returns the sounds of a word of ASCII letters. A word with other characters has none, because a word
/// with digits is not pronounced. Doubled sounds are written once.
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
        } else if let Some(group) = group_at(rest) {
            group
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

/// Returns the sound of the letter group at the beginning of the text, and the number of its letters.
/// Compiled by hand from the usual romanisations of Russian (English, German, French, Polish practice),
/// Arabic and Chinese.
fn group_at(text: &[u8]) -> Option<(Sound, usize)> {
    let longest_first = match text {
        [b'd', b's', b'c', b'h', ..] => (J, 4),
        [b't', b's', b'c', b'h', ..] => (Ch, 4),
        [b'd', b'z', b'h', ..] => (J, 3),
        [b's', b'c', b'h', ..] => (Sh, 3),
        [b't', b'c', b'h', ..] => (Ch, 3),
        [b'c', b'h' | b'z', ..] => (Ch, 2),
        [b'c', b'k', ..] => (K, 2),
        [b'd', b'h', ..] => (Dh, 2),
        [b'd', b'j', ..] | [b'j', b'h', ..] => (J, 2),
        [b'd', b'z', ..] => (Dz, 2),
        [b'e', b'e', ..] => (I, 2),
        [b'g', b'h', ..] => (Gh, 2),
        [b'k' | b'q', b'h', ..] => (Kh, 2),
        [b'o', b'o' | b'u', ..] => (U, 2),
        [b'p', b'h', ..] => (F, 2),
        [b's', b'h' | b'z', ..] => (Sh, 2),
        [b't', b'h', ..] => (Th, 2),
        [b't', b's' | b'z', ..] => (Ts, 2),
        [b'z', b'h' | b's', ..] => (Zh, 2),
        _ => return None,
    };
    Some(longest_first)
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
    fn letter_groups_of_many_languages_become_one_sound() {
        let table: [(&str, &[Sound]); 16] = [
            ("shcherbakov", &[Sh, Ch, E, R, B, A, K, O, V]),
            ("schtscherbakow", &[Sh, Ch, E, R, B, A, K, O, W]),
            ("szczepan", &[Sh, Ch, E, P, A, N]),
            ("djamel", &[J, A, M, E, L]),
            ("mohammed", &[M, O, H, A, M, E, D]),
            ("youssef", &[Y, U, S, E, F]),
            ("serguei", &[S, E, R, G, E, I]),
            ("enrique", &[E, N, R, I, Q, E]),
            ("alexander", &[A, L, E, K, S, A, N, D, E, R]),
            ("dzhokhar", &[J, O, Kh, A, R]),
            ("dschugaschwili", &[J, U, G, A, Sh, W, I, L, I]),
            ("fitch", &[F, I, Ch]),
            ("jhaveri", &[J, A, V, E, R, I]),
            ("xu", &[X, U]),
            ("hsu", &[X, U]),
            ("m7", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(sounds(text), expected, "{text}");
        }
    }
}
