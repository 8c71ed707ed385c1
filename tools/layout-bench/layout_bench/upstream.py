# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the rewrites that this pipeline and upstream's propagation of packs leave in the same programs."""

import json
import pathlib
import statistics
from typing import Sequence

from .check import Network
from .process import TIMERS, Measurement, measure, pipeline_seconds
from .table import megabytes, milliseconds, print_table

_HEADER = ["network", "target", "baseline", "upstream", "ms", "layout-opt", "ms", "result"]
_FREEZE = "builtin.module(layout-raise,layout-freeze{{target={}}},layout-materialize{{packs=true}})"
# Options of mlir-opt: upstream's propagation of packs.
PROPAGATION = ("--canonicalize", "--test-linalg-data-layout-propagation", "--canonicalize", "--cse")
# Upstream moves packs and unpacks, so only blocked layouts are compared.
_TARGETS = ("nchw16c", "nchw8c")


def bench_upstream(work: pathlib.Path, chosen: Sequence[Network], targets: Sequence[str], runs: int) -> None:
    """Prints the table. Both start from the program whose convolutions are blocked already, with packs around them."""
    rows = []
    for network in chosen:
        program = network.write(work)
        for target in targets or _TARGETS:
            frozen, theirs, ours = work / "frozen.mlir", work / "theirs.mlir", work / "ours.mlir"
            freeze(program, target, frozen)
            times: tuple[list[float], list[float]] = ([], [])
            for _ in range(runs):
                run = measure("mlir-opt", frozen, *PROPAGATION, "-o", theirs, *TIMERS)
                times[0].append(sum(_passes(run)))
                run = measure("layout-opt", frozen, "--layout-pipeline", "-o", ours, *TIMERS)
                times[1].append(pipeline_seconds(dict(run.phases)))
            for planned in (theirs, ours):
                measure("layout-check", program, planned)
            left, right = (milliseconds(statistics.median(seconds)) for seconds in times)
            rows.append([network.name, target, _left(frozen), _left(theirs), left, _left(ours), right, "equal"])
        program.unlink()
    print(f"\n## The same frozen programs: rewrites / bytes left, ms of passes (medians of {runs} interleaved runs)\n")
    print_table(_HEADER, rows)


def freeze(program: pathlib.Path, target: str, frozen: pathlib.Path) -> None:
    """Writes the program with the layouts of the target and a pack or unpack on every edge."""
    measure("layout-opt", program, f"--pass-pipeline={_FREEZE.format(target)}", "-o", frozen)


def _passes(run: Measurement) -> list[float]:
    """Returns the seconds of everything but reading and writing."""
    return [seconds for name, seconds in run.phases if name not in ("Parser", "Output")]


def _left(program: pathlib.Path) -> str:
    figures = json.loads(measure("layout-opt", program, "--layout-count").output)
    return f"{figures['rewrites']} / {megabytes(figures['bytes'])}"
