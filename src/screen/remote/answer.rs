//! A line of a stream's answer.

use std::borrow::Cow;

use serde::Deserialize;

use crate::api::matching::stream::answer::Answer as LineAnswer;
use crate::screen::counts::Tally;
use crate::screen::hits::{Answer, Body, Hit, OutputForm, other_records};
use tamis_engine::model::BirthDate;

/// Content of a line.
pub(super) enum Answered {
    /// The answer to a query, and its parameters without effect.
    Answer { answer: Answer, ignored: Vec<String> },
    /// Reason why the query has no answer.
    Refused(String),
}

#[derive(Deserialize)]
struct Line<'l> {
    #[serde(default)]
    id: Option<u64>,
    status: u16,
    #[serde(default, borrow)]
    results: Vec<Found<'l>>,
    #[serde(default)]
    ignored: Vec<String>,
    #[serde(default)]
    error: Option<String>,
}

/// A result.
#[derive(Deserialize)]
pub(crate) struct Found<'l> {
    id: u64,
    #[serde(borrow)]
    caption: Cow<'l, str>,
    score: f64,
    #[serde(rename = "match")]
    is_match: bool,
    #[serde(borrow)]
    features: Vec<Feature<'l>>,
    #[serde(borrow)]
    datasets: Vec<Cow<'l, str>>,
    #[serde(borrow)]
    list_type: Cow<'l, str>,
    #[serde(borrow)]
    programme: Cow<'l, str>,
    #[serde(default, borrow)]
    other_records: Vec<Other<'l>>,
    #[serde(default, borrow)]
    record: Record<'l>,
}

/// Another record of the party.
#[derive(Deserialize)]
struct Other<'l> {
    id: u64,
    #[serde(borrow)]
    source: Cow<'l, str>,
}

#[derive(Deserialize)]
struct Feature<'l> {
    #[serde(default, borrow)]
    explanation: Option<Cow<'l, str>>,
    #[serde(default, borrow)]
    matched_name: Option<Cow<'l, str>>,
}

/// Fields added by `details=true`.
#[derive(Default, Deserialize)]
struct Record<'l> {
    #[serde(borrow)]
    register: Cow<'l, str>,
    #[serde(borrow)]
    source_url: Option<Cow<'l, str>>,
    #[serde(borrow)]
    birth_dates: Vec<Born<'l>>,
    #[serde(borrow)]
    countries: Vec<Cow<'l, str>>,
}

#[derive(Deserialize)]
struct Born<'l> {
    #[serde(borrow)]
    date: Cow<'l, str>,
    approximate: bool,
}

impl Answered {
    /// Reads the line that answers the query of this number.
    ///
    /// # Errors
    /// A fault of the line, or the reason why the server ended the answer.
    pub(super) fn read(text: &[u8], number: u64, form: OutputForm) -> Result<Self, String> {
        let line: Line<'_> = serde_json::from_slice(text)
            .map_err(|error| format!("an answer cannot be read: {error}"))?;
        match line {
            Line { id: Some(id), status: 200, results, ignored, .. } if id == number => {
                let mut tally = Tally::default();
                for hit in results.iter().filter(|hit| hit.is_match) {
                    tally.add(hit.datasets.iter().map(Cow::as_ref), hit.score);
                }
                let body = if form.is_table() {
                    Body::Rows(results.iter().map(|found| hit_of(found).row()).collect())
                } else {
                    let own = LineAnswer::of_line(text, number, tally.total() > 0);
                    Body::Line(own.ok_or("an answer does not begin with its id")?)
                };
                Ok(Self::Answer {
                    answer: Answer { body, tally, canonical: None, cleared: 0, back: 0 },
                    ignored,
                })
            }
            Line { id: Some(id), error: Some(error), .. } if id == number => {
                Ok(Self::Refused(error))
            }
            Line { error: Some(error), .. } => Err(error),
            _ => Err(format!("query {number} is not answered in its turn")),
        }
    }
}

/// A result in the form for tables.
pub(crate) fn hit_of<'f>(found: &'f Found<'_>) -> Hit<'f> {
    let Found { record, .. } = found;
    let matched = found.features.iter().find_map(|feature| feature.matched_name.as_deref());
    let reasons = found.features.iter().filter_map(|feature| feature.explanation.as_deref());
    let reasons: Vec<&str> = reasons.collect();
    let dates: Vec<String> = record.birth_dates.iter().map(Born::shown).collect();
    let others = found.other_records.iter().map(|other| (other.id, &*other.source));
    Hit {
        is_match: found.is_match,
        score: found.score,
        matched_name: matched.unwrap_or_default().into(),
        record_id: found.id,
        record_name: (&*found.caption).into(),
        list: (&*record.register).into(),
        list_type: (&*found.list_type).into(),
        programme: (&*found.programme).into(),
        birth_dates: dates.join("; "),
        countries: record.countries.join("; "),
        other_records: other_records(others),
        reason: reasons.join(" "),
        link: record.source_url.as_deref().unwrap_or_default().into(),
    }
}

impl Born<'_> {
    /// The date in the form of the columns of hits; one of an unknown form unchanged.
    fn shown(&self) -> String {
        let date =
            self.date.parse().map(|date| BirthDate { date, is_approximate: self.approximate });
        date.map_or_else(|_| self.date.to_string(), |date| date.to_string())
    }
}
