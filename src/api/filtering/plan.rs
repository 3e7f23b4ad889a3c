//! Every element of the messages with what is done about it: asked as a name, compared as a fact,
//! searched for names, or left out with a reason.

use std::fmt;

use ahash::AHashMap;

use super::party::{Fact, Party};
use crate::limits::{
    IDENTIFIER_SIGNS_MIN, PARTIES_MAX, PARTY_NAMES_MAX, TEXT_BYTES_MAX, TEXTS_BYTES_MAX,
};
use tamis_engine::model::{DateOrder, read_numeric};
use tamis_payments::kinds::Schema;
use tamis_payments::{Element, Kind, Message, MessageFile};

/// Treatment of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Asked as a name of this schema.
    Name(&'static str),
    /// Compared with the facts of records with the name of its party.
    Fact,
    /// Searched for names.
    Text,
    /// Looked up as an identifier.
    Identifier,
    /// Not screened, for this reason.
    LeftOut(&'static str),
    /// Could not be screened, for this reason.
    Unverified(&'static str),
}

impl fmt::Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(schema) => write!(f, "asked as the name of a {schema}"),
            Self::Fact => f.write_str("compared as a fact of its party"),
            Self::Text => f.write_str("searched for names"),
            Self::Identifier => f.write_str("looked up as an identifier"),
            Self::LeftOut(reason) | Self::Unverified(reason) => f.write_str(reason),
        }
    }
}

/// Place of a party in the messages.
#[derive(Debug)]
pub(super) struct PartyPlace {
    pub(super) message: usize,
    /// Ordinal among the different parties.
    pub(super) party: usize,
    /// Element of each of its names. Some names are an element joined with the next ones.
    pub(super) names: Vec<NamePlace>,
    /// Element of each of its facts.
    pub(super) facts: Vec<usize>,
}

/// Element of a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamePlace {
    pub(super) element: usize,
    pub(super) is_joined: bool,
}

/// Place of a text in the messages.
#[derive(Debug)]
pub(super) struct TextPlace {
    pub(super) message: usize,
    /// Ordinal among the different texts.
    pub(super) text: usize,
    /// Elements that it is joined of, each with its first byte.
    pub(super) pieces: Vec<(usize, usize)>,
}

/// A text that is searched for names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Text {
    pub(super) text: String,
    /// True if it is of an address.
    pub(super) is_address: bool,
}

/// An element of the messages with its treatment.
#[derive(Clone, Copy)]
pub(crate) struct Treated<'f> {
    /// Ordinal of the message in the file.
    pub(crate) message_at: usize,
    pub(crate) message: Message<'f>,
    /// Ordinal of the element in the message.
    pub(crate) element_at: usize,
    pub(crate) element: &'f Element,
    pub(crate) treatment: Treatment,
}

/// Numbers of elements by treatment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) screened: usize,
    pub(crate) left_out: usize,
    pub(crate) unverified: usize,
}

impl Counts {
    /// Number of all elements.
    pub(crate) fn all(self) -> usize {
        self.screened + self.left_out + self.unverified
    }
}

/// Messages with the parties and texts that are screened, each different one once.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(super) file: MessageFile,
    /// Treatment of each element, by message.
    pub(super) treatments: Vec<Vec<Treatment>>,
    pub(super) parties: Vec<Party>,
    pub(super) party_places: Vec<PartyPlace>,
    pub(super) texts: Vec<Text>,
    pub(super) text_places: Vec<TextPlace>,
}

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

impl Plan {
    pub(super) fn of(file: MessageFile) -> Self {
        let mut planner = Planner::default();
        for (at, message) in file.messages().enumerate() {
            planner.add(at, message);
        }
        Self { file, ..planner.plan }
    }

    /// All elements in the order of the messages.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Treated<'_>> {
        let messages = self.file.messages().zip(&self.treatments).enumerate();
        messages.flat_map(|(message_at, (message, treatments))| {
            let elements = message.elements().iter().zip(treatments).enumerate();
            elements.map(move |(element_at, (element, treatment))| Treated {
                message_at,
                message,
                element_at,
                element,
                treatment: *treatment,
            })
        })
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for treatment in self.treatments.iter().flatten() {
            match treatment {
                Treatment::LeftOut(_) => counts.left_out += 1,
                Treatment::Unverified(_) => counts.unverified += 1,
                _ => counts.screened += 1,
            }
        }
        counts
    }

    /// Number of different parties and texts.
    pub(in crate::api) fn parts(&self) -> usize {
        self.parties.len() + self.texts.len()
    }
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
    fn add(&mut self, at: usize, message: Message<'_>) {
        let first = |element: &Element| treatment(element, message.text(element));
        self.plan.treatments.push(message.elements().iter().map(first).collect());
        for party in 0..message.parties().len() {
            self.add_party(at, message, party as u32);
        }
        for text in message.free_texts() {
            self.add_text(at, Text { text: text.text, is_address: false }, text.pieces);
        }
        let mut lines: Vec<(usize, &Element)> = Vec::new();
        for (ordinal, element) in message.elements().iter().enumerate() {
            let is_text = self.plan.treatments[at][ordinal] == Treatment::Text;
            if !is_text || element.kind == Kind::FreeText {
                continue;
            }
            let continues = lines.last().is_some_and(|(_, line)| {
                let is_line = |element: &Element| element.kind == Kind::AddressLine;
                is_line(line)
                    && is_line(element)
                    && line.party == element.party
                    && line.transaction == element.transaction
            });
            if !continues {
                self.add_lines(at, message, &std::mem::take(&mut lines));
            }
            lines.push((ordinal, element));
        }
        self.add_lines(at, message, &lines);
    }

    /// Adds the lines of an address, joined: a name may run over two of them.
    fn add_lines(&mut self, at: usize, message: Message<'_>, lines: &[(usize, &Element)]) {
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
        self.add_text(at, Text { text, is_address }, pieces);
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

    /// Adds the names of a party with its facts. Names of a vessel are asked apart.
    fn add_party(&mut self, at: usize, message: Message<'_>, ordinal: u32) {
        let own = &message.parties()[ordinal as usize];
        let elements: Vec<(usize, &Element)> = message.elements_of(ordinal).collect();
        let facts = elements
            .iter()
            .filter_map(|(place, element)| Some((*place, fact(element, message.text(element))?)));
        let (places, facts): (Vec<usize>, Vec<(Fact, String)>) = facts.unzip();
        let schema_of = |element: &Element| match element.schema {
            Schema::Vessel => Schema::Vessel,
            _ => own.schema,
        };
        for schema in [own.schema, Schema::Vessel] {
            if schema == Schema::Vessel && own.schema == schema {
                continue;
            }
            let is_own = |element: &Element| {
                element.kind == Kind::Name
                    && element.unscreened.is_none()
                    && schema_of(element) == schema
            };
            let (mut names, mut of_names) = (Vec::new(), Vec::new());
            let mut before: Option<&Element> = None;
            for (index, (place, element)) in elements.iter().enumerate() {
                if !is_own(element) {
                    continue;
                }
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
            let party = Party { schema: engine_schema(schema), names, facts: facts.clone() };
            let Some(party) = self.party(party) else {
                let own = elements.iter().filter(|(_, element)| is_own(element));
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
fn iban_country(text: &str) -> Option<&str> {
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
        let plan = Plan::of(iso20022::read(message.as_bytes()).expect("a message"));
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
            let plan = Plan::of(tamis_payments::read(text.as_bytes()).expect("a message"));
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
