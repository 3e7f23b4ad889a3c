//! Submitted forms, each kept in memory for minutes under an unguessable name. So the answer to a form
//! has an address without its values, and a browser can return there without submitting again.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustls::crypto::ring::default_provider;
use tokio::time::{Instant, sleep_until};

use crate::api::http::by_client::ByClient;
use crate::limits;

/// The forms of all clients.
#[derive(Debug, Default)]
pub(super) struct KeptForms(Mutex<State>);

/// A submitted form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SentForm {
    /// The encoded fields.
    pub(super) fields: Arc<str>,
    /// The version that was then in service.
    pub(super) version: Arc<str>,
}

#[derive(Debug, Default)]
struct State {
    by_client: ByClient<Client>,
    /// The least recently used form first.
    forms: VecDeque<Kept>,
}

#[derive(Debug)]
struct Kept {
    name: u128,
    form: SentForm,
    client: Client,
    looked_at: Instant,
}

/// Sender of a form; `None` if the address is unknown.
type Client = Option<IpAddr>;

impl KeptForms {
    /// Keeps a form and returns its name of 32 hexadecimal digits. `None` if the form is too long.
    ///
    /// At the maximum, the client with the most forms loses its least recently used one. So a client
    /// that sends thousands evicts only its own.
    pub(super) fn keep(self: &Arc<Self>, client: Client, form: SentForm) -> Option<String> {
        if form.fields.len() > limits::KEPT_FORM_BYTES_MAX {
            return None;
        }
        let name = random()?;
        let mut state = self.state();
        if state.forms.is_empty() {
            tokio::spawn(Arc::clone(self).forget());
        }
        while state.by_client.total() >= limits::KEPT_FORMS_MAX {
            state.make_room();
        }
        state.by_client.add(client, 1);
        state.forms.push_back(Kept { name, form, client, looked_at: Instant::now() });
        Some(format!("{name:032x}"))
    }

    /// Returns the form of this name and restarts its time.
    pub(super) fn look(&self, name: &str) -> Option<SentForm> {
        let name = u128::from_str_radix(name, 16).ok()?;
        let mut state = self.state();
        let at = state.forms.iter().position(|kept| kept.name == name)?;
        let mut kept = state.forms.remove(at)?;
        kept.looked_at = Instant::now();
        let form = kept.form.clone();
        state.forms.push_back(kept);
        Some(form)
    }

    /// Removes each form at the end of its time, until none is left.
    async fn forget(self: Arc<Self>) {
        loop {
            let first = self.state().forms.front().map(|kept| kept.looked_at);
            let Some(first) = first else { return };
            sleep_until(first + limits::KEPT_FORM_TIME).await;
            self.state().forget();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn forget(&mut self) {
        let is_over = |kept: &&Kept| kept.looked_at.elapsed() >= limits::KEPT_FORM_TIME;
        while let Some(kept) = self.forms.front().filter(is_over) {
            self.by_client.remove(&kept.client, 1);
            self.forms.pop_front();
        }
    }

    fn make_room(&mut self) {
        let most = self.by_client.shares().max_by_key(|(_, own)| *own);
        let Some(client) = most.map(|(client, _)| *client) else { return };
        self.by_client.remove(&client, 1);
        if let Some(at) = self.forms.iter().position(|kept| kept.client == client) {
            self.forms.remove(at);
        }
    }
}

/// 128 random bits from the source of the TLS keys; `None` if it fails.
fn random() -> Option<u128> {
    let mut bytes = [0; 16];
    default_provider().secure_random.fill(&mut bytes).ok()?;
    Some(u128::from_ne_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn form(bytes: usize) -> SentForm {
        SentForm { fields: "x".repeat(bytes).into(), version: "1".into() }
    }

    fn client(number: u8) -> Client {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    fn keep(forms: &Arc<KeptForms>, number: u8) -> String {
        forms.keep(client(number), form(1)).expect("kept")
    }

    #[tokio::test(start_paused = true)]
    async fn a_form_is_kept_for_its_time_since_it_was_looked_at() {
        let forms = Arc::default();
        let moment = Duration::from_millis(1);
        let (almost, over) = (limits::KEPT_FORM_TIME - moment, limits::KEPT_FORM_TIME + moment);
        let (name, other) = (keep(&forms, 1), keep(&forms, 1));
        assert_eq!((name.len(), name != other), (32, true));
        tokio::time::sleep(almost).await;
        assert_eq!(forms.look(&name), Some(form(1)));
        tokio::time::sleep(almost).await;
        assert_eq!((forms.look(&name), forms.look(&other)), (Some(form(1)), None));
        tokio::time::sleep(over).await;
        assert!(forms.state().forms.is_empty(), "it is not even in memory");
        assert_eq!(forms.state().by_client.total(), 0);
        assert_eq!(forms.look(&name), None);
        let later = keep(&forms, 1);
        tokio::time::sleep(over).await;
        assert_eq!(forms.look(&later), None);
        assert_eq!((forms.look(""), forms.look("x")), (None, None));
    }

    #[tokio::test]
    async fn a_form_has_so_many_bytes() {
        let forms = Arc::<KeptForms>::default();
        assert!(forms.keep(None, form(limits::KEPT_FORM_BYTES_MAX)).is_some());
        assert_eq!(forms.keep(None, form(limits::KEPT_FORM_BYTES_MAX + 1)), None);
    }

    #[tokio::test]
    async fn a_client_of_thousands_pushes_out_its_own() {
        let forms = Arc::default();
        let of_others: Vec<String> = (2..=20).map(|other| keep(&forms, other)).collect();
        let own: Vec<String> = (0..limits::KEPT_FORMS_MAX).map(|_| keep(&forms, 1)).collect();
        assert!(of_others.iter().all(|name| forms.look(name).is_some()));
        let kept = own.iter().filter(|name| forms.look(name).is_some()).count();
        assert_eq!(kept + of_others.len(), limits::KEPT_FORMS_MAX);
        assert!(forms.look(own.last().expect("the last")).is_some());
        // A new client has room, and its forms stay.
        let new = keep(&forms, 21);
        assert!(forms.look(&new).is_some() && forms.look(&of_others[0]).is_some());
    }
}
