# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures what a target may state of this machine."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import Callable, Sequence, TextIO

from ..errors import TuningError
from .measuring import measure, this_machine
from .target_text import Number, check_target, read_target, state_machine

# Vector registers by features of the processor: their bytes and how many there are, the longest first.
_VECTORS = [("avx512f", 64, 32), ("avx", 32, 16), ("sse2", 16, 16), ("neon", 16, 32)]
_ROW_BYTES = (64, 128, 256, 512, 1024, 4096)
_FLOAT_BYTES = 4
_MOVED_BYTES = 1 << 24  # more than most second-level caches
_SWEEP = [1 << power for power in range(13, 26)]  # 8 KiB to 32 MiB
_RISE = 1.25  # by which a byte takes longer beyond a cache
_LARGEST_LEVEL1 = 192 << 10  # of all processors
# What getconf calls sizes, of Linux and BSD.
_NAMES = {
    "level1_bytes": "LEVEL1_DCACHE_SIZE",
    "level2_bytes": "LEVEL2_CACHE_SIZE",
    "line_bytes": "LEVEL1_DCACHE_LINESIZE",
    "page_bytes": "PAGESIZE",
}

# Adds 1 in place, again and again, so that all of it stays in a cache or has to come from the next one.
_REPEAT = """\
func.func @main(%x: tensor<{size}xf32>) -> tensor<{size}xf32> {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %times = arith.constant {times} : index
  %unit = arith.constant 1.0 : f32
  %result = scf.for %i = %zero to %times step %one iter_args(%before = %x) -> tensor<{size}xf32> {{
    %after = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
        outs(%before : tensor<{size}xf32>) {{
    ^bb0(%element: f32):
      %sum = arith.addf %element, %unit : f32
      linalg.yield %sum : f32
    }} -> tensor<{size}xf32>
    scf.yield %after : tensor<{size}xf32>
  }}
  return %result : tensor<{size}xf32>
}}
"""

# Reads rows that are far apart, and writes them one after the other.
_GATHER_ROWS = """\
func.func @main(%x: tensor<{outer}x{inner}x{row}xf32>) -> tensor<{inner}x{outer}x{row}xf32> {{
  %empty = tensor.empty() : tensor<{inner}x{outer}x{row}xf32>
  %result = linalg.transpose ins(%x : tensor<{outer}x{inner}x{row}xf32>)
      outs(%empty : tensor<{inner}x{outer}x{row}xf32>) permutation = [1, 0, 2]
  return %result : tensor<{inner}x{outer}x{row}xf32>
}}
"""


def tune_machine(
    target: str | os.PathLike,
    written: str | os.PathLike | None = None,
    *,
    runs: int = 10,
    timeout: float = 60.0,
    progress: TextIO | None = sys.stderr,
) -> dict[str, Number]:
    """Measures caches, vectors and the start of rows, and writes a target that states them.

    Args:
        target: The name of a built-in target, or a file `*.mlir`.
        written: Where to write the target, which a built-in one requires; by default, the file is replaced.
        runs: Calls of a function, of which the least time counts.
        timeout: Seconds after which a measurement has failed.
        progress: Where to show what is measured; None for nowhere.

    Returns:
        The fields, with the names that a target has for them.

    Raises:
        TuningError: A tool failed, or the target cannot be read or written. Then nothing is written.
        MissingPackage: `layout-opt` or `layout-run` is neither in the package nor in PATH.
    """
    text = read_target(target)
    # Check before measuring that the result can be written and read again.
    path = _find_output(target, written)
    check_target(state_machine(text, known_sizes()))

    def show(what: str) -> None:
        if progress is not None:
            print(f"layout-tune: measures {what}", file=progress)

    fields = measure_machine(runs, timeout, show)
    check_target(stated := state_machine(text, fields))
    try:
        path.write_text(stated, encoding="utf-8")
    except OSError as error:
        raise TuningError(f"cannot write '{path}': {error.strerror}") from None
    return fields


def _find_output(target: str | os.PathLike, written: str | os.PathLike | None) -> pathlib.Path:
    """Returns the file to write; raises TuningError if there is none, or no folder for it."""
    if written is None and not str(target).endswith(".mlir"):
        raise TuningError(f"requires a file to write the built-in target '{target}' to, found none")
    path = pathlib.Path(target if written is None else written)
    if not path.resolve().parent.is_dir():
        raise TuningError(f"cannot write '{path}': its folder does not exist")
    return path


def measure_machine(runs: int, timeout: float, show: Callable[[str], None]) -> dict[str, Number]:
    """Returns the fields of this machine that can be measured."""
    fields: dict[str, Number] = known_sizes()
    if not {"level1_bytes", "level2_bytes"} <= fields.keys():
        show("caches")
        fields = name_caches(find_caches([(size, _time_of_byte(size, runs, timeout)) for size in _SWEEP])) | fields
    fields |= vectors(this_machine().features.split(","))
    show("rows")
    return fields | start_of_rows([(size, _time_of_rows(size, runs, timeout)) for size in _ROW_BYTES])


def known_sizes() -> dict[str, Number]:
    """Returns the sizes that the system knows."""
    sizes = {key: _ask_system(name) for key, name in _NAMES.items()}
    return {key: size for key, size in sizes.items() if size > 0}


def _ask_system(name: str) -> int:
    """Returns what getconf says; 0 if it does not know, or the system has no such program."""
    try:
        said = subprocess.run(["getconf", name], capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return 0
    return int(said) if said.isdecimal() else 0


def vectors(features: Sequence[str]) -> dict[str, Number]:
    """Returns the vectors of a processor with such features; none if it has none of those that are known."""
    for feature, size, number in _VECTORS:
        if feature in features:
            return {"vector_bytes": size, "num_vectors": number}
    return {}


def find_caches(times: Sequence[tuple[int, float]]) -> list[int]:
    """Returns the sizes of the caches, by times of a byte of larger and larger sizes.

    The last size before a rise is that of a cache. A rise may go on for several sizes.
    """
    caches = []
    level, rises = times[0][1], False
    for (size, before), (_, after) in zip(times, times[1:]):
        if after <= _RISE * (before if rises else level):
            rises = False
            level = min(level, after) if after <= _RISE * level else after
        elif not rises:
            caches.append(size)
            rises = True
    return caches


def name_caches(sizes: Sequence[int]) -> dict[str, Number]:
    """Returns the fields of two levels of caches. Whatever else a core does may hide the first one."""
    small = [size for size in sizes if size <= _LARGEST_LEVEL1]
    fields: dict[str, Number] = {"level1_bytes": small[0]} if small else {}
    if larger := [size for size in sizes if size not in small[:1]]:
        fields["level2_bytes"] = larger[0]
    return fields


def start_of_rows(times: Sequence[tuple[int, float]]) -> dict[str, Number]:
    """Returns the field for what the start of a row takes that is read, by the times of a byte in rows of some sizes.

    A byte takes two units in long rows, one to read it and one to write it, and start / size more in others. So times
    are a line over 1 / size, whose least squares count. There is no field if the machine was too busy to see that.
    """
    inverses, seconds = [1 / size for size, _ in times], [time for _, time in times]
    slope, longest = _fit_line(inverses, seconds)
    return {"read_start_bytes": round(2 * slope / longest, 1)} if slope > 0 and longest > 0 else {}


def _fit_line(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """Returns the slope of the line of least squares, and its value at 0."""
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
    slope = covariance / sum((x - mean_x) ** 2 for x in xs)
    return slope, mean_y - slope * mean_x


def _time_of_byte(size: int, runs: int, timeout: float) -> float:
    times = max(_MOVED_BYTES // size, 1)
    program = _REPEAT.format(size=size // _FLOAT_BYTES, times=times)
    return measure(program, "main", runs, timeout)[1] / (times * size)


def _time_of_rows(size: int, runs: int, timeout: float) -> float:
    """Returns the seconds of a byte of rows of a size."""
    # Rows are an odd multiple of their size apart, so that they do not share lines of a cache.
    inner = int((_MOVED_BYTES // size) ** 0.5) | 1
    outer = max(_MOVED_BYTES // size // inner, 2)
    program = _GATHER_ROWS.format(outer=outer, inner=inner, row=size // _FLOAT_BYTES)
    return measure(program, "main", runs, timeout, "--schedule=false")[1] / (outer * inner * size)
