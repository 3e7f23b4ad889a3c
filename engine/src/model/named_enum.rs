//! Enumerations whose values have published spellings.

/// Declares a field-less enum with its published spellings, in one place. A crate that uses it needs
/// `serde`.
#[macro_export]
macro_rules! named_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl serde::de::Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(f, "one of {}", $name::NAMES.join(", "))
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        let unknown = || E::unknown_variant(text, $name::NAMES);
                        $name::from_name(text).ok_or_else(unknown)
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }

        impl $name {
            /// All values, in the order of the API description.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// All published spellings, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// Returns the published spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// Returns the value with this exact published spelling.
            #[must_use]
            pub fn from_name(text: &str) -> Option<Self> {
                Self::NAMES.iter().position(|name| *name == text).map(|at| Self::ALL[at])
            }

            /// Returns the value of a code stored in a snapshot.
            #[must_use]
            pub fn from_code(code: u8) -> Option<Self> {
                Self::ALL.get(usize::from(code)).copied()
            }
        }
    };
}

pub(crate) use named_enum;
