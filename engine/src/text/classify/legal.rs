//! Legal forms: every spelling of a form, of one word or many, becomes one code word (`#llc`).
//!
//! The table `tables/legal_forms.txt` says which forms share a code and where in a name each is
//! allowed. A form of two letters, such as "sa" or "as", counts only as the first or last word.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::place::is_place;
use crate::text::fold::{self, DottedLetters};
use crate::text::name::LEGAL_FORM_MARK;
use crate::text::tables;
use crate::text::token::{Span, Token};

/// Fewest letters of a word in a long phrase that may have one letter wrong.
const MISSPELT_CHARS_MIN: usize = 8;
/// Fewest letters of a one-word form that may have one letter wrong: "compania" is a form, Campania is
/// a place.
const MISSPELT_ALONE_CHARS_MIN: usize = 10;

/// Legal forms that may be attached to the word before them. No other word ends in one of these behind
/// at least [`REST_LETTERS_MIN`] letters.
const OFTEN_ATTACHED: [&str; 4] = ["company", "corporation", "limited", "incorporated"];
/// Legal forms that may be attached to the word before them when a form of [`BEFORE_LAST`] follows.
const ATTACHED_BEFORE: [&str; 5] = ["pte", "pvt", "pty", "co", "sdn"];
const BEFORE_LAST: [&str; 3] = ["ltd", "limited", "bhd"];
/// Legal forms at the end of a name that may have one letter wrong, because no other word is so
/// similar.
const MISSPELT_LAST: [&str; 2] = ["company", "limited"];
/// Fewest letters before an attached legal form: "unlimited" and "accompany" are words.
const REST_LETTERS_MIN: usize = 4;

/// Places in a name that a form is allowed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Any,
    /// First or last.
    Edge,
    First,
    Last,
}

#[derive(Debug)]
struct Form {
    words: Vec<String>,
    /// The code with its mark.
    code: String,
    position: Position,
}

struct Forms {
    /// Forms by their first word, longer ones first.
    by_first_word: AHashMap<String, Vec<Form>>,
    /// Words that may be misspelt, in the order of the table.
    long_words: Vec<String>,
}

static FORMS: LazyLock<Forms> =
    LazyLock::new(|| Forms::read(include_str!("../tables/legal_forms.txt")));

/// Splits a long legal form off the end of a word of a raw text: "TRADINGCORPORATION".
pub(in crate::text) fn cut_off(raw: &str, words: Vec<Token>) -> Vec<Token> {
    let attached_at = |word: &str| {
        let rests = OFTEN_ATTACHED.iter().filter_map(|form| word.strip_suffix(form));
        rests.map(str::len).find(|&rest| rest >= REST_LETTERS_MIN)
    };
    let attached_before = |word: &str, next: &str| {
        let rests = ATTACHED_BEFORE.iter().filter_map(|form| word.strip_suffix(form));
        let rest = rests.map(str::len).find(|&rest| rest >= REST_LETTERS_MIN);
        rest.filter(|_| BEFORE_LAST.contains(&next))
    };
    let mut cut = Vec::with_capacity(words.len() + 1);
    let mut words = words.into_iter().peekable();
    while let Some(mut word) = words.next() {
        let at = attached_at(&word.text)
            .or_else(|| words.peek().and_then(|next| attached_before(&word.text, &next.text)));
        let form = at.map(|at| {
            let text = word.text.split_off(at);
            let span;
            (word.span, span) = fold::parted(raw, word.span, &text);
            Token { text, span }
        });
        cut.push(word);
        cut.extend(form);
    }
    cut
}

/// Replaces each legal form by its code. A code occurs once.
pub(in crate::text) fn unify(words: Vec<Token>) -> Vec<Token> {
    let corrected = corrected(&words);
    let spelt = corrected.as_deref().unwrap_or(&words);
    let tail = tail_start(spelt);
    let mut codes = Vec::new();
    let mut at = 0;
    while at < spelt.len() {
        if let Some(form) = form_at(spelt, at, tail) {
            codes.push((at, form));
            at += form.words.len();
        } else {
            at += 1;
        }
    }
    if codes.is_empty() { words } else { replace(words, &codes) }
}

/// True if the words hold a legal form at a place that its row allows.
pub(in crate::text) fn is_in(words: &[Token]) -> bool {
    forms_in(words, |_| true)
}

/// True if the words hold a legal form that counts at any place. A person may well be called "Sa" or
/// "Ag".
pub(in crate::text) fn is_certainly_in(words: &[Token]) -> bool {
    forms_in(words, |form| form.position == Position::Any)
}

fn forms_in(words: &[Token], accepts: impl Fn(&Form) -> bool) -> bool {
    let corrected = corrected(words);
    let spelt = corrected.as_deref().unwrap_or(words);
    let tail = tail_start(spelt);
    (0..spelt.len()).any(|at| form_at(spelt, at, tail).is_some_and(&accepts))
}

fn replace(words: Vec<Token>, codes: &[(usize, &Form)]) -> Vec<Token> {
    let mut replaced: Vec<Token> = Vec::with_capacity(words.len());
    let mut codes = codes.iter().peekable();
    let mut covered_until = 0;
    // Holds the few codes only, because a name may have many words.
    let mut seen: Vec<&str> = Vec::new();
    let spans: Vec<Span> = words.iter().map(|word| word.span).collect();
    for (at, word) in words.into_iter().enumerate() {
        if let Some((_, form)) = codes.next_if(|(start, _)| *start == at) {
            covered_until = at + form.words.len();
            if !seen.contains(&form.code.as_str()) {
                seen.push(&form.code);
                let span = word.span.to(spans[covered_until - 1]);
                replaced.push(Token { text: form.code.clone(), span });
            }
        } else if at >= covered_until {
            replaced.push(word);
        }
    }
    replaced
}

/// Returns the position of the first word of the tail of a name: other legal forms, and places ("SA
/// (Panama)"). It is the number of words where a name has no tail.
fn tail_start(words: &[Token]) -> usize {
    let may_follow = |word: &&Token| {
        FORMS.by_first_word.contains_key(word.text.as_str()) || is_place(&word.text)
    };
    words.len() - words.iter().rev().take_while(may_follow).count()
}

/// The longest form that begins at this word; `tail` is the [`tail_start`] of the words.
fn form_at(words: &[Token], at: usize, tail: usize) -> Option<&'static Form> {
    let forms = FORMS.by_first_word.get(words[at].text.as_str())?;
    let may_stand = |form: &Form| may_stand(form, words.len(), at, tail);
    forms.iter().find(|form| is_spelt(form, &words[at..]) && may_stand(form))
}

/// True if the words begin with those of the form.
fn is_spelt(form: &Form, words: &[Token]) -> bool {
    form.words.len() <= words.len()
        && form.words.iter().zip(words).all(|(expected, word)| *expected == word.text)
}

/// True if a form is allowed at this position among `count` words, where the words from `tail` on may
/// follow it.
fn may_stand(form: &Form, count: usize, at: usize, tail: usize) -> bool {
    let is_last = || at > 0 && at + form.words.len() >= tail;
    let is_first = at == 0 && count > form.words.len();
    match form.position {
        Position::Any => true,
        Position::First => is_first,
        Position::Last => is_last(),
        Position::Edge => is_first || is_last(),
    }
}

/// Corrects misspelt long words of legal phrases, and a misspelt last word; `None` when no word is
/// misspelt.
fn corrected(words: &[Token]) -> Option<Vec<Token>> {
    let mut corrected: Option<Vec<Token>> = None;
    if let Some((last, before)) = words.split_last()
        && !before.is_empty()
        && let Some(known) = MISSPELT_LAST.iter().find(|known| is_one_edit_apart(&last.text, known))
        && !FORMS.by_first_word.contains_key(last.text.as_str())
    {
        corrected.get_or_insert_with(|| words.to_vec())[before.len()].text = (*known).to_owned();
    }
    let texts = words.iter().map(|word| &word.text).enumerate();
    for (at, word) in texts.filter(|(_, word)| word.len() >= MISSPELT_CHARS_MIN) {
        if FORMS.long_words.iter().any(|known| known == word) {
            continue;
        }
        if let Some(known) = FORMS.long_words.iter().find(|known| is_one_edit_apart(word, known)) {
            corrected.get_or_insert_with(|| words.to_vec())[at].text.clone_from(known);
        }
    }
    corrected
}

/// True if one letter inserted, deleted, replaced or swapped with its neighbour turns one ASCII word
/// into the other. Both have three letters or more.
fn is_one_edit_apart(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let share_an_end = short.first() == long.first() || short.last() == long.last();
    if long.len() - short.len() > 1 || !share_an_end {
        return false;
    }
    let start = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    let (short, long) = (&short[start..], &long[start..]);
    let end = short.iter().rev().zip(long.iter().rev()).take_while(|(x, y)| x == y).count();
    match (&short[..short.len() - end], &long[..long.len() - end]) {
        ([], [_]) | ([_], [_]) => true,
        ([x, y], [v, w]) => x == w && y == v,
        _ => false,
    }
}

impl Forms {
    fn read(table: &'static str) -> Self {
        let mut by_first_word: AHashMap<String, Vec<Form>> = AHashMap::new();
        let mut long_words = Vec::new();
        for (head, spellings) in tables::rows(table).filter_map(|row| row.split_once(':')) {
            let (code, position) = head.split_once(' ').unwrap_or((head, "any"));
            let position = match position.trim() {
                "edge" => Position::Edge,
                "start" => Position::First,
                "end" => Position::Last,
                _ => Position::Any,
            };
            for spelling in spellings.split('|') {
                let words = fold::words(spelling, DottedLetters::Joined);
                let words: Vec<String> = words.into_iter().map(|word| word.text).collect();
                let Some(first) = words.first().cloned() else { continue };
                let least =
                    if words.len() > 1 { MISSPELT_CHARS_MIN } else { MISSPELT_ALONE_CHARS_MIN };
                let long = words.iter().filter(|word| word.is_ascii() && word.len() >= least);
                for word in long {
                    if !long_words.contains(word) {
                        long_words.push(word.clone());
                    }
                }
                let code = format!("{LEGAL_FORM_MARK}{code}");
                by_first_word.entry(first).or_default().push(Form { words, code, position });
            }
        }
        for forms in by_first_word.values_mut() {
            forms.sort_by_key(|form| std::cmp::Reverse(form.words.len()));
        }
        Self { by_first_word, long_words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token::sentence;

    fn unified(raw: &str) -> String {
        sentence(&unify(fold::words(raw, DottedLetters::Joined)))
    }

    #[test]
    fn spellings_of_a_form_share_a_code() {
        let table = [
            ("Siemens Aktiengesellschaft", "siemens #corp"),
            ("Siemens Aktiengeselschaft", "siemens #corp"),
            ("Siemens AG", "siemens #corp"),
            ("Müller Gesellschaft mit beschränkter Haftung", "muller #llc"),
            ("Müller GmbH", "muller #llc"),
            ("Müller GmbH & Co. KG", "muller #lp"),
            ("Obshchestvo S Ogranichennoi Otvetstvennostyu Alfa", "#llc alfa"),
            ("Общество с ограниченной ответственностью «Альфа»", "#llc alfa"),
            ("ООО Альфа", "#llc alfa"),
            ("OOO Alfa, LLC", "#llc alfa"),
            ("A.B.C. Ltd.", "abc #llc"),
            ("Star Trading Co., Ltd", "star trading #llc"),
            ("Grupo Azul, S.A. de C.V.", "grupo azul #corp"),
            ("Enka İnşaat Anonim Şirketi", "enka insaat #corp"),
            ("Foo S.A. (Panama)", "foo #corp panama"),
            ("腾讯科技有限公司", "腾 讯 科 技 #llc"),
            ("Kosmos Sp. z o.o.", "kosmos #llc"),
            ("AO Rosneft", "#corp rosneft"),
            ("As Salam Hospital", "as salam hospital"),
            ("Limited", "#llc"),
            ("Ivan", "ivan"),
        ];
        for (raw, expected) in table {
            assert_eq!(unified(raw), expected, "{raw}");
        }
    }

    #[test]
    fn words_after_the_name_are_looked_at_once() {
        let words = |raw: &str| fold::words(raw, DottedLetters::Joined);
        for (raw, expected) in
            [("foo sa panama", 1), ("sa sa foo", 3), ("sa panama", 0), ("foo", 1), ("", 0)]
        {
            assert_eq!(tail_start(&words(raw)), expected, "{raw}");
        }
    }

    #[test]
    fn one_edit() {
        let table = [
            ("gesellschaft", "geselschaft", true),
            ("limited", "limtied", true),
            ("limited", "limitex", true),
            ("limited", "limited", false),
            ("limited", "lmitex", false),
        ];
        for (a, b, expected) in table {
            assert_eq!(is_one_edit_apart(a, b), expected, "{a} {b}");
            assert_eq!(is_one_edit_apart(b, a), expected, "{b} {a}");
        }
    }
}
