# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures planning on networks of increasing size whose convolutions have several layout options, in one function and
in many."""

import dataclasses
import json
import math
import os
import pathlib
import subprocess
import sys
from typing import Sequence

from .process import TIMERS, Measurement, measure
from .table import mebibytes, megabytes, milliseconds, print_table

_STRATEGIES = ("backward", "optimal")
_CHOICE = "conv2d=[NCHW16c,default]|[NHWC,default]"
_FREEZE = f"builtin.module(layout-raise,layout-freeze{{prefer={_CHOICE}}},layout-fold)"
_STAGES = ("build", "solve", "apply")
_OPS_A_FUNCTION = 1_000
_HEADER = ["ops", "read", *_STAGES, "write", "exponents", "peak", "bytes frozen", "planned", "at least"]


@dataclasses.dataclass(frozen=True)
class _Run:
    ops: int
    measurement: Measurement
    frozen: int
    after: int
    bound: int | None

    def seconds(self, name: str) -> float:
        return dict(self.measurement.phases)[name]


def bench_scale(work: pathlib.Path, sizes: Sequence[int]) -> None:
    """Prints a table for each strategy, and one that compares functions on one thread and on all."""
    print(f"\n## Planning: every 2d convolution takes `{_CHOICE.split('=')[1]}`, ms\n")
    print("The exponents of time against ops, from the size above, are those of build, solve and apply.")
    runs: dict[str, list[_Run]] = {strategy: [] for strategy in _STRATEGIES}
    parallel = []
    for size in sizes:
        one = _write(work, size, 1)
        for strategy in _STRATEGIES:
            runs[strategy].append(_run(work, one, size, strategy, "--mlir-disable-threading"))
        one.unlink()
        count = max(2, size // _OPS_A_FUNCTION)
        many = _write(work, size, count)
        pair = [_run(work, many, size, "optimal", *options) for options in (["--mlir-disable-threading"], [])]
        parallel.append((count, *pair))
        many.unlink()
    for strategy, measured in runs.items():
        print(f"\n### One function, {strategy}\n")
        print_table(_HEADER, [_row(run, before) for run, before in zip(measured, [None, *measured])])
    print(f"\n### Many functions, optimal: `layout-flow` on one thread and on {os.cpu_count()}\n")
    _print_parallel(parallel)


def _write(work: pathlib.Path, ops: int, functions: int) -> pathlib.Path:
    """Writes a program ready for planning as bytecode, which is read faster than text."""
    text, program = work / "scale.mlir", work / f"scale-{ops}-{functions}.mlirbc"
    with open(text, "w", encoding="utf-8") as stream:
        subprocess.run([sys.executable, "-m", "layout_bench.mix", str(ops), str(functions)], stdout=stream, check=True)
    measure("layout-opt", text, f"--pass-pipeline={_FREEZE}", "--emit-bytecode", "-o", program)
    text.unlink()
    return program


def _run(work: pathlib.Path, program: pathlib.Path, ops: int, strategy: str, *options: str) -> _Run:
    report = work / "report.json"
    passes = f"builtin.module(layout-survey,layout-flow{{strategy={strategy}}},layout-report{{path={report}}})"
    command = ("layout-opt", program, f"--pass-pipeline={passes}", "--emit-bytecode", "-o", work / "planned.mlirbc")
    measured = measure(*command, *TIMERS, *options)
    figures = json.loads(report.read_text(encoding="utf-8"))
    bound = figures["plan"]["bound"] if "plan" in figures else None
    return _Run(ops, measured, figures["frozen"]["bytes"], figures["after"]["bytes"], bound)


def _row(run: _Run, before: _Run | None) -> list[str]:
    def exponent(stage: str) -> str:
        growth = math.log(run.seconds(stage) / max(before.seconds(stage), 1e-4))
        return f"{growth / math.log(run.ops / before.ops):.2f}"

    return [
        f"{run.ops:,}",
        *(milliseconds(run.seconds(name)) for name in ("Parser", *_STAGES, "Output")),
        " ".join(map(exponent, _STAGES)) if before else "",
        mebibytes(run.measurement.peak),
        *(megabytes(run.frozen), megabytes(run.after)),
        megabytes(run.bound) if run.bound is not None else "",
    ]


def _print_parallel(pairs: Sequence[tuple[int, _Run, _Run]]) -> None:
    rows = []
    for count, one, many in pairs:
        seconds = [run.seconds("LayoutFlow") for run in (one, many)]
        peaks = [mebibytes(run.measurement.peak) for run in (one, many)]
        times = map(milliseconds, seconds)
        rows.append([f"{one.ops:,}", f"{count:,}", *times, f"{seconds[0] / seconds[1]:.2f}", *peaks])
    print_table(["ops", "functions", "one thread, ms", "threads, ms", "speed-up", "peak", "peak, threads"], rows)
