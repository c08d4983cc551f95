"""Self-play, perft and balance studies on many cores or many machines, in chunks that survive the death of a worker or of the whole run.

>>> import tempfile
>>> from ferz import distributed
>>> folder = tempfile.mkdtemp()
>>> run = distributed.self_play("gardner", 8, folder, seed=7, chunk=4, backend="inline", progress=False)
>>> run.summary().games
8
>>> sorted(path.name for path in run.paths)
['chunk-000000.parquet', 'chunk-000001.parquet']
>>> distributed.perft("chess", 3, tempfile.mkdtemp(), backend="inline", progress=False).nodes
8902

A run is cut into chunks whose results depend on nothing but the settings and the number of the chunk. A worker writes a chunk to a temporary
file and renames it when it is complete, so a chunk exists either as a whole or not at all. Make the same call again to resume: chunks that
exist are kept, and only the others are computed. A folder refuses a call with other settings (`ResumeError`).

`backend` says where the work is done: `processes` and `threads` of this machine, `inline` in the calling thread, or `ray` on a Ray cluster, where
`folder` must be on a file system that all machines share. Needs pyarrow (the extra `distributed`), and Ray for the
last (the extra `ray`).
"""

from ._balance import Difference, Estimate, Study, Summary, balance, summarize
from ._perft import Perft, perft
from ._play import SCHEMA, Choice, EnginePolicy, RandomPolicy, Run, self_play
from ._records import write_records
from ._run import ResumeError, WorkerError

__all__ = [
    "SCHEMA",
    "Choice",
    "Difference",
    "EnginePolicy",
    "Estimate",
    "Perft",
    "RandomPolicy",
    "ResumeError",
    "Run",
    "Study",
    "Summary",
    "WorkerError",
    "balance",
    "perft",
    "self_play",
    "summarize",
    "write_records",
]
