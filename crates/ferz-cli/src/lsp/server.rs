//! The connection with an editor: its requests and notifications, and the replies.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    TextDocumentPositionParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::asking::{Asking, Screen};
use super::capabilities;
use super::checking::{Checking, Manner};
use super::documents::{Document, Drafts, View};
use super::folder::unopened;
use super::navigation::Around;
use super::position::Encoding;
use super::problems::Addresses;
use super::uri;
use super::wire::Post;

/// The reason why a request has no answer.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

pub(super) type Answer = Result<Value, Refusal>;

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self(ErrorCode::RequestFailed, why)
    }
}

/// The state of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Before,
    Open,
    /// The editor has requested the shutdown.
    Shut,
}

/// The server's side of a conversation.
#[derive(Debug)]
pub(super) struct Server {
    post: Post,
    stage: Stage,
    pub(super) manner: Manner,
    screen: Screen,
    pub(super) snippets: bool,
    watches: bool,
    checking: Option<Checking>,
    documents: BTreeMap<String, Document>,
    views: HashMap<String, View>,
    /// The folders of the editor.
    folders: Vec<PathBuf>,
    /// Files there that extend an open one and are not open; looked up for each question that concerns them.
    unopened: Vec<(Document, View)>,
}

impl Addresses for BTreeMap<String, Document> {
    fn address(&self, path: &Path) -> Option<Uri> {
        self.values()
            .find(|document| document.path.as_deref() == Some(path))
            .map(|document| document.uri.clone())
    }
}

impl Server {
    pub(super) fn new(post: Post) -> Self {
        Self {
            post,
            stage: Stage::Before,
            manner: Manner::default(),
            screen: Screen { markdown: true, pictures: true },
            snippets: false,
            watches: false,
            checking: None,
            documents: BTreeMap::new(),
            views: HashMap::new(),
            folders: Vec::new(),
            unopened: Vec::new(),
        }
    }

    /// Handles a message; `Some` when that was the last one: whether the connection was shut down in order.
    pub(super) fn take(&mut self, message: Message) -> Option<bool> {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                let answer = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
                let broken = || {
                    Err(Refusal(
                        ErrorCode::InternalError,
                        "this request has caused an internal error".to_owned(),
                    ))
                };
                self.reply(id, answer.unwrap_or_else(|_| broken()));
            }
            Message::Notification(note) if note.method == "exit" => return Some(self.is_over()),
            Message::Notification(note) => {
                // the failure of a notification can't be reported; the text stays as it was
                _ = catch_unwind(AssertUnwindSafe(|| self.note(note)));
            }
            Message::Response(_) => {}
        }
        None
    }

    /// Returns `true` if the editor has requested the shutdown.
    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::Shut
    }

    /// Ends all background work.
    pub(super) fn end(mut self) {
        if let Some(checking) = self.checking.take() {
            checking.end();
        }
    }

    /// Reports a message that could not be read.
    pub(super) fn complain(&self, why: &str) {
        self.send("window/logMessage", json!({ "type": 1, "message": format!("ferz: {why}") }));
    }

    fn send(&self, method: &str, params: Value) {
        self.post.send(Notification::new(method.to_owned(), params));
    }

    fn reply(&self, id: RequestId, answer: Answer) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(Refusal(code, message)) => Response::new_err(id, code as i32, message),
        };
        self.post.send(response);
    }

    fn answer(&mut self, request: Request) -> Answer {
        let Request { method, params, .. } = request;
        match (self.stage, method.as_str()) {
            (Stage::Before, "initialize") => self.initialize(read(params)?),
            (Stage::Before, _) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "`initialize` must come first".to_owned()))
            }
            (Stage::Shut, _) => {
                Err(Refusal(ErrorCode::InvalidRequest, "the server has been shut down".to_owned()))
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Shut;
                Ok(Value::Null)
            }
            (Stage::Open, "initialize") => {
                Err(Refusal(ErrorCode::InvalidRequest, "`initialize` may come only once".to_owned()))
            }
            (Stage::Open, _) => self.question(&method, params),
        }
    }

    fn initialize(&mut self, params: InitializeParams) -> Answer {
        let client = &params.capabilities;
        let text = client.text_document.as_ref();
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let encoding = Encoding::agreed(offered.unwrap_or_default());
        let related = text.and_then(|text| text.publish_diagnostics.as_ref()?.related_information);
        let snippets =
            text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref()?.snippet_support);
        let watches =
            client.workspace.as_ref().and_then(|all| all.did_change_watched_files?.dynamic_registration);
        let advice =
            params.initialization_options.as_ref().and_then(|options| options.get("advice")?.as_bool());
        self.manner = Manner { encoding, related: related == Some(true), advice: advice == Some(true) };
        self.screen = Screen::of(&params);
        self.snippets = snippets == Some(true);
        self.watches = watches == Some(true);
        self.folders = folders(&params);
        self.checking = Some(Checking::new(self.post.clone(), self.manner));
        self.stage = Stage::Open;
        let server = json!({ "name": "ferz", "version": env!("CARGO_PKG_VERSION") });
        Ok(json!({ "capabilities": capabilities::all(encoding), "serverInfo": server }))
    }

    pub(super) fn document(&self, uri: &Uri) -> Result<&Document, Refusal> {
        let unknown = || Refusal(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
        self.documents.get(uri.as_str()).ok_or_else(unknown)
    }

    pub(super) fn drafts(&self) -> Drafts {
        Drafts::of(self.documents.values())
    }

    /// Answers a request about a place; in a text that is no game file there is nothing to say.
    pub(super) fn at(
        &mut self,
        place: &TextDocumentPositionParams,
        answer: impl FnOnce(&Asking<'_>, &Around<'_>) -> Answer,
    ) -> Answer {
        let key = place.text_document.uri.as_str();
        let drafts = self.drafts();
        let document = self.document(&place.text_document.uri)?;
        if !document.is_definition() {
            return Ok(Value::Null);
        }
        if !self.views.contains_key(key) {
            let view = View::of(document, &|path| drafts.text(path));
            self.views.insert(key.to_owned(), view);
        }
        let others = self.documents.iter().filter(|(other, _)| *other != key);
        let others = others.filter_map(|(key, document)| Some((document, self.views.get(key)?)));
        let others = others.chain(self.unopened.iter().map(|(document, view)| (document, view))).collect();
        let around =
            Around { open: &self.documents, encoding: self.manner.encoding, library: &drafts, others };
        let document = &self.documents[key];
        let Some(view) = self.views.get(key) else { return Ok(Value::Null) };
        let asking = Asking::new(document, view, place.position, self.manner.encoding, self.screen);
        answer(&asking, &around)
    }

    /// Shows a message to the user.
    pub(super) fn show(&self, message: &str, good: bool) {
        let kind = if good { 3 } else { 1 };
        self.send("window/showMessage", json!({ "type": kind, "message": message }));
    }

    /// Searches every open game file and those in the editor's folders, for requests that concern them all.
    pub(super) fn look_at_all(&mut self) {
        let drafts = self.drafts();
        for (key, document) in &self.documents {
            if !self.views.contains_key(key) && document.is_definition() {
                self.views.insert(key.clone(), View::of(document, &|path| drafts.text(path)));
            }
        }
        let paths: BTreeSet<PathBuf> =
            self.documents.values().filter_map(|document| document.path.clone()).collect();
        // without a folder, those beside the open files
        let beside: BTreeSet<PathBuf> =
            paths.iter().filter_map(|path| Some(path.parent()?.to_owned())).collect();
        let beside: Vec<PathBuf> = beside.into_iter().collect();
        let folders = if self.folders.is_empty() { &beside } else { &self.folders };
        self.unopened = unopened(folders, &paths, &drafts);
    }

    fn note(&mut self, note: Notification) {
        let method = note.method.clone();
        if self.stage != Stage::Open {
            return;
        }
        let done = match method.as_str() {
            "initialized" => {
                self.watch();
                Ok(())
            }
            "textDocument/didOpen" => read(note.params).map(|params| self.open(params)),
            "textDocument/didChange" => read(note.params).map(|params| self.change(params)),
            "textDocument/didClose" => read(note.params).map(|params| self.close(&params)),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.views.clear();
                self.checking.iter().for_each(Checking::files_changed);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(Refusal(_, why)) = done {
            self.complain(&format!("`{method}`: {why}"));
        }
    }

    /// Asks for notifications of files that change outside of the editor.
    fn watch(&self) {
        if self.watches {
            let watchers = json!({ "watchers": [{ "globPattern": "**/*.toml" }] });
            let one = json!({ "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": watchers });
            let params = json!({ "registrations": [one] });
            let request =
                Request::new("watch".to_owned().into(), "client/registerCapability".to_owned(), params);
            self.post.send(request);
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        self.set(Document::new(item.uri, item.version, item.text));
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let id = params.text_document;
        let Some(mut document) = self.documents.get(id.uri.as_str()).cloned() else {
            return self.complain(&format!("{} has changed, but it is not open", id.uri.as_str()));
        };
        document.change(id.version, params.content_changes, self.manner.encoding);
        self.set(document);
    }

    fn set(&mut self, document: Document) {
        self.views.clear();
        self.checking.iter().for_each(|checking| checking.changed(&document));
        self.documents.insert(document.uri.as_str().to_owned(), document);
    }

    fn close(&mut self, params: &DidCloseTextDocumentParams) {
        self.views.clear();
        if let Some(document) = self.documents.remove(params.text_document.uri.as_str()) {
            self.checking.iter().for_each(|checking| checking.closed(&document));
        }
    }
}

/// Returns the folders that the editor has open.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let several = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    #[expect(deprecated, reason = "older editors say nothing else")]
    let root = params.root_uri.as_ref();
    let mut paths: Vec<PathBuf> =
        several.chain(root).filter_map(uri::path).map(|path| uri::settled(&path)).collect();
    paths.sort();
    paths.dedup();
    paths
}

pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}

pub(super) fn written(value: impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}
