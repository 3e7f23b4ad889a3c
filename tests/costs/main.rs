//! Arbitrary inputs of the server: none ends in a fault or costs more than its bound, which is
//! proportional to its bytes. A test program of its own, because all of its allocations are counted.

mod customers;
mod registries;
mod requests;
mod support;
