//! The plan of a file of messages: the treatment of each element, and the parties and texts that are asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use ahash::AHashMap;

use super::party::{Fact, Party};
use super::plan::{NamePlace, PartyPlace, Plan, Text, TextPlace, Treatment};
use crate::limits::{
    IDENTIFIER_SIGNS_MIN, PARTIES_MAX, PARTY_NAMES_MAX, TEXT_BYTES_MAX, TEXTS_BYTES_MAX,
};
use crate::policy::{Policy, Ruling, Terms};
use tamis_engine::model::{DateOrder, read_numeric};
use tamis_payments::kinds::Schema;
use tamis_payments::{Element, FreeText, Kind, Message, MessageFile};

const ACCOUNT: &str = "no list is compared by account number";
const FACT_ALONE: &str = "a fact of a party without a name";
const SHORT_IDENTIFIER: &str = "an identifier that is too short to tell parties apart";
const LOST_LETTERS: &str = "the letters of the text are lost";
const LONG_TEXT: &str = "the text is too long";
const MANY_TEXTS: &str = "the messages have too much text";
const MANY_NAMES: &str = "the party has too many names";
const MANY_PARTIES: &str = "the messages have too many parties";
const NAME_ALONE: &str = "a name outside of a party";
const NOTHING: &str = "nothing of this kind is screened";

/// Plans the screening of the messages of a file by the rules of a policy.
pub(super) fn plan(file: MessageFile, policy: &Arc<Policy>) -> Plan {
    let mut planner = Planner::default();
    for (at, message) in file.messages().enumerate() {
        let rulings = policy.rulings(message);
        planner.add(at, message, policy, &rulings);
        planner.plan.rulings.push(rulings);
    }
    Plan { file, policy: Arc::clone(policy), ..planner.plan }
}

/// Treatment of an identifier. Senders number their customers, too, and many a short number is somebody's.
fn look_up(kind: Kind, text: &str) -> Treatment {
    let signs = text.chars().filter(|c| c.is_alphanumeric()).count();
    match kind == Kind::Identifier && signs < IDENTIFIER_SIGNS_MIN {
        true => Treatment::LeftOut(SHORT_IDENTIFIER),
        false => Treatment::Identifier,
    }
}

#[derive(Default)]
struct Planner {
    plan: Plan,
    known_parties: AHashMap<Party, usize>,
    known_texts: AHashMap<Text, usize>,
    /// Bytes of the different texts.
    text_bytes: usize,
}

impl Planner {
    fn add(&mut self, at: usize, message: Message<'_>, policy: &Policy, rulings: &[Ruling]) {
        let first = |(element, ruling): (&Element, &Ruling)| match ruling.left_out {
            Some(rule) => Treatment::LeftOut(policy.reason(rule)),
            None => treatment(element, message.text(element)),
        };
        self.plan.treatments.push(message.elements().iter().zip(rulings).map(first).collect());
        for party in 0..message.parties().len() {
            self.add_party(at, message, party as u32, rulings);
        }
        let terms = |element: usize| {
            let Ruling { left_out, terms } = rulings[element];
            left_out.is_none().then_some(terms)
        };
        for FreeText { text, pieces } in message.free_texts_by(terms) {
            let terms = pieces.first().map_or(Terms::default(), |(first, _)| rulings[*first].terms);
            self.add_text(at, Text { text, is_address: false, terms }, pieces);
        }
        let mut lines: Vec<(usize, &Element)> = Vec::new();
        for (ordinal, element) in message.elements().iter().enumerate() {
            let is_text = self.plan.treatments[at][ordinal] == Treatment::Text;
            if !is_text || element.kind == Kind::FreeText {
                continue;
            }
            let continues = lines.last().is_some_and(|(before, line)| {
                let is_line = |element: &Element| element.kind == Kind::AddressLine;
                is_line(line)
                    && is_line(element)
                    && line.party == element.party
                    && line.transaction == element.transaction
                    && rulings[*before] == rulings[ordinal]
            });
            if !continues {
                self.add_lines(at, message, &std::mem::take(&mut lines), rulings);
            }
            lines.push((ordinal, element));
        }
        self.add_lines(at, message, &lines, rulings);
    }

    /// Adds the lines of an address, joined: a name may run over two of them.
    fn add_lines(
        &mut self,
        at: usize,
        message: Message<'_>,
        lines: &[(usize, &Element)],
        rulings: &[Ruling],
    ) {
        let (mut text, mut pieces) = (String::new(), Vec::new());
        for (ordinal, element) in lines {
            if !text.is_empty() {
                text.push(' ');
            }
            pieces.push((*ordinal, text.len()));
            text.push_str(message.text(element));
        }
        let is_of_address = |(_, element): &(usize, &Element)| {
            !matches!(element.kind, Kind::Identifier | Kind::Account | Kind::Contact)
        };
        let is_address = lines.iter().all(is_of_address);
        let terms = pieces.first().map_or(Terms::default(), |(first, _)| rulings[*first].terms);
        self.add_text(at, Text { text, is_address, terms }, pieces);
    }

    fn add_text(&mut self, message: usize, own: Text, pieces: Vec<(usize, usize)>) {
        let known = self.known_texts.get(&own).copied();
        let text = &own.text;
        let has_letters = text.contains(char::is_alphanumeric);
        let is_lost = !has_letters && text.contains(['?', char::REPLACEMENT_CHARACTER]);
        let refused = if text.len() > TEXT_BYTES_MAX {
            Some(LONG_TEXT)
        } else if is_lost {
            Some(LOST_LETTERS)
        } else {
            let is_beyond = known.is_none() && self.text_bytes + text.len() > TEXTS_BYTES_MAX;
            is_beyond.then_some(MANY_TEXTS)
        };
        if let Some(reason) = refused {
            let elements = pieces.iter().map(|(element, _)| *element);
            return self.refuse(message, elements, reason);
        }
        if !has_letters {
            return;
        }
        let text = known.unwrap_or_else(|| {
            self.text_bytes += own.text.len();
            self.known_texts.insert(own.clone(), self.plan.texts.len());
            self.plan.texts.push(own);
            self.plan.texts.len() - 1
        });
        self.plan.text_places.push(TextPlace { message, text, pieces });
    }

    /// Adds the names of a party with its facts. Names of a vessel are asked apart, and so are those with
    /// rules of their own.
    fn add_party(&mut self, at: usize, message: Message<'_>, ordinal: u32, rulings: &[Ruling]) {
        let own = &message.parties()[ordinal as usize];
        let is_in = |(place, _): &(usize, &Element)| rulings[*place].left_out.is_none();
        let elements: Vec<(usize, &Element)> = message.elements_of(ordinal).filter(is_in).collect();
        let facts = elements
            .iter()
            .filter_map(|(place, element)| Some((*place, fact(element, message.text(element))?)));
        let (places, facts): (Vec<usize>, Vec<(Fact, String)>) = facts.unzip();
        let schema_of = |element: &Element| match element.schema {
            Schema::Vessel => Schema::Vessel,
            _ => own.schema,
        };
        let group_of = |(place, element): &(usize, &Element)| {
            let is_name = element.kind == Kind::Name && element.unscreened.is_none();
            is_name.then(|| (schema_of(element), rulings[*place].terms))
        };
        let groups: BTreeSet<_> = elements.iter().filter_map(group_of).collect();
        for group in groups {
            let (schema, terms) = group;
            let is_own = |named: &(usize, &Element)| group_of(named) == Some(group);
            let (mut names, mut of_names) = (Vec::new(), Vec::new());
            let mut before: Option<&Element> = None;
            for (index, named) in elements.iter().enumerate().filter(|(_, named)| is_own(named)) {
                let (place, element) = named;
                if of_names.len() >= PARTY_NAMES_MAX {
                    self.refuse(at, [*place], MANY_NAMES);
                    continue;
                }
                // A line that was full and its continuation are one name. Other lines may be, too.
                let runs_on = |line: &Element, next: &Element| {
                    line.is_possibly_cut && next.kind == Kind::Name && next.continues
                };
                let is_continued = before.is_some_and(|before| runs_on(before, element));
                before = Some(element);
                self.plan.treatments[at][*place] = Treatment::Name(engine_schema(schema));
                if is_continued {
                    continue;
                }
                let behind = &elements[index + 1..];
                let mut own = joined_names(message, element, behind);
                if !behind.first().is_some_and(|(_, next)| runs_on(element, next)) {
                    own.insert(0, message.text(element).trim().to_owned());
                }
                for (form, name) in own.into_iter().enumerate() {
                    names.push(name);
                    of_names.push(NamePlace { element: *place, is_joined: form > 0 });
                }
            }
            if names.is_empty() {
                continue;
            }
            let party = Party { schema: engine_schema(schema), names, facts: facts.clone(), terms };
            let Some(party) = self.party(party) else {
                let own = elements.iter().filter(|named| is_own(named));
                self.refuse(at, own.map(|(place, _)| *place), MANY_PARTIES);
                continue;
            };
            for place in &places {
                self.plan.treatments[at][*place] = Treatment::Fact;
            }
            let facts = places.clone();
            self.plan.party_places.push(PartyPlace { message: at, party, names: of_names, facts });
        }
    }

    /// Ordinal of a party among the different ones; `None` if there are too many.
    fn party(&mut self, party: Party) -> Option<usize> {
        if let Some(known) = self.known_parties.get(&party) {
            return Some(*known);
        }
        let ordinal = self.plan.parties.len();
        (ordinal < PARTIES_MAX).then(|| {
            self.plan.parties.push(party.clone());
            self.known_parties.insert(party, ordinal);
            ordinal
        })
    }

    fn refuse(
        &mut self,
        message: usize,
        elements: impl IntoIterator<Item = usize>,
        reason: &'static str,
    ) {
        for element in elements {
            self.plan.treatments[message][element] = Treatment::Unverified(reason);
        }
    }
}

/// The name of an element joined with the names after it that continue it, and with the line behind these
/// if it may be cut: with blanks, and without one where a word may run over two lines.
fn joined_names(message: Message<'_>, name: &Element, after: &[(usize, &Element)]) -> Vec<String> {
    if name.continues {
        return Vec::new();
    }
    let text = |element| message.text(element).trim();
    let after = after.iter().map(|(_, next)| *next);
    let further = after.clone().take_while(|next| next.kind == Kind::Name && next.continues);
    let mut lines: Vec<&Element> = further.collect();
    let mut behind = after.skip(lines.len()).take_while(|next| next.kind != Kind::Name);
    let last = lines.last().copied().unwrap_or(name);
    let line = behind.find(|next| next.kind == Kind::AddressLine);
    lines.extend(line.filter(|_| last.is_possibly_cut));
    if lines.is_empty() {
        return Vec::new();
    }
    let (mut apart, mut together) = (text(name).to_owned(), text(name).to_owned());
    let mut before = name;
    for line in lines {
        let blank = if before.is_possibly_cut { "" } else { " " };
        apart = format!("{apart} {}", text(line));
        together = format!("{together}{blank}{}", text(line));
        before = line;
    }
    let is_same = apart == together;
    [apart].into_iter().chain((!is_same).then_some(together)).collect()
}

/// Treatment of an element, apart from the names and facts of its party.
fn treatment(element: &Element, text: &str) -> Treatment {
    if let Some(reason) = element.unscreened {
        return Treatment::LeftOut(reason);
    }
    // An identifier with blanks is a text: somebody wrote more than the identifier there.
    let has_blanks = text.trim().contains(char::is_whitespace);
    match element.kind {
        Kind::Identifier if has_blanks => Treatment::Text,
        Kind::Bic | Kind::Lei | Kind::Identifier => look_up(element.kind, text),
        Kind::Account if has_blanks && iban_country(text).is_none() => Treatment::Text,
        Kind::Account => Treatment::LeftOut(ACCOUNT),
        Kind::Country | Kind::CountryOfResidence | Kind::BirthCountry | Kind::BirthDate => {
            Treatment::LeftOut(FACT_ALONE)
        }
        Kind::FreeText
        | Kind::Town
        | Kind::AddressLine
        | Kind::AddressPart
        | Kind::CountrySubdivision
        | Kind::BirthPlace
        | Kind::Contact => Treatment::Text,
        Kind::Name => Treatment::Unverified(NAME_ALONE),
        Kind::Amount | Kind::Date | Kind::Reference | Kind::Code | Kind::Number => {
            Treatment::LeftOut(NOTHING)
        }
    }
}

/// Fact of an element, with the text to read it from.
fn fact(element: &Element, text: &str) -> Option<(Fact, String)> {
    let text = text.trim();
    match element.kind {
        Kind::BirthDate => {
            // A date of ISO 20022 may have a time zone; one of FIN has no hyphens.
            let own = text.get(..10).unwrap_or(text);
            let date = read_numeric(own, DateOrder::YearMonthDay).map(|date| date.to_string());
            Some((Fact::BirthDate, date.unwrap_or_else(|| own.to_owned())))
        }
        Kind::Country | Kind::CountryOfResidence | Kind::BirthCountry => {
            Some((Fact::Country, text.to_owned()))
        }
        Kind::Account => iban_country(text).map(|country| (Fact::Country, country.to_owned())),
        _ => None,
    }
}

/// Country of an IBAN; `None` for other account numbers.
pub(super) fn iban_country(text: &str) -> Option<&str> {
    /// Characters of the shortest IBAN, that of Norway.
    const SHORTEST: usize = 15;
    let is_iban = text.len() >= SHORTEST
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
        && text.as_bytes()[..2].iter().all(u8::is_ascii_alphabetic)
        && text.as_bytes()[2..4].iter().all(u8::is_ascii_digit);
    is_iban.then(|| &text[..2])
}

/// The schema that a name is asked with.
fn engine_schema(schema: Schema) -> &'static str {
    match schema {
        Schema::Any => "LegalEntity",
        other => other.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_payments::iso20022;

    /// Number of elements that are refused for this reason, in a message with such transactions.
    fn refused(transactions: impl Iterator<Item = String>, reason: &'static str) -> usize {
        let content: String =
            transactions.map(|own| format!("<CdtTrfTxInf>{own}</CdtTrfTxInf>")).collect();
        let message =
            format!("<Document><FIToFICstmrCdtTrf>{content}</FIToFICstmrCdtTrf></Document>");
        let plan = plan(iso20022::read(message.as_bytes()).expect("a message"), &Arc::default());
        let treatments = plan.treatments.iter().flatten();
        treatments.filter(|own| **own == Treatment::Unverified(reason)).count()
    }

    #[test]
    fn names_of_too_many_parties_are_unverified() {
        let parties =
            |count: usize| (0..count).map(|at| format!("<Dbtr><Nm>Party {at}</Nm></Dbtr>"));
        assert_eq!(refused(parties(PARTIES_MAX), MANY_PARTIES), 0);
        let twice = parties(PARTIES_MAX).chain(parties(PARTIES_MAX));
        assert_eq!(refused(twice, MANY_PARTIES), 0, "equal parties count once");
        assert_eq!(refused(parties(PARTIES_MAX + 2), MANY_PARTIES), 2);
    }

    #[test]
    fn texts_beyond_their_limits_are_unverified() {
        let text = |own: String| format!("<RmtInf><Ustrd>{own}</Ustrd></RmtInf>");
        let long = |length: usize| [text("a".repeat(length))].into_iter();
        assert_eq!(refused(long(TEXT_BYTES_MAX), LONG_TEXT), 0);
        assert_eq!(refused(long(TEXT_BYTES_MAX + 1), LONG_TEXT), 1);
        // Different texts, as long as one may be.
        let texts = (0..TEXTS_BYTES_MAX / TEXT_BYTES_MAX)
            .map(|at| text(format!("{at:02}{}", "a".repeat(TEXT_BYTES_MAX - 2))));
        assert_eq!(refused(texts.clone(), MANY_TEXTS), 0);
        assert_eq!(refused(texts.clone().chain(texts.clone()), MANY_TEXTS), 0);
        assert_eq!(refused(texts.chain([text("a".to_owned())]), MANY_TEXTS), 1);
    }

    #[test]
    fn a_name_over_lines_is_asked_joined_and_lines_that_were_not_full_also_alone() {
        let full = "TRANSPORT HANDEL UND SPEDITION ST";
        for (lines, expected) in [
            ("1/ANNA\n1/MAIER", vec!["ANNA", "ANNA MAIER", "MAIER"]),
            (
                &*format!("1/{full}\n1/EINHEIM\n2/ROAD 1"),
                vec![&*format!("{full} EINHEIM"), &format!("{full}EINHEIM")],
            ),
            (
                &format!("1/{full}\n1/OST\n1/WEST"),
                vec![&format!("{full} OST WEST"), &format!("{full}OST WEST"), "WEST"],
            ),
            ("1/ANNA MAIER\n2/ROAD 1", vec!["ANNA MAIER"]),
        ] {
            let text = format!("{{1:F01}}{{4:\n:59F:{lines}\n-}}");
            let plan =
                plan(tamis_payments::read(text.as_bytes()).expect("a message"), &Arc::default());
            let names: Vec<&str> =
                plan.parties.iter().flat_map(|own| &own.names).map(String::as_str).collect();
            assert_eq!(names, expected, "{lines}");
            let asked = |own: &&Treatment| matches!(own, Treatment::Name(_));
            let lines = lines.matches("1/").count();
            assert_eq!(plan.treatments[0].iter().filter(asked).count(), lines);
        }
    }

    #[test]
    fn an_iban_begins_with_its_country() {
        for (text, expected) in [
            ("NO9386011117947", Some("NO")),
            ("DE89 3704 0044 0532 0130 00", Some("DE")),
            ("NO938601111794", None),
            ("408178100000000001", None),
            ("DEXX370400440532013000", None),
            ("ИБ12370400440532013000", None),
        ] {
            assert_eq!(iban_country(text), expected, "{text}");
        }
    }
}
