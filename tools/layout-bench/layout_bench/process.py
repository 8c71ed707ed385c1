# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a tool and measures seconds, peak memory, and the timers that MLIR prints."""

import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import time
from typing import Sequence

# Makes mlir-opt and layout-opt print their timers as JSON on standard error.
TIMERS = ("--mlir-timing", "--mlir-timing-display=tree", "--mlir-output-format=json")

_PART = "(A) "
_SECONDS = {"ms": 1e-3, "us": 1e-6, "s": 1.0}


class ToolError(Exception):
    """A tool failed: its command and its messages."""


@dataclasses.dataclass(frozen=True)
class Measurement:
    """One run of a tool."""

    seconds: float  # of the whole process
    peak: int  # bytes of resident memory, including libraries
    phases: tuple[tuple[str, float], ...]  # timers with their seconds, in order of execution
    output: str


def measure(*command: str | pathlib.Path) -> Measurement:
    """Runs a command that must succeed.

    The peak of a process starts with the memory of its parent, so this process has to stay small: separate processes
    generate large files.
    """
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        said, complaints = output.read(), errors.read()
    if process.returncode:
        text = f"{complaints}{said}".strip()[:2000]
        raise ToolError(f"{shlex.join(map(str, command))}\nexit code {process.returncode}\n{text}")
    phases = tuple(_phases(complaints)) if TIMERS[0] in command else ()
    return Measurement(seconds, usage.ru_maxrss * 1024, phases, said)


def measure_in_turn(commands: Sequence[Sequence[str | pathlib.Path]], runs: int) -> list[list[Measurement]]:
    """Runs each command so many times, one after the other, without its output but with timers. A change in the
    machine's speed so concerns all commands alike. Returns the runs of each command."""
    measured: list[list[Measurement]] = [[] for _ in commands]
    for _ in range(runs):
        for command, results in zip(commands, measured):
            results.append(measure(*command, "-o", os.devnull, *TIMERS))
    return measured


def run_seconds(program: pathlib.Path, *options: str) -> float:
    """Returns the seconds that layout-run names as the median of its runs."""
    said = measure("layout-run", program, *options).output
    found = re.search(r"^time: ([\d.]+) (ms|us|s)\b", said, re.MULTILINE)
    if not found:
        raise ToolError(f"layout-run names no time:\n{said}")
    return float(found[1]) * _SECONDS[found[2]]


def pipeline_seconds(phases: dict[str, float]) -> float:
    """Returns the seconds of the stages of layout-pipeline. Analyses and parts of a pass are listed separately and do
    not count."""
    return sum(seconds for name, seconds in phases.items() if name.startswith("Layout"))


def _phases(errors: str) -> list[tuple[str, float]]:
    """Returns the timers of the parser, the innermost passes and the printer; equal names are numbered."""
    start = errors.find("[\n")
    if start < 0:
        raise ToolError(f"no timers among\n{errors[:2000]}")
    found: list[tuple[str, float]] = []
    _flatten(json.loads(errors[start:]), found)
    names: dict[str, int] = {}
    for index, (name, seconds) in enumerate(found):
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            found[index] = (f"{name} {names[name]}", seconds)
    return found


def _flatten(timers: list[dict], found: list[tuple[str, float]]) -> None:
    for timer in timers:
        name = timer.get("name", "")
        if not name or name in ("Rest", "Total", "root"):
            continue
        # Timers of analyses and of stages of a pass are part of the pass.
        parts, passes = [], []
        for inner in timer.get("passes", []):
            (parts if inner.get("name", "").startswith(_PART) else passes).append(inner)
        inner_passes: list[tuple[str, float]] = []
        _flatten(passes, inner_passes)
        found += inner_passes or [(name.removeprefix(_PART), timer["wall"]["duration"])]
        _flatten(parts, found)
