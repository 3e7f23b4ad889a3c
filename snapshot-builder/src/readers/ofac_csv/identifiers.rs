//! Numbers of documents and registrations in OFAC remarks: `Passport A1234567 (Iran) expires ...`.

use tamis::model::{CountryCode, Identifier};

use crate::countries::{Country, countries_of};

/// Words with which a remark about a number begins, compiled by hand from the remarks of the
/// lists of 2018 to 2025. Where one begins another the longer comes first.
const KINDS: &[&str] = &[
    "Afghan Money Service Provider License Number",
    "Aircraft Construction Number (also called L/N or S/N or F/N)",
    "Aircraft Manufacturer's Serial Number (MSN)",
    "Aircraft Mode S Transponder Code",
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
    "C.R. No.",
    "C.U.I.P.",
    "C.U.I.T.",
    "C.U.I.",
    "C.U.R.P.",
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
    "Matricula Mercantil No",
    "Moroccan Personal ID No.",
    "N.I.E.",
    "NIT #",
    "National Foreign ID Number",
    "National ID No.",
    "Numero Unico de Identificacao Tributaria (NUIT)",
    "Numero de Identidad",
    "Passport Booklet",
    "Passport",
    "Permit Number",
    "Personal ID Card",
    "Pilot License Number",
    "Public Registration Number",
    "R.F.C.",
    "RFC",
    "RIF #",
    "RTN",
    "RUC #",
    "Refugee ID Card",
    "Registered Charity No.",
    "Registration ID",
    "Registration Number",
    "Residency Number",
    "Romanian C.R.",
    "SRE Permit No.",
    "SSN",
    "SWIFT/BIC",
    "Serial No.",
    "Stateless Person ID Card",
    "Tax ID No.",
    "Tazkira National ID Card",
    "Tourism License No.",
    "Trade License No.",
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

/// An identifier and whether the remark says more than it holds (dates of issue and the like).
pub(super) struct Reading {
    pub(super) identifier: Identifier,
    pub(super) has_more: bool,
}

/// Reads a remark that begins with a known kind of number; `None` for any other, also when no
/// digit follows ("Passport holder").
pub(super) fn read(remark: &str) -> Option<Reading> {
    let (kind, rest) = KINDS
        .iter()
        .find_map(|kind| Some((*kind, remark.strip_prefix(kind)?)))
        .filter(|(_, rest)| rest.starts_with([' ', ':']))?;
    let rest = rest.trim_start_matches([' ', ':', '#']);
    let end = [" (", " issued ", " expires "].iter().filter_map(|mark| rest.find(mark)).min();
    let (value, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let value = value.trim();
    if !value.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (country, has_more) = read_country(rest.trim());
    let kind = kind.trim_end_matches([' ', '#', '-']).to_owned();
    Some(Reading { identifier: Identifier { kind, value: value.to_owned(), country }, has_more })
}

/// An identifier without a country.
pub(super) fn plain(kind: &str, value: &str) -> Identifier {
    Identifier { kind: kind.to_owned(), value: value.to_owned(), country: None }
}

/// The country in parentheses at the start, and whether anything else is there.
fn read_country(rest: &str) -> (Option<CountryCode>, bool) {
    let Some((inside, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return (None, !rest.is_empty());
    };
    match countries_of(inside) {
        Country::Known(codes) if codes.len() == 1 => (Some(codes[0]), !after.trim().is_empty()),
        _ => (None, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_value_and_country_are_told_apart() {
        for (remark, kind, value, country, has_more) in [
            ("Passport A0123456 (Iran)", "Passport", "A0123456", Some("IR"), false),
            (
                "Passport 4711 (Korea, North) expires 02 Jan 2030",
                "Passport",
                "4711",
                Some("KP"),
                true,
            ),
            (
                "Registration Number HRB 99 (Stuttgart) (Germany)",
                "Registration Number",
                "HRB 99",
                None,
                true,
            ),
            ("NIT # 800-1 (Colombia)", "NIT", "800-1", Some("CO"), false),
            (
                "Identification Number IMO 1234567",
                "Identification Number",
                "IMO 1234567",
                None,
                false,
            ),
            (
                "Digital Currency Address - XBT 1abc2",
                "Digital Currency Address",
                "XBT 1abc2",
                None,
                false,
            ),
            ("Italian Fiscal Code: ABC01D", "Italian Fiscal Code", "ABC01D", None, false),
        ] {
            let reading = read(remark).expect(remark);
            let found = reading.identifier;
            assert_eq!((found.kind.as_str(), found.value.as_str()), (kind, value), "{remark}");
            assert_eq!(found.country.map(|c| c.to_string()).as_deref(), country, "{remark}");
            assert_eq!(reading.has_more, has_more, "{remark}");
        }
    }

    #[test]
    fn sentences_about_documents_are_no_identifiers() {
        for remark in ["Passport holder", "Licensed 1999", "Linked To: BANK 24", ""] {
            assert!(read(remark).is_none(), "{remark}");
        }
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
