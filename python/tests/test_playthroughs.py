"""The playthroughs that the tests of the library keep, played again in Python."""

import re
import zlib
from pathlib import Path

import pytest

import ferz

FOLDER = Path(__file__).parents[2] / "tests" / "playthroughs"
PLIES, SEED, ALL = 30, 21, (1 << 64) - 1


class Dice:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state + 0x9E3779B97F4A7C15) & ALL
        word = self.state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & ALL
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & ALL
        return (word ^ (word >> 31)) % limit


def playthrough(name):
    variant = ferz.load(name)
    space, planes = variant.action_space(), variant.observation_space()
    board, dice = variant.board(), Dice(SEED)
    yield f"actions {space.name}"
    yield f"planes {list(planes.shape)}"
    for ply in range(PLIES + 1):
        seen = zlib.crc32(planes.observe(board).tobytes())
        legal = space.legal(board)
        mask = space.mask(board)
        assert mask.sum() == len(legal) == len(board.legal_moves) and all(mask[number] for number in legal)
        line = f"{ply} {board.fen()} {len(legal)} legal, seen {seen:08x}"
        if ply == PLIES or not legal:
            yield line
            break
        number = sorted(legal)[dice.below(len(legal))]
        yield f"{line}, plays {number} {legal[number]}"
        assert space.move(board, number) == legal[number] and space.number(board, legal[number]) == number
        board.push(legal[number])
    outcome = board.outcome()
    yield "*" if outcome is None else f"{outcome.result()} {outcome.termination}"


@pytest.mark.parametrize("name", ferz.games())
def test_the_game_is_played_as_the_library_plays_it(name):
    kept = (FOLDER / f"{name}.txt").read_text().splitlines()
    assert list(playthrough(name)) == kept
    assert re.match(r"actions .*-\d+-[0-9a-f]{16}$", kept[0])
