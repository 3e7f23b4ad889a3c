//! Records of one party side by side: a row for each fact, a column for each record.

use std::collections::BTreeSet;

use maud::{Markup, display, html};

use super::parts::{folding_list, list_kind, name, record_link, value};
use tamis_engine::model::Fact;
use tamis_engine::model::facts::Ftm;
use tamis_engine::snapshot::RecordView;
use tamis_engine::text::as_written;

/// Agreement of the records about a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Agreement {
    /// All values agree.
    Same,
    /// Some values agree.
    Part,
    /// No values agree.
    Differs,
    /// Only one record has a value.
    Alone,
}

impl Agreement {
    /// The agreement of folded values by record; records without values are ignored.
    fn of(said: &[BTreeSet<String>]) -> Self {
        match said {
            [] | [_] => Self::Alone,
            [first, others @ ..] if others.iter().all(|other| other == first) => Self::Same,
            [first, others @ ..] => {
                let is_shared = others.iter().flatten().any(|value| is_among(value, first));
                if is_shared || Self::of(others) == Self::Part { Self::Part } else { Self::Differs }
            }
        }
    }

    /// CSS class, symbol and label of the agreement.
    fn shown(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Same => ("agrees", "=", "the same"),
            Self::Part => ("near", "≈", "in part the same"),
            Self::Differs => ("contradicts", "≠", "differs"),
            Self::Alone => ("alone", "", "one list only"),
        }
    }
}

/// True if a value is one of these, or a date that agrees with one at lower precision: a year agrees
/// with its days.
fn is_among(value: &str, others: &BTreeSet<String>) -> bool {
    let is_date =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || b"- ".contains(&byte));
    others.iter().any(|other| {
        let is_part = other.starts_with(value) || value.starts_with(other.as_str());
        other == value || is_part && is_date(value) && is_date(other)
    })
}

/// True for facts about the party rather than its listing.
fn is_of_party(fact: Fact) -> bool {
    !matches!(fact, Fact::Reference | Fact::Notes | Fact::Historical)
        && !matches!(fact.ftm(), Some(Ftm::Listing(_)))
}

pub(super) fn side_by_side(records: &[RecordView<'_>]) -> Markup {
    let facts = Fact::ALL.iter().copied().filter(|fact| is_of_party(*fact));
    let facts = facts.filter(|fact| records.iter().any(|own| own.values(*fact).next().is_some()));
    html! {
        div.scrolls tabindex="0" role="group" aria-label="Records side by side" {
            table.compared {
                thead { tr {
                    th scope="col" { "Fact" }
                    th scope="col" { "Lists" }
                    @for record in records {
                        th scope="col" {
                            (record_link(*record)) br;
                            span.note { (record.register().short_name) ", " (list_kind(record.list_type())) }
                        }
                    }
                } }
                tbody { @for fact in facts { (row(fact, records)) } }
            }
        }
    }
}

fn row(fact: Fact, records: &[RecordView<'_>]) -> Markup {
    let said = records.iter().map(|record| {
        let values = record.values(fact);
        values.map(|value| as_written(&value.to_string())).collect::<BTreeSet<_>>()
    });
    let said: Vec<_> = said.filter(|values| !values.is_empty()).collect();
    let (class, sign, word) = Agreement::of(&said).shown();
    html! {
        tr {
            th scope="row" { (fact.label()) }
            td class=(class) { span aria-hidden="true" { (sign) " " } (word) }
            @for record in records {
                td { (values(*record, fact)) }
            }
        }
    }
}

/// All values of a record for a fact.
pub(super) fn values(record: RecordView<'_>, fact: Fact) -> Markup {
    let shown: Vec<Markup> = record.values(fact).map(value).collect();
    html! { @if shown.is_empty() { span.note { "–" } } @else { (folding_list(&shown)) } }
}

/// Identifying facts shared by two records, as the reason for joining them.
pub(super) fn shared(one: RecordView<'_>, other: RecordView<'_>) -> Vec<Markup> {
    const DISTINCTIVE: [Fact; 6] = [
        Fact::Imo,
        Fact::Identifiers,
        Fact::UnReference,
        Fact::BirthDates,
        Fact::Countries,
        Fact::BirthPlaces,
    ];
    let mut shared = Vec::new();
    let others: BTreeSet<String> = names(other).map(as_written).collect();
    if let Some(both) = names(one).find(|own| others.contains(&as_written(own))) {
        shared.push(html! { "the name " (name(both)) });
    }
    for fact in DISTINCTIVE {
        let others: BTreeSet<String> = other.values(fact).map(|value| value.to_string()).collect();
        let both = one.values(fact).filter(|value| others.contains(&value.to_string()));
        for both in both.take(1) {
            shared.push(html! { (fact.label()) " " (display(both)) });
        }
    }
    shared
}

fn names(record: RecordView<'_>) -> impl Iterator<Item = &str> {
    std::iter::once(record.name()).chain(record.aliases())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_agree_as_far_as_they_say_the_same() {
        let said = |texts: &[&str]| -> Vec<BTreeSet<String>> {
            texts.iter().map(|text| text.split(' ').map(str::to_owned).collect()).collect()
        };
        for (texts, expected) in [
            (&[][..], Agreement::Alone),
            (&["a"], Agreement::Alone),
            (&["a b", "b a"], Agreement::Same),
            (&["a b", "b c", "d"], Agreement::Part),
            (&["a", "b"], Agreement::Differs),
            (&["1962-05-17", "1962"], Agreement::Part),
            (&["1962-05-17", "1962-06"], Agreement::Differs),
            (&["a", "b", "c b"], Agreement::Part),
            (&["anna", "ann"], Agreement::Differs),
        ] {
            assert_eq!(Agreement::of(&said(texts)), expected, "{texts:?}");
        }
    }
}
