#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans random programs and checks all properties that do not depend on the best plan.

For each seed, one program of `random_programs` is planned by `--layout-pipeline` in several configurations of target,
strategy, padding and absorption, which depend on the seed only. It requires:

  - layout-opt succeeds, and a second run writes the same bytes
  - stock mlir-opt verifies the result, and layout-check finds it equal to the program
  - its rewrites and moves take no more bytes than the baseline's, with what operations absorb at a price, if neither layout options
    nor their padding cost anything; without absorption, it absorbs no more bytes than before, if no option does
  - the figures of the report are those of --layout-count for input and output
  - planning the result again does not add bytes or, with absorb=priced, cost; a sweep may if operations have a choice of
    layouts or of reads, since it makes each choice by itself

At least half of the plans must move fewer bytes than their baseline. layout-opt, layout-check and mlir-opt are taken
from PATH. They take the programs of a batch at once; if a batch fails, each of its programs is checked alone.

With --keep, the files of each seed that fails are kept in a folder, with the commands in its `message`. With --state,
a run goes on where the last one with the same file ended.
"""

import argparse
import itertools
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

import campaign  # noqa: E402
import random_programs  # noqa: E402
from campaign import Failure, Outcome, require, run, run_twice  # noqa: E402
from json_stream import parse_all  # noqa: E402

TARGETS = ("nchw16c", "nchw8c", "nhwc", "nchw", "conv4", "nchw16c-1x1nhwc", "nchw4c", "nchw16c-mm16")
# All others let matmuls order their operands.
TARGETS_WITHOUT_CHOICES = ("nchw16c-mm16",)
# Not all their layout options cost the same.
TARGETS_WITH_PRICES = ("conv4",)
STRATEGIES = ("optimal", "backward", "forward")
INDIVISIBLE = ("plain", "pad", "priced")
ABSORB = ("never", "priced")
CONFIGURATIONS = tuple(itertools.product(TARGETS, STRATEGIES, INDIVISIBLE, ABSORB))
_STRIDE = 41  # prime to the number of configurations, so that all follow each other in another order
_CHECK = ("layout-check", "-O0", "--split-input-file", "--allow-vacuous")


class Program:
    """The program of a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        (self.text,) = campaign.generate(random_programs.generate, [seed])
        # The result has no annotations any more, so planning it for the target would override them.
        self.is_annotated = bool(re.search(r"[ {]layout\.", self.text))
        self.has_prices = bool(re.search(r"cost = [1-9]", self.text))


class Plan:
    """Plans of all programs of a batch in one configuration."""

    def __init__(self, batch: "Batch", name: str, configuration: tuple[str, str, str, str]) -> None:
        self.batch = batch
        self.target, self.strategy, self.indivisible, self.absorb = configuration
        self.result = batch.folder / f"{name}.mlir"

    def __str__(self) -> str:
        return f"{self.target} {self.strategy} {self.indivisible} {self.absorb}"

    def check(self) -> list[tuple[int, int]]:
        """Checks all but the results of the programs; returns the bytes of the baselines and of the plans."""
        reports = parse_all(self._plan(self.batch.source, self.result, self.target))
        run("mlir-opt", "--split-input-file", self.result, "-o", os.devnull)
        after = self.batch.count(self.result)
        require(len(reports) == len(after) == len(self.batch.programs), "not all programs are planned")
        for program, report, before_count, after_count in zip(self.batch.programs, reports, self.batch.counts, after):
            self._check_report(program, report, before_count, after_count)
        has_choices = "priced" in (self.absorb, self.indivisible) or self.target not in TARGETS_WITHOUT_CHOICES
        if self.strategy == "optimal" or not has_choices:
            self._check_fixed_points([self._cost(report) for report in reports])
        return [(report["frozen"]["bytes"], report["after"]["bytes"]) for report in reports]

    def _plan(self, source: pathlib.Path, result: pathlib.Path, target: str, twice: bool = True) -> str:
        """Plans all programs of a file and returns the reports."""
        # Reports of several programs follow each other in a pipe, while each would replace the last one in a file.
        report = self.batch.folder / "stdout.json"
        if not report.is_symlink():
            report.symlink_to("/dev/stdout")
        wanted = f"target={target} " if target else ""
        wanted += f"strategy={self.strategy} indivisible={self.indivisible} absorb={self.absorb}"
        options = ("--split-input-file", "--mlir-disable-threading", f"--layout-pipeline={wanted} report={report}")
        return (run_twice if twice else run)("layout-opt", source, *options, "-o", result)

    def _check_report(self, program: Program, report: dict, before_count: dict, after_count: dict) -> None:
        before, frozen, after = report["before"], report["frozen"], report["after"]
        for which, reported, counted in (("before", before, before_count), ("after", after, after_count)):
            require(counted == reported, f"report says of {which}\n{reported}\n--layout-count says\n{counted}")
        absorbed = after["absorbed"]["bytes"] - before["absorbed"]["bytes"]
        # Convolutions and matmuls that read and write different orders count as absorbed reads.
        if self.target not in TARGETS_WITHOUT_CHOICES:
            absorbed = 0
        require(absorbed <= 0 or self.absorb == "priced", f"absorbed bytes grew by {absorbed}")
        # Without choices, the baseline is the program itself. Otherwise it takes the first layout option of each op, and
        # a plan may trade the cost of an option, or the crops behind padded ones, for rewrites.
        trades = (
            self.indivisible == "priced"
            or self.target in TARGETS_WITH_PRICES
            or (self.indivisible == "pad" and self.target not in TARGETS_WITHOUT_CHOICES)
        )
        paid = after["bytes"] + after["moves"]["bytes"] + max(absorbed, 0)
        require(
            paid <= sum(frozen.values()) or program.has_prices or trades,
            f"after planning {paid} bytes are moved, by the frozen plan {sum(frozen.values())}",
        )

    def _check_fixed_points(self, planned: list[int]) -> None:
        pieces = campaign.split(self.result.read_text(encoding="utf-8"))
        for is_annotated, name in ((False, "again"), (True, "again-annotated")):
            chosen = [i for i, program in enumerate(self.batch.programs) if program.is_annotated == is_annotated]
            if not chosen:
                continue
            source = self.batch.write(f"{name}-in", [pieces[i] for i in chosen])
            target = "" if is_annotated else self.target
            reports = parse_all(self._plan(source, self.batch.folder / f"{name}.mlir", target, twice=False))
            for i, report in zip(chosen, reports, strict=True):
                again = self._cost(report)
                require(again <= planned[i], f"planning the result of {planned[i]} bytes makes {again} of it")

    def _cost(self, report: dict) -> int:
        """Returns what must not grow: the bytes of rewrites and moves, with prices that the plan trades for them."""
        prices = report["plan"]["prices"] if self.absorb == "priced" and report.get("plan") else 0
        return report["after"]["bytes"] + report["after"]["moves"]["bytes"] + prices


class Batch:
    """Programs that each command takes at once, in a folder of their own."""

    def __init__(self, seeds: range, folder: pathlib.Path, plans: int) -> None:
        self.folder = folder
        self.programs = [Program(seed) for seed in seeds]
        self.source = self.write("in", [program.text for program in self.programs])
        first = seeds[0] // campaign.BATCH * plans
        chosen = [CONFIGURATIONS[(first + i) * _STRIDE % len(CONFIGURATIONS)] for i in range(plans)]
        self.plans = [Plan(self, f"out{i}", configuration) for i, configuration in enumerate(chosen)]
        self.counts: list[dict] = []

    def write(self, name: str, pieces: list[str]) -> pathlib.Path:
        return campaign.join(self.folder / f"{name}.mlir", pieces)

    def count(self, path: pathlib.Path) -> list[dict]:
        return parse_all(run("layout-opt", "--split-input-file", "--mlir-disable-threading", path, "--layout-count"))

    def check_programs(self) -> list[Outcome]:
        """Checks that the programs are valid and can be compared with themselves."""
        run("layout-opt", "--split-input-file", self.source, "-o", os.devnull)
        run(*_CHECK, self.source, self.source)
        return [Outcome(program.seed) for program in self.programs]

    def check_plans(self) -> list[Outcome]:
        self.counts = self.count(self.source)
        bytes_of_plans = []
        for plan in self.plans:
            try:
                bytes_of_plans.append(plan.check())
            except Failure as failure:
                raise Failure(f"{plan}: {failure}") from None
        try:
            run(*_CHECK, self.source, *[plan.result for plan in self.plans])
        except Failure as failure:
            raise Failure(f"{', '.join(map(str, self.plans))}: {failure}") from None
        return [Outcome(program.seed, moved=moved) for program, moved in zip(self.programs, zip(*bytes_of_plans))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    campaign.add_options(parser)
    parser.add_argument("--plans", type=int, default=4, metavar="N", help="configurations that plan each program [4]")
    parser.add_argument("--programs-only", action="store_true", help="check the programs, plan nothing")
    options = parser.parse_args()

    def check(seeds: range, folder: pathlib.Path) -> list[Outcome]:
        batch = Batch(seeds, folder, options.plans)
        return batch.check_programs() if options.programs_only else batch.check_plans()

    totals = campaign.run_all(check, options)
    if options.programs_only:
        return 1 if totals.failed else 0
    print(
        f"{totals.improved} of {totals.plans} plans move fewer bytes than frozen; "
        f"all together {totals.after} of {totals.frozen} bytes"
    )
    return 1 if totals.failed or 2 * totals.improved < totals.plans else 0


if __name__ == "__main__":
    sys.exit(main())
