# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the pipeline on networks of increasing size, compared with mlir-opt parsing and printing them."""

import pathlib
import statistics
import subprocess
import sys
from typing import Sequence

from .process import Measurement, measure_in_turn, pipeline_seconds
from .table import mebibytes, milliseconds, print_table


def bench_passes(work: pathlib.Path, sizes: Sequence[int], runs: int, target: str) -> None:
    """Prints medians of interleaved runs, ratios, and the growth of time from each size to the next."""
    medians: dict[int, dict[str, float]] = {}
    peaks: dict[int, tuple[int, int]] = {}
    for size in sizes:
        file = work / f"mix-{size}.mlir"
        with open(file, "w", encoding="utf-8") as stream:
            subprocess.run([sys.executable, "-m", "layout_bench.mix", str(size)], stdout=stream, check=True)
        ours, unverified, theirs = _interleave(file, runs, target)
        medians[size] = _medians(ours, theirs)
        medians[size][_UNVERIFIED] = statistics.median(pipeline_seconds(dict(run.phases)) for run in unverified)
        peaks[size] = max(run.peak for run in ours), max(run.peak for run in theirs)

    print(f"\n## Passes: target {target}, medians of {runs} interleaved runs, ms\n")
    header = ["", *(f"{size:,} ops" for size in sizes)]
    growth = [f"t({large:,}) / t({small:,})" for small, large in zip(sizes, sizes[1:])]
    rows = []
    for name in medians[sizes[-1]]:
        times = [medians[size].get(name, 0.0) for size in sizes]
        ratios = [f"{large / small:.1f}" if small else "" for small, large in zip(times, times[1:])]
        rows.append([name, *(milliseconds(time) for time in times), *ratios])
    print_table([*header, *growth], rows)

    print("\n## Peak memory, and the pipeline beside mlir-opt\n")
    rows = []
    for size in sizes:
        row = medians[size]
        rows.append(
            [
                f"{size:,} ops",
                *(mebibytes(peak) for peak in peaks[size]),
                f"{pipeline_seconds(row) / row[_STOCK_TIMERS]:.2f}",
                f"{row[_UNVERIFIED] / row[_STOCK_TIMERS]:.2f}",
                f"{row[_OURS] / row[_STOCK]:.2f}",
            ]
        )
    print_table(
        [
            "",
            "layout-opt peak",
            "mlir-opt peak",
            "passes / (parse + print)",
            "the same with --verify-each=false",
            "layout-opt / mlir-opt, whole process",
        ],
        rows,
    )


_OURS = "layout-opt, whole process"
_STOCK = "mlir-opt, whole process"
_STOCK_TIMERS = "mlir-opt, parse + print"
_UNVERIFIED = "passes, --verify-each=false"


def _interleave(file: pathlib.Path, runs: int, target: str) -> list[list[Measurement]]:
    """Runs layout-opt, layout-opt without verification after each pass, and mlir-opt in turn."""
    pipeline = f"--layout-pipeline=target={target}"
    commands = (
        ("layout-opt", file, pipeline),
        ("layout-opt", file, pipeline, "--verify-each=false"),
        ("mlir-opt", file),
    )
    return measure_in_turn(commands, runs)


def _medians(ours: Sequence[Measurement], theirs: Sequence[Measurement]) -> dict[str, float]:
    names = [name for name, _ in ours[0].phases]
    rows = {name: statistics.median(dict(run.phases).get(name, 0.0) for run in ours) for name in names}
    rows[_OURS] = statistics.median(run.seconds for run in ours)
    rows[_STOCK_TIMERS] = statistics.median(sum(seconds for _, seconds in run.phases) for run in theirs)
    rows[_STOCK] = statistics.median(run.seconds for run in theirs)
    return rows
