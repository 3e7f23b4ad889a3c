//! Output for a file: its answer as a line of JSON, for programs, or the rows of a table, for people.

use std::borrow::Cow;

use serde::Deserialize;

use super::files::MessageFile;
use super::judge::Judge;
use crate::receipts::Link;
use crate::screen::{
    Found, Hit, OF_REVIEW, OutputForm, TABLE_DEFAULTS, hit_of, line_of, with_defaults,
};
use tamis_engine::batch::Weighed;
use tamis_engine::csv::Line;

/// The columns before those of a hit.
const OF_MESSAGE: [&str; 10] = [
    "file",
    "verdict",
    "message",
    "message_id",
    "uetr",
    "transaction",
    "path",
    "role",
    "kind",
    "text",
];

/// Output of one file.
pub(super) struct Made {
    pub(super) text: Vec<u8>,
    pub(super) verdict: Outcome,
    /// Hits, with identifiers that records carry and terms under an embargo.
    pub(super) hits: u64,
    pub(super) messages: u64,
    /// The snapshot that answered.
    pub(super) version: Option<String>,
    /// The file for its receipt, if there is one.
    pub(super) link: Option<Link>,
}

/// Result for one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Pass,
    Hit,
    Unverified,
    /// Nothing of the file could be read.
    #[serde(skip)]
    Unread,
}

impl Outcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Hit => "hit",
            Self::Unverified | Self::Unread => "unverified",
        }
    }
}

impl Weighed for Made {
    fn bytes(&self) -> usize {
        self.text.len() + self.link.as_ref().map_or(0, Link::bytes)
    }
}

/// The parts of an answer that the table shows.
#[derive(Deserialize)]
struct Answer<'a> {
    verdict: Outcome,
    #[serde(borrow)]
    messages: Vec<Message<'a>>,
    hits_total: u64,
    #[serde(default, borrow)]
    hits: Vec<AtPlace<'a, Found<'a>>>,
    identifiers_total: u64,
    #[serde(default, borrow)]
    identifiers: Vec<AtPlace<'a, Identifier<'a>>>,
    #[serde(default, borrow)]
    policy: Policy<'a>,
    unverified_total: u64,
    #[serde(default, borrow)]
    unverified: Vec<Unverified<'a>>,
    #[serde(borrow)]
    snapshot: Snapshot<'a>,
}

/// Terms under an embargo.
#[derive(Default, Deserialize)]
struct Policy<'a> {
    embargoed_total: u64,
    #[serde(borrow)]
    embargoed: Vec<AtPlace<'a, Term<'a>>>,
}

#[derive(Deserialize)]
struct Term<'a> {
    #[serde(borrow)]
    term: Cow<'a, str>,
    #[serde(borrow)]
    reason: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Snapshot<'a> {
    #[serde(borrow)]
    version: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    uetrs: Vec<Cow<'a, str>>,
}

/// A result at its place.
#[derive(Deserialize)]
struct AtPlace<'a, R> {
    message: usize,
    transaction: Option<u32>,
    #[serde(borrow)]
    path: Cow<'a, str>,
    #[serde(borrow)]
    role: Cow<'a, str>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    text: Cow<'a, str>,
    result: R,
}

/// A record that carries an identifier.
#[derive(Deserialize)]
struct Identifier<'a> {
    id: u64,
    #[serde(borrow)]
    caption: Cow<'a, str>,
    #[serde(borrow)]
    source: Cow<'a, str>,
    #[serde(borrow)]
    label: Cow<'a, str>,
    #[serde(borrow)]
    value: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Unverified<'a> {
    message: usize,
    #[serde(borrow)]
    path: Cow<'a, str>,
    #[serde(borrow)]
    reason: Cow<'a, str>,
}

/// The columns of a table of hits.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    let hit = Hit::COLUMNS.map(|(name, _)| name);
    OF_MESSAGE.into_iter().chain(hit).chain(OF_REVIEW)
}

/// The parameters for a table: its columns need the whole record.
pub(super) fn parameters_of_table(parameters: &str) -> String {
    with_defaults(&with_defaults(parameters, &TABLE_DEFAULTS), &[("details", "true")])
}

impl Made {
    /// The output of a file. With `all`, a table has a row for a file that passes, too.
    pub(super) fn of(
        file: &MessageFile,
        judged: Judge,
        form: OutputForm,
        all: bool,
    ) -> Result<Self, serde_json::Error> {
        let name = &file.name;
        let json = match judged {
            Judge::Answer(json) => json,
            Judge::Unread(reason) => return Ok(Self::unread(name, &reason, form)),
        };
        let answer: Answer<'_> = serde_json::from_slice(&json)?;
        let text = if form.is_table() {
            rows_of(name, &answer, all)
        } else {
            let name = serde_json::to_string(name)?;
            let fields = json.strip_prefix(b"{").unwrap_or_default();
            [b"{\"file\":", name.as_bytes(), b",", fields, b"\n"].concat()
        };
        Ok(Self {
            text,
            verdict: answer.verdict,
            hits: answer.hits_total + answer.identifiers_total + answer.policy.embargoed_total,
            messages: answer.messages.len() as u64,
            version: Some(answer.snapshot.version.into_owned()),
            link: None,
        })
    }

    /// The output of a file that cannot be read.
    fn unread(name: &str, reason: &str, form: OutputForm) -> Self {
        let verdict = Outcome::Unread;
        let text = if form.is_table() {
            let place = Place { file: name, verdict, ..Place::default() };
            row(&place, &Hit { reason: reason.to_owned(), ..Hit::default() }, false)
        } else {
            let [name, reason] = [name, reason].map(serde_json::Value::from);
            let verdict = verdict.as_str();
            format!("{{\"file\":{name},\"verdict\":\"{verdict}\",\"error\":{reason}}}\n").into()
        };
        Self { text, verdict, hits: 0, messages: 0, version: None, link: None }
    }
}

/// Cells of the place of a row.
struct Place<'p> {
    file: &'p str,
    verdict: Outcome,
    message: Option<(usize, &'p Message<'p>)>,
    transaction: Option<u32>,
    path: &'p str,
    role: &'p str,
    kind: &'p str,
    text: &'p str,
}

impl Default for Place<'_> {
    fn default() -> Self {
        let (file, path, role, kind, text) = ("", "", "", "", "");
        let verdict = Outcome::Unread;
        Self { file, verdict, message: None, transaction: None, path, role, kind, text }
    }
}

impl<'p> Place<'p> {
    fn of<R>(file: &'p str, answer: &'p Answer<'_>, at: &'p AtPlace<'_, R>) -> Self {
        Self {
            file,
            verdict: answer.verdict,
            message: answer.message(at.message),
            transaction: at.transaction,
            path: &at.path,
            role: &at.role,
            kind: &at.kind,
            text: &at.text,
        }
    }
}

impl<'a> Answer<'a> {
    /// The message of a number, from 1, with the number.
    fn message(&self, number: usize) -> Option<(usize, &Message<'a>)> {
        Some((number, self.messages.get(number.checked_sub(1)?)?))
    }
}

/// The rows of a file: its hits, the identifiers that records carry, terms under an embargo, and what is
/// unverified.
fn rows_of(file: &str, answer: &Answer<'_>, all: bool) -> Vec<u8> {
    let mut text = Vec::new();
    let of_file = || Place { file, verdict: answer.verdict, ..Place::default() };
    for at in &answer.hits {
        text.extend(row(&Place::of(file, answer, at), &hit_of(&at.result), true));
    }
    for at in &answer.identifiers {
        let Identifier { id, caption, source, label, value } = &at.result;
        let hit = Hit {
            is_match: true,
            score: 1.0,
            record_id: *id,
            record_name: (&**caption).into(),
            list: (&**source).into(),
            reason: format!("The record carries this identifier: {label} {value}."),
            ..Hit::default()
        };
        text.extend(row(&Place::of(file, answer, at), &hit, true));
    }
    let Policy { embargoed_total, embargoed } = &answer.policy;
    for at in embargoed {
        let Term { term, reason } = &at.result;
        let reason = format!("Under an embargo: {term} ({reason}).");
        let hit = Hit { reason, ..Hit::default() };
        text.extend(row(&Place::of(file, answer, at), &hit, false));
    }
    for Unverified { message, path, reason } in &answer.unverified {
        let place = Place { message: answer.message(*message), path, ..of_file() };
        let reason = format!("Not screened: {reason}.");
        text.extend(row(&place, &Hit { reason, ..Hit::default() }, false));
    }
    for (total, shown, sort) in [
        (answer.hits_total, answer.hits.len(), "hits"),
        (answer.identifiers_total, answer.identifiers.len(), "identifiers"),
        (*embargoed_total, embargoed.len(), "terms under an embargo"),
        (answer.unverified_total, answer.unverified.len(), "elements that were not screened"),
    ] {
        if total > shown as u64 {
            let reason = format!("{} further {sort} are not shown.", total - shown as u64);
            text.extend(row(&of_file(), &Hit { reason, ..Hit::default() }, false));
        }
    }
    if text.is_empty() && all {
        text = row(&of_file(), &Hit::default(), false);
    }
    text
}

/// A row. Without a hit, the cells of a hit are empty but for the reason.
fn row(place: &Place<'_>, hit: &Hit<'_>, is_hit: bool) -> Vec<u8> {
    let id = place.message.and_then(|(_, message)| message.id.as_deref());
    let uetrs = place.message.map(|(_, message)| message.uetrs.join("; "));
    line_of(|line| {
        let line = line.cell(place.file).cell(place.verdict.as_str());
        let line = line.optional(place.message.map(|(number, _)| number));
        let line = line.optional(id).optional(uetrs).optional(place.transaction);
        let line = line.cell(place.path).cell(place.role).cell(place.kind).cell(place.text);
        let line = Hit::COLUMNS.iter().fold(line, |line, (name, cell)| {
            let has_cell = is_hit || *name == "reason";
            line.optional(has_cell.then(|| cell(hit)))
        });
        OF_REVIEW.iter().fold(line, |line: Line<'_>, _| line.cell(""))
    })
}
