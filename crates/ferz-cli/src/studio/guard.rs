//! Access control: only pages of this server may ask, and only those that know its token may change anything.
//!
//! A page of another origin can make a browser send requests here, but can neither set the header with the token nor read an answer.
//! A page that has its own name resolve to this machine (DNS rebinding) is recognised by the name in `Host`.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::fault::Fault;

/// The header that carries the token.
pub(super) const TOKEN: &str = "x-ferz-token";
/// The cookie that carries it where the address is not this machine's own.
const COOKIE: &str = "ferz-token";

/// The policy of every page: nothing from elsewhere.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                                 connect-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// The address and the token that requests are checked against.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) token: String,
    pub(super) address: SocketAddr,
}

impl Guard {
    /// A guard with a token of its own.
    pub(super) fn new(address: SocketAddr) -> Result<Self, String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers are available: {error}"))?;
        Ok(Self { token: bytes.iter().map(|byte| format!("{byte:02x}")).collect(), address })
    }

    /// Returns `true` if only this machine can reach the server.
    pub(super) fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Returns `true` if the word is the token, in a time that doesn't tell how much of it is right.
    fn is_token(&self, word: &[u8]) -> bool {
        let own = self.token.as_bytes();
        word.len() == own.len()
            && word.iter().zip(own).fold(0, |wrong, (one, other)| wrong | (one ^ other)) == 0
    }

    /// Returns `true` if the host is this server: by an address, never by a name that someone else may own.
    fn is_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.is_empty() && !port.ends_with(']') => {
                (name, port.parse::<u16>().ok())
            }
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match ip {
            Ok(ip) => {
                ip == self.address.ip()
                    || self.address.ip().is_unspecified()
                    || ip.is_loopback() && self.is_local()
            }
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
        let (path, query) = (uri.path(), uri.query().unwrap_or_default());
        let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let hosts: Vec<_> = headers.get_all(header::HOST).iter().collect();
        let named = hosts.len() == 1 && text(header::HOST).is_some_and(|host| self.is_host(host));
        // a request line may name the host as well, and goes before the header
        if !named || uri.authority().is_some_and(|host| !self.is_host(host.as_str())) {
            return Err(Fault::forbidden("this server answers only under its own address"));
        }
        let own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_host(host));
        if text(header::ORIGIN).is_some_and(|origin| !own(origin)) {
            return Err(Fault::forbidden("a page from another origin can't use this server"));
        }
        let foreign =
            headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site" || site == "same-site");
        let opens = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate") && path == "/";
        if foreign && !opens {
            return Err(Fault::forbidden("a page from another origin can't use this server"));
        }
        let known = headers.get(TOKEN).is_some_and(|token| self.is_token(token.as_bytes()));
        if method != Method::GET && method != Method::HEAD {
            return match known {
                true => Ok(()),
                false => Err(Fault::forbidden("the token is missing or is not the one of this server")),
            };
        }
        let reads_more = path.starts_with("/api/");
        if reads_more && !self.is_local() && !known && !self.has_cookie(headers) && !self.in_query(query) {
            return Err(Fault::forbidden("open the address that the terminal shows, with its token"));
        }
        Ok(())
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == COOKIE && self.is_token(value.as_bytes()))
    }

    /// Returns `true` if the token is in the query.
    fn in_query(&self, query: &str) -> bool {
        query
            .split('&')
            .any(|pair| pair.strip_prefix("token=").is_some_and(|token| self.is_token(token.as_bytes())))
    }

    /// The token for a page that may have it, and the cookie that goes with it.
    pub(super) fn grant(&self, query: &str, headers: &HeaderMap) -> Option<(&str, String)> {
        let may = self.is_local() || self.in_query(query) || self.has_cookie(headers);
        may.then(|| (&*self.token, format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", self.token)))
    }
}

/// Bytes of a request's body.
const LARGEST_BODY: usize = 4 << 20;
/// The time in which all of it must have come.
const LONGEST_BODY: Duration = Duration::from_secs(20);

/// A request with all of its body. The rest of one that doesn't come is not waited for.
async fn whole(request: Request) -> Result<Request, Fault> {
    let (head, body) = request.into_parts();
    let read = axum::body::to_bytes(body, LARGEST_BODY);
    match tokio::time::timeout(LONGEST_BODY, read).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) => {
            Err(Fault::large(format!("a request must be complete, and have at most {LARGEST_BODY} bytes")))
        }
        Err(_) => Err(Fault::late("the rest of the request did not arrive")),
    }
}

/// Lets a request through, or says why not; every answer carries the headers that keep it to itself.
pub(super) async fn stand(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let local = guard.is_local();
    let mut response = match guard.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => match whole(request).await {
            Ok(request) => next.run(request).await,
            Err(fault) => fault.into_response(),
        },
        Err(fault) => fault.into_response(),
    };
    let headers = response.headers_mut();
    let always = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if local {
        // elsewhere browsers heed it only over an encrypted connection
        let name = header::HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> Guard {
        Guard { token: "0123456789abcdef".to_owned(), address: address.parse().unwrap() }
    }

    fn answer(guard: &Guard, method: Method, path: &str, headers: &[(&str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(header::HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
        }
        guard.check(&method, &path.parse().unwrap(), &map).is_ok()
    }

    const HERE: (&str, &str) = ("host", "127.0.0.1:7878");

    #[test]
    fn reading_is_free_and_changing_needs_the_token() {
        let guard = guard("127.0.0.1:7878");
        assert!(answer(&guard, Method::GET, "/api/library", &[HERE]));
        assert!(answer(&guard, Method::GET, "/", &[("host", "localhost:7878")]));
        assert!(!answer(&guard, Method::POST, "/api/tables", &[HERE]));
        assert!(!answer(&guard, Method::POST, "/api/tables", &[HERE, (TOKEN, "0123456789abcdee")]));
        assert!(!answer(&guard, Method::POST, "/api/tables?token=0123456789abcdef", &[HERE]));
        assert!(answer(&guard, Method::POST, "/api/tables", &[HERE, (TOKEN, "0123456789abcdef")]));
    }

    #[test]
    fn other_names_and_origins_are_turned_away() {
        let guard = guard("127.0.0.1:7878");
        let token = (TOKEN, "0123456789abcdef");
        for host in [
            "evil.example:7878",
            "127.0.0.1:80",
            "127.0.0.1",
            "10.0.0.1:7878",
            "",
            "[::1",
            "localhost.evil.example:7878",
        ] {
            assert!(!answer(&guard, Method::GET, "/", &[("host", host)]), "{host}");
        }
        assert!(!answer(&guard, Method::GET, "/", &[]));
        assert!(!answer(&guard, Method::GET, "/", &[HERE, HERE]));
        assert!(!answer(&guard, Method::GET, "/", &[HERE, ("host", "evil.example:7878")]));
        assert!(!answer(&guard, Method::GET, "http://evil.example:7878/", &[HERE]));
        assert!(!answer(&guard, Method::GET, "http://me@127.0.0.1:7878/", &[HERE]));
        assert!(answer(&guard, Method::GET, "http://127.0.0.1:7878/", &[HERE]));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:7878", "http://127.0.0.1:7879"] {
            assert!(
                !answer(&guard, Method::POST, "/api/tables", &[HERE, token, ("origin", origin)]),
                "{origin}"
            );
        }
        assert!(answer(
            &guard,
            Method::POST,
            "/api/tables",
            &[HERE, token, ("origin", "http://127.0.0.1:7878")]
        ));
        assert!(!answer(&guard, Method::GET, "/api/library", &[HERE, ("sec-fetch-site", "cross-site")]));
        let link = [HERE, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert!(answer(&guard, Method::GET, "/", &link));
        assert!(!answer(&guard, Method::GET, "/api/library", &link));
    }

    #[test]
    fn from_another_machine_reading_needs_the_token_as_well() {
        let guard = guard("0.0.0.0:7878");
        let there = ("host", "192.168.1.7:7878");
        assert!(!answer(&guard, Method::GET, "/api/library", &[there]));
        assert!(answer(&guard, Method::GET, "/api/library?token=0123456789abcdef", &[there]));
        assert!(answer(
            &guard,
            Method::GET,
            "/api/library",
            &[there, ("cookie", "a=b; ferz-token=0123456789abcdef")]
        ));
        assert!(guard.grant("", &HeaderMap::new()).is_none());
        assert!(guard.grant("x=1&token=0123456789abcdef", &HeaderMap::new()).is_some());
    }
}
