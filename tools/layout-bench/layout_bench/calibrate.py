# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures rewrites on this machine by the length of their contiguous runs, and writes a calibration for layout-flow.
"""

import json
import math
import pathlib
import re

from .process import ToolError, measure
from .table import print_table

_ELEMENT = 4  # bytes of an f32
_RUNS = (4, 16, 64, 256, 1024, 4096)  # lengths in bytes
_SECONDS = {"ms": 1e-3, "us": 1e-6}
_DIGITS = 3


def calibrate(work: pathlib.Path, file: pathlib.Path, megabytes: int, runs: int) -> None:
    """Times transposes that move runs of increasing length, writes `file` and prints a table.

    The longest run is a quarter of the data, which is as fast as a copy; the others are compared with it.
    """
    total = megabytes << 20
    per_byte = {run: _seconds_per_byte(work, total, run, runs) for run in (*_RUNS, total // 4)}
    copy = per_byte.pop(total // 4)
    efficiency = [{"run": run, "of_copy": _round(min(1.0, copy / taken))} for run, taken in per_byte.items()]
    calibration = {"version": 1, "unit": "ps", "per_byte": _round(copy * 1e12), "efficiency": efficiency}
    file.write_text(json.dumps(calibration, indent=2) + "\n", encoding="utf-8")
    print(f"\n## Rewrites of {megabytes} MiB by the bytes that stay together\n")
    rows = [[f"{run:,}", f"{1e-9 / per_byte[run]:.2f}", f"{copy / per_byte[run]:.2f}"] for run in _RUNS]
    print_table(["run", "GB/s", "of a copy"], [*rows, ["a copy", f"{1e-9 / copy:.2f}", ""]])


def _seconds_per_byte(work: pathlib.Path, total: int, run: int, runs: int) -> float:
    # As many rows as columns, an odd number: a stride that is a power of two would cause cache conflicts.
    side = max(2, math.isqrt(total // run)) | (1 if total // run > 4 else 0)
    source = work / "transpose.mlir"
    source.write_text(_transpose(side, side, run // _ELEMENT), encoding="utf-8")
    said = measure("layout-run", source, f"--runs={runs}", f"--output={work / 'transposed.npy'}").output
    found = re.search(r"([\d,]+) bytes, ([\d.]+) (ms|us)", said)
    if not found:
        raise ToolError(f"layout-run names no rewrite:\n{said}")
    return float(found[2]) * _SECONDS[found[3]] / int(found[1].replace(",", ""))


def _transpose(rows: int, columns: int, elements: int) -> str:
    """Returns a program that swaps rows and columns of runs of elements. Single elements are no dim, as in networks."""
    run = f"{elements}x" if elements > 1 else ""
    source, result = (f"tensor<{a}x{b}x{run}f32>" for a, b in ((rows, columns), (columns, rows)))
    permutation = "[1, 0, 2]" if run else "[1, 0]"
    return f"""\
func.func @main(%source: {source}) -> {result} {{
  %empty = tensor.empty() : {result}
  %result = linalg.transpose ins(%source : {source}) outs(%empty : {result}) permutation = {permutation}
  return %result : {result}
}}
"""


def _round(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
