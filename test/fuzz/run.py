#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans random programs and checks all properties that do not depend on the best plan.

For each seed, one program of `layout_mlir.fuzz` is planned by `--layout-pipeline`; targets and strategies alternate. It requires:

  - layout-opt succeeds, and a second run writes the same bytes
  - stock mlir-opt verifies the result, and layout-check finds it equal to the program
  - its rewrites move no more bytes than the baseline, if neither layout options nor their padding cost anything, and it
    absorbs no more bytes than before
  - the figures of the report are those of --layout-count for input and output
  - planning the result again adds no rewrites

At least half of the programs must move fewer bytes than their baseline. layout-opt, layout-check and mlir-opt are taken
from PATH. With --keep, the files of each seed that fails are kept in a folder, with the commands in its `message`.
"""

import argparse
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

_ROOT = pathlib.Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(_ROOT))

from layout_mlir import fuzz  # noqa: E402

TARGETS = ("nchw16c", "nchw8c", "nhwc", "nchw", "conv4", "nchw16c-1x1nhwc")
TARGETS_WITH_CHOICES = ("conv4", "nchw16c-1x1nhwc")
STRATEGIES = ("backward", "forward", "optimal")
INDIVISIBLE = ("plain", "pad")
_TIMEOUT = 120  # seconds for one command; usually all commands together take one


class Failure(Exception):
    """A check failed, or a command did."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result for one seed."""

    seed: int
    message: str = ""  # empty if every check holds
    frozen: int = 0  # bytes
    after: int = 0

    @property
    def improved(self) -> bool:
        return not self.message and self.after < self.frozen


def run(*command: str | pathlib.Path) -> str:
    """Runs a command that must succeed and returns its standard output."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT)
    except subprocess.TimeoutExpired:
        raise Failure(f"{shlex.join(map(str, command))}\ndid not end within {_TIMEOUT} s") from None
    if result.returncode:
        said = (result.stderr + result.stdout)[:4000]
        raise Failure(f"{shlex.join(map(str, command))}\nexit code {result.returncode}\n{said}")
    return result.stdout


def require(holds: bool, message: str) -> None:
    if not holds:
        raise Failure(message)


class Checker:
    """Runs the checks of one seed in a folder of its own."""

    def __init__(self, seed: int, folder: pathlib.Path) -> None:
        self.seed = seed
        self.target = TARGETS[seed % len(TARGETS)]
        self.strategy = STRATEGIES[seed // len(TARGETS) % len(STRATEGIES)]
        self.indivisible = INDIVISIBLE[seed // len(TARGETS) // len(STRATEGIES) % len(INDIVISIBLE)]
        self.program = folder / "in.mlir"
        self.folder = folder
        text = io.StringIO()
        fuzz.generate(text, seed)
        # The result has no annotations any more, so planning it for the target would override them.
        self.is_annotated = " layout." in text.getvalue()
        # Without choices, the baseline is the program itself. Otherwise it takes the first layout option of each op, and
        # a plan may trade the cost of an option, or the crops behind padded ones, for rewrites.
        self.has_other_costs = bool(re.search(r"cost = [1-9]", text.getvalue())) or (
            self.indivisible == "pad" and self.target in TARGETS_WITH_CHOICES
        )
        self.program.write_text(text.getvalue(), encoding="utf-8")

    def check_program(self) -> tuple[int, int]:
        """Checks that the program is valid and can be compared with itself."""
        run("layout-opt", self.program, "-o", os.devnull)
        run("layout-check", self.program, self.program)
        return 0, 0

    def check_plan(self) -> tuple[int, int]:
        """Checks the plan; returns the bytes of the baseline and of the plan."""
        result, report = self.plan(self.program, "out", self.target)
        self.check_repeatable(result, report)
        run("mlir-opt", result, "-o", os.devnull)
        run("layout-check", self.program, result)
        figures = json.loads(report.read_text(encoding="utf-8"))
        before, frozen, after = figures["before"], figures["frozen"], figures["after"]
        self.check_count(self.program, "before", before)
        self.check_count(result, "after", after)
        require(
            after["bytes"] <= frozen["bytes"] or self.has_other_costs,
            f"after planning {after['bytes']} bytes are moved, by the frozen plan {frozen['bytes']}",
        )
        absorbed = before["absorbed"]["bytes"], after["absorbed"]["bytes"]
        require(absorbed[1] <= absorbed[0], f"absorbed bytes grew from {absorbed[0]} to {absorbed[1]}")
        self.check_fixed_point(result, after)
        return frozen["bytes"], after["bytes"]

    def plan(self, source: pathlib.Path, name: str, target: str) -> tuple[pathlib.Path, pathlib.Path]:
        result, report = self.folder / f"{name}.mlir", self.folder / f"{name}.json"
        wanted = f"target={target} " if target else ""
        options = f"--layout-pipeline={wanted}strategy={self.strategy} indivisible={self.indivisible} report={report}"
        run("layout-opt", source, options, "-o", result)
        return result, report

    def check_repeatable(self, result: pathlib.Path, report: pathlib.Path) -> None:
        again = self.plan(self.program, "again", self.target)
        for first, second in zip((result, report), again):
            require(first.read_bytes() == second.read_bytes(), f"two runs write different {first.name}")

    def check_count(self, source: pathlib.Path, which: str, reported: dict) -> None:
        counted = json.loads(run("layout-opt", source, "--layout-count"))
        require(counted == reported, f"report says of {which}\n{reported}\n--layout-count says\n{counted}")

    def check_fixed_point(self, result: pathlib.Path, after: dict) -> None:
        _, report = self.plan(result, "fixed", "" if self.is_annotated else self.target)
        again = json.loads(report.read_text(encoding="utf-8"))["after"]
        require(again["bytes"] <= after["bytes"], f"planning the result makes of\n{after}\nthis\n{again}")


def check_seed(seed: int, keep: pathlib.Path | None, programs_only: bool) -> Outcome:
    with tempfile.TemporaryDirectory() as scratch:
        checker = Checker(seed, pathlib.Path(scratch))
        try:
            frozen, after = checker.check_program() if programs_only else checker.check_plan()
        except Failure as failure:
            message = f"{checker.target} {checker.strategy}: {str(failure).replace(scratch + os.sep, '')}"
            if keep:
                (checker.folder / "message").write_text(message + "\n", encoding="utf-8")
                shutil.copytree(scratch, keep / f"seed-{seed}", dirs_exist_ok=True)
            return Outcome(seed, message)
    return Outcome(seed, frozen=frozen, after=after)


def seed_range(text: str) -> range:
    first, dots, last = text.partition("..")
    if not first.isdecimal() or (dots and not last.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected FIRST..LAST, found '{text}'")
    return range(int(first), int(last if dots else first) + 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=seed_range, required=True, metavar="FIRST..LAST")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="programs at the same time [2]")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep what fails in DIR/seed-N")
    parser.add_argument("--programs-only", action="store_true", help="check the programs, plan nothing")
    options = parser.parse_args()

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        check = lambda seed: check_seed(seed, options.keep, options.programs_only)
        outcomes = []
        for outcome in pool.map(check, options.seeds):
            outcomes.append(outcome)
            if outcome.message:
                print(f"seed {outcome.seed}: {outcome.message}", flush=True)
    failed = sum(bool(outcome.message) for outcome in outcomes)
    print(f"{len(outcomes)} programs, {failed} failed")
    if options.programs_only:
        return 1 if failed else 0
    improved = sum(outcome.improved for outcome in outcomes)
    planned, frozen = sum(outcome.after for outcome in outcomes), sum(outcome.frozen for outcome in outcomes)
    print(f"{improved} of {len(outcomes)} move fewer bytes than frozen; all together {planned} of {frozen} bytes")
    return 1 if failed or 2 * improved < len(outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
