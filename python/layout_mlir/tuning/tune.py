# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fuses, tunes, hoists and plans a program."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import json
import os
import pathlib
import queue
import sys
import tempfile
from typing import Any, Iterator, Sequence, TextIO

from ..errors import TuningError
from .measuring import measure, this_machine
from .progress import Progress
from .records import Records, make_key
from .tools import run_tool, write_path

_FUSE = "--linalg-fuse-elementwise-ops"
_MICROSECONDS = 1e6


@dataclasses.dataclass(frozen=True)
class Tuned:
    """What a call of `tune` has done."""

    ops: int  # distinct ops with a choice of layouts
    measured: int  # ops in layouts that this call has measured
    known: int  # ops in layouts that the file had already


@dataclasses.dataclass(frozen=True)
class _Choice:
    """An op in layouts among which it can choose, as a function of a program."""

    op: dict[str, Any]
    layouts: list[str]
    program: str
    function: str

    def __str__(self) -> str:
        return f"{self.op['kind']} {', '.join(self.op['operands'])} in {', '.join(self.layouts)}"


def tune(
    program: str | os.PathLike[str],
    planned: str | os.PathLike[str],
    *,
    pipeline: str,
    records: str | os.PathLike[str],
    executor: Any = None,
    fuse: bool = True,
    cpu: str = "host",
    runs: int = 10,
    timeout: float = 60.0,
    progress: TextIO | None = sys.stderr,
) -> Tuned:
    """Measures the critical ops of a program in the layouts that a target allows, and plans it with these times.

    The order is fuse, tune, hoist, plan: upstream's fusion of elementwise ops; the measurements, of each distinct
    convolution, matmul and pooling that has several layout options, as `layout-run` compiles it, by itself; then
    `layout-pipeline`, which begins with `layout-hoist`, with the times as costs of the options.

    Args:
        program: A file with linalg on tensors.
        planned: Where to write the planned program.
        pipeline: Options of `layout-pipeline`, with a target or a preference that offers several layouts, for example
            "target=conv4".
        records: A JSON file (`tools/docs/tune.md`). What it has of `cpu` is not measured again. It is replaced
            whenever something has been measured, so that an interrupted call loses nothing: the next one goes on.
        executor: Where to measure: any object whose `submit(function, *arguments)` returns an object with `result()`,
            such as those of `concurrent.futures`, `mpi4py.futures` and Dask. Workers need this package, with
            `layout-run` in it or in PATH. By default one measurement after the other runs on this machine.
        fuse: Whether to fuse elementwise ops first.
        cpu: The processor whose records count: "host", this one with its features, or the name that LLVM has for that
            of the workers.
        runs: Calls of a function, of which the least time counts.
        timeout: Seconds after which a measurement has failed.
        progress: Where to show progress: a bar on a terminal, a line for each measurement elsewhere; None for none.

    Raises:
        TuningError: A tool or a measurement failed, or the file of records has another version. Then nothing is
            planned; what was measured is in the file.
        MissingPackage: `layout-opt` or `layout-run` is neither in the package nor in PATH.
        TypeError: `executor` is none.
        KeyboardInterrupt: As raised while measuring; what was measured is in the file.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"requires an executor with a method submit, found {executor!r}")
    program, planned = pathlib.Path(program), pathlib.Path(planned)
    times = Records(records)
    stated = write_path(times.path)  # Before anything is measured.
    fusion = [_FUSE] if fuse else []
    choices = _extract(program, pipeline, fusion)
    missing = _leave_out_known(choices, times, cpu)
    _measure_all(missing, times, executor, runs, timeout, progress)
    options = f"{pipeline} records={stated} cpu={cpu}" if choices else pipeline
    planning = run_tool("layout-opt", program, *fusion, f"--layout-pipeline={options}", "-o", planned)
    sys.stderr.write(planning.stderr)
    ops = {make_key(choice.op, ()) for choice in choices}
    return Tuned(len(ops), len(missing), len(choices) - len(missing))


def _extract(program: pathlib.Path, pipeline: str, fusion: Sequence[str]) -> list[_Choice]:
    """Returns the distinct ops of a program in each of their layouts."""
    with tempfile.TemporaryDirectory(prefix="layout-tune-") as name:
        folder = pathlib.Path(name)
        options = f"{pipeline} choices={write_path(folder)}"
        run_tool("layout-opt", program, *fusion, f"--layout-pipeline={options}", "-o", os.devnull)
        index = json.loads((folder / "ops.json").read_text(encoding="utf-8"))
        return [
            _Choice(op["op"], choice["layouts"], text, choice["function"])
            for op in index["ops"]
            for text in [(folder / op["program"]).read_text(encoding="utf-8")]
            for choice in op["choices"]
        ]


def _leave_out_known(choices: Sequence[_Choice], times: Records, cpu: str) -> list[_Choice]:
    if not times.path.exists() or not choices:
        return list(choices)
    machine = this_machine() if cpu == "host" else None
    known = times.known(machine.cpu, machine.features) if machine else times.known(cpu)
    return [choice for choice in choices if make_key(choice.op, choice.layouts) not in known]


def _measure_all(
    choices: Sequence[_Choice],
    times: Records,
    executor: Any,
    runs: int,
    timeout: float,
    stream: TextIO | None,
) -> None:
    """Measures and records. Goes on if a measurement fails, and raises TuningError at the end."""
    if not choices:
        return
    failures = []
    shown = Progress(stream, len(choices))
    with contextlib.ExitStack() as stack:
        stack.callback(shown.close)
        if executor is None:
            executor = stack.enter_context(concurrent.futures.ThreadPoolExecutor(max_workers=1))
        futures: dict[int, Any] = {}
        # What has not begun is left out if the loop below ends early.
        stack.callback(lambda: [future.cancel() for future in futures.values() if hasattr(future, "cancel")])
        for number, choice in enumerate(choices):
            # Distributed executors send what they call: the program as a text, not as a file.
            futures[number] = executor.submit(measure, choice.program, choice.function, runs, timeout)
        for number in _as_completed(futures):
            choice = choices[number]
            try:
                machine, seconds = futures[number].result()
            except Exception as error:  # Executors raise what their workers do, or errors of their own.
                failures.append(f"{choice}: {error}")
                shown.step(f"{choice}: failed")
                continue
            times.add(machine, choice.op, choice.layouts, seconds)
            shown.step(f"{choice}: {seconds * _MICROSECONDS:.1f} us")
    if failures:
        raise TuningError(f"{len(failures)} of {len(choices)} measurements failed\n" + "\n".join(failures))


def _as_completed(futures: dict[int, Any]) -> Iterator[int]:
    """Yields the numbers of futures as they are done, or in order if they cannot tell when that is."""
    if not all(hasattr(future, "add_done_callback") for future in futures.values()):
        yield from futures
        return
    done: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number, future in futures.items():
        future.add_done_callback(lambda _, number=number: done.put(number))
    for _ in futures:
        yield done.get()
