//! Values serialised as their published text.

/// Gives a type `Serialize` and `Deserialize` as text. Its `Display` writes it, and a function from
/// `&str` to `Option` reads it. The last argument describes the accepted texts, for error messages.
macro_rules! as_text {
    ($name:ident, $read:expr, $accepted:literal) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl serde::de::Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($accepted)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        let read: fn(&str) -> Option<$name> = $read;
                        let refused = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
                        read(text).ok_or_else(refused)
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }
    };
}

pub(crate) use as_text;
