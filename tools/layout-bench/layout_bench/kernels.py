# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times every convolution of planned networks beside oneDNN's, in one process and in interleaved rounds.

Both compute a bias and a ReLU as well, and have all operands in the layout that the plan, or oneDNN, chose for them:
no rewrite and no padding is timed.
"""

import collections
import dataclasses
import json
import math
import os
import pathlib
import statistics
import sys
from typing import Sequence

from . import onednn
from .check import Network
from .convolutions import Convolution, Shape, find_convolutions
from .kernel_race import Kernel, Measured, race
from .process import ToolError
from .table import print_table

# The networks and targets that are timed by default.
NETWORKS = ("resnet18", "resnet50", "inception_v3", "densenet121", "googlenet", "mobilenet_v2", "shufflenet_v2")
_TARGETS = ("nchw16c", "nhwc-packed16")
_HEADER = ["", "calls", "us", "oneDNN us", "share", "GFLOP/s", "results"]
_SUMMARY = ["network", "target", "convolutions", "median", "worst", "weighted median", "of the time"]


# The convolutions of a network in the plan for a target, and how often it computes each.
_Plans = dict[tuple[str, str], dict[Convolution, int]]


def bench_kernels(
    work: pathlib.Path,
    chosen: Sequence[Network],
    targets: Sequence[str],
    rounds: int,
    file: pathlib.Path | None,
) -> bool:
    """Prints a table for each network and target and a summary, and writes all to the file, if there is one. Returns
    whether all convolutions could be run and all results are equal."""
    library = onednn.find_library()
    cores = os.sched_getaffinity(0)
    # oneDNN uses as many threads as it finds cores.
    os.sched_setaffinity(0, sorted(cores)[-1:])
    try:
        plans = _plan(work, chosen, targets or _TARGETS)
        measured = _measure(work, plans, library, rounds)
    finally:
        os.sched_setaffinity(0, cores)
    for (network, target), found in plans.items():
        print(f"\n## {network}, {target}: medians of {rounds} interleaved rounds, share of oneDNN's speed\n")
        print_table(_HEADER, [_row(measured[convolution], calls) for convolution, calls in found.items()])
    _print_summary(plans, measured)
    if not library:
        print(f"\noneDNN: not installed: {onednn.PACKAGE}")
    problems = dict.fromkeys(f"{each.shape}: {each.problem}" for each in measured.values() if each.problem)
    for problem in problems:
        print(f"\n{problem}")
    if file:
        file.write_text(json.dumps(_list(plans, measured), indent=2) + "\n", encoding="utf-8")
    return not problems


def _plan(work: pathlib.Path, chosen: Sequence[Network], targets: Sequence[str]) -> _Plans:
    plans: _Plans = {}
    for network in chosen:
        program = network.write(work)
        for target in targets:
            plans[network.name, target] = find_convolutions(program, target, work)
        program.unlink()
    return plans


def _measure(work: pathlib.Path, plans: _Plans, library: str | None, rounds: int) -> dict[Convolution, Measured]:
    """Compiles everything, then times what computes the same in turn."""
    by_shape: dict[Shape, dict[Convolution, Measured]] = collections.defaultdict(dict)
    for found in plans.values():
        for convolution in found:
            shape = convolution.shape
            by_shape[shape][convolution] = Measured(str(shape), shape.operations())
    kernels: dict[Convolution, Kernel] = {}
    for convolution, measured in _flatten(by_shape).items():
        try:
            kernels[convolution] = Kernel(convolution, work / f"kernel{len(kernels)}")
        except ToolError as error:
            measured.problem = str(error)
    for number, (shape, group) in enumerate(by_shape.items(), start=1):
        ready = {kernels[convolution]: measured for convolution, measured in group.items() if convolution in kernels}
        race(shape, ready, library, rounds)
        print(f"{number} of {len(by_shape)}: {shape}", file=sys.stderr, flush=True)
    return _flatten(by_shape)


def _flatten(groups: dict[Shape, dict[Convolution, Measured]]) -> dict[Convolution, Measured]:
    return {convolution: measured for group in groups.values() for convolution, measured in group.items()}


def _row(measured: Measured, calls: int) -> list[str]:
    if not measured.seconds:
        return [measured.shape, str(calls), *[""] * (len(_HEADER) - 3), "failed"]
    median = statistics.median(measured.seconds)
    theirs = f"{1e6 * statistics.median(measured.theirs):.1f}" if measured.theirs else ""
    share = "" if measured.share is None else f"{measured.share:.2f}"
    results = "" if measured.difference is None else f"{measured.difference:.0e}"
    rate = f"{1e-9 * measured.operations / median:.1f}"
    return [measured.shape, str(calls), f"{1e6 * median:.1f}", theirs, share, rate, results]


def _print_summary(plans: _Plans, measured: dict[Convolution, Measured]) -> None:
    """Prints shares of networks, of all of them in each target, and of all in the target in which each is fastest."""
    rows = []
    everything: dict[str, dict[Convolution, int]] = collections.defaultdict(dict)
    fastest: dict[str, tuple[float, dict[Convolution, int]]] = {}
    for (network, target), found in plans.items():
        rows.append([network, target, *_summarize(found, measured)])
        _add(everything[target], found)
        seconds = sum(calls * _median(measured[each].seconds) for each, calls in found.items())
        if network not in fastest or seconds < fastest[network][0]:
            fastest[network] = (seconds, found)
    rows += [["all", target, *_summarize(found, measured)] for target, found in everything.items()]
    best: dict[Convolution, int] = {}
    for _, found in fastest.values():
        _add(best, found)
    rows.append(["all", "fastest of each", *_summarize(best, measured)])
    print("\n## Shares of oneDNN's speed\n")
    print_table(_SUMMARY, rows)


def _add(total: dict[Convolution, int], found: dict[Convolution, int]) -> None:
    for convolution, calls in found.items():
        total[convolution] = total.get(convolution, 0) + calls


def _summarize(found: dict[Convolution, int], measured: dict[Convolution, Measured]) -> list[str]:
    """Returns the number of convolutions; the median and the smallest share; the share that is reached in half of the
    time that oneDNN takes for all calls; and all of that time by ours."""
    known = [(measured[each], calls) for each, calls in found.items() if measured[each].share is not None]
    if not known:
        return [str(len(found)), *[""] * 4]
    theirs = [(each.share, calls * _median(each.theirs)) for each, calls in known]
    ours = sum(calls * _median(each.seconds) for each, calls in known)
    total = sum(seconds for _, seconds in theirs)
    shares = [share for share, _ in theirs]
    numbers = (statistics.median(shares), min(shares), _weighted_median(theirs), total / ours)
    return [str(len(found)), *(f"{number:.2f}" for number in numbers)]


def _weighted_median(weighted: Sequence[tuple[float, float]]) -> float:
    """Returns the least number that, with all smaller ones, has half of the weight."""
    rest = sum(weight for _, weight in weighted) / 2
    for number, weight in sorted(weighted):
        rest -= weight
        if rest <= 0:
            break
    return number


def _median(seconds: Sequence[float]) -> float:
    return statistics.median(seconds) if seconds else math.inf


def _list(plans: _Plans, measured: dict[Convolution, Measured]) -> list[dict]:
    found = []
    for (network, target), calls in plans.items():
        for convolution, count in calls.items():
            types = {name: getattr(convolution, name).type for name in ("image", "filter", "result")}
            figures = dataclasses.asdict(measured[convolution])
            found.append({"network": network, "target": target, "calls": count, **figures, **types})
    return found
