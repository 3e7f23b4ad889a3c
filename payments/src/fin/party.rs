//! The lines of a field that names a party, by the option of the field: the letter after its number.

use crate::limits::{FIN_LINE_LETTERS, FIN_NUMBERED_LINE_LETTERS};

/// A text of a party's field with its name in the path, such as `country` in `3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub(super) outer: Option<&'static str>,
    pub(super) name: &'static str,
    pub(super) text: &'t str,
    /// True for a name whose line was full, so that it may go on in the next one.
    pub(super) is_full: bool,
    /// True for a further line of a name.
    pub(super) continues: bool,
}

impl<'t> Piece<'t> {
    fn new(name: &'static str, text: &'t str) -> Self {
        Self { outer: None, name, text, is_full: false, continues: false }
    }

    fn within(outer: &'static str, name: &'static str, text: &'t str) -> Self {
        Self { outer: Some(outer), ..Self::new(name, text) }
    }
}

/// Numbers of lines of option F.
const NUMBERS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// The texts of a party's field. The option is the letter of its tag, if it has any.
///
/// - A first line that begins with a slash is an account; in option F it may also be an identifier with a
///   code and a country.
/// - Options A, C and G name the party by a BIC. A line that is none is a name.
/// - Lines that begin with a number and a slash are those of option F, whatever the option.
/// - Of the other lines the first is the name, and the rest its address.
pub(super) fn pieces<'t>(option: Option<char>, lines: &[&'t str]) -> Vec<Piece<'t>> {
    let (mut pieces, mut lines) = (Vec::new(), lines);
    if let [first, rest @ ..] = lines
        && let Some(account) = first.strip_prefix('/')
    {
        // National clearing codes begin with a second slash.
        pieces.push(Piece::new("account", account.trim_start_matches('/')));
        lines = rest;
    }
    let Some(first) = lines.first() else { return pieces };
    if option == Some('F') || number_of(first).is_some() {
        numbered(lines, pieces.is_empty(), &mut pieces);
        return pieces;
    }
    let is_bic = matches!(option, Some('A' | 'C' | 'G')) && is_bic(first.trim());
    for (at, line) in lines.iter().enumerate() {
        let name = match at {
            0 if is_bic => "BIC",
            0 if option == Some('B') => "location",
            0 => "name",
            _ => "address",
        };
        let is_full = lines.get(at + 1).is_some_and(|next| is_full(line, next, FIN_LINE_LETTERS));
        pieces.push(Piece { is_full: name == "name" && is_full, ..Piece::new(name, line) });
    }
    pieces
}

/// Lines of option F. `has_party` says that the first one may be the identifier of the party.
fn numbered<'t>(lines: &[&'t str], has_party: bool, pieces: &mut Vec<Piece<'t>>) {
    let mut number = None;
    for (at, line) in lines.iter().enumerate() {
        let text = match number_of(line) {
            Some((own, text)) => {
                let continues = number == Some(own);
                number = Some(own);
                if !continues && own != "1" {
                    divide(own, text, pieces);
                    continue;
                }
                text
            }
            None if at == 0 && has_party && identifier(line, pieces) => continue,
            // A line without a number continues the one before it.
            None => line,
        };
        let own = number.unwrap_or("1");
        if own == "1" {
            let next = lines.get(at + 1);
            let next = next.map(|next| number_of(next).map_or(*next, |(_, text)| text));
            let is_full = next.is_some_and(|next| is_full(text, next, FIN_NUMBERED_LINE_LETTERS));
            let continues = pieces.last().is_some_and(|before| before.name == own);
            if !text.trim().is_empty() {
                pieces.push(Piece { is_full, continues, ..Piece::new(own, text) });
            }
        } else {
            // A date or a number has one line.
            let has_lines = matches!(own, "2" | "3" | "5" | "8");
            pieces.push(Piece::new(if has_lines { own } else { "further" }, text));
        }
    }
}

/// Adds the texts of a numbered line.
fn divide<'t>(number: &'static str, text: &'t str, pieces: &mut Vec<Piece<'t>>) {
    let country = text.split_once('/').filter(|(country, _)| is_country(country));
    match (number, country) {
        ("3", Some((country, town))) => {
            pieces.push(Piece::within(number, "country", country));
            pieces.push(Piece::within(number, "town", town));
        }
        ("5", Some((country, place))) => {
            pieces.push(Piece::within(number, "country", country));
            pieces.push(Piece::within(number, "place", place));
        }
        ("6", Some((country, rest))) => {
            pieces.push(Piece::within(number, "country", country));
            let (issuer, own) = rest.split_once('/').unwrap_or(("", rest));
            pieces.push(Piece::within(number, "issuer", issuer));
            pieces.push(Piece::within(number, "number", own));
        }
        ("7", Some((country, own))) => {
            pieces.push(Piece::within(number, "country", country));
            pieces.push(Piece::within(number, "number", own));
        }
        ("3", None) if is_country(text.trim()) => {
            pieces.push(Piece::within(number, "country", text.trim()));
        }
        _ => pieces.push(Piece::new(number, text)),
    }
}

/// Adds the identifier of a party: a code of four letters, a country, perhaps an issuer, and a number.
fn identifier<'t>(line: &'t str, pieces: &mut Vec<Piece<'t>>) -> bool {
    let Some((code, rest)) = line.split_once('/') else { return false };
    let Some((country, rest)) = rest.split_once('/') else { return false };
    let is_code = code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_code || !is_country(country) {
        return false;
    }
    pieces.push(Piece::within("party", "code", code));
    pieces.push(Piece::within("party", "country", country));
    let (issuer, number) = match (code, rest.split_once('/')) {
        ("CUST" | "DRLC" | "EMPL", Some(parts)) => parts,
        _ => ("", rest),
    };
    pieces.push(Piece::within("party", "issuer", issuer));
    pieces.push(Piece::within("party", "number", number));
    true
}

/// The number of a line of option F, and the text behind it.
fn number_of(line: &str) -> Option<(&'static str, &str)> {
    let (number, text) = line.split_once('/')?;
    NUMBERS.into_iter().find(|own| *own == number).map(|own| (own, text))
}

fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// True for a text of the form of a BIC (ISO 9362).
fn is_bic(text: &str) -> bool {
    matches!(text.len(), 8 | 11) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// True if the first word of the next line would not have found room in a line: then a name may go on
/// there, since senders break lines between words.
fn is_full(line: &str, next: &str, letters: usize) -> bool {
    let first = next.split_whitespace().next().unwrap_or_default();
    line.trim_end().chars().count() + 1 + first.chars().count() > letters
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts with their names, `*` behind full lines and `+` before those that continue.
    fn shown(option: Option<char>, lines: &[&str]) -> Vec<String> {
        let show = |piece: &Piece<'_>| {
            let continues = if piece.continues { "+" } else { "" };
            let full = if piece.is_full { "*" } else { "" };
            let outer = piece.outer.map(|outer| format!("{outer}/")).unwrap_or_default();
            format!("{outer}{}={continues}{}{full}", piece.name, piece.text)
        };
        pieces(option, lines).iter().map(show).collect()
    }

    #[test]
    fn the_option_says_what_lines_are() {
        for (option, lines, expected) in [
            (Some('A'), &["/DE89", "BANKDEFF"][..], &["account=DE89", "BIC=BANKDEFF"][..]),
            (Some('A'), &["Bank of Nowhere"], &["name=Bank of Nowhere"]),
            (Some('C'), &["//SC123456"], &["account=SC123456"]),
            (Some('B'), &["/1", "RIGA"], &["account=1", "location=RIGA"]),
            (
                None,
                &["/1", "ANNA MAIER", "ROAD 1", "RIGA"],
                &["account=1", "name=ANNA MAIER", "address=ROAD 1", "address=RIGA"],
            ),
            (Some('K'), &["BANKDEFF"], &["name=BANKDEFF"]),
            (Some('D'), &[], &[]),
        ] {
            assert_eq!(shown(option, lines), expected, "{option:?} {lines:?}");
        }
    }

    #[test]
    fn numbered_lines_have_their_parts_and_continue_each_other() {
        let lines = [
            "NIDN/DE/121231234342",
            "1/MANN GEORG",
            "1/AND SONS",
            "2/LOWER ROAD 1",
            "2/BEHIND THE HOUSE",
            "3/DE/BERLIN",
            "3/BRANDENBURG",
            "4/19720830",
            "5/GB/LONDON",
            "6/DE/ABC BANK/123456789/8-1234",
            "7/DE/ID-77",
            "8/5678",
        ];
        assert_eq!(
            shown(Some('F'), &lines),
            [
                "party/code=NIDN",
                "party/country=DE",
                "party/issuer=",
                "party/number=121231234342",
                "1=MANN GEORG",
                "1=+AND SONS",
                "2=LOWER ROAD 1",
                "2=BEHIND THE HOUSE",
                "3/country=DE",
                "3/town=BERLIN",
                "3=BRANDENBURG",
                "4=19720830",
                "5/country=GB",
                "5/place=LONDON",
                "6/country=DE",
                "6/issuer=ABC BANK",
                "6/number=123456789/8-1234",
                "7/country=DE",
                "7/number=ID-77",
                "8=5678",
            ]
        );
        let tolerated = ["/1", "1/MANN GEORG", "AND SONS", "3/BERLIN", "GERMANY"];
        assert_eq!(
            shown(None, &tolerated),
            ["account=1", "1=MANN GEORG", "1=+AND SONS", "3=BERLIN", "3=GERMANY"]
        );
        let customer = ["CUST/DE/ABC BANK/12", "1/A", "3/DE"];
        assert_eq!(
            shown(Some('F'), &customer)[2..],
            ["party/issuer=ABC BANK", "party/number=12", "1=A", "3/country=DE"]
        );
        assert_eq!(
            shown(Some('F'), &["/1", "1/ ", "1/GEORG", "1/MANN", "2/ROAD", "1/ANNA MANN"])[1..],
            ["1=GEORG", "1=+MANN", "2=ROAD", "1=ANNA MANN"]
        );
        assert_eq!(shown(Some('F'), &["GEORG MANN", "2/ROAD"]), ["1=GEORG MANN", "2=ROAD"]);
    }

    #[test]
    fn a_name_may_go_on_if_the_next_word_had_no_room() {
        let name = |letters: usize| "A".repeat(letters);
        for (option, letters, next, expected) in [
            (None, FIN_LINE_LETTERS - 5, "LTD X", false),
            (None, FIN_LINE_LETTERS - 4, "LTD X", false),
            (None, FIN_LINE_LETTERS - 3, "LTD X", true),
            (None, FIN_LINE_LETTERS, "X", true),
            (Some('F'), FIN_NUMBERED_LINE_LETTERS - 4, "2/LTD", false),
            (Some('F'), FIN_NUMBERED_LINE_LETTERS - 3, "2/LTD", true),
        ] {
            let line = match option {
                Some(_) => format!("1/{}", name(letters)),
                None => name(letters),
            };
            let pieces = pieces(option, &[&line, next]);
            assert_eq!(pieces[0].is_full, expected, "{letters} {next}");
        }
    }
}
