//! Malformed and hostile messages are refused with place and reason, or read as a whole.

use tamis_payments::read;

use crate::hostile_messages::{Outcome, messages};

#[test]
fn a_hostile_message_is_refused_at_its_place_or_every_text_is_read() {
    let mut wrong = Vec::new();
    for message in messages() {
        let name = message.name;
        let result = read(&message.bytes);
        match (message.outcome, result) {
            (Outcome::Refused(start), Err(error)) if error.to_string().starts_with(start) => {}
            (Outcome::Refused(start), Err(error)) => {
                wrong.push(format!("{name}: {error:.300} should begin with {start}"));
            }
            (Outcome::Refused(_), Ok(_)) => wrong.push(format!("{name}: read")),
            (Outcome::Read(..), Err(error)) => wrong.push(format!("{name}: {error}")),
            (Outcome::Read(expected, _), Ok(file)) => {
                let texts: Vec<_> = file
                    .messages()
                    .flat_map(|own| own.elements().iter().map(move |element| own.text(element)))
                    .collect();
                if texts != expected {
                    wrong.push(format!("{name}: {texts:.300?}, not {expected:.300?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
