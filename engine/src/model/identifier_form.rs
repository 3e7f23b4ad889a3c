//! Canonical form of identifiers of a known scheme in the follow-the-money model: without separators,
//! and only with a correct check digit.

use std::borrow::Cow;

use super::{CountryCode, Property};

/// Characters of a Unified Social Credit code (GB 32100-2015), in the order of their values.
const USC_SIGNS: &[u8] = b"0123456789ABCDEFGHJKLMNPQRTUWXY";
/// Numbers that were printed in advertisements and never issued to a person.
const ADVERTISED_SSNS: [&str; 3] = ["078051120", "457555462", "219099999"];

/// Returns the value in the model's form for the property; `None` where it is not valid in its scheme.
/// Properties without a scheme keep every value.
#[must_use]
pub fn in_form(property: Property, value: &str) -> Option<Cow<'_, str>> {
    let form: fn(&str) -> Option<String> = match property {
        Property::SocialSecurityNumber => social_security_number,
        Property::NpiCode => npi,
        Property::LeiCode => lei,
        Property::SwiftBic => bic,
        Property::UscCode => usc_code,
        Property::InnCode => inn,
        Property::OgrnCode => ogrn,
        Property::WikidataId => wikidata,
        _ => return Some(Cow::Borrowed(value)),
    };
    form(value).map(|form| if form == value { Cow::Borrowed(value) } else { Cow::Owned(form) })
}

/// Removes blanks and hyphens, and turns letters into capitals.
fn compact(value: &str) -> String {
    value.chars().filter(|c| !matches!(c, ' ' | '-')).map(|c| c.to_ascii_uppercase()).collect()
}

fn digits(value: &str) -> Option<Vec<u32>> {
    value.chars().map(|c| c.to_digit(10)).collect()
}

/// Reads a US Social Security number: area, group and serial, none of them all zeros.
fn social_security_number(value: &str) -> Option<String> {
    let number = compact(value);
    digits(&number).filter(|digits| digits.len() == 9)?;
    let (area, group, serial) = (number.get(..3)?, number.get(3..5)?, number.get(5..)?);
    let is_issued = !matches!(area, "000" | "666") && !area.starts_with('9');
    let is_sound = is_issued && group != "00" && serial != "0000";
    (is_sound && !ADVERTISED_SSNS.contains(&number.as_str())).then_some(number)
}

/// Reads a US National Provider Identifier: ten digits, with a Luhn check digit after the prefix 80840.
fn npi(value: &str) -> Option<String> {
    let number = value.trim();
    let digits =
        digits(number).filter(|digits| digits.len() == 10 && digits.iter().any(|d| *d > 0))?;
    let all = [8, 0, 8, 4, 0].into_iter().chain(digits).rev().enumerate();
    let sum: u32 = all
        .map(|(at, digit)| match at % 2 {
            0 => digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    sum.is_multiple_of(10).then(|| number.to_owned())
}

/// Reads a Legal Entity Identifier (ISO 17442): twenty characters, whose number is 1 modulo 97.
fn lei(value: &str) -> Option<String> {
    let number = compact(value);
    let rest = number.chars().try_fold(0_u32, |rest, c| {
        let value = c.to_digit(36)?;
        Some((rest * if value < 10 { 10 } else { 100 } + value) % 97)
    });
    (number.len() == 20 && rest == Some(1)).then_some(number)
}

/// Reads a business identifier code (ISO 9362) without the branch: bank, country, place.
fn bic(value: &str) -> Option<String> {
    let code = compact(value);
    let is_letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_signs = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let (party, country) = (code.get(..4)?, code.get(4..6)?);
    let is_sound = matches!(code.len(), 8 | 11)
        && is_letters(party)
        && CountryCode::parse(country).is_some_and(|code| code.english_name().is_some())
        && is_signs(&code);
    is_sound.then(|| code.get(..8).unwrap_or_default().to_owned())
}

/// Reads a Chinese Unified Social Credit code: eight digits and nine characters, then a check character
/// with weights that are powers of 3 modulo 31.
fn usc_code(value: &str) -> Option<String> {
    let code = compact(value);
    digits(code.get(..8)?)?;
    let place = |byte: u8| USC_SIGNS.iter().position(|sign| *sign == byte).map(|at| at as u32);
    let values: Vec<u32> = code.bytes().map(place).collect::<Option<_>>()?;
    let (check, signs) = values.split_last().filter(|_| values.len() == 18)?;
    let weights = std::iter::successors(Some(1), |weight| Some(weight * 3 % 31));
    let sum: u32 = signs.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    ((31 - sum % 31) % 31 == *check).then_some(code)
}

/// Reads a Russian taxpayer number: ten digits for an organisation, twelve for a person.
fn inn(value: &str) -> Option<String> {
    const WEIGHTS: [u32; 11] = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
    let number = compact(value);
    let digits = digits(&number)?;
    // A check digit weighs the digits before it with the last ones of the weights.
    let is_checked = |at: usize| {
        let weights = WEIGHTS.iter().skip(WEIGHTS.len() - at);
        let sum: u32 = digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
        digits.get(at) == Some(&(sum % 11 % 10))
    };
    let is_sound = match digits.len() {
        10 => is_checked(9),
        12 => is_checked(10) && is_checked(11),
        _ => false,
    };
    is_sound.then_some(number)
}

/// Reads a Russian registration number: thirteen digits for an organisation, fifteen for an
/// entrepreneur.
fn ogrn(value: &str) -> Option<String> {
    let number = compact(value);
    digits(&number)?;
    let modulus = match number.len() {
        13 => 11,
        15 => 13,
        _ => return None,
    };
    let (body, check) = number.split_at(number.len() - 1);
    let remainder = body.parse::<u64>().ok()? % modulus % 10;
    let is_sound = !number.starts_with('0') && check.parse() == Ok(remainder);
    is_sound.then_some(number)
}

/// Reads the identifier of a Wikidata item.
fn wikidata(value: &str) -> Option<String> {
    let item = compact(value);
    let number = item.strip_prefix('Q').filter(|number| !number.is_empty())?;
    digits(number)?;
    Some(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_scheme_are_kept_in_its_form_and_others_are_not_of_it() {
        use Property::{
            InnCode, LeiCode, NpiCode, OgrnCode, PassportNumber, SocialSecurityNumber, SwiftBic,
            UscCode, WikidataId,
        };
        for (property, value, expected) in [
            (SocialSecurityNumber, "123-45-6789", Some("123456789")),
            (SocialSecurityNumber, "078-05-1120", None),
            (SocialSecurityNumber, "900-45-6789", None),
            (SocialSecurityNumber, "33-3208848-3", None),
            (NpiCode, "1234567893", Some("1234567893")),
            (NpiCode, "1234567890", None),
            (NpiCode, "0000000000", None),
            (LeiCode, "5493001KJTIIGC8Y1R12", Some("5493001KJTIIGC8Y1R12")),
            (LeiCode, "5493001KJTIIGC8Y1R13", None),
            (SwiftBic, "deutdeff500", Some("DEUTDEFF")),
            (SwiftBic, "DEUTXXFF", None),
            (SwiftBic, "DEUTDEF", None),
            (UscCode, "91110000600037341L", Some("91110000600037341L")),
            (UscCode, "91110000600037341M", None),
            (InnCode, "7707083893", Some("7707083893")),
            (InnCode, "77 07083893", Some("7707083893")),
            (InnCode, "7707083894", None),
            (InnCode, "500100732259", Some("500100732259")),
            (InnCode, "770708389", None),
            (OgrnCode, "1027700132195", Some("1027700132195")),
            (OgrnCode, "1027700132196", None),
            (WikidataId, "q42", Some("Q42")),
            (WikidataId, "42", None),
            (PassportNumber, "A-1 2", Some("A-1 2")),
        ] {
            assert_eq!(in_form(property, value).as_deref(), expected, "{property:?} {value}");
        }
    }
}
