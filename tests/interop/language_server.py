#!/usr/bin/env python3
"""An ordinary client of the Language Server Protocol drives `ferz lsp` as an editor does: it opens files, types, asks, renames, and
sends what no editor should.

    tests/interop/language_server.py target/release/ferz [--latency]

Needs the package `pygls` (PyPI). Exit status: 0 if all went well, 1 if not. `--latency` measures instead how long it takes from a
change of the largest game to its diagnostics.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

GAMES = Path(__file__).resolve().parents[2] / "games"
# seconds; longer than this nothing takes, whatever else the machine does
PATIENCE = 600

PARENT = """\
extends = "chess"

[game]
name = "Hills — with an é and a 😀"

[regions]
hill = "d4..e5"

[pieces]
queen  = { moves = "QN" }
wizard = { letter = "W", moves = "F C" }

[promotion]
to = "queen, wizard"

[end]
hill = { lose = "their wizard in hill" }
"""

CHILD = """\
extends = "./parent.toml"

[promotion]
to = "wizard"

[end]
hill = { lose = "their wizard in hill" }
"""

MANY = 'extends = "chess"\n[pieces]\n' + "".join(f"a{number} = false\n" for number in range(60_000))


class Editor(LanguageClient):
    """An editor with files open, that remembers what it was told of each."""

    def __init__(self, ferz, folder):
        super().__init__("editor", "1")
        self.ferz, self.folder = ferz, Path(folder)
        self.texts, self.versions, self.told, self.logs, self.messages = {}, {}, {}, [], []
        self.times = Counter()
        self.news = asyncio.Event()
        self.feature("textDocument/publishDiagnostics")(lambda params: self.hear(params))
        self.feature("window/logMessage")(lambda params: self.logs.append(params.message))
        self.feature("window/showMessage")(lambda params: self.messages.append(params.message))
        self.feature("client/registerCapability")(lambda params: None)

    def hear(self, params):
        self.told[params.uri] = params
        self.times[params.uri, params.version] += 1
        self.news.set()

    async def begin(self, encodings=None):
        cache = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}
        await self.start_io(self.ferz, "lsp", env=cache)
        said = await self.initialize_async(
            types.InitializeParams(
                process_id=os.getpid(),
                root_uri=self.folder.as_uri(),
                capabilities=types.ClientCapabilities(
                    general=types.GeneralClientCapabilities(position_encodings=encodings),
                    text_document=types.TextDocumentClientCapabilities(
                        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True)
                    ),
                ),
            )
        )
        self.initialized(types.InitializedParams())
        return said

    def uri(self, name):
        return (self.folder / name).as_uri()

    def open(self, name, text=None):
        uri = self.uri(name)
        text = (self.folder / name).read_text("utf-8") if text is None else text
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri=uri, language_id="toml", version=1, text=text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return uri

    def change(self, uri, *changes):
        """Changes of places, as `(range, text)`; a range of `None` is the whole text."""
        self.versions[uri] += 1
        events = []
        for place, text in changes:
            if place is None:
                events.append(types.TextDocumentContentChangeWholeDocument(text=text))
                self.texts[uri] = text
            else:
                events.append(types.TextDocumentContentChangePartial(range=place, text=text))
                self.texts[uri] = edited(self.texts[uri], place, text)
        identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.text_document_did_change(
            types.DidChangeTextDocumentParams(text_document=identifier, content_changes=events)
        )

    async def diagnostics(self, uri, wanted=lambda found: True, version=None):
        """The diagnostics of a file, as soon as they are of its newest version and as wanted."""
        version = version or self.versions.get(uri)

        def come():
            told = self.told.get(uri)
            return told is not None and (version is None or told.version == version) and wanted(told.diagnostics)

        await self.until(come, lambda: f"{uri}: version {version} has not come to what is wanted: {self.told.get(uri)}")
        return self.told[uri].diagnostics

    async def checked(self, uri):
        """All diagnostics of a file without errors: they are told twice, after it is read and after it is checked as a whole."""
        version = self.versions[uri]
        await self.until(lambda: self.times[uri, version] >= 2, lambda: f"{uri}: version {version} has not been checked as a whole")
        return self.told[uri].diagnostics

    async def until(self, come, problem):
        """Waits for what the server tells."""
        deadline = time.monotonic() + PATIENCE
        while not come():
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), deadline - time.monotonic())
            except (asyncio.TimeoutError, TimeoutError):
                sys.exit(problem())

    def place(self, uri, word, skip=0, nth=1):
        """The place of the nth time that a word stands in a text."""
        at = -1
        for _ in range(nth):
            at = self.texts[uri].index(word, at + 1)
        return position(self.texts[uri], at + skip)

    def at(self, uri, word, skip=0, nth=1):
        """A document and a place in it, as most questions want it."""
        return {"text_document": types.TextDocumentIdentifier(uri=uri), "position": self.place(uri, word, skip, nth)}

    async def hover(self, uri, word, skip=0, nth=1):
        found = await self.text_document_hover_async(types.HoverParams(**self.at(uri, word, skip, nth)))
        return found and found.contents.value

    async def complete(self, uri, word, skip=0, nth=1):
        found = await self.text_document_completion_async(types.CompletionParams(**self.at(uri, word, skip, nth)))
        return [item.label for item in found]

    async def definition(self, uri, word, skip=0, nth=1):
        return await self.text_document_definition_async(types.DefinitionParams(**self.at(uri, word, skip, nth)))

    async def rename(self, uri, new, word, skip=0, nth=1):
        params = types.RenameParams(new_name=new, **self.at(uri, word, skip, nth))
        changes = (await self.text_document_rename_async(params)).changes
        return {uri: applied(self.texts[uri], edits) for uri, edits in changes.items()}

    async def end(self):
        await self.shutdown_async(None)
        self.exit(None)
        return await asyncio.wait_for(self._server.wait(), PATIENCE)


def position(text, at):
    before = text[:at]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    return types.Position(line=line, character=len(column.encode("utf-16-le")) // 2)


def offset(text, place):
    lines = text.split("\n")
    if place.line >= len(lines):
        return len(text)
    line = lines[place.line].encode("utf-16-le")[: place.character * 2].decode("utf-16-le")
    return sum(len(one) + 1 for one in lines[: place.line]) + len(line)


def edited(text, place, new):
    return text[: offset(text, place.start)] + new + text[offset(text, place.end) :]


def applied(text, edits):
    for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        text = edited(text, edit.range, edit.new_text)
    return text


def codes(diagnostics):
    return [one.code for one in diagnostics]


def said(text, place):
    return text[offset(text, place.start) : offset(text, place.end)]


async def refused(question, words):
    try:
        answer = await question
    except JsonRpcException as error:
        assert all(word in error.message for word in words), error.message
        return
    sys.exit(f"this should have been refused: {answer}")


async def typing(editor):
    """Diagnostics follow what is typed, with places in UTF-16, and the newest text wins."""
    parent = editor.open("parent.toml")
    await editor.diagnostics(parent, lambda found: not found)

    # a letter at a time, behind signs of several units
    start = editor.place(parent, '"QN"', 1)
    end = editor.place(parent, '"QN"', 3)
    editor.change(parent, (types.Range(start=start, end=end), "Qn"))
    found = await editor.diagnostics(parent, lambda found: found)
    assert codes(found) == ["ferz::moves::no_capital"], found
    assert said(editor.texts[parent], found[0].range) == "n", found
    assert found[0].severity == types.DiagnosticSeverity.Error and found[0].source == "ferz", found
    assert "help: did you mean `QN`?" in found[0].message, found
    assert "diagnostics.md#L" in found[0].code_description.href, found

    # a correction that is offered, and works
    action = types.CodeActionParams(
        text_document=types.TextDocumentIdentifier(uri=parent),
        range=found[0].range,
        context=types.CodeActionContext(diagnostics=found),
    )
    actions = await editor.text_document_code_action_async(action)
    assert [one.title for one in actions] == ["Write `QN`"] and actions[0].kind == "quickfix", actions
    assert actions[0].diagnostics == found, actions
    corrected = applied(editor.texts[parent], actions[0].edit.changes[parent])
    assert corrected == PARENT, corrected
    editor.change(parent, (None, corrected))
    await editor.diagnostics(parent, lambda found: not found)

    # the remark stands in the line with signs of two units in UTF-16
    smile = editor.place(parent, "😀", 2)
    editor.change(parent, (types.Range(start=editor.place(parent, "😀", 1), end=smile), ""))
    found = await editor.diagnostics(parent, lambda found: found)
    assert codes(found)[0] == "ferz::toml::unclosed" and found[0].range.start.line == 3, found
    editor.change(parent, (None, PARENT))

    # a letter after the other, without waiting
    for length in range(0, len(PARENT), 7):
        editor.change(parent, (None, PARENT[:length]))
    editor.change(parent, (None, PARENT.replace("to =", "too =")))
    found = await editor.diagnostics(parent, lambda found: found)
    assert codes(found) == ["ferz::definition::unknown_key"], found
    editor.change(parent, (None, PARENT))

    # further places, and lints
    twice = PARENT.replace('letter = "W"', 'letter = "Q"')
    editor.change(parent, (None, twice))
    found = await editor.diagnostics(parent, lambda found: found)
    assert codes(found) == ["ferz::pieces::duplicate_letter"] and found[0].related_information, found
    odd = PARENT.replace('to = "queen, wizard"', 'on = "rank 1"')
    editor.change(parent, (None, odd))
    await editor.diagnostics(parent, lambda found: "ferz::lint::promotion_never" in codes(found))
    failing = PARENT + '\n[[example]]\nshows = "a pawn"\nlegal = "e2e5"\n'
    editor.change(parent, (None, failing))
    found = await editor.diagnostics(parent, lambda found: any("this example fails" in one.message for one in found))
    place = [one.range for one in found if "this example fails" in one.message]
    assert [said(editor.texts[parent], one) for one in place] == ["e2e5"], found
    editor.change(parent, (None, PARENT))
    await editor.diagnostics(parent, lambda found: not found)


async def families(editor):
    """A fault in a parent is reported there, from the text that is open; children follow."""
    parent, child = editor.uri("parent.toml"), editor.open("child.toml")
    await editor.diagnostics(child, lambda found: not found)
    editor.change(parent, (None, PARENT.replace('moves = "F C"', 'moves = "F wC"')))
    found = await editor.diagnostics(child, lambda found: found)
    assert codes(found) == ["ferz::moves::unknown_letter"], found
    assert said(CHILD, found[0].range) == "./parent.toml", found
    assert found[0].related_information[0].location.uri == parent, found
    assert codes(await editor.diagnostics(parent, lambda found: found)) == ["ferz::moves::unknown_letter"]
    editor.change(parent, (None, PARENT))
    await editor.diagnostics(child, lambda found: not found)
    await editor.diagnostics(parent, lambda found: not found)

    # a parent that nobody has opened
    broken = editor.uri("broken.toml")
    grand = editor.open("grand.toml", 'extends = "./broken.toml"\n')
    found = await editor.diagnostics(broken, lambda found: found)
    assert codes(found) == ["ferz::pieces::unknown"], found
    editor.text_document_did_close(
        types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=grand))
    )
    del editor.versions[grand]
    await editor.diagnostics(broken, lambda found: not found)
    await editor.diagnostics(grand, lambda found: not found)

    # to where things are given, through files that are open and games that are built in
    found = await editor.definition(child, "./parent")
    assert found.uri == parent, found
    found = await editor.definition(child, '"wizard"', 3)
    assert found.uri == parent and said(PARENT, found.range) == "wizard", found
    found = await editor.definition(child, "in hill", 4)
    assert found.uri == parent and said(PARENT, found.range) == "hill", found
    found = await editor.definition(parent, "queen ", 2)
    built_in = Path(found.uri.removeprefix("file://"))
    assert said(built_in.read_text("utf-8"), found.range) == "queen" and built_in.name == "chess.toml", found
    assert not os.access(built_in, os.W_OK) or os.getuid() == 0, found
    found = await editor.definition(parent, '"chess"', 2)
    assert found.uri.endswith("/chess.toml"), found

    context = types.ReferenceContext(include_declaration=True)
    params = types.ReferenceParams(context=context, **editor.at(parent, "wizard"))
    found = await editor.text_document_references_async(params)
    assert [one.uri for one in found] == [parent] * 3 + [child] * 2, found

    # another name, in all that is open
    texts = await editor.rename(parent, "mage", "wizard", 2)
    assert texts == {parent: PARENT.replace("wizard", "mage"), child: CHILD.replace("wizard", "mage")}, texts
    place = types.PrepareRenameParams(**editor.at(parent, "wizard", 0, 2))
    assert (await editor.text_document_prepare_rename_async(place)).placeholder == "wizard"
    await refused(editor.rename(child, "mage", '"wizard"', 2), ["wizard", "parent.toml", "rename it there"])
    await refused(editor.rename(parent, "rook", "wizard"), ["already"])
    await refused(editor.rename(parent, "Great Mage", "wizard"), ["is not a name"])
    await refused(editor.rename(parent, "mine", "wizard"), ["mine", "can't be the name"])
    await refused(editor.rename(parent, "dame", "queen "), ["chess.toml"])
    await refused(editor.rename(parent, "dame", "letter"), ["no name here"])


async def answers(editor):
    """Hover, completion, symbols, layout."""
    parent = editor.uri("parent.toml")
    shown = await editor.hover(parent, '"F C"', 1)
    assert "one square diagonally" in shown.lower() and "](data:image/svg+xml," in shown and "```text" in shown, shown
    assert "`F`: one square diagonally" in shown, shown
    assert "how it moves" in (await editor.hover(parent, "moves", 1)).lower()
    assert "Wizard" in await editor.hover(parent, "to = \"queen, wizard", 15)
    assert "d4, e4, d5 and e5" in await editor.hover(parent, "in hill", 4)
    assert "The opponent has a wizard in the hill" in await editor.hover(parent, "their", 1)
    assert "**Chess**" in await editor.hover(parent, '"chess"', 2)
    assert "parent.toml`" in await editor.hover(editor.uri("child.toml"), "./parent", 2)

    async def offered(text, nth=1):
        """The completions at the place of `|`."""
        draft = editor.open("draft.toml", text.replace("|", ""))
        editor.texts[draft] = text
        found = await editor.complete(draft, "|", nth=nth)
        del editor.versions[draft]
        editor.text_document_did_close(
            types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=draft))
        )
        return found

    head = 'extends = "./parent.toml"\n\n'
    found = await offered("|")
    assert "extends" in found and "[pieces]" in found, found
    found = await offered(head + '[promotion]\nto = "queen"\n|')
    assert "pieces" in found and "after" in found and "to" not in found and "[turn]" in found, found
    found = await offered(head + "[capture]\ncompulsory = |")
    assert found == ['"strict"', '"huff"'], found
    found = await offered(head + '[promotion]\nto = "qu|')
    assert "queen" in found and "wizard" in found and "lost" in found, found
    found = await offered(head + '[promotion]\non = "|"')
    assert "hill" in found and "rank" in found, found
    found = await offered(head + '[end]\na = { lose = "their king in |" }')
    assert "hill" in found and "king" not in found, found
    found = await offered(head + '[pieces]\nking = { moves = "f|" }')
    assert "W" in found and "m" in found, found
    found = await offered('extends = "|"')
    assert "courier" in found and "./parent.toml" in found, found
    found = await offered(head + "[[exam|]]")
    assert "example" in found and "board" not in found, found
    found = await offered("extends = \"korkserschach\"\n[[example]]\noptions = { | }")
    assert "gardez" in found, found
    found = await offered("extends = \"korkserschach\"\n[[example]]\noptions = { gardez = \"|\" }")
    assert "declared" in found, found

    identifier = types.TextDocumentIdentifier(uri=parent)
    found = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=identifier))
    assert [one.name for one in found] == ["extends", "game", "regions", "pieces", "promotion", "end"], found
    assert [one.name for one in found[3].children] == ["queen", "wizard"], found
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    layout = types.DocumentFormattingParams(text_document=identifier, options=options)
    assert not await editor.text_document_formatting_async(layout)
    editor.change(parent, (None, PARENT.replace("hill = {", "hill={")))
    edits = await editor.text_document_formatting_async(layout)
    assert applied(editor.texts[parent], edits) == PARENT, edits
    editor.change(parent, (None, PARENT + "\n[promo"))
    await refused(editor.text_document_formatting_async(layout), ["can't be formatted"])
    editor.change(parent, (None, PARENT))
    place = types.DocumentHighlightParams(**editor.at(parent, "wizard"))
    assert len(await editor.text_document_document_highlight_async(place)) == 3


async def examples(editor):
    """Folding, commands that run examples, and renaming in files that are not open."""
    text = """# Chess with a hill,
# as a trial.
extends = "./parent.toml"

[pieces]
# it leaps
lion = { letter = "L", moves = "N" }
king = {
  moves = "K",
}

[end]
hill = { lose = "their lion in hill" }

# what it shows

[[example]]
shows = "the start"
count = 22

[[example]]
shows = "one move too many"
count = 21
"""
    trial = editor.open("trial.toml", text)
    identifier = types.TextDocumentIdentifier(uri=trial)
    found = await editor.text_document_folding_range_async(types.FoldingRangeParams(text_document=identifier))
    kinds = {(one.start_line, one.end_line): one.kind for one in found}
    assert kinds == {
        (0, 1): "comment", (4, 9): None, (7, 9): None, (11, 12): None, (16, 18): None, (20, 22): None,
    }, kinds

    lenses = await editor.text_document_code_lens_async(types.CodeLensParams(text_document=identifier))
    shown = [(one.range.start.line, one.command.title) for one in lenses]
    assert shown == [(16, "Run"), (16, "Run all examples"), (20, "Run")], shown
    for at, holds, words in [(0, [True], "holds"), (1, [True, False], "1 of 2 examples fail; line 2"), (2, [False], "22")]:
        command = lenses[at].command
        params = types.ExecuteCommandParams(command=command.command, arguments=command.arguments)
        answer = await editor.workspace_execute_command_async(params)
        assert [one["holds"] for one in answer] == holds, answer
        assert words in editor.messages[-1], editor.messages
    leaper = editor.open("bent.toml", 'extends = "chess"\n[pieces]\nqueen = { moves = "FyafsF" }\nrook = { moves = "FW" }\n')

    async def rewritten(word):
        at = editor.place(leaper, word, 1)
        context = types.CodeActionContext(diagnostics=[], only=[types.CodeActionKind.Refactor])
        params = types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=leaper), range=types.Range(start=at, end=at), context=context
        )
        found = await editor.text_document_code_action_async(params)
        return {one.title: applied(editor.texts[leaper], one.edit.changes[leaper]) for one in found}

    found = await rewritten("FyafsF")
    assert list(found) == ["Write `[F?R]` in place of `FyafsF`"], found
    assert 'queen = { moves = "[F?R]" }' in found["Write `[F?R]` in place of `FyafsF`"], found
    assert any("`K`" in title for title in await rewritten("FW")), await rewritten("FW")
    unknown = types.ExecuteCommandParams(command="ferz.unknown", arguments=[])
    await refused(editor.workspace_execute_command_async(unknown), ["no command"])

    (editor.folder / "below").mkdir()
    child = editor.folder / "below" / "unopened.toml"
    child.write_text('extends = "../trial.toml"\n\n[end]\nhill = { lose = "their lion in hill" }\n', "utf-8")
    editor.texts[child.as_uri()] = child.read_text("utf-8")
    changed = await editor.rename(trial, "leopard", "lion")
    assert "leopard = {" in changed[trial] and "their leopard in" in changed[trial], changed
    assert "their leopard in hill" in changed[child.as_uri()] and len(changed) == 2, changed
    child.write_text(child.read_text("utf-8") + '[pieces]\nleopard = { letter = "Y", moves = "K" }\n', "utf-8")
    await refused(editor.rename(trial, "leopard", "lion"), ["unopened.toml already has a piece called `leopard`"])
    child.unlink()


async def nonsense(editor):
    """Messages that no editor should send are answered or passed over, and the conversation goes on."""
    far = {"text_document": types.TextDocumentIdentifier(uri=editor.uri("unknown.toml"))}
    far["position"] = types.Position(line=1, character=1)
    await refused(editor.text_document_hover_async(types.HoverParams(**far)), ["not open"])
    parent = editor.uri("parent.toml")
    far = {"text_document": types.TextDocumentIdentifier(uri=parent), "position": types.Position(line=9999, character=9999)}
    await editor.text_document_completion_async(types.CompletionParams(**far))
    editor.change(parent, (types.Range(start=types.Position(line=0, character=0), end=far["position"]), "x = ["))
    await editor.diagnostics(parent, lambda found: "ferz::toml::unclosed" in codes(found))
    writer = editor._server.stdin
    for body in [b"{", b"[]", b'{"jsonrpc":"2.0","id":[1],"method":"a"}', b'\xff\xfe', b"null"]:
        writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    writer.write(b"no header at all\r\n\r\n")
    for text in ["", "\0", "[" * 100_000, '"' * 50_001, "a." * 50_000, "[[a]]\n" * 30_000, "é" * (1 << 20), MANY]:
        editor.change(parent, (None, text))
        await editor.text_document_completion_async(types.CompletionParams(**far))
        await editor.text_document_hover_async(types.HoverParams(**far))
        await editor.diagnostics(parent)
    cargo = editor.open("Cargo.toml", '[package]\nname = "a"\n[[example]]\nname = "b"\n')
    assert await editor.hover(cargo, "package") is None
    editor.change(parent, (None, PARENT))
    await editor.diagnostics(parent, lambda found: not found)
    assert len(editor.logs) >= 4, editor.logs
    assert cargo not in editor.told, editor.told[cargo]


async def library(editor):
    """Nothing is said of the games of the library."""
    opened = [editor.open(path) for path in sorted(GAMES.rglob("*.toml"))]
    for uri in opened:
        # that time ran out says something of the machine, not of the game
        said = [one for one in await editor.checked(uri) if one.code != "ferz::lint::cut_short"]
        assert not said, (uri, said)
    assert len(opened) >= 14, len(opened)


async def encodings(ferz, folder):
    """A client that counts bytes is answered in bytes."""
    editor = Editor(ferz, folder)
    begun = await editor.begin([types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16])
    assert begun.capabilities.position_encoding == "utf-8", begun
    uri = editor.open("bytes.toml", 'extends = "chess"\ngame.name = "é😀"; \n')
    found = await editor.diagnostics(uri, lambda found: found)
    assert found[0].range.start == types.Position(line=1, character=len('game.name = "é😀"'.encode())), found
    assert await editor.end() == 0


def endings(ferz):
    """The exit status says whether the end was in order."""
    def status(*messages):
        bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
        sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
        done = subprocess.run([ferz, "lsp", "--stdio"], input=sent, capture_output=True, timeout=PATIENCE)
        return done.returncode, done.stdout.decode()

    begin = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
    shut, leave = {"id": "two", "method": "shutdown"}, {"method": "exit"}
    assert status(begin, shut, leave)[0] == 0
    assert status(begin, shut)[0] == 0
    assert status(begin, leave)[0] == 1
    assert status(begin)[0] == 1
    assert status()[0] == 1
    odd = {"id": 7, "method": "textDocument/hover", "params": {"position": "here"}}
    code, out = status(begin, {"id": 6, "method": "textDocument/nothing"}, odd, shut, leave)
    assert code == 0 and "no method" in out and '"code":-32602' in out, out
    code, out = status(shut, begin, begin, shut, {"id": 5, "method": "textDocument/hover"}, leave)
    assert code == 0 and '"code":-32002' in out and out.count('"code":-32600') == 2, out
    done = subprocess.run([ferz, "lsp"], input=b"\xff" * 100_000, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 1, done


async def latency(editor):
    """Milliseconds from a change to its first diagnostics and to all remarks, for the largest game."""
    path = max(GAMES.rglob("*.toml"), key=lambda path: path.stat().st_size)
    text = path.read_text("utf-8")
    uri = editor.open(path)
    await editor.checked(uri)
    errors, remarks = [], []
    odd = text.replace('moves = "', 'moves = "w', 1)
    for turn in range(25):
        for changed, times in [(odd, errors), (f'{text}\n[[example]]\nshows = "nothing"\ncount = {1000 + turn}\n', remarks)]:
            begun = time.monotonic()
            editor.change(uri, (None, changed))
            await editor.diagnostics(uri, lambda found: found)
            times.append(1000 * (time.monotonic() - begun))
            editor.change(uri, (None, text))
            # all is known of the text as it is
            assert not await editor.checked(uri)
    for name, times in [("errors", errors), ("lints and examples", remarks)]:
        print(f"{path.name}: {name} after {statistics.median(times):.0f} ms (median), {max(times):.0f} ms (most)")


async def main(ferz, measure):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder).resolve()
        (folder / "parent.toml").write_text(PARENT, "utf-8")
        (folder / "child.toml").write_text(CHILD, "utf-8")
        (folder / "broken.toml").write_text('extends = "chess"\n\n[promotion]\nto = "quen"\n', "utf-8")
        editor = Editor(ferz, folder)
        begun = await editor.begin()
        assert begun.capabilities.position_encoding == "utf-16", begun
        for work in [latency] if measure else [typing, families, answers, examples, nonsense, library]:
            await work(editor)
            print(f"language server: {work.__doc__.splitlines()[0]}", flush=True)
        assert await editor.end() == 0
        if not measure:
            await encodings(ferz, folder)
            endings(ferz)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    asyncio.run(main(str(Path(sys.argv[1]).resolve()), "--latency" in sys.argv))
