#!/usr/bin/env python3
"""Builds the newest Fairy-Stockfish as an engine, from the source archive of pyffish on PyPI, unless it has been built already.

    tests/interop/newest.py PATH-OF-THE-PROGRAM
    tests/interop/newest.py PATH-OF-THE-PROGRAM --small

For large boards, or only for those of up to 64 squares, on which it is faster; all built-in variants, no networks. Needs g++.
"""

import concurrent.futures
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

INDEX = "https://pypi.org/pypi/pyffish/json"
FLAGS = "-std=c++17 -O3 -march=native -w -I. -DALLVARS -DNDEBUG -DIS_64BIT -DUSE_PTHREADS -DUSE_SSE2 -DNNUE_EMBEDDING_OFF"
LARGE = "-DLARGEBOARDS -DPRECOMPUTED_MAGICS"
SMALL = "-DUSE_POPCNT -DUSE_PEXT"


def fetch(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


def main():
    program = Path(sys.argv[1]).absolute()
    if program.exists():
        return
    flags = f"{FLAGS} {SMALL if '--small' in sys.argv else LARGE}".split()
    files = json.loads(fetch(INDEX))["urls"]
    archive = next(file["url"] for file in files if file["packagetype"] == "sdist")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(fetch(archive))) as packed:
            packed.extractall(folder, filter="data")
        source = next(Path(folder).glob("*/src"))
        units = [path for path in source.rglob("*.cpp") if path.name not in ("ffishjs.cpp", "pyffish.cpp")]

        def compiled(unit):
            made = unit.with_suffix(".o")
            subprocess.run(["g++", *flags, "-c", str(unit), "-o", str(made)], cwd=source, check=True)
            return str(made)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compiled, units))
        program.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", "-o", str(program), *objects, "-pthread"], check=True)


if __name__ == "__main__":
    main()
