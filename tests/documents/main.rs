//! What is written about the project, held to what it is: the interface document, the README, the
//! table of the tests that hold the API description, the layers that the code maps name.

mod api_coverage;
mod interface_document;
mod layers;
mod readme;
#[path = "../support/mod.rs"]
mod support;
