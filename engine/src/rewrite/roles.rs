//! Roles before or behind the name of a person: "Supreme Leader Ali Khamenei", "Igor Sechin, CEO of
//! Rosneft".

use std::sync::LazyLock;

use crate::text::pieces::{Phrases, Piece, Pieces, Table};
use crate::text::ranks::{Ranks, may_be_before};
use crate::text::{classify, fold};

static ROLES: Table = LazyLock::new(|| Phrases::of(include_str!("../text/tables/roles.txt")));

/// Words that are names as often as roles.
static ROLES_OR_NAMES: Table =
    LazyLock::new(|| Phrases::of(include_str!("../text/tables/roles_or_names.txt")));

/// Abbreviations that are roles with a full stop behind them, and names without.
const ABBREVIATED: [&str; 11] =
    ["gen", "maj", "col", "adm", "sen", "rep", "gov", "amb", "min", "pres", "sec"];

/// Words between a role and the place or organisation that it is held in.
const OF: [&str; 6] = ["of", "for", "at", "de", "du", "von"];

/// The name of a person from a text that also gives a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PersonWithoutRole<'t> {
    pub(super) name: &'t str,
    /// Ranks in the text, if the name is a single word with a rank or a role: "Gen. Soleimani".
    pub(super) ranks: Option<Ranks>,
}

/// Returns the name of the person, if the text gives a role.
pub(super) fn without_role<'t>(pieces: &Pieces<'t>) -> Option<PersonWithoutRole<'t>> {
    let (list, start) = (pieces.list.as_slice(), before_name(pieces));
    let end = (start + 1..list.len())
        .find(|&at| count_words(&list[start..at]) >= 2 && is_role_behind(pieces, at));
    let end = end.unwrap_or(list.len());
    let name = pieces.text(start..end).filter(|_| end - start < list.len())?;
    let ranks = || Ranks::among(&list[..start]) | Ranks::among(&list[end..]);
    let ranks = is_one_word(&list[start..end]).then(ranks);
    Some(PersonWithoutRole { name, ranks })
}

/// Returns the number of pieces before the name that give a role, titles included. Titles alone, which
/// have little weight in a name, count where one of them is a rank and a single word follows. Behind a
/// word that may be a name, two words must follow.
fn before_name(pieces: &Pieces<'_>) -> usize {
    let (mut at, mut words_behind) = (0, None);
    while at < pieces.list.len() {
        let rest = &pieces.list[at..];
        at += if let Some(count) = role_at(pieces, at) {
            words_behind = Some(1);
            count
        } else if is_title(&rest[0]) {
            1
        } else if let Some(count) = may_be_role(rest) {
            words_behind = words_behind.or(Some(2));
            count
        } else {
            break;
        };
    }
    let named = &pieces.list[at..];
    let tells_role = match words_behind {
        Some(least) => count_words(named) >= least,
        None => Ranks::among(&pieces.list[..at]) != Ranks::default() && is_one_word(named),
    };
    if tells_role { at } else { 0 }
}

/// Returns the number of pieces of a possible role, or of a word that precedes one.
fn may_be_role(rest: &[Piece]) -> Option<usize> {
    ROLES_OR_NAMES.at(rest).or_else(|| may_be_before(&rest[0]).then_some(1))
}

/// True if a role follows a name, either in a part of its own or followed by a word of [`OF`].
fn is_role_behind(pieces: &Pieces<'_>, at: usize) -> bool {
    let is_dash = matches!(pieces.gap_before(at).trim(), "-" | "–" | "—");
    let is_apart = pieces.begins_part(at) || is_dash;
    let before = pieces.list[at..].iter();
    let role = at + before.take_while(|piece| may_be_before(piece)).count();
    let behind = |count: usize| pieces.list.get(role + count);
    match role_at(pieces, role) {
        Some(count) => is_apart || behind(count).is_none_or(|next| OF.contains(&&*next.text)),
        None => is_apart && behind(0).is_some_and(is_title),
    }
}

/// Returns the number of pieces of the role that begins here.
fn role_at(pieces: &Pieces<'_>, at: usize) -> Option<usize> {
    let is_abbreviated = |piece: &Piece| {
        ABBREVIATED.contains(&&*piece.text) && pieces.gap_before(at + 1).starts_with('.')
    };
    let rest = pieces.list.get(at..)?;
    ROLES.at(rest).or_else(|| rest.first().is_some_and(is_abbreviated).then_some(1))
}

fn is_title(piece: &Piece) -> bool {
    classify::is_title(&piece.text)
}

/// True if the pieces are one word of a name, particles aside: "al-Assad".
fn is_one_word(pieces: &[Piece]) -> bool {
    count_words(pieces.iter().filter(|piece| !classify::is_particle(&piece.text))) == 1
}

/// Returns the number of words of a name in these pieces. Each Han or Hangul character counts as one.
fn count_words<'p>(pieces: impl IntoIterator<Item = &'p Piece>) -> usize {
    let words = |piece: &Piece| match fold::is_of_characters(&piece.text) {
        true => piece.text.chars().count(),
        false => 1,
    };
    pieces.into_iter().map(words).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_named_without_what_they_are() {
        for (text, name) in [
            ("Supreme Leader Ali Khamenei", "Ali Khamenei"),
            ("Ali Khamenei, Supreme Leader of Iran", "Ali Khamenei"),
            ("Maj. Gen. Qasem Soleimani", "Qasem Soleimani"),
            ("Gen. Soleimani", "Soleimani"),
            ("Lt. Col. Ivan Petrov", "Ivan Petrov"),
            ("the late President, Prime Minister Ivan Petrov", "Ivan Petrov"),
            ("Crown Prince Mohammed bin Nayef", "Mohammed bin Nayef"),
            ("King Charles Philip", "Charles Philip"),
            ("Deputy Minister Ivan Petrov", "Ivan Petrov"),
            ("the late Ivan Petrov", "Ivan Petrov"),
            ("Igor Sechin - CEO of Rosneft", "Igor Sechin"),
            ("Igor Sechin CEO of Rosneft", "Igor Sechin"),
            ("Igor Sechin (director)", "Igor Sechin"),
            ("Director Igor Sechin, Chairman of the Board", "Igor Sechin"),
            ("Sergei Shoigu, former Minister of Defence", "Sergei Shoigu"),
            ("Министр обороны Сергей Шойгу", "Сергей Шойгу"),
            ("문재인 대통령", "문재인"),
        ] {
            let found = without_role(&Pieces::of(text));
            assert_eq!(found.map(|bare| bare.name), Some(name), "{text}");
        }
    }

    #[test]
    fn one_word_behind_a_rank_or_a_role_is_told_from_names_in_full() {
        for (text, expected) in [
            ("Gen. Soleimani", Some(("Soleimani", true))),
            ("Ayatollah Khamenei", Some(("Khamenei", true))),
            ("the late President al-Assad", Some(("al-Assad", true))),
            ("President Putin", Some(("Putin", true))),
            ("Президент Путин", Some(("Путин", true))),
            ("President Vladimir Putin", None),
            ("Supreme Leader Ali Khamenei", Some(("Ali Khamenei", false))),
            ("al-Assad, President of Syria", Some(("al-Assad", true))),
            ("Mr Sechin", None),
            ("Dr Zawahiri", None),
            ("businessman Deripaska", Some(("Deripaska", true))),
            ("Judge Petrov", None),
        ] {
            let found = without_role(&Pieces::of(text));
            assert_eq!(found.map(|bare| (bare.name, bare.ranks.is_some())), expected, "{text}");
        }
    }

    #[test]
    fn names_are_left_as_they_are() {
        for text in [
            "PUTIN, Vladimir",
            "Prince Charles",
            "Gen Takahashi",
            "Sheikh Ahmed Yassin",
            "Smith, Director",
            "Martin Luther King",
            "Omar, Mullah Mohammed",
            "Director",
            "Supreme Leader",
            "Gen.",
            "Petrov Sr., Ivan",
            "김정은",
            "",
        ] {
            assert_eq!(without_role(&Pieces::of(text)), None, "{text}");
        }
    }
}
