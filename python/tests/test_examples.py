"""The examples: notebooks, each from its first cell to its last, and what programs learn, with fewer games than when they are run by hand."""

import importlib
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(path.stem for path in EXAMPLES.glob("*.ipynb"))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks(name):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for package in ["ipykernel", "pyarrow", "pandas", "duckdb"]:
        pytest.importorskip(package)
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    nbclient.NotebookClient(notebook, timeout=900, kernel_name="python3", resources={"metadata": {"path": str(EXAMPLES)}}).execute()


def example(name):
    """The module of an example, which finds the others beside it."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(EXAMPLES))


def test_gymnasium_learns():
    pytest.importorskip("gymnasium")
    assert example("gymnasium_breakthrough").main(rounds=4) > 0.9


def test_pettingzoo_learns():
    pytest.importorskip("pettingzoo")
    # at worst a draw against every defence
    assert example("pettingzoo_tictactoe").main() == [0, 0]


def test_openspiel_learns():
    pytest.importorskip("pyspiel")
    first, second = example("openspiel_tictactoe").main(games=6_000)
    # a random player loses 29 and 58 games of 100
    assert first < 0.15 and second < 0.45


def test_torchrl_learns():
    pytest.importorskip("torchrl", reason="torch is too large to be fetched for a test")
    first, second = example("torchrl_tictactoe").main(games=3_000)
    assert first < 0.2 and second < 0.5
