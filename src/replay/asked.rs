//! Queries asked again.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::Value;
use tamis_engine::batch::Weighed;
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::store::checksum::sha256_of;

use super::finding::{Difference, first_difference};
use super::lines::{Line, Replayed};
use super::versions::{Version, Versions};
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::matching::answer::{Found, canonical_answer, query_as_read};
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::stream::query;
use crate::receipts::{AskedQuery, Basis, Opening, Receipt, Verdict, canonical, constants};
use crate::screen::read_settings;

/// An answer in canonical form.
struct Answer {
    canonical: Vec<u8>,
    is_hit: bool,
}

impl Weighed for Answer {
    fn bytes(&self) -> usize {
        self.canonical.len()
    }
}

/// Replays some lines.
pub(super) fn replayed(
    block: Vec<Line>,
    versions: &mut Versions<'_>,
    opening: Option<&Opening>,
) -> Vec<Replayed> {
    let mut done = Vec::new();
    let mut rest = block.into_iter().peekable();
    while let Some(first) = rest.next() {
        // Lines with the same basis have one matcher.
        let basis = first.receipt.as_ref().map(Receipt::basis);
        let mut lines = vec![first];
        while let Some(next) =
            rest.next_if(|line| line.receipt.as_ref().map(Receipt::basis) == basis)
        {
            lines.push(next);
        }
        match basis {
            Some(basis) => done.extend(replayed_on(lines, &basis, versions, opening)),
            None => done.extend(lines.into_iter().map(|line| Replayed {
                is_receipt: false,
                is_asked: false,
                has_answer: false,
                finding: line.finding,
            })),
        }
    }
    done
}

/// Replays lines of one basis.
fn replayed_on(
    mut lines: Vec<Line>,
    basis: &Basis,
    versions: &mut Versions<'_>,
    opening: Option<&Opening>,
) -> Vec<Replayed> {
    let program = of_program(basis, opening);
    let version = versions.of(&basis.version);
    let matcher = version.as_ref().map_err(|error| Difference::VersionMissing(error.clone()));
    let matcher = matcher.and_then(|version| matcher_of(version, basis));
    for line in &mut lines {
        let differences = &mut line.finding.differences;
        differences.extend(program.iter().cloned());
        match (&matcher, &version) {
            (Err(difference), _) => differences.push(difference.clone()),
            (Ok(_), Ok(version)) if version.manifest != basis.manifest => {
                let found = version.manifest.clone();
                differences.push(Difference::VersionDiffers { found });
            }
            _ => {}
        }
    }
    lines.into_par_iter().map(|line| replayed_line(line, matcher.as_ref().ok())).collect()
}

/// Differences between the program of a receipt and this one.
fn of_program(basis: &Basis, opening: Option<&Opening>) -> Vec<Difference> {
    let mut differences = Vec::new();
    let own = Opening::now();
    if basis.program != own.program {
        differences.push(Difference::ProgramDiffers(basis.program.clone()));
    }
    if basis.constants != sha256_of(&canonical(&own.constants)) {
        let known = opening.filter(|own| sha256_of(&canonical(&own.constants)) == basis.constants);
        let unknown = || "the receipts do not hold them".to_owned();
        let which = known.map_or_else(unknown, |then| other_constants(&then.constants));
        differences.push(Difference::ConstantsDiffer(which));
    }
    differences
}

/// Names the constants that have another value in this program.
fn other_constants(then: &BTreeMap<String, f64>) -> String {
    let now = constants();
    let names = then.keys().chain(now.keys().filter(|name| !then.contains_key(*name)));
    let shown = |value: Option<&f64>| value.map_or_else(|| "none".to_owned(), f64::to_string);
    let others = names
        .filter(|name| then.get(*name) != now.get(*name))
        .map(|name| format!("{name} was {}, is {}", shown(then.get(name)), shown(now.get(name))));
    others.collect::<Vec<_>>().join(", ")
}

/// Asks a version as the receipts say.
fn matcher_of<'v>(
    version: &'v Version,
    basis: &Basis,
) -> Result<BatchMatcher<'v, Answer>, Difference> {
    let refused = |reason: String| Difference::Parameters(reason);
    let collection = Collection::from_name(&basis.collection)
        .ok_or_else(|| refused(format!("there is no collection {:?}", basis.collection)))?;
    let settings = read_settings(&basis.parameters, &[]);
    let settings = settings.map_err(|error| refused(error.to_string()))?;
    let day = Timestamp::parse_iso(&basis.day).map(Day::of);
    let day = day.ok_or_else(|| refused(format!("{:?} is no day", basis.day)))?;
    let counts = QueryCounts::default();
    Ok(BatchMatcher::new(&version.snapshot, collection, settings, false, day, counts))
}

fn replayed_line(line: Line, matcher: Option<&BatchMatcher<'_, Answer>>) -> Replayed {
    let Line { mut finding, receipt, query, answer } = line;
    let (is_receipt, has_answer) = (receipt.is_some(), answer.is_some());
    let mut is_asked = false;
    if let (Some(receipt), Some(query)) = (receipt, query) {
        let differences = &mut finding.differences;
        if query.sha256() != receipt.query {
            differences.push(Difference::QueryDiffers);
        }
        let again = match (&query.query, matcher) {
            (Some(asked), Some(matcher)) => Some(asked_again(asked, matcher)),
            _ => None,
        };
        let stored = answer.as_ref().map(canonical);
        let stored = stored.filter(|stored| query.salt.sha256(stored) != receipt.answer);
        let mut replayed = None;
        match again {
            Some(Err(difference)) => differences.push(difference),
            Some(Ok(again)) => {
                is_asked = true;
                compare(&again, &receipt, &query, differences);
                replayed = serde_json::from_slice::<Value>(&again.canonical).ok();
            }
            None if query.error.is_some() => of_fault(&receipt, &query, differences),
            None => {}
        }
        if let Some(stored) = stored {
            let stored = serde_json::from_slice(&stored).ok();
            let where_ = stored.zip(replayed).map(|(stored, own)| first_difference(&stored, &own));
            differences.push(Difference::StoredDiffers(where_.unwrap_or_default()));
        }
    }
    Replayed { finding, is_receipt, is_asked, has_answer }
}

/// Asks a query again.
fn asked_again(asked: &Value, matcher: &BatchMatcher<'_, Answer>) -> Result<Answer, Difference> {
    let text = canonical(asked);
    let read = query::read(1, Some(&text), matcher.showing.today, Ignored::default());
    let read = read.query.map_err(|fault| Difference::QueryRead(fault.to_string()))?.query;
    let now = query_as_read(&read);
    if now != *asked {
        return Err(Difference::QueryRead(first_difference(asked, &now)));
    }
    let answer = matcher.answer(&read, |answer| Answer {
        is_hit: matcher.showing.is_hit(&answer),
        canonical: {
            let found = Found { snapshot: matcher.snapshot, answer };
            canonical_answer(&read, &found, matcher.showing)
        },
    });
    Ok(Answer { canonical: answer.canonical.clone(), is_hit: answer.is_hit })
}

fn compare(
    again: &Answer,
    receipt: &Receipt,
    query: &AskedQuery,
    differences: &mut Vec<Difference>,
) {
    if query.salt.sha256(&again.canonical) != receipt.answer {
        differences.push(Difference::AnswerDiffers);
    }
    let verdict = if again.is_hit { Verdict::Hit } else { Verdict::Clear };
    if receipt.verdict != verdict {
        differences.push(Difference::VerdictDiffers(if again.is_hit { "hit" } else { "clear" }));
    }
}

/// Compares the receipt of a query with a fault, which nobody was asked.
fn of_fault(receipt: &Receipt, query: &AskedQuery, differences: &mut Vec<Difference>) {
    if query.salt.sha256(b"") != receipt.answer {
        differences.push(Difference::AnswerDiffers);
    }
    if receipt.verdict != Verdict::Error {
        differences.push(Difference::VerdictDiffers("error"));
    }
}
