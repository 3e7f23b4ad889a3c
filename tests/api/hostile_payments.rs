//! Malformed and hostile payment messages, the same as the reader's own tests have, as requests.

#[path = "../../payments/tests/hostile/mod.rs"]
mod hostile;

use axum::http::Request;

use self::hostile::{Outcome, Verdict, messages};
use crate::support::client::{Client, with_body};
use crate::support::tiny_snapshot;

#[tokio::test]
async fn a_hostile_message_is_refused_or_gets_its_verdict() {
    let client = Client::serving(tiny_snapshot());
    let (mut wrong, mut refused) = (Vec::new(), 0);
    for message in messages() {
        let request = Request::post("/api/filter/sanctions");
        let answer = client.send(with_body(request, message.bytes)).await;
        let status = answer.status.as_u16();
        let found = match (&message.outcome, status) {
            (Outcome::Refused(_), 413) => {
                refused += 1;
                continue;
            }
            (Outcome::Refused(_), _) => answer.json()["error"].clone(),
            (Outcome::Read(..), _) => answer.json()["verdict"].clone(),
        };
        let found = found.as_str().unwrap_or_default();
        let is_right = match message.outcome {
            Outcome::Refused(reason) => {
                refused += 1;
                let (_, reason) = reason.split_once(": ").unwrap_or(("", reason));
                status == 400 && found.contains(reason)
            }
            Outcome::Read(_, Verdict::Hit) => status == 200 && found == "hit",
            Outcome::Read(_, Verdict::Unverified) => status == 200 && found == "unverified",
            Outcome::Read(_, Verdict::Pass) => status == 200 && found == "pass",
        };
        if !is_right {
            let outcome = format!("{:?}", message.outcome);
            wrong.push(format!("{}: {status} {found:.200}, not {outcome:.300}", message.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 60, "{refused}");
}
