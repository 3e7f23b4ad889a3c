//! Rows and archived types of format 2, copied from the program that wrote it. They never change,
//! whatever becomes of the types from which they were copied.

use bytemuck::{Pod, Zeroable};
use rkyv::{Archive, Deserialize};

/// A row of the section `records`; the one behind the last record holds ends of ranges only.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct RecordRow {
    pub(super) id: u64,
    pub(super) first_seen: u32,
    pub(super) last_change: u32,
    pub(super) names: u32,
    pub(super) births: u32,
    pub(super) countries: u32,
    pub(super) imo: u32,
    pub(super) entity: u32,
    pub(super) register: u16,
    pub(super) entity_type: u8,
    pub(super) collections: u8,
    pub(super) kind: u8,
    pub(super) reserved: [u8; 7],
}

/// A row of the section `retired`.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct RetiredRow {
    pub(super) id: u64,
    pub(super) key: u64,
    pub(super) entity: [u8; 16],
    pub(super) first_seen: u32,
    pub(super) last_seen: u32,
    pub(super) delisted_at: u32,
    pub(super) register: u16,
    pub(super) reserved: u16,
}

/// A row of the section `successors`.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SuccessorRow {
    pub(super) entity: [u8; 16],
    pub(super) successor: [u8; 16],
}

/// The section `meta`.
#[derive(Archive, Deserialize)]
pub(super) struct Meta {
    pub(super) version: String,
    pub(super) builder: String,
    pub(super) collections: Vec<u64>,
    pub(super) single_words: u32,
}

/// The section `registers`.
#[derive(Archive, Deserialize)]
pub(super) struct Registers {
    pub(super) registers: Vec<RegisterDetail>,
}

/// A register.
#[derive(Archive, Deserialize)]
pub(super) struct RegisterDetail {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) short_name: String,
    pub(super) publisher: String,
    pub(super) country: u16,
    pub(super) list_type: u8,
    pub(super) cadence_hours: u32,
    pub(super) format: String,
    pub(super) source_url: String,
    pub(super) licence: String,
    pub(super) licence_url: Option<String>,
    pub(super) offer: u8,
    pub(super) max_drop_percent: u8,
    pub(super) run_at: i64,
    pub(super) run_failed: bool,
    pub(super) run_reason: Option<String>,
    pub(super) list_date: Option<String>,
    pub(super) records: u64,
    pub(super) rejected: u64,
    pub(super) first_load: Option<i64>,
    pub(super) last_load: Option<i64>,
}

/// One archive of the section `details`.
#[derive(Archive, Deserialize)]
pub(super) struct RecordDetail {
    pub(super) reference: String,
    pub(super) is_reference_made: bool,
    pub(super) name: String,
    pub(super) aliases: Vec<AliasDetail>,
    pub(super) birth_places: Vec<String>,
    pub(super) programmes: Vec<String>,
    pub(super) listed_on: Option<u32>,
    pub(super) listed_until: Option<u32>,
    pub(super) status: Option<String>,
    pub(super) source_url: Option<String>,
    pub(super) gender: Option<String>,
    pub(super) positions: Vec<String>,
    pub(super) addresses: Vec<String>,
    pub(super) identifiers: Vec<IdentifierDetail>,
    pub(super) notes: Vec<String>,
    pub(super) isin: Option<String>,
    pub(super) ticker: Option<String>,
}

/// An alias.
#[derive(Archive, Deserialize)]
pub(super) struct AliasDetail {
    pub(super) name: String,
    pub(super) weak: bool,
}

/// An identifier.
#[derive(Archive, Deserialize)]
pub(super) struct IdentifierDetail {
    pub(super) kind: String,
    pub(super) value: String,
    pub(super) country: Option<u16>,
}
