//! The questions an editor asks, each with where its answer comes from.

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CodeActionResponse, CompletionParams, DocumentFormattingParams,
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentSymbolParams,
    DocumentSymbolResponse, GotoDefinitionParams, HoverParams, Position, PrepareRenameResponse,
    ReferenceParams, RenameParams, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};
use serde_json::Value;

use super::asking::Asking;
use super::server::{Answer, Refusal, Server, read, written};
use super::{actions, completion, hover, navigation, symbols};

impl Server {
    /// Answers a question about what is written.
    pub(super) fn question(&mut self, method: &str, params: Value) -> Answer {
        match method {
            "textDocument/hover" => {
                let params: HoverParams = read(params)?;
                self.at(&params.text_document_position_params, |asking, _| written(hover::hover(asking)))
            }
            "textDocument/completion" => {
                let params: CompletionParams = read(params)?;
                let snippets = self.snippets;
                self.at(&params.text_document_position, |asking, _| {
                    written(completion::complete(asking, snippets))
                })
            }
            "textDocument/codeAction" => self.code_actions(&read(params)?),
            "textDocument/documentSymbol" => {
                let params: DocumentSymbolParams = read(params)?;
                let encoding = self.manner.encoding;
                self.at(&first(params.text_document.uri), |asking, _| {
                    let part = asking.view.own();
                    let all = symbols::symbols(&part.text, &part.outline, encoding);
                    written(DocumentSymbolResponse::Nested(all))
                })
            }
            "textDocument/formatting" => self.layout(&read(params)?),
            _ => self.question_of_names(method, params),
        }
    }

    /// Answers a question about a name.
    fn question_of_names(&mut self, method: &str, params: Value) -> Answer {
        match method {
            "textDocument/definition" => {
                let params: GotoDefinitionParams = read(params)?;
                let place = params.text_document_position_params;
                self.at(&place, |asking, around| written(navigation::definition(asking, around)))
            }
            "textDocument/references" => {
                let params: ReferenceParams = read(params)?;
                let given = params.context.include_declaration;
                let place = params.text_document_position;
                self.look_at_all();
                self.at(&place, |asking, around| written(navigation::references(asking, around, given)))
            }
            "textDocument/documentHighlight" => {
                let params: DocumentHighlightParams = read(params)?;
                self.at(&params.text_document_position_params, |asking, _| written(highlights(asking)))
            }
            "textDocument/prepareRename" => {
                let place: TextDocumentPositionParams = read(params)?;
                self.at(&place, |asking, _| {
                    let (_, name, mention) = navigation::renamable(asking)?;
                    let range = asking.lines.range(mention.range.clone());
                    written(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name })
                })
            }
            "textDocument/rename" => {
                let params: RenameParams = read(params)?;
                self.look_at_all();
                self.at(&params.text_document_position, |asking, around| {
                    let files = navigation::rename(asking, around, &params.new_name)?;
                    written(actions::edited(files))
                })
            }
            _ => Err(Refusal(ErrorCode::MethodNotFound, format!("there is no method `{method}`"))),
        }
    }

    fn code_actions(&self, params: &CodeActionParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        if !document.is_definition() {
            return Ok(Value::Null);
        }
        let shown = &params.context.diagnostics;
        let found = actions::corrections(document, &self.drafts(), params.range, shown, self.manner.encoding);
        let all: CodeActionResponse = found.into_iter().map(CodeActionOrCommand::CodeAction).collect();
        written(all)
    }

    fn layout(&self, params: &DocumentFormattingParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        if !document.is_definition() {
            return Ok(Value::Null);
        }
        written(actions::layout(document, &self.drafts(), self.manner.encoding)?)
    }
}

fn highlights(asking: &Asking<'_>) -> Vec<DocumentHighlight> {
    let kind = |given| if given { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
    let all = navigation::highlights(asking).into_iter();
    all.map(|(range, given)| DocumentHighlight { range, kind: Some(kind(given)) }).collect()
}

/// The very first place of a text.
fn first(uri: Uri) -> TextDocumentPositionParams {
    let text_document = TextDocumentIdentifier { uri };
    TextDocumentPositionParams { text_document, position: Position::default() }
}
