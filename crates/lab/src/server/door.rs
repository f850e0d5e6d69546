//! Who may come in. Every request is asked three things, whatever it wants: under which name it came here, which page sent
//! it, and whether it knows the token. A page of another site that gave its own name this machine's address (DNS rebinding)
//! fails the first; one that only sends requests here fails the second; everybody else's program fails the third.

use hyper::header::{self, HeaderMap, HeaderName};
use hyper::{Request, Uri};
use std::io;
use std::net::{IpAddr, SocketAddr};

/// The bytes of a token that is made here: too many to guess.
const TOKEN_BYTES: usize = 16;
/// The longest and the shortest token that a person may choose.
const TOKEN_LENGTHS: std::ops::RangeInclusive<usize> = 8..=100;
/// The longest name of a host (RFC 1035).
const MAX_HOST: usize = 253;

/// What is asked at the door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Door {
    /// What a visitor must know; nothing where everybody on this machine may come.
    token: Option<String>,
    /// Names besides those of loopback under which the lab is reached, in lower case.
    hosts: Vec<String>,
}

/// Why somebody stays outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The name is none of the lab's, or there is not exactly one.
    Host,
    /// A page of another site sent it.
    Origin,
    /// The token is missing or wrong.
    Token,
}

/// Where a token was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// In the address: a cookie is to take its place.
    ByAddress,
    /// In a cookie or a header, or none is asked for.
    Already,
}

/// A token that nobody can guess.
pub fn new_token() -> io::Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a word can be a token: it must fit into an address and a cookie as it is.
pub fn is_token(word: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    TOKEN_LENGTHS.contains(&word.len()) && word.bytes().all(fits)
}

/// Whether a word can be the name of a host: a DNS name or an address, without a port.
pub fn is_host(word: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
    let is_name = (1..=MAX_HOST).contains(&word.len()) && word.bytes().all(fits);
    is_name || word.parse::<IpAddr>().is_ok()
}

/// The name of the cookie that holds the token. Cookies do not know ports, so that two labs of one machine need two names.
pub fn cookie_name(port: u16) -> String {
    format!("piaget-lab-{port}")
}

impl Door {
    /// A door that asks for this token and opens under these names besides loopback's.
    pub fn new(token: Option<&str>, hosts: &[String]) -> Self {
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        Self { token: token.map(str::to_owned), hosts }
    }

    /// Whether a request that came to this address of ours may be answered.
    pub fn ask<B>(&self, request: &Request<B>, ours: SocketAddr) -> Result<Known, Outside> {
        let (uri, headers) = (request.uri(), request.headers());
        let authority = single(headers, header::HOST)?.ok_or(Outside::Host)?;
        // An address with a host in it would count instead of the header.
        if uri.authority().is_some_and(|other| other.as_str() != authority) {
            return Err(Outside::Host);
        }
        let secure = self.is_ours(authority, ours.ip()).ok_or(Outside::Host)?;
        if let Some(origin) = single(headers, header::ORIGIN).map_err(|_| Outside::Origin)? {
            let same = |scheme: &str| origin.strip_prefix(scheme) == Some(authority);
            let served = same("http://") || (secure && same("https://"));
            if !served {
                return Err(Outside::Origin);
            }
        }
        self.token_of(uri, headers, ours.port())
    }

    /// Whether the lab is reached under this name; where it is, whether it may be behind a server that speaks TLS.
    fn is_ours(&self, authority: &str, ours: IpAddr) -> Option<bool> {
        let name = name_of(authority)?.to_ascii_lowercase();
        if self.hosts.contains(&name) {
            return Some(true);
        }
        // No foreign name can be an address, so that the one that was connected to is as good as loopback's.
        let known = match name.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || address == ours.to_canonical(),
            Err(_) => name == "localhost",
        };
        known.then_some(false)
    }

    fn token_of(&self, uri: &Uri, headers: &HeaderMap, port: u16) -> Result<Known, Outside> {
        let Some(token) = &self.token else { return Ok(Known::Already) };
        let mut in_address =
            uri.query().unwrap_or("").split('&').filter_map(|part| part.strip_prefix("token="));
        if in_address.any(|word| is_same(token, word)) {
            return Ok(Known::ByAddress);
        }
        let name = cookie_name(port);
        let texts = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        let by_cookie = texts(header::COOKIE)
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(own, word)| own == name && is_same(token, word));
        let by_header = texts(header::AUTHORIZATION)
            .filter_map(|value| value.strip_prefix("Bearer "))
            .any(|word| is_same(token, word));
        if by_cookie || by_header { Ok(Known::Already) } else { Err(Outside::Token) }
    }

    /// The cookie that takes the place of the token in the address.
    pub fn cookie(&self, port: u16) -> Option<String> {
        let token = self.token.as_ref()?;
        Some(format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port)))
    }
}

/// The one header of this name, if there is one. More than one, or one that is no text, is a mistake.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Outside> {
    let mut all = headers.get_all(name).into_iter();
    match (all.next(), all.next()) {
        (None, _) => Ok(None),
        (Some(one), None) => one.to_str().map(Some).map_err(|_| Outside::Host),
        _ => Err(Outside::Host),
    }
}

/// The name in `name`, `name:port` or `[address]:port`.
fn name_of(authority: &str) -> Option<&str> {
    let (name, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            (address, port.strip_prefix(':').or(port.is_empty().then_some("0"))?)
        }
        None => authority.split_once(':').unwrap_or((authority, "0")),
    };
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    is_port.then_some(name)
}

/// Compares without telling by its time how much of a guess was right.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |off, (a, b)| off | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "open-sesame";

    fn ask(door: &Door, uri: &str, headers: &[(&str, &str)]) -> Result<Known, Outside> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        door.ask(&request.body(()).unwrap(), "192.0.2.7:7878".parse().unwrap())
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let door = Door::new(None, &["Lab.Example".into()]);
        let host = |host: &str| ask(&door, "/", &[("host", host)]);
        for own in [
            "127.0.0.1:7878",
            "127.0.0.1",
            "localhost:7878",
            "LOCALHOST:9000",
            "[::1]:7878",
            "lab.example",
            "lab.example:443",
            "192.0.2.7:7878",
        ] {
            assert_eq!(host(own), Ok(Known::Already), "{own}");
        }
        for foreign in [
            "evil.example:7878",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evil.example:127.0.0.1",
            "user@127.0.0.1",
            "0.0.0.0:7878",
            "192.0.2.8:7878",
            "[::1",
            "[::1]x",
            "127.0.0.1:99999",
            "127.0.0.1:+80",
            "localhost.",
            "",
        ] {
            assert_eq!(host(foreign), Err(Outside::Host), "{foreign}");
        }
        assert_eq!(ask(&door, "/", &[]), Err(Outside::Host));
        assert_eq!(ask(&door, "/", &[("host", "localhost"), ("host", "localhost")]), Err(Outside::Host));
        assert_eq!(ask(&door, "http://evil.example/", &[("host", "localhost")]), Err(Outside::Host));
        assert_eq!(ask(&door, "http://localhost/", &[("host", "localhost")]), Ok(Known::Already));
    }

    #[test]
    fn a_page_is_ours_by_scheme_name_and_port() {
        let door = Door::new(None, &["lab.example".into()]);
        let from = |host: &str, origin: &str| ask(&door, "/", &[("host", host), ("origin", origin)]);
        assert!(from("127.0.0.1:7878", "http://127.0.0.1:7878").is_ok());
        assert!(from("lab.example", "https://lab.example").is_ok());
        for (host, origin) in [
            ("127.0.0.1:7878", "http://127.0.0.1:7879"),
            ("127.0.0.1:7878", "http://127.0.0.1"),
            ("127.0.0.1:7878", "https://127.0.0.1:7878"),
            ("127.0.0.1:7878", "http://localhost:7878"),
            ("127.0.0.1:7878", "http://evil.example"),
            ("127.0.0.1:7878", "ftp://127.0.0.1:7878"),
            ("127.0.0.1:7878", "null"),
            ("127.0.0.1:7878", ""),
            ("lab.example", "https://lab.example:8443"),
        ] {
            assert_eq!(from(host, origin), Err(Outside::Origin), "{host} {origin}");
        }
        let own = "http://localhost";
        let twice = [("host", "localhost"), ("origin", own), ("origin", own)];
        assert_eq!(ask(&door, "/", &twice), Err(Outside::Origin));
    }

    #[test]
    fn the_token_is_known_by_address_cookie_or_header() {
        let door = Door::new(Some(TOKEN), &[]);
        let host = ("host", "localhost");
        assert_eq!(ask(&door, "/x?token=open-sesame", &[host]), Ok(Known::ByAddress));
        assert_eq!(ask(&door, "/x?a=1&token=open-sesame", &[host]), Ok(Known::ByAddress));
        let cookie = "theme=dark; piaget-lab-7878=open-sesame";
        assert_eq!(ask(&door, "/x", &[host, ("cookie", cookie)]), Ok(Known::Already));
        assert_eq!(ask(&door, "/x", &[host, ("authorization", "Bearer open-sesame")]), Ok(Known::Already));
        for (uri, header) in [
            ("/", ("x", "")),
            ("/?token=", ("x", "")),
            ("/?token=open-sesami", ("x", "")),
            ("/?nottoken=open-sesame", ("x", "")),
            ("/", ("cookie", "piaget-lab-7879=open-sesame")),
            ("/", ("cookie", "piaget-lab-7878=open")),
            ("/", ("authorization", "Basic open-sesame")),
        ] {
            assert_eq!(ask(&door, uri, &[host, header]), Err(Outside::Token), "{uri} {header:?}");
        }
        assert!(door.cookie(7878).unwrap().starts_with("piaget-lab-7878=open-sesame; "));
        assert_eq!(Door::default().cookie(7878), None);
    }

    #[test]
    fn tokens_and_names_that_cannot_be_are_told_apart() {
        assert!(is_token("abcd-EF_9") && is_token(&new_token().unwrap()));
        assert_ne!(new_token().unwrap(), new_token().unwrap());
        for bad in ["", "short", "with space", "semi;colon", "ä".repeat(9).as_str(), "x".repeat(101).as_str()]
        {
            assert!(!is_token(bad), "{bad}");
        }
        assert!(is_host("lab.example") && is_host("192.0.2.7") && is_host("2001:db8::7"));
        assert!(!is_host("") && !is_host("lab.example:80") && !is_host("http://lab.example"));
    }
}
