//! The questions an editor asks, each with where its answer comes from.

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, CodeLensParams,
    CompletionParams, DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse,
    ExecuteCommandParams, FoldingRangeParams, GotoDefinitionParams, HoverParams, Position,
    PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentIdentifier, TextDocumentPositionParams,
    Uri,
};
use serde_json::Value;

use super::asking::Asking;
use super::position::Encoding;
use super::server::{Answer, Refusal, Server, read, written};
use super::{actions, completion, folding, hover, lens, navigation, symbols};

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
                    written(DocumentSymbolResponse::Nested(tables(asking, encoding)))
                })
            }
            "textDocument/foldingRange" => {
                let params: FoldingRangeParams = read(params)?;
                let encoding = self.manner.encoding;
                self.at(&first(params.text_document.uri), |asking, _| {
                    written(folding::folds(&asking.document.text, &tables(asking, encoding)))
                })
            }
            "textDocument/codeLens" => {
                let params: CodeLensParams = read(params)?;
                let encoding = self.manner.encoding;
                self.at(&first(params.text_document.uri), |asking, _| {
                    let document = asking.document;
                    written(lens::lenses(&document.text, &tables(asking, encoding), &document.uri))
                })
            }
            "workspace/executeCommand" => self.command(read(params)?),
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

    /// Runs a command: an example, or all of a text. An editor that shows nothing of the answer shows the message.
    fn command(&mut self, params: ExecuteCommandParams) -> Answer {
        let wrong = |why: &str| Refusal(ErrorCode::InvalidParams, why.to_owned());
        if params.command != lens::RUN {
            return Err(wrong(&format!("there is no command `{}`", params.command)));
        }
        let mut arguments = params.arguments.into_iter();
        let uri: Uri = read(arguments.next().ok_or_else(|| wrong("the address of a text is missing"))?)?;
        let number: Option<usize> = arguments.next().map(read).transpose()?;
        let mut told = None;
        let answer = self.at(&first(uri), |asking, _| {
            let result = lens::run(asking, number)?;
            let answer = result.answer.clone();
            told = Some(result);
            Ok(answer)
        });
        if let Some(told) = told {
            self.show(&told.message, told.holds);
        }
        answer
    }

    fn code_actions(&mut self, params: &CodeActionParams) -> Answer {
        let document = self.document(&params.text_document.uri)?;
        if !document.is_definition() {
            return Ok(Value::Null);
        }
        let wanted = |kind: CodeActionKind| {
            let only = params.context.only.as_deref();
            only.is_none_or(|only| only.iter().any(|one| kind.as_str().starts_with(one.as_str())))
        };
        let mut found = Vec::new();
        if wanted(CodeActionKind::QUICKFIX) {
            let shown = &params.context.diagnostics;
            let encoding = self.manner.encoding;
            found = actions::corrections(document, &self.drafts(), params.range, shown, encoding);
        }
        if wanted(CodeActionKind::REFACTOR_REWRITE) {
            let text_document = params.text_document.clone();
            let place = TextDocumentPositionParams { text_document, position: params.range.start };
            self.at(&place, |asking, _| {
                found.extend(actions::rewritten(asking));
                Ok(Value::Null)
            })?;
        }
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

/// The tables of a text, with the names in them.
fn tables(asking: &Asking<'_>, encoding: Encoding) -> Vec<DocumentSymbol> {
    let part = asking.view.own();
    symbols::symbols(&part.text, &part.outline, encoding)
}

/// The very first place of a text.
fn first(uri: Uri) -> TextDocumentPositionParams {
    let text_document = TextDocumentIdentifier { uri };
    TextDocumentPositionParams { text_document, position: Position::default() }
}
