//! Lists of the United States other than those of the Treasury (`ofac`).
//!
//! | module | what it reads |
//! |---|---|
//! | [`bis_dpl`] | the denied persons of the Bureau of Industry and Security |
//! | [`congress`] | members of Congress, presidents and vice presidents |
//! | [`csl`] | the Consolidated Screening List |
//! | [`leie`] | the exclusions of the Department of Health and Human Services |
//! | [`by_name`], [`places`] | steps shared by several of them |

pub(super) mod bis_dpl;
mod by_name;
pub(super) mod congress;
pub(super) mod csl;
pub(super) mod leie;
mod places;
