//! Terms under an embargo in the elements of a plan.

use super::plan::{Plan, Treatment};
use super::planner::iban_country;
use crate::limits::FILTER_HITS_MAX;
use crate::policy::Embargoed;
use tamis_payments::{Element, Kind, element_at};

/// A term at its place.
pub(crate) struct FoundEmbargo {
    /// Ordinal of the message in the file.
    pub(in crate::api) message: usize,
    /// Ordinal of the element in the message.
    pub(in crate::api) element: usize,
    /// The text in which it stands, as sent.
    pub(in crate::api) text: String,
    pub(in crate::api) embargoed: Embargoed,
}

/// The first terms in the order of the messages, and the number of all. Elements that the policy leaves
/// out have none.
pub(super) fn embargoed(plan: &Plan) -> (Vec<FoundEmbargo>, usize) {
    let Some(embargo) = plan.policy.embargo() else { return (Vec::new(), 0) };
    let mut found = Vec::new();
    for (message, own) in plan.file.messages().enumerate() {
        for (element, text) in own.elements().iter().enumerate() {
            let ruling = plan.rulings[message][element];
            if ruling.left_out.is_some() {
                continue;
            }
            let name = matches!(plan.treatments[message][element], Treatment::Name(_));
            let sent = own.text(text);
            let country = country_of(text, sent).and_then(|code| embargo.country(code));
            let words = if name { embargo.within(sent) } else { Vec::new() };
            let within = words.into_iter().map(|(span, embargoed)| (&sent[span], embargoed));
            let all = country.map(|embargoed| (sent, embargoed)).into_iter().chain(within);
            found.extend(all.map(|(text, embargoed)| FoundEmbargo {
                message,
                element,
                text: text.to_owned(),
                embargoed,
            }));
        }
    }
    let within: Vec<_> = plan.texts.iter().map(|text| embargo.within(&text.text)).collect();
    for place in &plan.text_places {
        for (span, embargoed) in &within[place.text] {
            let Some(element) = element_at(&place.pieces, span.start) else { continue };
            let text = plan.texts[place.text].text[span.clone()].to_owned();
            let (message, embargoed) = (place.message, *embargoed);
            found.push(FoundEmbargo { message, element, text, embargoed });
        }
    }
    found.sort_by_key(|own| (own.message, own.element));
    let total = found.len();
    found.truncate(FILTER_HITS_MAX);
    (found, total)
}

/// Country of an element: a code, that of a BIC, or that of an IBAN.
fn country_of<'t>(element: &Element, text: &'t str) -> Option<&'t str> {
    let text = text.trim();
    match element.kind {
        Kind::Country | Kind::CountryOfResidence | Kind::BirthCountry => Some(text),
        Kind::Bic => text.get(4..6),
        Kind::Account => iban_country(text),
        _ => None,
    }
}
