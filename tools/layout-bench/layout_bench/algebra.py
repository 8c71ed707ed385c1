# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures queries on maps, the longest proof, and applying maps to raw data, compared with memcpy."""

import json
from typing import Any, Sequence

from .process import measure
from .table import milliseconds, nanoseconds, print_table

_Benchmark = dict[str, Any]  # a benchmark in the JSON output of Google Benchmark


def bench_algebra(maps: int, megabytes: int, runs: int) -> None:
    """Prints a table for each part of `algebra-bench`."""
    numbers = map(str, (maps, megabytes, runs))
    command = ["algebra-bench", *numbers, "--benchmark_format=json", f"--benchmark_min_time={0.02 * runs}"]
    parts: dict[str, list[_Benchmark]] = {}
    for benchmark in json.loads(measure(*command).output)["benchmarks"]:
        parts.setdefault(benchmark["name"].split("/")[0], []).append(benchmark)
    _print_maps(parts["maps"])
    _print_verdicts(parts["verdicts"], maps)
    _print_moves(parts["moves"], megabytes, runs)


def _print_maps(benchmarks: Sequence[_Benchmark]) -> None:
    print("\n## Maps of digit form, two digits a dim: ns per digit\n")
    times: dict[str, dict[str, float]] = {}
    for benchmark in benchmarks:
        _, operation, rank = benchmark["name"].split("/")
        times.setdefault(operation, {})[rank] = benchmark["per_digit"]
    ranks = list(next(iter(times.values())))
    rows = [[name, *(nanoseconds(row[rank]) for rank in ranks)] for name, row in times.items()]
    print_table(["", *(f"rank {rank}" for rank in ranks)], rows)


def _print_verdicts(benchmarks: Sequence[_Benchmark], maps: int) -> None:
    print(f"\n## {maps:,} random maps of rank 1 to 4 that are not of digit form\n")
    rows = []
    for benchmark in benchmarks:
        question = benchmark["name"].split("/")[1]
        decided = f"{100 * benchmark['decided']:.1f} %"
        mean = benchmark["mean"]
        rows.append([question, decided, milliseconds(mean, 3), milliseconds(benchmark["worst"])])
    print_table(["", "decided", "mean ms", "worst ms"], rows)
    for benchmark in benchmarks:
        print(f"\nThe slowest {benchmark['name'].split('/')[1]}: `{benchmark['label']}`")


def _print_moves(benchmarks: Sequence[_Benchmark], megabytes: int, runs: int) -> None:
    title = f"A map applied to {megabytes} MiB: its speed in per cent of memcpy's"
    print(f"\n## {title}, medians of {runs} interleaved runs\n")
    speeds: dict[str, dict[str, float]] = {}
    for benchmark in benchmarks:
        _, type, case, *_ = benchmark["name"].split("/")
        speeds.setdefault(case, {})[type] = benchmark["memcpy"] / benchmark["move"]
    types = list(next(iter(speeds.values())))
    rows = [[case, *(f"{100 * row[type]:.0f}" for type in types)] for case, row in speeds.items()]
    print_table(["", *types], rows)
