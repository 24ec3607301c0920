//! The address of a window: where it listens, and the secret in it.

use std::fmt;
use std::net::SocketAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

/// Bytes of a secret: 192 bits.
const SECRET: usize = 24;

/// Random letters that only who was told them knows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one, from the system's random numbers.
    ///
    /// # Errors
    ///
    /// The system has none.
    fn new() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; SECRET];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Whether `word` is the secret. The time that this takes says nothing of how much of it is
    /// right.
    pub fn is(&self, word: &str) -> bool {
        self.0.as_bytes().ct_eq(word.as_bytes()).into()
    }
}

/// Hides the secret from logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The secrets of a window.
#[derive(Debug, Clone)]
pub struct Secrets {
    /// In every address of the page.
    pub page: Secret,
    /// In the file that the browser is started with: it leads to the page once.
    pub ticket: Secret,
}

impl Secrets {
    /// New ones.
    ///
    /// # Errors
    ///
    /// The system has no random numbers.
    pub fn new() -> Result<Secrets, getrandom::Error> {
        Ok(Secrets {
            page: Secret::new()?,
            ticket: Secret::new()?,
        })
    }
}

/// Where a window is.
#[derive(Debug, Clone)]
pub struct Address {
    /// Where it listens.
    pub socket: SocketAddr,
    /// The secrets that an address must contain.
    pub secrets: Secrets,
}

impl Address {
    /// The address of the page.
    pub fn page(&self) -> String {
        self.of(&self.secrets.page)
    }

    /// The address that leads to the page once.
    pub fn ticket(&self) -> String {
        self.of(&self.secrets.ticket)
    }

    fn of(&self, secret: &Secret) -> String {
        format!("http://{}/{}/", self.socket, secret.0)
    }

    /// The path of the page, `/SECRET/`.
    pub fn path(&self) -> String {
        format!("/{}/", self.secrets.page.0)
    }

    /// The names under which a browser may reach it, as `Host` has them.
    pub fn hosts(&self) -> [String; 2] {
        [
            self.socket.to_string(),
            format!("localhost:{}", self.socket.port()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_differ_and_are_not_shown() {
        let one = Secrets::new().expect("random numbers");
        let other = Secrets::new().expect("random numbers");
        assert_eq!(one.page.0.len(), 32);
        assert_ne!(one.page, other.page);
        assert_ne!(one.page, one.ticket);
        assert!(one.page.is(&one.page.0));
        assert!(!one.page.is(&one.page.0[1..]) && !one.page.is(""));
        assert_eq!(format!("{:?}", one.page), "Secret");
    }

    #[test]
    fn an_address_is_that_of_the_socket() {
        let secrets = Secrets::new().expect("random numbers");
        let socket = "[::1]:80".parse().expect("a socket");
        let address = Address { socket, secrets };
        assert!(address.page().starts_with("http://[::1]:80/"));
        assert_eq!(address.hosts(), ["[::1]:80", "localhost:80"]);
    }
}
