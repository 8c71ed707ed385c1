# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures folding a rewrite into a large constant, compared with a copy of as many bytes."""

import ctypes
import mmap
import os
import pathlib
import statistics
import subprocess
import sys
import time

from .process import TIMERS, measure
from .table import mebibytes, milliseconds, print_table

_SHAPE = (8, 64, 224, 224)  # f32: 98 MiB
_SMALL = (8, 64, 1, 1)  # the same program with almost no data
_MAP = "<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>"
# Printing is not measured: the function is private, and it is removed before the program is printed.
_PASSES = ("--layout-fold", "--symbol-dce", "-o", os.devnull)


def bench_fold(work: pathlib.Path, runs: int) -> None:
    """Prints medians of interleaved runs, their ratio, and the peak memory above that of the small program."""
    large, small = _program(work, _SHAPE), _program(work, _SMALL)
    bytes = _bytes(_SHAPE)
    folds, first_copies, copies, peaks, floors = [], [], [], [], []
    for _ in range(runs):
        run = measure("layout-opt", large, *_PASSES, *TIMERS)
        folds.append(sum(seconds for name, seconds in run.phases if "Fold" in name))
        peaks.append(run.peak)
        floors.append(measure("layout-opt", small, *_PASSES).peak)
        first, again = _copy(bytes)
        first_copies.append(first)
        copies.append(again)
    fold, first, again = (statistics.median(times) for times in (folds, first_copies, copies))

    print(f"\n## Folding NCHW to NCHW16c into a constant of {mebibytes(bytes)}: medians of {runs} interleaved runs\n")
    rows = [
        ["layout-fold", milliseconds(fold), "1.00"],
        ["memcpy into new memory", milliseconds(first), f"{fold / first:.2f}"],
        ["memcpy into memory in use", milliseconds(again), f"{fold / again:.2f}"],
    ]
    print_table(["", "ms", "layout-fold takes times as long"], rows)
    above = max(peaks) - min(floors)
    print(f"\nPeak memory above that of a small constant: {mebibytes(above)}, {above / bytes:.2f} times the constant.")


def _program(work: pathlib.Path, shape: tuple[int, ...]) -> pathlib.Path:
    """Writes bytecode, whose constants layout-opt uses in the file without a copy."""
    text, bytecode = work / f"fold-{shape[2]}.mlir", work / f"fold-{shape[2]}.mlirbc"
    with open(text, "w", encoding="utf-8") as stream:
        command = [sys.executable, "-m", "layout_bench.fold", *map(str, shape)]
        subprocess.run(command, stdout=stream, check=True)
    measure("layout-opt", text, "--emit-bytecode", "-o", bytecode)
    text.unlink()
    return bytecode


def _write_program(shape: tuple[int, ...]) -> None:
    from layout_mlir.models.weights import Pool

    n, c, h, w = shape
    source, result = f"tensor<{n}x{c}x{h}x{w}xf32>", f"tensor<{n}x{c // 16}x{h}x{w}x16xf32>"
    print(f"func.func private @weight() -> {result} {{")
    print(f"  %0 = arith.constant dense_resource<weight> : {source}")
    print(f"  %1 = layout.layout_transform %0 by {_MAP} : {source} to {result}")
    print(f"  return %1 : {result}\n}}")
    print("{-#\n  dialect_resources: {\n    builtin: {\n      weight: ", end="")
    Pool(0).write_blob(sys.stdout, 0, n * c * h * w, 1.0, 0.0)
    print("\n    }\n  }\n#-}")


def _copy(bytes: int) -> tuple[float, float]:
    """Returns the seconds of a memcpy to memory that was never touched, and of another one to the same memory."""
    with mmap.mmap(-1, bytes) as source, mmap.mmap(-1, bytes) as target:
        addresses = [(ctypes.c_char * bytes).from_buffer(memory) for memory in (source, target)]
        ctypes.memset(addresses[0], 1, bytes)
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            ctypes.memmove(addresses[1], addresses[0], bytes)
            seconds.append(time.perf_counter() - start)
        del addresses
    return seconds[0], seconds[1]


def _bytes(shape: tuple[int, ...]) -> int:
    result = 4
    for extent in shape:
        result *= extent
    return result


if __name__ == "__main__":
    _write_program(tuple(map(int, sys.argv[1:])))
