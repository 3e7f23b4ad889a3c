//! The "abd" family: abd, abdul, abdel, abdur, abdoul ... before one of the names of God, separate or
//! attached, in Latin and in Arabic letters. It becomes one word for "abd" and one for the name. Abd
//! Allah becomes one word.

use std::sync::LazyLock;

use ahash::AHashSet;

use super::article;
use super::split::{Piece, Separator, parted};
use crate::text::tables;
use crate::text::token::{Span, Token};

/// "abd" with or without its article.
const ABD: &str = "abdul";
/// "abd" with its article in Arabic letters. It keeps the article's letters, so that its consonants are
/// those of the Latin word.
const ABD_ARABIC: &str = "عبدال";
/// "abd" without the article in Arabic letters.
const ABD_ARABIC_ALONE: &str = "عبد";
const ABDULLAH: &str = "abdullah";
const ABDULLAH_ARABIC: &str = "عبدالله";

/// Fewest letters behind "abdul" in one word when the table does not have them.
const UNKNOWN_REST_CHARS_MIN: usize = 5;

/// "abd" in Latin letters, alone and with its article.
const SPELLINGS: [&str; 25] = [
    "abd", "abdul", "abdel", "abdal", "abdol", "abdil", "abdoul", "abdool", "abdoel", "abdull",
    "abdell", "abdur", "abdar", "abdor", "abder", "abdour", "abdus", "abdas", "abdes", "abdun",
    "abden", "abduz", "abdez", "abdush", "abdesh",
];

/// Endings of family names that were made from the whole word: Abdulkhalikov, Abdulmuminova.
const FAMILY_NAME_ENDINGS: [&str; 12] =
    ["ov", "ev", "ova", "eva", "ovich", "evich", "ovna", "evna", "oglu", "zade", "zoda", "zadeh"];

/// Words that follow "abd" in names: the names of God in their many spellings.
static NAMES_OF_GOD: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| tables::word_set(include_str!("../tables/names_of_god.txt")));

/// Returns the words of a name, with articles and the "abd" family in one spelling each.
pub(super) fn unite(raw: &str, pieces: Vec<Piece>) -> Vec<Token> {
    let mut words = Vec::with_capacity(pieces.len() + 2);
    let mut pending = pieces;
    pending.reverse();
    while let Some(Piece { text, span, after, .. }) = pending.pop() {
        let word = |text: &str, span| Token { text: text.to_owned(), span };
        if is_abd(&text) || is_abed(&text, pending.last()) {
            let (abd, span) = after_abd(raw, &text, span, &mut pending);
            words.push(word(abd, span));
        } else if is_abdullah(&text) {
            words.push(word(ABDULLAH, span));
        } else if text == "عبداله" {
            words.push(word(ABDULLAH_ARABIC, span));
        } else if let Some(rest) = rest_of_abd(&text) {
            let (abd, rest_span) = parted(raw, span, rest);
            put_back(&mut pending, rest, rest_span, after);
            put_back(&mut pending, ABD, abd, Separator::Other);
        } else if let Some(rest) = arabic_rest_of_abd(&text) {
            let (abd, rest_span) = parted(raw, span, rest);
            put_back(&mut pending, rest, rest_span, after);
            put_back(&mut pending, ABD_ARABIC, abd, Separator::Other);
        } else if let Some(abu) = abu_with_article(&text).filter(|_| !pending.is_empty()) {
            let (abu_span, _) = parted(raw, span, "l");
            words.push(word(abu, abu_span));
        } else if let Some(rest) = article::arabic_rest(&text) {
            let (article, rest_span) = parted(raw, span, rest);
            words.push(word(article::ARABIC, article));
            put_back(&mut pending, rest, rest_span, after);
        } else if article::is_article(&text, after, words.is_empty(), pending.last()) {
            words.push(word(article::LATIN, span));
        } else {
            words.push(Token { text, span });
        }
    }
    words
}

fn put_back(pending: &mut Vec<Piece>, text: &str, span: Span, after: Separator) {
    pending.push(Piece { text: text.to_owned(), span, after, is_letter: false });
}

/// Returns the word for an "abd" and the place that it was read from. Its article, and the name if it
/// is Allah, are removed from `pending`.
fn after_abd(
    raw: &str,
    abd: &str,
    mut span: Span,
    pending: &mut Vec<Piece>,
) -> (&'static str, Span) {
    let is_arabic = !abd.is_ascii();
    loop {
        let is_last = pending.len() == 1;
        let Some(next) = pending.last_mut() else { break };
        if is_allah(&next.text) {
            span = span.to(next.span);
            pending.pop();
            return (if is_arabic { ABDULLAH_ARABIC } else { ABDULLAH }, span);
        }
        if let Some(rest) = article::arabic_rest(&next.text).or_else(|| latin_rest(&next.text)) {
            let (article, rest_span) = parted(raw, next.span, rest);
            if article != rest_span {
                span = span.to(article);
            }
            next.span = rest_span;
            next.text = rest.to_owned();
        } else if !is_last && article::follows_abd(&next.text) {
            span = span.to(next.span);
            pending.pop();
        } else {
            break;
        }
    }
    (if is_arabic { ABD_ARABIC } else { ABD }, span)
}

fn is_abd(word: &str) -> bool {
    SPELLINGS.contains(&word) || matches!(word, ABD_ARABIC_ALONE | ABD_ARABIC)
}

/// True if "abed" means "abd", because the article or "the Lord" follows: Abed el-Kader, Abed Rabbo.
/// Otherwise it is a name of its own.
fn is_abed(word: &str, next: Option<&Piece>) -> bool {
    let begins_name_of_god = |next: &Piece| {
        article::follows_abd(&next.text)
            || latin_rest(&next.text).is_some()
            || next.text.starts_with("rabb")
    };
    word == "abed" && next.is_some_and(begins_name_of_god)
}

/// Returns the text before the article in "Abul Hasan", "Aboul Gheit" and "Abol Fazl", which are Abu
/// al-Hasan and so on. The article is low-information.
fn abu_with_article(word: &str) -> Option<&str> {
    word.strip_suffix('l').filter(|abu| matches!(*abu, "abu" | "abou" | "abo"))
}

fn is_abdullah(word: &str) -> bool {
    matches!(
        word,
        "abdullah"
            | "abdallah"
            | "abdulla"
            | "abdalla"
            | "abdollah"
            | "abdellah"
            | "abdella"
            | "abdillah"
            | "abdulah"
            | "abdalah"
            | "abdelah"
            | "abdolah"
            | "abdoullah"
            | "abdoulah"
            | "abdoulla"
    )
}

fn is_allah(word: &str) -> bool {
    matches!(
        word,
        "allah"
            | "alla"
            | "ullah"
            | "ulla"
            | "ellah"
            | "illah"
            | "ollah"
            | "llah"
            | "lah"
            | "الله"
            | "لله"
    )
}

/// The name of God at the end of a word that begins with "abd": abdulaziz, abderrahmane, abdennour.
fn rest_of_abd(word: &str) -> Option<&str> {
    let after = word.strip_prefix("abd").filter(|_| word.is_ascii())?;
    let article = after.trim_start_matches(['a', 'e', 'i', 'o', 'u']);
    if article.is_empty() || after.len() - article.len() > 2 {
        return None;
    }
    // With the l of the article, the name may be any long word; "abdulla..." is a word of its own.
    if after.len() > article.len()
        && let Some(rest) = article.strip_prefix('l')
    {
        let is_family_name = FAMILY_NAME_ENDINGS.iter().any(|ending| rest.ends_with(ending));
        let is_name =
            rest.len() >= UNKNOWN_REST_CHARS_MIN && !rest.starts_with("la") && !is_family_name;
        if NAMES_OF_GOD.contains(rest) || is_name {
            return Some(rest);
        }
    }
    // Without it, the name begins with its first letter, once or doubled.
    [article.get(1..), Some(article)].into_iter().flatten().find(|rest| NAMES_OF_GOD.contains(rest))
}

/// Returns the name of God at the end of an Arabic word that begins with "abd". Without the article,
/// only a known name of God counts: عبدالفتاح and عبدفتاح, but not عبدون.
fn arabic_rest_of_abd(word: &str) -> Option<&str> {
    if let Some(rest) = word.strip_prefix(ABD_ARABIC) {
        let is_long = rest.chars().nth(1).is_some();
        return (is_long && !rest.starts_with("له")).then_some(rest);
    }
    word.strip_prefix(ABD_ARABIC_ALONE).filter(|rest| NAMES_OF_GOD.contains(rest))
}

/// A name of God written together with its article: "alrahman".
fn latin_rest(word: &str) -> Option<&str> {
    let vowels = ["al", "el", "ul", "ar", "er", "ur", "as", "es", "us", "an", "en", "un"];
    let rest = vowels.iter().find_map(|article| word.strip_prefix(article))?;
    NAMES_OF_GOD.contains(rest).then_some(rest)
}

#[cfg(test)]
mod tests {
    use crate::text::fold::{DottedLetters, words};
    use crate::text::token::sentence;

    #[test]
    fn every_spelling_of_abd_and_a_name_of_god() {
        let table = [
            (
                "abdul rahman",
                "Abd al-Rahman; ABDUL RAHMAN; Abdulrahman; 'Abd ar-Rahman; Abd-el-Rahman; Abdurrahman; Abd alRahman; Abdur Rahman; Abd Rahman",
            ),
            ("abdul rahmane", "Abderrahmane"),
            ("abdul aziz", "Abdelaziz; Abdul-Aziz; Abd al 'Aziz; AbdulAziz; Abdoul Aziz"),
            ("abdul nour", "Abdennour; Abd an-Nour"),
            ("abdul latif", "Abdullatif; Abdul Latif; Abdel-Latif"),
            ("abdullah", "Abdallah; Abd Allah; Abdulla; Abd-Ullah; ABDULLAH; Abd al-Lah"),
            ("abdulov", "Abdulov"),
            ("abdullahi", "Abdullahi"),
            ("abdulkhalikov", "Abdulkhalikov"),
            ("abdi", "Abdi"),
            ("abdul kader", "Abed el-Kader; Abd el Kader; Abed al Kader"),
            ("abdul rabbo", "Abed Rabbo; Abd Rabbo; Abdrabbo"),
            ("abed rahimi", "Abed Rahimi"),
            ("abu hasan", "Abul Hasan; Abu'l-Hasan"),
            ("abou gheit", "Aboul Gheit"),
            ("abul", "Abul"),
            ("عبدال رحمن", "عبد الرحمن; عبدالرحمن; عبد ال رحمن; عبدرحمن"),
            ("عبدال فتاح", "عبد الفتاح; عبدالفتاح; عبدفتاح; عبد فتاح"),
            ("عبدون", "عبدون"),
            ("عبدي", "عبدي"),
            ("عبدالله", "عبد الله; عبدالله; عبدﷲ"),
        ];
        for (expected, spellings) in table {
            for raw in spellings.split("; ") {
                assert_eq!(sentence(&words(raw, DottedLetters::Joined)), expected, "{raw}");
            }
        }
    }

    #[test]
    fn articles() {
        let table = [
            ("Osama El-Baz", "osama al baz"),
            ("ash-Shams", "al shams"),
            ("Nur-ud-Din", "nur al din"),
            ("Zia ul Haq", "zia al haq"),
            ("Zia ur Rehman", "zia al rehman"),
            ("Ur Ragnar", "ur ragnar"),
            ("At Home", "at home"),
            ("الظواهري", "ال ظواهري"),
            ("الياس", "الياس"),
            ("الله", "الله"),
        ];
        for (raw, expected) in table {
            assert_eq!(sentence(&words(raw, DottedLetters::Joined)), expected, "{raw}");
        }
    }

    #[test]
    fn words_know_what_they_were_read_from() {
        let table = [
            ("'Abd al-Rahman al-Zahrani", "Abd al|Rahman|al|Zahrani"),
            ("Abdulrahman", "Abdul|rahman"),
            ("Abd alRahman", "Abd al|Rahman"),
            ("ABDERRAHMANE", "ABDER|RAHMANE"),
            ("Abd Allah Ali", "Abd Allah|Ali"),
            ("عبد الرحمن", "عبد ال|رحمن"),
            ("عبدالرَّحمن", "عبدال|رَّحمن"),
            ("الظواهري", "ال|ظواهري"),
            ("Абдулрахман", "Абдул|рахман"),
        ];
        for (raw, expected) in table {
            let words = words(raw, DottedLetters::Joined);
            let read: Vec<&str> = words.iter().map(|word| word.span.of(raw)).collect();
            assert_eq!(read.join("|"), expected, "{raw}");
        }
    }
}
