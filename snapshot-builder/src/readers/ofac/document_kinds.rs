//! Kinds of document and registration numbers on OFAC's lists.

/// Compiled by hand from the remarks of the lists of 2016 to 2025 and from the document types that the
/// enhanced XML declares. Longer ones come before their own prefixes.
const KINDS: &[&str] = &[
    "Afghan Money Service Provider License Number",
    "Aircraft Construction Number (also called L/N or S/N or F/N)",
    "Aircraft Manufacturer's Serial Number (MSN)",
    "Aircraft Mode S Transponder Code",
    "Aircraft Serial Identification",
    "Aircraft Tail Number",
    "BIK (RU)",
    "Birth Certificate Number",
    "Bosnian Personal ID No.",
    "Branch Unit Number",
    "British National Overseas Passport",
    "Business Number",
    "Business Registration Document #",
    "Business Registration Number",
    "C.I.F.",
    "C.I.N.",
    "C.R. No.",
    "C.U.I.P.",
    "C.U.I.T.",
    "C.U.I.",
    "C.U.R.P.",
    "CNP (Personal Numerical Code)",
    "Cartilla de Servicio Militar Nacional",
    "Cedula No.",
    "Central Registration Number",
    "Central Registration Service Number",
    "Central Registration System Number",
    "Certificate of Incorporation Number",
    "Chamber of Commerce Number",
    "Chinese Commercial Code",
    "Citizen's Card Number",
    "Commercial Registry Number",
    "Company Number",
    "Credencial electoral",
    "D-U-N-S Number",
    "D.N.I.",
    "Digital Currency Address -",
    "Diplomatic Passport",
    "Driver's License No.",
    "Dubai Chamber of Commerce Membership No.",
    "Economic Register Number (CBLS)",
    "Electoral Registry No.",
    "Enterprise Number",
    "File Number",
    "Fiscal Code",
    "Folio Mercantil No.",
    "Government Gazette Number",
    "I.F.E.",
    "ISIN",
    "Identification Number",
    "Immigration No.",
    "Istanbul Chamber of Comm. No.",
    "Italian Fiscal Code",
    "Kenyan ID No.",
    "LE Number",
    "Legal Entity Number",
    "License",
    "MMSI",
    "MSB Registration Number",
    "Matricula Mercantil No",
    "Military Registration Number",
    "Moroccan Personal ID No.",
    "N.I.E.",
    "N.I.F.",
    "NIT #",
    "National Foreign ID Number",
    "National ID No.",
    "Numero Unico de Identificacao Tributaria (NUIT)",
    "Numero de Identidad",
    "Organization Code",
    "Other Vessel Call Sign",
    "Paraguayan tax identification number",
    "Passport Booklet",
    "Passport",
    "Permit Number",
    "Personal ID Card",
    "Pilot License Number",
    "Previous Aircraft Tail Number",
    "Public Registration Number",
    "Public Security and Immigration No.",
    "R.F.C.",
    "RFC",
    "RIF #",
    "RSIN",
    "RTN",
    "RUC #",
    "Refugee ID Card",
    "Registered Charity No.",
    "Registration Certificate Number (Dubai)",
    "Registration ID",
    "Registration Number",
    "Residency Number",
    "Romanian C.R.",
    "Romanian Permanent Resident",
    "Romanian Tax Registration",
    "Russian State Individual Business Registration Number Pattern (OGRNIP)",
    "SRE Permit No.",
    "SSN",
    "SWIFT/BIC",
    "Seafarer's Identification Document",
    "Serial No.",
    "Stateless Person ID Card",
    "Stateless Person Passport",
    "Tax ID No.",
    "Tazkira National ID Card",
    "Tourism License No.",
    "Trade License No.",
    "Trademark number",
    "Travel Document Number",
    "Turkish Identification Number",
    "UAE Identification",
    "UK Company Number",
    "US FEIN",
    "Unified Social Credit Code (USCC)",
    "United Social Credit Code Certificate (USCCC)",
    "V.A.T. Number",
    "Vessel Registration Identification",
    "VisaNumberID",
];

/// The kind that equals a text, as shown in a record; `None` if there is none.
pub(super) fn kind_of(text: &str) -> Option<&'static str> {
    let text = text.trim().replace('\u{2019}', "'");
    KINDS.iter().find(|kind| **kind == text).map(|kind| shown(kind))
}

/// The kind at the start of a text, as shown in a record, and the text after it.
pub(super) fn strip_kind(text: &str) -> Option<(&'static str, &str)> {
    let (kind, rest) = KINDS.iter().find_map(|kind| Some((*kind, text.strip_prefix(kind)?)))?;
    rest.starts_with([' ', ':']).then(|| (shown(kind), rest))
}

/// A kind without the sign before the number.
fn shown(kind: &'static str) -> &'static str {
    kind.trim_end_matches([' ', '#', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_alone_and_at_the_start_of_a_text() {
        for (text, expected) in [
            ("NIT #", Some("NIT")),
            ("Driver\u{2019}s License No.", Some("Driver's License No.")),
            ("Passport", Some("Passport")),
            ("Passport holder", None),
            ("Gender", None),
        ] {
            assert_eq!(kind_of(text), expected, "{text}");
        }
        assert_eq!(strip_kind("Passport Booklet A1"), Some(("Passport Booklet", " A1")));
        assert_eq!(strip_kind("Passports A1"), None);
    }

    #[test]
    fn no_kind_hides_a_longer_one() {
        for (at, kind) in KINDS.iter().enumerate() {
            let hidden = KINDS[at + 1..].iter().find(|later| {
                later.strip_prefix(kind).is_some_and(|rest| rest.starts_with([' ', ':']))
            });
            assert_eq!(hidden, None, "{kind} hides a longer kind");
        }
    }
}
