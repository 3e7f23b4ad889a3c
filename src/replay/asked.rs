//! Queries asked again.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::Value;
use tamis_engine::batch::Weighed;
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::store::checksum::sha256_of;

use super::finding::{Difference, first_difference};
use super::lines::{Line, Replayed};
use super::versions::{Version, Versions};
use crate::api::filtering::filter::{MessageFilter, REPORT, canonical_verdict, read_plan};
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::parameters::Parameters;
use crate::api::http::turns::Turn;
use crate::api::matching::answer::query_as_read;
use crate::api::matching::batch_matcher::BatchMatcher;
use crate::api::matching::stream::query;
use crate::policy::Policy;
use crate::receipts::{
    AskedQuery, Basis, Opening, PROGRAM, Receipt, Subject, Verdict, canonical, constants,
    constants_sha256,
};
use crate::screen::read_settings;

/// The rules that a replay needs beside the receipts.
pub(super) struct Rules<'r> {
    /// The opening of the receipts, with the constants of their program.
    pub(super) opening: Option<Opening>,
    pub(super) policy: &'r Arc<Policy>,
}

/// An answer in canonical form.
#[derive(Clone)]
struct Answer {
    canonical: Vec<u8>,
    verdict: Verdict,
}

impl Weighed for Answer {
    fn bytes(&self) -> usize {
        self.canonical.len()
    }
}

/// A version that is asked as the receipts say.
struct Asker<'v> {
    matcher: BatchMatcher<'v, Answer>,
    filter: MessageFilter<'v>,
    /// The rules on messages, or the SHA-256 of those that are missing.
    policy: Result<Arc<Policy>, &'v str>,
}

/// Replays some lines.
pub(super) fn replayed(
    block: Vec<Line>,
    versions: &mut Versions<'_>,
    rules: &Rules<'_>,
) -> Vec<Replayed> {
    let mut done = Vec::new();
    let mut rest = block.into_iter().peekable();
    while let Some(first) = rest.next() {
        // Lines with the same basis have one matcher.
        let basis = first.receipt.as_ref().map(|receipt| receipt.basis.clone());
        let mut lines = vec![first];
        while let Some(next) = rest
            .next_if(|line| line.receipt.as_ref().map(|receipt| &receipt.basis) == basis.as_ref())
        {
            lines.push(next);
        }
        match basis {
            Some(basis) => done.extend(replayed_on(lines, &basis, versions, rules)),
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
    rules: &Rules<'_>,
) -> Vec<Replayed> {
    let program = of_program(basis, rules.opening.as_ref());
    let version = versions.of(&basis.version);
    let asker = version.as_ref().map_err(|error| Difference::VersionMissing(error.clone()));
    let asker = asker.and_then(|version| asker_of(version, basis, rules.policy));
    for line in &mut lines {
        let differences = &mut line.finding.differences;
        differences.extend(program.iter().cloned());
        match (&asker, &version) {
            (Err(difference), _) => differences.push(difference.clone()),
            (Ok(_), Ok(version)) if version.manifest != basis.manifest => {
                let found = version.manifest.clone();
                differences.push(Difference::VersionDiffers { found });
            }
            _ => {}
        }
    }
    lines.into_par_iter().map(|line| replayed_line(line, asker.as_ref().ok())).collect()
}

/// Differences between the program of a receipt and this one.
fn of_program(basis: &Basis, opening: Option<&Opening>) -> Vec<Difference> {
    let mut differences = Vec::new();
    if basis.program != PROGRAM {
        differences.push(Difference::ProgramDiffers(basis.program.clone()));
    }
    if basis.constants != constants_sha256() {
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

/// Makes ready to ask a version as the receipts say.
fn asker_of<'v>(
    version: &'v Version,
    basis: &'v Basis,
    policy: &Arc<Policy>,
) -> Result<Asker<'v>, Difference> {
    let refused = |reason: String| Difference::Parameters(reason);
    let collection = Collection::from_name(&basis.collection)
        .ok_or_else(|| refused(format!("there is no collection {:?}", basis.collection)))?;
    let settings = read_settings(&basis.parameters, &[REPORT.name()]);
    let settings = settings.map_err(|error| refused(error.to_string()))?;
    let report = REPORT.read(&Parameters::parse(Some(&basis.parameters)));
    let report = report.map_err(|error| refused(error.to_string()))?;
    let day = Timestamp::parse_iso(&basis.day).map(Day::of);
    let day = day.ok_or_else(|| refused(format!("{:?} is no day", basis.day)))?;
    let Version { snapshot, sha256, .. } = version;
    let counts = QueryCounts::default;
    let policy = match basis.policy.as_str() {
        "" => Ok(Arc::default()),
        named if policy.sha256() == Some(named) => Ok(Arc::clone(policy)),
        missing => Err(missing),
    };
    let filter = (snapshot, sha256.as_str());
    let filter = MessageFilter::new(filter, collection, settings.clone(), report, day, counts());
    let matcher = BatchMatcher::new(snapshot, collection, settings, false, day, counts());
    Ok(Asker { matcher, filter, policy })
}

fn replayed_line(line: Line, asker: Option<&Asker<'_>>) -> Replayed {
    let Line { mut finding, receipt, query, answer } = line;
    let (is_receipt, has_answer) = (receipt.is_some(), answer.is_some());
    let mut is_asked = false;
    if let (Some(receipt), Some(query)) = (receipt, query) {
        let differences = &mut finding.differences;
        if query.sha256() != receipt.query {
            differences.push(Difference::QueryDiffers);
        }
        let mut replayed = None;
        match asker.map(|asker| asker.ask(&query.subject)) {
            // Why nobody can be asked is said already.
            None => {}
            Some(Err(difference)) => differences.push(difference),
            Some(Ok(None)) => {
                let nothing = Answer { canonical: Vec::new(), verdict: Verdict::Error };
                compare(&nothing, &receipt, &query, differences);
            }
            Some(Ok(Some(again))) => {
                is_asked = true;
                compare(&again, &receipt, &query, differences);
                replayed = serde_json::from_slice::<Value>(&again.canonical).ok();
            }
        }
        // The reason why nothing was asked stands in the output, not in the answer.
        let stored = answer.as_ref().filter(|_| receipt.verdict != Verdict::Error);
        let stored = stored.map(canonical);
        if let Some(stored) = stored.filter(|stored| query.salt.sha256(stored) != receipt.answer) {
            let stored = serde_json::from_slice(&stored).ok();
            let place = stored.zip(replayed).map(|(stored, own)| first_difference(&stored, &own));
            differences.push(Difference::StoredDiffers(place.unwrap_or_default()));
        }
    }
    Replayed { finding, is_receipt, is_asked, has_answer }
}

impl Asker<'_> {
    /// Asks again; `None` for a query or message that cannot be asked.
    fn ask(&self, subject: &Subject) -> Result<Option<Answer>, Difference> {
        if let Subject::Query(asked) = subject {
            return self.match_query(asked).map(Some);
        }
        let Some(message) = subject.message_bytes() else { return Ok(None) };
        let missing = |policy: &&str| Difference::PolicyMissing((*policy).to_owned());
        let policy = self.policy.as_ref().map_err(missing)?;
        let Ok(plan) = read_plan(&message, policy) else { return Ok(None) };
        let filtered = self.filter.screen(plan, Ignored::default(), &Turn::whole());
        // Work of this kind is never given up, and our own answers are JSON.
        let answer = filtered.ok().and_then(|own| canonical_verdict(&own.json).ok());
        Ok(answer.map(|(canonical, verdict)| Answer { canonical, verdict }))
    }

    fn match_query(&self, asked: &Value) -> Result<Answer, Difference> {
        let (matcher, text) = (&self.matcher, canonical(asked));
        let read = query::read(1, Some(&text), matcher.showing.today, Ignored::default());
        let read = read.query.map_err(|fault| Difference::QueryRead(fault.to_string()))?.query;
        let now = query_as_read(&read);
        if now != *asked {
            return Err(Difference::QueryRead(first_difference(asked, &now)));
        }
        let answer = matcher.answer(&read, |answer| {
            let is_hit = matcher.showing.is_hit(&answer);
            Answer {
                canonical: matcher.canonical(&read, &answer),
                verdict: if is_hit { Verdict::Hit } else { Verdict::Clear },
            }
        });
        Ok((*answer).clone())
    }
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
    if receipt.verdict != again.verdict {
        differences.push(Difference::VerdictDiffers(again.verdict.as_str()));
    }
}
