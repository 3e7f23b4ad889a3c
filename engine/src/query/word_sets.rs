//! Sets of the tokens of one name: by class, informative ones, places. Rules about matched and
//! unmatched tokens test sets instead of each token.

use crate::model::WordMask;
use crate::text::WordClass;

/// Sets of the tokens of one name, of a query or of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordSets {
    by_class: [WordMask; WordClass::ALL.len()],
    places: WordMask,
}

impl WordSets {
    /// Adds the token at a position.
    #[inline]
    pub fn add(&mut self, at: usize, class: WordClass, is_place: bool) {
        let word = WordMask::word(at);
        self.by_class[class as usize] |= word;
        if is_place {
            self.places |= word;
        }
    }

    /// The same sets without some tokens.
    #[inline]
    #[must_use]
    pub fn without(mut self, words: WordMask) -> Self {
        self.by_class.iter_mut().for_each(|of_class| *of_class = of_class.without(words));
        self.places = self.places.without(words);
        self
    }

    /// Tokens of a class.
    #[inline]
    #[must_use]
    pub fn of(&self, class: WordClass) -> WordMask {
        self.by_class[class as usize]
    }

    /// Tokens of several classes, by [`WordClass::bit`].
    #[inline]
    fn of_classes(&self, classes: u8) -> WordMask {
        let of_classes = (0..).zip(self.by_class).filter(|(class, _)| classes & (1 << class) != 0);
        of_classes.fold(WordMask::NONE, |words, (_, of_class)| words | of_class)
    }

    /// All tokens.
    #[inline]
    #[must_use]
    pub fn all(&self) -> WordMask {
        self.of_classes(u8::MAX)
    }

    /// Informative tokens ([`WordClass::is_informative`]).
    #[inline]
    #[must_use]
    pub fn informative(&self) -> WordMask {
        self.of_classes(WordClass::set_where(true))
    }

    /// Low-information tokens: stop words, titles, legal forms.
    #[inline]
    #[must_use]
    pub fn low_information(&self) -> WordMask {
        self.of_classes(WordClass::set_where(false))
    }

    /// Informative tokens that are more than an initial ([`WordClass::is_full`]).
    #[inline]
    #[must_use]
    pub fn full(&self) -> WordMask {
        self.informative().without(self.of(WordClass::Initial))
    }

    /// Tokens that name a place.
    #[inline]
    #[must_use]
    pub fn places(&self) -> WordMask {
        self.places
    }

    /// Tokens that do not distinguish a party: generic words, places, and low-information tokens.
    #[inline]
    #[must_use]
    pub fn general(&self) -> WordMask {
        self.of(WordClass::Generic) | self.places | self.low_information()
    }

    /// Distinctive tokens: ordinary words that name no place.
    #[inline]
    #[must_use]
    pub fn distinctive(&self) -> WordMask {
        self.of(WordClass::Word).without(self.places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_in_the_sets_that_its_class_says() {
        let mut sets = WordSets::default();
        WordClass::ALL.iter().enumerate().for_each(|(at, class)| sets.add(at, *class, false));
        let place = WordClass::ALL.len();
        sets.add(place, WordClass::Word, true);
        let all = WordMask::all_of(place + 1);
        let where_class = |is: fn(WordClass) -> bool| {
            all.filter(|at| is(*WordClass::ALL.get(at).unwrap_or(&WordClass::Word)))
        };
        assert_eq!(sets.all(), all);
        assert_eq!(sets.informative(), where_class(WordClass::is_informative));
        assert_eq!(sets.low_information(), where_class(|class| !class.is_informative()));
        assert_eq!(sets.full(), where_class(WordClass::is_full));
        assert_eq!(sets.places(), WordMask::word(place));
        let general = where_class(|class| class == WordClass::Generic || !class.is_informative());
        assert_eq!(sets.general(), general | WordMask::word(place));
        assert_eq!(sets.distinctive(), WordMask::word(WordClass::Word as usize));
        assert_eq!(sets.of(WordClass::Legal), WordMask::word(WordClass::Legal as usize));
        let rest = sets.without(WordMask::word(place) | WordMask::word(0));
        assert_eq!(rest.of(WordClass::Word), WordMask::NONE);
        assert_eq!(rest.places(), WordMask::NONE);
        assert_eq!(rest.all(), all.without(WordMask::word(place) | WordMask::word(0)));
    }
}
