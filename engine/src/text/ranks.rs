//! Ranks and offices used with a surname: "Gen. Soleimani".

use std::ops::BitOr;
use std::sync::LazyLock;

use super::pieces::{Phrases, Piece, Pieces, Table};

const ROWS: &str = include_str!("tables/ranks.txt");

static RANKS: Table = LazyLock::new(|| Phrases::of(ROWS));

/// Words that may precede a rank or a role.
const BEFORE: [&str; 9] =
    ["the", "former", "late", "acting", "ex", "vice", "deputy", "first", "senior"];

/// A set of ranks, one bit per row of `tables/ranks.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ranks(u32);

impl Ranks {
    /// Returns the rank at the beginning of a position, present or past: "former Minister of Defence".
    #[must_use]
    pub fn of_position(position: &str) -> Self {
        let Pieces { list, .. } = Pieces::of(position);
        let before = list.iter().take_while(|piece| may_be_before(piece)).count();
        RANKS.with_row(&list[before..]).map(|(_, row)| Self(1 << row)).unwrap_or_default()
    }

    /// Returns the ranks anywhere among the pieces.
    pub(crate) fn among(pieces: &[Piece]) -> Self {
        let (mut at, mut ranks) = (0, Self::default());
        while at < pieces.len() {
            let found = RANKS.with_row(&pieces[at..]);
            ranks = found.map_or(ranks, |(_, row)| ranks | Self(1 << row));
            at += found.map_or(1, |(count, _)| count);
        }
        ranks
    }

    /// Returns the set of these bits.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// True if some rank is in both sets.
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Ranks {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Self> for Ranks {
    fn from_iter<T: IntoIterator<Item = Self>>(ranks: T) -> Self {
        ranks.into_iter().fold(Self::default(), BitOr::bitor)
    }
}

/// True if a piece may precede a rank or a role.
pub(crate) fn may_be_before(piece: &Piece) -> bool {
    BEFORE.contains(&&*piece.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tables;

    #[test]
    fn every_rank_has_a_bit() {
        assert!(tables::rows(ROWS).count() <= u32::BITS as usize);
    }

    #[test]
    fn positions_begin_with_what_somebody_is() {
        let rank = Ranks::of_position;
        for (position, same) in [
            ("Brigadier General", "Gen. X"),
            ("former Minister of Defence of Iran", "Minister"),
            ("President of the Russian Federation", "president"),
            ("Deputy Prime Minister", "Premier"),
            ("Maulavi", "Mullah"),
        ] {
            assert!(rank(position).intersects(rank(same)), "{position}");
        }
        for position in ["Head of Presidential Guard", "Director General", "Employee", ""] {
            assert_eq!(rank(position), Ranks::default(), "{position}");
        }
        assert!(!rank("Secretary General of Hizballah").intersects(rank("General")));
    }
}
