"""Balance: how long the games of a variant are, how often they are decided, and how much moving first is worth."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Union

import pyarrow.compute as pc

from ._play import Game, Run, self_play

# The quantile of the normal distribution for intervals of 95%.
Z = 1.959964

MEASURES = ("length", "decisive", "advantage")


class Estimate(NamedTuple):
    """An estimate with the ends of its 95% confidence interval."""

    value: float
    low: float
    high: float

    def minus(self, other: Estimate) -> Estimate:
        """Returns the difference of two independent estimates, with the interval that follows from theirs (Newcombe's method)."""
        value = self.value - other.value
        low = value - math.hypot(self.value - self.low, other.high - other.value)
        return Estimate(value, low, value + math.hypot(self.high - self.value, other.value - other.low))

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


class Difference(NamedTuple):
    """A measure of one variant, less that of the baseline; `significant` if the interval does not contain 0."""

    name: str
    measure: str
    difference: Estimate
    significant: bool


@dataclass(frozen=True)
class Summary:
    """The balance of a variant, from complete games.

    `first` and `second` are the games won by the side that moves first and by the other; `unfinished` were stopped, and count for
    `length` only. `length` is in plies, `decisive` the share of games that somebody wins, and `advantage` the mean score of the first
    side (a win 1, a draw 0.5) less 0.5. `terminations` counts games by the rule that ended them.
    """

    name: str
    rules_hash: int
    games: int
    first: int
    draws: int
    second: int
    unfinished: int
    length: Estimate
    decisive: Estimate
    advantage: Estimate
    terminations: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """Returns numbers under flat names, such as `length_low`: a row for a data frame."""
        row: dict[str, Any] = {key: getattr(self, key) for key in ("name", "rules_hash", "games", "first", "draws", "second", "unfinished")}
        for measure in MEASURES:
            estimate = getattr(self, measure)
            row.update({measure: estimate.value, f"{measure}_low": estimate.low, f"{measure}_high": estimate.high})
        return row


def summarize(run: Union[Run, str, PathLike[str]], name: str = "") -> Summary:
    """Returns the balance of the games of a run, or of those in its folder.

    Raises FerzError if the folder is not that of a run, and ValueError if it has no game.
    """
    run = run if isinstance(run, Run) else Run(run)
    table = run.table(["game_id", "ply", "result", "termination"])
    if len(table) == 0:
        raise ValueError(f"there is no game in {run.folder}")
    lengths = [plies + 1 for plies in table.group_by("game_id").aggregate([("ply", "max")])["ply_max"].to_pylist()]
    # the row of the first ply has the result of the side that moves first
    starts = table.filter(pc.equal(table["ply"], 0))
    results = Counter(starts["result"].to_pylist())
    first, draws, second = results[1], results[0], results[-1]
    finished = first + draws + second
    scores = [1.0] * first + [0.5] * draws + [0.0] * second
    score = _mean(scores, within=(0.0, 1.0))
    return Summary(
        name=name or run.settings["game"],
        rules_hash=run.settings["rules_hash"],
        games=len(starts),
        first=first,
        draws=draws,
        second=second,
        unfinished=results[None],
        length=_mean([float(length) for length in lengths]),
        decisive=_share(first + second, finished),
        advantage=Estimate(*(bound - 0.5 for bound in score)),
        terminations=dict(Counter(starts["termination"].to_pylist()).most_common()),
    )


def _share(part: int, whole: int) -> Estimate:
    """Returns a share with Wilson's interval."""
    if whole == 0:
        return Estimate(math.nan, 0.0, 1.0)
    share, square = part / whole, Z * Z / whole
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def _mean(values: list[float], within: tuple[float, float] = (0.0, math.inf)) -> Estimate:
    """Returns a mean with the interval of the normal distribution."""
    if len(values) < 2:
        return Estimate(values[0] if values else math.nan, *within)
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    half = Z * math.sqrt(variance / len(values))
    return Estimate(mean, max(within[0], mean - half), min(within[1], mean + half))


@dataclass(frozen=True)
class Study:
    """The balance of several variants; the first one is the baseline."""

    summaries: list[Summary]

    @property
    def differences(self) -> list[Difference]:
        """The differences between the baseline and each of the others, measure by measure."""
        baseline, *others = self.summaries
        found = []
        for other in others:
            for measure in MEASURES:
                difference = getattr(other, measure).minus(getattr(baseline, measure))
                found.append(Difference(other.name, measure, difference, difference.low > 0 or difference.high < 0))
        return found

    def report(self) -> str:
        """Returns tables in Markdown."""
        lines = ["| variant | games | length (plies) | decisive | first-move advantage |", "| --- | --- | --- | --- | --- |"]
        for one in self.summaries:
            lines.append(f"| {one.name} | {one.games} | {one.length} | {one.decisive} | {one.advantage} |")
        if len(self.summaries) > 1:
            lines += ["", f"| less {self.summaries[0].name} | measure | difference | significant |", "| --- | --- | --- | --- |"]
            for name, measure, difference, significant in self.differences:
                lines.append(f"| {name} | {measure} | {difference} | {'yes' if significant else 'no'} |")
        return "\n".join(lines) + "\n"

    _repr_markdown_ = report


def balance(
    variants: Mapping[str, Game], games: int, folder: Union[str, PathLike[str]], **settings: Any
) -> Study:
    """Plays this many games of each variant, in a folder of its own below `folder`, and compares them with the first. Call it again to resume.

    `variants` are games by names that you choose: one with and without an option, or two files that differ in a rule.
    `settings` are those of `self_play`, and the same for all. With 95% intervals, one comparison in twenty is significant by chance.

    Raises what `self_play` raises, and ValueError if there is no variant or a name can't be that of a folder.
    """
    if not variants:
        raise ValueError("a study needs at least one variant")
    for name in variants:
        if name in ("", ".", "..") or "/" in name or "\\" in name:
            raise ValueError(f"`{name}` can't be the name of a folder")
    return Study([summarize(self_play(game, games, Path(folder) / name, **settings), name) for name, game in variants.items()])
