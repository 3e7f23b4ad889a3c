//! The table of facts. The [module above](super) describes its rows.

/// Calls the given macro with all rows of the table.
macro_rules! facts {
    ($then:ident) => {
        $then! {
    /// The publisher's own reference for the entry, unique within the register
    /// (OFAC `ent_num`, UN reference number); see
    /// [`is_reference_made`](crate::model::Record::is_reference_made).
    "ref" Reference reference: String, in detail => label("Reference", Senzing::Nowhere).answers("source_ref");

    /// Primary name as published.
    "name" Name name: String, in detail => label("Name", Senzing::ByValue)
        .answers("name")
        .ftm(Property::Name)
        .reconciles("name", "Name", "Primary name; compared when matching, with the aliases", ALL);

    /// Other names in the publisher's order.
    "aliases" Aliases aliases: Vec<Alias>, in detail => label("Alias", Senzing::ByValue)
        .answers("alt_names")
        .ftm_by_value(Property::of_alias, Property::ALIASES)
        .reconciles("alias", "Alias", "Other names", ALL);

    /// Type of the party; `None` when the list does not give it.
    "type" EntityType entity_type: Option<EntityType>, in column => label("Type", Senzing::ByValue)
        .answers("entity_type");

    /// Birth dates in the publisher's order; several where the list offers alternatives, or the years
    /// of a range.
    "birth_dates" BirthDates birth_dates: Vec<BirthDate>, in column => label("Birth date", Senzing::Attribute("DATE_OF_BIRTH"))
        .answers("birth_dates")
        .ftm(Property::BirthDate)
        .reconciles(
            "birthDate",
            "Birth date",
            "YYYY, YYYY-MM or YYYY-MM-DD; compared when matching",
            PERSONS,
        );

    /// Date before which the party was born, where the list gives that and no birth date.
    "born_before" BornBefore born_before: Option<PartialDate>, in column => label("Born before", Senzing::Nowhere)
        .answers("born_before")
        .ftm(Property::Notes)
        .reconciles(
            "bornBefore",
            "Born before",
            "Where there is no birth date, the date before which it lies; compared when matching",
            PERSONS,
        );

    /// Nationalities, citizenships, jurisdiction or flag.
    "countries" Countries countries: Vec<CountryCode>, in column => label("Country", Senzing::ByValue)
        .answers("countries")
        .ftm_by_value(Property::of_country, Property::COUNTRIES)
        .reconciles(
            "nationality",
            "Country",
            "Nationality, jurisdiction or flag, as ISO 3166 code; compared when matching",
            ALL,
        );

    /// Countries of the addresses. Where a party has no countries of its own, matching and filters use
    /// these instead, unless it is a person, a ship or an aircraft.
    "address_countries" AddressCountries address_countries: Vec<CountryCode>, in detail =>
        label("Country of address", Senzing::Attribute("COUNTRY_OF_ASSOCIATION"))
        .answers("address_countries")
        .ftm(Property::Country)
        .reconciles("addressCountry", "Country of address", "Countries of the addresses", ALL);

    /// IMO number of a ship.
    "imo" Imo imo: Option<ImoNumber>, in column => label("IMO number", Senzing::OtherId("IMO"))
        .answers("imo")
        .ftm(Property::ImoNumber)
        .reconciles("imoNumber", "IMO number", "Seven digits; compared when matching", CARRIERS);

    /// Programmes or regimes.
    "programmes" Programmes programmes: Vec<String>, in detail => label("Programme", Senzing::Nowhere)
        .answers("program")
        .ftm_of_listing(Property::Program)
        .reconciles("programme", "Programme", "Programmes or regimes of the listing", ALL);

    /// Date of listing.
    "listed_on" ListedOn listed_on: Option<PartialDate>, in detail => label("Listed on", Senzing::Nowhere)
        .answers("listed_on")
        .ftm_of_listing(Property::ListingDate)
        .reconciles("listingDate", "Listing date", "Date of listing", ALL);

    /// Date at which the listing ends or ended; none where it is open-ended or permanent.
    "listed_until" ListedUntil listed_until: Option<PartialDate>, in detail => label("Listed until", Senzing::Nowhere)
        .answers("listed_until")
        .ftm_of_listing(Property::EndDate)
        .reconciles("endDate", "End date", "Date at which the listing ends", ALL);

    /// The publisher's status of the listing.
    "status" Status status: Option<String>, in detail => label("Status", Senzing::Nowhere)
        .answers("status")
        .ftm_of_listing(Property::Status)
        .reconciles("status", "Status", "The publisher's status of the listing", ALL);

    /// Reason why the listing belongs to the past, where its register goes far back.
    "historical" Historical historical: Option<String>, in detail => label("Historical", Senzing::Nowhere)
        .answers("historical")
        .ftm(Property::Notes)
        .reconciles("historical", "Historical", "Why the listing is of the past", ALL);

    /// Reference of the party on the list of the United Nations, as a national list cites it.
    "un_reference" UnReference un_reference: Option<String>, in detail =>
        label("UN reference number", Senzing::Nowhere)
        .answers("un_reference")
        .ftm_of_listing(Property::UnscId)
        .reconciles("unReference", "UN reference", "Reference of the UN list that the entry cites", ALL);

    /// Remarks that have no field of their own.
    "notes" Notes notes: Vec<String>, in detail => label("Note", Senzing::Nowhere)
        .answers("remarks")
        .ftm(Property::Notes)
        .reconciles("notes", "Notes", "The publisher's remarks", ALL);

    /// The publisher's page for the entry.
    "source_url" SourceUrl source_url: Option<String>, in detail => label("Page", Senzing::Nowhere)
        .answers("source_url")
        .ftm_of_listing(Property::SourceUrl)
        .reconciles("sourceUrl", "Source address", "The publisher's page for the entry", ALL);

    /// ISIN of a security the party issued.
    "isin" Isin isin: Option<String>, in detail => label("ISIN", Senzing::OtherId("ISIN"))
        .answers("isin")
        .ftm(Property::IsinCode)
        .reconciles("isinCode", "ISIN", "ISIN of a security that the party issued", ISSUERS);

    /// Stock ticker.
    "ticker" Ticker ticker: Option<String>, in detail => label("Ticker", Senzing::OtherId("TICKER"))
        .answers("ticker")
        .ftm(Property::Ticker)
        .reconciles("ticker", "Ticker", "Stock ticker", ISSUERS);

    /// Gender as published, lower case (`male`, `female`).
    "gender" Gender gender: Option<String>, in detail => label("Gender", Senzing::Attribute("GENDER"))
        .answers("gender")
        .ftm(Property::Gender)
        .reconciles("gender", "Gender", "male or female", PERSONS);

    /// Places of birth as published.
    "birth_places" BirthPlaces birth_places: Vec<String>, in detail => label("Place of birth", Senzing::Attribute("PLACE_OF_BIRTH"))
        .answers("birth_places")
        .ftm(Property::BirthPlace)
        .reconciles("birthPlace", "Place of birth", "Places of birth as published", PERSONS);

    /// Titles, positions and functions.
    "positions" Positions positions: Vec<String>, in detail => label("Position", Senzing::Nowhere)
        .answers("positions")
        .ftm(Property::Position)
        .reconciles("position", "Position", "Titles, positions and functions", PERSONS);

    /// Addresses, one line each.
    "addresses" Addresses addresses: Vec<String>, in detail => label("Address", Senzing::Attribute("ADDR_FULL"))
        .answers("addresses")
        .ftm(Property::Address)
        .reconciles("address", "Address", "Addresses, one line each", ALL);

    /// Passports, registration numbers and the like; never scored.
    "identifiers" Identifiers identifiers: Vec<Identifier>, in detail => label("Identifier", Senzing::ByValue)
        .answers("identifiers")
        .ftm_by_value(Property::of_identifier, Property::IDENTIFIERS)
        .reconciles("identifier", "Identifier", "Passports, registration numbers and the like", ALL);
        }
    };
}

pub(crate) use facts;
