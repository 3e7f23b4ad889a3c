//! The table of facts. See the [module above](super) for what a row says.

/// Calls the macro of this name with all rows of the table.
macro_rules! facts {
    ($then:ident) => {
        $then! {
    /// The publisher's own reference for the entry, unique within the register
    /// (OFAC `ent_num`, UN reference number); see
    /// [`is_reference_made`](crate::model::Record::is_reference_made).
    "ref" Reference reference: String, in detail => label("Reference").answers("source_ref");

    /// Primary name as published.
    "name" Name name: String, in detail => label("Name")
        .answers("name")
        .ftm(Property::Name)
        .reconciles("name", "Name", "Primary name; compared when matching, with the aliases", ALL);

    /// Other names in the publisher's order.
    "aliases" Aliases aliases: Vec<Alias>, in detail => label("Alias")
        .answers("alt_names")
        .ftm(Property::Alias)
        .reconciles("alias", "Alias", "Other names", ALL);

    /// What the party is; `None` when the list does not say.
    "type" EntityType entity_type: Option<EntityType>, in column => label("Type")
        .answers("entity_type");

    /// Birth dates in the publisher's order; several where the list offers alternatives.
    "birth_dates" BirthDates birth_dates: Vec<PartialDate>, in column => label("Birth date")
        .answers("dob")
        .ftm(Property::BirthDate)
        .reconciles(
            "birthDate",
            "Birth date",
            "YYYY, YYYY-MM or YYYY-MM-DD; compared when matching",
            PERSONS,
        );

    /// Nationalities, citizenships, jurisdiction or flag; the first is the one shown.
    "countries" Countries countries: Vec<CountryCode>, in column => label("Country")
        .answers("nationality")
        .ftm_by_type(Property::of_country)
        .reconciles(
            "nationality",
            "Country",
            "Nationality, jurisdiction or flag, as ISO 3166 code; compared when matching",
            ALL,
        );

    /// IMO number of a ship.
    "imo" Imo imo: Option<ImoNumber>, in column => label("IMO number")
        .answers("imo")
        .ftm(Property::ImoNumber)
        .reconciles("imoNumber", "IMO number", "Seven digits; compared when matching", CARRIERS);

    /// Programmes or regimes.
    "programmes" Programmes programmes: Vec<String>, in detail => label("Programme")
        .answers("program")
        .ftm_of_listing(Property::Program)
        .reconciles("programme", "Programme", "Programmes or regimes of the listing", ALL);

    /// Date of listing.
    "listed_on" ListedOn listed_on: Option<PartialDate>, in detail => label("Listed on")
        .ftm_of_listing(Property::ListingDate)
        .reconciles("listingDate", "Listing date", "Date of listing", ALL);

    /// Date at which the listing ends or ended; none where it is open or permanent.
    "listed_until" ListedUntil listed_until: Option<PartialDate>, in detail => label("Listed until")
        .ftm_of_listing(Property::EndDate)
        .reconciles("endDate", "End date", "Date at which the listing ends", ALL);

    /// The publisher's status of the listing.
    "status" Status status: Option<String>, in detail => label("Status")
        .ftm_of_listing(Property::Status)
        .reconciles("status", "Status", "The publisher's status of the listing", ALL);

    /// Remarks that found no field of their own.
    "notes" Notes notes: Vec<String>, in detail => label("Note")
        .ftm(Property::Notes)
        .reconciles("notes", "Notes", "The publisher's remarks", ALL);

    /// The publisher's page for the entry.
    "source_url" SourceUrl source_url: Option<String>, in detail => label("Page")
        .answers("source_url")
        .ftm_of_listing(Property::SourceUrl)
        .reconciles("sourceUrl", "Source address", "The publisher's page for the entry", ALL);

    /// ISIN of a security the party issued.
    "isin" Isin isin: Option<String>, in detail => label("ISIN");

    /// Stock ticker.
    "ticker" Ticker ticker: Option<String>, in detail => label("Ticker");

    /// Gender as published, lower case (`male`, `female`).
    "gender" Gender gender: Option<String>, in detail => label("Gender");

    /// Places of birth as published.
    "birth_places" BirthPlaces birth_places: Vec<String>, in detail => label("Place of birth");

    /// Titles, positions and functions.
    "positions" Positions positions: Vec<String>, in detail => label("Position");

    /// Addresses, one line each.
    "addresses" Addresses addresses: Vec<String>, in detail => label("Address");

    /// Passports, registration numbers and the like; never scored.
    "identifiers" Identifiers identifiers: Vec<Identifier>, in detail => label("Identifier");
        }
    };
}

pub(crate) use facts;
