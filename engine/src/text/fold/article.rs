//! The Arabic article: al, el, ul, and the assimilated forms, whose l becomes the letter after it.

use std::sync::LazyLock;

use ahash::AHashSet;

use super::split::{Piece, Separator};
use crate::text::tables;

/// Canonical spelling of the article in Latin letters.
pub(in crate::text) const LATIN: &str = "al";
/// The article in Arabic letters.
pub(in crate::text) const ARABIC: &str = "ال";

/// The article in Hangul, which attaches it to the name: 알아사드. Other names begin with it too: 알렉산드르.
const HANGUL: char = '알';
/// Fewest syllables behind the article in Hangul.
const HANGUL_REST_MIN: usize = 2;

/// Fewest letters behind the article in an Arabic word.
const ARABIC_REST_CHARS_MIN: usize = 3;

/// Arabic words that begin with the letters of the article without having it.
static NOT_AN_ARTICLE: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| tables::word_set(include_str!("../tables/arabic_al_words.txt")));

/// Strips the article from the words of a text in Hangul; `None` where no word may have it.
#[must_use]
pub fn without_hangul_article(raw: &str) -> Option<String> {
    let bare = |word| {
        let rest = str::strip_prefix(word, HANGUL)?;
        (rest.chars().count() >= HANGUL_REST_MIN).then_some(rest)
    };
    let words = || raw.split(' ');
    words()
        .any(|word| bare(word).is_some())
        .then(|| words().map(|word| bare(word).unwrap_or(word)).collect::<Vec<_>>().join(" "))
}

/// True if the word is the article between "abd" and the name of God.
pub(super) fn follows_abd(word: &str) -> bool {
    matches!(word, "al" | "el" | "ul" | "ol" | "il" | "oul" | ARABIC) || is_assimilated(word)
}

/// True if a piece is an article. "al" and "el" are articles anywhere, and "ul", "ud", "ur" and "uz"
/// inside a name. Every assimilated form is one before a hyphen and the letter that it repeats
/// ("ash-Shams", "Nur-ud-Din").
pub(super) fn is_article(
    text: &str,
    after: Separator,
    is_first: bool,
    next: Option<&Piece>,
) -> bool {
    if matches!(text, "al" | "el") {
        return true;
    }
    let Some(next) = next else { return false };
    if text == "ul" {
        return !is_first;
    }
    let takes_on = is_assimilated(text) && next.text.starts_with(&text[1..]);
    takes_on && (after == Separator::Hyphen || (!is_first && matches!(text, "ud" | "ur" | "uz")))
}

fn is_assimilated(word: &str) -> bool {
    let mut letters = word.chars();
    matches!(letters.next(), Some('a' | 'e' | 'u' | 'o'))
        && matches!(letters.as_str(), "d" | "n" | "r" | "s" | "sh" | "t" | "th" | "z" | "dh")
}

/// Returns the text behind the article in an Arabic word: "الرحمن" is "ال" and "رحمن".
pub(super) fn arabic_rest(word: &str) -> Option<&str> {
    let rest = word.strip_prefix(ARABIC)?;
    let is_long = rest.chars().nth(ARABIC_REST_CHARS_MIN - 1).is_some();
    (is_long && !NOT_AN_ARTICLE.contains(word)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_hangul_may_have_the_article() {
        for (text, bare) in [
            ("바샤르 알아사드", Some("바샤르 아사드")),
            ("알렉산드르 루카셴코", Some("렉산드르 루카셴코")),
            ("알리 하메네이", None),
            ("김정은", None),
            ("", None),
        ] {
            assert_eq!(without_hangul_article(text).as_deref(), bare, "{text}");
        }
    }
}
