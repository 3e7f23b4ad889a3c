//! Arbitrary inputs of the server: none ends in a fault or costs more than its bound, which is in
//! proportion to its bytes. Alone in its program, since what is counted is what all of it allocates.

mod customers;
mod registries;
mod requests;
mod support;
