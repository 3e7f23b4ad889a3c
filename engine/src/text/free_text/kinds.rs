//! What an organisation is called before or behind its name: "Hamas movement".

use std::sync::LazyLock;

use super::pieces::{Phrases, Pieces, Table};
use crate::text::told_apart::says_something;

static WORDS: Table = LazyLock::new(|| Phrases::of(include_str!("../tables/kind_words.txt")));

/// Behind a single word it is a word of companies: "Apollo Group".
const GROUP: &str = "group";

/// The name in a text that begins or ends with what organisations are called.
pub(super) fn without_kind<'t>(pieces: &Pieces<'t>) -> Option<&'t str> {
    let list = pieces.list.as_slice();
    let start = usize::from(list.first()?.text == "the");
    let named = match WORDS.at(&list[start..]) {
        Some(count) => start + count..list.len(),
        None => {
            let end = (start + 1..list.len())
                .find(|&at| WORDS.at(&list[at..]) == Some(list.len() - at))?;
            if end == start + 1 && end + 1 == list.len() && list[end].text == GROUP {
                return None;
            }
            start..end
        }
    };
    pieces.text(named).filter(|name| says_something(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organisations_are_named_without_what_they_are() {
        for (text, expected) in [
            ("Hamas movement", Some("Hamas")),
            ("the Hamas movement", Some("Hamas")),
            ("Terrorist Organization Hamas", Some("Hamas")),
            ("the terrorist group Abu Sayyaf", Some("Abu Sayyaf")),
            ("Al-Qaida terror network", Some("Al-Qaida")),
            ("حركة حماس", Some("حماس")),
            ("Движение Талибан", Some("Талибан")),
            ("Blue Star Group", Some("Blue Star")),
            ("Apollo Group", None),
            ("General Organization", None),
            ("Hamas", None),
            ("movement", None),
            ("The movement", None),
            ("the", None),
            ("", None),
        ] {
            assert_eq!(without_kind(&Pieces::of(text)), expected, "{text}");
        }
    }
}
