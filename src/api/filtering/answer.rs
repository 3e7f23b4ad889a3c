//! JSON of the verdict on messages (docs/api.md, "Filter").

use serde::Serialize;
use serde::ser::Serializer;

use super::embargo::FoundEmbargo;
use super::found::{AppliedRule, Found, FoundHit, FoundIdentifier, NO_TEXT, Verdict, rule_fields};
use super::plan::Treatment;
use super::plan::{Counts, Treated};

use crate::api::http::filters::Filters;
use crate::api::http::ignored::Ignored;
use crate::api::identifiers::{IdentifierResult, match_element};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::matching::{Settings, Showing, hit_element};
use crate::api::operation::Document;
use crate::limits::{
    self, FILTER_HITS_MAX, FILTER_PATH_BYTES_MAX, FILTER_REPORT_MAX, FILTER_UNVERIFIED_MAX,
};
use crate::policy::Embargoed;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::matching::{Algorithm, Grouping};
use tamis_engine::model::{Collection, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_payments::{Element, Kind, Message, ReadError, Role};

pub(super) fn describe(document: &mut Document) {
    document.schema("FilterAnswer", answer_shape());
    document.schema("FilteredMessage", message_fields().shape());
    document.schema("FilterHit", hit_fields().shape());
    document.schema("FilterIdentifier", identifier_fields().shape());
    document.schema("FilteredElement", element_fields().shape());
}

/// A snapshot with the settings of a request, as the answer says them.
pub(super) struct About<'s> {
    pub(super) snapshot: &'s Snapshot,
    /// SHA-256 of the snapshot, in hexadecimal.
    pub(super) sha256: &'s str,
    pub(super) collection: Collection,
    pub(super) settings: Settings,
    pub(super) showing: Showing,
    /// True if every element is reported.
    pub(super) has_report: bool,
}

/// The verdict on the messages of one file.
pub(super) struct FilterAnswer<'a> {
    pub(super) about: &'a About<'a>,
    pub(super) found: &'a Found<'a>,
    pub(super) ignored: Ignored,
}

impl Serialize for FilterAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { about, found, .. } = *self;
        let About { snapshot, sha256, collection, settings, showing, has_report } = about;
        let messages: Vec<Message<'_>> = found.messages().collect();
        let elements = || found.elements();
        let counts = found.counts();
        let unverified = elements().filter_map(|own| match own.treatment {
            Treatment::Unverified(reason) => {
                let path = shown_path(&own.message.path(own.element));
                Some(UnverifiedElement { message: own.message_at + 1, path, reason })
            }
            _ => None,
        });
        let mut unverified: Vec<UnverifiedElement> =
            unverified.take(FILTER_UNVERIFIED_MAX).collect();
        let mut unverified_total = counts.unverified;
        let all = counts.all();
        if all == 0 {
            unverified_total = 1;
            unverified.push(UnverifiedElement { message: 1, path: String::new(), reason: NO_TEXT });
        }
        let mut ignored = self.ignored.clone();
        if *has_report && all > FILTER_REPORT_MAX {
            let sentence = || format!("report: the first {FILTER_REPORT_MAX} of {all} elements.");
            ignored.note(sentence);
        }
        let report = || elements().take(FILTER_REPORT_MAX).map(ElementBody::of);
        let Counts { screened, left_out, unverified: not_screened } = counts;
        let counts = ElementCounts { screened, left_out, unverified: not_screened };
        let group = settings.group;
        let body = AnswerBody {
            verdict: found.verdict().as_str(),
            messages: Sequence(|| messages.iter().map(|message| MessageBody::of(*message))),
            elements: counts,
            hits_total: found.hits_total,
            hits: Sequence(|| found.hits.iter().map(|hit| hit_body(self, &messages, hit))),
            identifiers_total: found.identifiers_total,
            identifiers: Sequence(|| {
                found.identifiers.iter().map(|found| identifier_body(self, &messages, found))
            }),
            unverified_total,
            unverified: &unverified,
            report: has_report.then_some(Sequence(report)),
            snapshot: SnapshotBody { version: snapshot.version(), sha256 },
            collection: collection.as_str(),
            algorithm: settings.algorithm.as_str(),
            threshold: showing.threshold,
            limit: settings.limit,
            group: (group != Grouping::Record).then_some(group),
            filters: &settings.filters,
            policy: policy_body(found, &messages),
            ignored: &ignored,
            checked_at: Shown(Timestamp::now()),
        };
        body.serialize(serializer)
    }
}

answer! {
    struct AnswerBody<'a, Messages, Hits, Identifiers, Report> as answer_fields {
        /// `hit` if a record reaches the threshold or carries an identifier, or a term is under an embargo; else `unverified` if something could not be screened
        verdict: &'static str = Shape::one_of(&Verdict::NAMES),
        messages: Messages = Shape::array(Shape::component("FilteredMessage")),
        elements: ElementCounts = count_fields().shape(),
        /// Number of hits
        hits_total: usize = Shape::count(),
        /// The first hits, in the order of the messages
        hits: Hits = Shape::array(Shape::component("FilterHit")).with("maxItems", FILTER_HITS_MAX as u64),
        /// Number of identifiers that records carry
        identifiers_total: usize = Shape::count(),
        /// The first of them, in the order of the messages
        identifiers: Identifiers = Shape::array(Shape::component("FilterIdentifier"))
            .with("maxItems", FILTER_HITS_MAX as u64),
        /// Number of elements that could not be screened
        unverified_total: usize = Shape::count(),
        /// The first of them
        unverified: &'a [UnverifiedElement] = Shape::array(unverified_fields().shape())
            .with("maxItems", FILTER_UNVERIFIED_MAX as u64),
        /// Every element of the messages, in their order; only with `report=full`
        report?: Option<Report> = Shape::array(Shape::component("FilteredElement"))
            .with("maxItems", FILTER_REPORT_MAX as u64),
        snapshot: SnapshotBody<'a> = snapshot_fields().shape(),
        collection: &'static str = rules::collection_name(),
        /// The method that ran
        algorithm: &'static str = Shape::one_of(Algorithm::NAMES),
        threshold: f64 = Shape::number(0.0, 1.0),
        /// Most results of a name or a part of a text
        limit: usize = Shape::integer(limits::RESULTS_MIN.into(), limits::RESULTS_MAX.into()),
        group?: Option<Grouping> = rules::group(),
        filters: &'a Filters = Shape::component("MatchFilters"),
        /// The operator's policy, if there is one
        policy?: Option<PolicyBody<'a>> = policy_fields().shape(),
        ignored?: &'a Ignored = rules::ignored(),
        checked_at: Shown<Timestamp> = rules::timestamp(),
    }
}

/// The shape of an answer, which may have receipts.
fn answer_shape() -> Shape {
    answer_fields().shape().and_perhaps(vec![("receipts", Shape::component("Receipts"))])
}

answer! {
    struct ElementCounts as count_fields {
        /// Asked as names, compared as facts, searched for names, or looked up
        screened: usize = Shape::count(),
        left_out: usize = Shape::count(),
        unverified: usize = Shape::count(),
    }
}

answer! {
    struct SnapshotBody<'a> as snapshot_fields {
        version: &'a str = rules::version(),
        /// SHA-256 of its file
        sha256: &'a str = Shape::string(),
    }
}

answer! {
    /// Rules on elements of messages.
    struct PolicyBody<'a> as policy_fields {
        /// SHA-256 of the file of rules
        sha256: &'a str = Shape::string(),
        /// Those that applied to these messages
        rules: Vec<AppliedRule> = Shape::array(rule_fields().shape()),
        /// Number of terms under an embargo
        embargoed_total: usize = Shape::count(),
        /// The first of them, in the order of the messages
        embargoed: Vec<EmbargoBody<'a>> = Shape::array(embargo_fields().shape())
            .with("maxItems", FILTER_HITS_MAX as u64),
    }
}

fn policy_body<'a>(found: &'a Found<'_>, messages: &[Message<'_>]) -> Option<PolicyBody<'a>> {
    let sha256 = found.plan.policy.sha256()?;
    let embargoed = found.embargoed.iter().map(|own| embargo_body(messages, own)).collect();
    let embargoed_total = found.embargoed_total;
    Some(PolicyBody { sha256, rules: found.rules(), embargoed_total, embargoed })
}

answer! {
    /// A message of the file.
    struct MessageBody<'m, Uetrs> as message_fields {
        /// Identifier such as `pacs.008.001.08`, or the name of the root element
        r#type: &'m str = Shape::string(),
        /// True if the profile knows the type; others are read by the same names of elements
        is_known: bool = Shape::boolean(),
        /// Identifier that the sender gave
        id: Option<&'m str> = Shape::string().or_null(),
        /// Unique end-to-end transaction references
        uetrs: Uetrs = rules::texts(),
        transactions: u32 = Shape::count(),
    }
}

impl<'m> MessageBody<'m, ()> {
    fn of(message: Message<'m>) -> MessageBody<'m, impl Serialize> {
        let kind = message.message_type();
        MessageBody {
            r#type: &kind.name,
            is_known: kind.is_known,
            id: message.message_id(),
            uetrs: Sequence(move || message.uetrs()),
            transactions: message.transactions(),
        }
    }
}

answer! {
    /// Place of an element.
    struct Place as place_fields {
        /// Number of the message in the file, from 1
        message: usize = Shape::whole_from(1),
        /// Number of the transaction in its message, from 1
        transaction: Option<u32> = Shape::whole_from(1).or_null(),
        /// Number of the batch in its message, from 1
        batch: Option<u32> = Shape::whole_from(1).or_null(),
        path: String = Shape::string(),
        /// Part that its party plays in the payment
        role: &'static str = names_of(Role::ALL.iter().map(|role| role.as_str())),
        kind: &'static str = names_of(Kind::ALL.iter().map(|kind| kind.as_str())),
    }
}

fn names_of(names: impl Iterator<Item = &'static str>) -> Shape {
    Shape::one_of(&names.collect::<Vec<_>>())
}

impl Place {
    fn of(message_at: usize, message: Message<'_>, element: &Element) -> Self {
        Self {
            message: message_at + 1,
            transaction: element.transaction.map(u32::from),
            batch: element.batch.map(u32::from),
            path: shown_path(&message.path(element)),
            role: element.role.as_str(),
            kind: element.kind.as_str(),
        }
    }
}

answer! {
    /// A record that a name or a part of a text matches.
    struct HitBody<'a, Result> as hit_fields {
        place..: Place = place_fields(),
        /// The name, or the part of a text
        text: &'a str = Shape::string(),
        /// Threshold of the policy for the element, in place of that of the request
        threshold?: Option<f64> = Shape::number(0.0, 1.0),
        result: Result = Shape::component("MatchResult"),
    }
}

fn hit_body<'a>(
    answer: &FilterAnswer<'a>,
    messages: &[Message<'a>],
    FoundHit { message: at, element, text, threshold, hit }: &'a FoundHit,
) -> HitBody<'a, impl Serialize + use<'a>> {
    let message = messages[*at];
    let place = Place::of(*at, message, &message.elements()[*element]);
    let About { snapshot, showing, .. } = *answer.about;
    let own = Showing { threshold: threshold.unwrap_or(showing.threshold), ..showing };
    HitBody { place, text, threshold: *threshold, result: hit_element(snapshot, hit, own) }
}

answer! {
    /// An identifier that a record carries.
    struct IdentifierBody<'a> as identifier_fields {
        place..: Place = place_fields(),
        /// The identifier as sent
        text: &'a str = Shape::string(),
        result: IdentifierResult<'a> = Shape::component("IdentifierResult"),
    }
}

fn identifier_body<'a>(
    answer: &FilterAnswer<'a>,
    messages: &[Message<'a>],
    FoundIdentifier { message: at, element, found }: &'a FoundIdentifier<'a>,
) -> IdentifierBody<'a> {
    let message = messages[*at];
    let element = &message.elements()[*element];
    let result = match_element(answer.about.snapshot, found.clone(), answer.about.showing.today);
    IdentifierBody { place: Place::of(*at, message, element), text: message.text(element), result }
}

answer! {
    /// A term under an embargo.
    struct EmbargoBody<'a> as embargo_fields {
        place..: Place = place_fields(),
        /// The text in which it stands, as sent
        text: &'a str = Shape::string(),
        result: TermBody = term_fields().shape(),
    }
}

answer! {
    struct TermBody as term_fields {
        /// The term as in the policy
        term: &'static str = Shape::string(),
        reason: &'static str = Shape::string(),
    }
}

fn embargo_body<'a>(messages: &[Message<'_>], own: &'a FoundEmbargo) -> EmbargoBody<'a> {
    let message = messages[own.message];
    let place = Place::of(own.message, message, &message.elements()[own.element]);
    let Embargoed { term, reason } = own.embargoed;
    EmbargoBody { place, text: &own.text, result: TermBody { term, reason } }
}

answer! {
    /// Element that could not be screened.
    struct UnverifiedElement as unverified_fields {
        message: usize = Shape::whole_from(1),
        /// Empty if the file has no text at all
        path: String = Shape::string(),
        reason: &'static str = Shape::string(),
    }
}

answer! {
    /// Element with what was done about it.
    struct ElementBody<'m> as element_fields {
        place..: Place = place_fields(),
        text: &'m str = Shape::string(),
        screened: bool = Shape::boolean(),
        /// Way in which it was screened, or the reason why not
        why: String = Shape::string(),
    }
}

impl<'m> ElementBody<'m> {
    fn of(own: Treated<'m>) -> Self {
        let Treated { message, element, treatment, .. } = own;
        let screened = !matches!(treatment, Treatment::LeftOut(_) | Treatment::Unverified(_));
        let place = Place::of(own.message_at, message, element);
        Self { place, text: message.text(element), screened, why: treatment.to_string() }
    }
}

/// The end of a path within [`FILTER_PATH_BYTES_MAX`].
fn shown_path(path: &str) -> String {
    let over = path.len().saturating_sub(FILTER_PATH_BYTES_MAX);
    if over == 0 {
        return path.to_owned();
    }
    let start = (over..path.len()).find(|at| path.is_char_boundary(*at)).unwrap_or(path.len());
    format!("…{}", &path[start..])
}

/// A fault with its path shortened.
pub(super) fn shown_fault(fault: ReadError) -> ReadError {
    ReadError { path: shown_path(&fault.path), ..fault }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_keeps_its_end() {
        for (length, expected) in [
            (FILTER_PATH_BYTES_MAX, "/".repeat(FILTER_PATH_BYTES_MAX)),
            (FILTER_PATH_BYTES_MAX + 1, format!("…{}", "/".repeat(FILTER_PATH_BYTES_MAX))),
        ] {
            assert_eq!(shown_path(&"/".repeat(length)), expected);
        }
        let letters = format!("é{}", "/".repeat(FILTER_PATH_BYTES_MAX - 1));
        assert_eq!(shown_path(&letters), format!("…{}", &letters[2..]));
    }
}
