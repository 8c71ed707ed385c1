# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times whole networks that layout-run compiles beside other engines.

All candidates take turns in rounds, in another order each round, so that what else the machine does meets all of them.
They get the same inputs and as many cores as threads. A ratio is the median of the ratios within a round.
"""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import statistics
import sys
import time
from typing import Callable, Iterator, Sequence

from layout_mlir import models

from . import candidates, tensors
from .candidates import Candidate
from .check import Network
from .process import ToolError
from .table import milliseconds, print_table

# The networks and targets that are timed by default.
NETWORKS = ("resnet50", "bert_base")
_TARGETS = ("nchw16c", "nhwc-packed16")
_REFERENCE = "onnxruntime"  # of ratios and results
_PLAIN = "unplanned"  # of results, where the reference is missing
_ROUND_SECONDS = 0.5  # of each candidate in a round
_PAUSE_SECONDS = 0.3  # between candidates: threads without work wait for a while before they sleep
_ONEDNN = "onednn"
_FAILED, _DIFFERENT = "failed", "different"
_TOLERANCE = 1e-3  # of the largest number of a result
_TITLES = {"onnxruntime": "ONNX Runtime", "openvino": "OpenVINO", "iree": "IREE"}  # where all networks are listed
_HEADER = ["", "ms", "least", "ratio", "results"]


@dataclasses.dataclass
class Measured:
    """What is known of one candidate."""

    name: str
    is_engine: bool  # rather than a program that layout-run compiles
    seconds: list[float] = dataclasses.field(default_factory=list)  # the median of each round
    problem: str = ""  # one or two words, if there is one
    explanation: str = ""  # of the problem
    ratio: float | None = None  # to the reference
    difference: float | None = None  # of the results to those of the reference, relative

    def row(self) -> list[str]:
        if not self.seconds:
            return [self.name, "", "", "", self.problem]
        times = [milliseconds(number(self.seconds), 2) for number in (statistics.median, min)]
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        difference = "reference" if self.difference is None else f"{self.difference:.0e}"
        return [self.name, *times, ratio, self.problem or difference]


def bench_speed(
    work: pathlib.Path,
    chosen: Sequence[Network],
    targets: Sequence[str],
    threads: Sequence[int],
    rounds: int,
    file: pathlib.Path | None,
) -> bool:
    """Prints a table for each network and number of threads and writes them to the file, if there is one. Returns
    whether all programs could be run and all results are equal. That another engine does not take a network is no
    failure."""
    passed, found = True, []
    summaries: dict[int, dict[str, list[Measured]]] = {count: {} for count in threads}
    for network in chosen:
        for count in threads:
            folder = work / f"{network.name}-{count}"
            folder.mkdir()
            with pinned(count):
                measured = _Race(folder, network, targets or _TARGETS, count).run(rounds)
            passed &= _print(network.name, count, rounds, measured)
            found += [{"network": network.name, "threads": count, **dataclasses.asdict(each)} for each in measured]
            summaries[count][network.name] = measured
    for count, summary in summaries.items():
        _print_summary(count, summary)
    if file:
        file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return passed


def _print(network: str, threads: int, rounds: int, measured: Sequence[Measured]) -> bool:
    """Prints the table of one network; returns whether it has no failure."""
    s = "" if threads == 1 else "s"
    print(f"\n## {network}, {threads} thread{s}: ms (medians of {rounds} interleaved rounds), ratio to {_REFERENCE}\n")
    print_table(_HEADER, [each.row() for each in measured])
    for each in measured:
        if each.problem:
            print(f"\n{each.name}: {each.problem}: {each.explanation}")
    return not any(each.problem == _DIFFERENT or each.problem and not each.is_engine for each in measured)


def _print_summary(threads: int, summary: dict[str, list[Measured]]) -> None:
    """Prints a table of all networks, which `--plot` reads: `ms (ratio)` of what has been timed for any of them."""
    timed = {each.name: {} for measured in summary.values() for each in measured if each.seconds}
    for network, measured in summary.items():
        for each in measured:
            if each.seconds:
                ratio = "" if each.ratio is None or each.name == _REFERENCE else f" ({each.ratio:.2f})"
                timed[each.name][network] = milliseconds(statistics.median(each.seconds)) + ratio
    print(f"\n## All networks, threads: {threads}: ms (ratio to {_REFERENCE})\n")
    titles = [_TITLES.get(name, re.sub("^planned (.*)", r"`\1`", name)) for name in timed]
    rows = [[network, *(times.get(network, "") for times in timed.values())] for network in summary]
    print_table(["network", *titles], rows)


@contextlib.contextmanager
def pinned(count: int) -> Iterator[None]:
    """Restricts this process, and those that it starts, to as many cores."""
    cores = os.sched_getaffinity(0)
    if len(cores) < count:
        raise ToolError(f"{count} threads need as many cores, found {len(cores)}")
    os.sched_setaffinity(0, sorted(cores)[-count:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


class _Race:
    """The candidates for one network and number of threads."""

    def __init__(self, work: pathlib.Path, network: Network, targets: Sequence[str], threads: int) -> None:
        self._work = work
        self._threads = threads
        self._running: dict[str, Candidate] = {}
        self._measured: dict[str, Measured] = {}
        self._program, self._model = _write(network, work)
        self._inputs = tensors.write_inputs(self._program, work)
        self._targets = targets

    def run(self, rounds: int) -> list[Measured]:
        try:
            self._start_all()
            for number in range(rounds):
                self._run_round(number)
        finally:
            for candidate in self._running.values():
                candidate.close()
        self._compare()
        return list(self._measured.values())

    def _start_all(self) -> None:
        for target in self._targets:
            plan = lambda planned, target=target: candidates.plan(self._program, f"target={target}", planned)
            self._start_program(f"planned {target}", plan)
        self._start_program(_PLAIN)
        self._start_program("upstream", lambda propagated: candidates.propagate(self._program, propagated))
        self._start_onednn()
        for engine in candidates.ENGINES:
            self._start_engine(engine)

    def _start_onednn(self) -> None:
        library = candidates.find_onednn()
        if not library:
            why = "CMake has found no oneDNN 3 (tools/docs/offload.md)"
            self._measured[_ONEDNN] = Measured(_ONEDNN, True, problem="not installed", explanation=why)
        elif self._threads > 1:
            why = "programs call oneDNN in one thread"
            self._measured[_ONEDNN] = Measured(_ONEDNN, True, problem="one thread", explanation=why)
        else:
            offload = lambda calls: candidates.offload(self._program, calls)
            self._start_program(_ONEDNN, offload, library)

    def _start_program(
        self,
        name: str,
        rewrite: Callable[[pathlib.Path], None] | None = None,
        library: pathlib.Path | None = None,
    ) -> None:
        def start() -> Candidate:
            program = self._program
            if rewrite:
                program = self._folder(name) / "program.mlir"
                rewrite(program)
            return candidates.start_program(
                program, self._program, self._threads, self._inputs, self._folder(name), library
            )

        self._start(name, start)

    def _start_engine(self, name: str) -> None:
        missing = candidates.missing_packages(name)
        if missing:
            self._measured[name] = Measured(name, True, problem="not installed", explanation=", ".join(missing))
        elif name in candidates.ONNX_ENGINES and not self._model:
            why = "only generated networks have ONNX models, those on images in NCHW"
            self._measured[name] = Measured(name, True, problem="no model", explanation=why)
        else:
            self._start(
                name,
                lambda: candidates.start_engine(
                    name, self._write_model(name), self._threads, self._inputs, self._folder(name)
                ),
            )

    def _write_model(self, engine: str) -> pathlib.Path:
        """Returns what an engine reads: the ONNX model, the program, or a plan of it."""
        if engine in candidates.ONNX_ENGINES:
            return self._model
        if engine != "iree-planned":
            return self._program
        planned = self._folder(engine) / "program.mlir"
        candidates.plan_for_iree(self._program, planned)
        return planned

    def _start(self, name: str, start: Callable[[], Candidate]) -> None:
        self._measured[name] = Measured(name, name in candidates.ENGINES)
        self._folder(name).mkdir()
        try:
            self._running[name] = start()
        except ToolError as error:
            self._fail(name, error)

    def _run_round(self, number: int) -> None:
        names = list(self._running)
        first = number % len(names)
        for name in names[first:] + names[:first]:
            time.sleep(_PAUSE_SECONDS)
            try:
                self._measured[name].seconds.append(self._running[name].time(_ROUND_SECONDS))
            except ToolError as error:
                self._fail(name, error)
                self._running.pop(name).close()
        print(f"round {number + 1}", file=sys.stderr, flush=True)

    def _fail(self, name: str, error: ToolError) -> None:
        self._measured[name] = Measured(name, name in candidates.ENGINES, problem=_FAILED, explanation=str(error))

    def _compare(self) -> None:
        """Computes ratios and differences to the reference."""
        timed = [each for each in self._measured.values() if each.seconds]
        names = [each.name for each in timed]
        reference = next((name for name in (_REFERENCE, _PLAIN) if name in names), None)
        for each in timed:
            if _REFERENCE in names:
                pairs = zip(each.seconds, self._measured[_REFERENCE].seconds)
                each.ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            if reference and each.name != reference:
                expected = self._results(reference)
                each.difference = tensors.difference(self._results(each.name), expected)
                if each.difference > _TOLERANCE:
                    each.problem = _DIFFERENT
                    each.explanation = f"by {each.difference:.0e} from {reference}, relative to the largest number"

    def _results(self, name: str) -> list[pathlib.Path]:
        return sorted(self._folder(name).glob("result*.npy"))

    def _folder(self, name: str) -> pathlib.Path:
        return self._work / name.replace(" ", "-")


def _write(network: Network, work: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path | None]:
    """Writes the program and, if an engine can read it, the same network as an ONNX model."""
    is_wanted = not all(map(candidates.missing_packages, candidates.ONNX_ENGINES))
    if network.file or network.name not in models.NETWORKS or not is_wanted:
        return network.write(work), None
    model = work / f"{network.name}.onnx"
    return dataclasses.replace(network, arguments=(*network.arguments, f"--onnx={model}")).write(work), model
