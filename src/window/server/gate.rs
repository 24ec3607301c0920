//! Decides which requests are answered. Browsers let any page of the world send requests to this machine,
//! so only these things are trusted:
//!
//! - the *secret*, the first word of the path, which a page elsewhere cannot know;
//! - `Host`, the very address that is listened on: a foreign name that leads here (DNS rebinding)
//!   would make a foreign page one of ours;
//! - `Origin` and `Sec-Fetch-Site`, which a browser sends and no page can change: of another
//!   page, even on another port of this machine, nothing is taken;
//! - of a `POST` the type `application/json`, which no form can send and no page without asking
//!   first, and that is answered like everything else.

use std::sync::LazyLock;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};

use super::address::Address;
use super::page::style_digest;

/// The parts of the window that a request may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission<'a> {
    /// The page, and what is behind it under this name.
    Page(&'a str),
    /// The way to the page, once.
    Ticket,
}

/// Whether a browser's page or a program may have what it asks for.
///
/// # Errors
///
/// The status of an answer that has nothing else.
pub fn entry<'a>(request: &'a Parts, address: &Address) -> Result<Admission<'a>, StatusCode> {
    let unknown = StatusCode::NOT_FOUND;
    let path = request.uri.path().strip_prefix('/').ok_or(unknown)?;
    let (secret, name) = path.split_once('/').ok_or(unknown)?;
    let entry = if address.secrets.page.is(secret) {
        Admission::Page(name)
    } else if address.secrets.ticket.is(secret) && name.is_empty() {
        Admission::Ticket
    } else {
        return Err(unknown);
    };
    let hosts = address.hosts();
    let host = single(&request.headers, &header::HOST).ok_or(unknown)?;
    let is_ours = |name: &str| hosts.iter().any(|host| host == name);
    // `GET http://other/ HTTP/1.1` names a host of its own.
    let named = request.uri.authority().map(|authority| authority.as_str());
    if !is_ours(host) || named.is_some_and(|named| named != host) {
        return Err(unknown);
    }
    if request.headers.contains_key(header::ORIGIN) {
        let origin = single(&request.headers, &header::ORIGIN);
        if origin.and_then(|origin| origin.strip_prefix("http://")) != Some(host) {
            return Err(unknown);
        }
    }
    // `none` is the person at the browser: an address typed, a bookmark, another program. To the
    // ticket a file leads, which for a browser is a page elsewhere.
    if entry != Admission::Ticket
        && request.headers.contains_key(SITE)
        && !matches!(
            single(&request.headers, &SITE),
            Some("same-origin" | "none")
        )
    {
        return Err(unknown);
    }
    match request.method {
        Method::GET => Ok(entry),
        _ if entry == Admission::Ticket => Err(unknown),
        Method::HEAD => Ok(entry),
        Method::POST if is_json(&request.headers) => Ok(entry),
        Method::POST => Err(StatusCode::UNSUPPORTED_MEDIA_TYPE),
        _ => Err(StatusCode::METHOD_NOT_ALLOWED),
    }
}

/// The header in which a browser says from where a request comes.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The value of a header that is there once, as text.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let media = single(headers, &header::CONTENT_TYPE).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim();
    media.eq_ignore_ascii_case("application/json")
}

/// The rights of the page: its own files and requests, pictures that it makes itself; no other page
/// frames it, and no address with the secret in it is sent anywhere.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'sha256-{}'; connect-src 'self'; \
         img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        style_digest()
    );
    HeaderValue::try_from(policy).expect("it is ASCII")
});

/// Puts into an answer what a browser must know of it.
pub fn guard(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    for (name, value) in [
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;
    use crate::Secrets;

    /// The result of a request with these headers; `{}` in a path is the secret, `<>` the ticket.
    fn seen(method: &str, path: &str, headers: &[(&str, &str)]) -> Result<String, u16> {
        let address = Address {
            socket: "127.0.0.1:8000".parse().expect("a socket"),
            secrets: Secrets::new().expect("random numbers"),
        };
        let secret = address.path().replace('/', "");
        let ticket = address.ticket();
        let ticket = ticket.rsplit('/').nth(1).expect("a secret");
        let mut request = Request::builder()
            .method(method)
            .uri(path.replace("{}", &secret).replace("<>", ticket));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        match entry(&parts, &address) {
            Ok(Admission::Page(name)) => Ok(name.to_owned()),
            Ok(Admission::Ticket) => Ok("ticket".to_owned()),
            Err(status) => Err(status.as_u16()),
        }
    }

    const HOST: (&str, &str) = ("host", "127.0.0.1:8000");
    const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

    #[test]
    fn who_has_the_address_comes_in() {
        assert_eq!(seen("GET", "/{}/", &[HOST]), Ok(String::new()));
        assert_eq!(seen("GET", "/{}/a/b", &[HOST]), Ok("a/b".to_owned()));
        let local = ("host", "localhost:8000");
        let own = ("origin", "http://localhost:8000");
        let same = ("sec-fetch-site", "same-origin");
        let solve = Ok("solve".to_owned());
        assert_eq!(seen("POST", "/{}/solve", &[HOST, JSON]), solve);
        assert_eq!(seen("POST", "/{}/solve", &[local, own, same, JSON]), solve);
        let absolute = "http://127.0.0.1:8000/{}/solve";
        assert_eq!(seen("POST", absolute, &[HOST, JSON]), solve);
    }

    #[test]
    fn nobody_else_does() {
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("/", &[HOST]),
            ("/{}", &[HOST]),
            ("/{}x/", &[HOST]),
            ("//{}/", &[HOST]),
            ("/x/{}/", &[HOST]),
            ("/%7B%7D/", &[HOST]),
            ("/{}/", &[]),
            ("/{}/", &[("host", "127.0.0.1")]),
            ("/{}/", &[("host", "127.0.0.1:8001")]),
            ("/{}/", &[("host", "evil.example:8000")]),
            ("/{}/", &[("host", "127.0.0.1.evil.example:8000")]),
            ("/{}/", &[HOST, ("host", "evil.example")]),
            ("/{}/", &[HOST, ("origin", "null")]),
            ("/{}/", &[HOST, ("origin", "http://evil.example")]),
            ("/{}/", &[HOST, ("origin", "http://127.0.0.1:8001")]),
            ("/{}/", &[HOST, ("origin", "https://127.0.0.1:8000")]),
            ("/{}/", &[HOST, ("origin", "http://localhost:8000")]),
            ("/{}/", &[HOST, ("sec-fetch-site", "cross-site")]),
            ("/{}/", &[HOST, ("sec-fetch-site", "same-site")]),
            ("http://evil.example/{}/", &[HOST]),
            ("http://evil.example:8000/{}/", &[HOST]),
        ];
        for (path, headers) in cases {
            assert_eq!(seen("GET", path, headers), Err(404), "{path} {headers:?}");
            let posted = [headers, &[JSON][..]].concat();
            assert_eq!(seen("POST", path, &posted), Err(404), "{path} {headers:?}");
        }
    }

    #[test]
    fn a_file_may_lead_to_the_ticket_and_no_page_may_take_it() {
        let file = [HOST, ("sec-fetch-site", "cross-site")];
        assert_eq!(seen("GET", "/<>/", &file), Ok("ticket".to_owned()));
        let page = [HOST, ("origin", "http://evil.example")];
        let rebound = [("host", "evil.example:8000")];
        for (method, path, headers) in [
            ("GET", "/<>/", &page[..]),
            ("GET", "/<>/", &rebound),
            ("HEAD", "/<>/", &file),
            ("POST", "/<>/", &[HOST, JSON]),
            ("GET", "/<>/about", &file),
        ] {
            assert_eq!(seen(method, path, headers), Err(404), "{method} {path}");
        }
    }

    #[test]
    fn what_a_form_can_send_is_no_question() {
        for media in [
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/plain",
            "",
            "application/jsonx",
        ] {
            let headers = [HOST, ("content-type", media)];
            assert_eq!(seen("POST", "/{}/solve", &headers), Err(415), "{media}");
        }
        assert_eq!(seen("POST", "/{}/solve", &[HOST]), Err(415));
        assert_eq!(seen("OPTIONS", "/{}/solve", &[HOST]), Err(405));
        assert_eq!(seen("PUT", "/{}/solve", &[HOST, JSON]), Err(405));
    }
}
