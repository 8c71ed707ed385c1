# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the pipeline on networks beside mlir-opt: what it takes to parse and print them, and what upstream's passes
take that pack matmuls and nothing else."""

import pathlib
import statistics
from typing import Sequence

from .check import Network
from .process import Measurement, measure_in_turn, pipeline_seconds
from .table import milliseconds, print_table

_CLEAN = ("--canonicalize", "--cse")
# A local pattern, with the clean-ups that it needs in front and behind: it packs matmuls, leaves convolutions alone,
# moves and folds nothing.
_PACK = (*_CLEAN, "--linalg-block-pack-matmul=block-factors=16,16,16 allow-padding=1", *_CLEAN)
_HEADER = [
    *("network", "weights", "MB", "parse + print", "upstream's clean-up", "upstream packs matmuls", "pipeline"),
    *("clean-up, ratio", "packing, ratio", "pipeline, ratio"),
]


def bench_stages(work: pathlib.Path, chosen: Sequence[Network], target: str, runs: int) -> None:
    """Prints medians of interleaved runs, of seconds that the tools' own timers name. These count no verification
    between upstream's passes."""
    rows = []
    for network in chosen:
        for weights in ("resource", "splat"):
            program = network.write(work, weights)
            size = program.stat().st_size / 1e6
            rows.append([network.name, weights, f"{size:.1f}", *_measure(program, target, runs)])
            program.unlink()
    print(f"\n## Stages for {target}, medians of {runs} interleaved runs, ms\n")
    print_table(_HEADER, rows)


def _measure(program: pathlib.Path, target: str, runs: int) -> list[str]:
    commands = (
        ("mlir-opt", program),
        ("mlir-opt", program, *_CLEAN),
        ("mlir-opt", program, *_PACK),
        ("layout-opt", program, f"--layout-pipeline=target={target}"),
    )
    plain, clean, packed, ours = measure_in_turn(commands, runs)
    base = statistics.median(_sum(run, ("Parser", "Output")) for run in plain)
    times = [
        statistics.median(_sum(run, ("Canonicalizer", "CSE", "LinalgBlockPackMatmul")) for run in results)
        for results in (clean, packed)
    ]
    times.append(statistics.median(pipeline_seconds(dict(run.phases)) for run in ours))
    return [*map(milliseconds, (base, *times)), *(f"{seconds / base:.2f}" for seconds in times)]


def _sum(run: Measurement, names: tuple[str, ...]) -> float:
    """Returns the seconds of timers of these names; repeated ones are numbered."""
    return sum(seconds for name, seconds in run.phases if name.split(" ")[0] in names)
