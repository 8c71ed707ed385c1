# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Campaigns of random programs: batches of seeds, which can be interrupted and resumed.

A batch is checked by commands that take all of its programs, separated by `// -----`, since starting a command takes
longer than what it does for one of them. If a check of the batch fails, each seed is checked alone, which says which of
them fails and leaves its files.

layout-check compiles what it compares to loops, which takes less time, unless LAYOUT_CHECK_OPTIONS in the environment says
otherwise (--code=kernels).
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Callable, Iterable, Iterator, TextIO

BATCH = 24  # seeds
os.environ.setdefault("LAYOUT_CHECK_OPTIONS", "--code=loops")
MARKER = "// -----"
_TIMEOUT = 600  # seconds for one command; usually all commands of a batch together take ten


class Failure(Exception):
    """A check failed, or a command did."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result for one seed."""

    seed: int
    message: str = ""  # empty if every check holds
    moved: tuple[tuple[int, int], ...] = ()  # for each plan, the bytes of its baseline and its own


@dataclasses.dataclass
class Totals:
    """Sums over all seeds that were checked."""

    programs: int = 0
    failed: int = 0
    plans: int = 0
    improved: int = 0
    frozen: int = 0  # bytes
    after: int = 0

    def add(self, outcome: Outcome) -> None:
        self.programs += 1
        self.failed += bool(outcome.message)
        self.plans += len(outcome.moved)
        self.improved += sum(after < frozen for frozen, after in outcome.moved)
        self.frozen += sum(frozen for frozen, _ in outcome.moved)
        self.after += sum(after for _, after in outcome.moved)


def run(*command: str | pathlib.Path) -> str:
    """Runs a command that must succeed and returns its standard output."""
    # Programs are compiled in child processes, which would all look up the same symbols.
    environment = {**os.environ, "LD_BIND_NOW": "1"}
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT, env=environment)
    except subprocess.TimeoutExpired:
        raise Failure(f"{shlex.join(map(str, command))}\ndid not end within {_TIMEOUT} s") from None
    if result.returncode:
        said = re.sub(r".*: equal; .*\n|equal\n|// -----\n", "", result.stderr + result.stdout)[:4000]
        raise Failure(f"{shlex.join(map(str, command))}\nexit code {result.returncode}\n{said}")
    return result.stdout


def run_twice(*command: str | pathlib.Path) -> str:
    """Runs a command whose last argument is its output file; both runs must write and print the same bytes."""
    output = pathlib.Path(command[-1])
    first = run(*command), output.read_bytes()
    second = run(*command), output.read_bytes()
    require(first == second, f"{shlex.join(map(str, command))}\ntwo runs write different bytes")
    return first[0]


def require(holds: bool, message: str) -> None:
    if not holds:
        raise Failure(message)


def generate(write: Callable[[TextIO, int], None], seeds: Iterable[int]) -> list[str]:
    """The programs that a generator of `random_programs` writes for the seeds."""
    programs = []
    for seed in seeds:
        stream = io.StringIO()
        write(stream, seed)
        programs.append(stream.getvalue())
    return programs


def join(path: pathlib.Path, programs: Iterable[str]) -> pathlib.Path:
    """Writes programs into one file and returns its path."""
    path.write_text(f"{MARKER}\n".join(programs), encoding="utf-8")
    return path


def split(text: str) -> list[str]:
    """The programs of a file."""
    return text.split(f"{MARKER}\n")


Check = Callable[[range, pathlib.Path], list[Outcome]]


def _check_alone(check: Check, seed: int, keep: pathlib.Path | None) -> Outcome:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        try:
            return check(range(seed, seed + 1), folder)[0]
        except Failure as failure:
            message = str(failure).replace(scratch + os.sep, "")
        if keep:
            (folder / "message").write_text(message + "\n", encoding="utf-8")
            shutil.copytree(folder, keep / f"seed-{seed}", symlinks=True, dirs_exist_ok=True)
        return Outcome(seed, message)


def _check_batch(check: Check, seeds: range, keep: pathlib.Path | None) -> list[Outcome]:
    with tempfile.TemporaryDirectory() as scratch:
        try:
            return check(seeds, pathlib.Path(scratch))
        except Failure as failure:
            message = str(failure).replace(scratch + os.sep, "")
    outcomes = [_check_alone(check, seed, keep) for seed in seeds]
    if not any(outcome.message for outcome in outcomes):
        # The commands depend on what they did before.
        outcomes[0] = Outcome(seeds[0], f"no program of {seeds[0]}..{seeds[-1]} fails alone, but together\n{message}")
    return outcomes


class State:
    """What was checked, in a file that is replaced after each batch."""

    def __init__(self, path: pathlib.Path | None) -> None:
        self.path = path
        self.totals = Totals()
        self.done: set[int] = set()
        self.failures: dict[str, str] = {}
        if path and path.exists():
            stored = json.loads(path.read_text(encoding="utf-8"))
            self.totals = Totals(**stored["totals"])
            self.failures = stored["failures"]
            for first, last in stored["done"]:
                self.done.update(range(first, last + 1))

    def add(self, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            self.totals.add(outcome)
            self.done.add(outcome.seed)
            if outcome.message:
                self.failures[str(outcome.seed)] = outcome.message
        if self.path:
            stored = {"totals": vars(self.totals), "done": self._ranges(), "failures": self.failures}
            part = self.path.with_name(self.path.name + ".part")
            part.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
            part.replace(self.path)

    def _ranges(self) -> list[list[int]]:
        ranges: list[list[int]] = []
        for seed in sorted(self.done):
            if ranges and ranges[-1][1] == seed - 1:
                ranges[-1][1] = seed
            else:
                ranges.append([seed, seed])
        return ranges


def _batches(seeds: range, done: set[int]) -> Iterator[range]:
    """The parts of `seeds` that are left, cut at multiples of BATCH, on which configurations depend."""
    start = seeds.start
    while start < seeds.stop:
        end = min(seeds.stop, (start // BATCH + 1) * BATCH)
        left = [seed for seed in range(start, end) if seed not in done]
        if left:
            yield range(left[0], left[-1] + 1)
        start = end


class _Progress:
    """One line, rewritten in place on a terminal and printed every minute elsewhere."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.start = self.shown = time.monotonic()
        self.programs = 0

    def add(self, programs: int, totals: Totals) -> None:
        self.programs += programs
        now = time.monotonic()
        if self.is_terminal or now - self.shown >= 60:
            self.shown = now
            rate = self.programs / (now - self.start)
            line = f"{totals.programs} programs, {totals.failed} failed, {rate:.1f} programs/s"
            print(line, end="\r" if self.is_terminal else "\n", file=sys.stderr, flush=True)


def run_all(check: Check, options: argparse.Namespace) -> Totals:
    """Checks all seeds that are left and prints what fails."""
    state, progress = State(options.state), _Progress()
    deadline = time.monotonic() + options.seconds if options.seconds else float("inf")
    batches = _batches(options.seeds, state.done)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running: collections.deque[concurrent.futures.Future] = collections.deque()
        while True:
            while len(running) < options.jobs and time.monotonic() < deadline and (seeds := next(batches, None)):
                running.append(pool.submit(_check_batch, check, seeds, options.keep))
            if not running:
                break
            outcomes = running.popleft().result()
            state.add(outcomes)
            for outcome in outcomes:
                if outcome.message:
                    print(f"seed {outcome.seed}: {outcome.message}", flush=True)
            progress.add(len(outcomes), state.totals)
    print(f"{state.totals.programs} programs, {state.totals.failed} failed")
    return state.totals


def seed_range(text: str) -> range:
    first, dots, last = text.partition("..")
    if not first.isdecimal() or (dots and not last.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected FIRST..LAST, found '{text}'")
    return range(int(first), int(last if dots else first) + 1)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seeds", type=seed_range, required=True, metavar="FIRST..LAST")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="batches at the same time [2]")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep what fails in DIR/seed-N")
    parser.add_argument("--state", type=pathlib.Path, metavar="FILE", help="leave out what was checked with this file")
    parser.add_argument("--seconds", type=float, metavar="N", help="start no batch after this time")


def main(check: Check, description: str) -> int:
    """The exit code of a program without other options, which the first line of `description` describes."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    add_options(parser)
    return 1 if run_all(check, parser.parse_args()).failed else 0
