//! Roles of parties, kinds of text and the schema that a name is compared with.

use crate::limits::{CODE_LETTERS_MAX, REFERENCE_LETTERS_MAX, UNKNOWN_NUMBER_DIGITS_MAX};

/// Declares an enum whose variants have a word, as in the profile.
macro_rules! worded {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All variants, in their order.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Word of the variant.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The variant with this word.
            #[must_use]
            pub fn of(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.as_str() == word)
            }
        }
    };
}

worded! {
    /// Part that a party plays in a payment.
    Role {
        Debtor = "debtor",
        UltimateDebtor = "ultimate debtor",
        InitiatingParty = "initiating party",
        Creditor = "creditor",
        UltimateCreditor = "ultimate creditor",
        DebtorAgent = "debtor agent",
        CreditorAgent = "creditor agent",
        InstructingAgent = "instructing agent",
        InstructedAgent = "instructed agent",
        IntermediaryAgent = "intermediary agent",
        PreviousInstructingAgent = "previous instructing agent",
        SettlementAgent = "settlement agent",
        ReimbursementAgent = "reimbursement agent",
        ChargesAgent = "charges agent",
        Invoicer = "invoicer",
        Invoicee = "invoicee",
        Garnishment = "garnishment",
        TaxParty = "tax party",
        RemittanceAddressee = "remittance addressee",
        RegulatoryAuthority = "regulatory authority",
        AccountOwner = "account owner",
        AccountServicer = "account servicer",
        HeaderFrom = "header from",
        HeaderTo = "header to",
        /// Party to an investigation or a request: assigner, assignee, creator.
        CaseParty = "case party",
        RelatedParty = "related party",
        /// Free text outside of any party.
        FreeText = "free text",
        None = "none",
    }
}

worded! {
    /// Sort of text in an element.
    Kind {
        Name = "name",
        Bic = "BIC",
        Lei = "LEI",
        /// Identifier of a party other than BIC and LEI.
        Identifier = "identifier",
        /// Number of an account; an IBAN begins with its country.
        Account = "account",
        /// E-mail address, telephone number or other alias.
        Contact = "contact",
        Town = "town",
        /// Country of an address.
        Country = "country",
        CountryOfResidence = "country of residence",
        CountrySubdivision = "country subdivision",
        AddressLine = "address line",
        AddressPart = "address part",
        BirthDate = "birth date",
        BirthPlace = "birth place",
        BirthCountry = "birth country",
        FreeText = "free text",
        Amount = "amount",
        Date = "date",
        Reference = "reference",
        Code = "code",
        /// A count, a rate or a flag.
        Number = "number",
    }
}

worded! {
    /// Schema that a name is compared with.
    Schema {
        Any = "any",
        Person = "Person",
        Organization = "Organization",
        Company = "Company",
        Vessel = "Vessel",
    }
}

impl Kind {
    /// True if a text may be of this kind. A text of another shape is screened as free text, in an element
    /// that the profile leaves unscreened or only compares.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Amount => is_number(text),
            Self::Date => is_date(text),
            Self::Reference => text.chars().count() <= REFERENCE_LETTERS_MAX,
            // Printed in groups of four, too.
            Self::Lei => is_code(text) || is_lei(text),
            Self::Code | Self::Number | Self::AddressPart => is_code(text),
            _ if self.is_compared() => is_code(text),
            _ => true,
        }
    }

    /// True for kinds that are looked up or compared, and not searched for names.
    pub(crate) fn is_compared(self) -> bool {
        matches!(
            self,
            Self::Bic
                | Self::Lei
                | Self::Country
                | Self::CountryOfResidence
                | Self::BirthCountry
                | Self::BirthDate
        )
    }

    /// Kind of a text in an element that the profile does not know. `None` stands for free text.
    #[must_use]
    pub fn of_shape(text: &str) -> Option<Self> {
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        let is_short = !is_whole || text.len() <= UNKNOWN_NUMBER_DIGITS_MAX;
        if is_number(text) && is_short {
            return Some(Self::Number);
        }
        let begins_with_year = text.len() >= 10 && text.as_bytes()[4] == b'-';
        (begins_with_year && is_date(text)).then_some(Self::Date)
    }
}

/// True if the text is short and has no blanks.
fn is_code(text: &str) -> bool {
    text.len() <= CODE_LETTERS_MAX && !text.trim().contains(char::is_whitespace)
}

/// True if the text has the form of an LEI (ISO 17442), apart from blanks: 18 letters and digits, and two digits.
fn is_lei(text: &str) -> bool {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    signs.len() == 20
        && signs.iter().all(char::is_ascii_alphanumeric)
        && signs.iter().skip(18).all(char::is_ascii_digit)
}

/// True if the text is a decimal number.
fn is_number(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['-', '+']);
    digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',')
}

/// True if the text may be a date, a time or both, with a zone, in ISO 8601.
fn is_date(text: &str) -> bool {
    let text = text.trim();
    text.len() <= CODE_LETTERS_MAX
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || b"-:.+TZ".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_fits_a_kind_by_its_shape() {
        for (kind, text, expected) in [
            (Kind::Amount, "1000.00", true),
            (Kind::Amount, " -12,5 ", true),
            (Kind::Amount, "", false),
            (Kind::Amount, "IRAN", false),
            (Kind::Date, "2026-01-01T10:00:00+00:00", true),
            (Kind::Date, "10:00:00.5Z", true),
            (Kind::Date, "TZ", false),
            (Kind::Date, "1 May", false),
            (Kind::Code, "swift.cbprplus.03", true),
            (Kind::Code, "SEND TO IRAN", false),
            (Kind::Code, "a\u{a0}b", false),
            (Kind::Reference, "INV 12", true),
            (Kind::Bic, "BANKDEFF", true),
            (Kind::Bic, "IVAN SOKOLOV", false),
            (Kind::Lei, "5493 00AB CDEF GHIJ KL12", true),
            (Kind::Lei, "Ivan Petrovich Sokolov", false),
            (Kind::Country, " LV ", true),
            (Kind::Country, "Ivan Sokolov", false),
            (Kind::CountryOfResidence, "Ivan Sokolov", false),
            (Kind::BirthCountry, "Ivan Sokolov", false),
            (Kind::BirthDate, "1970-01-02Z", true),
            (Kind::BirthDate, "Ivan Sokolov", false),
        ] {
            assert_eq!(kind.fits(text), expected, "{kind:?} {text:?}");
        }
        for (kind, letters) in
            [(Kind::Code, CODE_LETTERS_MAX), (Kind::Reference, REFERENCE_LETTERS_MAX)]
        {
            assert!(kind.fits(&"x".repeat(letters)), "{kind:?}");
            assert!(!kind.fits(&"x".repeat(letters + 1)), "{kind:?}");
        }
    }

    #[test]
    fn only_short_numbers_and_dates_have_a_shape_of_their_own() {
        for (text, expected) in [
            ("12.5", Some(Kind::Number)),
            ("2026-11-30", Some(Kind::Date)),
            ("2026-11-30T10:00:00Z", Some(Kind::Date)),
            ("9187629", None),
            ("20261130", None),
            ("10-11-2026", None),
            ("CUBA", None),
            ("伊朗银行", None),
            ("", None),
        ] {
            assert_eq!(Kind::of_shape(text), expected, "{text:?}");
        }
        let longest = "9".repeat(UNKNOWN_NUMBER_DIGITS_MAX);
        assert_eq!(Kind::of_shape(&longest), Some(Kind::Number));
        assert_eq!(Kind::of_shape(&format!("{longest}9")), None);
    }

    #[test]
    fn every_word_has_its_variant() {
        assert!(Role::ALL.iter().all(|role| Role::of(role.as_str()) == Some(*role)));
        assert!(Kind::ALL.iter().all(|kind| Kind::of(kind.as_str()) == Some(*kind)));
        assert_eq!(Schema::of("person"), None);
    }
}
