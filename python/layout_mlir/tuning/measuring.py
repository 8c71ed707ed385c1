# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times programs on the machine that this runs on. An executor calls `measure` wherever its workers are."""

from __future__ import annotations

import dataclasses
import functools
import json
import pathlib
import re
import tempfile

from ..errors import TuningError
from .tools import run_tool

_SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
_COPY_RUNS = 5
# A copy of 64 MiB, which no cache holds, in four runs that change places: layout-run compiles it as it does rewrites.
_COPY = """\
func.func @main(%source: tensor<2x2x4194304xf32>) -> tensor<2x2x4194304xf32> {
  %empty = tensor.empty() : tensor<2x2x4194304xf32>
  %result = linalg.transpose ins(%source : tensor<2x2x4194304xf32>)
      outs(%empty : tensor<2x2x4194304xf32>) permutation = [1, 0, 2]
  return %result : tensor<2x2x4194304xf32>
}
"""


@dataclasses.dataclass(frozen=True)
class Machine:
    """A processor as LLVM names it, and what it takes to copy."""

    cpu: str
    features: str  # in order, separated by commas
    seconds_per_byte: float  # that a copy reads or writes


def measure(program: str, function: str, runs: int, timeout: float, *options: str) -> tuple[Machine, float]:
    """Returns this machine, and the least seconds of `runs` calls of a function of an MLIR program on random inputs.

    One thread computes, with more `options` of layout-run. The least time counts because whatever disturbs a call only
    adds to it. Raises TuningError if layout-run fails or takes longer than `timeout` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="layout-tune-") as folder:
        said = _run(pathlib.Path(folder), program, timeout, f"--entry={function}", f"--runs={runs}", *options)
    found = re.search(r"^time: .*, least ([\d.]+) (s|ms|us)$", said, re.MULTILINE)
    if not found:
        raise TuningError(f"layout-run names no time:\n{said}")
    return this_machine(), float(found[1]) * _SECONDS[found[2]]


@functools.cache
def this_machine() -> Machine:
    """Describes this machine; measures a copy, once in each process."""
    with tempfile.TemporaryDirectory(prefix="layout-tune-") as name:
        folder = pathlib.Path(name)
        _run(folder, _COPY, None, f"--runs={_COPY_RUNS}", f"--profile={folder / 'profile.json'}")
        profile = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
    moved = sum(kernel["bytes"] for kernel in profile["kernels"])
    return Machine(**profile["machine"], seconds_per_byte=float(f"{profile['least'] / moved:.4g}"))


def _run(folder: pathlib.Path, program: str, timeout: float | None, *options: str) -> str:
    """Runs a program and returns what layout-run prints."""
    source = folder / "program.mlir"
    source.write_text(program, encoding="utf-8")
    # Results are written to a file because printing them takes longer.
    return run_tool("layout-run", source, *options, f"--output={folder / 'result.npy'}", timeout=timeout).stdout
