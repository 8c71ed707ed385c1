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

from . import tensors
from .timing import Run, serve

_ALIGNMENT = 64  # of buffers, in bytes, as layout-run has it


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
    arguments = [_Buffer(tensors.read_data(file)) for file in inputs]
    types = tensors.result_types(program)
    results = [_Buffer(bytes(each.size)) for each in types]
    function = ctypes.CDLL(str(library)).forward
    function.restype = None
    run = functools.partial(function, *(ctypes.c_void_p(buffer.address) for buffer in (*arguments, *results)))
    run()
    for number, (type, result) in enumerate(zip(types, results)):
        tensors.write_tensor(folder / f"result-{number}.npy", type.shape, type.description, result.read())
    # The buffers live as long as the function that reads them.
    return lambda buffers=(arguments, results): run()


class _Buffer:
    """Memory at an aligned address."""

    def __init__(self, data: bytes) -> None:
        self._size = len(data)
        self._memory = ctypes.create_string_buffer(self._size + _ALIGNMENT)
        self.address = -(-ctypes.addressof(self._memory) // _ALIGNMENT) * _ALIGNMENT
        ctypes.memmove(self.address, data, self._size)

    def read(self) -> bytes:
        return ctypes.string_at(self.address, self._size)


if __name__ == "__main__":
    main()
