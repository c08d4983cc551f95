"""Chunks of work: the manifest of a run, files that are written as a whole or not at all, and the workers that write them."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
import uuid
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, Literal, Optional, Union

from .. import FerzError

Backend = Literal["processes", "threads", "inline", "ray"]
Progress = Union[bool, Callable[[int, int], None]]
Work = Callable[[int], None]

MANIFEST = "_manifest.json"
# The most times that workers may die, one after the other, without a chunk being completed.
DEATHS = 5


class ResumeError(FerzError):
    """Raised for a folder that holds a run with other settings."""


class WorkerError(FerzError):
    """Raised if workers die again and again. Completed chunks are kept."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Gives the path of a temporary file, which is renamed to `path` at the end if no exception is raised."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def claim(folder: Path, settings: dict[str, Any]) -> None:
    """Makes a folder that of a run, or finds that it already is.

    Raises ResumeError if it is that of a run with other settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / MANIFEST
    if not path.exists():
        if any(folder.glob("*.parquet")):
            raise ResumeError(f"{folder} has Parquet files, but no {MANIFEST}: choose a folder that is empty or does not exist")
        with replacing(path) as temporary:
            temporary.write_text(json.dumps(settings, indent=2) + "\n")
    held = manifest(folder)
    differences = [
        f"{key} is {held.get(key)!r} there and {settings.get(key)!r} here"
        for key in {**settings, **held}
        if held.get(key) != settings.get(key)
    ]
    if differences:
        raise ResumeError(f"{folder} holds another run: {', '.join(differences)}; use the same settings to resume it, or another folder")


def manifest(folder: Path) -> dict[str, Any]:
    """Returns the settings of the run in a folder.

    Raises FerzError if there is none.
    """
    path = Path(folder) / MANIFEST
    try:
        settings = json.loads(path.read_text())
    except FileNotFoundError:
        raise FerzError(f"{folder} has no {MANIFEST}, so it is not the folder of a run") from None
    except ValueError as error:
        raise FerzError(f"{path} is not JSON: {error}") from None
    if not isinstance(settings, dict):
        raise FerzError(f"{path} is not a manifest: it must be a table")
    return settings


def chunk_path(folder: Path, index: int) -> Path:
    return folder / f"chunk-{index:06}.parquet"


def execute(
    work: Work, chunks: int, folder: Path, *, backend: Backend, workers: Optional[int], progress: Progress
) -> None:
    """Does the work of all chunks that are missing in the folder."""
    if backend not in BACKENDS:
        raise ValueError(f"there is no backend `{backend}`: there are {', '.join(BACKENDS)}")
    if workers is not None and workers < 1:
        raise ValueError("workers must be at least 1")
    missing = [index for index in range(chunks) if not chunk_path(folder, index).exists()]
    done = chunks - len(missing)
    show = _Bar(done) if progress is True else progress or (lambda done, chunks: None)
    show(done, chunks)
    if missing:
        for _ in BACKENDS[backend](work, missing, min(workers or os.cpu_count() or 1, len(missing))):
            done += 1
            show(done, chunks)
    lost = [index for index in range(chunks) if not chunk_path(folder, index).exists()]
    if lost:
        raise WorkerError(f"{len(lost)} chunks are not in {folder}: all workers must share its file system")
    # what workers that died have left
    for unfinished in folder.glob(".chunk-*.tmp"):
        unfinished.unlink(missing_ok=True)


class _Bar:
    """A progress bar on the standard error."""

    def __init__(self, already: int):
        self.already, self.begun, self.shown = already, time.monotonic(), 0.0

    def __call__(self, done: int, chunks: int) -> None:
        if time.monotonic() - self.shown < 0.1 and done < chunks:
            return
        self.shown = time.monotonic()
        filled = 30 * done // max(chunks, 1)
        fresh, seconds = done - self.already, time.monotonic() - self.begun
        left = f", {seconds / fresh * (chunks - done):.0f} s left" if fresh else ""
        end = "\n" if done == chunks else ""
        text = f"[{'#' * filled}{'.' * (30 - filled)}] {done}/{chunks} chunks{left}"
        print(f"\r{text:72}", end=end, file=sys.stderr, flush=True)


def _inline(work: Work, chunks: list[int], workers: int) -> Iterator[int]:
    for index in chunks:
        work(index)
        yield index


def _completed(pool: Executor, work: Work, chunks: list[int]) -> Iterator[int]:
    """Gives chunks as they are completed. What has not begun is given up if one fails."""
    try:
        futures = {pool.submit(work, index): index for index in chunks}
        for future in as_completed(futures):
            future.result()
            yield futures[future]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _threads(work: Work, chunks: list[int], workers: int) -> Iterator[int]:
    return _completed(ThreadPoolExecutor(workers), work, chunks)


def _processes(work: Work, chunks: list[int], workers: int) -> Iterator[int]:
    left, deaths = set(chunks), 0
    while left:
        pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        before = len(left)
        try:
            for index in _completed(pool, work, sorted(left)):
                left.discard(index)
                yield index
        except BrokenProcessPool:
            deaths = deaths + 1 if len(left) == before else 0
            if deaths >= DEATHS:
                raise WorkerError(f"workers died {deaths} times without completing a chunk; {len(left)} chunks are left") from None


def _ray(work: Work, chunks: list[int], workers: int) -> Iterator[int]:
    try:
        import ray
    except ImportError:
        raise ImportError("the backend `ray` needs the package ray, the extra `ray` of ferz") from None
    if not ray.is_initialized():
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    task = ray.remote(num_cpus=1, max_retries=DEATHS)(_call)
    shared, waiting = ray.put(work), list(reversed(chunks))
    running: dict[Any, int] = {}
    # enough to keep all machines busy, without a million tasks in memory
    window = 4 * max(workers, int(ray.cluster_resources().get("CPU", 1)))
    while waiting or running:
        while waiting and len(running) < window:
            index = waiting.pop()
            running[task.remote(shared, index)] = index
        ready, _ = ray.wait(list(running))
        for one in ready:
            try:
                ray.get(one)
            except ray.exceptions.WorkerCrashedError:
                raise WorkerError(f"workers died {DEATHS + 1} times with chunk {running[one]}") from None
            yield running.pop(one)


def _call(work: Work, index: int) -> None:
    work(index)


BACKENDS: dict[str, Callable[[Work, list[int], int], Iterator[int]]] = {
    "processes": _processes,
    "threads": _threads,
    "inline": _inline,
    "ray": _ray,
}
