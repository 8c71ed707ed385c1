# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of random problems cost as much as those of an independent exact solver, and no bound is above that cost.

LAYOUT_EXACT_SEEDS=N takes N problems of each shape, instead of five.

Covers: R35, R47
"""

import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import toulbar2
from random_problems import SHAPES, Problem, generate

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_BIN = pathlib.Path(os.environ.get("LAYOUT_BUILD", _ROOT / "build" / "release")) / "bin"
_SEEDS = range(int(os.environ.get("LAYOUT_EXACT_SEEDS", "5")))
_SECONDS = 120  # toulbar2 needs less than one second for each problem
_LIMITS = {"by-tables": [], "by-search": ["--table-limit=0"]}


@dataclasses.dataclass(frozen=True)
class _Outcome:
    name: str
    cost: int
    bound: int
    optimum: int | None
    verdict: str  # of layout-check-plan


def _solve(folder: pathlib.Path, name: str, problem: Problem) -> list[_Outcome]:
    file = folder / f"{name}.problem.json"
    file.write_text(json.dumps(problem), encoding="utf-8")
    optimum = toulbar2.solve(problem, folder / f"{name}.cfn", _SECONDS)
    return [_prove(file, f"{name}-{way}", options, optimum) for way, options in _LIMITS.items()]


def _prove(file: pathlib.Path, name: str, options: list[str], optimum: int | None) -> _Outcome:
    plan = file.with_name(f"{name}.plan.json")
    command = [_BIN / "layout-solve", file, "-o", plan, *options]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    figures = re.fullmatch(r"cost (\d+), bound (\d+), gap \d+\n", said)
    verdict = subprocess.run([_BIN / "layout-check-plan", file, plan], capture_output=True, text=True)
    return _Outcome(name, int(figures[1]), int(figures[2]), optimum, verdict.stdout.strip())


class ExactTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        problems = {f"{shape}-{seed}": generate(seed, SHAPES[shape]) for shape in SHAPES for seed in _SEEDS}
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            solved = threads.map(lambda item: _solve(pathlib.Path(folder), *item), problems.items())
            cls.outcomes = list(itertools.chain.from_iterable(solved))

    def test_costs_and_bounds(self) -> None:
        for outcome in self.outcomes:
            with self.subTest(problem=outcome.name):
                self.assertIsNotNone(outcome.optimum)
                self.assertLessEqual(outcome.bound, outcome.optimum)
                self.assertLessEqual(outcome.optimum, outcome.cost)

    def test_certificates_hold(self) -> None:
        for outcome in self.outcomes:
            with self.subTest(problem=outcome.name):
                said = f"holds: cost {outcome.cost}, no plan costs less than {outcome.bound}"
                self.assertEqual(outcome.verdict, said)

    def test_almost_all_are_proved_optimal(self) -> None:
        by_tables = [outcome for outcome in self.outcomes if outcome.name.endswith("by-tables")]
        by_search = [outcome for outcome in self.outcomes if outcome.name.endswith("by-search")]
        self.assertEqual([outcome.name for outcome in by_tables if outcome.cost != outcome.bound], [])
        open_ones = [outcome.name for outcome in by_search if outcome.cost != outcome.bound]
        self.assertLessEqual(len(open_ones), len(by_search) // 50, open_ones)

    def test_most_optima_are_positive(self) -> None:
        costs = [outcome.optimum for outcome in self.outcomes]
        self.assertGreater(sum(cost > 0 for cost in costs), 0.9 * len(costs))


if __name__ == "__main__":
    unittest.main()
