//! The studio's server, asked as a hostile client would: every answer has a reason, and the server goes on.
#![cfg(feature = "studio")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::pipes::{PATIENCE, wait_until};

struct Studio {
    child: Child,
    port: u16,
    token: String,
    folder: PathBuf,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Studio {
    fn new(name: &str, arguments: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("ferz-studio-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.arg("studio").args(arguments);
        Self::launch(folder, command)
    }

    /// A studio for which few files and connections may be open.
    #[cfg(unix)]
    fn narrow(name: &str, files: u32) -> Self {
        let folder = std::env::temp_dir().join(format!("ferz-studio-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {files}; exec \"$0\" studio \"$@\"");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_ferz")]);
        Self::launch(folder, command)
    }

    fn launch(folder: PathBuf, mut command: Command) -> Self {
        let mut child = command
            .args(["--port", "0", "--no-open", "--state", "state"])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        // as the manual shows it
        assert!(line.starts_with("The studio is at http://127.0.0.1:"), "{line}");
        assert!(line.ends_with("/ (Ctrl-C stops it)\n"), "{line}");
        let port = line.split(':').nth(2).and_then(|rest| rest.split('/').next()).unwrap().parse().unwrap();
        let mut studio = Self { child, port, token: String::new(), folder };
        let page = studio.get("/");
        assert_eq!(page.status, 200);
        let mark = "ferz-token\" content=\"";
        let at = page.body.find(mark).expect("the page has the token") + mark.len();
        studio.token = page.body[at..at + 32].to_owned();
        studio
    }

    fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // a server that has seen enough may close at once
        _ = stream.write_all(request);
        if !request.ends_with(b"\r\n\r\n") && request.len() <= 40 {
            // of a request that never ends nothing more comes
            _ = stream.shutdown(Shutdown::Write);
        }
        let mut bytes = Vec::new();
        _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// A connection on which only this was sent.
    fn half(&self, begun: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(begun.as_bytes()).unwrap();
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let length = body.len();
        let host = format!("127.0.0.1:{}", self.port);
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
            )
            .as_bytes(),
        )
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "")
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        let headers = format!("X-Ferz-Token: {}\r\nContent-Type: application/json\r\n", self.token);
        self.ask("POST", path, &headers, body)
    }

    fn open(&self, body: &str) -> String {
        let answer = self.post("/api/tables", body);
        assert_eq!(answer.status, 200, "{}", answer.body);
        let json: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        json["id"].as_str().unwrap().to_owned()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
        _ = std::fs::remove_dir_all(&self.folder);
    }
}

const CHESS: &str =
    r#"{"origin":{"built-in":"chess"},"seats":{"white":"person","black":"person","level":1}}"#;

#[test]
fn what_is_not_sound_gets_a_status_of_its_kind_and_a_reason() {
    let studio = Studio::new("hostile", &[]);
    let id = studio.open(CHESS);
    let table = format!("/api/tables/{id}");
    let play = format!("{table}/play");
    let deep = "[".repeat(100_000);
    let long = format!(r#"{{"move":"{}"}}"#, "x".repeat(1_000_000));
    let cases: &[(&str, &str, &str, u16)] = &[
        ("POST", "/api/tables", "", 400),
        ("POST", "/api/tables", "{", 400),
        ("POST", "/api/tables", &deep, 400),
        ("POST", "/api/tables", "[1,2]", 400),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chesss"}}"#, 404),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"../chess"}}"#, 404),
        ("POST", "/api/tables", r#"{"origin":{"file":"/etc/passwd"}}"#, 404),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess"},"fen":"8/8 w"}"#, 422),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess"},"options":{"a":"b"}}"#, 422),
        (
            "POST",
            "/api/tables",
            r#"{"origin":{"built-in":"chess"},"seats":{"white":"person","black":"person","level":99}}"#,
            400,
        ),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess"},"more":1}"#, 422),
        ("GET", "/api/tables/0000000000000000", "", 404),
        ("GET", "/api/tables/..%2f..%2fetc%2fpasswd", "", 404),
        ("GET", "/api/tables/%ff%fe", "", 400),
        ("GET", "/assets/..%2fCargo.toml", "", 404),
        ("GET", "/nothing", "", 404),
        ("DELETE", "/api/library", "", 405),
        ("POST", &play, r#"{"move":"e2e5"}"#, 422),
        ("POST", &play, r#"{"move":"\u0000🂡"}"#, 422),
        ("POST", &play, &long, 422),
        ("POST", &play, r#"{"move":"e2e4","ply":7}"#, 409),
        ("POST", &play, r#"{"move":4}"#, 422),
        ("POST", &format!("{table}/undo"), "{}", 422),
        ("POST", &format!("{table}/undo"), r#"{"to":99}"#, 422),
        ("POST", &format!("{table}/undo"), r#"{"to":-1}"#, 422),
        ("POST", &format!("{table}/redo"), "{}", 422),
        ("POST", &format!("{table}/clock"), r#"{"paused":true}"#, 422),
        ("POST", &format!("{table}/clock"), r#"{"paused":1}"#, 422),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess"},"clock":{"seconds":0}}"#, 400),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess"},"clock":{"seconds":-5}}"#, 422),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess"},"clock":{"seconds":99999999}}"#, 400),
        ("POST", "/api/files/7/completions", r#"{"text":"","line":0,"column":0}"#, 404),
        ("POST", "/api/files/7/hover", r#"{"text":"","line":4294967295,"column":4294967295}"#, 404),
        ("POST", &format!("{table}/reach"), r#"{"piece":{"square":"z9","type":0,"white":true}}"#, 400),
        ("POST", &format!("{table}/line"), r#"{"path":["e2e5"]}"#, 422),
        ("POST", &format!("{table}/note"), r#"{"path":["e2e4","e2e4"]}"#, 422),
        ("POST", &format!("{table}/note"), r#"{"path":[],"marks":[256]}"#, 422),
        ("POST", &format!("{table}/placed"), r#"{"fen":"8/8 w"}"#, 422),
        ("POST", &format!("{table}/analysis"), r#"{"path":["e2e5"],"lines":1}"#, 422),
        ("POST", "/api/tables/0000000000000000/analysis", r#"{"path":[],"lines":1}"#, 404),
        ("POST", "/api/tables", r#"{"origin":{"built-in":"chess960"},"start":960}"#, 422),
        ("GET", "/api/games/nochess/picture", "", 404),
        ("GET", &format!("{table}/at/9999999"), "", 404),
        ("GET", &format!("{table}/at/x"), "", 400),
        ("GET", &format!("{table}/picture/0.gif"), "", 404),
        ("GET", "/api/files/0", "", 404),
        ("POST", "/api/files", r#"{"name":"../evil"}"#, 400),
        ("POST", "/api/files", r#"{"name":".hidden"}"#, 400),
        ("POST", "/api/files", r#"{"name":""}"#, 400),
        ("POST", "/api/files", r#"{"name":"CON"}"#, 400),
        ("POST", "/api/files", r#"{"name":"nul.toml"}"#, 400),
        ("POST", "/api/files", r#"{"name":"Aux.1"}"#, 400),
        ("POST", "/api/files", r#"{"name":"com7"}"#, 400),
        ("POST", "/api/files", r#"{"name":"ＮＵＬ"}"#, 400),
        ("POST", "/api/files", r#"{"name":"com¹"}"#, 400),
        ("POST", "/api/files", r#"{"name":"a","size":[200,1]}"#, 400),
        ("POST", "/api/files", r#"{"name":"a","from":"nochess"}"#, 404),
        ("POST", "/api/files/7/draft", r#"{"text":""}"#, 404),
    ];
    for (method, path, body, status) in cases {
        let headers = format!("X-Ferz-Token: {}\r\nContent-Type: application/json\r\n", studio.token);
        let answer = studio.ask(method, path, &headers, body);
        let shown: String = body.chars().take(60).collect();
        assert_eq!(answer.status, *status, "{method} {path} {shown}: {}", answer.body);
        let json: serde_json::Value = serde_json::from_str(&answer.body)
            .unwrap_or_else(|error| panic!("{method} {path} {shown}: {error}: {}", answer.body));
        assert!(json["error"].as_str().is_some_and(|reason| reason.len() > 10), "{method} {path}: {json}");
    }
    assert_eq!(studio.get(&table).status, 200);
    assert!(!studio.folder.join("a.toml").exists() && !studio.folder.join("../evil.toml").exists());
}

#[test]
fn changes_need_the_token_and_the_right_host() {
    let studio = Studio::new("guard", &[]);
    let json = "Content-Type: application/json\r\n";
    let token = format!("X-Ferz-Token: {}\r\n", studio.token);
    assert_eq!(studio.ask("POST", "/api/tables", json, CHESS).status, 403);
    assert_eq!(studio.ask("POST", "/api/tables", &format!("{json}X-Ferz-Token: no\r\n"), CHESS).status, 403);
    let foreign = format!("{json}{token}Origin: http://evil.example\r\n");
    assert_eq!(studio.ask("POST", "/api/tables", &foreign, CHESS).status, 403);
    let own = format!("{json}{token}Origin: http://127.0.0.1:{}\r\n", studio.port);
    assert_eq!(studio.ask("POST", "/api/tables", &own, CHESS).status, 200);
    for host in ["evil.example", "evil.example:80", &format!("evil.example:{}", studio.port)] {
        let answer =
            studio.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(answer.status, 403, "{host}");
        assert!(!answer.body.contains(&studio.token));
    }
    let own = format!("127.0.0.1:{}", studio.port);
    for (line, hosts, status) in [
        (format!("http://{own}/"), vec![&*own], 200),
        ("/".to_owned(), vec![&own, "evil.example"], 403),
        ("/".to_owned(), vec!["evil.example", &own], 403),
        ("/".to_owned(), vec![&own, &own], 403),
        (format!("http://evil.example:{}/", studio.port), vec![&own], 403),
        (format!("http://{own}@evil.example/"), vec![&own], 403),
    ] {
        let hosts: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
        let answer =
            studio.raw(format!("GET {line} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n").as_bytes());
        // hyper refuses some of them by itself
        let refused = status == 403 && answer.status == 400;
        assert!(answer.status == status || refused, "{line} {hosts}: {}", answer.head);
    }
    let page = studio.get("/");
    let head = page.head.to_lowercase();
    for header in ["content-security-policy", "x-content-type-options: nosniff", "samesite=strict"] {
        assert!(head.contains(header), "{header} is missing:\n{head}");
    }
    assert!(!head.contains("access-control-allow-origin"));
}

#[test]
fn what_is_no_http_at_all_does_not_end_it() {
    let studio = Studio::new("noise", &[]);
    let host = format!("Host: 127.0.0.1:{}\r\n", studio.port);
    let large = format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\n{host}{}\r\n", "A: b\r\n".repeat(5000));
    let noise: [&[u8]; 7] = [
        b"",
        b"\0\xff\xfe\r\n\r\n",
        b"GET",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        large.as_bytes(),
        many.as_bytes(),
    ];
    for (index, request) in noise.iter().enumerate() {
        let answer = studio.raw(request);
        assert!(answer.status == 0 || (400..500).contains(&answer.status), "{index}: {}", answer.head);
    }
    let huge = "x".repeat(5 << 20);
    let headers = format!("X-Ferz-Token: {}\r\nContent-Type: application/json\r\n", studio.token);
    let answer = studio.ask("POST", "/api/tables", &headers, &huge);
    assert!(answer.status == 413 || answer.status == 0, "{}", answer.head);
    // connections that say nothing don't keep others out
    let idle: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect(("127.0.0.1", studio.port)).unwrap()).collect();
    assert_eq!(studio.get("/api/library").status, 200);
    drop(idle);
}

#[test]
fn many_games_go_on_at_once_and_outlive_the_program() {
    let mut studio = Studio::new("many", &[]);
    let ids: Vec<String> = (0..300).map(|_| studio.open(CHESS)).collect();
    for id in &ids {
        let answer = studio.post(&format!("/api/tables/{id}/play"), r#"{"move":"e4","ply":0}"#);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    studio.child.kill().unwrap();
    studio.child.wait().unwrap();
    let folder = studio.folder.clone();
    let again = {
        // the same folder, a new program
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let name =
            name.trim_start_matches("ferz-studio-").trim_end_matches(&format!("-{}", std::process::id()));
        Studio::new(name, &[])
    };
    for id in &ids {
        let answer = again.get(&format!("/api/tables/{id}"));
        assert!(answer.body.contains("\"e2e4\""), "{id}: {}", answer.body);
    }
    let damaged = folder.join("state").join(format!("{}.json", ids[0]));
    std::fs::write(&damaged, "{\"version\":1").unwrap();
    let fresh = Studio::new("many-other", &[]);
    std::fs::create_dir_all(fresh.folder.join("state")).unwrap();
    std::fs::copy(&damaged, fresh.folder.join("state").join(format!("{}.json", ids[0]))).unwrap();
    let answer = fresh.get(&format!("/api/tables/{}", ids[0]));
    assert_eq!(answer.status, 500);
    assert!(answer.body.contains("damaged"), "{}", answer.body);
}

#[test]
fn an_engine_that_thinks_keeps_nobody_waiting() {
    let studio = Studio::new("engine", &[]);
    let seats = r#"{"white":"engine","black":"person","level":10}"#;
    let engine = format!(r#"{{"origin":{{"built-in":"courier"}},"seats":{seats}}}"#);
    let id = studio.open(&engine);
    assert_eq!(studio.get("/api/library").status, 200);
    assert_eq!(studio.get(&format!("/api/tables/{id}")).status, 200);
    let seats =
        studio.post(&format!("/api/tables/{id}/seats"), r#"{"white":"person","black":"person","level":1}"#);
    assert_eq!(seats.status, 200);
    // on a busy machine the engine may have moved before it was sent away
    let made = |body: String| {
        body[body.find("\"made\":").expect("the moves made")..].split(']').next().map(str::to_owned)
    };
    let before = made(studio.get(&format!("/api/tables/{id}")).body);
    // another engine of its kind, asked later, has moved
    let other = studio.open(&engine);
    let nothing = Some("\"made\":[".to_owned());
    wait_until("a move", || made(studio.get(&format!("/api/tables/{other}")).body) != nothing);
    let after = made(studio.get(&format!("/api/tables/{id}")).body);
    assert_eq!(before, after, "a move that nobody waits for is not played");
}

#[test]
fn pictures_are_of_built_in_games_only() {
    let studio = Studio::new("names", &[]);
    let file = studio.folder.join("secret.toml");
    std::fs::write(&file, "[secret]\npassword = \"abc\"\n").unwrap();
    let path = file.to_string_lossy().replace('/', "%2F");
    for name in [&*path, "%2Fetc%2Fpasswd", "..%2Fsecret.toml", "secret.toml"] {
        let answer = studio.get(&format!("/api/games/{name}/picture"));
        assert_eq!(answer.status, 404, "{}", answer.body);
        assert!(!answer.body.contains("secret]") && !answer.body.contains("password"), "{}", answer.body);
    }
    assert_eq!(studio.get("/api/games/courier/picture").status, 200);
}

#[test]
fn what_can_not_be_opened_is_said() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .arg("studio")
            .args(arguments)
            .arg("--no-open")
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = run(&["couriar"]);
    assert!(status == Some(2) && said.contains("courier"), "{said}");
    let (status, said) = run(&["nowhere/x.toml"]);
    assert!(status == Some(2) && said.contains("nowhere/x.toml"), "{said}");
    let studio = Studio::new("taken", &[]);
    let (status, said) = run(&["--port", &studio.port.to_string()]);
    assert!(status == Some(2) && said.contains("in use"), "{said}");
}

#[cfg(unix)]
#[test]
fn half_open_connections_keep_nobody_out() {
    let studio = Studio::narrow("half", 256);
    let host = format!("Host: 127.0.0.1:{}\r\n", studio.port);
    // more than may be open, some of them after a request that was answered
    let begun = ["", "GET / HT", &format!("GET /api/library HTTP/1.1\r\n{host}")];
    let open: Vec<TcpStream> = (0..450).map(|at| studio.half(begun[at % 3])).collect();
    let answered = format!("GET /assets/icon.svg HTTP/1.1\r\n{host}\r\nGET / HT");
    let more: Vec<TcpStream> = (0..150).map(|_| studio.half(&answered)).collect();
    assert_eq!(studio.get("/api/library").status, 200);
    let id = studio.open(CHESS);
    let played = studio.post(&format!("/api/tables/{id}/play"), r#"{"move":"e4"}"#);
    assert_eq!(played.status, 200, "{}", played.body);
    drop((open, more));
}

#[test]
fn half_a_request_is_not_waited_for() {
    let studio = Studio::new("slow", &[]);
    let host = format!("Host: 127.0.0.1:{}\r\n", studio.port);
    let token = format!("X-Ferz-Token: {}\r\nContent-Type: application/json\r\n", studio.token);
    let body = format!("POST /api/tables HTTP/1.1\r\n{host}{token}Content-Length: 50\r\n\r\n{{\"origin\"");
    let begun = ["", "GET / HT", &format!("GET / HTTP/1.1\r\n{host}X: y"), &body];
    let open: Vec<TcpStream> = begun.iter().map(|begun| studio.half(begun)).collect();
    for (mut stream, begun) in open.into_iter().zip(begun) {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap_or_else(|error| panic!("{begun} is still open: {error}"));
        let late = answer.is_empty() || answer.starts_with("HTTP/1.1 408");
        assert!(late, "{begun}: {answer}");
    }
}

#[test]
fn pages_that_listen_are_limited_and_their_places_are_given_back() {
    let studio = Studio::new("streams", &[]);
    let host = format!("Host: 127.0.0.1:{}\r\n", studio.port);
    let mut open = Vec::new();
    let refusal = loop {
        let mut stream = studio.half(&format!("GET /api/events HTTP/1.1\r\n{host}\r\n"));
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        if &head != b"HTTP/1.1 200" {
            break String::from_utf8_lossy(&head).into_owned();
        }
        open.push(stream);
        assert!(open.len() < 1000, "there is no limit");
    };
    assert_eq!(refusal, "HTTP/1.1 503");
    assert!(open.len() >= 32, "only {} pages can be open", open.len());
    let answer = studio.get("/api/events");
    assert!(answer.body.contains("close one"), "{}", answer.body);
    assert_eq!(studio.get("/api/library").status, 200);
    open.truncate(1);
    wait_until("the places are given back", || {
        let mut stream = studio.half(&format!("GET /api/events HTTP/1.1\r\n{host}\r\n"));
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        &head == b"HTTP/1.1 200"
    });
}

#[test]
fn analyses_end_when_nobody_listens() {
    let studio = Studio::new("analyses", &[]);
    let id = studio.open(CHESS);
    let body = r#"{"path":[],"lines":2}"#;
    let request = format!(
        "POST /api/tables/{id}/analysis HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Ferz-Token: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        studio.port,
        studio.token,
        body.len()
    );
    // more than there can be at once: each must make room for the next
    for _ in 0..40 {
        let mut stream = studio.half(&request);
        let mut heard = Vec::new();
        while !String::from_utf8_lossy(&heard).contains("\"number\":2") {
            let mut part = [0; 4096];
            let read = stream.read(&mut part).unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&heard));
            heard.extend(&part[..read]);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn tables_of_a_game_have_their_rules_in_common() {
    let studio = Studio::new("memory", &[]);
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", studio.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    };
    let seats = r#""seats":{"white":"person","black":"person","level":1}"#;
    let courier = format!(r#"{{"origin":{{"built-in":"courier"}},{seats}}}"#);
    let court =
        format!(r#"{{"origin":{{"built-in":"courtyard"}},"options":{{"capture":"compulsory"}},{seats}}}"#);
    for body in [&courier, &court] {
        studio.open(body);
    }
    let before = resident();
    for _ in 0..130 {
        studio.open(&courier);
        studio.open(&court);
    }
    let more = resident().saturating_sub(before);
    assert!(more < 64, "260 tables take {more} MiB more than two");
}

#[test]
fn the_address_that_is_shown_can_be_opened() {
    let folder = std::env::temp_dir().join(format!("ferz-studio-everywhere-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["studio", "--address", "0.0.0.0", "--port", "0", "--no-open", "--state", "state"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_owned();
    let (host, path) = address.split_once('/').unwrap();
    assert!(!host.starts_with("0.0.0.0"), "{line}");
    let mut stream = TcpStream::connect(host).unwrap();
    stream
        .write_all(format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("ferz-token"), "{answer}");
}

#[test]
fn a_game_is_offered_though_many_others_were_only_looked_at() {
    let studio = Studio::new("looked", &[]);
    let id = studio.open(CHESS);
    assert_eq!(studio.post(&format!("/api/tables/{id}/play"), r#"{"move":"e4"}"#).status, 200);
    let state = studio.folder.join("state");
    let empty = r#"{"version":1,"title":"x","origin":{"built-in":"chess"},"options":[],"start":null,"steps":[],"ahead":[],"seats":{"white":"person","black":"person","level":1}}"#;
    let files = || {
        std::fs::read_dir(&state).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count()
    };
    for number in 0..150_u64 {
        let path = state.join(format!("{number:016x}.json"));
        std::fs::write(&path, empty).unwrap();
        if number % 2 == 0 {
            let old = std::time::SystemTime::now() - Duration::from_secs(3 * 24 * 60 * 60);
            std::fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        }
    }
    assert_eq!(files(), 151);
    let library = studio.get("/api/library").body;
    let json: serde_json::Value = serde_json::from_str(&library).unwrap();
    let recent = json["recent"].as_array().unwrap();
    assert!(recent.len() == 1 && recent[0]["id"] == *id, "{recent:?}");
    assert_eq!(files(), 76, "old tables without a move are cleared away");
}

#[test]
fn a_position_says_which_squares_are_not_seen() {
    let studio = Studio::new("sight", &[]);
    let unseen = |game: &str| {
        let seats = r#"{"white":"person","black":"person","level":1}"#;
        let id = studio.open(&format!(r#"{{"origin":{{"built-in":"{game}"}},"seats":{seats}}}"#));
        let answer = studio.get(&format!("/api/tables/{id}"));
        let json: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        json["position"]["unseen"].clone()
    };
    assert!(unseen("chess").is_null());
    let unseen = unseen("dark-chess");
    let has = |side: usize, square: &str| unseen[side].as_array().unwrap().iter().any(|one| one == square);
    assert!(has(0, "e7") && !has(0, "e4") && has(1, "e2") && !has(1, "e5"));
}
