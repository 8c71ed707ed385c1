# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that holds a program which layout-run has compiled to a shared library, and times it when asked, as
layout_bench.engine does with other engines:

    python3 -m layout_bench.compiled [--library=CALLED] COMPILED PROGRAM RESULTS INPUT.npy...

CALLED is a library whose functions the program calls. PROGRAM is a program as text, whose `@forward` has the results
of the compiled one. That has a function `forward` with a pointer for each argument and each result.
"""

import argparse
import ctypes
import functools
import pathlib
from typing import Sequence

from . import memory, tensors
from .timing import Run, serve


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    for name in ("compiled", "program", "results"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("inputs", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    if given.library:
        ctypes.CDLL(given.library, mode=ctypes.RTLD_GLOBAL)
    serve(lambda: _load(given.compiled, given.program, given.results, given.inputs))


def _load(library: pathlib.Path, program: pathlib.Path, folder: pathlib.Path, inputs: Sequence[pathlib.Path]) -> Run:
    """Runs the program once and writes its results to the folder."""
    arguments = [_allocate(tensors.read_data(file)) for file in inputs]
    types = tensors.result_types(program)
    results = [memory.allocate(each.size) for each in types]
    function = ctypes.CDLL(str(library)).forward
    function.restype = None
    run = functools.partial(function, *arguments, *results)
    run()
    for number, (type, result) in enumerate(zip(types, results)):
        tensors.write_tensor(folder / f"result-{number}.npy", type.shape, type.description, bytes(result))
    return run


def _allocate(data: bytes) -> ctypes.Array:
    buffer = memory.allocate(len(data))
    buffer[:] = data
    return buffer


if __name__ == "__main__":
    main()
